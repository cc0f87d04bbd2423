//! The words in which programs of others are spoken to.

use std::fmt::Debug;
use std::path::Path;
use std::time::Duration;

use tengen_game::Color;
use tengen_process::{Engine, Fault};

use super::Board;
use crate::player::{Action, Budget, Failing};

/// The words of a program about itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Introduction {
    /// Its name.
    pub name: Option<String>,
    /// Its version.
    pub version: Option<String>,
    /// The version of the protocol that it speaks.
    pub protocol: Option<String>,
}

/// A conversation with a program of others, for one game. When it is started and ended, and how long
/// it is waited for, is not the protocol's to say.
///
/// Whatever returns a fault says that the program failed or refused.
pub trait Protocol: Debug {
    /// Says in sentences what is odd about what the program has said so far.
    fn oddities(&self) -> Vec<String> {
        Vec::new()
    }

    /// Asks the program who it is.
    ///
    /// # Errors
    /// If it does not answer; what it refuses to tell is left out.
    fn introduce(&mut self, engine: &mut Engine) -> Result<Introduction, Fault>;

    /// Says in sentences what of the protocol the program does not know.
    ///
    /// # Errors
    /// If it does not answer.
    fn lacks(&mut self, engine: &mut Engine) -> Result<Vec<String>, Fault>;

    /// Puts the board of a start before it, with all its terms.
    ///
    /// # Errors
    /// If it refuses.
    fn set_board(&mut self, engine: &mut Engine, board: &dyn Board) -> Result<(), Fault>;

    /// Tells it a line that the experiment's file has for it.
    ///
    /// # Errors
    /// If it refuses.
    fn tell(&mut self, engine: &mut Engine, line: &str) -> Result<(), Fault>;

    /// Tells it the time it has, and that all is said that comes before a game.
    ///
    /// # Errors
    /// If it refuses.
    fn set_clock(&mut self, engine: &mut Engine, budget: Budget) -> Result<(), Fault>;

    /// True if it wants to hear how much time is left.
    ///
    /// # Errors
    /// If it does not answer.
    fn hears_time(&mut self, engine: &mut Engine) -> Result<bool, Fault>;

    /// Tells it what a side has left, and for how many moves; 0 moves is the main time.
    ///
    /// # Errors
    /// If it refuses.
    fn time_left(
        &mut self,
        engine: &mut Engine,
        color: Color,
        left: Duration,
        moves: u32,
    ) -> Result<(), Fault>;

    /// Tells it a move.
    ///
    /// # Errors
    /// If it refuses.
    fn play(&mut self, engine: &mut Engine, color: Color, mv: &str) -> Result<(), Fault>;

    /// Asks for a move, which it plays on its own board; what it says.
    ///
    /// # Errors
    /// If it says nothing within this time.
    fn choose(
        &mut self,
        engine: &mut Engine,
        color: Color,
        wait: Duration,
    ) -> Result<String, Fault>;

    /// The meaning of an answer to the question for a move.
    ///
    /// # Errors
    /// If that is no legal move, or nothing at all.
    fn action(&self, said: &str) -> Result<Action, Failing>;

    /// Puts a position before it that it has not played to; `file` is where one may be written, and
    /// removed again. The next question for a move is about that position alone.
    ///
    /// # Errors
    /// If it refuses, or the file cannot be written.
    fn pose(&mut self, engine: &mut Engine, board: &dyn Board, file: &Path) -> Result<(), Failing>;

    /// Asks what it claims of a game whose end is for the players to agree on.
    ///
    /// # Errors
    /// If it fails; where it only cannot tell, nothing is claimed.
    fn claim(&mut self, engine: &mut Engine) -> Result<Option<String>, Fault>;
}
