//! Problems put to recipes.

use tengen_go::{Color, Diagram, Game, Komi, Rules};
use tengen_go_engine::{Parameters, Recipe};
use tengen_go_lab::{GoBoard, GoPlayer};
use tengen_lab::game::Problem;
use tengen_lab::record::{AnswerRecord, Cause, VoidRecord};

fn solve(
    name: &str,
    parameters: Parameters,
    problem: &Problem,
    seed: u64,
) -> Result<AnswerRecord, Box<VoidRecord>> {
    tengen_lab::suite::solve(name, GoPlayer::of(parameters), problem, seed, &mut || false)
}

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
    Problem {
        name: "which first".to_owned(),
        groups: [("kind".to_owned(), "capture".to_owned())].into(),
        board: GoBoard::of(game),
        right: vec!["D1".to_owned()],
        wrong: [].into(),
    }
}

fn player(recipe: &str) -> Parameters {
    let mut parameters = Recipe::find(recipe).unwrap().parameters;
    parameters.budget.playouts = 2000;
    parameters.budget.seconds = 0.0;
    parameters
}

#[test]
fn a_capture_is_found_and_the_same_again() {
    for recipe in ["uct", "playouts"] {
        let record = solve(recipe, player(recipe), &capture(), 7).unwrap();
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
        let again = solve(recipe, player(recipe), &capture(), 7).unwrap();
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
    let void = solve("me", parameters, &capture(), 7).unwrap_err();
    assert_eq!(void.cause, Cause::Fault);
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
    let problem = Problem {
        name: "lost".to_owned(),
        groups: [].into(),
        board: GoBoard::of(game),
        right: vec!["C3".to_owned()],
        wrong: [].into(),
    };
    let mut parameters = player("playouts");
    parameters.resign.moves = 1;
    parameters.resign.threshold = 0.5;
    let record = solve("me", parameters.clone(), &problem, 1).unwrap();
    assert_eq!((record.answer.as_str(), record.right), ("C3", true));
    let threads = Parameters {
        budget: tengen_go_engine::parameters::BudgetParams {
            threads: 2,
            ..parameters.budget.clone()
        },
        ..parameters
    };
    assert_eq!(solve("me", threads, &problem, 1).unwrap().spent.cpu, None);
}
