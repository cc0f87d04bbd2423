//! The last moves on each of the boards.

use tengen_game::{Color, Position};
use tengen_go::Point;
use tengen_go::board::{Features, Vertex};
use tengen_playout::Recent;

use crate::{Sum, SumMove};

/// The last moves on one of the boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Local<const W: usize> {
    /// The side that would be next if the sides took turns here.
    pub next: Color,
    /// The last two moves, in the view of `next`.
    pub recent: Recent<W>,
}

impl<const W: usize> Local<W> {
    /// The boards at the beginning of a difference game: these are the last moves before, and on the
    /// twin the other side has made them.
    #[must_use]
    pub const fn pair(turn: Color, recent: Recent<W>) -> [Self; 2] {
        let other = match turn {
            Color::Black => Color::White,
            Color::White => Color::Black,
        };
        [
            Self { next: turn, recent },
            Self {
                next: other,
                recent,
            },
        ]
    }

    /// `color` is to move here. If that is out of turn, its opponent has passed here, and the answer
    /// is true.
    #[inline(always)]
    pub fn await_move(&mut self, color: Color) -> bool {
        let passed = self.next != color;
        if passed {
            self.recent = self.recent.then(None);
            self.next = color;
        }
        passed
    }

    /// `color` has moved here, or passed.
    #[inline(always)]
    pub fn moved(&mut self, color: Color, mv: Option<Vertex<W>>) {
        self.await_move(color);
        self.recent = self.recent.then(mv);
        self.next = !color;
    }
}

/// The last moves on each board. `line` are the moves that led here, the last ones of the game before
/// the root included.
pub(crate) fn locals<const W: usize, const V: usize, F: Features>(
    position: &Sum<W, V, F>,
    line: &[SumMove<Point>],
) -> [Local<W>; 2] {
    let turns = position.turns() as usize;
    let (before, since) = line.split_at(line.len().saturating_sub(turns));
    let place = |mv: &SumMove<Point>| match mv {
        SumMove::Play(_, point) => Vertex::new(*point),
        SumMove::Pass => None,
    };
    let recent = before
        .iter()
        .fold(Recent::default(), |recent, mv| recent.then(place(mv)));
    let mut turn = if turns.is_multiple_of(2) {
        position.turn()
    } else {
        !position.turn()
    };
    let mut locals = Local::pair(turn, recent);
    for mv in since {
        match mv {
            SumMove::Play(half, _) => locals[half.index()].moved(turn, place(mv)),
            SumMove::Pass => locals.iter_mut().for_each(|local| local.moved(turn, None)),
        }
        turn = !turn;
    }
    locals
}
