//! The kit of Go.

use tengen_engine::Kit;
use tengen_go::{Color, Game, Move};

use crate::{
    Analysis, Decision, Findings, GoThinker, ModelFault, Models, Parameters, Restriction, Session,
    Verdict, build, instinct, level, passing, recipes,
};

/// With fewer visits a win rate is that of the position, not of its best move.
const FEW: u64 = 16;

/// The players of Go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Go;

impl Kit for Go {
    type Game = Game;
    type Parameters = Parameters;
    type Models = Models;
    type Fault = ModelFault;
    type Findings = Findings;
    type Thinker = dyn GoThinker;

    const RECIPES: &'static [(&'static str, &'static str)] = recipes::RECIPES;

    fn load(parameters: &Parameters) -> Result<Models, ModelFault> {
        Models::load(parameters)
    }

    fn reload(models: &mut Models, parameters: &Parameters) -> Result<(), ModelFault> {
        Models::check(parameters)?;
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
    ) -> Box<dyn GoThinker> {
        build::thinker(parameters, models, game.size(), seed)
    }

    fn seated(parameters: &Parameters, game: &Game) -> Parameters {
        level::seated(parameters, game.size())
    }

    fn drawn(session: &Session, analysis: &Analysis, restriction: &Restriction) -> Option<Move> {
        let on = session.seated().instinct.on;
        on.then(|| instinct::draw(session, analysis, restriction))?
    }

    fn is_sane(game: &Game, color: Color, mv: Move) -> bool {
        mv.point()
            .is_none_or(|point| !instinct::fills_own(game, color, point))
    }

    fn looks_lost(analysis: &Analysis, threshold: f64) -> bool {
        let Findings {
            exact,
            dynamic_komi,
            ..
        } = &analysis.findings;
        if let Some(exact) = exact {
            return exact.score < 0.0 && exact.hope < threshold;
        }
        // Under dynamic komi the playouts of a move without it may be few, so all of them count too.
        let open = dynamic_komi.is_some() && analysis.winrate >= threshold;
        // So few playouts say less of a move than networks and playouts together of the position.
        if analysis.visits < FEW {
            return analysis.winrate < threshold;
        }
        let best = analysis.best();
        !open && best.is_some_and(|best| best.winrate < threshold)
    }

    fn overrule(
        session: &mut Session,
        decision: &Decision,
        restriction: &Restriction,
        resigns: bool,
    ) -> Option<(Verdict, &'static str)> {
        passing::overrule(session, decision, restriction, resigns)
    }
}
