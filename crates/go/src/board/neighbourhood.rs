//! The colours of the eight neighbours of a point in one 16-bit word, and what they mean.
//!
//! Two bits a neighbour (0 empty, 1 Black, 2 White, 3 edge), in the order west, east, north, south,
//! north-west, north-east, south-west, south-east. The word is the 3×3 pattern around the point;
//! its high byte decides eyes; its low byte indexes [`Around`], which answers every question a move
//! has about its four neighbours without a branch for each.
//!
//! At the edge two or three diagonals lie off the board, but only the first is stored as edge: an
//! eye there may have no opposing diagonal at all, so "at most one bad field" is the whole test.
//! [`Neighbourhood::square`] restores the others.

use super::side::{EDGE, EMPTY, Side};

/// The place of each direction in a 3×3 square in reading order.
const PLACE: [usize; 8] = [3, 5, 1, 7, 0, 2, 6, 8];

/// The 3×3 pattern around a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Neighbourhood(pub(super) u16);

impl Neighbourhood {
    /// A pattern by its 16-bit code.
    #[must_use]
    pub const fn new(code: u16) -> Self {
        Self(code)
    }

    /// The 16-bit code, for tables.
    #[inline(always)]
    #[must_use]
    pub const fn code(self) -> usize {
        self.0 as usize
    }

    /// Tests if the empty point in the middle is a one-point eye of `S`: all four neighbours are
    /// its stones or the edge, and at most one diagonal is not (none at the edge).
    #[inline(always)]
    #[must_use]
    pub const fn is_eye<S: Side>(self) -> bool {
        let against = self.0 & S::AGAINST;
        (self.0 & S::RING == S::RING) & (against & against.wrapping_sub(1) == 0)
    }

    /// Tests if all four neighbours are stones of `S` or the edge.
    #[inline(always)]
    #[must_use]
    pub const fn is_ringed<S: Side>(self) -> bool {
        self.0 & S::RING == S::RING
    }

    /// The pattern of nine two-bit colours in reading order; the middle does not count.
    #[must_use]
    pub fn from_square(square: &[u8; 9]) -> Self {
        let mut code = 0;
        let mut diagonals_off = 0;
        for (d, place) in PLACE.into_iter().enumerate() {
            let color = u16::from(square[place] & 3);
            diagonals_off += u32::from(d >= 4 && color == EDGE);
            if d < 4 || color != EDGE || diagonals_off == 1 {
                code |= color << (2 * d);
            }
        }
        Self(code)
    }

    /// The nine two-bit colours in reading order, the middle as empty, every off-board field as
    /// edge.
    #[must_use]
    pub fn square(self) -> [u8; 9] {
        /// An edge on this side means these corners are off the board too.
        const CORNERS: [(usize, [usize; 2]); 4] =
            [(3, [0, 6]), (5, [2, 8]), (1, [0, 2]), (7, [6, 8])];
        let mut square = [0; 9];
        for (d, place) in PLACE.into_iter().enumerate() {
            square[place] = (self.0 >> (2 * d) & 3) as u8;
        }
        for (side, corners) in CORNERS {
            if square[side] == EDGE as u8 {
                for corner in corners {
                    square[corner] = EDGE as u8;
                }
            }
        }
        square
    }
}

/// The top bit of each of four 16-bit lanes, one a direction.
pub(super) const SIGNS: u64 = 0x8000_8000_8000_8000;
/// One in each of four 16-bit lanes.
pub(super) const ONES: u64 = 0x0001_0001_0001_0001;

/// The four orthogonal colours as the side to move sees them; one 16-bit lane a direction.
#[derive(Clone, Copy, Debug)]
pub(super) struct Around {
    /// All bits of the lanes of own stones.
    pub(super) own: u64,
    /// Sign bits of own stones; bit 0 if a neighbour is empty.
    pub(super) want: u64,
    /// Sign bits of own and opposing stones; bit 0 if a neighbour is empty.
    pub(super) care: u64,
    /// The step to some own stone, or 0.
    pub(super) join: i16,
    /// The sum of the steps to the empty neighbours.
    pub(super) steps: i16,
    /// The sum of the squares of those steps.
    pub(super) squares: u16,
    /// The number of empty neighbours.
    pub(super) empty: u8,
    /// No own and no empty neighbour: capturing one stone from here makes a ko.
    pub(super) alone: bool,
}

impl Around {
    /// Sign bits of the lanes of own stones.
    #[inline(always)]
    pub(super) const fn own_signs(&self) -> u64 {
        self.want & SIGNS
    }

    /// Sign bits of the lanes of opposing stones.
    #[inline(always)]
    pub(super) const fn opposing_signs(&self) -> u64 {
        self.care & SIGNS & !self.want
    }

    /// The table over the low byte, for Black and for White, in a grid of stride `w`.
    pub(super) const fn table(w: usize) -> [[Self; 256]; 2] {
        let nothing = Self::of(0, 1, w);
        let mut table = [[nothing; 256]; 2];
        let mut low = 0;
        while low < 256 {
            table[0][low] = Self::of(low, 1, w);
            table[1][low] = Self::of(low, 2, w);
            low += 1;
        }
        table
    }

    const fn of(low: usize, own: usize, w: usize) -> Self {
        let w = w as i16;
        let steps = [-1, 1, -w, w];
        let mut a = Self {
            own: 0,
            want: 0,
            care: 0,
            join: 0,
            steps: 0,
            squares: 0,
            empty: 0,
            alone: false,
        };
        let mut d = 0;
        while d < 4 {
            let code = low >> (2 * d) & 3;
            if code == EMPTY as usize {
                a.empty += 1;
                a.steps += steps[d];
                a.squares += (steps[d] * steps[d]) as u16;
            }
            if code == own {
                a.join = steps[d];
                a.own |= 0xffff << (16 * d);
            }
            if code == own || code == 3 - own {
                a.care |= 0x8000 << (16 * d);
            }
            d += 1;
        }
        a.want = a.own & SIGNS;
        a.alone = a.empty == 0 && a.own == 0;
        if a.empty > 0 {
            a.want |= 1;
            a.care |= 1;
        }
        a
    }
}
