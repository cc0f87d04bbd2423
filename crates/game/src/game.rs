//! A game as sessions, referees and front ends see it: whole, with its history.

use std::error::Error;
use std::fmt::Debug;

use crate::{Color, Outcome};

/// The state of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Status {
    /// It goes on.
    Running,
    /// It is over, and the rules say how it ended.
    Ended(Outcome),
    /// It is over, and the players have to agree on the count.
    ToBeCounted,
}

/// The progress of a game, for whoever shares out time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// Moves so far.
    pub moves: usize,
    /// The usual number of moves of a game, those of both sides together.
    pub length: f64,
    /// The own moves that are always expected to come, however long the game has gone on.
    pub reserve: f64,
}

/// A game with its rules and its whole history.
///
/// Either side may play at any time where the rules let it, since protocols and records ask for that;
/// [`Game::turn`] says whose turn it would be. A search sees a [`Position`](crate::Position) instead,
/// which is fast and has no past.
pub trait Game: Clone + Debug + Send + Sync + 'static {
    /// A move; small and copied freely.
    type Move: Copy + Eq + Debug + Send + Sync + 'static;
    /// The reason why a move is illegal, in a sentence.
    type Illegal: Error + Send + Sync + 'static;
    /// The part of the game that the text of a move depends on, such as the size of the board.
    type Geometry: Copy + Eq + Debug + Send + Sync + 'static;

    /// The geometry of this game; it stays as it is.
    fn geometry(&self) -> Self::Geometry;

    /// The text of a move.
    fn label(mv: Self::Move, geometry: Self::Geometry) -> String;

    /// The move of a text; `None` if it is none.
    fn parse(text: &str, geometry: Self::Geometry) -> Option<Self::Move>;

    /// The move that leaves the position as it is, in games that have one.
    fn pass() -> Option<Self::Move> {
        None
    }

    /// The side whose turn it is.
    fn turn(&self) -> Color;

    /// The moves so far, with who played them.
    fn moves(
        &self,
    ) -> impl DoubleEndedIterator<Item = (Color, Self::Move)> + ExactSizeIterator + '_;

    /// Tests if a side may play a move now.
    ///
    /// # Errors
    /// If the move is illegal.
    fn check(&self, color: Color, mv: Self::Move) -> Result<(), Self::Illegal>;

    /// All moves that a side may play now, in an order that depends on the position alone.
    fn legal_moves(&self, color: Color) -> Vec<Self::Move>;

    /// Plays a move; then it is the other side's turn.
    ///
    /// # Errors
    /// If the move is illegal; the game is unchanged then.
    fn play(&mut self, color: Color, mv: Self::Move) -> Result<(), Self::Illegal>;

    /// Takes the last move back and returns it; `None` at the start of the game.
    fn undo(&mut self) -> Option<(Color, Self::Move)>;

    /// The state of the game.
    fn status(&self) -> Status;

    /// A hash of the position and the side to move.
    fn hash(&self) -> u64;

    /// A hash of all that holds for the whole game: the start, the rules, the komi.
    fn terms(&self) -> u64;

    /// The progress of the game.
    fn progress(&self) -> Progress;
}
