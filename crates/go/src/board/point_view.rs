//! The same board by [`Point`] and [`Color`], for the rules, where clarity counts and speed does
//! not.

use tengen_game::Color;

use super::{Black, Board, Features, Liberties, Side, Vertex, White};
use crate::Point;

impl<const W: usize, const V: usize, F: Features> Board<W, V, F> {
    /// The vertex of a point of this board; `None` for a point beyond it.
    #[inline]
    #[must_use]
    pub fn vertex(&self, point: Point) -> Option<Vertex<W>> {
        if point.is_on(self.size) {
            Vertex::new(point)
        } else {
            None
        }
    }

    /// The stone at a point; `None` if it is empty or beyond the board.
    #[must_use]
    pub fn at(&self, point: Point) -> Option<Color> {
        self.vertex(point).and_then(|v| self.color(v))
    }

    /// The point that may not be retaken on the next move.
    #[must_use]
    pub fn ko(&self) -> Option<Point> {
        self.ko_vertex().map(Vertex::point)
    }

    /// Plays a stone; if the point is taken or beyond the board, or the move suicide or the
    /// retaking of a ko, changes nothing and returns false.
    pub fn play(&mut self, color: Color, point: Point) -> bool {
        let Some(v) = self.vertex(point) else {
            return false;
        };
        match color {
            Color::Black => self.try_play::<Black>(v),
            Color::White => self.try_play::<White>(v),
        }
    }

    /// Forbids to play on a point on the next move, as if a ko had just been taken from there.
    pub fn forbid(&mut self, point: Point) {
        if let Some(v) = self.vertex(point) {
            self.ko = v.here();
        }
    }

    /// Forgets that a ko may not be retaken, for rules that see to repetition otherwise.
    pub const fn forget_ko(&mut self) {
        self.pass();
    }

    /// Tests if a stone on this point, the ko aside, would capture nothing and leave its own chain
    /// without a liberty.
    #[must_use]
    pub fn would_suicide(&self, color: Color, point: Point) -> bool {
        // Retaking a ko is forbidden too, but it captures.
        point.is_on(self.size)
            && self.at(point).is_none()
            && self.ko() != Some(point)
            && !self.is_legal(color, point)
    }

    /// Plays a stone that leaves its own chain without a liberty and takes that chain off; returns
    /// how many stones that were, or 0 and changes nothing if the move is no suicide.
    pub fn suicide(&mut self, color: Color, point: Point) -> usize {
        if !self.would_suicide(color, point) {
            return 0;
        }
        let Some(v) = self.vertex(point) else {
            return 0;
        };
        let before = self.empty_count();
        match color {
            Color::Black => self.put_and_remove::<Black>(v),
            Color::White => self.put_and_remove::<White>(v),
        }
        (self.empty_count() + 1 - before) as usize
    }

    fn put_and_remove<S: Side>(&mut self, v: Vertex<W>) {
        let (around, names) = (self.look::<S>(v), self.names_around(v));
        for name in names {
            self.liberties
                .set(name, self.liberties.get(name).without(v));
        }
        self.put::<S>(v, around, names);
        self.remove::<S>(v.here());
    }

    /// Sets up a stone on an empty point, capturing as a move would but heeding no ko; returns false
    /// and changes nothing if that cannot be.
    pub fn place(&mut self, color: Color, point: Point) -> bool {
        let ko = self.ko;
        self.forget_ko();
        let placed = self.play(color, point);
        if placed {
            self.forget_ko();
        } else {
            self.ko = ko;
        }
        placed
    }

    /// Takes a single stone away; its chain may fall apart. Forgets the ko.
    pub fn lift(&mut self, point: Point) {
        let Some(v) = self.vertex(point) else { return };
        let Some(color) = self.color(v) else { return };
        let chain: Vec<Vertex<W>> = self.stones_of(v).collect();
        match color {
            Color::Black => self.remove::<Black>(v.here()),
            Color::White => self.remove::<White>(v.here()),
        }
        self.forget_ko();
        for stone in chain.into_iter().filter(|&stone| stone != v) {
            let placed = match color {
                Color::Black => self.try_play::<Black>(stone),
                Color::White => self.try_play::<White>(stone),
            };
            // Every part of the chain touches the lifted point or a stone not yet put back, so no
            // part is ever without a liberty.
            debug_assert!(placed);
        }
    }

    /// The stones of a chain.
    pub fn chain(&self, point: Point) -> impl Iterator<Item = Point> + '_ {
        self.vertex(point)
            .filter(|&v| !self.is_empty(v))
            .into_iter()
            .flat_map(|v| self.stones_of(v))
            .map(Vertex::point)
    }

    /// The liberties of a chain, each once.
    #[must_use]
    pub fn liberty_points(&self, point: Point) -> Vec<Point> {
        let mut found: Vec<Point> = self
            .chain(point)
            .flat_map(|stone| stone.neighbours(self.size))
            .filter(|&p| self.at(p).is_none())
            .collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The number of liberties of a chain, at most `cap`.
    #[must_use]
    pub fn liberties(&self, point: Point, cap: usize) -> usize {
        self.liberty_points(point).len().min(cap)
    }

    /// The number of stones of a colour on the board.
    #[must_use]
    pub fn stones(&self, color: Color) -> usize {
        Point::all(self.size)
            .filter(|&p| self.at(p) == Some(color))
            .count()
    }

    /// Tests if a colour may play here: an empty point of the board, no suicide, no retaking of a
    /// ko.
    #[must_use]
    pub fn is_legal(&self, color: Color, point: Point) -> bool {
        self.vertex(point).is_some_and(|v| match color {
            Color::Black => self.allows::<Black>(v),
            Color::White => self.allows::<White>(v),
        })
    }
}
