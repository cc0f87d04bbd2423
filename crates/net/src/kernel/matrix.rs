//! The product of matrices, where the time goes.
//!
//! The second factor is packed once into panels as wide as what a kernel keeps in registers, so that its rows are read
//! in order; the first is read as it lies. A kernel keeps a block of the result in registers while it runs through the
//! inner dimension: up to 9×3 vectors with AVX-512, 6×2 with AVX2. Weights of a network exceed the near caches, so each block
//! asks for a part of the panel behind its own, which is wanted next.

use super::GROUP;
use super::simd::{Isa, Kernel, Simd};

/// The vectors in the width of a panel, for results of so many vectors.
pub(super) const fn panel_vectors(registers: usize, vectors: usize) -> usize {
    match registers {
        32 if vectors.is_multiple_of(3) => 3,
        32 if vectors.is_multiple_of(4) => 4,
        16 | 32 if vectors.is_multiple_of(2) => 2,
        _ => 1,
    }
}

/// The most rows of a block whose rows have so many vectors.
pub(super) const fn most_rows(registers: usize, vectors: usize) -> usize {
    match (registers, vectors) {
        (32, 4) => 6,
        (32, _) => 9,
        (16, 2) => 6,
        (16, _) => 9,
        _ => 4,
    }
}

/// How a matrix of so many columns is packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Packing {
    /// The rows: what is summed over.
    pub(crate) inner: usize,
    /// The columns, in whole groups.
    pub(crate) columns: usize,
    /// The columns of a panel.
    pub(crate) width: usize,
}

impl Packing {
    pub(crate) fn new(isa: Isa, inner: usize, columns: usize) -> Self {
        assert!(columns.is_multiple_of(GROUP), "{columns} columns");
        let registers = match isa.lanes() {
            16 => 32,
            _ if matches!(isa, Isa::Plain(_)) => 8,
            _ => 16,
        };
        let width = isa.lanes() * panel_vectors(registers, columns / isa.lanes());
        Self {
            inner,
            columns,
            width,
        }
    }

    /// The numbers of a packed matrix.
    pub(crate) const fn len(&self) -> usize {
        self.inner * self.columns
    }

    /// The place of a number.
    pub(crate) const fn place(&self, row: usize, column: usize) -> usize {
        let panel = column / self.width;
        (panel * self.inner + row) * self.width + column % self.width
    }

    /// Packs a matrix given by its numbers.
    pub(crate) fn pack(&self, to: &mut [f32], number: impl Fn(usize, usize) -> f32) {
        for row in 0..self.inner {
            for column in 0..self.columns {
                to[self.place(row, column)] = number(row, column);
            }
        }
    }
}

/// C = A·B for `rows` rows of A and of C.
pub(crate) struct Multiply<'a> {
    /// The first factor.
    pub(crate) a: &'a [f32],
    /// The distance between its rows.
    pub(crate) a_stride: usize,
    /// The second factor, packed.
    pub(crate) b: &'a [f32],
    /// How.
    pub(crate) packing: Packing,
    /// The product.
    pub(crate) c: &'a mut [f32],
    /// The distance between its rows.
    pub(crate) c_stride: usize,
    /// The number of rows.
    pub(crate) rows: usize,
}

impl Kernel for Multiply<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, s: S) {
        let Packing {
            inner,
            columns,
            width,
        } = self.packing;
        let rows = self.rows;
        if rows == 0 {
            return;
        }
        assert!(self.a.len() >= (rows - 1) * self.a_stride + inner);
        assert!(self.b.len() >= inner * columns);
        assert!(self.c.len() >= (rows - 1) * self.c_stride + columns);
        assert!(columns.is_multiple_of(width) && width.is_multiple_of(S::LANES));
        let vectors = width / S::LANES;
        let most = most_rows(S::REGISTERS, vectors);
        let pieces = rows.div_ceil(most);
        for panel in 0..columns / width {
            let b = self.b[panel * inner * width..].as_ptr();
            let lines = (STEP * width / LINE).div_ceil(pieces);
            let mut ahead = b.wrapping_add(inner * width);
            let mut row = 0;
            for piece in 0..pieces {
                let count = (rows - row).div_ceil(pieces - piece);
                let block = Block {
                    a: self.a[row * self.a_stride..].as_ptr(),
                    a_stride: self.a_stride,
                    b,
                    ahead,
                    lines,
                    c: self.c[row * self.c_stride + panel * width..].as_mut_ptr(),
                    c_stride: self.c_stride,
                    inner,
                };
                // SAFETY: rows `row..row + count` of A have `inner` numbers each, the panel has `inner` rows of `width`,
                // and those rows of C have `width` numbers from here on, all by the assertions above.
                unsafe { block.rows(s, count, vectors) };
                row += count;
                ahead = ahead.wrapping_add(inner.div_ceil(STEP) * lines * LINE);
            }
        }
    }
}

/// The numbers in a line of the caches.
const LINE: usize = 16;
/// The numbers of the inner dimension between two looks ahead.
const STEP: usize = 8;

/// A block of the result, and the factors that it is made of.
struct Block {
    a: *const f32,
    a_stride: usize,
    b: *const f32,
    /// What is wanted after this panel, and how many lines of it to ask for in a step.
    ahead: *const f32,
    lines: usize,
    c: *mut f32,
    c_stride: usize,
    inner: usize,
}

impl Block {
    /// # Safety
    /// `count` rows of `inner` numbers may be read at `a`, `inner` rows of `vectors` vectors at `b`, and as many vectors
    /// may be written in each row at `c`.
    #[inline(always)]
    unsafe fn rows<S: Simd>(&self, s: S, count: usize, vectors: usize) {
        macro_rules! choose {
            ($($rows:literal),+; $($vectors:literal),+) => {
                choose!(@ $($rows),+; [$($vectors),+])
            };
            (@ $($rows:literal),+; $all:tt) => {
                match count { $($rows => choose!(# $rows; $all),)+ _ => unreachable!("blocks have at most nine rows") }
            };
            (# $rows:literal; [$($vectors:literal),+]) => {
                match vectors {
                    // SAFETY: by the contract of this function.
                    $($vectors if most_rows(S::REGISTERS, $vectors) >= $rows => unsafe { self.sum::<S, $rows, $vectors>(s) },)+
                    _ => unreachable!("panels have at most four vectors"),
                }
            };
        }
        choose!(1, 2, 3, 4, 5, 6, 7, 8, 9; 1, 2, 3, 4);
    }

    /// # Safety
    /// As for [`Self::rows`].
    #[inline(always)]
    #[expect(clippy::needless_range_loop, reason = "see below")]
    unsafe fn sum<S: Simd, const ROWS: usize, const VECTORS: usize>(&self, s: S) {
        let mut sums = [[s.splat(0.0); VECTORS]; ROWS];
        let width = VECTORS * S::LANES;
        // SAFETY: by the contract of this function; each index stays below `inner`, ROWS and VECTORS.
        unsafe {
            let (mut start, mut ahead) = (0, self.ahead);
            while start < self.inner {
                let end = self.inner.min(start + STEP);
                for _ in 0..self.lines {
                    s.prefetch(ahead);
                    ahead = ahead.wrapping_add(LINE);
                }
                for k in start..end {
                    let mut b = [s.splat(0.0); VECTORS];
                    for j in 0..VECTORS {
                        b[j] = s.load(self.b.add(k * width + j * S::LANES));
                    }
                    // Loops over indices: iterators and closures would not get their instructions.
                    for i in 0..ROWS {
                        let a = s.splat(*self.a.add(i * self.a_stride + k));
                        for j in 0..VECTORS {
                            sums[i][j] = s.fma(a, b[j], sums[i][j]);
                        }
                    }
                }
                start = end;
            }
            for i in 0..ROWS {
                for j in 0..VECTORS {
                    s.store(self.c.add(i * self.c_stride + j * S::LANES), sums[i][j]);
                }
            }
        }
    }
}
