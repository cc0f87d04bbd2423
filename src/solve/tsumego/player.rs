//! A recipe in the solver's place: any player answers, on a framed board and in the region alone.

use std::time::Instant;

use tengen_go::{Game, Move, Rules};
use tengen_go_engine::{Ban, Go, Models, Parameters, Restriction, Session, Verdict};
use tengen_problems::{Played, Posed, Reply};
use tengen_solver::tsumego::{Framed, Goal};

use crate::failure::Failure;
use crate::player::recipe;

/// The free points around the stones, inside of the frame.
const MARGIN: usize = 1;

/// The parameters of a recipe that answers problems.
///
/// # Errors
/// If there is no such recipe, or it lacks a model.
pub(super) fn parameters(
    name: &str,
    playouts: Option<u64>,
    seconds: f64,
) -> Result<Parameters, Failure> {
    let mut parameters = recipe::<Go>(name)?.parameters;
    match playouts {
        Some(playouts) => parameters.budget.limit_playouts(playouts),
        None => parameters.budget.limit_seconds(seconds),
    }
    parameters.resign.threshold = 0.0;
    parameters.passing.sane = false;
    Models::load(&parameters)?;
    Ok(parameters)
}

/// The answer of a player. The frame is balanced such that who reaches the goal wins the game.
pub(super) fn answer(posed: &Posed, parameters: &Parameters, goal: Option<Goal>) -> Reply {
    let framed = match Framed::new(&posed.figure, MARGIN) {
        Ok(framed) => framed,
        Err(error) => return Reply::Refused(error.to_string()),
    };
    let turn = posed.figure.turn;
    let own = match framed.attacker == turn {
        true => Goal::Kill,
        false => Goal::Live,
    };
    if goal.is_some_and(|goal| goal != own) {
        return Reply::Refused(
            "the frame is for the other goal: the outer stones say so".to_owned(),
        );
    }
    let inside = framed.inside.iter().map(Move::Play).collect();
    let restriction = Restriction {
        bans: vec![Ban {
            color: turn,
            moves: inside,
            only: true,
            plies: 1,
        }],
    };
    let game = Game::from_position(framed.stones.clone(), turn, Rules::CHINESE, framed.komi);
    let start = Instant::now();
    let mut session = Session::new(parameters.clone(), game);
    let decision = session.choose(turn, &restriction, &mut ());
    let candidates = &decision.analysis.candidates;
    let point = |mv: Move| mv.point().and_then(|point| framed.there(point));
    let chosen = match decision.verdict {
        Verdict::Play(mv @ Move::Play(_)) => Some(mv),
        _ => candidates.iter().map(|c| c.mv).find(|&mv| mv != Move::Pass),
    };
    let rate = candidates.iter().find(|c| Some(c.mv) == chosen);
    Reply::Played(Played {
        mv: chosen.and_then(point).map_or(Move::Pass, Move::Play),
        goal: own,
        winrate: rate.map(|candidate| candidate.winrate),
        playouts: decision.analysis.playouts,
        time: start.elapsed(),
    })
}
