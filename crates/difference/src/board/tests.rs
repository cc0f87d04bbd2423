//! The difference game on boards of Go.

use std::collections::HashMap;

use tengen_game::{Position, Rng, conformance};
use tengen_go::board::{Black, Board, Board9, Full, White};
use tengen_go::{Color, Diagram, Move, Point, Scoring, Size, Stones};

use super::tax;
use crate::{Difference, Half, Opening, SumMove, Summand};

type Sum = Difference<Board9<Full>>;

fn board(diagram: &str) -> Board9<Full> {
    let stones = Diagram::parse(diagram).unwrap().stones;
    let mut board = Board::new(stones.size());
    for point in Point::all(stones.size()) {
        if let Some(color) = stones.at(point) {
            assert!(board.place(color, point));
        }
    }
    board
}

fn point(label: &str, size: Size) -> Point {
    Move::parse(label, size).unwrap().point().unwrap()
}

fn on(half: Half, label: &str, sum: &Sum) -> SumMove<Point> {
    SumMove::Play(half, point(label, sum.boards[0].size()))
}

/// Two independent areas, as in the paper's first problem: C4 takes a stone or saves it, two points
/// of territory (temperature 1); F4 closes a corridor, one point (temperature 1/2).
const P1: &str = ". X . X X X X
                  X X X X X X X
                  X X O X X . X
                  X X . X X . X
                  O O O O O O O
                  O O O O O O O
                  . O . O O O O";

#[test]
fn go_conforms() {
    for side in [2, 3, 4] {
        let empty = Board9::<Full>::new(Size::new(side).unwrap());
        for scoring in [Scoring::Area, Scoring::Territory] {
            let sum = Sum::new(empty.clone(), Color::Black, tax(scoring));
            assert_eq!(conformance::check(&sum, 20, 1).games, 20);
        }
    }
    let sum = Sum::new(board(P1), Color::White, 1);
    assert_eq!(conformance::check(&sum, 20, 1).games, 20);
}

#[test]
fn the_twin_has_all_colours_reversed() {
    let original = board(P1);
    let twin = original.reversed();
    for point in Point::all(original.size()) {
        assert_eq!(twin.at(point), original.at(point).map(|color| !color));
    }
    assert_eq!(twin.area_score(), -original.area_score());
    assert_eq!(twin.reversed().hash(), original.hash());
}

/// The score of right play in Black's view, without moves into own eyes. There is no ko in it.
fn best(sum: &Sum, known: &mut HashMap<u64, f32>) -> f32 {
    if let Some(outcome) = sum.outcome() {
        return outcome.score;
    }
    if let Some(&value) = known.get(&sum.hash()) {
        return value;
    }
    let sign = sum.turn().sign() as f32;
    let mut value = f32::NEG_INFINITY;
    for mv in sensible(sum) {
        let mut next = sum.clone();
        next.play(mv);
        value = value.max(sign * best(&next, known));
    }
    known.insert(sum.hash(), sign * value);
    sign * value
}

fn sensible(sum: &Sum) -> Vec<SumMove<Point>> {
    let mut moves = Vec::new();
    sum.moves(|mv| {
        let fills = |half: Half, point: Point| {
            let board = sum.board(half);
            let around = board.vertex(point).map(|v| board.around(v));
            around.is_some_and(|around| match sum.turn() {
                Color::Black => around.is_eye::<Black>(),
                Color::White => around.is_eye::<White>(),
            })
        };
        match mv {
            SumMove::Play(half, point) if fills(half, point) => {}
            _ => moves.push(mv),
        }
    });
    moves
}

#[test]
fn by_territory_the_larger_move_wins_by_one_and_the_others_do_not() {
    let size = Size::new(7).unwrap();
    for (turn, start) in [
        (Color::Black, board(P1)),
        (Color::White, board(P1).reversed()),
    ] {
        let sum = Sum::new(start, turn, tax(Scoring::Territory));
        let known = &mut HashMap::new();
        for mv in sensible(&sum) {
            let mut next = sum.clone();
            next.play(mv);
            let value = turn.sign() as f32 * best(&next, known);
            match mv {
                SumMove::Play(_, at) if at == point("C4", size) => assert_eq!(value, 1.0),
                SumMove::Play(_, at) if at == point("F4", size) => assert_eq!(value, 0.0),
                SumMove::Play(..) => assert!(value < 0.0, "{mv:?} {value}"),
                SumMove::Pass => assert_eq!(value, 0.0),
            }
        }
    }
}

/// Every stone is worth a point then, so that filling a corridor costs nothing.
#[test]
fn by_area_the_larger_move_is_the_only_one_that_wins() {
    let sum = Sum::new(board(P1), Color::Black, tax(Scoring::Area));
    let take = on(Half::Original, "C4", &sum);
    let known = &mut HashMap::new();
    for mv in sensible(&sum) {
        let mut next = sum.clone();
        next.play(mv);
        let expected = if mv == take { 2.0 } else { 0.0 };
        assert_eq!(best(&next, known), expected, "{mv:?}");
    }
}

#[test]
fn territory_is_counted_exactly_with_passes() {
    let score = |scoring, moves: &[SumMove<Point>]| {
        let mut sum = Sum::new(board(P1), Color::Black, tax(scoring));
        for &mv in moves {
            sum.play(mv);
        }
        sum.outcome().unwrap().score
    };
    let sum = Sum::new(board(P1), Color::Black, 0);
    let take = on(Half::Original, "C4", &sum);
    let [close, filled] = ["F4", "F5"].map(|at| on(Half::Original, at, &sum));
    let pass = SumMove::Pass;
    // One stone more on the board, one prisoner, one point: by area 3 more than the twin, where the
    // stone stands and C4 is nobody's; by territory 2.
    assert_eq!(score(Scoring::Area, &[take, pass, pass]), 3.0);
    assert_eq!(score(Scoring::Territory, &[take, pass, pass]), 2.0);
    // A corridor closed is a point; filled up it is none, though the area is the same.
    let closed = [close, pass, pass];
    assert_eq!(score(Scoring::Area, &closed), 2.0);
    assert_eq!(score(Scoring::Territory, &closed), 1.0);
    let full = [close, pass, filled, pass, pass];
    assert_eq!(score(Scoring::Area, &full), 2.0);
    assert_eq!(score(Scoring::Territory, &full), 0.0);
}

const KO: &str = ". X O . .
                  X . X O .
                  . X O . .
                  . . . . .
                  . . . . .";

#[test]
fn a_ko_holds_on_its_board_until_a_turn_is_spent_elsewhere() {
    let mut sum = Sum::unbound(board(KO), Color::White, 0);
    let retake = on(Half::Original, "C4", &sum);
    let legal = |sum: &Sum, mv| {
        let mut found = false;
        sum.moves(|other| found |= other == mv);
        found
    };
    sum.play(on(Half::Original, "B4", &sum));
    assert!(!legal(&sum, retake));
    let hash = sum.hash();
    let mut quiet = sum.clone();
    quiet.boards[0].forget_ko();
    assert_ne!(quiet.hash(), hash);
    sum.play(on(Half::Twin, "A1", &sum));
    sum.play(on(Half::Twin, "E1", &sum));
    assert!(legal(&sum, retake));
}

#[test]
fn a_ko_of_the_beginning_binds_each_side_on_one_board() {
    let mut taken = board(KO);
    assert!(taken.play(Color::White, point("B4", taken.size())));
    let mut sum = Sum::new(taken, Color::Black, 0);
    let at = sum.boards[0].ko();
    assert!(at.is_some() && sum.boards[1].ko() == at);
    // Black may not retake on the original; and White, after Black's move there, not on the twin.
    sum.play(on(Half::Original, "A1", &sum));
    assert!(sum.boards[0].ko().is_none() && sum.boards[1].ko() == at);
    sum.play(on(Half::Original, "E1", &sum));
    assert!(sum.boards[1].ko().is_none());
}

#[test]
fn the_ban_is_on_the_point_of_the_first_move() {
    let mut sum = Sum::new(board(P1), Color::Black, 1);
    let (take, mirror) = (on(Half::Original, "C4", &sum), on(Half::Twin, "C4", &sum));
    sum.play(take);
    assert_eq!(
        sum.opening(),
        Opening::Banned(Color::White, point("C4", sum.boards[0].size()))
    );
    assert!(!sensible(&sum).contains(&mirror));
    sum.play(on(Half::Twin, "F4", &sum));
    assert!(sensible(&sum).contains(&mirror), "Black may save the stone");
    sum.play(SumMove::Pass);
    assert!(
        sensible(&sum).contains(&mirror),
        "nothing is banned any more"
    );
}

/// From a position of a game with kos, captures and all.
#[test]
fn the_second_player_who_copies_never_loses() {
    let mut rng = Rng::new(4);
    for scoring in [Scoring::Area, Scoring::Territory] {
        for _ in 0..30 {
            let mut start = Board9::<Full>::new(Size::new(4).unwrap());
            let mut color = Color::Black;
            for _ in 0..rng.below(20) {
                let at = Point::from_index(rng.below(16) as usize, start.size()).unwrap();
                start.play(color, at);
                color = !color;
            }
            start.forget_ko();
            let mut sum = Sum::unbound(start, color, tax(scoring));
            while sum.outcome().is_none() {
                let mut moves = Vec::new();
                sum.moves(|mv| moves.push(mv));
                let drawn = moves[rng.below(moves.len() as u32) as usize];
                sum.play(drawn);
                let copy = match drawn {
                    SumMove::Play(half, at) => SumMove::Play(half.other(), at),
                    SumMove::Pass => SumMove::Pass,
                };
                let turns = sum.turns();
                sum.play(copy);
                assert_eq!(sum.turns(), turns + 1, "the copy of {drawn:?} is legal");
            }
            assert_eq!(
                sum.outcome().map(|o| (o.winner, o.score)),
                Some((None, 0.0))
            );
        }
    }
}

/// The largest board has room for twice its codes.
#[test]
fn codes_are_double() {
    let sum = Difference::new(Stones::new(Size::new(25).unwrap()), Color::Black, 0);
    assert_eq!(sum.codes(), 1251);
    assert_eq!(sum.decode(1250), SumMove::Pass);
    let last = Point::new(24, 24).unwrap();
    assert_eq!(sum.decode(1249), SumMove::Play(Half::Twin, last));
    assert_eq!(sum.decode(624), SumMove::Play(Half::Original, last));
}
