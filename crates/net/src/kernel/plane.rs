//! Where the numbers of a board lie in memory.

use tengen_go::Size;

/// The layout of boards for 3×3 convolutions: tiles of `tile`×`tile` results cover the board, and around them is a border.
///
/// Tiles of 4 take 36 products for 16 results, those of 3 take 25 for 9; what hangs over the edge is lost. So 19×19
/// and 13×13 are cut into tiles of 4, 9×9 into tiles of 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Plane {
    /// The side of the board.
    pub(crate) side: usize,
    /// The side of a tile, 3 or 4.
    pub(crate) tile: usize,
    /// The tiles in a row.
    pub(crate) tiles: usize,
    /// The side of the memory, border included.
    pub(crate) stride: usize,
}

impl Plane {
    pub(crate) const fn new(size: Size) -> Self {
        let side = size.get();
        let (three, four) = (side.div_ceil(3) * 5, side.div_ceil(4) * 6);
        let tile = if three < four { 3 } else { 4 };
        let tiles = side.div_ceil(tile);
        Self {
            side,
            tile,
            tiles,
            stride: tiles * tile + 2,
        }
    }

    /// The tiles of a board.
    pub(crate) const fn count(&self) -> usize {
        self.tiles * self.tiles
    }

    /// The products of a tile.
    pub(crate) const fn products(&self) -> usize {
        (self.tile + 2) * (self.tile + 2)
    }

    /// The places of a board, border included.
    pub(crate) const fn places(&self) -> usize {
        self.stride * self.stride
    }

    /// The place of a point.
    pub(crate) const fn place(&self, row: usize, column: usize) -> usize {
        (row + 1) * self.stride + column + 1
    }

    /// The points of the board.
    pub(crate) const fn area(&self) -> usize {
        self.side * self.side
    }
}
