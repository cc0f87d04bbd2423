//! What outputs mean.

use tengen_go::{Move, Point, Rules, Size};
use tengen_net::Output;
use tengen_net::input::Terms;

#[test]
fn illegal_moves_have_no_probability() {
    let size = Size::MIN;
    let mut output = Output::default();
    output.policy[..4].copy_from_slice(&[1.0, 50.0, 1.0, 1.0]);
    output.pass = 1.0;
    let taken = Point::new(1, 0).unwrap();
    let terms = Terms::of(&Rules::TROMP_TAYLOR);
    let judgement = output.judge(size, &terms, |mv| mv != Move::Play(taken));
    assert_eq!(
        judgement.moves[..5],
        [Some(0.25), None, Some(0.25), Some(0.25), None]
    );
    assert_eq!(judgement.pass, 0.25);
    assert_eq!(judgement.of(Move::Play(taken), size), None);
    assert_eq!(judgement.of(Move::Pass, size), Some(0.25));
    assert_eq!(
        judgement.of(Move::Play(Point::new(3, 0).unwrap()), size),
        None
    );
}

/// Only where long cycles are legal may a game end without result, and then the lead shrinks.
#[test]
fn no_result_is_for_rules_that_know_it() {
    let output = Output {
        value: [0.0, 0.0, 0.0],
        lead: 6.0,
        ..Output::default()
    };
    let judge = |rules: Rules| output.judge(Size::NINE, &Terms::of(&rules), |_| true);
    let never = judge(Rules::TROMP_TAYLOR);
    assert_eq!((never.win, never.loss, never.no_result), (0.5, 0.5, 0.0));
    assert_eq!((never.lead, never.win_rate()), (6.0, 0.5));
    let maybe = judge(Rules::JAPANESE);
    assert!((maybe.no_result - 1.0 / 3.0).abs() < 1e-6);
    assert!((maybe.lead - 4.0).abs() < 1e-5);
    assert!((maybe.win_rate() - 0.5).abs() < 1e-6);
}
