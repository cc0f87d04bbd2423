//! The parameters that players of every game have.

use std::fmt::Debug;

use tengen_params::{Params, params};
pub use tengen_search::params::ChoiceParams;

params! {
    /// The recipe itself.
    pub struct RecipeParams as recipe {
        /// What it is called.
        name: String = "plain";
        /// What it is, in a sentence.
        about: String = "";
    }
}

params! {
    /// How much a move may cost.
    pub struct BudgetParams as budget {
        /// Playouts for a move; 0 sets no limit, but 10,000 are the limit where nothing else is.
        playouts: u64 = 10_000, 0..=1_000_000_000_000;
        /// Seconds for a move where no clock runs; 0 sets no limit.
        seconds: f64 = 0.0, 0.0..=1_000_000.0;
        /// How many threads search.
        threads: u32 = 1, 1..=1024;
        /// Where the random numbers start: with one thread and playouts as the limit, the same seed
        /// plays the same game.
        seed: u64 = 1, 0..=18_446_744_073_709_551_615;
        /// Whether to go on thinking while the opponent does.
        ponder: bool = false;
    }
}

impl BudgetParams {
    /// Makes so many playouts the only limit.
    pub const fn limit_playouts(&mut self, playouts: u64) {
        self.playouts = playouts;
        self.seconds = 0.0;
    }

    /// Makes so many seconds the only limit.
    pub const fn limit_seconds(&mut self, seconds: f64) {
        self.playouts = 0;
        self.seconds = seconds;
    }
}

params! {
    /// When a lost game is given up.
    pub struct ResignParams as resign {
        /// Resign below this win rate; 0 never does.
        threshold: f32 = 0.0, 0.0..=0.5;
        /// After so many own moves below it in a row.
        moves: u32 = 3, 1..=100;
        /// But not before so many moves of both sides.
        earliest: u32 = 0, 0..=1000;
    }
}

params! {
    /// How the time of a clock is used.
    pub struct TimeParams as time {
        /// Time kept back for every move, in seconds: the latency to the opponent.
        lag: f64 = 0.1, 0.0..=60.0;
        /// How much more than an even share a move of the middle game gets.
        boost: f64 = 1.5, 0.1..=10.0;
    }
}

/// The parameters of a player, as far as every game has them.
pub trait Groups: Params + Clone + Debug + Default + PartialEq + Send + Sync + 'static {
    /// The recipe itself.
    fn recipe(&self) -> &RecipeParams;

    /// The recipe, to be changed.
    fn recipe_mut(&mut self) -> &mut RecipeParams;

    /// The cost of a move.
    fn budget(&self) -> &BudgetParams;

    /// The cost of a move, to be changed.
    fn budget_mut(&mut self) -> &mut BudgetParams;

    /// The end of a lost game.
    fn resign(&self) -> &ResignParams;

    /// The end of a lost game, to be changed.
    fn resign_mut(&mut self) -> &mut ResignParams;

    /// The use of a clock.
    fn time(&self) -> &TimeParams;

    /// The choice among the moves of a search.
    fn choice(&self) -> &ChoiceParams;
}

/// Implements [`Groups`] for parameters with the parts `recipe`, `budget`, `search`, `resign` and
/// `time`.
#[macro_export]
macro_rules! groups {
    ($parameters:ty) => {
        impl $crate::Groups for $parameters {
            fn recipe(&self) -> &$crate::parameters::RecipeParams {
                &self.recipe
            }

            fn recipe_mut(&mut self) -> &mut $crate::parameters::RecipeParams {
                &mut self.recipe
            }

            fn budget(&self) -> &$crate::parameters::BudgetParams {
                &self.budget
            }

            fn budget_mut(&mut self) -> &mut $crate::parameters::BudgetParams {
                &mut self.budget
            }

            fn resign(&self) -> &$crate::parameters::ResignParams {
                &self.resign
            }

            fn resign_mut(&mut self) -> &mut $crate::parameters::ResignParams {
                &mut self.resign
            }

            fn time(&self) -> &$crate::parameters::TimeParams {
                &self.time
            }

            fn choice(&self) -> &$crate::parameters::ChoiceParams {
                &self.search.choice
            }
        }
    };
}
