//! 3×3 convolutions by Winograd's algorithm.
//!
//! S. Winograd, "Arithmetic complexity of computations", 1980; for convolutional networks A. Lavin and S. Gray, "Fast
//! algorithms for convolutional neural networks", 2015. A tile of m×m results is made of (m+2)×(m+2) products instead of
//! 9·m². Input tiles and weights are transformed, multiplied number by number (one product of matrices over the channels
//! for each of the (m+2)² places), and transformed back. The small matrices are in [`super::tile`].

use super::matrix::{Multiply, Packing};
use super::plane::Plane;
use super::pointwise::Finish;
use super::simd::{Isa, Kernel, Simd};
use super::tile::{Four, Three, Tile, four, three};

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
        let packing = Packing::of_convolution(isa, inputs, outputs);
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
                        let product = &mut self.data[(i * N + j) * len..][..len];
                        packing.put(product, input, output, u);
                    }
                }
            }
        }
    }
}

/// Transforms the input tiles of boards to words: `[place of the product][tile][channel]`.
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
        let words = channels / S::SHARE;
        assert!(self.to.len() >= N * N * tiles * words);
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
                            let to = self.to.as_mut_ptr();
                            let to = to.add(tile * words + channel / S::SHARE);
                            for i in 0..N {
                                let row = T::inputs(s, columns[i]);
                                for j in 0..N {
                                    s.store_words(to.add((i * N + j) * tiles * words), row[j]);
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
    let Packing {
        inner,
        columns,
        share,
        ..
    } = weights.packing;
    let transform = Inputs {
        plane,
        channels: inner,
        boards,
        from,
        to: inputs,
    };
    isa.run_on_words(share, transform);
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
        let multiply = Multiply {
            a: &inputs[product * tiles * packing.words()..],
            a_stride: packing.words(),
            b: &weights.data[product * packing.len()..],
            packing,
            c: &mut products[product * tiles * packing.columns..],
            c_stride: packing.columns,
            rows: tiles,
        };
        isa.run_on_words(packing.share, multiply);
    }
}
