//! Windows of the shrunken board, and their folded codes.
//!
//! A code is the class of the window's middle cell times 5⁹ and the smallest of the codes of those
//! images of the window that are one with it, in base five. All eight images are added up side by
//! side from a table, and those that do not count are made large.

use tengen_go::{Point, Size, Symmetry};

use super::MAX_CELLS;
use super::params::{BroadParams, Classes, Fold};

/// The value of a cell beyond the board.
pub(super) const OUTSIDE: u8 = 4;
/// The number of windows without a class: five to the power of nine.
pub(super) const WINDOWS: u32 = 1_953_125;

/// The addends to the codes of a window's eight images, for each value of each place.
type Addends = [[[u32; 8]; 5]; 9];

/// The part of a cell's window that does not depend on values.
#[derive(Clone, Copy, Debug)]
struct Frame {
    /// The place of the cell in the grid with a margin.
    centre: u16,
    /// The class, times [`WINDOWS`].
    base: u32,
    /// More than any code for the images that do not count.
    masks: [u32; 8],
    /// The cells whose windows hold this cell.
    near: u128,
}

/// The tables of windows.
#[derive(Clone, Debug)]
pub(super) struct Windows {
    across: usize,
    classes: u32,
    frames: Vec<Frame>,
    /// In the view of Black, and of White.
    addends: Box<[Addends; 2]>,
}

impl Windows {
    pub(super) fn new(params: &BroadParams, across: usize) -> Self {
        let frames = (0..across * across)
            .map(|cell| Frame::new(params, across, cell))
            .collect();
        Self {
            across,
            classes: match params.classes {
                Classes::Orbit => 10,
                Classes::Ring => 4,
                Classes::None => 1,
            },
            frames,
            addends: Box::new([addends(false), addends(params.recolour)]),
        }
    }

    /// One more than the largest code.
    pub(super) fn bound(&self) -> u32 {
        self.classes * WINDOWS
    }

    /// The class of a cell's place.
    pub(super) fn class(&self, cell: usize) -> u32 {
        self.frames[cell].base / WINDOWS
    }

    /// The place of the cell in the grid with a margin.
    #[inline]
    pub(super) fn centre(&self, cell: usize) -> usize {
        usize::from(self.frames[cell].centre)
    }

    /// The cells whose windows hold this cell, a bit for each.
    #[inline]
    pub(super) fn near(&self, cell: usize) -> u128 {
        self.frames[cell].near
    }

    /// The code of the window around a cell.
    #[inline]
    pub(super) fn code(&self, cell: usize, grid: &[u8; GRID], view: usize) -> u32 {
        let frame = &self.frames[cell];
        let (centre, stride) = (usize::from(frame.centre), self.across + 2);
        let corner = centre - stride - 1;
        let addends = &self.addends[view];
        let mut images = frame.masks;
        for row in 0..3 {
            let values = &grid[corner + row * stride..][..3];
            for column in 0..3 {
                let addend = &addends[row * 3 + column][usize::from(values[column])];
                for i in 0..8 {
                    images[i] += addend[i];
                }
            }
        }
        let [a, b, c, d, e, f, g, h] = images;
        frame.base + (a.min(b).min(c.min(d))).min(e.min(f).min(g.min(h)))
    }
}

impl Frame {
    fn new(params: &BroadParams, across: usize, cell: usize) -> Self {
        let (row, column) = (cell / across, cell % across);
        let (place, depths) = place(across, cell);
        let class = match params.classes {
            Classes::Orbit => orbit(depths),
            Classes::Ring => depths[0],
            Classes::None => 0,
        };
        let image = |symmetry: Symmetry| place.map(|p| symmetry.point(p, SEVEN));
        let first = Symmetry::ALL.into_iter().map(image).min().flatten();
        let counts = |s: Symmetry| params.fold == Fold::Window || image(s) == first;
        let near = (0..across * across)
            .filter(|c| (c / across).abs_diff(row) <= 1 && (c % across).abs_diff(column) <= 1)
            .fold(0, |near, c| near | 1 << c);
        Self {
            centre: ((row + 1) * (across + 2) + column + 1) as u16,
            base: class as u32 * WINDOWS,
            masks: Symmetry::ALL.map(|s| if counts(s) { 0 } else { 1 << 31 }),
            near,
        }
    }
}

/// The board of 7×7 cells, whose places are those of all boards.
const SEVEN: Size = match Size::new(7) {
    Ok(size) => size,
    Err(_) => Size::MIN,
};

/// The place on 7×7 cells that a cell's place is taken for, and how deep it is there in both
/// directions, the smaller first: the middle is the middle, and before it the distance from the edge
/// counts, up to the third cell.
fn place(across: usize, cell: usize) -> (Option<Point>, [usize; 2]) {
    let middle = across / 2;
    let along = |at: usize| match at.cmp(&middle) {
        std::cmp::Ordering::Less => at.min(2),
        std::cmp::Ordering::Equal => 3,
        std::cmp::Ordering::Greater => 6 - (across - 1 - at).min(2),
    };
    let (column, row) = (along(cell % across), along(cell / across));
    let mut depths = [column.min(6 - column), row.min(6 - row)];
    depths.sort_unstable();
    (Point::new(column, row), depths)
}

/// The number of an orbit of 7×7 cells: (0,0), (0,1), (0,2), (0,3), (1,1), and so on to (3,3).
fn orbit([shallow, deep]: [usize; 2]) -> usize {
    [0, 4, 7, 9][shallow] + deep - shallow
}

/// The table of a view.
fn addends(exchanged: bool) -> Addends {
    let three = Size::new(3).unwrap_or(Size::MIN);
    let mut table = [[[0; 8]; 5]; 9];
    for (from, point) in Point::all(three).enumerate() {
        for (value, images) in table[from].iter_mut().enumerate() {
            let seen = match value {
                0 if exchanged => 3,
                3 if exchanged => 0,
                same => same as u32,
            };
            for (image, symmetry) in images.iter_mut().zip(Symmetry::ALL) {
                let to = symmetry.point(point, three).index(three);
                *image = seen * 5_u32.pow(to as u32);
            }
        }
    }
    table
}

/// The class and the nine values of a code, row by row.
pub(super) fn unpack(code: u32) -> (u32, [u8; 9]) {
    let values = std::array::from_fn(|place| (code % WINDOWS / 5_u32.pow(place as u32) % 5) as u8);
    (code / WINDOWS, values)
}

/// The grid of an empty board, before it is known whose what is: open cells, and a margin.
pub(super) fn blank(across: usize) -> [u8; GRID] {
    let mut grid = [OUTSIDE; GRID];
    for cell in 0..across * across {
        grid[(cell / across + 1) * (across + 2) + cell % across + 1] = 1;
    }
    grid
}

/// The size of the largest grid with its margin.
pub(super) const GRID: usize = 11 * 11;
const _: () = assert!(MAX_CELLS == 9 * 9 && MAX_CELLS <= 128);
