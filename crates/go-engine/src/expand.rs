//! The moves of Go that enter the tree.

use std::sync::Arc;

use tengen_go::board::{Black, Board, Features, Side, Vertex, White};
use tengen_go::{Color, Move, Situation};
use tengen_search::{Counter, Evaluation, Expand, Seedling};

use crate::build::Expansion;
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

/// The likeliest moves of a node, and the pass; the others never enter the tree.
///
/// Their priors stay what they are, so that they sum to less than one: what the others had is nobody's.
pub(crate) struct Best<const W: usize, const V: usize, F: Features> {
    moves: Expansion<W, V, F>,
    count: usize,
    pass: u16,
}

impl<const W: usize, const V: usize, F: Features> Best<W, V, F> {
    /// So many of the moves, besides the pass of this code.
    pub(crate) fn new(moves: Expansion<W, V, F>, count: usize, pass: u16) -> Self {
        Self { moves, count, pass }
    }
}

impl<const W: usize, const V: usize, F: Features> Expand<Situation<W, V, F>> for Best<W, V, F> {
    fn expand(&mut self, position: &Situation<W, V, F>, line: &[Move], moves: &mut Vec<Seedling>) {
        self.moves.expand(position, line, moves);
        // The pass first, then the likeliest, equal ones by their codes.
        moves.sort_unstable_by(|a, b| {
            let pass = |m: &Seedling| m.code == self.pass;
            let by_prior = b.prior.total_cmp(&a.prior).then(a.code.cmp(&b.code));
            pass(b).cmp(&pass(a)).then(by_prior)
        });
        let passes = moves.first().is_some_and(|m| m.code == self.pass);
        moves.truncate(self.count + usize::from(passes));
    }

    fn reviews(&self) -> Option<u32> {
        self.moves.reviews()
    }

    fn review(&mut self, position: &Situation<W, V, F>, line: &[Move], moves: &mut Vec<Seedling>) {
        self.moves.review(position, line, moves);
    }

    fn evaluation(&mut self) -> Option<Evaluation> {
        self.moves.evaluation()
    }

    fn uses_networks(&self) -> bool {
        self.moves.uses_networks()
    }

    fn rooted(&mut self) {
        self.moves.rooted();
    }

    fn counters(&self) -> Vec<Arc<Counter>> {
        self.moves.counters()
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
