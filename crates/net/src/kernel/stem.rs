//! The first layer. Its inputs are bits, so it adds up the weights of those that are set instead of multiplying.

use super::plane::Plane;
use super::pointwise::Finish;
use super::simd::{Kernel, Simd};
use crate::features::{PLANES, POINTS};

/// The most vectors of results that are summed at once.
const SUMS: usize = 6;

/// Convolves the planes of a board and adds a bias to each channel.
pub(crate) struct Stem<'a> {
    pub(crate) plane: Plane,
    /// The planes of each point, in reading order.
    pub(crate) bits: &'a [u32; POINTS],
    /// The side of the window.
    pub(crate) window: usize,
    /// The weights by row, column, plane and channel.
    pub(crate) weights: &'a [f32],
    /// The bias of each channel.
    pub(crate) bias: &'a [f32],
    pub(crate) finish: Finish<'a>,
}

impl Kernel for Stem<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(mut self, s: S) {
        let (plane, window, channels) = (self.plane, self.window, self.bias.len());
        assert!(channels.is_multiple_of(S::LANES) && window % 2 == 1);
        assert!(self.weights.len() >= window * window * PLANES * channels);
        assert!(plane.area() <= POINTS);
        assert!(
            self.bits[..plane.area()]
                .iter()
                .all(|bits| bits >> PLANES == 0)
        );
        self.finish.check(plane.places(), channels);
        let (side, reach) = (plane.side, window / 2);
        let vectors = channels / S::LANES;
        for first in (0..vectors).step_by(SUMS) {
            let channel = first * S::LANES;
            let count = SUMS.min(vectors - first);
            for row in 0..side {
                for column in 0..side {
                    // SAFETY: planes are below PLANES and vectors below `vectors`, whose weights there are, as asserted
                    // above; the place is one of the board.
                    unsafe {
                        let mut sums = [s.splat(0.0); SUMS];
                        for (i, sum) in sums.iter_mut().enumerate().take(count) {
                            *sum = s.load(self.bias.as_ptr().add(channel + i * S::LANES));
                        }
                        for i in reach.saturating_sub(row)..window.min(side + reach - row) {
                            for j in reach.saturating_sub(column)..window.min(side + reach - column)
                            {
                                let point = (row + i - reach) * side + column + j - reach;
                                let mut bits = self.bits[point];
                                let weights = self
                                    .weights
                                    .as_ptr()
                                    .add((i * window + j) * PLANES * channels + channel);
                                while bits != 0 {
                                    let weights =
                                        weights.add(bits.trailing_zeros() as usize * channels);
                                    bits &= bits - 1;
                                    if count == SUMS {
                                        for (i, sum) in sums.iter_mut().enumerate() {
                                            *sum = s.add(*sum, s.load(weights.add(i * S::LANES)));
                                        }
                                    } else {
                                        for (i, sum) in sums.iter_mut().enumerate().take(count) {
                                            *sum = s.add(*sum, s.load(weights.add(i * S::LANES)));
                                        }
                                    }
                                }
                            }
                        }
                        let place = plane.place(row, column) * channels;
                        for (i, &sum) in sums.iter().enumerate().take(count) {
                            self.finish.number(s, place, channel + i * S::LANES, sum);
                        }
                    }
                }
            }
        }
    }
}
