//! The moves of a difference game that enter the tree, by the expansions of one board.

use std::sync::Arc;

use tengen_difference::SumMoves;
use tengen_game::Position;
use tengen_go::Size;
use tengen_go::board::Full;
use tengen_playout::Patterns;
use tengen_search::{Expand, Seedling};

use super::*;
use crate::build::Expansion;
use crate::expand::Moves;
use crate::knowledge::{Knowledge, KnowledgeParams};
use crate::parameters::ExpansionParams;

const W: usize = 10;
const V: usize = 112;

type Nine = Sum<W, V, Full>;

fn expanded(one: Expansion<W, V, Full>, sum: &Nine, line: &[SumMove<Point>]) -> Vec<Seedling> {
    let mut moves = Vec::new();
    SumMoves::new(one).expand(sum, line, &mut moves);
    let total: f32 = moves.iter().map(|m| m.prior).sum();
    assert!((total - 1.0).abs() < 1e-4, "{total}");
    moves
}

fn codes(moves: &[Seedling]) -> Vec<usize> {
    let mut codes: Vec<usize> = moves.iter().map(|m| usize::from(m.code)).collect();
    codes.sort_unstable();
    codes
}

fn begun() -> Nine {
    Difference::new(Board::new(Size::NINE), Color::Black, 0)
}

fn on(half: Half, column: usize, row: usize) -> SumMove<Point> {
    SumMove::Play(half, Point::new(column, row).unwrap())
}

fn plain(sum: &Nine) -> Expansion<W, V, Full> {
    Box::new(Moves::new(&ExpansionParams::default(), &sum.boards[0]))
}

#[test]
fn the_tree_has_the_moves_of_the_rules() {
    let mut sum = begun();
    // Own eyes are left out of the tree; there are none here yet.
    let check = |sum: &Nine, line: &[SumMove<Point>]| {
        let mut legal = Vec::new();
        sum.moves(|mv| legal.push(sum.code(mv)));
        assert_eq!(codes(&expanded(plain(sum), sum, line)), legal);
        legal
    };
    let first = check(&sum, &[]);
    assert_eq!(first.len(), 82);
    let line = [on(Half::Original, 4, 4), on(Half::Original, 2, 2)];
    sum.play(line[0]);
    let second = check(&sum, &line[..1]);
    assert!(!second.contains(&sum.code(on(Half::Twin, 4, 4))));
    sum.play(line[1]);
    let third = check(&sum, &line);
    assert!(third.contains(&sum.code(on(Half::Twin, 4, 4))));
}

/// Nearness is to each board's own last moves, and a move elsewhere is no pass to be answered.
#[test]
fn each_board_is_known_by_its_own_last_move() {
    let params = KnowledgeParams {
        on: true,
        even: 2.0,
        near: 10.0,
        pass: 7.0,
        open: 0.0,
        ..KnowledgeParams::default()
    };
    let shapes = Arc::new(Patterns::standard());
    let known = |sum: &Nine, line: &[SumMove<Point>], mv| {
        let moves = Moves::new(&ExpansionParams::default(), &sum.boards[0]);
        let one = Box::new(Knowledge::new(params.clone(), moves, shapes.clone()));
        let moves = expanded(one, sum, line);
        let code = sum.code(mv);
        let found = moves.iter().find(|m| usize::from(m.code) == code);
        found.map(|m| (m.virtual_visits, m.virtual_wins))
    };
    let mut sum = begun();
    let line = [on(Half::Original, 4, 4), on(Half::Twin, 7, 7)];
    sum.play(line[0]);
    sum.play(line[1]);
    // Black's turn: on the twin White has just played; on the original it was Black itself.
    assert_eq!(known(&sum, &line, on(Half::Twin, 7, 8)), Some((12.0, 11.0)));
    let beside = known(&sum, &line, on(Half::Original, 4, 3));
    assert_eq!(beside, Some((2.0, 1.0)));
    assert_eq!(known(&sum, &line, SumMove::Pass), Some((9.0, 1.0)));
    // A pass that answers one is not held against it.
    sum.play(SumMove::Pass);
    let line = [line[0], line[1], SumMove::Pass];
    assert_eq!(known(&sum, &line, SumMove::Pass), Some((2.0, 1.0)));
}
