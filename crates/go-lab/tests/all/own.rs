//! Recipes at the board.

use std::time::Duration;

use tengen_go::{Color, Game, Komi, Rules, Size};
use tengen_go_engine::{Parameters, Recipe};
use tengen_go_lab::{GoBoard, GoPlayer};
use tengen_lab::player::{Action, Budget, Failing, Own, Player};
use tengen_lab::record::Cause;

fn game() -> GoBoard {
    let size = Size::new(5).unwrap();
    GoBoard(Game::new(size, Rules::CHINESE, Komi::ZERO))
}

fn own(budget: Budget) -> Own {
    let mut parameters = Recipe::find("uct").unwrap().parameters;
    budget.limit(&mut parameters.budget);
    Own::new(GoPlayer::of(parameters), budget, 3)
}

#[test]
fn playouts_are_counted_and_win_rates_told() {
    let mut player = own(Budget::Playouts(50));
    assert!(player.choose(Color::Black).is_err());
    player.begin(&game()).unwrap();
    let turn = player.choose(Color::Black).unwrap();
    assert_eq!(turn.playouts, Some(50));
    assert!((0.0..=1.0).contains(&turn.winrate.unwrap()));
    assert!(player.thought() > Duration::ZERO);
    assert_eq!(player.cpu_seconds().is_some(), cfg!(unix));
    let Action::Play(mv) = turn.action else {
        panic!("resigned on the first move");
    };
    let repeated = player.hear(Color::White, &mv);
    let Err(Failing::Void { cause, reason }) = repeated else {
        panic!("took an occupied point");
    };
    assert_eq!(cause, Cause::Fault);
    assert!(reason.contains("occupied"), "{reason}");
    assert!(player.claim().unwrap().is_some());
}

#[test]
fn a_search_ends_by_seconds_and_by_processor_seconds() {
    for budget in [Budget::Seconds(0.02), Budget::Cpu(0.02)] {
        let mut player = own(budget);
        player.begin(&game()).unwrap();
        let turn = player.choose(Color::Black).unwrap();
        assert!(turn.playouts > Some(0), "{budget:?}");
    }
    let mut parameters = Parameters::default();
    parameters.budget.threads = 2;
    let mut player = Own::new(GoPlayer::of(parameters), Budget::Cpu(1.0), 1);
    assert!(player.begin(&game()).is_err());
    assert_eq!(player.cpu_seconds(), None);
}

#[test]
fn a_clock_runs_out() {
    let mut player = own(Budget::Clock {
        main: 1e-9,
        period: 0.0,
        stones: 0,
    });
    player.begin(&game()).unwrap();
    let lost = player.choose(Color::Black);
    assert!(matches!(lost, Err(Failing::Time(_))), "{lost:?}");
}
