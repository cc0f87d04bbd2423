//! The parameters of the search, a group for each part.
//!
//! The defaults are the plain search of the papers; whatever improves on it is switched on by a
//! recipe.

use tengen_params::{choice, params, parts};

pub use crate::dynamic_komi::params::{DynamicKomiParams, KomiClock, KomiKind, KomiSchedule};

choice! {
    /// How the tree chooses among moves.
    pub enum TreePolicy {
        /// Upper confidence bounds alone.
        Ucb = "ucb",
        /// Upper confidence bounds mixed with the values of moves as first plays.
        UcbRave = "ucb-rave",
        /// The mean value and a bonus that follows the prior and falls with visits.
        ActionValue = "action-value",
    }
}

params! {
    /// The tree itself.
    pub struct TreeParams as tree {
        /// How the tree chooses among moves.
        policy: TreePolicy = TreePolicy::Ucb;
        /// A leaf is expanded when its playouts exceed this.
        threshold: u32 = 1, 0..=1_000_000;
        /// The most memory that the tree may take, in MiB. When it is used up the search goes on
        /// without growing.
        memory: u32 = 1024, 1..=1_000_000, Log;
        /// Whether the part of the tree below the moves played is kept for the next search.
        reuse: bool = false;
    }
}

params! {
    /// Upper confidence bounds.
    pub struct UcbParams as ucb {
        /// C in X + C·sqrt(2·ln n / n_u): the weight of what is not yet known.
        exploration: f32 = 1.5, 0.0..=100.0;
        /// First-play urgency: the value of a move that nothing is known about. At 1000 every such
        /// move is tried before any other is tried again.
        first_play: f32 = 1000.0, 0.0..=1000.0;
    }
}

choice! {
    /// How the weight of first plays falls with visits.
    pub enum Schedule {
        /// sqrt(k / (3n + k)).
        Hand = "hand",
        /// m / (m + n + n·m / k) for m first plays: least squared error.
        LeastError = "least-error",
    }
}

params! {
    /// Values of moves as first plays (RAVE).
    pub struct RaveParams as rave {
        /// How β, the weight of first plays, falls with visits.
        schedule: Schedule = Schedule::Hand;
        /// k of the schedule: the more, the longer first plays count.
        equivalence: f32 = 1000.0, 1.0..=1_000_000.0, Log;
    }
}

params! {
    /// Earlier playouts as first plays of new nodes, for the policy `ucb-rave`.
    pub struct RecallParams as recall {
        /// Whether playouts are remembered.
        on: bool = false;
        /// How many, for each thread.
        size: u32 = 10_000, 1..=10_000_000, Log;
        /// For how many first plays one that is remembered counts.
        weight: f32 = 1.0, 0.0..=1.0;
        /// The most playouts that count for a node, the latest first.
        most: u32 = 500, 1..=1_000_000, Log;
        /// The fewest playouts that say something about a node.
        least: u32 = 1, 1..=1_000_000;
        /// How many moves of the path to a node a playout may lack.
        missing: u32 = 0, 0..=1000;
    }
}

params! {
    /// Progressive widening: the moves that the prior puts first are opened first.
    pub struct WideningParams as widening {
        /// Whether moves wait to be opened.
        on: bool = false;
        /// How many moves are open at once.
        first: u32 = 1, 1..=1000;
        /// How many playouts open the next move.
        playouts: f32 = 40.0, 1.0..=1_000_000.0, Log;
        /// By which factor each further move takes more playouts than the one before.
        growth: f32 = 1.4, 1.0..=10.0;
    }
}

choice! {
    /// Which measure of the prior the bias follows.
    pub enum BiasShape {
        /// P itself.
        Share = "share",
        /// sqrt(P): unlikely moves get more of it.
        Root = "root",
        /// 1 + log2(P) / 10, but at least 0: nothing for a move of less than one in a thousand.
        Log = "log",
    }
}

params! {
    /// A bias towards likely moves that fades with visits, for the policies `ucb` and `ucb-rave`.
    pub struct BiasParams as bias {
        /// c in the bonus c·f(P)·sqrt(k / (n + k)); 0 costs nothing.
        weight: f32 = 0.0, 0.0..=100.0;
        /// k of the bonus: after so many playouts of a move it has fallen to 0.7 of itself.
        equivalence: f32 = 50.0, 0.1..=1_000_000.0, Log;
        /// f of the bonus.
        shape: BiasShape = BiasShape::Root;
    }
}

params! {
    /// The action value.
    pub struct ActionParams as action {
        /// The weight of the prior: c in Q + c·P·sqrt(n) / (1 + n_u).
        exploration: f32 = 1.5, 0.0..=100.0;
        /// By how much a move without playouts is thought worse than the node, times the square root of the share of priors
        /// that has playouts.
        reduction: f32 = 0.0, 0.0..=1.0;
    }
}

params! {
    /// How playouts and networks are mixed, where both evaluate.
    pub struct MixtureParams as mixture {
        /// λ, the share of playouts in the mean of a move: 1 leaves networks out, 0 playouts.
        lambda: f32 = 0.7, 0.0..=1.0;
        /// By how much λ grows in the course of a game, in proportion to the stones on the board.
        drift: f32 = 0.0, -1.0..=1.0;
        /// Whether a move that no network has seen inherits what networks say of the node before it; with the action value,
        /// one without playouts, too.
        heirs: bool = false;
        /// Whether the result of a game that ends in the tree counts beside the evaluations of networks, too: it is exact,
        /// and what networks thought of the positions before it is not.
        endings: bool = false;
    }
}

params! {
    /// Virtual loss, which sends threads different ways.
    pub struct VirtualLossParams as virtual_loss {
        /// How many losses a playout under way counts as; of no effect with one thread.
        losses: f32 = 1.0, 0.0..=100.0;
    }
}

choice! {
    /// Which move of the root is played.
    pub enum ChoiceRule {
        /// The one of the best win rate.
        WinRate = "win-rate",
        /// The one of the most playouts.
        Visits = "visits",
        /// The one whose win rate is best at the lower end of its interval.
        Safe = "safe",
    }
}

params! {
    /// The final choice.
    pub struct ChoiceParams as choice {
        /// Which move of the root is played.
        rule: ChoiceRule = ChoiceRule::WinRate;
        /// The width of the interval of the rule `safe`, in standard deviations.
        confidence: f32 = 2.0, 0.0..=10.0;
        /// Chance in the choice: each move weighs visits to the power of 1 / temperature. 0 plays
        /// the best.
        temperature: f32 = 0.0, 0.0..=10.0;
        /// Whether a search ends as soon as its most visited move cannot be caught.
        early_stop: bool = false;
    }
}

params! {
    /// What a playout is worth.
    pub struct ObjectiveParams as objective {
        /// The weight of the score beside that of winning.
        score: f32 = 0.0, 0.0..=1.0;
        /// The score, in points, at which the share of the score is about three quarters.
        points: f32 = 10.0, 0.1..=1000.0, Log;
    }
}

parts! {
    /// All parameters of a search.
    pub struct SearchParams {
        /// The tree itself.
        tree: TreeParams,
        /// Upper confidence bounds.
        ucb: UcbParams,
        /// First plays.
        rave: RaveParams,
        /// Earlier playouts as first plays of new nodes.
        recall: RecallParams,
        /// Progressive widening.
        widening: WideningParams,
        /// A bias towards likely moves.
        bias: BiasParams,
        /// The action value.
        action: ActionParams,
        /// The mixture of playouts and networks.
        mixture: MixtureParams,
        /// Virtual loss.
        virtual_loss: VirtualLossParams,
        /// The final choice.
        choice: ChoiceParams,
        /// The value of a playout.
        objective: ObjectiveParams,
        /// Points given in the search alone.
        dynamic_komi: DynamicKomiParams,
    }
}
