//! Declarations of every kind.

use tengen_params::{choice, params};

choice! {
    /// How the tree chooses.
    pub(crate) enum TreePolicy {
        /// Upper confidence bounds alone.
        Ucb = "ucb",
        /// Upper confidence bounds
        /// and all moves as first.
        UcbRave = "ucb-rave",
        /// Priors and values.
        Puct = "puct",
    }
}

params! {
    /// The search.
    pub(crate) struct Search as search {
        /// How the tree chooses a move.
        policy: TreePolicy = TreePolicy::UcbRave;
        /// The number of playouts for a move.
        playouts: u32 = 10_000, 1..=1_000_000_000, Log;
        /// Where the random numbers start.
        seed: u64 = 1, 0..=u64::MAX;
        /// The weight of what is not yet known: small values look deep, large values look wide,
        /// and zero trusts the means.
        exploration: f32 = 0.7, 0.0..=10.0;
        /// Whether the tree is kept between moves.
        keep_tree: bool = true;
    }
}

params! {
    /// All moves as first.
    pub(crate) struct Rave as rave {
        /// The number of playouts at which both means weigh the same.
        equivalence: f32 = 1000.0, 1.0..=1e6, Log;
        /// The bias of the first-move mean.
        bias: f64 = -1e-7, -1e-3..=1e-3;
    }
}

params! {
    /// The network.
    pub(crate) struct Net as net {
        /// The file of the model; none if empty.
        model: String = "";
    }
}

/// All parts together.
pub(crate) type Player = (Search, Rave, Option<Net>);

pub(crate) fn player() -> Player {
    (Search::default(), Rave::default(), Some(Net::default()))
}
