//! Players of ours: recipes, and their searches.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::time::Duration;

use tengen_engine::TimeSystem;
use tengen_engine::parameters::BudgetParams;
use tengen_game::Color;
use tengen_params::Params;

use super::{Board, Problem};
use crate::player::Turn;
use crate::record::Spent;
use crate::run::ModelFile;

/// A recipe: the parameters of a search.
pub trait OwnPlayer: Debug + Send + Sync {
    /// The same again.
    fn boxed(&self) -> Box<dyn OwnPlayer>;

    /// All parameters.
    fn params(&self) -> &dyn Params;

    /// All parameters, to be changed.
    fn params_mut(&mut self) -> &mut dyn Params;

    /// Those of them that say what a search may spend.
    fn budget(&self) -> &BudgetParams;

    /// The same, to be changed.
    fn budget_mut(&mut self) -> &mut BudgetParams;

    /// True if its search is all in the thread that asks for it, whose processor time is then that of the search.
    fn thinks_here(&self) -> bool {
        self.budget().threads == 1
    }

    /// The models that it uses, by the parameter that names them.
    ///
    /// # Errors
    /// With a sentence, if one is not there or cannot be used.
    fn models(&self) -> Result<BTreeMap<String, ModelFile>, String>;

    /// Makes it a player that answers a problem: it neither resigns nor passes while it knows another
    /// move, unless that is right.
    fn prepare(&mut self, problem: &Problem);

    /// A search at this board.
    ///
    /// # Errors
    /// With the reason without the player's name, if it cannot play on it.
    fn sit(&self, board: &dyn Board) -> Result<Box<dyn Sitting>, String>;
}

impl Clone for Box<dyn OwnPlayer> {
    fn clone(&self) -> Self {
        (**self).boxed()
    }
}

/// A search of ours at a board.
pub trait Sitting {
    /// Gives it a clock.
    fn set_clock(&mut self, system: TimeSystem);

    /// Tells it what a side has left, and for how many moves; 0 moves is the main time.
    fn time_left(&mut self, color: Color, left: Duration, moves: u32);

    /// Plays a move on its board.
    ///
    /// # Errors
    /// With the reason, if it is illegal.
    fn play(&mut self, color: Color, mv: &str) -> Result<(), String>;

    /// Chooses a move and plays it. The search ends when `stop` returns true, which is asked every few
    /// milliseconds.
    fn choose(&mut self, color: Color, stop: &mut dyn FnMut() -> bool) -> Turn;

    /// Chooses a move of the side to move in a problem; whoever sits has been
    /// [prepared](OwnPlayer::prepare) for it.
    fn answer(&mut self, problem: &Problem, stop: &mut dyn FnMut() -> bool) -> Answer;

    /// Searches for the side to move, and says what it counted.
    fn measure(&mut self, stop: &mut dyn FnMut() -> bool) -> Measured;

    /// The claim that it makes of a game whose end is for the players to agree on.
    fn claim(&mut self) -> Option<String>;
}

/// A move that answers a problem.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The move as it is said.
    pub mv: String,
    /// The win rate that the search gives it.
    pub winrate: Option<f32>,
    /// The playouts that were made.
    pub playouts: u64,
}

/// The numbers of a search in a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// The move it would play, as it is said.
    pub best: String,
    /// The counts, by name.
    pub counts: BTreeMap<String, f64>,
    /// Rows of numbers, by name.
    pub rows: BTreeMap<String, Vec<f64>>,
    /// The cost of the search alone.
    pub spent: Spent,
}
