//! What moves change: the stones, the turn, the prisoners and the passes, without the past.

use tengen_game::{Color, PerColor};

use crate::board::{PASSED, WHITE_TO_MOVE, key};
use crate::{Ko, Move, Point, Stones};

/// How a game stands.
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
        self.stones.hash() ^ side_key(self.turn) ^ passes_key(self.passes) ^ ko
    }

    /// What must not be repeated, or, under simple ko, what makes a cycle when it is.
    pub(crate) fn repetition_key(&self, ko: Ko) -> u64 {
        match ko {
            Ko::Positional => self.stones.hash(),
            Ko::Situational | Ko::Simple => self.stones.hash() ^ side_key(self.turn),
        }
    }

    /// Plays a move whose legality is known.
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
            debug_assert!(own > 0, "the board takes what was found legal");
            self.captures[!color] += own;
        }
    }
}

const fn side_key(turn: Color) -> u64 {
    match turn {
        Color::Black => 0,
        Color::White => WHITE_TO_MOVE,
    }
}

/// A key for every number of passes in a row; one pass is [`PASSED`].
const fn passes_key(passes: usize) -> u64 {
    match passes {
        0 => 0,
        n => PASSED.wrapping_mul(2 * n as u64 - 1),
    }
}

/// A key for every point that may not be retaken, unlike that of any stone.
const fn ko_key(point: Point) -> u64 {
    (key(Color::Black, point) ^ key(Color::White, point)).rotate_left(1)
}
