//! Rating the candidates of a single position, for the tree.

use std::sync::Arc;

use tengen_game::PerColor;
use tengen_go::board::{Board, Features, Moments, Side, Vertex};
use tengen_go::{Color, Point, Size};

use super::memory::{Change, Memory};
use crate::broad::{Broad, BroadBoard};
use crate::feature::{FeatureSet, View};
use crate::model::Model;
use crate::shape::ShapeBoard;

/// Rates all candidates of a position by a model, without allocating. What it remembers of the
/// position before saves time where the two have stones in common, and changes nothing else.
pub struct Rater<const W: usize> {
    model: Arc<Model>,
    vertices: Vec<Vertex<W>>,
    stones: Vec<Option<Color>>,
    shapes: Option<Shapes>,
    broad: Option<Cells>,
    candidates: Vec<u16>,
    set: FeatureSet,
    ids: Vec<u32>,
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
    weights: Vec<f32>,
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
                tables,
                seen: Memory::new(area),
                weights: Vec::new(),
            }
        });
        Self {
            vertices: Point::all(size).filter_map(Vertex::new).collect(),
            stones: Vec::with_capacity(area),
            shapes,
            broad,
            candidates: Vec::with_capacity(area),
            ids: vec![0; set.columns()],
            set,
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
        let others = &weights[self.model.vocabulary().before_others()..];
        let numbers = self.shapes.as_ref().map(|s| &s.numbers[S::COLOR][..]);
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
            if let Some(broad) = &self.broad {
                score += broad.weights[broad.tables.cell_of(index)];
            }
            let v = self.vertices[index];
            self.set.team::<S, W, V, F>(&view, v, &mut self.ids);
            for &id in &self.ids {
                if id != 0 {
                    score += others[id as usize];
                }
            }
            self.scores[index] = score;
        }
        &self.scores
    }

    /// Finds the candidates, and the patterns of the stones.
    fn look<S: Side, const V: usize, F: Features<Liberties = Moments>>(
        &mut self,
        board: &Board<W, V, F>,
    ) {
        self.stones.clear();
        self.candidates.clear();
        for (&v, index) in self.vertices.iter().zip(0..) {
            let stone = board.color(v);
            self.stones.push(stone);
            if stone.is_none() && board.allows::<S>(v) {
                self.candidates.push(index);
            }
        }
        if let Some(shapes) = &mut self.shapes {
            shapes.look(&self.model, S::COLOR, &self.stones, &self.candidates);
        }
        if let Some(broad) = &mut self.broad {
            broad.look(&self.model, S::COLOR, &self.stones);
        }
    }
}

impl Shapes {
    /// Finds the numbers of the candidates.
    fn look(&mut self, model: &Model, view: Color, stones: &[Option<Color>], candidates: &[u16]) {
        let board = &mut self.board;
        self.seen[view].catch_up(stones, |change| match change {
            Change::Clear => board.clear_view(view),
            Change::Lift(index, color) | Change::Put(index, color) => {
                board.toggle_view(index, color, view);
            }
        });
        self.changed.clear();
        let changed = |&index: &u16| board.take_change(usize::from(index), view);
        self.changed
            .extend(candidates.iter().copied().filter(changed));
        if let Some(known) = model.vocabulary().shapes() {
            board.find(known, view, &self.changed, &mut self.numbers[view]);
        }
    }
}

impl Cells {
    /// Finds the weights of all cells.
    fn look(&mut self, model: &Model, turn: Color, stones: &[Option<Color>]) {
        let board = &mut self.board;
        self.seen.catch_up(stones, |change| match change {
            Change::Clear => board.clear(),
            Change::Lift(index, color) => board.lift(index, color),
            Change::Put(index, color) => board.put(index, color),
        });
        let (vocabulary, weights) = (model.vocabulary(), model.weights());
        let codes = board.codes(turn).iter();
        self.weights.clear();
        self.weights
            .extend(codes.map(|&code| weights[vocabulary.broad(code) as usize]));
    }
}
