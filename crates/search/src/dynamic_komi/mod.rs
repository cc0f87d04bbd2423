//! Dynamic komi: a game that is far from even is searched as if it were close.
//!
//! Petr Baudiš, "Balancing MCTS by dynamically adjusting the komi value", ICGA Journal 34(3), 2011;
//! the program Pachi. Where every playout is won, or lost, none tells a good move from a bad one. So
//! points are given to the side that is behind, in the search alone: the end of a playout is worth
//! what it would be at that komi. Three kinds: *Linear Handicap* gives for handicap stones, and ever
//! less as the game goes on; *Score-Situational* follows the mean score of the playouts;
//! *Value-Situational* goes up and down by steps, so that the win rate stays within a band.
//!
//! Read `law` (the kinds as functions), then [`DynamicKomi`] (what the threads of a search share),
//! `params`. All our readings are in `docs/methods/dynamic-komi.md`; the one that matters most: what
//! is in the tree stays there when the komi changes. What a game is really worth is counted beside
//! it, by the moves of the root, for whoever has to decide about resigning or passing.

mod law;
pub(crate) mod params;

use std::sync::atomic::{AtomicI32, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tengen_game::{Color, Outcome, PerColor};

use self::law::{Found, Ratchet};
use self::params::{DynamicKomiParams, KomiClock, KomiKind};
use crate::counter::Counter;

/// The stage of a game, which only the game can tell: how far it has come, and from where.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Stage {
    /// The number of handicap stones that Black was given.
    pub handicap: f32,
    /// The phase from 0, the beginning of the game, to 1, its end.
    pub phase: f32,
}

/// The effect of dynamic komi on a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Balance {
    /// The points that Black gives at the root besides the komi; negative if White gives.
    pub komi: f64,
    /// The mean value under extra komi, in the view of the side to move: of the playouts between the
    /// last two times that it was adjusted or left as it was, or of those so far.
    pub mean: f64,
    /// The mean value without it of all playouts of this search, in the view of the side to move;
    /// none before the first.
    pub plain: Option<f64>,
}

/// Playouts and the sum of their values in Black's view.
#[derive(Clone, Copy, Debug, Default)]
struct Count {
    playouts: u64,
    sum: f64,
}

impl Count {
    fn add(&mut self, value: f32) {
        self.playouts += 1;
        self.sum += f64::from(value);
    }

    /// The mean in the view of a side.
    fn mean(&self, side: Color) -> Option<f64> {
        let black = (self.playouts > 0).then(|| self.sum / self.playouts as f64)?;
        Some(match side {
            Color::Black => black,
            Color::White => 1.0 - black,
        })
    }
}

/// The numbers that are written down after every playout.
#[derive(Debug, Default)]
struct Books {
    /// The points that Black gives, before they are rounded.
    komi: f32,
    /// Playouts since the last adjustment, by their values under the komi and by their scores.
    values: Count,
    scores: Count,
    /// The mean value of the playouts between the last two adjustments, in Black's view.
    last: Option<Count>,
    ratchets: PerColor<Ratchet>,
    /// The true values of playouts: all of them, and by the code of the root's move.
    plain: Count,
    plain_by_move: Vec<Count>,
}

/// The dynamic komi of a search.
#[derive(Debug)]
pub(crate) struct DynamicKomi {
    params: DynamicKomiParams,
    stage: Stage,
    /// The side to move at the root, and how many moves led there.
    turn: Color,
    played: usize,
    /// The points that Black gives, a whole number, so that no draws come up that the game has not.
    /// This is all that a playout reads.
    applied: AtomicI32,
    books: Mutex<Books>,
    adjustments: Arc<Counter>,
}

impl DynamicKomi {
    /// The dynamic komi of these parameters, for a game with so many codes of moves.
    pub(crate) fn new(params: &DynamicKomiParams, codes: usize) -> Option<Self> {
        (params.kind != KomiKind::Off).then(|| Self {
            params: params.clone(),
            stage: Stage::default(),
            turn: Color::Black,
            played: 0,
            applied: AtomicI32::new(0),
            books: Mutex::new(Books {
                plain_by_move: vec![Count::default(); codes],
                ..Books::default()
            }),
            adjustments: Counter::new("komi adjustments"),
        })
    }

    /// The adjustments, as a counter.
    pub(crate) fn counter(&self) -> Arc<Counter> {
        self.adjustments.clone()
    }

    /// A search begins afresh, with nothing given.
    pub(crate) fn restart(&mut self, turn: Color, played: usize) {
        let books = self.books.get_mut().unwrap_or_else(PoisonError::into_inner);
        books.komi = 0.0;
        books.ratchets = PerColor::default();
        self.follow(turn, played);
    }

    /// Moves on to another root of the same game: what was found out about the komi still holds.
    pub(crate) fn follow(&mut self, turn: Color, played: usize) {
        (self.turn, self.played) = (turn, played);
        let books = self.books.get_mut().unwrap_or_else(PoisonError::into_inner);
        (books.values, books.scores) = Default::default();
        (books.last, books.plain) = Default::default();
        books.plain_by_move.fill(Count::default());
        self.settle();
    }

    /// Sets the stage of the game.
    pub(crate) fn set_stage(&mut self, stage: Stage) {
        self.stage = stage;
        self.settle();
    }

    /// Applies the komi that does not depend on playouts, if it is fixed.
    fn settle(&mut self) {
        let fixed = self.fixed();
        let books = self.books.get_mut().unwrap_or_else(PoisonError::into_inner);
        books.komi = fixed.unwrap_or(books.komi);
        self.applied.store(whole(books.komi), Relaxed);
    }

    /// The points that Black gives throughout a search, if they are not adjusted.
    fn fixed(&self) -> Option<f32> {
        let params = &self.params;
        let compensation = law::compensation(params, self.stage.handicap);
        let over = params.end < 1.0 && self.stage.phase >= params.end;
        match params.kind {
            KomiKind::Off => Some(0.0),
            KomiKind::Linear => Some(law::linear(compensation, params.moves, self.played)),
            KomiKind::Score | KomiKind::Value if self.played < params.lead as usize => {
                Some(self.bounded(compensation))
            }
            KomiKind::Score | KomiKind::Value => over.then_some(0.0),
        }
    }

    /// Keeps a komi to what the side to move may pretend to be given.
    fn bounded(&self, komi: f32) -> f32 {
        let sign = self.turn.sign() as f32;
        sign * law::bounded(&self.params, sign * komi)
    }

    /// The end of a playout from so many plies below the root as it would be at the extra komi.
    pub(crate) fn shifted(&self, outcome: &Outcome, depth: usize) -> Outcome {
        let params = &self.params;
        let komi = if params.kind == KomiKind::Linear && params.clock == KomiClock::Leaf {
            let compensation = law::compensation(params, self.stage.handicap);
            whole(law::linear(compensation, params.moves, self.played + depth))
        } else {
            self.applied.load(Relaxed)
        };
        shifted(outcome, komi as f32)
    }

    /// A playout through a move of the root has ended: `plain` is its value, `value` that under the
    /// extra komi, and `score` its score without it, all in Black's view.
    pub(crate) fn record(&self, code: Option<u16>, plain: f32, value: f32, score: f32) {
        let mut books = self.lock();
        books.plain.add(plain);
        let by_move = code.and_then(|code| books.plain_by_move.get_mut(usize::from(code)));
        by_move.into_iter().for_each(|count| count.add(plain));
        books.values.add(value);
        books.scores.add(score);
        if books.values.playouts >= u64::from(self.params.interval) {
            self.adjust(&mut books);
        }
    }

    /// Adjusts the komi by the playouts since the last time.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "means of values and scores are small, and need few digits"
    )]
    fn adjust(&self, books: &mut Books) {
        let values = std::mem::take(&mut books.values);
        let scores = std::mem::take(&mut books.scores);
        books.last = Some(values);
        if self.fixed().is_some() {
            return;
        }
        let before = books.komi;
        let mean = (scores.sum / scores.playouts.max(1) as f64) as f32 - before;
        books.komi = match self.params.kind {
            KomiKind::Score => law::by_score(&self.params, before, mean, self.stage.phase),
            _ => {
                let sign = self.turn.sign() as f32;
                let found = Found {
                    playouts: values.playouts,
                    rate: values.mean(self.turn).unwrap_or(0.5) as f32,
                    mean: sign * mean,
                };
                let ratchet = &mut books.ratchets[self.turn];
                sign * law::by_value(&self.params, ratchet, sign * before, found)
            }
        };
        books.komi = self.bounded(books.komi);
        self.applied.store(whole(books.komi), Relaxed);
        if books.komi != before {
            self.adjustments.add(1);
        }
    }

    /// The balance now.
    pub(crate) fn balance(&self) -> Balance {
        let books = self.lock();
        let mean = books.last.unwrap_or(books.values).mean(self.turn);
        Balance {
            komi: f64::from(self.applied.load(Relaxed)),
            mean: mean.unwrap_or(0.5),
            plain: books.plain.mean(self.turn),
        }
    }

    /// The playouts of this search through a move of the root, and their mean value without extra
    /// komi, in the view of the side to move.
    pub(crate) fn plain(&self, code: u16) -> Option<(u64, f64)> {
        let count = *self.lock().plain_by_move.get(usize::from(code))?;
        Some((count.playouts, count.mean(self.turn)?))
    }

    fn lock(&self) -> MutexGuard<'_, Books> {
        self.books.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The nearest whole number of points.
#[expect(
    clippy::cast_possible_truncation,
    reason = "no extra komi has more than five digits"
)]
fn whole(komi: f32) -> i32 {
    komi.round() as i32
}

/// An outcome as it would be if Black had given so many points. Where a game counts none, it is as
/// it was.
fn shifted(outcome: &Outcome, komi: f32) -> Outcome {
    if outcome.score == 0.0 && outcome.winner.is_some() {
        return *outcome;
    }
    let score = outcome.score - komi;
    let winner = if score > 0.0 {
        Some(Color::Black)
    } else if score < 0.0 {
        Some(Color::White)
    } else {
        None
    };
    Outcome { winner, score }
}

#[cfg(test)]
mod tests;
