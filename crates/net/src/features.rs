//! What a network sees of a position: 22 planes of bits and 19 numbers.

use tengen_go::{Point, Size, Symmetry};

/// The number of planes.
pub const PLANES: usize = 22;
/// The number of global inputs.
pub const GLOBALS: usize = 19;
/// The largest side of a board.
pub const LARGEST: usize = 19;
/// The points of the largest board.
pub const POINTS: usize = LARGEST * LARGEST;

/// The inputs of a network for one position, in the view of the side to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Features {
    /// The size of the board, 19×19 at most.
    pub size: Size,
    /// The planes of each point, in reading order; bit `k` is plane `k`. All planes are 0 or 1.
    pub planes: [u32; POINTS],
    /// The numbers that belong to no point.
    pub globals: [f32; GLOBALS],
}

impl Features {
    /// An empty board, and zeros.
    #[must_use]
    pub fn new(size: Size) -> Self {
        Self {
            size,
            planes: [0; POINTS],
            globals: [0.0; GLOBALS],
        }
    }

    /// The image of the position under a symmetry.
    #[must_use]
    pub fn turned(&self, symmetry: Symmetry) -> Self {
        let mut turned = self.clone();
        for (point, &bits) in Point::all(self.size).zip(&self.planes) {
            turned.planes[symmetry.point(point, self.size).index(self.size)] = bits;
        }
        turned
    }
}
