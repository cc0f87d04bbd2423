//! Random numbers for hashing positions, the same for a point whatever the board and its grid.

use tengen_game::{Color, Rng};

use crate::{Komi, Point};

const SIDE: usize = 25;

/// One number for each colour and point, by row and column.
static KEYS: [[u64; SIDE * SIDE]; 2] = keys();

/// White to move.
const WHITE_TO_MOVE: u64 = 0x5be0_cd19_137e_2179;
/// A pass just played.
const PASSED: u64 = 0x1f83_d9ab_fb41_bd6b;

/// The number of the side to move, for whoever hashes more than stones.
#[inline(always)]
#[must_use]
pub const fn turn_key(turn: Color) -> u64 {
    match turn {
        Color::Black => 0,
        Color::White => WHITE_TO_MOVE,
    }
}

/// The number of so many passes in a row.
#[must_use]
pub const fn passes_key(passes: usize) -> u64 {
    match passes {
        0 => 0,
        n => PASSED.wrapping_mul(2 * n as u64 - 1),
    }
}

/// The number of a komi, where positions of the same stones may have several.
#[must_use]
pub const fn komi_key(komi: Komi) -> u64 {
    let units = (komi.thousandths() as u64).wrapping_mul(PASSED);
    units.rotate_left(32).wrapping_mul(WHITE_TO_MOVE)
}

/// The number of a point that may not be retaken, unlike that of any stone.
#[must_use]
pub const fn ko_key(point: Point) -> u64 {
    (key(Color::Black, point) ^ key(Color::White, point)).rotate_left(1)
}

const fn keys() -> [[u64; SIDE * SIDE]; 2] {
    let mut rng = Rng::new(0x7e96_e21d);
    let mut keys = [[0; SIDE * SIDE]; 2];
    let mut i = 0;
    while i < 2 * SIDE * SIDE {
        keys[i % 2][i / 2] = rng.bits();
        i += 1;
    }
    keys
}

/// The number of a stone.
#[must_use]
pub const fn key(color: Color, point: Point) -> u64 {
    KEYS[color as usize][point.row() * SIDE + point.column()]
}

/// The numbers by cell in a grid of stride `w`.
pub(super) const fn by_cell<const V: usize>(w: usize) -> [[u64; V]; 2] {
    let all = keys();
    let mut table = [[0; V]; 2];
    let (mut row, mut column) = (0, 0);
    while row < w - 1 {
        while column < w - 1 {
            let cell = (row + 1) * w + column + 1;
            table[0][cell] = all[0][row * SIDE + column];
            table[1][cell] = all[1][row * SIDE + column];
            column += 1;
        }
        row += 1;
        column = 0;
    }
    table
}
