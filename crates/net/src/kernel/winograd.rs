//! 3×3 convolutions by Winograd's algorithm.
//!
//! S. Winograd, "Arithmetic complexity of computations", 1980; for convolutional networks A. Lavin and S. Gray, "Fast
//! algorithms for convolutional neural networks", 2015. A tile of m×m results is made of (m+2)×(m+2) products instead of
//! 9·m². Input tiles and weights are transformed, multiplied number by number (one product of matrices over the channels
//! for each of the (m+2)² places), and transformed back.

use super::matrix::{Multiply, Packing};
use super::plane::Plane;
use super::pointwise::Finish;
use super::simd::{Isa, Kernel, Simd};

/// The transformations for tiles of 4: interpolation at 0, ±1, ±2 and ∞.
pub(crate) mod four {
    /// Of the weights.
    pub(crate) const G: [[f32; 3]; 6] = [
        [1.0 / 4.0, 0.0, 0.0],
        [-1.0 / 6.0, -1.0 / 6.0, -1.0 / 6.0],
        [-1.0 / 6.0, 1.0 / 6.0, -1.0 / 6.0],
        [1.0 / 24.0, 1.0 / 12.0, 1.0 / 6.0],
        [1.0 / 24.0, -1.0 / 12.0, 1.0 / 6.0],
        [0.0, 0.0, 1.0],
    ];
    /// Of the inputs: what `inputs_of_four` computes.
    #[cfg(test)]
    pub(crate) const B: [[f32; 6]; 6] = [
        [4.0, 0.0, -5.0, 0.0, 1.0, 0.0],
        [0.0, -4.0, -4.0, 1.0, 1.0, 0.0],
        [0.0, 4.0, -4.0, -1.0, 1.0, 0.0],
        [0.0, -2.0, -1.0, 2.0, 1.0, 0.0],
        [0.0, 2.0, -1.0, -2.0, 1.0, 0.0],
        [0.0, 4.0, 0.0, -5.0, 0.0, 1.0],
    ];
    /// Of the products: what `results_of_four` computes.
    #[cfg(test)]
    pub(crate) const A: [[f32; 6]; 4] = [
        [1.0, 1.0, 1.0, 1.0, 1.0, 0.0],
        [0.0, 1.0, -1.0, 2.0, -2.0, 0.0],
        [0.0, 1.0, 1.0, 4.0, 4.0, 0.0],
        [0.0, 1.0, -1.0, 8.0, -8.0, 1.0],
    ];
}

/// The transformations for tiles of 3: interpolation at 0, ±1, 2 and ∞.
pub(crate) mod three {
    /// Of the weights.
    pub(crate) const G: [[f32; 3]; 5] = [
        [1.0 / 2.0, 0.0, 0.0],
        [-1.0 / 2.0, -1.0 / 2.0, -1.0 / 2.0],
        [-1.0 / 6.0, 1.0 / 6.0, -1.0 / 6.0],
        [1.0 / 6.0, 1.0 / 3.0, 2.0 / 3.0],
        [0.0, 0.0, 1.0],
    ];
    /// Of the inputs: what `inputs_of_three` computes.
    #[cfg(test)]
    pub(crate) const B: [[f32; 5]; 5] = [
        [2.0, -1.0, -2.0, 1.0, 0.0],
        [0.0, -2.0, -1.0, 1.0, 0.0],
        [0.0, 2.0, -3.0, 1.0, 0.0],
        [0.0, -1.0, 0.0, 1.0, 0.0],
        [0.0, 2.0, -1.0, -2.0, 1.0],
    ];
    /// Of the products: what `results_of_three` computes.
    #[cfg(test)]
    pub(crate) const A: [[f32; 5]; 3] = [
        [1.0, 1.0, 1.0, 1.0, 0.0],
        [0.0, 1.0, -1.0, 2.0, 0.0],
        [0.0, 1.0, 1.0, 4.0, 1.0],
    ];
}

/// A small constant matrix times a column of vectors, for what is not done often: the compiler does not always unroll it.
/// Loops over indices here and below: closures would not get their instructions.
#[inline(always)]
pub(crate) fn apply<S: Simd, const R: usize, const C: usize>(
    s: S,
    matrix: &[[f32; C]; R],
    column: [S::V; C],
) -> [S::V; R] {
    let mut result = [s.splat(0.0); R];
    for i in 0..R {
        let mut empty = true;
        for j in 0..C {
            let factor = matrix[i][j];
            if factor == 0.0 {
                continue;
            }
            result[i] = match (empty, factor == 1.0, factor == -1.0) {
                (true, true, _) => column[j],
                (true, _, _) => s.mul(s.splat(factor), column[j]),
                (false, true, _) => s.add(result[i], column[j]),
                (false, _, true) => s.sub(result[i], column[j]),
                (false, ..) => s.fma(s.splat(factor), column[j], result[i]),
            };
            empty = false;
        }
    }
    result
}

/// The inputs of tiles of 3, with few operations.
#[inline(always)]
fn inputs_of_three<S: Simd>(s: S, d: [S::V; 5]) -> [S::V; 5] {
    let two = s.splat(2.0);
    let a = s.sub(d[3], d[1]);
    [
        s.fma(two, s.sub(d[0], d[2]), a),
        s.fma(s.splat(-2.0), d[1], s.sub(d[3], d[2])),
        s.fma(s.splat(-3.0), d[2], s.fma(two, d[1], d[3])),
        a,
        s.fma(s.splat(-2.0), a, s.sub(d[4], d[2])),
    ]
}

/// The results of tiles of 3, with few operations.
#[inline(always)]
fn results_of_three<S: Simd>(s: S, m: [S::V; 5]) -> [S::V; 3] {
    let (p, q) = (s.add(m[1], m[2]), s.sub(m[1], m[2]));
    [
        s.add(m[0], s.add(p, m[3])),
        s.fma(s.splat(2.0), m[3], q),
        s.add(m[4], s.fma(s.splat(4.0), m[3], p)),
    ]
}

/// The inputs of tiles of 4, with few operations.
#[inline(always)]
fn inputs_of_four<S: Simd>(s: S, d: [S::V; 6]) -> [S::V; 6] {
    let (two, four, five) = (s.splat(2.0), s.splat(-4.0), s.splat(-5.0));
    let a = s.fma(four, d[2], d[4]);
    let b = s.fma(four, d[1], d[3]);
    let c = s.sub(d[4], d[2]);
    let e = s.mul(two, s.sub(d[3], d[1]));
    let plus = s.splat(4.0);
    [
        s.fma(plus, d[0], s.fma(five, d[2], d[4])),
        s.add(a, b),
        s.sub(a, b),
        s.add(c, e),
        s.sub(c, e),
        s.fma(plus, d[1], s.fma(five, d[3], d[5])),
    ]
}

/// The results of tiles of 4, with few operations.
#[inline(always)]
fn results_of_four<S: Simd>(s: S, m: [S::V; 6]) -> [S::V; 4] {
    let (p, q) = (s.add(m[1], m[2]), s.sub(m[1], m[2]));
    let (r, t) = (s.add(m[3], m[4]), s.sub(m[3], m[4]));
    [
        s.add(m[0], s.add(p, r)),
        s.fma(s.splat(2.0), t, q),
        s.fma(s.splat(4.0), r, p),
        s.add(m[5], s.fma(s.splat(8.0), t, q)),
    ]
}

/// The transformations for tiles of one size. A trait, since function pointers and closures are not compiled for the
/// instruction set of whoever calls them.
pub(crate) trait Tile<const TILE: usize, const N: usize> {
    fn inputs<S: Simd>(s: S, column: [S::V; N]) -> [S::V; N];
    fn results<S: Simd>(s: S, column: [S::V; N]) -> [S::V; TILE];
}

/// Tiles of 3×3 results.
pub(crate) struct Three;

/// Tiles of 4×4 results.
pub(crate) struct Four;

impl Tile<3, 5> for Three {
    #[inline(always)]
    fn inputs<S: Simd>(s: S, column: [S::V; 5]) -> [S::V; 5] {
        inputs_of_three(s, column)
    }
    #[inline(always)]
    fn results<S: Simd>(s: S, column: [S::V; 5]) -> [S::V; 3] {
        results_of_three(s, column)
    }
}

impl Tile<4, 6> for Four {
    #[inline(always)]
    fn inputs<S: Simd>(s: S, column: [S::V; 6]) -> [S::V; 6] {
        inputs_of_four(s, column)
    }
    #[inline(always)]
    fn results<S: Simd>(s: S, column: [S::V; 6]) -> [S::V; 4] {
        results_of_four(s, column)
    }
}

/// The weights of a convolution, transformed and packed.
#[derive(Clone, Debug)]
pub(crate) struct Weights {
    /// How each of the products is packed.
    pub(crate) packing: Packing,
    /// The weights of one product behind the other.
    pub(crate) data: Vec<f32>,
}

impl Weights {
    /// Transforms the weights of a convolution from `inputs` to `outputs` channels, both in whole groups, given as the
    /// number at (row, column, input, output).
    pub(crate) fn new(
        isa: Isa,
        plane: &Plane,
        inputs: usize,
        outputs: usize,
        number: impl Fn(usize, usize, usize, usize) -> f32,
    ) -> Self {
        let packing = Packing::new(isa, inputs, outputs);
        let data = vec![0.0; plane.products() * packing.len()];
        let mut weights = Self { packing, data };
        weights.set(plane, number);
        weights
    }

    /// Transforms other weights for the same place.
    pub(crate) fn set(
        &mut self,
        plane: &Plane,
        number: impl Fn(usize, usize, usize, usize) -> f32,
    ) {
        match plane.tile {
            3 => self.transform(&three::G, number),
            _ => self.transform(&four::G, number),
        }
    }

    fn transform<const N: usize>(
        &mut self,
        g: &[[f32; 3]; N],
        number: impl Fn(usize, usize, usize, usize) -> f32,
    ) {
        let (packing, len) = (self.packing, self.packing.len());
        for input in 0..packing.inner {
            for output in 0..packing.columns {
                let mut rows = [[0.0; 3]; N];
                for column in 0..3 {
                    let w: [f32; 3] = std::array::from_fn(|row| number(row, column, input, output));
                    for (row, g) in rows.iter_mut().zip(g) {
                        row[column] = g[0] * w[0] + g[1] * w[1] + g[2] * w[2];
                    }
                }
                for (i, w) in rows.iter().enumerate() {
                    for (j, g) in g.iter().enumerate() {
                        let u = g[0] * w[0] + g[1] * w[1] + g[2] * w[2];
                        self.data[(i * N + j) * len + packing.place(input, output)] = u;
                    }
                }
            }
        }
    }
}

/// Transforms the input tiles of boards: `[place of the product][tile][channel]`.
pub(crate) struct Inputs<'a> {
    pub(crate) plane: Plane,
    pub(crate) channels: usize,
    pub(crate) boards: usize,
    /// The boards with their borders.
    pub(crate) from: &'a [f32],
    pub(crate) to: &'a mut [f32],
}

impl Kernel for Inputs<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, s: S) {
        match self.plane.tile {
            3 => self.tiles::<S, Three, 3, 5>(s),
            _ => self.tiles::<S, Four, 4, 6>(s),
        }
    }
}

impl Inputs<'_> {
    #[inline(always)]
    #[expect(clippy::needless_range_loop, reason = "see `apply`")]
    fn tiles<S: Simd, T: Tile<TILE, N>, const TILE: usize, const N: usize>(self, s: S) {
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
                    let corner = board * plane.places() + row * TILE * stride + column * TILE;
                    for channel in (0..channels).step_by(S::LANES) {
                        let mut columns = [[s.splat(0.0); N]; N];
                        // SAFETY: rows and columns of the tile end within the border of its board, and
                        // products, tiles and channels within `to`, as asserted above.
                        unsafe {
                            let from = self.from.as_ptr().add(corner * channels + channel);
                            for j in 0..N {
                                let mut d = [s.splat(0.0); N];
                                for i in 0..N {
                                    d[i] = s.load(from.add((i * stride + j) * channels));
                                }
                                let d = T::inputs(s, d);
                                for i in 0..N {
                                    columns[i][j] = d[i];
                                }
                            }
                            let to = self.to.as_mut_ptr().add(tile * channels + channel);
                            for i in 0..N {
                                let row = T::inputs(s, columns[i]);
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

/// Transforms products back to boards, and finishes each number.
pub(crate) struct Results<'a> {
    pub(crate) plane: Plane,
    pub(crate) channels: usize,
    pub(crate) boards: usize,
    pub(crate) from: &'a [f32],
    pub(crate) finish: Finish<'a>,
}

impl Kernel for Results<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, s: S) {
        match self.plane.tile {
            3 => self.tiles::<S, Three, 3, 5>(s),
            _ => self.tiles::<S, Four, 4, 6>(s),
        }
    }
}

impl Results<'_> {
    #[inline(always)]
    #[expect(clippy::needless_range_loop, reason = "see `apply`")]
    fn tiles<S: Simd, T: Tile<TILE, N>, const TILE: usize, const N: usize>(mut self, s: S) {
        let (plane, channels) = (self.plane, self.channels);
        let tiles = self.boards * plane.count();
        assert!(plane.tile == TILE && N == TILE + 2);
        assert!(channels.is_multiple_of(S::LANES));
        assert!(self.from.len() >= N * N * tiles * channels);
        self.finish.check(self.boards * plane.places(), channels);
        let mut tile = 0;
        for board in 0..self.boards {
            for row in 0..plane.tiles {
                let height = TILE.min(plane.side - row * TILE);
                for column in 0..plane.tiles {
                    let width = TILE.min(plane.side - column * TILE);
                    let corner = board * plane.places() + plane.place(row * TILE, column * TILE);
                    for channel in (0..channels).step_by(S::LANES) {
                        let mut columns = [[s.splat(0.0); N]; TILE];
                        // SAFETY: products, tiles and channels end within `from`, and results within their board,
                        // as asserted above.
                        unsafe {
                            let from = self.from.as_ptr().add(tile * channels + channel);
                            for j in 0..N {
                                let mut m = [s.splat(0.0); N];
                                for i in 0..N {
                                    m[i] = s.load(from.add((i * N + j) * tiles * channels));
                                }
                                let m = T::results(s, m);
                                for i in 0..TILE {
                                    columns[i][j] = m[i];
                                }
                            }
                            for i in 0..TILE {
                                if i == height {
                                    break;
                                }
                                let row = T::results(s, columns[i]);
                                for j in 0..TILE {
                                    if j == width {
                                        break;
                                    }
                                    let place = (corner + i * plane.stride + j) * channels;
                                    self.finish.number(s, place, channel, row[j]);
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

/// A convolution of boards: from their transformed inputs to what `finish` makes of the results.
#[expect(
    clippy::too_many_arguments,
    reason = "what is read, and what is written"
)]
pub(crate) fn convolve(
    isa: Isa,
    plane: Plane,
    boards: usize,
    from: &[f32],
    weights: &Weights,
    inputs: &mut [f32],
    products: &mut [f32],
    finish: Finish<'_>,
) {
    let Packing { inner, columns, .. } = weights.packing;
    isa.run(Inputs {
        plane,
        channels: inner,
        boards,
        from,
        to: inputs,
    });
    let tiles = boards * plane.count();
    multiply_all(isa, plane, tiles, inputs, weights, products);
    isa.run(Results {
        plane,
        channels: columns,
        boards,
        from: products,
        finish,
    });
}

/// The products of all places of the tiles.
pub(crate) fn multiply_all(
    isa: Isa,
    plane: Plane,
    tiles: usize,
    inputs: &[f32],
    weights: &Weights,
    products: &mut [f32],
) {
    let packing = weights.packing;
    for product in 0..plane.products() {
        isa.run(Multiply {
            a: &inputs[product * tiles * packing.inner..],
            a_stride: packing.inner,
            b: &weights.data[product * packing.len()..],
            packing,
            c: &mut products[product * tiles * packing.columns..],
            c_stride: packing.columns,
            rows: tiles,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The results of one row by Winograd's algorithm, all in plain numbers.
    fn row<const N: usize, const M: usize>(
        g: &[[f32; 3]; N],
        b: &[[f32; N]; N],
        a: &[[f32; N]; M],
        weights: [f32; 3],
        inputs: [f32; N],
    ) -> [f32; M] {
        let dot = |x: &[f32], y: &[f32]| x.iter().zip(y).map(|(x, y)| x * y).sum::<f32>();
        let products: Vec<f32> = (0..N)
            .map(|i| dot(&g[i], &weights) * dot(&b[i], &inputs))
            .collect();
        std::array::from_fn(|i| dot(&a[i], &products))
    }

    #[test]
    fn a_tile_has_the_results_of_the_plain_convolution() {
        let weights = [0.5, -2.0, 3.0];
        let inputs = [1.0, 2.0, -3.0, 5.0, 0.25, -1.5];
        let plain = |i: usize| (0..3).map(|k| weights[k] * inputs[i + k]).sum::<f32>();
        let four = row(&four::G, &four::B, &four::A, weights, inputs);
        for (i, result) in four.into_iter().enumerate() {
            assert!((result - plain(i)).abs() < 1e-4, "{i}: {result}");
        }
        let five = std::array::from_fn(|i| inputs[i]);
        let three = row(&three::G, &three::B, &three::A, weights, five);
        for (i, result) in three.into_iter().enumerate() {
            assert!((result - plain(i)).abs() < 1e-4, "{i}: {result}");
        }
    }

    /// Both ways to transform a column of vectors.
    struct Both([f32; 6]);

    impl Kernel for Both {
        type Output = ();

        fn run<S: Simd>(self, s: S) {
            let column = self.0.map(|x| s.splat(x));
            let near = |a: S::V, b: S::V| {
                let difference = s.total(s.sub(a, b)).abs();
                assert!(difference < 1e-3, "{difference}");
            };
            let few = inputs_of_four(s, column);
            let plain = apply(s, &four::B, column);
            few.into_iter().zip(plain).for_each(|(a, b)| near(a, b));
            let few = results_of_four(s, column);
            let plain = apply(s, &four::A, column);
            few.into_iter().zip(plain).for_each(|(a, b)| near(a, b));
            let column = std::array::from_fn(|i| column[i]);
            let few = inputs_of_three(s, column);
            let plain = apply(s, &three::B, column);
            few.into_iter().zip(plain).for_each(|(a, b)| near(a, b));
            let few = results_of_three(s, column);
            let plain = apply(s, &three::A, column);
            few.into_iter().zip(plain).for_each(|(a, b)| near(a, b));
        }
    }

    #[test]
    fn few_operations_do_what_the_matrices_do() {
        for isa in Isa::all() {
            isa.run(Both([1.0, -2.5, 0.75, 4.0, -1.25, 3.0]));
        }
    }
}
