//! The difference game is a position like any other: the search finds its right moves on a game that is
//! its own tree.

use tengen_difference::partizan::{Form, Partizan, number, switch};
use tengen_difference::{Difference, Half, SumMove};
use tengen_game::{Color, Position, Rng};
use tengen_params::set;
use tengen_search::{
    AllMoves, Budget, Judgement, Leaf, Mcts, Parts, RootMove, SearchParams, Trace, Visit,
};

type Sum = Difference<Partizan>;

/// Random moves to the end.
struct Random;

impl Leaf<Sum> for Random {
    fn judge(
        &mut self,
        position: &mut Sum,
        _: Visit<'_, SumMove<u16>>,
        trace: &mut Trace,
        rng: &mut Rng,
    ) -> Judgement {
        loop {
            if let Some(outcome) = position.outcome() {
                return outcome.into();
            }
            let mut moves = Vec::new();
            position.moves(|mv| moves.push(mv));
            let drawn = moves[rng.below(moves.len() as u32) as usize];
            trace.extend([position.code(drawn) as u16]);
            position.play(drawn);
        }
    }
}

fn found(form: Form, turn: Color, policy: &str, threads: usize) -> Vec<RootMove> {
    let mut params = SearchParams::default();
    set(&mut params, "tree.policy", policy).unwrap();
    set(&mut params, "choice.rule", "visits").unwrap();
    let root = Sum::new(form.start(), turn, 0);
    let pass = root.codes() as u16 - 1;
    let parts = (0..threads).map(|_| Parts {
        expand: Box::new(AllMoves),
        leaf: Box::new(Random),
        observers: Vec::new(),
    });
    let mut mcts = Mcts::new(&params, root, Some(pass), parts.collect(), 1);
    let budget = Budget {
        playouts: Some(20_000),
        ..Budget::default()
    };
    mcts.think(&budget, &mut |_| true);
    mcts.view().moves()
}

#[test]
fn the_larger_move_wins_and_the_rest_is_even() {
    // {2 | 0} + {1 | 0}, fourteen points ahead: the first move is the larger one.
    let p1 = Form::sum(Form::sum(switch(2, 0), switch(1, 0)), number(14));
    for turn in Color::BOTH {
        for policy in ["ucb", "ucb-rave"] {
            for threads in [1, 2] {
                let moves = found(p1.clone(), turn, policy, threads);
                assert_eq!(moves[0].code, 0, "{turn} {policy} {threads}");
                assert!(moves[0].mean > 0.9, "{turn} {policy} {threads}");
                for other in moves[1..].iter().filter(|m| m.visits > 100) {
                    assert!((0.3..0.7).contains(&other.mean), "{policy} {other:?}");
                }
            }
        }
    }
}

/// No line has the mirror of its first move as the second player's first move on the twin.
#[test]
fn no_line_has_a_banned_move() {
    let form = Form::sum(Form::sum(switch(3, 0), switch(2, 0)), switch(1, 0));
    let root = Sum::new(form.clone().start(), Color::Black, 0);
    for policy in ["ucb", "ucb-rave"] {
        for m in found(form.clone(), Color::Black, policy, 1) {
            let mut position = root.clone();
            for &(code, _) in &m.line {
                let mv = position.decode(usize::from(code));
                let mut legal = false;
                position.moves(|other| legal |= other == mv);
                assert!(legal, "{:?}", m.line);
                position.play(mv);
            }
            let first = root.decode(usize::from(m.code));
            assert!(matches!(
                first,
                SumMove::Play(Half::Original, _) | SumMove::Pass
            ));
        }
    }
}
