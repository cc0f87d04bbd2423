//! Every parameter of every part of a player of Go, in one place for all surfaces.

pub use tengen_engine::parameters::{BudgetParams, RecipeParams, ResignParams, TimeParams};
use tengen_params::{choice, params, parts};
use tengen_playout::{CascadeParams, GammaParams, LgrfParams, TabuParams};
use tengen_search::SearchParams;
use tengen_search::params::{KomiKind, TreePolicy};

use crate::difference::DifferenceParams;
use crate::endgame::EndgameParams;
use crate::history::HistoryParams;
use crate::instinct::InstinctParams;
use crate::knowledge::KnowledgeParams;
use crate::level::{LevelParams, Rank};
use crate::network::{NetParams, Precision};
use crate::prior::PriorParams;

choice! {
    /// How moves of playouts are chosen.
    pub enum PlayoutPolicy {
        /// Any legal move that does not fill an own eye.
        Uniform = "uniform",
        /// Rules of shape and tactics around the last moves, then random ones.
        Cascade = "cascade",
        /// Every move with the chance of its learned strength.
        Gamma = "gamma",
    }
}

params! {
    /// The playouts.
    pub struct PlayoutParams as playout {
        /// How their moves are chosen.
        policy: PlayoutPolicy = PlayoutPolicy::Uniform;
        /// Whether the last good reply is tried first.
        lgrf: bool = false;
    }
}

params! {
    /// Which moves enter the tree.
    pub struct ExpansionParams as expansion {
        /// Whether the tree may fill own one-point eyes.
        own_eyes: bool = false;
        /// How many moves of a node enter the tree besides the pass, those of the largest priors; 0 lets all enter.
        best: u32 = 0, 0..=1000;
    }
}

params! {
    /// How a game is ended.
    pub struct PassingParams as passing {
        /// Whether to pass in answer to a pass when the count is won, and when nothing is left to
        /// play for, instead of only when the search likes a pass best.
        sane: bool = true;
    }
}

params! {
    /// What is counted beside the search, for experiments; the search is the same.
    pub struct MeasureParams as measure {
        /// Among how many first moves of each playout positions that come again are counted; 0
        /// counts none and costs nothing.
        duplicates: u32 = 0, 0..=1000;
        /// Whether who ends up with which point is counted for each move of the root apart, too.
        moves_ownership: bool = false;
    }
}

parts! {
    /// All parameters there are.
    pub struct Parameters {
        /// The recipe itself.
        recipe: RecipeParams,
        /// How strong it plays.
        level: LevelParams,
        /// How much a move may cost.
        budget: BudgetParams,
        /// The tree search.
        search: SearchParams,
        /// Which moves enter the tree.
        expansion: ExpansionParams,
        /// What is known about moves before they are searched.
        knowledge: KnowledgeParams,
        /// What a learned model makes of them.
        prior: PriorParams,
        /// What networks make of positions.
        net: NetParams,
        /// The playouts.
        playout: PlayoutParams,
        /// Those of the cascade of rules.
        cascade: CascadeParams,
        /// Those of learned strengths.
        gamma: GammaParams,
        /// Those of the last good reply.
        lgrf: LgrfParams,
        /// Tabu lists in the leaves.
        tabu: TabuParams,
        /// Difference games.
        difference: DifferenceParams,
        /// Late positions.
        endgame: EndgameParams,
        /// The game tree out of the playout history.
        history: HistoryParams,
        /// Moves drawn by how likely they look.
        instinct: InstinctParams,
        /// When a lost game is given up.
        resign: ResignParams,
        /// How a game is ended.
        passing: PassingParams,
        /// How the time of a clock is used.
        time: TimeParams,
        /// What is counted beside the search.
        measure: MeasureParams,
    }
}

tengen_engine::groups!(Parameters);

/// Two parameters that do not go together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{one}` does not go together with `{other}`: {why}")]
pub struct Clash {
    /// One of them.
    pub one: &'static str,
    /// The other, as it is set.
    pub other: &'static str,
    /// The reason, and the remedy.
    pub why: &'static str,
}

impl Parameters {
    /// Tests if all parts go together.
    ///
    /// # Errors
    /// If two of them do not: the first such pair.
    pub fn check(&self) -> Result<(), Clash> {
        let clashes = [
            (
                self.playout.lgrf,
                "playout.lgrf=true",
                "replies are learned from the moves of one board; leave one of the two out",
            ),
            (
                self.tabu.size > 0,
                "tabu.size",
                "the lists of a leaf know the positions of one board; set tabu.size to 0",
            ),
            (
                self.measure.duplicates > 0,
                "measure.duplicates",
                "positions are counted on one board; set measure.duplicates to 0",
            ),
            (
                self.search.dynamic_komi.kind != KomiKind::Off,
                "dynamic_komi.kind",
                "komi cancels out in a position and its twin; set dynamic_komi.kind to off",
            ),
        ];
        let with_endgame = [
            (
                self.difference.on,
                "difference.on",
                "komi cancels out in a position and its twin, so none is looked for; leave one of the two out",
            ),
            (
                self.search.dynamic_komi.kind != KomiKind::Off,
                "dynamic_komi.kind",
                "both shift the komi of late positions; set dynamic_komi.kind to off",
            ),
        ];
        let with_recall = [(
            self.search.tree.policy != TreePolicy::UcbRave,
            "tree.policy",
            "playouts are remembered as first plays; set tree.policy to ucb-rave",
        )];
        let with_history = [
            (
                self.difference.on,
                "difference.on",
                "playouts of two boards are no playouts of the game; leave one of the two out",
            ),
            (
                self.endgame.on,
                "endgame.on",
                "playouts of another komi have another winner; leave one of the two out",
            ),
            (
                self.search.dynamic_komi.kind != KomiKind::Off,
                "dynamic_komi.kind",
                "the history knows who won at the real komi; set dynamic_komi.kind to off",
            ),
            (
                self.tabu.size > 0,
                "tabu.size",
                "there are no leaves to have lists; set tabu.size to 0",
            ),
            (
                self.measure.duplicates > 0,
                "measure.duplicates",
                "there are no leaves whose playouts are compared; set measure.duplicates to 0",
            ),
            (
                self.budget.threads > 1,
                "budget.threads",
                "one thread fills the history, so that it has an order; set budget.threads to 1",
            ),
        ];
        let with_networks = [
            (
                self.difference.on,
                "difference.on",
                "networks know one board, not a position and its twin; leave one of the two out",
            ),
            (
                self.history.on,
                "history.on",
                "the history is made of playouts alone; leave one of the two out",
            ),
            (
                self.search.dynamic_komi.kind != KomiKind::Off,
                "dynamic_komi.kind",
                "networks judge at the real komi; set dynamic_komi.kind to off",
            ),
        ];
        let with_bfloat16 = [(
            self.net.portable,
            "net.portable",
            "not every machine computes in bfloat16; set net.portable to false",
        )];
        let with_levels = [(
            !self.net.is_on(),
            "net.mode",
            "levels draw on what a network says; take the recipe default, or set level.rank to full",
        )];
        let below = self.level.rank != Rank::Full;
        let short = self.net.is_on() && self.net.precision == Precision::Bfloat16;
        let groups = [
            (below, "level.rank", &with_levels[..]),
            (self.net.is_on(), "net.mode", &with_networks[..]),
            (short, "net.precision", &with_bfloat16[..]),
            (self.difference.on, "difference.on", &clashes[..]),
            (self.endgame.on, "endgame.on", &with_endgame[..]),
            (self.history.on, "history.on", &with_history[..]),
            (self.search.recall.on, "recall.on", &with_recall[..]),
        ];
        for (on, one, clashes) in groups {
            let clash = clashes.iter().find(|(clashes, ..)| *clashes);
            if let Some(&(_, other, why)) = clash.filter(|_| on) {
                return Err(Clash { one, other, why });
            }
        }
        Ok(())
    }
}
