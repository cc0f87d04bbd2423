//! A problem, solved by a player of ours.

use tengen_go::Move;
use tengen_go_engine::{Control, Go, Parameters, Restriction, Session, Verdict};
use tengen_problems::Problem;

use super::lack::complete;
use super::stopwatch::Stopwatch;
use crate::record::{AnswerRecord, VoidRecord};

/// Has a player choose a move in the position of a problem, under the budget of its parameters.
///
/// The player is made for it, so nothing depends on what it saw before. It neither resigns nor
/// passes while it knows another move; where passing is right, it may. The search itself is the one
/// of a game.
///
/// # Errors
/// If a model that the parameters want is not there: the attempt does not count.
pub fn solve(
    player: &str,
    parameters: &Parameters,
    problem: &Problem,
    seed: u64,
    control: &mut dyn Control<Go>,
) -> Result<AnswerRecord, Box<VoidRecord>> {
    let passes = problem.right.contains(&Move::Pass);
    let mut parameters = parameters.clone();
    parameters.budget.seed = seed;
    parameters.resign.threshold = 0.0;
    parameters.passing.sane &= passes;
    let alone = parameters.budget.threads == 1;
    let turn = problem.game.turn();
    let mut session = Session::new(parameters, problem.game.clone());
    complete(player, &session)?;
    let watch = Stopwatch::start();
    let decision = session.choose(turn, &Restriction::default(), control);
    let spent = watch.spent(alone, Some(decision.analysis.playouts));
    let candidates = &decision.analysis.candidates;
    let other = || candidates.iter().find(|c| c.mv != Move::Pass);
    let answer = match decision.verdict {
        Verdict::Play(Move::Pass) | Verdict::Resign if !passes => {
            other().map_or(Move::Pass, |candidate| candidate.mv)
        }
        Verdict::Play(mv) => mv,
        Verdict::Resign => Move::Pass,
    };
    let winrate = candidates.iter().find(|c| c.mv == answer);
    Ok(AnswerRecord {
        player: player.to_owned(),
        problem: problem.name.clone(),
        groups: problem.groups.clone(),
        answer: answer.label(problem.game.size()),
        right: problem.right.contains(&answer),
        fault: problem.kind_of_fault(answer).map(str::to_owned),
        winrate: winrate.map(|candidate| candidate.winrate as f32),
        spent,
    })
}

#[cfg(test)]
mod tests {
    use tengen_go::{Color, Diagram, Game, Komi, Rules};
    use tengen_go_engine::Recipe;

    use super::*;

    /// Black takes the stones around his own, or White takes those and lives.
    fn capture() -> Problem {
        let diagram = Diagram::parse(
            ". . . . .
             X X X X X
             O O O O O
             O X X X O
             O O X . O",
        );
        let stones = diagram.unwrap().stones;
        let game = Game::from_position(stones, Color::Black, Rules::CHINESE, Komi::ZERO);
        let right = vec![Move::parse("D1", game.size()).unwrap()];
        let groups = [("kind".to_owned(), "capture".to_owned())];
        Problem::new("which first".to_owned(), groups.into(), game, right).unwrap()
    }

    fn player(recipe: &str) -> Parameters {
        let mut parameters = Recipe::find(recipe).unwrap().parameters;
        parameters.budget.playouts = 2000;
        parameters.budget.seconds = 0.0;
        parameters
    }

    #[test]
    fn a_capture_is_found_and_the_same_again() {
        for recipe in ["uct", "default"] {
            let record = solve(recipe, &player(recipe), &capture(), 7, &mut ()).unwrap();
            assert_eq!(
                (record.answer.as_str(), record.right),
                ("D1", true),
                "{recipe}"
            );
            assert_eq!(record.groups["kind"], "capture");
            assert_eq!(
                (record.player.as_str(), record.problem.as_str()),
                (recipe, "which first")
            );
            assert!(record.winrate.is_some_and(|rate| rate > 0.5));
            assert_eq!(record.spent.moves, 1);
            assert!(record.spent.playouts.is_some_and(|n| n > 0 && n <= 2000));
            assert_eq!(record.spent.cpu.is_some(), cfg!(unix));
            let again = solve(recipe, &player(recipe), &capture(), 7, &mut ()).unwrap();
            assert_eq!(
                (again.answer, again.winrate),
                (record.answer, record.winrate)
            );
        }
    }

    #[test]
    fn a_player_without_its_model_gives_no_answer() {
        let mut parameters = player("uct");
        parameters.prior.on = true;
        parameters.prior.model = "no-such-model".to_owned();
        let void = solve("me", &parameters, &capture(), 7, &mut ()).unwrap_err();
        assert_eq!(void.cause, crate::record::Cause::Fault);
        assert_eq!(void.player.as_deref(), Some("me"));
        assert!(
            void.reason.starts_with("lacks a model: "),
            "{}",
            void.reason
        );
    }

    #[test]
    fn nobody_passes_or_resigns() {
        // White is dead everywhere and has one point left that is no eye.
        let diagram = Diagram::parse(
            ". X . X .
             X X X X X
             X X . O O
             X X X O .
             . X X O O",
        );
        let stones = diagram.unwrap().stones;
        let game = Game::from_position(stones, Color::White, Rules::CHINESE, Komi::ZERO);
        let right = vec![Move::parse("C3", game.size()).unwrap()];
        let problem = Problem::new("lost".to_owned(), [].into(), game, right).unwrap();
        let mut parameters = player("default");
        parameters.resign.moves = 1;
        parameters.resign.threshold = 0.5;
        let record = solve("me", &parameters, &problem, 1, &mut ()).unwrap();
        assert_eq!((record.answer.as_str(), record.right), ("C3", true));
        let threads = Parameters {
            budget: tengen_go_engine::parameters::BudgetParams {
                threads: 2,
                ..parameters.budget.clone()
            },
            ..parameters
        };
        assert_eq!(
            solve("me", &threads, &problem, 1, &mut ())
                .unwrap()
                .spent
                .cpu,
            None
        );
    }
}
