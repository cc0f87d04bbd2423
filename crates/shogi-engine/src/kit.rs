//! The kit of Shogi.

use tengen_engine::Kit;
use tengen_game::Game as _;
use tengen_shogi::{Game, Move};

use crate::{
    Decision, Findings, ModelFault, Models, Parameters, Restriction, Session, ShogiThinker,
    Verdict, recipes, thinker,
};

/// The players of Shogi.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shogi;

impl Kit for Shogi {
    type Game = Game;
    type Parameters = Parameters;
    type Models = Models;
    type Fault = ModelFault;
    type Findings = Findings;
    type Thinker = dyn ShogiThinker;

    const RECIPES: &'static [(&'static str, &'static str)] = recipes::RECIPES;

    fn load(parameters: &Parameters) -> Result<Models, ModelFault> {
        Models::load(parameters)
    }

    fn reload(models: &mut Models, parameters: &Parameters) -> Result<(), ModelFault> {
        if !models.suit(parameters) {
            *models = Models::load(parameters)?;
        }
        Ok(())
    }

    fn thinker(
        parameters: &Parameters,
        models: &Models,
        game: &Game,
        seed: u64,
    ) -> Box<dyn ShogiThinker> {
        thinker::thinker(parameters, models, game, seed)
    }

    fn overrule(
        session: &mut Session,
        decision: &Decision,
        restriction: &Restriction,
        resigns: bool,
    ) -> Option<(Verdict, &'static str)> {
        if may_declare(session.game(), decision.color, restriction) {
            let declares = Verdict::Play(Move::DECLARE);
            return Some((declares, "the game is won by declaration"));
        }
        resigns.then_some((Verdict::Resign, "the game is lost"))
    }
}

/// Tests if a side may declare the game won now.
pub(crate) fn may_declare(
    game: &Game,
    color: tengen_game::Color,
    restriction: &Restriction,
) -> bool {
    let allowed = restriction.allows(color, Move::DECLARE, 0);
    allowed && game.check(color, Move::DECLARE).is_ok()
}
