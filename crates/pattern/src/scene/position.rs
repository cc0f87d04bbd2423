//! A game being followed, and the teams of its candidates.

use std::sync::Arc;

use tengen_game::PerColor;
use tengen_go::board::{Black, Side, Vertex, White};
use tengen_go::{Color, Move, Point, Size, Stones};

use super::{Vocabulary, is_candidate};
use crate::broad::{Broad, BroadBoard};
use crate::corpus::Game;
use crate::feature::{FeatureSet, View};
use crate::shape::ShapeBoard;
use crate::team::Sample;

/// The stride of the grid of [`Stones`].
const W: usize = 26;

/// A position of a game, kept up to date from move to move.
#[derive(Clone)]
pub struct Scene {
    vocabulary: Arc<Vocabulary>,
    stones: Stones,
    vertices: Vec<Vertex<W>>,
    shapes: Option<ShapeBoard>,
    /// The stone pattern of every point in each view, where it has not changed.
    numbers: PerColor<Vec<u32>>,
    candidates: Vec<u16>,
    /// Those of them whose stone pattern has changed.
    changed: Vec<u16>,
    broad: Option<BroadBoard>,
    cells: Vec<u32>,
    tables: Option<Arc<Broad>>,
    set: FeatureSet,
    last: Option<Point>,
    before: Option<Point>,
    /// The side that follows the last move, if that is known.
    follows: Option<Color>,
}

impl Scene {
    /// The empty board.
    #[must_use]
    pub fn new(vocabulary: Arc<Vocabulary>, size: Size) -> Self {
        let params = vocabulary.params();
        let shapes = vocabulary
            .shapes()
            .map(|known| ShapeBoard::new(Arc::new(known.rings().clone()), size));
        let tables = vocabulary
            .has_broad()
            .then(|| Arc::new(Broad::new(&params.broad, size)));
        let stones = Stones::new(size);
        Self {
            vertices: Point::all(size).filter_map(|p| stones.vertex(p)).collect(),
            stones,
            numbers: PerColor {
                black: vec![0; size.area()],
                white: vec![0; size.area()],
            },
            candidates: Vec::with_capacity(size.area()),
            changed: Vec::with_capacity(size.area()),
            shapes,
            broad: tables.clone().map(BroadBoard::new),
            cells: Vec::new(),
            tables,
            set: FeatureSet::new(&params.features, size),
            last: None,
            before: None,
            follows: None,
            vocabulary,
        }
    }

    /// The start of a game.
    pub fn start(&mut self, game: &Game) {
        if game.size == self.stones.size() {
            self.clear();
        } else {
            *self = Self::new(self.vocabulary.clone(), game.size);
        }
        for &(color, point) in &game.setup {
            self.place(color, point);
        }
    }

    /// Takes all stones off.
    pub fn clear(&mut self) {
        self.stones = Stones::new(self.stones.size());
        if let Some(shapes) = &mut self.shapes {
            shapes.clear();
        }
        if let Some(broad) = &mut self.broad {
            broad.clear();
        }
        self.with_last(None, None);
    }

    /// The stones.
    #[must_use]
    pub const fn stones(&self) -> &Stones {
        &self.stones
    }

    /// As if these had been the last moves, the opponent's and the own one before, whoever moves.
    pub fn with_last(&mut self, last: Option<Point>, before: Option<Point>) -> &mut Self {
        (self.last, self.before) = (last, before);
        self.follows = None;
        self
    }

    /// The last moves as `color` sees them if it is to move: the opponent's and the own one before, in
    /// the sense of [`View`].
    #[must_use]
    pub fn recent(&self, color: Color) -> [Option<Point>; 2] {
        if self.follows.is_none_or(|follows| follows == color) {
            [self.last, self.before]
        } else {
            [None; 2]
        }
    }

    /// Records a move.
    fn note(&mut self, color: Color, mv: Move) {
        let [last, _] = self.recent(color);
        (self.before, self.last) = (last, mv.point());
        self.follows = Some(!color);
    }

    /// Puts a stone of the start position.
    pub fn place(&mut self, color: Color, point: Point) {
        if self.stones.at(point).is_none() && self.stones.place(color, point) {
            self.add(color, point);
        }
    }

    fn add(&mut self, color: Color, point: Point) {
        let index = point.index(self.stones.size());
        if let Some(shapes) = &mut self.shapes {
            shapes.toggle(index, color);
        }
        if let Some(broad) = &mut self.broad {
            broad.put(index, color);
        }
    }

    fn remove(&mut self, color: Color, point: Point) {
        let index = point.index(self.stones.size());
        if let Some(shapes) = &mut self.shapes {
            shapes.toggle(index, color);
        }
        if let Some(broad) = &mut self.broad {
            broad.lift(index, color);
        }
    }

    /// Tests if a move may be played here.
    #[must_use]
    pub fn allows(&self, color: Color, point: Point) -> bool {
        self.stones.vertex(point).is_some_and(|v| match color {
            Color::Black => self.stones.allows::<Black>(v),
            Color::White => self.stones.allows::<White>(v),
        })
    }

    /// Plays a move; false, and nothing has changed, if it is illegal.
    pub fn play(&mut self, color: Color, mv: Move) -> bool {
        let Some(point) = mv.point() else {
            self.stones.forget_ko();
            self.note(color, mv);
            return true;
        };
        if !point.is_on(self.stones.size()) || !self.allows(color, point) {
            return false;
        }
        let opponent = !color;
        let mut captured: Vec<Point> = Vec::new();
        for beside in point.neighbours(self.stones.size()) {
            if self.stones.at(beside) == Some(opponent)
                && self.stones.liberties(beside, 2) == 1
                && !captured.contains(&beside)
            {
                captured.extend(self.stones.chain(beside));
            }
        }
        self.stones.play(color, point);
        for stone in captured {
            self.remove(opponent, stone);
        }
        self.add(color, point);
        self.note(color, mv);
        true
    }

    /// The teams of all legal moves of `color`; false if `played` is not among them.
    pub fn sample(&mut self, color: Color, played: Point, sample: &mut Sample) -> bool {
        match color {
            Color::Black => self.teams::<Black>(played, sample),
            Color::White => self.teams::<White>(played, sample),
        }
    }

    /// The codes of the broad patterns of all cells, for `color` to move.
    pub fn codes(&mut self, color: Color) -> &[u32] {
        self.broad.as_mut().map_or(&[], |broad| broad.codes(color))
    }

    /// Finds the candidates and their stone patterns.
    fn find_candidates<S: Side>(&mut self) {
        self.candidates.clear();
        for (&v, index) in self.vertices.iter().zip(0..) {
            if is_candidate::<S, W, _, _>(&self.stones, v) {
                self.candidates.push(index);
            }
        }
        if let (Some(known), Some(shapes)) = (self.vocabulary.shapes(), &mut self.shapes) {
            self.changed.clear();
            shapes.take_changes(&self.candidates, S::COLOR, &mut self.changed);
            let numbers = &mut self.numbers[S::COLOR];
            shapes.find(known, S::COLOR, &self.changed, numbers);
        }
    }

    fn teams<S: Side>(&mut self, played: Point, sample: &mut Sample) -> bool {
        self.find_candidates::<S>();
        let color = S::COLOR;
        let vocabulary = &*self.vocabulary;
        let (shapes, broad) = (vocabulary.shapes(), self.broad.is_some());
        let first = usize::from(shapes.is_some()) + usize::from(broad);
        let width = first + self.set.columns();
        sample.width = width;
        sample.ids.clear();
        sample.ids.resize(width * self.candidates.len(), 0);
        if let Some(broad) = &mut self.broad {
            self.cells.clear();
            let codes = broad.codes(color).iter();
            self.cells.extend(codes.map(|&code| vocabulary.broad(code)));
        }
        let [last, before] = self.recent(color);
        let view = View {
            board: &self.stones,
            last,
            before,
        };
        self.set.begin::<S, W, _, _>(&view);
        #[expect(clippy::cast_possible_truncation, reason = "numbers are 32 bits wide")]
        let others = vocabulary.before_others() as u32;
        let numbers = &self.numbers[color];
        let teams = sample.ids.chunks_exact_mut(width.max(1));
        for (&index, team) in self.candidates.iter().zip(teams) {
            let index = usize::from(index);
            let (whole, ids) = team.split_at_mut(first);
            if let ([number, ..], true) = (&mut *whole, shapes.is_some()) {
                *number = numbers[index];
            }
            if let ([.., cell], Some(tables)) = (whole, &self.tables) {
                *cell = self.cells[tables.cell_of(index)];
            }
            self.set
                .team::<S, W, _, _>(&view, self.vertices[index], ids);
            for id in ids {
                *id += if *id == 0 { 0 } else { others };
            }
        }
        let target = played.index(self.stones.size());
        let found = self
            .candidates
            .iter()
            .position(|&index| usize::from(index) == target);
        sample.played = found.unwrap_or(0);
        found.is_some()
    }
}
