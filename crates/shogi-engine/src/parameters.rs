//! Every parameter of every part of a player of Shogi, in one place for all surfaces.

use tengen_alphabeta::eval::linear::Weights;
use tengen_alphabeta::eval::network::SCALE;
pub use tengen_engine::parameters::{BudgetParams, RecipeParams, ResignParams, TimeParams};
use tengen_params::{choice, params, parts};
use tengen_search::SearchParams;
use tengen_shogi::{Declaration, Rules};

choice! {
    /// Which search plays.
    pub enum Method {
        /// Alpha-beta: `budget.playouts` are positions visited, and `budget.threads` search the same tree.
        AlphaBeta = "alpha-beta",
        /// Monte-Carlo tree search with random playouts.
        Uct = "uct",
    }
}

choice! {
    /// What says how good a position is.
    pub enum Judge {
        /// Pieces, their places about both kings, hands, and attacks on the kings, each with a learned weight.
        Linear = "linear",
        /// A small network.
        Network = "network",
        /// The worth of the pieces alone.
        Material = "material",
    }
}

choice! {
    /// The points that win a game by declaration.
    pub enum Points {
        /// 28 for Black and 27 for White.
        TwentySeven = "27",
        /// 31 for either side.
        TwentyFour = "24",
        /// Nobody may declare.
        Never = "never",
    }
}

params! {
    /// Which search plays.
    pub struct PlayerParams as player {
        /// The search: alpha-beta, for which budget.playouts are the positions that it visits, or the Monte-Carlo tree search with random
        /// playouts, whose parameters are tree, ucb and so on.
        search: Method = Method::AlphaBeta;
    }
}

params! {
    /// The evaluation of alpha-beta.
    pub struct EvalParams as eval {
        /// What says how good a position is.
        judge: Judge = Judge::Linear;
        /// The file of the network; empty is the one that comes with the program.
        network: String = "";
    }
}

params! {
    /// The alpha-beta search.
    pub struct AlphaBetaParams as alphabeta {
        /// The table of positions, in MiB.
        hash: u32 = 64, 1..=65_536, Log;
        /// How many of the best moves are searched, each with its line.
        lines: u32 = 1, 1..=600;
        /// The depth of the last iteration, in plies.
        depth: u32 = 120, 1..=120;
        /// The positions that a proof may take where the search says that there is a mate; 0 proves none.
        proof: u64 = 100_000, 0..=1_000_000_000;
    }
}

params! {
    /// The playouts of the Monte-Carlo tree search.
    pub struct PlayoutParams as playout {
        /// The longest, in moves; it is a draw then.
        longest: u32 = 500, 1..=10_000;
    }
}

params! {
    /// The rules of games whose rules nobody else sets, as over USI.
    pub struct RulesParams as rules {
        /// The points by which a game may be declared won.
        declaration: Points = Points::TwentySeven;
        /// The number of moves after which a game is drawn; 0 sets none.
        moves: u32 = 0, 0..=10_000;
    }
}

parts! {
    /// All parameters there are.
    pub struct Parameters {
        /// The recipe itself.
        recipe: RecipeParams,
        /// How much a move may cost.
        budget: BudgetParams,
        /// Which search plays.
        player: PlayerParams,
        /// The evaluation of alpha-beta.
        eval: EvalParams,
        /// The alpha-beta search.
        alphabeta: AlphaBetaParams,
        /// The Monte-Carlo tree search.
        search: SearchParams,
        /// Its playouts.
        playout: PlayoutParams,
        /// The rules of games whose rules nobody else sets.
        rules: RulesParams,
        /// When a lost game is given up.
        resign: ResignParams,
        /// How the time of a clock is used.
        time: TimeParams,
    }
}

tengen_engine::groups!(Parameters);

impl Judge {
    /// Hundredths of a pawn that go with odds of e to 1.
    pub(crate) fn scale(self) -> i32 {
        match self {
            Self::Linear => Weights::built_in().odds(),
            Self::Network | Self::Material => SCALE,
        }
    }
}

impl Parameters {
    /// The rules of a game whose rules nobody else sets.
    #[must_use]
    pub const fn rules(&self) -> Rules {
        let declaration = match self.rules.declaration {
            Points::TwentySeven => Declaration::Points27,
            Points::TwentyFour => Declaration::Points24,
            Points::Never => Declaration::Never,
        };
        Rules {
            declaration,
            most: self.rules.moves,
        }
    }

    /// Tests if positions are judged by a network.
    #[must_use]
    pub fn wants_network(&self) -> bool {
        self.player.search == Method::AlphaBeta && self.eval.judge == Judge::Network
    }
}
