//! How well moves have done elsewhere in the search: what orders them.

use tengen_game::Color;
use tengen_shogi::{PieceMove, PieceType};

use super::pages::enlarge;

/// A piece on a square: what a move leaves behind.
const PLACES: usize = 32 * 81;
/// Squares and kinds in hand that a move may come from.
const SOURCES: usize = 81 + 8;
/// The largest number.
const MOST: i32 = 16_384;

/// A piece on a square.
#[inline]
pub(crate) fn place(mv: PieceMove) -> usize {
    mv.piece().to_index() * 81 + mv.to().to_index()
}

#[inline]
fn source(mv: PieceMove) -> usize {
    match mv.from() {
        Some(square) => square.to_index(),
        None => 81 + mv.dropped().map_or(0, PieceType::to_index),
    }
}

#[inline]
fn credit(number: &mut i16, bonus: i32) {
    let old = i32::from(*number);
    *number = (old + bonus - old * bonus.abs() / MOST) as i16;
}

/// See the module's head.
#[derive(Clone)]
pub(crate) struct History {
    /// By side, source and target.
    main: Vec<i16>,
    /// By what is left behind after what an earlier move left behind.
    after: Vec<i16>,
    /// By what is left behind and what was taken.
    taking: Vec<i16>,
}

impl Default for History {
    fn default() -> Self {
        let mut after = Vec::with_capacity(PLACES * PLACES);
        enlarge(after.spare_capacity_mut());
        after.resize(PLACES * PLACES, 0);
        Self {
            main: vec![0; 2 * SOURCES * 81],
            after,
            taking: vec![0; PLACES * 16],
        }
    }
}

impl History {
    #[inline]
    fn main_index(color: Color, mv: PieceMove) -> usize {
        ((color as usize) * SOURCES + source(mv)) * 81 + mv.to().to_index()
    }

    /// How well a quiet move has done; `before` are the places of earlier moves.
    #[inline]
    pub(crate) fn quiet(&self, color: Color, mv: PieceMove, before: &[Option<usize>; 3]) -> i32 {
        let place = place(mv);
        let mut sum = i32::from(self.main[Self::main_index(color, mv)]);
        for earlier in before.iter().flatten() {
            sum += i32::from(self.after[earlier * PLACES + place]);
        }
        sum
    }

    /// How well a capture of a kind has done.
    #[inline]
    pub(crate) fn capture(&self, mv: PieceMove, taken: PieceType) -> i32 {
        i32::from(self.taking[place(mv) * 16 + taken.to_index()])
    }

    pub(crate) fn credit_quiet(
        &mut self,
        color: Color,
        mv: PieceMove,
        before: &[Option<usize>; 3],
        bonus: i32,
    ) {
        let place = place(mv);
        credit(&mut self.main[Self::main_index(color, mv)], bonus);
        for earlier in before.iter().flatten() {
            credit(&mut self.after[earlier * PLACES + place], bonus);
        }
    }

    pub(crate) fn credit_capture(&mut self, mv: PieceMove, taken: PieceType, bonus: i32) {
        credit(&mut self.taking[place(mv) * 16 + taken.to_index()], bonus);
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        for numbers in [&mut self.main, &mut self.after, &mut self.taking] {
            numbers.fill(0);
        }
    }
}
