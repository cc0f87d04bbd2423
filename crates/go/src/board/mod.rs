//! The board of the hot loop: small enough to copy for every playout, no allocation, no undo.
//!
//! One board serves all purposes; what a purpose does not need is not compiled. The options are
//! the types of [`Features`]: how liberties are counted ([`Pseudo`] or [`Moments`]) and whether a
//! Zobrist hash is kept. The stride `W` of the grid and the number of cells `V` are constants, the
//! size of the board is not: a 7×7 game lies in the grid of 9×9 with more edge around it. So four
//! grids ([`Board9`], [`Board13`], [`Board19`], [`Board25`]) serve all sizes from 2 to 25.
//!
//! It is fast because:
//! * The colours around a point are one word ([`Neighbourhood`]), kept up to date by three wide
//!   additions a stone. Its low byte looks up everything a move asks of its neighbours.
//! * Empty points and the edge have liberties that never run out, so a move counts itself off its
//!   four neighbours without asking what they are.
//! * A stone joins one own neighbour's chain without a branch; only where two different chains meet
//!   (one move in five) stones are relabelled.
//! * The colour to move is a type ([`Side`]).
//!
//! Read in this order: `cell` (the grid, and why indexing needs no check), `neighbourhood`,
//! `liberties`, `features` (the options), this file (a move), `tactics` (atari, self-atari, chains),
//! `point_view` (the same board by points, for the rules).

mod area;
mod cell;
mod features;
mod liberties;
mod neighbourhood;
mod point_view;
mod side;
mod tactics;
mod zobrist;

use std::ops::ControlFlow;

use cell::{Cell, Cells, List};
use neighbourhood::{Around, ONES, SIGNS};
use side::{EDGE, EMPTY};
use tengen_game::{Color, Rng};

pub use cell::Vertex;
pub use features::{Atari, Features, Full, Hashed, Light};
pub use liberties::{Liberties, Moments, Pseudo};
pub use neighbourhood::Neighbourhood;
pub use side::{Black, Side, White};
pub use tactics::Pressed;
pub use zobrist::{key, ko_key, komi_key, passes_key, turn_key};

use crate::{Point, Size};

/// Closes the traits of the board: how it counts depends on what these types promise.
pub(crate) mod sealed {
    /// Only the board's own types are this.
    pub trait Sealed {}
}

/// Boards up to 9×9.
pub type Board9<F> = Board<10, 112, F>;
/// Boards up to 13×13.
pub type Board13<F> = Board<14, 212, F>;
/// Boards up to 19×19.
pub type Board19<F> = Board<20, 424, F>;
/// Boards up to 25×25.
pub type Board25<F> = Board<26, 704, F>;
/// The board of a game under any rules: any size, everything kept.
pub type Stones = Board25<Full>;

/// Stones on a grid of stride `W` and `V` cells; see the module's head.
#[derive(Clone, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Board<const W: usize, const V: usize, F: Features> {
    /// The colours of the eight neighbours of every point.
    codes: Cells<u16, V>,
    /// A chain's name, one of its stones; an empty point is its own; off the board `Cell::EDGE`.
    names: Cells<Cell<W>, V>,
    /// A chain's liberties, at its name.
    liberties: Cells<F::Liberties, V>,
    /// The next stone of the chain, in a circle; an empty point is its own.
    next: Cells<Vertex<W>, V>,
    /// Two bits: what stands here.
    colors: Cells<u8, V>,
    empties: List<W, V>,
    /// The point that the side to move may not retake, or `Cell::EDGE`.
    ko: Cell<W>,
    /// Black stones minus White stones.
    balance: i32,
    hash: u64,
    size: Size,
}

impl<const W: usize, const V: usize, F: Features> Board<W, V, F> {
    const AROUND: &'static [[Around; 256]; 2] = &const { Around::table(W) };
    const KEYS: &'static [[u64; V]; 2] = &const { zobrist::by_cell(W) };

    /// The largest board that the grid holds.
    pub const MAX: usize = W - 1;

    /// An empty board.
    ///
    /// # Panics
    /// If the size exceeds [`Board::MAX`].
    #[must_use]
    pub fn new(size: Size) -> Self {
        assert!(
            size.get() <= Self::MAX,
            "a grid of {} holds no {size} board",
            Self::MAX
        );
        let mut board = Self {
            codes: Cells::all(0),
            names: Cells::all(Cell::EDGE),
            liberties: Cells::all(F::Liberties::ENDLESS),
            next: Cells::all(Vertex::CORNER),
            colors: Cells::all(EDGE as u8),
            empties: List::new(),
            ko: Cell::EDGE,
            balance: 0,
            hash: 0,
            size,
        };
        // A vertex beyond a smaller board is alone too.
        for v in Size::new(Self::MAX).into_iter().flat_map(Self::vertices) {
            board.next.put(v, v);
        }
        for v in Self::vertices(size) {
            board.names.put(v, v.here());
            board.colors.put(v, EMPTY as u8);
            board.empties.push(v);
        }
        for v in Self::vertices(size) {
            board.codes.put(v, board.code_of_empty_board(v));
        }
        board
    }

    fn vertices(size: Size) -> impl Iterator<Item = Vertex<W>> {
        Point::all(size).filter_map(Vertex::new)
    }

    fn code_of_empty_board(&self, v: Vertex<W>) -> u16 {
        let mut code = 0;
        let mut diagonals = 0;
        for d in 0..cell::DIRECTIONS {
            if u16::from(self.colors.get(v.step(d))) == EDGE {
                diagonals += u32::from(d >= 4);
                if diagonals <= 1 {
                    code |= EDGE << (2 * d);
                }
            }
        }
        code
    }

    /// The size of the board.
    #[inline]
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Black's stones minus White's.
    #[inline]
    #[must_use]
    pub const fn balance(&self) -> i32 {
        self.balance
    }

    /// The hash of the stones; 0 on a board that keeps none.
    #[inline(always)]
    #[must_use]
    pub const fn hash(&self) -> u64 {
        self.hash
    }

    /// The number of empty points.
    #[inline(always)]
    #[must_use]
    pub const fn empty_count(&self) -> u32 {
        self.empties.len()
    }

    /// The empty point in place `i` of the list; `None` from [`Board::empty_count`] on.
    #[inline(always)]
    #[must_use]
    pub fn empty(&self, i: u32) -> Option<Vertex<W>> {
        self.empties.item(i)
    }

    /// Offers the empty points in random order to `try_one` until it breaks off; `None` if it never
    /// does.
    ///
    /// A point that it refuses is set aside, and the draw goes on among the rest: uniform (as
    /// [`Rng::below`] is) over the points that it does not refuse. While it refuses, it must leave the stones as they
    /// are.
    #[inline(always)]
    pub fn draw<T>(
        &mut self,
        rng: &mut Rng,
        mut try_one: impl FnMut(&mut Self, Vertex<W>) -> ControlFlow<T>,
    ) -> Option<T> {
        let empty = self.empties.len();
        let mut left = empty;
        while let Some((drawn, v)) = self.empties.draw(left, rng) {
            if let ControlFlow::Break(result) = try_one(self, v) {
                return Some(result);
            }
            debug_assert_eq!(
                self.empties.len(),
                empty,
                "a refusal must leave the stones alone"
            );
            left = self.empties.set_aside(drawn, v);
        }
        None
    }

    /// Offers one of the first `left` empty points of the list to `try_one`, at random: one step of
    /// [`Board::draw`], for whoever draws from more than one board at a time. Goes on with how many
    /// are left once the refused one is set aside; the first step has [`Board::empty_count`] left.
    #[inline(always)]
    pub fn draw_among<T>(
        &mut self,
        left: u32,
        rng: &mut Rng,
        try_one: impl FnOnce(&mut Self, Vertex<W>) -> ControlFlow<T>,
    ) -> ControlFlow<T, u32> {
        let empty = self.empties.len();
        let Some((drawn, v)) = self.empties.draw(left, rng) else {
            return ControlFlow::Continue(0);
        };
        if let ControlFlow::Break(result) = try_one(self, v) {
            return ControlFlow::Break(result);
        }
        debug_assert_eq!(
            self.empties.len(),
            empty,
            "a refusal must leave the stones alone"
        );
        ControlFlow::Continue(self.empties.set_aside(drawn, v))
    }

    /// The pattern around a point.
    #[inline(always)]
    #[must_use]
    pub fn around(&self, v: Vertex<W>) -> Neighbourhood {
        Neighbourhood(self.codes.at(v))
    }

    /// The stone at a vertex.
    #[inline(always)]
    #[must_use]
    pub fn color(&self, v: Vertex<W>) -> Option<Color> {
        side::stone(u16::from(self.colors.at(v)))
    }

    /// Tests if a vertex is an empty point of the board.
    #[inline(always)]
    #[must_use]
    pub fn is_empty(&self, v: Vertex<W>) -> bool {
        u16::from(self.colors.at(v)) == EMPTY
    }

    /// The point that may not be retaken on the next move.
    #[inline(always)]
    #[must_use]
    pub const fn ko_vertex(&self) -> Option<Vertex<W>> {
        self.ko.vertex()
    }

    /// No stone: a ko may be retaken afterwards.
    #[inline(always)]
    pub const fn pass(&mut self) {
        self.ko = Cell::EDGE;
    }

    #[inline(always)]
    fn names_around(&self, v: Vertex<W>) -> [Cell<W>; 4] {
        v.orthogonal().map(|n| self.names.get(n))
    }

    #[inline(always)]
    fn liberties_around(&self, v: Vertex<W>) -> [F::Liberties; 4] {
        self.names_around(v).map(|name| self.liberties.get(name))
    }

    #[inline(always)]
    fn look<S: Side>(&self, v: Vertex<W>) -> &'static Around {
        &Self::AROUND[S::CODE as usize - 1][usize::from(self.codes.at(v) as u8)]
    }

    /// Tests if `S` has certainly no sensible move at the empty point `v`: an own eye, or a point
    /// ringed by opposing chains of which none can be captured here. Costs no store.
    #[inline(always)]
    #[must_use]
    pub fn is_hopeless<S: Side>(&self, v: Vertex<W>) -> bool {
        // Late in a playout most draws end here, for reasons no branch predictor knows. So there is
        // one branch for the usual open point, and arithmetic, no branches, for the rest.
        let code = self.codes.at(v);
        let own_gaps = !code & S::RING;
        let their_gaps = !code & <S::Opponent as Side>::RING;
        if !either_is_zero(own_gaps, their_gaps) {
            return false;
        }
        let against = code & S::AGAINST;
        let spoilt = against & against.wrapping_sub(1);
        let capturable = u16::from(!F::Liberties::all_many(self.liberties_around(v)));
        either_is_zero(own_gaps | spoilt, their_gaps | capturable)
    }

    /// Plays `S` at `v`; if the point is taken, or the move suicide or the retaking of a ko,
    /// changes nothing and returns false.
    #[inline(always)]
    pub fn try_play<S: Side>(&mut self, v: Vertex<W>) -> bool {
        let around = self.look::<S>(v);
        let names = self.names_around(v);
        for name in names {
            self.liberties
                .set(name, self.liberties.get(name).without(v));
        }
        let dead = F::Liberties::dead(names.map(|name| self.liberties.get(name)));
        // Legal: an empty neighbour, an own chain that keeps a liberty, or an opposing one that
        // loses its last.
        let suicide = (dead ^ around.want) & around.care == 0;
        if suicide | (v.here() == self.ko) | !self.is_empty(v) {
            for name in names {
                self.liberties.set(name, self.liberties.get(name).with(v));
            }
            return false;
        }
        self.put::<S>(v, around, names);
        let captured = dead & around.care & !around.want & SIGNS;
        if captured != 0 {
            self.capture::<S>(v, captured, around.alone);
        }
        true
    }

    /// Puts a stone of `S` on the empty point `v`, which the chains around have counted off
    /// already.
    #[inline(always)]
    fn put<S: Side>(&mut self, v: Vertex<W>, around: &Around, names: [Cell<W>; 4]) {
        self.empties.remove(v);
        self.balance += S::COLOR.sign();
        self.ko = Cell::EDGE;
        self.colors.put(v, S::CODE as u8);
        self.paint::<S>(v, true);
        // Join an own neighbour's chain, or (step 0) start one.
        // SAFETY: `AROUND` is the table for the stride `W`, whose steps are 0, ±1 and ±W.
        let base = unsafe { v.beside(around.join) };
        self.liberties.put(v, F::Liberties::NONE);
        let name = self.names.get(base);
        self.liberties
            .set(name, around.added_to(self.liberties.get(name), v));
        self.next.put(v, self.next.get(base));
        self.next.set(base, v);
        self.names.put(v, name);
        let lane = |i: usize| u64::from(names[i].get()) << (16 * i);
        let packed = lane(0) | lane(1) | lane(2) | lane(3);
        if (packed ^ u64::from(name.get()).wrapping_mul(ONES)) & around.own != 0 {
            self.merge(v, around.own_signs());
        }
    }

    #[inline(always)]
    fn paint<S: Side>(&mut self, v: Vertex<W>, add: bool) {
        self.codes.paint(v, S::CODE, add);
        if F::HASH {
            self.hash ^= Self::key_of::<S>(v);
        }
    }

    #[inline(always)]
    fn key_of<S: Side>(v: Vertex<W>) -> u64 {
        Self::KEYS[S::CODE as usize - 1][v.cell()]
    }

    /// Joins the chain of the new stone `v` with those of its own neighbours, given by the sign
    /// bits of their lanes.
    #[inline(never)]
    fn merge(&mut self, v: Vertex<W>, mut own: u64) {
        while own != 0 {
            let neighbour = v.step(own.trailing_zeros() as usize / 16);
            own &= own - 1;
            let (a, b) = (self.names.at(v), self.names.get(neighbour));
            if a == b {
                continue;
            }
            let (mine, theirs) = (self.liberties.get(a), self.liberties.get(b));
            // Fewer liberties is a good guess at fewer stones to relabel.
            let (kept, start) = if mine.count() >= theirs.count() {
                (a, neighbour)
            } else {
                (b, v.here())
            };
            self.liberties.set(kept, mine.joined(theirs));
            let mut stone = start;
            loop {
                self.names.set(stone, kept);
                stone = self.next.get(stone).here();
                if stone == start {
                    break;
                }
            }
            let after = self.next.get(neighbour);
            self.next.set(neighbour, self.next.at(v));
            self.next.put(v, after);
        }
    }

    /// Removes the opposing chains without liberties next to `v`, given by the sign bits of their
    /// lanes, and sets the ko.
    #[inline(never)]
    fn capture<S: Side>(&mut self, v: Vertex<W>, mut captured: u64, alone: bool) {
        let before = self.empties.len();
        while captured != 0 {
            let stone = v.step(captured.trailing_zeros() as usize / 16);
            captured &= captured - 1;
            // Empty: removed with another stone of the same chain.
            if u16::from(self.colors.get(stone)) != EMPTY {
                self.remove::<S::Opponent>(stone);
            }
        }
        if alone && self.empties.len() == before + 1 {
            self.ko = self.empties.item(before).map_or(Cell::EDGE, Vertex::here);
        }
    }

    /// Takes the whole chain of `start`, a stone of `S`, off the board.
    #[inline(always)]
    fn remove<S: Side>(&mut self, start: Cell<W>) {
        let before = self.empties.len();
        let mut v = self.next.get(start);
        loop {
            self.paint::<S>(v, false);
            for name in self.names_around(v) {
                self.liberties.set(name, self.liberties.get(name).with(v));
            }
            self.colors.put(v, EMPTY as u8);
            self.names.put(v, v.here());
            self.liberties.put(v, F::Liberties::ENDLESS);
            self.empties.push(v);
            let next = self.next.at(v);
            self.next.put(v, v);
            if v.here() == start {
                break;
            }
            v = next;
        }
        self.balance -= S::COLOR.sign() * (self.empties.len() - before) as i32;
    }

    /// Black's area minus White's where every region is a single point or a chain, as at the end of
    /// a playout: stones, and empty points whose neighbours are all of one colour.
    #[inline]
    #[must_use]
    pub fn playout_score(&self) -> i32 {
        self.balance
            + self
                .empties
                .iter()
                .map(|v| {
                    let around = self.around(v);
                    i32::from(around.is_ringed::<Black>()) - i32::from(around.is_ringed::<White>())
                })
                .sum::<i32>()
    }
}

/// Tests if one of two words is zero, without a branch.
#[inline(always)]
const fn either_is_zero(a: u16, b: u16) -> bool {
    ((a as u32).wrapping_sub(1) | (b as u32).wrapping_sub(1)) >> 31 != 0
}
