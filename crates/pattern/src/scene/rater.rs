//! Rating the candidates of a single position, for the tree.

use std::sync::Arc;

use tengen_go::board::{Board, Features, Moments, Side, Vertex};
use tengen_go::{Point, Size};

use crate::broad::{Broad, BroadBoard};
use crate::feature::{FeatureSet, View};
use crate::model::Model;
use crate::shape::{MAX_SIZE, ShapeBoard};

/// Rates all candidates of a position by a model, from scratch and without allocating.
pub struct Rater<const W: usize> {
    model: Arc<Model>,
    vertices: Vec<Vertex<W>>,
    shapes: Option<ShapeBoard>,
    broad: Option<(Arc<Broad>, BroadBoard)>,
    cells: Vec<f32>,
    set: FeatureSet,
    ids: Vec<u32>,
    scores: Vec<f32>,
}

impl<const W: usize> Rater<W> {
    /// For boards of this size.
    #[must_use]
    pub fn new(model: Arc<Model>, size: Size) -> Self {
        let vocabulary = model.vocabulary();
        let params = vocabulary.params();
        let set = FeatureSet::new(&params.features, size);
        let shapes = vocabulary
            .shapes()
            .map(|known| ShapeBoard::new(Arc::new(known.rings().clone()), size));
        let broad = vocabulary.has_broad().then(|| {
            let tables = Arc::new(Broad::new(&params.broad, size));
            (tables.clone(), BroadBoard::new(tables))
        });
        Self {
            vertices: Point::all(size).filter_map(Vertex::new).collect(),
            shapes,
            broad,
            cells: Vec::new(),
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
        let color = S::COLOR;
        self.look(board, color);
        let vocabulary = self.model.vocabulary();
        let weights = self.model.weights();
        if let Some((_, broad)) = &mut self.broad {
            self.cells.clear();
            let codes = broad.codes(color).iter();
            self.cells
                .extend(codes.map(|&code| weights[vocabulary.broad(code) as usize]));
        }
        let view = View {
            board,
            last,
            before,
        };
        self.set.begin::<S, W, V, F>(&view);
        let others = vocabulary.before_others();
        let mut keys = [0; MAX_SIZE];
        for (index, &v) in self.vertices.iter().enumerate() {
            if !board.allows::<S>(v) {
                self.scores[index] = f32::NEG_INFINITY;
                continue;
            }
            let mut score = 0.0;
            if let (Some(known), Some(shapes)) = (vocabulary.shapes(), &self.shapes) {
                let number = known.largest(shapes.keys(index, color, &mut keys));
                score += weights[number as usize];
            }
            if let Some((tables, _)) = &self.broad {
                score += self.cells[tables.cell_of(index)];
            }
            self.set.team::<S, W, V, F>(&view, v, &mut self.ids);
            for &id in &self.ids {
                if id != 0 {
                    score += weights[others + id as usize];
                }
            }
            self.scores[index] = score;
        }
        &self.scores
    }

    /// Puts the stones of the board.
    fn look<const V: usize, F: Features>(
        &mut self,
        board: &Board<W, V, F>,
        view: tengen_go::Color,
    ) {
        if let Some(shapes) = &mut self.shapes {
            shapes.clear_view(view);
        }
        if let Some((_, broad)) = &mut self.broad {
            broad.clear();
        }
        for (index, &v) in self.vertices.iter().enumerate() {
            let Some(color) = board.color(v) else {
                continue;
            };
            if let Some(shapes) = &mut self.shapes {
                shapes.toggle_view(index, color, view);
            }
            if let Some((_, broad)) = &mut self.broad {
                broad.put(index, color);
            }
        }
    }
}
