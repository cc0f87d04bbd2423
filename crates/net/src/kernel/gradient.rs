//! Gradients of what is done between convolutions, and of the first layer.

use super::plane::Plane;
use super::pointwise::Norm;
use super::simd::{Kernel, Simd};
use crate::features::{PLANES, POINTS};

/// Where the points of a board lie: within a border, or side by side.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rows {
    pub(crate) side: usize,
    /// The place of the first point.
    pub(crate) first: usize,
    /// The places from a row to the next.
    pub(crate) stride: usize,
}

impl Rows {
    pub(crate) const fn bordered(plane: &Plane) -> Self {
        Self {
            side: plane.side,
            first: plane.place(0, 0),
            stride: plane.stride,
        }
    }

    pub(crate) const fn dense(plane: &Plane) -> Self {
        Self {
            side: plane.side,
            first: 0,
            stride: plane.side,
        }
    }

    #[inline(always)]
    pub(crate) const fn place(&self, row: usize, column: usize) -> usize {
        self.first + row * self.stride + column
    }

    /// All places are below this.
    const fn end(&self) -> usize {
        self.place(self.side - 1, self.side - 1) + 1
    }
}

/// Norm and ReLU of a board, from a border to points side by side.
pub(crate) struct Condense<'a> {
    pub(crate) plane: Plane,
    pub(crate) from: &'a [f32],
    pub(crate) norm: &'a Norm,
    pub(crate) to: &'a mut [f32],
}

impl Kernel for Condense<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, s: S) {
        let channels = self.norm.scale.len();
        let (from, to) = (Rows::bordered(&self.plane), Rows::dense(&self.plane));
        assert!(channels.is_multiple_of(S::LANES) && self.norm.bias.len() == channels);
        assert!(self.from.len() >= from.end() * channels && self.to.len() >= to.end() * channels);
        for row in 0..from.side {
            for column in 0..from.side {
                for channel in (0..channels).step_by(S::LANES) {
                    // SAFETY: places and channels are within bounds by the assertions above.
                    unsafe {
                        let x = self.from.as_ptr();
                        let x = s.load(x.add(from.place(row, column) * channels + channel));
                        let scale = s.load(self.norm.scale.as_ptr().add(channel));
                        let bias = s.load(self.norm.bias.as_ptr().add(channel));
                        let y = s.max(s.fma(x, scale, bias), s.splat(0.0));
                        let place = to.place(row, column) * channels + channel;
                        s.store(self.to.as_mut_ptr().add(place), y);
                    }
                }
            }
        }
    }
}

/// Where the gradient of what a norm reads goes.
pub(crate) enum Destination<'a> {
    /// Over what the norm read.
    Raw,
    /// It is added to this, which lies as what the norm read.
    Sum(&'a mut [f32]),
}

/// The gradient of a board's norm and ReLU.
pub(crate) struct Denormalise<'a> {
    pub(crate) norm: &'a Norm,
    /// The gradient of what came of it, with the channels of the norm.
    pub(crate) gradient: &'a [f32],
    pub(crate) gradient_rows: Rows,
    /// What the norm read, its channels, the first of those that were taken, and a summand for them.
    pub(crate) raw: &'a mut [f32],
    pub(crate) raw_rows: Rows,
    pub(crate) raw_channels: usize,
    pub(crate) raw_channel: usize,
    pub(crate) summand: Option<&'a [f32]>,
    pub(crate) to: Destination<'a>,
    /// Added to: the gradients of the scale and the bias.
    pub(crate) scale: &'a mut [f32],
    pub(crate) bias: &'a mut [f32],
    /// Written: the gradient of the summand.
    pub(crate) summands: Option<&'a mut [f32]>,
}

impl Kernel for Denormalise<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(mut self, s: S) {
        let channels = self.norm.scale.len();
        let side = self.raw_rows.side;
        assert!(channels.is_multiple_of(S::LANES) && self.norm.bias.len() == channels);
        assert!(self.gradient_rows.side == side);
        assert!(self.raw_channel + channels <= self.raw_channels);
        assert!(self.gradient.len() >= self.gradient_rows.end() * channels);
        assert!(self.raw.len() >= self.raw_rows.end() * self.raw_channels);
        assert!(self.scale.len() >= channels && self.bias.len() >= channels);
        assert!(self.summand.is_none_or(|x| x.len() >= channels));
        assert!(self.summands.as_ref().is_none_or(|x| x.len() >= channels));
        let raw = self.raw.as_mut_ptr();
        let (to, adds) = match self.to {
            Destination::Raw => (raw, false),
            Destination::Sum(sum) => {
                assert!(sum.len() >= self.raw_rows.end() * self.raw_channels);
                (sum.as_mut_ptr(), true)
            }
        };
        for channel in (0..channels).step_by(S::LANES) {
            // SAFETY: places and channels are within bounds by the assertions above.
            unsafe {
                let scale = s.load(self.norm.scale.as_ptr().add(channel));
                let bias = s.load(self.norm.bias.as_ptr().add(channel));
                let summand = match self.summand {
                    Some(summand) => s.load(summand.as_ptr().add(channel)),
                    None => s.splat(0.0),
                };
                let (mut scales, mut biases) = (s.splat(0.0), s.splat(0.0));
                for row in 0..side {
                    let from = self.gradient_rows.place(row, 0) * channels + channel;
                    let from = self.gradient.as_ptr().add(from);
                    let place = self.raw_rows.place(row, 0) * self.raw_channels;
                    let place = place + self.raw_channel + channel;
                    for column in 0..side {
                        let place = place + column * self.raw_channels;
                        let x = s.add(s.load(raw.add(place)), summand);
                        let d = s.load(from.add(column * channels));
                        let d = s.where_positive(s.fma(x, scale, bias), d);
                        scales = s.fma(d, x, scales);
                        biases = s.add(biases, d);
                        let mut d = s.mul(d, scale);
                        if adds {
                            d = s.add(d, s.load(to.add(place)));
                        }
                        s.store(to.add(place), d);
                    }
                }
                if let Some(summands) = &mut self.summands {
                    s.store(summands.as_mut_ptr().add(channel), s.mul(biases, scale));
                }
                let to = self.scale.as_mut_ptr().add(channel);
                s.store(to, s.add(s.load(to), scales));
                let to = self.bias.as_mut_ptr().add(channel);
                s.store(to, s.add(s.load(to), biases));
            }
        }
    }
}

/// The gradient of the first layer's weights, added to what is there.
pub(crate) struct StemGradient<'a> {
    pub(crate) plane: Plane,
    pub(crate) bits: &'a [u32; POINTS],
    pub(crate) window: usize,
    pub(crate) channels: usize,
    /// The gradient of the results, within a border.
    pub(crate) gradient: &'a [f32],
    /// By row, column, plane and channel.
    pub(crate) weights: &'a mut [f32],
}

impl Kernel for StemGradient<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, s: S) {
        let (plane, window, channels) = (self.plane, self.window, self.channels);
        let (side, reach) = (plane.side, window / 2);
        assert!(channels.is_multiple_of(S::LANES) && window % 2 == 1);
        assert!(self.weights.len() >= window * window * PLANES * channels);
        assert!(self.gradient.len() >= plane.places() * channels && plane.area() <= POINTS);
        assert!(
            self.bits[..plane.area()]
                .iter()
                .all(|bits| bits >> PLANES == 0)
        );
        // One place of the window after the other: its weights stay near.
        for i in 0..window {
            for j in 0..window {
                // SAFETY: planes are below PLANES and places within the board, whose numbers there are, as asserted above.
                unsafe {
                    let weights = self.weights.as_mut_ptr();
                    let weights = weights.add((i * window + j) * PLANES * channels);
                    for row in reach.saturating_sub(i)..side.min(side + reach - i) {
                        for column in reach.saturating_sub(j)..side.min(side + reach - j) {
                            let point = (row + i - reach) * side + column + j - reach;
                            let mut bits = self.bits[point];
                            let from = plane.place(row, column) * channels;
                            let from = self.gradient.as_ptr().add(from);
                            while bits != 0 {
                                let to = weights.add(bits.trailing_zeros() as usize * channels);
                                bits &= bits - 1;
                                for channel in (0..channels).step_by(S::LANES) {
                                    let to = to.add(channel);
                                    s.store(to, s.add(s.load(to), s.load(from.add(channel))));
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The sums of each channel over a board's points.
pub(crate) struct Sums<'a> {
    pub(crate) rows: Rows,
    pub(crate) from: &'a [f32],
    pub(crate) to: &'a mut [f32],
}

impl Kernel for Sums<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, s: S) {
        let channels = self.to.len();
        assert!(channels.is_multiple_of(S::LANES));
        assert!(self.from.len() >= self.rows.end() * channels);
        for channel in (0..channels).step_by(S::LANES) {
            let mut sum = s.splat(0.0);
            for row in 0..self.rows.side {
                for column in 0..self.rows.side {
                    let place = self.rows.place(row, column) * channels + channel;
                    // SAFETY: places and channels are within bounds by the assertions above.
                    sum = s.add(sum, unsafe { s.load(self.from.as_ptr().add(place)) });
                }
            }
            // SAFETY: as above.
            unsafe { s.store(self.to.as_mut_ptr().add(channel), sum) };
        }
    }
}
