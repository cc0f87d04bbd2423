//! The memory of the cascade from turn to turn: the last ko, and where an eye space has opened.
//!
//! The board knows only that a ko may not be retaken at once; this remembers where, for a few
//! turns. And eye spaces with a vital point mostly arise from captures, so that it is enough to
//! look for one after a capture, and where nothing is known yet.

use tengen_game::Color;
use tengen_go::board::{Board, Features, Side, Vertex};

/// The last turns of a playout.
#[derive(Clone, Copy, Debug)]
pub(super) struct Memory<const W: usize> {
    /// The number of empty points after the last turn.
    empties: u32,
    /// True where the last move, or the one before, may have opened an eye space.
    opened: [bool; 2],
    /// The point to retake a ko at, and whose turn that is.
    ko: Option<(Vertex<W>, Color)>,
    /// The number of turns since that was forbidden.
    ko_age: u32,
}

impl<const W: usize> Memory<W> {
    /// At the beginning of a playout: no ko is known, and the moves before may have opened anything.
    #[inline(always)]
    pub(super) const fn new(empties: u32) -> Self {
        Self {
            empties,
            opened: [true; 2],
            ko: None,
            ko_age: 0,
        }
    }

    /// True if the last move may have opened an eye space.
    #[inline(always)]
    pub(super) const fn last_opened(&self) -> bool {
        self.opened[0]
    }

    /// True if the move before the last may have opened an eye space.
    #[inline(always)]
    pub(super) const fn before_opened(&self) -> bool {
        self.opened[1]
    }

    /// The point at which `S` may retake the ko now.
    #[inline(always)]
    pub(super) fn retaking<S: Side>(&self) -> Option<Vertex<W>> {
        let (at, color) = self.ko?;
        (self.ko_age > 0 && color == S::COLOR).then_some(at)
    }

    /// Before a turn of `S`: is there a new ko?
    #[inline(always)]
    pub(super) fn look<S: Side, const V: usize, F: Features>(&mut self, board: &Board<W, V, F>) {
        if let Some(at) = board.ko_vertex() {
            self.ko = Some((at, S::COLOR));
            self.ko_age = 0;
        }
    }

    /// After a turn that left so many `empties`; a ko is remembered for `span` turns.
    #[inline(always)]
    pub(super) const fn turned(&mut self, empties: u32, passed: bool, span: u32) {
        self.opened = [empties > self.empties, self.opened[0]];
        self.empties = empties;
        self.ko_age += 1;
        if self.ko_age > span || passed {
            self.ko = None;
        }
    }
}
