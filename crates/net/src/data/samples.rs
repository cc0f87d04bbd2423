//! Samples to learn from: which comes when, and what it is.

use std::sync::Arc;

use tengen_go::{Move, Size, Symmetry};
use tengen_pattern::model::Model;

use super::draw::{draw, stream};
use super::games::{GameView, Games};
use super::labels::{Labels, Matter};
use super::lesson::Lesson;
use super::replay::{Scene, place_of};
use super::strengths::Strengths;
use crate::features::Features;
use crate::input::{Scratch, fill};
use crate::train::{Sample, Targets, Teacher};

/// One sample in so many does not show its past: so a network learns to do without, where nothing is known of it.
const HIDDEN: u32 = 10;
/// What keeps apart the chances that a seed is used for.
const TURNS: u64 = 0x7 << 40;

/// Memory of a thread that makes samples.
#[derive(Default)]
pub struct Desk {
    scratch: Scratch,
    patterns: Option<Strengths>,
}

impl Desk {
    /// With the logits of these patterns beside positions, if there are some.
    #[must_use]
    pub fn new(patterns: Option<Arc<Model>>) -> Self {
        Self {
            scratch: Scratch::new(),
            patterns: patterns.map(Strengths::new),
        }
    }
}

/// Positions of one kind to learn from.
#[derive(Clone, Debug)]
pub enum Pool {
    /// All positions of games.
    Games {
        /// The games.
        games: Arc<Games>,
        /// The numbers of the positions that each game begins with.
        starts: Vec<u64>,
        /// The number of all positions.
        positions: u64,
    },
    /// Positions of games that a teacher has judged.
    Judged {
        /// The games.
        games: Arc<Games>,
        /// The judgements.
        labels: Arc<Labels>,
    },
    /// Games of networks against themselves, with their judgements if there are some.
    SelfPlay(Arc<Labels>),
}

impl Pool {
    /// All positions of games.
    #[must_use]
    pub fn of_games(games: Arc<Games>) -> Self {
        let mut positions = 0;
        let mut starts = Vec::with_capacity(games.len());
        for game in games.iter() {
            starts.push(positions);
            positions += game.moves() as u64;
        }
        Self::Games {
            games,
            starts,
            positions,
        }
    }

    /// The judged positions of a file; of records, those that are among the games.
    #[must_use]
    pub fn of_labels(labels: &Labels, games: &Arc<Games>) -> Self {
        match labels.origin.matter {
            Matter::SelfPlay { .. } | Matter::Outcomes { .. } => {
                Self::SelfPlay(Arc::new(labels.clone()))
            }
            Matter::Records { .. } => Self::Judged {
                games: Arc::clone(games),
                labels: Arc::new(labels.part(|record| games.find(record).is_some())),
            },
        }
    }

    /// The number of positions.
    #[must_use]
    pub fn len(&self) -> u64 {
        match self {
            Self::Games { positions, .. } => *positions,
            Self::Judged { labels, .. } | Self::SelfPlay(labels) => labels.len() as u64,
        }
    }

    /// True if there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A position: its game, the number of moves before it, and what a teacher says of it.
    fn find(&self, number: u64) -> Option<(GameView<'_>, usize, Option<Lesson>)> {
        match self {
            Self::Games { games, starts, .. } => {
                let place = starts.partition_point(|&start| start <= number) - 1;
                let ply = number - starts[place];
                Some((games.get(place)?, usize::try_from(ply).ok()?, None))
            }
            Self::Judged { games, labels } => {
                let (record, ply, lesson) = labels.get(usize::try_from(number).ok()?)?;
                let game = games.get(games.find(record)?)?;
                Some((game, ply, lesson))
            }
            Self::SelfPlay(labels) => {
                let (place, ply, lesson) = labels.get(usize::try_from(number).ok()?)?;
                Some((labels.games.get(place as usize)?, ply, lesson))
            }
        }
    }

    /// The i-th sample of a seed: each position comes once before any comes again, turned by chance, one in ten without
    /// its past. `None` if there is no position, or the file of judgements is not what it was.
    #[must_use]
    pub fn sample(&self, seed: u64, i: u64, desk: &mut Desk) -> Option<Sample> {
        let number = draw(self.len(), seed, i)?;
        let mut rng = stream(seed ^ TURNS, i);
        let symmetry = Symmetry::ALL[rng.below(8) as usize];
        let hidden = rng.below(HIDDEN) == 0;
        self.make(number, symmetry, hidden, desk)
    }

    /// The i-th of samples to judge a network by: neither turned nor hidden.
    #[must_use]
    pub fn trial(&self, seed: u64, i: u64, desk: &mut Desk) -> Option<Sample> {
        let number = draw(self.len(), seed, i)?;
        self.make(number, Symmetry::IDENTITY, false, desk)
    }

    fn make(
        &self,
        number: u64,
        symmetry: Symmetry,
        hidden: bool,
        desk: &mut Desk,
    ) -> Option<Sample> {
        let (game, ply, lesson) = self.find(number)?;
        let size = game.size();
        let mut scene = Scene::before(&game, ply).ok()?;
        if hidden {
            scene.moment.forget();
        }
        let mut features = Features::new(size);
        fill(&scene.moment, &mut desk.scratch, &mut features);
        let mut targets = targets(&game, ply, size, symmetry);
        // Moves of self-play were drawn by chance: what the teacher thought of them all is better.
        if let Self::SelfPlay(_) = self {
            targets.played = None;
            targets.reply = None;
        }
        targets.teacher = lesson.map(|lesson| teacher(lesson, size, symmetry));
        let [last, before, ..] = scene.moment.recent.map(|mv| mv.and_then(Move::point));
        let patterns = desk.patterns.as_mut();
        Some(Sample {
            features: features.turned(symmetry),
            targets,
            patterns: patterns.map(|patterns| {
                patterns.logits(&scene.stones, scene.moment.turn, [last, before], symmetry)
            }),
        })
    }
}

/// What is known from the game itself.
fn targets(game: &GameView<'_>, ply: usize, size: Size, symmetry: Symmetry) -> Targets {
    let place = |mv: Move| place_of(symmetry.mv(mv, size), size);
    let (turn, played) = game.mv(ply).unzip();
    let reply = game.mv(ply + 1).filter(|&(color, _)| Some(color) != turn);
    Targets {
        played: played.map(place),
        reply: reply.map(|(_, mv)| place(mv)),
        result: game
            .winner()
            .map(|winner| f32::from(u8::from(Some(winner) == turn))),
        ..Targets::default()
    }
}

fn teacher(mut lesson: Lesson, size: Size, symmetry: Symmetry) -> Teacher {
    lesson.turn(size, symmetry);
    Teacher {
        win: lesson.win,
        lead: Some(lesson.lead),
        ownership: lesson.ownership,
        policy: lesson.policy,
    }
}

/// Pools with the parts of all batches that come from each.
#[derive(Clone, Debug)]
pub struct Mixture {
    pools: Vec<(Pool, f64)>,
    seed: u64,
    batch: u64,
}

/// Where the samples of a batch come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The place of the pool.
    pub pool: usize,
    /// The number of its first sample in the pool.
    pub first: u64,
}

impl Mixture {
    /// Pools with their shares, which need not add up to 1. Pools without positions or share are left out.
    #[must_use]
    pub fn new(mut pools: Vec<(Pool, f64)>, seed: u64, batch: u64) -> Self {
        pools.retain(|(pool, share)| !pool.is_empty() && *share > 0.0);
        Self { pools, seed, batch }
    }

    /// The pools.
    #[must_use]
    pub fn pools(&self) -> &[(Pool, f64)] {
        &self.pools
    }

    /// Where batches come from, from the first to the last. Each pool has its share of every stretch of batches.
    pub fn turns(&self) -> impl Iterator<Item = Turn> + use<> {
        let total: f64 = self.pools.iter().map(|(_, share)| share).sum();
        let shares: Vec<f64> = self.pools.iter().map(|(_, share)| share / total).collect();
        let mut due = vec![0.0; shares.len()];
        let mut given = vec![0; shares.len()];
        let batch = self.batch;
        std::iter::from_fn(move || {
            due.iter_mut()
                .zip(&shares)
                .for_each(|(due, share)| *due += share);
            let most = |a: &usize, b: &usize| due[*a].total_cmp(&due[*b]).then(b.cmp(a));
            let pool = (0..due.len()).max_by(most)?;
            due[pool] -= 1.0;
            let first = given[pool];
            given[pool] += batch;
            Some(Turn { pool, first })
        })
    }

    /// A sample of a batch; see [`Pool::sample`].
    #[must_use]
    pub fn sample(&self, turn: Turn, place: u64, desk: &mut Desk) -> Option<Sample> {
        let (pool, _) = self.pools.get(turn.pool)?;
        let seed = stream(self.seed, turn.pool as u64).bits();
        pool.sample(seed, turn.first + place, desk)
    }
}
