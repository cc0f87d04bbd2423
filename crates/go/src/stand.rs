//! The parts of a game that moves change: the stones, the turn, the prisoners and the passes,
//! without the past.

use tengen_game::{Color, PerColor};

use crate::board::{ko_key, passes_key, turn_key};
use crate::{Ko, Move, Point, Stones};

/// The present state of a game.
#[derive(Clone, Debug)]
pub(crate) struct Stand {
    pub(crate) stones: Stones,
    pub(crate) turn: Color,
    pub(crate) captures: PerColor<usize>,
    /// Passes in a row up to now.
    pub(crate) passes: usize,
}

impl Stand {
    /// A start: no prisoners, no passes, no ko.
    pub(crate) fn new(mut stones: Stones, turn: Color) -> Self {
        stones.forget_ko();
        Self {
            stones,
            turn,
            captures: PerColor::default(),
            passes: 0,
        }
    }

    /// A hash of all but the prisoners.
    pub(crate) fn hash(&self) -> u64 {
        let ko = self.stones.ko().map_or(0, ko_key);
        self.stones.hash() ^ turn_key(self.turn) ^ passes_key(self.passes) ^ ko
    }

    /// The key that must not be repeated, or, under simple ko, that makes a cycle when it is.
    pub(crate) fn repetition_key(&self, ko: Ko) -> u64 {
        match ko {
            Ko::Positional => self.stones.hash(),
            Ko::Situational | Ko::Simple => self.stones.hash() ^ turn_key(self.turn),
        }
    }

    /// Plays a move that the board can take, whether or not the rules allow it: a pass, or a stone on
    /// an empty point.
    pub(crate) fn put(&mut self, color: Color, mv: Move) {
        match mv {
            Move::Pass => {
                self.stones.pass();
                self.passes += 1;
            }
            Move::Play(point) => {
                self.passes = 0;
                self.put_stone(color, point);
            }
        }
        self.turn = !color;
    }

    fn put_stone(&mut self, color: Color, point: Point) {
        // Whether a ko may be retaken is for the rules of the game to say.
        self.stones.forget_ko();
        let empty = self.stones.empty_count() as usize;
        if self.stones.play(color, point) {
            self.captures[color] += self.stones.empty_count() as usize + 1 - empty;
        } else {
            let own = self.stones.suicide(color, point);
            debug_assert!(own > 0, "the board takes any stone on an empty point");
            self.captures[!color] += own;
        }
    }
}
