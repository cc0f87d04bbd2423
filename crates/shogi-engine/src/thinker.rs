//! The search of a player.

use std::sync::Arc;

use tengen_alphabeta::eval::{Accumulator, Linear, Material};
use tengen_engine::Thinker;
use tengen_shogi::Game;

use crate::alphabeta::AlphaBeta;
use crate::parameters::{Judge, Method};
use crate::{Models, Parameters, Shogi, uct};

/// A search of Shogi.
pub trait ShogiThinker: Thinker<Shogi> {
    /// Searches no deeper than this from now on, where it has a depth; without one as deep as its parameters say.
    fn limit_depth(&mut self, depth: Option<u32>);
}

/// The search of these parameters and models.
pub(crate) fn thinker(
    parameters: &Parameters,
    models: &Models,
    game: &Game,
    seed: u64,
) -> Box<dyn ShogiThinker> {
    if parameters.player.search == Method::Uct {
        return uct::search(parameters, game, seed);
    }
    match (parameters.eval.judge, models.network()) {
        (Judge::Network, Some(network)) => {
            let eval = Accumulator::new(Arc::clone(network));
            Box::new(AlphaBeta::new(parameters, &eval))
        }
        (Judge::Linear, _) => Box::new(AlphaBeta::new(parameters, &Linear::default())),
        _ => Box::new(AlphaBeta::new(parameters, &Material::default())),
    }
}
