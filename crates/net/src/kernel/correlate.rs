//! The product of a transposed matrix with another, added to what is there: how gradients of weights are made.
//!
//! What is summed over are the rows of both factors, which are read in order; a block of the result stays in registers
//! meanwhile.

use super::matrix::{most_rows, panel_vectors};
use super::simd::{Kernel, Simd};

/// C += Aᵀ·B.
pub(crate) struct Correlate<'a> {
    /// The first factor.
    pub(crate) a: &'a [f32],
    /// The numbers in a row of it, side by side: the rows of C.
    pub(crate) inputs: usize,
    /// The second factor.
    pub(crate) b: &'a [f32],
    /// The numbers in a row of it: the columns of C.
    pub(crate) outputs: usize,
    /// The rows of both.
    pub(crate) rows: usize,
    /// The sum.
    pub(crate) c: &'a mut [f32],
}

impl Kernel for Correlate<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, s: S) {
        let (inputs, outputs, rows) = (self.inputs, self.outputs, self.rows);
        assert!(self.a.len() >= rows * inputs && self.b.len() >= rows * outputs);
        assert!(self.c.len() >= inputs * outputs && outputs.is_multiple_of(S::LANES));
        let vectors = panel_vectors(S::REGISTERS, outputs / S::LANES);
        let pieces = inputs.div_ceil(most_rows(S::REGISTERS, vectors));
        for column in (0..outputs).step_by(vectors * S::LANES) {
            let mut input = 0;
            for piece in 0..pieces {
                let count = (inputs - input).div_ceil(pieces - piece);
                // SAFETY: `input + count` is at most `inputs` and the panel ends within `outputs`, so all offsets are
                // within the slices by the assertions above.
                unsafe {
                    let block = Block {
                        a: self.a.as_ptr().add(input),
                        a_stride: inputs,
                        b: self.b.as_ptr().add(column),
                        b_stride: outputs,
                        c: self.c.as_mut_ptr().add(input * outputs + column),
                        rows,
                    };
                    block.rows(s, count, vectors);
                }
                input += count;
            }
        }
    }
}

/// A block of the result, and the factors that it is made of.
struct Block {
    a: *const f32,
    a_stride: usize,
    b: *const f32,
    b_stride: usize,
    c: *mut f32,
    rows: usize,
}

impl Block {
    /// # Safety
    /// In each of `rows` rows, `count` numbers may be read at `a` and `vectors` vectors at `b`; as many vectors may be
    /// read and written in `count` rows at `c`, whose distance is that of `b`.
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
    unsafe fn sum<S: Simd, const ROWS: usize, const VECTORS: usize>(&self, s: S) {
        let mut sums = [[s.splat(0.0); VECTORS]; ROWS];
        // SAFETY: by the contract of this function.
        unsafe {
            let (mut a, mut b) = (self.a, self.b);
            for _ in 0..self.rows {
                let row: [S::V; VECTORS] = std::array::from_fn(|j| s.load(b.add(j * S::LANES)));
                for (i, sums) in sums.iter_mut().enumerate() {
                    let a = s.splat(*a.add(i));
                    for (sum, &b) in sums.iter_mut().zip(&row) {
                        *sum = s.fma(a, b, *sum);
                    }
                }
                // The last step may lead beyond the end, where nothing is read.
                (a, b) = (a.wrapping_add(self.a_stride), b.wrapping_add(self.b_stride));
            }
            for (i, sums) in sums.iter().enumerate() {
                for (j, &sum) in sums.iter().enumerate() {
                    let c = self.c.add(i * self.b_stride + j * S::LANES);
                    s.store(c, s.add(s.load(c), sum));
                }
            }
        }
    }
}
