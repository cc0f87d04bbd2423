//! The questions that policies ask of the fast board, against the same board point by point.

use tengen_game::{Color, Rng};
use tengen_go::board::{Black, Full, Side, Stones, Vertex, White};
use tengen_go::{Point, Size};
use tengen_playout::{Start, Uniform, play_out};

type V26 = Vertex<26>;

fn around(board: &Stones, v: V26, color: Option<Color>) -> Vec<V26> {
    let beside = v.point().neighbours(board.size());
    let mut found: Vec<V26> = beside
        .filter(|&p| board.at(p) == color)
        .filter_map(|p| board.vertex(p))
        .collect();
    found.sort();
    found
}

fn sorted(points: impl Iterator<Item = V26>) -> Vec<V26> {
    let mut points: Vec<V26> = points.collect();
    points.sort();
    points
}

fn liberties(board: &Stones, v: V26) -> Vec<Point> {
    board.liberty_points(v.point())
}

/// Checks the questions that may be asked of any point.
fn check_point<S: Side>(board: &Stones, v: V26) {
    let own = around(board, v, Some(S::COLOR));
    let empty = around(board, v, None);
    assert_eq!(board.room(v) as usize, empty.len());
    assert_eq!(board.touches::<S>(v), !own.is_empty());
    assert_eq!(sorted(board.neighbours_of::<S>(v)), own);
    assert_eq!(sorted(board.empties_beside(v)), empty);
    let ataris = sorted(board.ataris_beside::<S>(v).map(|(stone, _)| stone));
    let expected = own
        .iter()
        .copied()
        .filter(|&n| liberties(board, n).len() == 1);
    assert_eq!(ataris, sorted(expected));
    assert_eq!(board.has_atari_beside::<S>(v), !ataris.is_empty());
    for (stone, liberty) in board.ataris_beside::<S>(v) {
        assert_eq!(liberties(board, stone), [liberty.point()]);
    }
    for &stone in &own {
        let joins = own.iter().any(|&other| !board.same_chain(other, stone));
        assert_eq!(board.joins_other::<S>(v, stone), joins);
    }
}

/// Checks the questions that may be asked of an empty point.
fn check_empty<S: Side>(board: &Stones, v: V26) {
    let theirs = around(board, v, Some(!S::COLOR));
    let captures = theirs.iter().any(|&n| liberties(board, n).len() == 1);
    assert_eq!(board.captures::<S>(v), captures);
    let mut after = board.clone();
    after.forget_ko();
    let left = if after.try_play::<S>(v) {
        liberties(&after, v).len()
    } else {
        0
    };
    assert_eq!(board.is_self_atari::<S>(v), !captures && left <= 1);
}

fn check_stone(board: &Stones, v: V26) {
    let mut pair = board.liberty_pair(v).map(|pair| pair.map(Vertex::point));
    if let Some(pair) = &mut pair {
        pair.sort();
    }
    let liberties = liberties(board, v);
    assert_eq!(
        pair.map(Vec::from),
        (liberties.len() == 2).then_some(liberties)
    );
}

#[test]
fn the_board_answers_as_its_points_say() {
    for (side, games) in [(2, 4), (5, 12), (9, 6), (13, 1)] {
        let size = Size::new(side).unwrap();
        let mut rng = Rng::new(side as u64);
        for _ in 0..games {
            let mut moves = Vec::new();
            let mut policy = Uniform::<Full>::new();
            let start = Start::NEW_GAME;
            play_out(
                &mut Stones::new(size),
                start,
                &mut policy,
                &mut moves,
                &mut rng,
            );
            let mut board = Stones::new(size);
            let mut color = Color::Black;
            for mv in moves {
                match mv {
                    Some(v) => assert!(board.play(color, v.point())),
                    None => board.pass(),
                }
                color = !color;
                for v in Point::all(size).filter_map(|p| board.vertex(p)) {
                    check_point::<Black>(&board, v);
                    check_point::<White>(&board, v);
                    if board.is_empty(v) {
                        check_empty::<Black>(&board, v);
                        check_empty::<White>(&board, v);
                    } else {
                        check_stone(&board, v);
                    }
                }
            }
        }
    }
}
