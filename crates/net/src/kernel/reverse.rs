//! The transformations of [`super::winograd`] that training needs besides: gradients of results to gradients of products,
//! gradients of transformed weights back to weights, and weights to transformed weights, fast.
//!
//! With Y = A·(G·w·Gᵀ ∘ B·x·Bᵀ)·Aᵀ, the gradient of the products is Aᵀ·dY·A and that of the weights Gᵀ·dU·G.

use super::matrix::Packing;
use super::plane::Plane;
use super::simd::{Kernel, Simd};
use super::tile::{Four, Three, apply, four, three};

/// The transposed of a small matrix.
const fn transposed<const R: usize, const C: usize>(matrix: &[[f32; C]; R]) -> [[f32; R]; C] {
    let mut to = [[0.0; R]; C];
    let mut i = 0;
    while i < R {
        let mut j = 0;
        while j < C {
            to[j][i] = matrix[i][j];
            j += 1;
        }
        i += 1;
    }
    to
}

const THREE_G: [[f32; 5]; 3] = transposed(&three::G);
const FOUR_G: [[f32; 6]; 3] = transposed(&four::G);

/// The gradients of products of tiles of 3, with few operations.
#[inline(always)]
fn products_of_three<S: Simd>(s: S, d: [S::V; 3]) -> [S::V; 5] {
    let even = s.add(d[0], d[2]);
    let far = s.fma(s.splat(4.0), d[2], d[0]);
    [
        d[0],
        s.add(even, d[1]),
        s.sub(even, d[1]),
        s.fma(s.splat(2.0), d[1], far),
        d[2],
    ]
}

/// The gradients of products of tiles of 4, with few operations.
#[inline(always)]
fn products_of_four<S: Simd>(s: S, d: [S::V; 4]) -> [S::V; 6] {
    let (even, odd) = (s.add(d[0], d[2]), s.add(d[1], d[3]));
    let far_even = s.fma(s.splat(4.0), d[2], d[0]);
    let far_odd = s.fma(s.splat(8.0), d[3], s.mul(s.splat(2.0), d[1]));
    [
        d[0],
        s.add(even, odd),
        s.sub(even, odd),
        s.add(far_even, far_odd),
        s.sub(far_even, far_odd),
        d[3],
    ]
}

/// The transformation of gradients for tiles of one size; a trait for the reason that [`super::winograd::Tile`] is one.
trait Back<const TILE: usize, const N: usize> {
    fn products<S: Simd>(s: S, column: [S::V; TILE]) -> [S::V; N];
}

impl Back<3, 5> for Three {
    #[inline(always)]
    fn products<S: Simd>(s: S, column: [S::V; 3]) -> [S::V; 5] {
        products_of_three(s, column)
    }
}

impl Back<4, 6> for Four {
    #[inline(always)]
    fn products<S: Simd>(s: S, column: [S::V; 4]) -> [S::V; 6] {
        products_of_four(s, column)
    }
}

/// Transforms the gradients of results to those of products: `[place of the product][tile][channel]`.
pub(crate) struct Spread<'a> {
    pub(crate) plane: Plane,
    pub(crate) channels: usize,
    pub(crate) boards: usize,
    /// The boards with their borders.
    pub(crate) from: &'a [f32],
    pub(crate) to: &'a mut [f32],
}

impl Kernel for Spread<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, s: S) {
        match self.plane.tile {
            3 => self.tiles::<S, Three, 3, 5>(s),
            _ => self.tiles::<S, Four, 4, 6>(s),
        }
    }
}

impl Spread<'_> {
    #[inline(always)]
    #[expect(
        clippy::needless_range_loop,
        reason = "iterators would not get their instructions"
    )]
    fn tiles<S: Simd, T: Back<TILE, N>, const TILE: usize, const N: usize>(self, s: S) {
        let (plane, channels) = (self.plane, self.channels);
        let (stride, tiles) = (plane.stride, self.boards * plane.count());
        assert!(plane.tile == TILE && N == TILE + 2 && stride == plane.tiles * TILE + 2);
        assert!(channels.is_multiple_of(S::LANES));
        assert!(self.from.len() >= self.boards * plane.places() * channels);
        assert!(self.to.len() >= N * N * tiles * channels);
        let mut tile = 0;
        for board in 0..self.boards {
            for row in 0..plane.tiles {
                for column in 0..plane.tiles {
                    let corner = board * plane.places() + plane.place(row * TILE, column * TILE);
                    for channel in (0..channels).step_by(S::LANES) {
                        let mut columns = [[s.splat(0.0); TILE]; N];
                        // SAFETY: rows and columns of the tile end before the border of its board, and products, tiles
                        // and channels within `to`, as asserted above.
                        unsafe {
                            let from = self.from.as_ptr().add(corner * channels + channel);
                            for j in 0..TILE {
                                let mut d = [s.splat(0.0); TILE];
                                for i in 0..TILE {
                                    d[i] = s.load(from.add((i * stride + j) * channels));
                                }
                                let d = T::products(s, d);
                                for i in 0..N {
                                    columns[i][j] = d[i];
                                }
                            }
                            let to = self.to.as_mut_ptr().add(tile * channels + channel);
                            for i in 0..N {
                                let row = T::products(s, columns[i]);
                                for j in 0..N {
                                    s.store(to.add((i * N + j) * tiles * channels), row[j]);
                                }
                            }
                        }
                    }
                    tile += 1;
                }
            }
        }
    }
}

/// Transforms weights by row, column, input and output to a part of the packed columns.
pub(crate) struct Transform<'a> {
    pub(crate) tile: usize,
    pub(crate) inputs: usize,
    pub(crate) outputs: usize,
    pub(crate) weights: &'a [f32],
    /// The column of the first output.
    pub(crate) first: usize,
    pub(crate) packing: Packing,
    pub(crate) to: &'a mut [f32],
}

impl Kernel for Transform<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, s: S) {
        match self.tile {
            3 => self.all(s, &three::G),
            _ => self.all(s, &four::G),
        }
    }
}

impl Transform<'_> {
    #[inline(always)]
    #[expect(
        clippy::needless_range_loop,
        reason = "iterators would not get their instructions"
    )]
    fn all<S: Simd, const N: usize>(self, s: S, g: &[[f32; 3]; N]) {
        let (inputs, outputs, packing) = (self.inputs, self.outputs, self.packing);
        assert!(outputs.is_multiple_of(S::LANES) && self.first.is_multiple_of(S::LANES));
        assert!(packing.inner == inputs && self.first + outputs <= packing.columns);
        assert!(packing.width.is_multiple_of(S::LANES));
        assert!(self.weights.len() >= 9 * inputs * outputs);
        assert!(self.to.len() >= N * N * packing.len());
        for input in 0..inputs {
            for output in (0..outputs).step_by(S::LANES) {
                let mut rows = [[s.splat(0.0); 3]; N];
                // SAFETY: weights and places are within bounds by the assertions above; a vector ends within its panel,
                // since both begin at whole vectors.
                unsafe {
                    let from = self.weights.as_ptr().add(input * outputs + output);
                    for column in 0..3 {
                        let mut w = [s.splat(0.0); 3];
                        for row in 0..3 {
                            w[row] = s.load(from.add((row * 3 + column) * inputs * outputs));
                        }
                        let w = apply(s, g, w);
                        for i in 0..N {
                            rows[i][column] = w[i];
                        }
                    }
                    let place = packing.place(input, self.first + output);
                    let to = self.to.as_mut_ptr().add(place);
                    for i in 0..N {
                        let row = apply(s, g, rows[i]);
                        for j in 0..N {
                            s.store(to.add((i * N + j) * packing.len()), row[j]);
                        }
                    }
                }
            }
        }
    }
}

/// Transforms gradients of transformed weights back and adds them to gradients of weights.
pub(crate) struct Restore<'a> {
    pub(crate) tile: usize,
    pub(crate) inputs: usize,
    /// The outputs of the transformed weights, by place of the product, input and output.
    pub(crate) columns: usize,
    pub(crate) from: &'a [f32],
    /// The first output that is taken, and how many.
    pub(crate) first: usize,
    pub(crate) outputs: usize,
    /// By row, column, input and output.
    pub(crate) to: &'a mut [f32],
}

impl Kernel for Restore<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, s: S) {
        match self.tile {
            3 => self.all::<S, 5>(s, &THREE_G),
            _ => self.all::<S, 6>(s, &FOUR_G),
        }
    }
}

impl Restore<'_> {
    #[inline(always)]
    #[expect(
        clippy::needless_range_loop,
        reason = "iterators would not get their instructions"
    )]
    fn all<S: Simd, const N: usize>(self, s: S, g: &[[f32; N]; 3]) {
        let (inputs, outputs, columns) = (self.inputs, self.outputs, self.columns);
        assert!(outputs.is_multiple_of(S::LANES) && self.first + outputs <= columns);
        assert!(self.from.len() >= N * N * inputs * columns);
        assert!(self.to.len() >= 9 * inputs * outputs);
        for input in 0..inputs {
            for output in (0..outputs).step_by(S::LANES) {
                let mut rows = [[s.splat(0.0); N]; 3];
                // SAFETY: all offsets are within bounds by the assertions above.
                unsafe {
                    let place = input * columns + self.first + output;
                    let from = self.from.as_ptr().add(place);
                    for column in 0..N {
                        let mut u = [s.splat(0.0); N];
                        for row in 0..N {
                            u[row] = s.load(from.add((row * N + column) * inputs * columns));
                        }
                        let u = apply(s, g, u);
                        for i in 0..3 {
                            rows[i][column] = u[i];
                        }
                    }
                    let to = self.to.as_mut_ptr().add(input * outputs + output);
                    for i in 0..3 {
                        let row = apply(s, g, rows[i]);
                        for j in 0..3 {
                            let to = to.add((i * 3 + j) * inputs * outputs);
                            s.store(to, s.add(s.load(to), row[j]));
                        }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::simd::Isa;

    /// Gradients of a column of results, both ways.
    struct Both([f32; 4]);

    impl Kernel for Both {
        type Output = ();

        fn run<S: Simd>(self, s: S) {
            let near = |few: &[S::V], plain: &[S::V]| {
                assert_eq!(few.len(), plain.len());
                for (&a, &b) in few.iter().zip(plain) {
                    assert!(s.total(s.sub(a, b)).abs() < 1e-3);
                }
            };
            let column = self.0.map(|x| s.splat(x));
            let four = apply(s, &transposed(&four::A), column);
            near(&products_of_four(s, column), &four);
            let column = std::array::from_fn(|i| column[i]);
            let three = apply(s, &transposed(&three::A), column);
            near(&products_of_three(s, column), &three);
        }
    }

    #[test]
    fn few_operations_do_what_the_matrices_do() {
        for isa in Isa::all() {
            isa.run(Both([1.5, -2.0, 0.75, 3.0]));
        }
    }
}
