//! Analyses: their values, reports and limits.

use std::time::{Duration, Instant};

use tengen_go::{Color, Rules};
use tengen_go_engine::{Analysis, Control, Go, Limits, Session};

use super::{SETTLED, free, game, playouts, position, recipe};

#[test]
fn win_rate_score_and_ownership_agree_about_who_is_ahead() {
    let game = position(SETTLED, Color::White, Rules::CHINESE, 0.5);
    let mut session = Session::new(recipe("playouts", 400), game);
    let white = session.analyze(Color::White, playouts(400), &free(), &mut ());
    assert!(white.winrate < 0.1 && white.score < -2.0, "{}", white.score);
    assert!(white.findings.ownership[0] > 0.9 && white.findings.ownership[6] < -0.9);
    let black = session.analyze(Color::Black, playouts(400), &free(), &mut ());
    assert!(black.winrate > 0.9 && black.score > 2.0);
    assert!(black.findings.ownership[0] > 0.9);
    let names: Vec<&str> = black.counters.iter().map(|c| c.0).collect();
    assert!(names.contains(&"playout moves"), "{names:?}");
}

/// Stops at the third report.
struct Impatient(usize);

impl Control<Go> for Impatient {
    fn interrupted(&mut self) -> bool {
        self.0 >= 3
    }

    fn interval(&self) -> Option<Duration> {
        Some(Duration::from_millis(5))
    }

    fn report(&mut self, analysis: &Analysis) {
        assert!(analysis.visits > 0);
        self.0 += 1;
    }
}

#[test]
fn a_search_reports_and_can_be_interrupted() {
    let mut session = Session::new(recipe("playouts", 0), game(9, Rules::CHINESE));
    let mut control = Impatient(0);
    session.analyze(Color::Black, Limits::default(), &free(), &mut control);
    assert_eq!(control.0, 3);
}

#[test]
fn time_ends_a_search() {
    let mut session = Session::new(recipe("playouts", 0), game(9, Rules::CHINESE));
    let limits = Limits {
        time: Some(Duration::from_millis(50)),
        ..Limits::default()
    };
    let start = Instant::now();
    let analysis = session.analyze(Color::Black, limits, &free(), &mut ());
    assert!(start.elapsed() >= Duration::from_millis(50));
    assert!(analysis.playouts > 0);
}

#[test]
fn parameters_act_at_once() {
    let mut session = Session::new(recipe("uct", 50), game(9, Rules::CHINESE));
    assert_eq!(session.limits(Color::Black).playouts, Some(50));
    session.set("budget.playouts", "70").unwrap();
    let decision = session.choose(Color::Black, &free(), &mut ());
    assert_eq!(decision.analysis.playouts, 70);
    let error = session.set("budget.playout", "70").unwrap_err();
    assert!(error.to_string().contains("budget.playouts"), "{error}");
}

#[test]
fn two_threads_make_all_playouts() {
    let mut parameters = recipe("playouts", 2000);
    parameters.budget.threads = 2;
    parameters.search.choice.early_stop = false;
    let mut session = Session::new(parameters, game(9, Rules::CHINESE));
    let decision = session.choose(Color::Black, &free(), &mut ());
    assert_eq!(decision.analysis.visits, 2000);
}
