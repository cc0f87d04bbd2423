//! The moves of Go that enter the tree.

use tengen_go::board::{Black, Board, Features, Side, Vertex, White};
use tengen_go::{Color, Move, Situation};
use tengen_search::{Expand, Seedling};

use crate::ownership::vertices;
use crate::parameters::ExpansionParams;

/// Every legal move, without own eyes unless they are wanted, and the pass.
pub(crate) struct Moves<const W: usize> {
    own_eyes: bool,
    vertices: Vec<Vertex<W>>,
}

impl<const W: usize> Moves<W> {
    /// The moves on boards like this one.
    pub(crate) fn new<const V: usize, F: Features>(
        params: &ExpansionParams,
        board: &Board<W, V, F>,
    ) -> Self {
        Self {
            own_eyes: params.own_eyes,
            vertices: vertices(board),
        }
    }

    /// Calls with every place that enters the tree, and its code.
    #[inline]
    pub(crate) fn each<S: Side, const V: usize, F: Features>(
        &self,
        board: &Board<W, V, F>,
        mut each: impl FnMut(Vertex<W>, u16),
    ) {
        for (&v, code) in self.vertices.iter().zip(0..) {
            if board.is_empty(v)
                && board.allows::<S>(v)
                && (self.own_eyes || !board.around(v).is_eye::<S>())
            {
                each(v, code);
            }
        }
    }

    /// The code of the pass.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a board has at most 625 points"
    )]
    pub(crate) fn pass(&self) -> u16 {
        self.vertices.len() as u16
    }
}

impl<const W: usize, const V: usize, F: Features> Expand<Situation<W, V, F>> for Moves<W> {
    fn expand(&mut self, position: &Situation<W, V, F>, _: &[Move], moves: &mut Vec<Seedling>) {
        let plant = |_, code| moves.push(Seedling::new(code));
        match position.turn {
            Color::Black => self.each::<Black, V, F>(&position.board, plant),
            Color::White => self.each::<White, V, F>(&position.board, plant),
        }
        moves.push(Seedling::new(self.pass()));
        let even = 1.0 / moves.len() as f32;
        for seedling in moves {
            seedling.prior = even;
        }
    }
}
