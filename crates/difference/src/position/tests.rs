//! The rules of the difference game on games that are their own trees.

use super::*;
use crate::partizan::{Form, Partizan, number, switch};
use tengen_game::{Rng, conformance};

type Sum = Difference<Partizan>;

fn listed(sum: &Sum) -> Vec<SumMove<u16>> {
    let mut moves = Vec::new();
    sum.moves(|mv| moves.push(mv));
    moves
}

fn after(sum: &Sum, mv: SumMove<u16>) -> Sum {
    let mut next = sum.clone();
    next.play(mv);
    next
}

/// The score of right play, in Black's view.
fn best(sum: &Sum) -> f32 {
    if let Some(outcome) = sum.outcome() {
        return outcome.score;
    }
    let sign = sum.turn().sign() as f32;
    let values = listed(sum)
        .into_iter()
        .map(|mv| sign * best(&after(sum, mv)));
    sign * values.fold(f32::NEG_INFINITY, f32::max)
}

/// The value of each first move, and of the pass.
fn values(form: Form, turn: Color) -> Vec<f32> {
    let sum = Sum::new(form.start(), turn, 0);
    let moves = listed(&sum).into_iter();
    moves.map(|mv| best(&after(&sum, mv))).collect()
}

use Half::{Original, Twin};
use SumMove::{Pass, Play};

#[test]
fn it_conforms() {
    let form = Form::sum(switch(2, 0), Form::sum(switch(1, 0), number(3)));
    for tax in [0, 1] {
        for turn in Color::BOTH {
            let start = form.clone().start();
            let games = [
                Sum::new(start.clone(), turn, tax),
                Sum::unbound(start, turn, tax),
            ];
            for game in games {
                assert!(conformance::check(&game, 200, 1).positions > 1000);
            }
        }
    }
}

/// In the spirit of the paper's first problem: a is in the area of temperature 1, b in the other.
#[test]
fn the_larger_move_wins_by_its_advantage_and_the_smaller_one_draws() {
    let p1 = Form::sum(switch(2, 0), switch(1, 0));
    assert_eq!(values(p1.clone(), Color::Black), [1.0, 0.0, 0.0]);
    assert_eq!(values(p1.clone(), Color::White), [-1.0, 0.0, 0.0]);
    // However far ahead somebody is, and whatever else there is.
    let lopsided = Form::sum(p1, number(14));
    assert_eq!(values(lopsided, Color::Black), [1.0, 0.0, 0.0]);
    // Moves of the same size: neither is larger.
    let same = Form::sum(switch(1, 0), switch(4, 3));
    assert_eq!(values(same, Color::Black), [0.0, 0.0, 0.0]);
}

#[test]
fn the_first_move_is_on_the_original() {
    let sum = Sum::new(switch(2, 0).start(), Color::White, 0);
    assert_eq!(listed(&sum), [Play(Original, 0), Pass]);
    // Whatever the rules do not allow changes nothing.
    assert_eq!(after(&sum, Play(Twin, 0)).hash(), sum.hash());
    // After a pass everything is free.
    let passed = after(&sum, Pass);
    assert_eq!(passed.opening(), Opening::Free);
    assert_eq!(listed(&passed).len(), 3);
}

#[test]
fn the_mirror_is_banned_until_somebody_moves_on_the_twin() {
    let three = Form::sum(switch(1, 0), Form::sum(switch(1, 0), switch(1, 0)));
    let start = Sum::new(three.start(), Color::Black, 0);
    let first = after(&start, Play(Original, 1));
    assert_eq!(first.opening(), Opening::Banned(Color::White, 1));
    let banned = |sum: &Sum| !listed(sum).contains(&Play(Twin, 1));
    assert!(banned(&first));
    assert_eq!(after(&first, Play(Twin, 1)).hash(), first.hash());
    // Moves on the original and passes lift nothing; the ban is the second player's alone.
    let answered = after(&first, Play(Original, 0));
    assert!(!banned(&answered));
    assert!(banned(&after(&answered, Play(Original, 0))));
    let passed = after(&after(&first, Pass), Play(Original, 0));
    assert!(banned(&passed));
    // A move on the twin lifts it, whoever makes it; what is left of the moves moves up.
    let other = after(&first, Play(Twin, 2));
    assert_eq!(other.opening(), Opening::Free);
    assert_eq!(after(&other, Play(Twin, 0)).opening(), Opening::Free);
    assert_eq!(
        after(&answered, Play(Twin, 1)).opening(),
        Opening::Free,
        "the first player may move there"
    );
}

#[test]
fn the_ban_the_turn_the_passes_and_the_boards_are_in_the_hash() {
    let form = Form::sum(switch(1, 0), switch(1, 0));
    let start = Sum::new(form.clone().start(), Color::Black, 0);
    let free = Sum::unbound(form.clone().start(), Color::Black, 0);
    let white = Sum::new(form.clone().start(), Color::White, 0);
    let moved = after(&start, Play(Original, 0));
    let other_ban = Sum {
        opening: Opening::Banned(Color::White, 1),
        ..moved.clone()
    };
    let unbanned = Sum {
        opening: Opening::Free,
        ..moved.clone()
    };
    let on_twin = after(&free, Play(Twin, 0));
    let passed = after(&start, Pass);
    let sums = [
        &start, &free, &white, &moved, &other_ban, &unbanned, &on_twin, &passed,
    ];
    let hashes = sums.map(Position::hash);
    for (i, a) in hashes.iter().enumerate() {
        assert!(hashes[..i].iter().all(|b| a != b), "{i}");
    }
    // Where moves cost something, how many were made is part of the position too.
    let taxed = Sum::new(form.start(), Color::Black, 1);
    let more = Sum {
        lead: 1,
        ..taxed.clone()
    };
    assert_ne!(taxed.hash(), more.hash());
}

#[test]
fn every_move_costs_its_tax() {
    let sum = Sum::new(switch(2, 0).start(), Color::Black, 1);
    let ended = after(&after(&after(&sum, Play(Original, 0)), Pass), Pass);
    assert_eq!(ended.outcome().map(|o| o.score), Some(1.0));
    assert_eq!((ended.turns(), ended.lead()), (3, 1));
    assert_eq!(ended.passes(), 2);
}

/// A player who copies always draws.
#[test]
fn the_second_player_who_copies_never_loses() {
    let form = Form::sum(
        Form::sum(switch(3, -1), switch(1, 0)),
        Form {
            score: 1,
            black: vec![switch(9, 0), number(2)],
            white: vec![switch(0, -7)],
        },
    );
    let mut rng = Rng::new(5);
    for _ in 0..300 {
        let mut sum = Sum::unbound(form.clone().start(), Color::Black, 1);
        while sum.outcome().is_none() {
            let moves = listed(&sum);
            let drawn = moves[rng.below(moves.len() as u32) as usize];
            sum.play(drawn);
            let copy = match drawn {
                Play(half, mv) => Play(half.other(), mv),
                Pass => Pass,
            };
            assert!(listed(&sum).contains(&copy) || sum.outcome().is_some());
            sum.play(copy);
        }
        assert_eq!(sum.outcome().map(|o| o.winner), Some(None));
    }
}
