//! Collecting the vocabulary.

use std::ops::{ControlFlow, Range};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use rayon::prelude::*;
use tengen_go::{Move, Size};

use super::{Source, in_batches};
use crate::corpus::Game;
use crate::feature::FeatureSet;
use crate::scene::{PatternParams, Scene, Vocabulary};
use crate::shape::{Dictionary, Harvest};

/// Games at a time.
const BATCH: usize = 2048;
/// Games for one task of a thread.
const TASK: usize = 64;
/// No code of a broad pattern is larger: ten classes of windows of nine cells with five values.
const CODES: usize = 10 * 1_953_125;

/// The most features that a candidate can have at once by these parameters; 0 if everything is off, so
/// that there is nothing to learn.
#[must_use]
pub fn columns(params: &PatternParams) -> usize {
    usize::from(params.shape.size > 0)
        + usize::from(params.broad.on)
        + FeatureSet::new(&params.features, Size::NINETEEN).columns()
}

/// The vocabulary of the games, and their numbers.
pub struct Collected {
    /// The features.
    pub vocabulary: Arc<Vocabulary>,
    /// The number of games.
    pub games: u64,
    /// The number of positions in the moves looked at.
    pub positions: u64,
}

/// Collects the features of these moves of all games, in two passes (one if no stone patterns are
/// wanted). `watch` is told the games done in the pass and its number; `None` if it broke off.
pub fn collect(
    params: &PatternParams,
    source: &(impl Source + ?Sized),
    moves: &Range<usize>,
    watch: &mut dyn FnMut(u64, usize) -> ControlFlow<()>,
) -> Option<Collected> {
    let with_shapes = params.shape.size > 0;
    let mut harvest = Harvest::new(params.shape.size as usize);
    let windows: Vec<AtomicU32> = if params.broad.on {
        (0..CODES).map(|_| AtomicU32::new(0)).collect()
    } else {
        Vec::new()
    };
    let mut bare = params.clone();
    bare.shape.size = 0;
    let follow = Arc::new(Vocabulary::new(bare, None, Vec::new()));
    let positions = AtomicU64::new(0);
    let first = |games: &[Game]| {
        let mut keys = Vec::new();
        let mut scene = Scene::new(follow.clone(), Size::NINETEEN);
        let mut seen = 0;
        for game in games {
            each_position(&mut scene, game, moves, &mut |scene, color, point| {
                seen += 1;
                if with_shapes {
                    harvest.gather(scene.stones(), point, color, &mut keys);
                }
                if !windows.is_empty() {
                    for &code in scene.codes(color) {
                        if let Some(count) = windows.get(code as usize) {
                            count.fetch_add(1, Ordering::Relaxed);
                        }
                    }
                }
            });
        }
        harvest.count(&mut keys);
        positions.fetch_add(seen, Ordering::Relaxed);
    };
    let games = pass(source, moves.end, 1, &first, watch)?;
    if with_shapes {
        harvest.settle(params.shape.minimum);
        let mut plain = follow.params().clone();
        plain.broad.on = false;
        let plain = Arc::new(Vocabulary::new(plain, None, Vec::new()));
        let second = |games: &[Game]| {
            let mut scene = Scene::new(plain.clone(), Size::NINETEEN);
            for game in games {
                each_position(&mut scene, game, moves, &mut |scene, color, point| {
                    harvest.look(scene.stones(), point, color);
                });
            }
        };
        pass(source, moves.end, 2, &second, watch)?;
    }
    let often = |(code, count): (u32, &AtomicU32)| {
        (count.load(Ordering::Relaxed) >= params.broad.minimum).then_some(code)
    };
    let codes = (0..).zip(&windows).filter_map(often).collect();
    let shapes = with_shapes.then(|| Dictionary::new(params.shape.size as usize, harvest.finish()));
    Some(Collected {
        vocabulary: Arc::new(Vocabulary::new(params.clone(), shapes, codes)),
        games,
        positions: positions.into_inner(),
    })
}

fn pass(
    source: &(impl Source + ?Sized),
    moves: usize,
    number: usize,
    work: &(impl Fn(&[Game]) + Sync),
    watch: &mut dyn FnMut(u64, usize) -> ControlFlow<()>,
) -> Option<u64> {
    let mut done = 0;
    let mut broken = false;
    in_batches(source, moves, 0, BATCH, |games| {
        games.par_chunks(TASK).for_each(work);
        done += games.len() as u64;
        let flow = watch(done, number);
        broken |= flow.is_break();
        flow
    });
    (!broken).then_some(done)
}

/// Calls with every position of these moves in which a stone was played.
fn each_position(
    scene: &mut Scene,
    game: &Game,
    moves: &Range<usize>,
    each: &mut dyn FnMut(&mut Scene, tengen_go::Color, tengen_go::Point),
) {
    scene.start(game);
    for (number, &(color, mv)) in game.moves.iter().enumerate().take(moves.end) {
        if let Move::Play(point) = mv
            && number >= moves.start
            && scene.allows(color, point)
        {
            each(scene, color, point);
        }
        if !scene.play(color, mv) {
            return;
        }
    }
}
