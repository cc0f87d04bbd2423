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
    /// The rows that share a word; see [`super::simd`].
    pub(crate) share: usize,
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
            share: 1,
        }
    }

    /// The same for the matrix of a convolution, in bfloat16 if that is what the instructions are for.
    pub(crate) fn of_convolution(isa: Isa, inner: usize, columns: usize) -> Self {
        assert!(inner.is_multiple_of(GROUP), "{inner} rows");
        Self {
            share: isa.share(),
            ..Self::new(isa, inner, columns)
        }
    }

    /// The words of a row of the first factor.
    pub(crate) const fn words(&self) -> usize {
        self.inner / self.share
    }

    /// The words of a packed matrix.
    pub(crate) const fn len(&self) -> usize {
        self.words() * self.columns
    }

    /// The place of a number's word.
    pub(crate) const fn place(&self, row: usize, column: usize) -> usize {
        let panel = column / self.width;
        (panel * self.words() + row / self.share) * self.width + column % self.width
    }

    /// Packs a number.
    pub(crate) fn put(&self, to: &mut [f32], row: usize, column: usize, number: f32) {
        let word = &mut to[self.place(row, column)];
        *word = match self.share {
            1 => number,
            share => {
                let shift = 16 * (row % share);
                let others = word.to_bits() & !(0xffff << shift);
                f32::from_bits(others | u32::from(bfloat16(number)) << shift)
            }
        };
    }

    /// Packs a matrix given by its numbers.
    pub(crate) fn pack(&self, to: &mut [f32], number: impl Fn(usize, usize) -> f32) {
        for row in 0..self.inner {
            for column in 0..self.columns {
                self.put(to, row, column, number(row, column));
            }
        }
    }
}

/// The nearest bfloat16 of a finite number; of two that are equally near, the even one.
fn bfloat16(number: f32) -> u16 {
    let bits = number.to_bits();
    let odd = bits >> 16 & 1;
    ((bits + 0x7fff + odd) >> 16) as u16
}

/// Numbers that lie side by side, made into words.
pub(crate) struct Words<'a> {
    pub(crate) from: &'a [f32],
    pub(crate) to: &'a mut [f32],
}

impl Kernel for Words<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, s: S) {
        let count = self.from.len();
        assert!(count.is_multiple_of(S::LANES) && self.to.len() >= count / S::SHARE);
        for first in (0..count).step_by(S::LANES) {
            // SAFETY: whole vectors end within `from`, and their words within `to`, as asserted above.
            unsafe {
                let v = s.load(self.from.as_ptr().add(first));
                s.store_words(self.to.as_mut_ptr().add(first / S::SHARE), v);
            }
        }
    }
}

/// C = A·B for `rows` rows of A and of C.
pub(crate) struct Multiply<'a> {
    /// The first factor, in words of as many numbers as the packing says.
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
        let Packing { columns, width, .. } = self.packing;
        let (inner, rows) = (self.packing.words(), self.rows);
        if rows == 0 {
            return;
        }
        assert!(self.packing.share == S::SHARE);
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
                // SAFETY: rows `row..row + count` of A have `inner` words each, the panel has `inner` rows of `width`,
                // and those rows of C have `width` numbers from here on, all by the assertions above.
                unsafe { block.rows(s, count, vectors) };
                row += count;
                ahead = ahead.wrapping_add(inner.div_ceil(STEP) * lines * LINE);
            }
        }
    }
}

/// The words in a line of the caches.
const LINE: usize = 16;
/// The words of the inner dimension between two looks ahead.
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
    /// In words.
    inner: usize,
}

impl Block {
    /// # Safety
    /// `count` rows of `inner` words may be read at `a`, `inner` rows of `vectors` vectors at `b`, and as many vectors
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
                            sums[i][j] = s.dot(a, b[j], sums[i][j]);
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

#[cfg(test)]
mod tests {
    use tengen_game::Rng;

    use super::*;

    /// A number as a word of so many keeps it.
    fn kept(share: usize, number: f32) -> f32 {
        match share {
            1 => number,
            _ => f32::from_bits(u32::from(bfloat16(number)) << 16),
        }
    }

    #[test]
    fn numbers_are_rounded_to_the_nearest_and_to_the_even_of_two() {
        for (bits, rounded) in [
            (0x0000_0000, 0x0000),
            (0x3f80_0000, 0x3f80),
            (0x3f80_7fff, 0x3f80),
            (0x3f80_8000, 0x3f80),
            (0x3f80_8001, 0x3f81),
            (0x3f81_7fff, 0x3f81),
            (0x3f81_8000, 0x3f82),
            (0xbf81_8000, 0xbf82),
            // Up to the next power of two.
            (0x3fff_8000, 0x4000),
        ] {
            assert_eq!(bfloat16(f32::from_bits(bits)), rounded, "{bits:08x}");
        }
    }

    #[test]
    fn vectors_are_rounded_like_numbers() {
        let Some(isa) = Isa::bfloat16() else {
            eprintln!("skipped: this CPU has no AVX-512 BF16");
            return;
        };
        let mut rng = Rng::new(1);
        let exponents = 1..255_u32;
        // Of each size a number that lies between two, one beside it, and any.
        let numbers = exponents.flat_map(|exponent| {
            let bits = exponent << 23 | rng.below(128) << 16 | rng.below(2) << 31;
            let odd = [0x8000, 0x7fff + 2 * rng.below(2), rng.below(1 << 16)];
            odd.map(|odd| f32::from_bits(bits | odd))
        });
        // The last of them would be infinite.
        let numbers: Vec<f32> = numbers.take(3 * 240).collect();
        let mut words = vec![0.0; numbers.len() / 2];
        isa.run_on_words(
            2,
            Words {
                from: &numbers,
                to: &mut words,
            },
        );
        for (pair, word) in numbers.chunks_exact(2).zip(&words) {
            let halves = [0, 16].map(|shift| (word.to_bits() >> shift) as u16);
            assert_eq!(halves, [bfloat16(pair[0]), bfloat16(pair[1])], "{pair:?}");
        }
    }

    #[test]
    fn a_product_is_that_of_the_numbers_in_the_words() {
        let mut rng = Rng::new(2);
        let mut numbers = |count: usize| -> Vec<f32> {
            let number = |_| rng.below(2001) as f32 / 1000.0 - 1.0;
            (0..count).map(number).collect()
        };
        for isa in Isa::all().into_iter().chain(Isa::bfloat16()) {
            for (rows, inner, columns) in [(1, 16, 16), (7, 48, 64), (25, 96, 96), (19, 32, 32)] {
                let (a, b) = (numbers(rows * inner), numbers(inner * columns));
                let packing = Packing::of_convolution(isa, inner, columns);
                let mut packed = vec![0.0; packing.len()];
                packing.pack(&mut packed, |row, column| b[row * columns + column]);
                let mut words = vec![0.0; rows * packing.words()];
                let to = Words {
                    from: &a,
                    to: &mut words,
                };
                isa.run_on_words(packing.share, to);
                let mut c = vec![0.0; rows * columns];
                let multiply = Multiply {
                    a: &words,
                    a_stride: packing.words(),
                    b: &packed,
                    packing,
                    c: &mut c,
                    c_stride: columns,
                    rows,
                };
                isa.run_on_words(packing.share, multiply);
                let keep = |number: f32| f64::from(kept(packing.share, number));
                for (i, c) in c.iter().enumerate() {
                    let (row, column) = (i / columns, i % columns);
                    let products = (0..inner)
                        .map(|k| keep(a[row * inner + k]) * keep(b[k * columns + column]));
                    let sum: f64 = products.sum();
                    let error = (f64::from(*c) - sum).abs();
                    assert!(error < 1e-5, "{isa}, {rows} rows, {i}: {c} is not {sum}");
                }
            }
        }
    }
}
