//! The gate: what it sees, what its verdicts do, and that an open one changes nothing.

use tengen_game::Rng;
use tengen_go::board::{Board9, Full, Hashed, Vertex, turn_key};
use tengen_go::{Color, Komi, Point, Size};
use tengen_playout::playout::play_out_gated;
use tengen_playout::{
    Cascade, CascadeParams, Ending, Gate, GateDecision, Lgrf, LgrfParams, Policy, Recent, Start,
    Uniform, play_out,
};

type V9 = Vertex<10>;

/// Records what it is asked and answers by a rule.
struct Recorder<R> {
    depth: usize,
    rule: R,
    asked: Vec<Asked>,
    winner: Option<Color>,
}

impl<R: FnMut(usize, V9) -> GateDecision> Gate<10> for Recorder<R> {
    fn depth(&self) -> usize {
        self.depth
    }

    fn admit(&mut self, m: usize, mv: V9, successor: impl FnOnce() -> u64) -> GateDecision {
        self.asked.push((m, mv, successor()));
        (self.rule)(m, mv)
    }

    fn finished(&mut self, winner: Option<Color>) {
        self.winner = winner;
    }
}

/// A question to a gate: the number of the move, the move, the hash after it.
type Asked = (usize, V9, u64);

fn gated<R: FnMut(usize, V9) -> GateDecision>(
    depth: usize,
    seed: u64,
    rule: R,
) -> (Ending, Vec<Option<V9>>, Vec<Asked>) {
    let mut board = Board9::<Hashed>::new(Size::NINE);
    let mut gate = Recorder {
        depth,
        rule,
        asked: Vec::new(),
        winner: None,
    };
    let mut moves = Vec::new();
    let ending = play_out_gated(
        &mut board,
        Start::NEW_GAME,
        &mut Uniform::<Hashed>::new(),
        &mut gate,
        Komi::SEVEN_AND_A_HALF,
        &mut moves,
        &mut Rng::new(seed),
    );
    assert_eq!(gate.winner, ending.winner(Komi::SEVEN_AND_A_HALF));
    (ending, moves, gate.asked)
}

#[test]
fn a_gate_that_admits_everything_changes_nothing() {
    for seed in 0..20 {
        let mut board = Board9::<Hashed>::new(Size::NINE);
        let mut moves: Vec<Option<V9>> = Vec::new();
        let (start, mut policy) = (Start::NEW_GAME, Uniform::<Hashed>::new());
        let open = play_out(
            &mut board,
            start,
            &mut policy,
            &mut moves,
            &mut Rng::new(seed),
        );
        let (ending, through, asked) = gated(5, seed, |_, _| GateDecision::Admit);
        assert_eq!((ending, &through), (open, &moves));
        assert_eq!(
            asked.iter().map(|a| a.0).collect::<Vec<_>>(),
            [0, 1, 2, 3, 4]
        );
    }
}

/// The hash a gate sees is that of the stones after the move, with the side to move.
#[test]
fn a_gate_sees_the_successor() {
    let (_, moves, asked) = gated(30, 4, |_, _| GateDecision::Admit);
    let mut board = Board9::<Hashed>::new(Size::NINE);
    let mut color = Color::Black;
    for (mv, (_, asked_move, successor)) in moves.iter().zip(asked) {
        assert_eq!(*mv, Some(asked_move));
        assert!(board.play(color, asked_move.point()));
        assert_eq!(successor, board.hash() ^ turn_key(!color));
        color = !color;
    }
}

#[test]
fn an_excluded_move_is_not_drawn_again_on_that_turn() {
    let mut refused = Vec::new();
    let (_, moves, asked) = gated(1, 9, |_, mv| {
        refused.push(mv);
        if refused.len() <= 70 {
            GateDecision::Exclude
        } else {
            GateDecision::Admit
        }
    });
    assert_eq!(asked.len(), 71);
    let mut distinct: Vec<V9> = asked.iter().map(|a| a.1).collect();
    distinct.sort_unstable();
    distinct.dedup();
    assert_eq!(distinct.len(), 71);
    assert_eq!(moves[0], Some(asked[70].1));
}

/// Rules that suggest the same move one after the other, and replies before them: what is excluded
/// is asked about once, however often it is offered.
#[test]
fn what_is_excluded_is_asked_about_once_whoever_offers_it_again() {
    let mut board = Board9::<Full>::new(Size::NINE);
    let at = |column, row| Point::new(column, row).unwrap();
    // White's last move is in atari: capture, shapes and chance all suggest the same point.
    for (color, point) in [
        (Color::White, at(4, 4)),
        (Color::Black, at(3, 4)),
        (Color::Black, at(4, 3)),
        (Color::Black, at(5, 4)),
    ] {
        assert!(board.play(color, point));
    }
    let recent = Recent {
        last: board.vertex(at(4, 4)),
        before: board.vertex(at(5, 4)),
    };
    let start = Start {
        recent,
        ..Start::NEW_GAME
    };
    let cascade = Cascade::<10, Full>::new(&CascadeParams::default());
    let mut lgrf = Lgrf::<_, 10>::new(cascade.clone(), &LgrfParams::default());
    // The reply that it has learned is the capture.
    let reply = board.vertex(at(4, 5));
    let won = Some(Color::Black);
    Policy::<10, 112>::finished(&mut lgrf, recent, Color::Black, &[reply], won);
    let mut offered = 0;
    for seed in 0..50 {
        let mut gate = Recorder {
            depth: 1,
            rule: |_, _| GateDecision::Exclude,
            asked: Vec::new(),
            winner: None,
        };
        let komi = Komi::SEVEN_AND_A_HALF;
        let rng = &mut Rng::new(seed);
        let board = &mut board.clone();
        if seed % 2 == 0 {
            play_out_gated(
                board,
                start,
                &mut cascade.clone(),
                &mut gate,
                komi,
                &mut (),
                rng,
            );
        } else {
            play_out_gated(
                board,
                start,
                &mut lgrf.clone(),
                &mut gate,
                komi,
                &mut (),
                rng,
            );
        }
        // Until none is left each is new; then they are drawn freely.
        let mut seen = std::collections::BTreeSet::new();
        let new = gate.asked.iter().take_while(|a| seen.insert(a.1)).count();
        assert!(new > 40, "{new}");
        offered += usize::from(gate.asked[0].1 == reply.unwrap());
    }
    assert!(offered > 20, "{offered}");
}

#[test]
fn a_free_redraw_may_bring_the_same_move_again() {
    let mut count = 0;
    let (_, _, asked) = gated(1, 9, |_, _| {
        count += 1;
        if count <= 900 {
            GateDecision::Redraw
        } else {
            GateDecision::Admit
        }
    });
    assert_eq!(asked.len(), 901);
    let mut distinct: Vec<V9> = asked.iter().map(|a| a.1).collect();
    distinct.sort_unstable();
    distinct.dedup();
    assert_eq!(distinct.len(), 81, "900 free draws reach every point");
}

/// Nobody passes for want of a move that the gate would admit on a second asking.
#[test]
fn where_all_is_excluded_moves_are_drawn_freely() {
    let mut count = 0;
    let (_, moves, asked) = gated(1, 2, |_, _| {
        count += 1;
        if count <= 100 {
            GateDecision::Exclude
        } else {
            GateDecision::Admit
        }
    });
    let mut first: Vec<V9> = asked[..81].iter().map(|a| a.1).collect();
    first.sort_unstable();
    first.dedup();
    assert_eq!((first.len(), asked.len()), (81, 101));
    assert_eq!(moves[0], Some(asked[100].1));
}

#[test]
fn a_gate_that_excludes_everything_leaves_a_pass() {
    let (ending, moves, asked) = gated(1, 2, |_, _| GateDecision::Exclude);
    assert_eq!(moves[0], None);
    assert!(asked.len() > 1000, "a thousand times it was asked again");
    assert!(moves[1].is_some(), "the gate is one move deep");
    assert_eq!(ending.moves as usize, moves.len());
}

/// One black stone, and a gate as deep as two passes: the whole board is Black's.
#[test]
fn an_early_end_counts_whole_regions() {
    let mut board = Board9::<Hashed>::new(Size::NINE);
    assert!(board.play(Color::Black, Point::new(4, 4).unwrap()));
    let mut gate = Recorder {
        depth: 2,
        rule: |_, _| GateDecision::Exclude,
        asked: Vec::new(),
        winner: None,
    };
    let ending = play_out_gated(
        &mut board,
        Start::NEW_GAME,
        &mut Uniform::<Hashed>::new(),
        &mut gate,
        Komi::SEVEN_AND_A_HALF,
        &mut (),
        &mut Rng::new(1),
    );
    assert_eq!((ending.score, ending.moves, ending.capped), (81, 2, false));
}

/// A rule that always finds the same move meets a gate that always wants another.
#[test]
fn a_stubborn_rule_does_not_hang_behind_a_gate() {
    let mut board = Board9::<Full>::new(Size::NINE);
    let at = |column, row| Point::new(column, row).unwrap();
    for (color, point) in [
        (Color::White, at(0, 0)),
        (Color::Black, at(8, 8)),
        (Color::Black, at(1, 0)),
    ] {
        assert!(board.play(color, point));
    }
    let capture = board.vertex(at(0, 1)).unwrap();
    let start = Start {
        recent: Recent {
            last: board.vertex(at(0, 0)),
            before: None,
        },
        ..Start::NEW_GAME
    };
    let mut gate = Recorder {
        depth: 1,
        rule: |_, mv| {
            if mv == capture {
                GateDecision::Redraw
            } else {
                GateDecision::Admit
            }
        },
        asked: Vec::new(),
        winner: None,
    };
    let mut moves: Vec<Option<V9>> = Vec::new();
    let mut policy = Cascade::new(&CascadeParams::default());
    play_out_gated(
        &mut board,
        start,
        &mut policy,
        &mut gate,
        Komi::SEVEN_AND_A_HALF,
        &mut moves,
        &mut Rng::new(1),
    );
    assert!(gate.asked.len() > 2 && gate.asked[0].1 == capture);
    assert!(moves[0].is_some_and(|mv| mv != capture));
}
