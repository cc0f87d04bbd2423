//! Moves of KI2, which name the piece and, where several could go there, by how it moves, instead of where it comes from.

use tengen_game::Color;

use super::diagram::{at, file_and_rank};
use super::kanji;
use crate::{Board, Move, Moves, PieceMove, PieceType, Square};

/// The legal move to a square that `銀右`, `金直`, `歩成` or `角打` means.
pub(super) fn resolve(board: &Board, to: Square, text: &str) -> Result<Move, String> {
    let (kind, marks) = kanji::take_kind(text).ok_or("no piece is named")?;
    let marks = marks.split_whitespace().next().unwrap_or("");
    let has = |mark| marks.contains(mark);
    let mut legal = Moves::default();
    board.legal(&mut legal);
    let mut found: Vec<(Square, PieceMove)> = legal
        .iter()
        .filter(|mv| mv.to() == to)
        .filter_map(|mv| Some((mv.from()?, mv)))
        .filter(|(from, _)| at(board, *from).map(|(_, kind)| kind) == Some(kind))
        .filter(|(_, mv)| mv.is_promotion() == (has('成') && !has('不')))
        .collect();
    if has('打') || found.is_empty() {
        return drop(board, kind, to);
    }
    let way = Way {
        turn: board.turn(),
        to,
    };
    let up = |from: Square| way.ahead(from) > 0;
    found.retain(|&(from, _)| {
        let straight = !has('直') || (up(from) && way.right(from) == 0);
        let ahead = !(has('上') || has('行') || has('入')) || up(from);
        let back = !has('引') || way.ahead(from) < 0;
        let across = !has('寄') || way.ahead(from) == 0;
        straight && ahead && back && across
    });
    let side = |from: Square| match (has('右'), has('左')) {
        (true, _) => way.right(from),
        (_, true) => -way.right(from),
        _ => 0,
    };
    let most = found.iter().map(|&(from, _)| side(from)).max();
    found.retain(|&(from, _)| Some(side(from)) == most);
    match found[..] {
        [(_, mv)] => Ok(mv.bare()),
        [] => Err("no such piece may go there".to_owned()),
        _ => Err("several pieces may go there".to_owned()),
    }
}

fn drop(board: &Board, kind: PieceType, to: Square) -> Result<Move, String> {
    let mv = Move::drop(kind, to).filter(|&mv| board.recall(mv).is_some());
    mv.ok_or_else(|| "no such piece may go there".to_owned())
}

/// How a side sees squares around the one it goes to.
struct Way {
    turn: Color,
    to: Square,
}

impl Way {
    /// By how many ranks a piece advances.
    fn ahead(&self, from: Square) -> i32 {
        let ((_, from), (_, to)) = (file_and_rank(from), file_and_rank(self.to));
        (from as i32 - to as i32) * self.turn.sign()
    }

    /// By how many files a piece stands to the right.
    fn right(&self, from: Square) -> i32 {
        let ((from, _), (to, _)) = (file_and_rank(from), file_and_rank(self.to));
        (to as i32 - from as i32) * self.turn.sign()
    }
}
