//! A game as findings see it: who won, who lost how.

use crate::record::{End, GameRecord, Side};

/// An outcome of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    Won(Side),
    Draw,
    /// The result says neither.
    Unknown,
}

/// The outcome of a game.
pub(super) fn outcome(game: &GameRecord) -> Outcome {
    match game.score_of(Side::First) {
        Some(1.0) => Outcome::Won(Side::First),
        Some(0.0) => Outcome::Won(Side::Second),
        Some(_) => Outcome::Draw,
        None => Outcome::Unknown,
    }
}

/// The score of the first player, in half points.
pub(super) fn halves(outcome: Outcome) -> Option<u64> {
    match outcome {
        Outcome::Won(Side::First) => Some(2),
        Outcome::Draw => Some(1),
        Outcome::Won(Side::Second) => Some(0),
        Outcome::Unknown => None,
    }
}

/// All ends, in the order of tables.
pub(super) const ENDS: [End; 5] = [
    End::Score,
    End::Resignation,
    End::Length,
    End::Time,
    End::Forfeit,
];

/// The seconds of the moves of one side. Whoever begins, begins in openings too.
pub(super) fn seconds(game: &GameRecord, side: Side) -> impl Iterator<Item = f64> + '_ {
    let begins = (game.black == side) != game.white_begins;
    let first = if begins { 0 } else { 1 };
    let turn = move |at: &usize| (at + game.opening) % 2 == first;
    let numbered = game.seconds.iter().enumerate();
    numbered
        .filter(move |(at, _)| turn(at))
        .map(|(_, &seconds)| f64::from(seconds))
        .filter(|seconds| seconds.is_finite())
}
