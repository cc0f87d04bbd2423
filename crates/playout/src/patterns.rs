//! 3×3 patterns: local shapes in which a move in the middle is worth trying.
//!
//! The shapes are drawn below in our own notation, from what every player learns: go round the
//! head of a stone, cut what is cut off at one point, join what would be, block and turn at the
//! edge. They are turned and mirrored into all eight positions and expanded, for each side to move,
//! to one bit for each of the 65,536 [`Neighbourhood`] codes, so a look-up is a load and a shift.

use tengen_go::board::{Black, Neighbourhood, Side, White};

/// A shape by its three rows. The middle is the move.
///
/// | | |
/// | --- | --- |
/// | `m` `t` `.` | mine, theirs, empty |
/// | `M` `T` | not mine, not theirs; on the board |
/// | `s` | a stone of either side |
/// | `*` | anything on the board |
/// | `-` | off the board |
pub type Shape = [&'static str; 3];

/// The shapes that our playouts look for.
pub const SHAPES: &[Shape] = &[
    // Hane: round the head of a stone, from either side or along its flank.
    ["mtm", ".+.", "***"],
    ["mt.", ".+.", "*.*"],
    ["mt*", "m+.", "M.*"],
    // A stone touches mine from the side: turn.
    [".t.", "m+.", "..."],
    // Cut: theirs hold together through the middle alone.
    ["mt*", "t+T", "*T*"],
    ["mt*", "t+m", "***"],
    ["*t*", "m+M", "TtT"],
    // Join: mine hold together through the middle alone.
    ["tm*", "m+M", "*M*"],
    ["tm*", "m+t", "***"],
    ["*m*", "t+M", "MmM"],
    // The edge: hane below, block, cut and turn on the first line.
    ["m.*", "t+*", "---"],
    ["mt*", ".+.", "---"],
    ["tm*", ".+.", "---"],
    ["*m*", "t+M", "---"],
    ["*t*", "m+T", "---"],
    ["tmt", "*+*", "---"],
    ["mtm", "*+*", "---"],
];

/// Off the board, in a square of colours.
const EDGE: u8 = 3;

/// A set of codes: one bit for each of the 65,536.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeSet([u64; 1024]);

impl CodeSet {
    /// No codes.
    pub const EMPTY: Self = Self([0; 1024]);

    /// The codes for which `fits` holds.
    #[must_use]
    pub fn of(fits: impl Fn(Neighbourhood) -> bool) -> Self {
        let mut set = Self::EMPTY;
        for around in (0..=u16::MAX).map(Neighbourhood::new).filter(|&n| fits(n)) {
            set.insert(around);
        }
        set
    }

    /// Tests if the set has the code.
    #[inline(always)]
    #[must_use]
    pub fn has(&self, around: Neighbourhood) -> bool {
        let code = around.code();
        self.0[(code >> 6) & 1023] >> (code & 63) & 1 != 0
    }

    fn insert(&mut self, around: Neighbourhood) {
        let code = around.code();
        self.0[(code >> 6) & 1023] |= 1 << (code & 63);
    }
}

/// The codes in which a move is worth trying, for each side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Patterns {
    black: CodeSet,
    white: CodeSet,
}

impl Patterns {
    /// The table of [`SHAPES`].
    #[must_use]
    pub fn standard() -> Self {
        Self::of(SHAPES)
    }

    /// The table of these shapes.
    #[must_use]
    pub fn of(shapes: &[Shape]) -> Self {
        let mut table = Self {
            black: CodeSet::EMPTY,
            white: CodeSet::EMPTY,
        };
        for shape in shapes {
            for fields in symmetries(shape) {
                mark::<Black>(&mut table.black, &fields);
                mark::<White>(&mut table.white, &fields);
            }
        }
        table
    }

    /// Tests if `S` should try the middle.
    #[inline(always)]
    #[must_use]
    pub fn has<S: Side>(&self, around: Neighbourhood) -> bool {
        if S::CODE == Black::CODE {
            self.black.has(around)
        } else {
            self.white.has(around)
        }
    }
}

/// The nine fields in reading order, in all eight positions.
fn symmetries(shape: &Shape) -> [[u8; 9]; 8] {
    let at = |row: usize, column: usize| {
        let row = shape[row].as_bytes();
        row.get(column).copied().unwrap_or(b'*')
    };
    std::array::from_fn(|symmetry| {
        std::array::from_fn(|place| {
            let (mut row, mut column) = (place / 3, place % 3);
            if symmetry & 1 != 0 {
                row = 2 - row;
            }
            if symmetry & 2 != 0 {
                column = 2 - column;
            }
            if symmetry & 4 != 0 {
                (row, column) = (column, row);
            }
            at(row, column)
        })
    })
}

/// Sets the bits of all codes that the fields allow, own eyes excepted.
fn mark<S: Side>(set: &mut CodeSet, fields: &[u8; 9]) {
    let allowed = fields.map(colors::<S>);
    let mut squares = vec![[0u8; 9]];
    for place in (0..9).filter(|&place| place != 4) {
        squares = squares
            .iter()
            .flat_map(|square| {
                allowed[place].iter().map(move |&color| {
                    let mut square = *square;
                    square[place] = color;
                    square
                })
            })
            .collect();
    }
    for around in squares.iter().map(Neighbourhood::from_square) {
        if !around.is_eye::<S>() {
            set.insert(around);
        }
    }
}

/// The two-bit colours that a letter stands for when `S` is to move.
fn colors<S: Side>(field: u8) -> &'static [u8] {
    let black = S::CODE == Black::CODE;
    match (field, black) {
        (b'.', _) => &[0],
        (b'm', true) | (b't', false) => &[1],
        (b'm', false) | (b't', true) => &[2],
        (b'M', true) | (b'T', false) => &[0, 2],
        (b'M', false) | (b'T', true) => &[0, 1],
        (b's', _) => &[1, 2],
        (b'-', _) => &[EDGE],
        _ => &[0, 1, 2],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The codes that occur on boards: off the board are whole sides, never opposite ones.
    fn codes() -> impl Iterator<Item = Neighbourhood> {
        let occurs = |around: &Neighbourhood| {
            let off = around.square().map(|color| color == EDGE);
            let corners = [(0, 1, 3), (2, 1, 5), (6, 7, 3), (8, 7, 5)];
            Neighbourhood::from_square(&around.square()) == *around
                && corners
                    .iter()
                    .all(|&(corner, a, b)| off[corner] == (off[a] || off[b]))
                && !(off[1] && off[7])
                && !(off[3] && off[5])
        };
        (0..=u16::MAX).map(Neighbourhood::new).filter(occurs)
    }

    #[test]
    fn every_shape_is_three_rows_of_three_known_letters() {
        for (number, shape) in SHAPES.iter().enumerate() {
            for (row, text) in shape.iter().enumerate() {
                assert_eq!(text.len(), 3, "shape {number}");
                for (column, letter) in text.bytes().enumerate() {
                    let known: &[u8] = if (row, column) == (1, 1) {
                        b"+"
                    } else {
                        b"mtMTs.*-"
                    };
                    assert!(known.contains(&letter), "shape {number}: {text}");
                }
            }
        }
    }

    #[test]
    fn every_pattern_of_a_board_has_its_code() {
        // Inside; at one of four sides; in one of four corners.
        assert_eq!(codes().count(), 6561 + 4 * 243 + 4 * 27);
    }

    #[test]
    fn the_table_does_not_care_how_the_board_is_turned() {
        let table = Patterns::standard();
        for around in codes() {
            let square = around.square();
            let turned: [u8; 9] = std::array::from_fn(|i| square[(2 - i % 3) * 3 + i / 3]);
            let mirrored: [u8; 9] = std::array::from_fn(|i| square[i / 3 * 3 + 2 - i % 3]);
            for other in [turned, mirrored] {
                let other = Neighbourhood::from_square(&other);
                assert_eq!(table.has::<Black>(around), table.has::<Black>(other));
                assert_eq!(table.has::<White>(around), table.has::<White>(other));
            }
        }
    }

    #[test]
    fn the_table_does_not_care_which_colour_is_which() {
        let table = Patterns::standard();
        let mut known = 0;
        for around in codes() {
            let swapped = around.square().map(|color| match color {
                1 => 2,
                2 => 1,
                same => same,
            });
            let swapped = Neighbourhood::from_square(&swapped);
            assert_eq!(table.has::<Black>(around), table.has::<White>(swapped));
            known += u32::from(table.has::<Black>(around));
        }
        assert!(known > 500, "{known}");
    }

    #[test]
    fn a_shape_is_found_and_an_own_eye_is_not() {
        let table = Patterns::of(&[["tm*", "m+*", "***"]]);
        let join = Neighbourhood::from_square(&[2, 1, 0, 1, 0, 0, 0, 0, 0]);
        assert!(table.has::<Black>(join));
        assert!(!table.has::<White>(join));
        let eye = Neighbourhood::from_square(&[2, 1, 1, 1, 0, 1, 1, 1, 1]);
        assert!(!table.has::<Black>(eye));
    }
}
