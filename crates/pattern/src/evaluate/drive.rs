//! A model through a whole corpus, on all cores.

use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use rayon::iter::{ParallelBridge, ParallelIterator};

use super::{Evaluation, Placing};
use crate::corpus::{Batch, Corpus, Game, Progress};
use crate::team::Extract;

/// Foretells the moves of games.
pub trait Predict: Send {
    /// Calls `sink` with every position of these moves of the game (from 0) in which a stone was played: its number, and
    /// where the stone stands. A game that cannot be replayed ends at its first wrong move.
    fn replay(&mut self, game: &Game, moves: Range<usize>, sink: &mut dyn FnMut(usize, &Placing));

    /// True if it knows the board of a game; the others are left out and counted.
    fn knows(&self, _: &Game) -> bool {
        true
    }
}

/// Features with their weights.
struct Weighed<'a, E> {
    extract: E,
    weights: &'a [f32],
    scores: Vec<f32>,
}

impl<E: Extract> Predict for Weighed<'_, E> {
    fn replay(&mut self, game: &Game, moves: Range<usize>, sink: &mut dyn FnMut(usize, &Placing)) {
        let (weights, scores) = (self.weights, &mut self.scores);
        self.extract.replay(game, moves, &mut |number, sample| {
            if let Some(placing) = Placing::of(sample, weights, scores) {
                sink(number, &placing);
            }
        });
    }
}

/// A reason that a model has no figures.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EvaluateError {
    /// Weights and features do not belong together.
    #[error("the model has {weights} weights for {features} features: they do not belong together")]
    Mismatch {
        /// The number of weights.
        weights: usize,
        /// The number of features.
        features: usize,
    },
    /// A weight is no number.
    #[error("the weight of feature {0} is not a finite number: the model is damaged")]
    NotFinite(usize),
    /// There was no position.
    #[error(
        "there is no position to evaluate: of {records} records {games} are games, and none has \
         a stone played at moves {}..{}{}", .moves.start, last(.moves.end), elsewhere(*.unknown)
    )]
    Nothing {
        /// The number of records that were read.
        records: u64,
        /// The number of games among them.
        games: u64,
        /// Those on boards that the model does not know.
        unknown: u64,
        /// The moves that were wanted.
        moves: Range<usize>,
    },
}

/// The end of a range in words; nothing where it has none.
fn last(end: usize) -> String {
    if end == usize::MAX {
        String::new()
    } else {
        end.to_string()
    }
}

/// The games on boards that a model does not know, if there are some, in words.
fn elsewhere(games: u64) -> String {
    match games {
        0 => String::new(),
        games => format!(" on a board that the model knows; {games} are on others"),
    }
}

/// Evaluates weights on these moves (from 0) of all games of a corpus.
///
/// `make` makes an extractor for a thread; `watch` is called after every batch, by any thread, with
/// how far the reading is. The result does not depend on the threads.
///
/// # Errors
/// If there are fewer weights than features, one is no number, or there is no position at all.
pub fn evaluate<E: Extract>(
    corpus: &Corpus,
    moves: Range<usize>,
    weights: &[f32],
    make: impl Fn() -> E + Sync,
    watch: impl Fn(&Progress) + Sync,
) -> Result<Evaluation, EvaluateError> {
    let unstopped = |progress: &Progress| {
        watch(progress);
        ControlFlow::Continue(())
    };
    let found = evaluate_while(corpus, moves.clone(), weights, make, unstopped)?;
    found.ok_or(EvaluateError::Nothing {
        records: 0,
        games: 0,
        unknown: 0,
        moves,
    })
}

/// As [`evaluate`], but it can be stopped: `None` once `watch` breaks off.
///
/// # Errors
/// As [`evaluate`].
pub fn evaluate_while<E: Extract>(
    corpus: &Corpus,
    moves: Range<usize>,
    weights: &[f32],
    make: impl Fn() -> E + Sync,
    watch: impl Fn(&Progress) -> ControlFlow<()> + Sync,
) -> Result<Option<Evaluation>, EvaluateError> {
    let first = make();
    if weights.len() < first.features() {
        return Err(EvaluateError::Mismatch {
            weights: weights.len(),
            features: first.features(),
        });
    }
    if let Some(feature) = weights.iter().position(|weight| !weight.is_finite()) {
        return Err(EvaluateError::NotFinite(feature));
    }
    let first = Mutex::new(Some(first));
    let make = || {
        let first = first.lock().unwrap_or_else(PoisonError::into_inner).take();
        Weighed {
            extract: first.unwrap_or_else(&make),
            weights,
            scores: Vec::new(),
        }
    };
    evaluate_by(corpus, moves, make, watch)
}

/// Evaluates whatever foretells moves, on these moves (from 0) of all games of a corpus: see [`evaluate_while`].
///
/// # Errors
/// If there is no position at all.
pub fn evaluate_by<P: Predict>(
    corpus: &Corpus,
    moves: Range<usize>,
    make: impl Fn() -> P + Sync,
    watch: impl Fn(&Progress) -> ControlFlow<()> + Sync,
) -> Result<Option<Evaluation>, EvaluateError> {
    let spare = Mutex::new(Vec::new());
    let reader = corpus.read();
    let progress = reader.progress();
    let stopped = AtomicBool::new(false);
    let mut parts: Vec<(u64, Evaluation)> = reader
        .take_while(|_| !stopped.load(Relaxed))
        .par_bridge()
        .map(|batch| {
            let idle = spare.lock().unwrap_or_else(PoisonError::into_inner).pop();
            let mut predict = idle.unwrap_or_else(&make);
            let part = of_batch(&batch, moves.clone(), &mut predict);
            spare
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .push(predict);
            if watch(&progress).is_break() {
                stopped.store(true, Relaxed);
            }
            (batch.index(), part)
        })
        .collect();
    if stopped.into_inner() {
        return Ok(None);
    }
    parts.sort_by_key(|&(index, _)| index);
    let mut all = Evaluation::default();
    parts.into_iter().for_each(|(_, part)| all.add(part));
    match all.all.positions {
        0 => Err(EvaluateError::Nothing {
            records: all.tally.records(),
            games: all.tally.games,
            unknown: all.unknown,
            moves,
        }),
        _ => Ok(Some(all)),
    }
}

fn of_batch(batch: &Batch, moves: Range<usize>, predict: &mut impl Predict) -> Evaluation {
    let found = batch.games(moves.end);
    let mut evaluation = Evaluation {
        tally: found.tally,
        ..Evaluation::default()
    };
    for (index, game) in &found.games {
        if !predict.knows(game) {
            evaluation.unknown += 1;
            continue;
        }
        evaluation.begin(*index);
        predict.replay(game, moves.clone(), &mut |number, placing| {
            evaluation.count(number, placing);
        });
        evaluation.end();
    }
    evaluation
}
