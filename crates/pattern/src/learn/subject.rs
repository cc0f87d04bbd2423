//! The two kinds of features that are learned: those of the tree and those of playouts.

use std::sync::Arc;

use super::LearnParams;
use crate::local::FEATURES;
use crate::scene::{PatternParams, Vocabulary};

/// The thing to be learned, with its parameters.
#[derive(Clone, Copy, Debug)]
pub enum Subject<'a> {
    /// Strengths of patterns and other features of moves, for the tree.
    Patterns(&'a PatternParams),
    /// Strengths of local features, for playouts.
    Playout(&'a LearnParams),
}

impl Subject<'_> {
    /// The parameters of gradient ascent.
    #[must_use]
    pub const fn learn(&self) -> &LearnParams {
        match self {
            Self::Patterns(params) => &params.learn,
            Self::Playout(params) => params,
        }
    }
}

/// Features with their numbers.
#[derive(Clone, Debug)]
pub enum Features {
    /// Those of moves, collected from games.
    Patterns(Arc<Vocabulary>),
    /// The local ones, which are the same whatever the games.
    Local,
}

impl Features {
    /// The number of weights: one for each feature, and one for none.
    #[must_use]
    pub fn weights(&self) -> usize {
        match self {
            Self::Patterns(vocabulary) => vocabulary.len(),
            Self::Local => FEATURES,
        }
    }
}

/// Features, and how much there is to learn them from.
#[derive(Clone, Debug)]
pub struct Basis {
    /// The features.
    pub features: Features,
    /// The number of games.
    pub games: u64,
    /// The number of positions in the moves looked at; 0 where only a pass of learning counts them.
    pub positions: u64,
}
