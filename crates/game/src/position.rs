//! The interface between a search and a game.

use crate::Color;

/// The outcome of a finished game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcome {
    /// The winner; `None` is a draw.
    pub winner: Option<Color>,
    /// By how much, in Black's view, where the game counts points; 0 otherwise.
    pub score: f32,
}

/// A position with its side to move: all that a search knows of a game.
///
/// Rules that need the whole history (superko, repetition) are the business of the game that owns
/// the position; see `tengen_go::Game`.
pub trait Position: Clone {
    /// A move; small and copied freely.
    type Move: Copy + Eq + std::fmt::Debug;

    /// The number of move codes in this position's game; codes are dense in `0..codes()` and index
    /// AMAF tables, reply tables and policy heads.
    fn codes(&self) -> usize;

    /// The dense code of a move, in `0..codes()`.
    fn code(&self, mv: Self::Move) -> usize;

    /// The move of a code: the inverse of [`Position::code`] for the moves that are legal here.
    fn decode(&self, code: usize) -> Self::Move;

    /// The side to move.
    fn turn(&self) -> Color;

    /// Calls `each` once for every legal move, in an order that depends on the position alone; none
    /// if the game is over.
    fn moves(&self, each: impl FnMut(Self::Move));

    /// Plays a legal move. What an illegal one does is not specified, except that it is safe.
    fn play(&mut self, mv: Self::Move);

    /// The outcome, once the game is over.
    fn outcome(&self) -> Option<Outcome>;

    /// A hash of everything that decides the future of the game, the side to move included.
    fn hash(&self) -> u64;
}
