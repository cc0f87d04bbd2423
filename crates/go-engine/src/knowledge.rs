//! Knowledge about moves before they are searched: virtual playouts, won or lost.
//!
//! The knowledge that programs before the networks put into a new node (S. Gelly and D. Silver,
//! "Combining online and offline knowledge in UCT", ICML 2007): tactics, shape, nearness to the last
//! move, lines of the board. The features and their weights are our own.

use std::sync::Arc;

use tengen_go::board::{Black, Board, Features, Moments, Side, Vertex, White};
use tengen_go::{Color, Move, Point, Situation};
use tengen_playout::Patterns;
use tengen_search::{Expand, Seedling};

use crate::expand::Moves;

tengen_params::params! {
    /// What is known about moves before they are searched. A weight counts virtual playouts.
    pub struct KnowledgeParams as knowledge {
        /// Whether moves start with virtual playouts that say what is known about them.
        on: bool = false;
        /// Even playouts that every move starts with.
        even: f32 = 6.0, 0.0..=200.0;
        /// Won playouts of a move that captures.
        capture: f32 = 15.0, 0.0..=200.0;
        /// Won playouts of a move that saves a chain in atari.
        escape: f32 = 10.0, 0.0..=200.0;
        /// Lost playouts of a move that puts an own chain in atari.
        self_atari: f32 = 10.0, 0.0..=200.0;
        /// Won playouts of a 3×3 pattern.
        pattern: f32 = 8.0, 0.0..=200.0;
        /// Won playouts of a move next to the last one, less with the distance.
        near: f32 = 12.0, 0.0..=200.0;
        /// Playouts of a move where there are no stones around: lost on the first two lines, won on
        /// the third.
        open: f32 = 8.0, 0.0..=200.0;
        /// On boards of 13 lines or more, playouts of a move where there are no stones around: won on
        /// the third and fourth lines, twice as many in a corner, lost further in.
        opening: f32 = 0.0, 0.0..=200.0;
        /// Lost playouts of a pass, unless it answers one.
        pass: f32 = 10.0, 0.0..=200.0;
    }
}

/// Moves with virtual playouts.
pub(crate) struct Knowledge<const W: usize> {
    params: KnowledgeParams,
    moves: Moves<W>,
    shapes: Arc<Patterns>,
}

impl<const W: usize> Knowledge<W> {
    /// The knowledge of these parameters about these moves.
    pub(crate) const fn new(
        params: KnowledgeParams,
        moves: Moves<W>,
        shapes: Arc<Patterns>,
    ) -> Self {
        Self {
            params,
            moves,
            shapes,
        }
    }

    fn plant<S: Side, const V: usize, F: Features<Liberties = Moments>>(
        &self,
        board: &Board<W, V, F>,
        last: Option<Move>,
        seedlings: &mut Vec<Seedling>,
    ) {
        self.moves.each::<S, V, F>(board, |v, code| {
            let mut known = Known::even(self.params.even);
            self.weigh_tactics::<S, V, F>(board, v, &mut known);
            if self.shapes.has::<S>(board.around(v)) {
                known.win(self.params.pattern);
            }
            if let Some(Move::Play(last)) = last {
                known.win(self.params.near * nearness(last, v.point()));
            }
            self.weigh_line(board, v.point(), &mut known);
            seedlings.push(known.seedling(code));
        });
        let mut pass = Known::even(self.params.even);
        if last != Some(Move::Pass) {
            pass.lose(self.params.pass);
        }
        seedlings.push(pass.seedling(self.moves.pass()));
    }

    fn weigh_tactics<S: Side, const V: usize, F: Features<Liberties = Moments>>(
        &self,
        board: &Board<W, V, F>,
        v: Vertex<W>,
        known: &mut Known,
    ) {
        let captures = board.captures::<S>(v);
        if captures {
            known.win(self.params.capture);
        }
        if board.is_self_atari::<S>(v) {
            known.lose(self.params.self_atari);
        } else if !captures
            && board
                .neighbours_of::<S>(v)
                .any(|beside| board.is_in_atari(beside))
        {
            known.win(self.params.escape);
        }
    }

    fn weigh_line<const V: usize, F: Features>(
        &self,
        board: &Board<W, V, F>,
        point: Point,
        known: &mut Known,
    ) {
        let lines = lines(board, point);
        let line = lines[0].min(lines[1]);
        let large = board.size().get() >= LARGE && self.params.opening > 0.0;
        if (line > 3 && !large) || !is_open(board, point) {
            return;
        }
        match line {
            ..3 => known.lose(self.params.open),
            3 => known.win(self.params.open),
            _ => {}
        }
        if large {
            let in_corner = lines.iter().all(|line| (3..=4).contains(line));
            match line {
                3..=4 if in_corner => known.win(2.0 * self.params.opening),
                3..=4 => known.win(self.params.opening),
                _ => known.lose(self.params.opening),
            }
        }
    }
}

impl<const W: usize, const V: usize, F> Expand<Situation<W, V, F>> for Knowledge<W>
where
    F: Features<Liberties = Moments>,
{
    fn expand(&mut self, position: &Situation<W, V, F>, line: &[Move], moves: &mut Vec<Seedling>) {
        let last = line.last().copied();
        match position.turn {
            Color::Black => self.plant::<Black, V, F>(&position.board, last, moves),
            Color::White => self.plant::<White, V, F>(&position.board, last, moves),
        }
        let sum: f32 = moves.iter().map(|m| m.prior).sum();
        for seedling in moves {
            seedling.prior /= sum;
        }
    }
}

/// Virtual playouts, being counted.
struct Known {
    visits: f32,
    wins: f32,
}

impl Known {
    fn even(visits: f32) -> Self {
        Self {
            visits,
            wins: visits / 2.0,
        }
    }

    fn win(&mut self, playouts: f32) {
        self.visits += playouts;
        self.wins += playouts;
    }

    fn lose(&mut self, playouts: f32) {
        self.visits += playouts;
    }

    /// The prior is the square of the win rate, to be divided by the sum over all moves.
    fn seedling(&self, code: u16) -> Seedling {
        let rate = (self.wins + 0.5) / (self.visits + 1.0);
        Seedling {
            prior: rate * rate,
            virtual_visits: self.visits,
            virtual_wins: self.wins,
            ..Seedling::new(code)
        }
    }
}

/// 1 next to a point, falling to 0 at a distance of three or four points. The distance counts a
/// diagonal step as one and a half.
fn nearness(a: Point, b: Point) -> f32 {
    let across = a.column().abs_diff(b.column());
    let down = a.row().abs_diff(b.row());
    match across + down + across.max(down) {
        0..=3 => 1.0,
        4 => 0.75,
        5..=6 => 0.5,
        7..=8 => 0.25,
        _ => 0.0,
    }
}

/// From so many lines on a board has an opening in its corners.
const LARGE: usize = 13;

/// The lines of a point, from 1 on the edge: across and down.
fn lines<const W: usize, const V: usize, F: Features>(
    board: &Board<W, V, F>,
    point: Point,
) -> [usize; 2] {
    let last = board.size().get() - 1;
    [point.column(), point.row()].map(|place| 1 + place.min(last - place))
}

/// Tests if there are no stones within three steps.
fn is_open<const W: usize, const V: usize, F: Features>(
    board: &Board<W, V, F>,
    point: Point,
) -> bool {
    const REACH: usize = 3;
    let (column, row) = (point.column(), point.row());
    (row.saturating_sub(REACH)..=row + REACH).all(|y| {
        let rest = REACH - y.abs_diff(row);
        (column.saturating_sub(rest)..=column + rest).all(|x| {
            let place = Point::new(x, y).and_then(|p| board.vertex(p));
            place.is_none_or(|v| board.is_empty(v))
        })
    })
}
