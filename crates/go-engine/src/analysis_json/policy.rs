//! How likely each move is before any search: by the network where searches use one, elsewhere by the learned
//! patterns.

use tengen_go::{Move, Point, Symmetry};
use tengen_net::input::Moment;
use tengen_search::portable::exp;

use crate::network::Evaluator;
use crate::{Session, forecast};

/// The likelihood of each move of the side to move, row by row from the upper left corner and the pass last; −1 if
/// it is not legal. None without a model.
pub(super) fn policy(session: &Session) -> Option<Vec<f32>> {
    let game = session.game();
    let mut likely = network(session).or_else(|| patterns(session))?;
    for (point, chance) in Point::all(game.size()).zip(&mut likely) {
        if game.check(game.turn(), Move::Play(point)).is_err() {
            *chance = -1.0;
        }
    }
    let legal = |chance: &&mut f32| **chance >= 0.0;
    let sum: f32 = likely.iter().filter(|chance| **chance >= 0.0).sum();
    if sum > 0.0 {
        likely
            .iter_mut()
            .filter(legal)
            .for_each(|chance| *chance /= sum);
    }
    Some(likely)
}

fn network(session: &Session) -> Option<Vec<f32>> {
    let (net, size) = (&session.parameters().net, session.game().size());
    if !net.is_on() || size.get() > net.largest() {
        return None;
    }
    let model = session.models().net(size)?;
    let mut evaluator = model.evaluator(size, net.isa().ok()?).ok()?;
    let moment = Moment::of_game(session.game()).ok()?;
    let images = &Symmetry::ALL[..net.symmetries.max(1) as usize];
    let opinion = evaluator.evaluate(&moment, images)?;
    Some(opinion.policy.iter().map(|&logit| exp(logit)).collect())
}

/// Patterns foretell no passes.
fn patterns(session: &Session) -> Option<Vec<f32>> {
    let game = session.game();
    let model = session.models().moves(session.parameters()).ok()?;
    let mut chances = forecast::chances(&model, game, game.turn());
    chances.push(0.0);
    Some(chances)
}
