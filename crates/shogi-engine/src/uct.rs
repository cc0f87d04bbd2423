//! Monte-Carlo tree search with random playouts.

use tengen_engine::tree_search::{Counts, Root, TreeSearch};
use tengen_game::{Color, Game as _};
use tengen_search::{AllMoves, Mcts, Parts, RandomPlayout, View};
use tengen_shogi::{Field, Game};

use crate::{Findings, Parameters, Shogi, ShogiThinker};

/// The moves that a tree may go ahead where the rules set no limit.
const AHEAD: u32 = 2000;

pub(crate) fn search(parameters: &Parameters, game: &Game, seed: u64) -> Box<dyn ShogiThinker> {
    let parts = (0..parameters.budget.threads).map(|_| Parts {
        expand: Box::new(AllMoves),
        leaf: Box::new(RandomPlayout::new(parameters.playout.longest as usize)),
        observers: Vec::new(),
    });
    let search = &parameters.search;
    let root = Field::root(game, game.turn());
    let mcts = Mcts::new(search, root, None, parts.collect(), seed);
    Box::new(TreeSearch::<Shogi, _, _>::new(
        mcts,
        Nothing,
        search.tree.reuse,
    ))
}

impl Root<Shogi> for Field {
    fn root(game: &Game, _: Color) -> Self {
        let played = u32::try_from(game.moves().len()).unwrap_or(u32::MAX);
        let left = match game.rules().most {
            0 => AHEAD,
            most => most.saturating_sub(played),
        };
        Self::new(game.board(), left)
    }
}

/// Nothing is counted beside the tree.
pub(crate) struct Nothing;

impl Counts<Shogi> for Nothing {
    fn findings(&self, view: &View<'_>, _: Color) -> Findings {
        Findings {
            nodes: view.playouts,
            ..Findings::default()
        }
    }
}

impl ShogiThinker for TreeSearch<Shogi, Field, Nothing> {
    fn limit_depth(&mut self, _: Option<u32>) {}
}
