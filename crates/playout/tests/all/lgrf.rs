//! Last good replies are learned from the winner and forgotten from the loser.

use tengen_game::{Color, Rng};
use tengen_go::board::{Black, Board9, Light, Vertex, White};
use tengen_go::{Point, Size};
use tengen_playout::{Lgrf, LgrfParams, Open, Policy, Recent, Start, Turn, Uniform, play_out};

const W: usize = 10;
const V: usize = 112;
type Policy9 = Lgrf<Uniform<Light>, W>;

fn policy(depth: u32) -> Policy9 {
    Lgrf::new(Uniform::new(), &LgrfParams { depth })
}

fn at(label: &str) -> Vertex<W> {
    Vertex::new(Point::parse(label, Size::NINE).unwrap()).unwrap()
}

fn finish(policy: &mut Policy9, moves: &[&str], winner: Option<Color>) {
    let moves: Vec<_> = moves
        .iter()
        .map(|&label| (label != "pass").then(|| at(label)))
        .collect();
    Policy::<W, V>::finished(policy, Recent::default(), Color::Black, &moves, winner);
}

#[test]
fn the_winners_replies_are_kept_and_the_losers_forgotten() {
    let mut policy = policy(2);
    let game = ["C3", "D4", "E5", "F6"];
    finish(&mut policy, &game, Some(Color::White));
    assert_eq!(policy.reply_to_one(Color::White, at("C3")), Some(at("D4")));
    assert_eq!(policy.reply_to_one(Color::White, at("E5")), Some(at("F6")));
    assert_eq!(policy.reply_to_one(Color::Black, at("D4")), None);
    let two = |policy: &Policy9| policy.reply_to_two(Color::White, at("D4"), at("E5"));
    assert_eq!(two(&policy), Some(at("F6")));

    // Another reply that loses takes nothing away.
    finish(&mut policy, &["C3", "G7"], Some(Color::Black));
    assert_eq!(policy.reply_to_one(Color::White, at("C3")), Some(at("D4")));
    // A draw teaches nothing.
    finish(&mut policy, &game, None);
    assert_eq!(two(&policy), Some(at("F6")));
    // The same reply that loses is forgotten; Black's are learned.
    finish(&mut policy, &game, Some(Color::Black));
    assert_eq!(policy.reply_to_one(Color::White, at("C3")), None);
    assert_eq!(two(&policy), None);
    assert_eq!(policy.reply_to_one(Color::Black, at("D4")), Some(at("E5")));
}

#[test]
fn passes_neither_answer_nor_are_answered() {
    let mut policy = policy(2);
    finish(&mut policy, &["C3", "pass", "E5", "F6"], Some(Color::White));
    assert_eq!(policy.reply_to_one(Color::White, at("C3")), None);
    assert_eq!(policy.reply_to_one(Color::White, at("E5")), Some(at("F6")));
    policy.clear();
    assert_eq!(policy.reply_to_one(Color::White, at("E5")), None);
}

/// White's reply to D4 and E5 on an otherwise empty board.
fn reply(policy: &mut Policy9, seed: u64) -> Turn<W> {
    let mut board = Board9::<Light>::new(Size::NINE);
    assert!(board.try_play::<White>(at("D4")) && board.try_play::<Black>(at("E5")));
    let recent = Recent {
        last: Some(at("E5")),
        before: Some(at("D4")),
    };
    policy.turn::<White, _>(&mut board, recent, &mut Rng::new(seed), &mut Open)
}

#[test]
fn the_reply_to_two_moves_comes_before_the_reply_to_one() {
    let mut deep = policy(2);
    let mut shallow = policy(1);
    for policy in [&mut deep, &mut shallow] {
        finish(policy, &["C3", "D4", "E5", "F6"], Some(Color::White));
        finish(policy, &["C3", "G2", "E5", "H8"], Some(Color::White));
    }
    for seed in 0..20 {
        assert_eq!(reply(&mut deep, seed), Turn::Played(at("F6")));
        assert_eq!(reply(&mut shallow, seed), Turn::Played(at("H8")));
    }
}

#[test]
fn a_reply_that_cannot_be_played_leaves_the_turn_to_the_policy_inside() {
    let mut policy = policy(2);
    finish(&mut policy, &["C3", "D4", "E5", "D4"], Some(Color::White));
    assert_eq!(policy.reply_to_one(Color::White, at("E5")), Some(at("D4")));
    let played: Vec<Turn<W>> = (0..20).map(|seed| reply(&mut policy, seed)).collect();
    assert!(
        played
            .iter()
            .all(|turn| matches!(turn, Turn::Played(v) if *v != at("D4")))
    );
    assert!(played.iter().any(|turn| *turn != played[0]));
}

#[test]
fn playouts_that_learn_end_and_repeat() {
    let run = || {
        let mut policy = policy(2);
        let mut rng = Rng::new(11);
        let mut last = Vec::new();
        for _ in 0..300 {
            let mut board = Board9::<Light>::new(Size::NINE);
            let mut moves = Vec::new();
            let start = Start::NEW_GAME;
            let ending = play_out(&mut board, start, &mut policy, &mut moves, &mut rng);
            let winner = ending.winner(tengen_go::Komi::SEVEN_AND_A_HALF);
            Policy::<W, V>::finished(&mut policy, start.recent, start.turn, &moves, winner);
            last = moves;
        }
        last
    };
    assert_eq!(run(), run());
}

#[test]
fn the_parameters_are_declared_well() {
    tengen_params::check_declarations(&LgrfParams::default()).unwrap();
}
