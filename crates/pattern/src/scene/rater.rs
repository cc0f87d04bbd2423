//! Rating the candidates of a single position, for the tree.

use std::sync::Arc;

use tengen_game::PerColor;
use tengen_go::board::{Board, Features, Moments, Side, Vertex};
use tengen_go::{Color, Point, Size};

use super::is_candidate;
use super::memory::{Change, Memory, Stones};
use crate::broad::{Broad, BroadBoard};
use crate::feature::{FeatureSet, View};
use crate::model::Model;
use crate::shape::ShapeBoard;

/// Rates all candidates of a position by a model, without allocating. What it remembers of the
/// position before saves time where the two have stones in common, and changes nothing else.
pub struct Rater<const W: usize> {
    model: Arc<Model>,
    vertices: Vec<Vertex<W>>,
    stones: Stones,
    shapes: Option<Shapes>,
    broad: Option<Cells>,
    candidates: Vec<u16>,
    set: FeatureSet,
    /// The weights of the other features, by their numbers; that of none is 0.
    others: Vec<f32>,
    scores: Vec<f32>,
}

/// Stone patterns, in each view.
struct Shapes {
    board: ShapeBoard,
    seen: PerColor<Memory>,
    numbers: PerColor<Vec<u32>>,
    /// The candidates whose pattern has changed.
    changed: Vec<u16>,
}

/// Broad patterns.
struct Cells {
    tables: Arc<Broad>,
    board: BroadBoard,
    seen: Memory,
    /// The weights of all cells, in each view.
    weights: [Vec<f32>; 2],
}

impl<const W: usize> Rater<W> {
    /// For boards of this size.
    #[must_use]
    pub fn new(model: Arc<Model>, size: Size) -> Self {
        let vocabulary = model.vocabulary();
        let params = vocabulary.params();
        let set = FeatureSet::new(&params.features, size);
        let area = size.area();
        let shapes = vocabulary.shapes().map(|known| Shapes {
            board: ShapeBoard::new(Arc::new(known.rings().clone()), size),
            seen: PerColor {
                black: Memory::new(area),
                white: Memory::new(area),
            },
            numbers: PerColor {
                black: vec![0; area],
                white: vec![0; area],
            },
            changed: Vec::with_capacity(area),
        });
        let broad = vocabulary.has_broad().then(|| {
            let tables = Arc::new(Broad::new(&params.broad, size));
            Cells {
                board: BroadBoard::new(tables.clone()),
                seen: Memory::new(area),
                weights: [0, 1].map(|_| vec![0.0; tables.cells()]),
                tables,
            }
        });
        let mut others = model.weights()[vocabulary.before_others()..].to_vec();
        others[0] = 0.0;
        Self {
            vertices: Point::all(size).filter_map(Vertex::new).collect(),
            stones: Stones::new(area),
            shapes,
            broad,
            candidates: Vec::with_capacity(area),
            set,
            others,
            scores: vec![f32::NEG_INFINITY; size.area()],
            model,
        }
    }

    /// The logarithm of the strength of a stone of `S` on every point, by its index; minus infinity
    /// where it may not be played. `last` is the opponent's last move, `before` the own one before.
    pub fn rate<S: Side, const V: usize, F: Features<Liberties = Moments>>(
        &mut self,
        board: &Board<W, V, F>,
        last: Option<Point>,
        before: Option<Point>,
    ) -> &[f32] {
        self.look::<S, V, F>(board);
        let weights = self.model.weights();
        let numbers = self.shapes.as_ref().map(|s| &s.numbers[S::COLOR][..]);
        let cells = self.broad.as_ref().map(|broad| {
            let view = broad.board.view(S::COLOR);
            (&*broad.tables, &broad.weights[view][..])
        });
        let view = View {
            board,
            last,
            before,
        };
        self.set.begin::<S, W, V, F>(&view);
        self.scores.fill(f32::NEG_INFINITY);
        for &index in &self.candidates {
            let index = usize::from(index);
            let mut score = 0.0;
            if let Some(numbers) = numbers {
                score += weights[numbers[index] as usize];
            }
            if let Some((tables, weights)) = cells {
                score += weights[tables.cell_of(index)];
            }
            let (v, others) = (self.vertices[index], &self.others[..]);
            // That of none is 0, which changes no sum: this needs no branch.
            self.set
                .each::<S, W, V, F>(&view, v, index, |_, id| score += others[id as usize]);
            self.scores[index] = score;
        }
        &self.scores
    }

    /// Finds the candidates, and the patterns of the stones.
    fn look<S: Side, const V: usize, F: Features<Liberties = Moments>>(
        &mut self,
        board: &Board<W, V, F>,
    ) {
        self.stones
            .write(self.vertices.iter().map(|&v| board.color(v)));
        self.candidates.clear();
        for (&v, index) in self.vertices.iter().zip(0..) {
            if is_candidate::<S, W, V, F>(board, v) {
                self.candidates.push(index);
            }
        }
        let count = self.vertices.len() - board.empty_count() as usize;
        if let Some(shapes) = &mut self.shapes {
            shapes.catch_up(S::COLOR, &self.stones, count);
            shapes.look(&self.model, S::COLOR, &self.candidates);
        }
        if let Some(broad) = &mut self.broad {
            broad.look(&self.model, S::COLOR, &self.stones, count);
        }
    }
}

impl Shapes {
    /// Puts and lifts what has changed.
    fn catch_up(&mut self, view: Color, stones: &Stones, count: usize) {
        let board = &mut self.board;
        self.seen[view].catch_up(stones, count, |change| match change {
            Change::Clear => board.clear_view(view),
            Change::Lift(index, color) | Change::Put(index, color) => {
                board.toggle_view(index, color, view);
            }
        });
    }

    /// Finds the numbers of the candidates.
    fn look(&mut self, model: &Model, view: Color, candidates: &[u16]) {
        self.changed.clear();
        self.board.take_changes(candidates, view, &mut self.changed);
        if let Some(known) = model.vocabulary().shapes() {
            let numbers = &mut self.numbers[view];
            self.board.find(known, view, &self.changed, numbers);
        }
    }
}

impl Cells {
    /// Finds the weights of all cells.
    fn look(&mut self, model: &Model, turn: Color, stones: &Stones, count: usize) {
        let board = &mut self.board;
        self.seen.catch_up(stones, count, |change| match change {
            Change::Clear => board.clear(),
            Change::Lift(index, color) => board.lift(index, color),
            Change::Put(index, color) => board.put(index, color),
        });
        let (vocabulary, weights) = (model.vocabulary(), model.weights());
        let cells = &mut self.weights[board.view(turn)];
        board.each_change(turn, |cell, code| {
            cells[cell] = weights[vocabulary.broad(code) as usize];
        });
    }
}
