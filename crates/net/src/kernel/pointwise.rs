//! What is done with each number between convolutions: sums, norms, activations, pooling.

use super::plane::Plane;
use super::simd::{Kernel, Simd};
use crate::model::Activation;

/// An activation of vectors.
#[inline(always)]
pub(crate) fn activate<S: Simd>(s: S, activation: Activation, x: S::V) -> S::V {
    match activation {
        Activation::Identity => x,
        Activation::Relu => s.max(x, s.splat(0.0)),
        Activation::Mish => {
            // tanh(ln(1 + e)) = (e² + 2e) / (e² + 2e + 2), which is 1 in f32 long before e is large.
            let e = s.exp(s.min(x, s.splat(20.0)));
            let n = s.mul(e, s.add(e, s.splat(2.0)));
            s.mul(x, s.div(n, s.add(n, s.splat(2.0))))
        }
        Activation::Silu => {
            let e = s.exp(s.sub(s.splat(0.0), x));
            s.div(x, s.add(s.splat(1.0), e))
        }
    }
}

/// A norm and an activation, with channels in whole groups.
#[derive(Clone, Debug)]
pub(crate) struct Norm {
    pub(crate) scale: Vec<f32>,
    pub(crate) bias: Vec<f32>,
    pub(crate) activation: Activation,
}

/// What becomes of the results of a convolution.
#[derive(Default)]
pub(crate) struct Finish<'a> {
    /// The results are added to this, and the sum is written back; or they are written if `adds` is not set.
    pub(crate) raw: Option<&'a mut [f32]>,
    /// See `raw`.
    pub(crate) adds: bool,
    /// The norm of the (summed) results is written there.
    pub(crate) normed: Option<(&'a Norm, &'a mut [f32])>,
}

impl Finish<'_> {
    /// Asserts that there are so many places of so many channels.
    pub(crate) fn check(&self, places: usize, channels: usize) {
        if let Some(raw) = &self.raw {
            assert!(raw.len() >= places * channels);
        }
        if let Some((norm, normed)) = &self.normed {
            assert!(normed.len() >= places * channels);
            assert!(norm.scale.len() >= channels && norm.bias.len() >= channels);
        }
    }

    /// Finishes a vector of results.
    ///
    /// # Safety
    /// `place` is the first number of a place and `channel` that of a vector, both below what [`Self::check`] was given.
    #[inline(always)]
    pub(crate) unsafe fn number<S: Simd>(&mut self, s: S, place: usize, channel: usize, v: S::V) {
        let mut v = v;
        // SAFETY: by the contract of this function.
        unsafe {
            if let Some(raw) = &mut self.raw {
                let raw = raw.as_mut_ptr().add(place + channel);
                if self.adds {
                    v = s.add(v, s.load(raw));
                }
                s.store(raw, v);
            }
            if let Some((norm, normed)) = &mut self.normed {
                let scale = s.load(norm.scale.as_ptr().add(channel));
                let bias = s.load(norm.bias.as_ptr().add(channel));
                let v = activate(s, norm.activation, s.fma(v, scale, bias));
                s.store(normed.as_mut_ptr().add(place + channel), v);
            }
        }
    }
}

/// Norm and activation of the channels `from_channel..` of a board's points, behind a bias of each channel if there is
/// one.
pub(crate) struct Normalise<'a> {
    pub(crate) plane: Plane,
    /// The board that is read, its channels, and the first of those that are taken.
    pub(crate) from: &'a [f32],
    pub(crate) from_channels: usize,
    pub(crate) from_channel: usize,
    /// Added before the norm.
    pub(crate) summand: Option<&'a [f32]>,
    pub(crate) norm: &'a Norm,
    /// The board that is written, with the channels of the norm.
    pub(crate) to: &'a mut [f32],
}

impl Kernel for Normalise<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, s: S) {
        let channels = self.norm.scale.len();
        assert!(channels.is_multiple_of(S::LANES) && self.norm.bias.len() == channels);
        assert!(self.from_channel + channels <= self.from_channels);
        assert!(self.from.len() >= self.plane.places() * self.from_channels);
        assert!(self.to.len() >= self.plane.places() * channels);
        assert!(self.summand.is_none_or(|x| x.len() >= channels));
        for row in 0..self.plane.side {
            for column in 0..self.plane.side {
                let place = self.plane.place(row, column);
                for channel in (0..channels).step_by(S::LANES) {
                    let from = place * self.from_channels + self.from_channel + channel;
                    // SAFETY: places and channels are within bounds by the assertions above.
                    unsafe {
                        let mut v = s.load(self.from.as_ptr().add(from));
                        if let Some(summand) = self.summand {
                            v = s.add(v, s.load(summand.as_ptr().add(channel)));
                        }
                        let scale = s.load(self.norm.scale.as_ptr().add(channel));
                        let bias = s.load(self.norm.bias.as_ptr().add(channel));
                        let v = activate(s, self.norm.activation, s.fma(v, scale, bias));
                        s.store(self.to.as_mut_ptr().add(place * channels + channel), v);
                    }
                }
            }
        }
    }
}

/// The mean and the largest number of each channel over a board's points, of what a norm makes of them; that may
/// be written as well.
pub(crate) struct Pool<'a> {
    pub(crate) plane: Plane,
    pub(crate) from: &'a [f32],
    pub(crate) from_channels: usize,
    pub(crate) from_channel: usize,
    pub(crate) norm: &'a Norm,
    /// The normed numbers, if they are wanted.
    pub(crate) normed: Option<&'a mut [f32]>,
    pub(crate) mean: &'a mut [f32],
    pub(crate) largest: &'a mut [f32],
}

impl Kernel for Pool<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(mut self, s: S) {
        let channels = self.norm.scale.len();
        assert!(channels.is_multiple_of(S::LANES) && self.norm.bias.len() == channels);
        assert!(self.from_channel + channels <= self.from_channels);
        assert!(self.from.len() >= self.plane.places() * self.from_channels);
        assert!(self.mean.len() >= channels && self.largest.len() >= channels);
        if let Some(normed) = &self.normed {
            assert!(normed.len() >= self.plane.places() * channels);
        }
        let share = s.splat(1.0 / self.plane.area() as f32);
        for channel in (0..channels).step_by(S::LANES) {
            // SAFETY: places and channels are within bounds by the assertions above.
            unsafe {
                let scale = s.load(self.norm.scale.as_ptr().add(channel));
                let bias = s.load(self.norm.bias.as_ptr().add(channel));
                let mut sum = s.splat(0.0);
                let mut largest = s.splat(f32::MIN);
                for row in 0..self.plane.side {
                    for column in 0..self.plane.side {
                        let place = self.plane.place(row, column);
                        let from = place * self.from_channels + self.from_channel + channel;
                        let v = s.load(self.from.as_ptr().add(from));
                        let v = activate(s, self.norm.activation, s.fma(v, scale, bias));
                        if let Some(normed) = &mut self.normed {
                            s.store(normed.as_mut_ptr().add(place * channels + channel), v);
                        }
                        sum = s.add(sum, v);
                        largest = s.max(largest, v);
                    }
                }
                s.store(self.mean.as_mut_ptr().add(channel), s.mul(sum, share));
                s.store(self.largest.as_mut_ptr().add(channel), largest);
            }
        }
    }
}

/// The sums over the channels of a board's points, weighted: a 1×1 convolution to one channel.
pub(crate) struct Dot<'a> {
    pub(crate) plane: Plane,
    pub(crate) from: &'a [f32],
    /// A weight for each channel of `from`.
    pub(crate) weights: &'a [f32],
    /// A number for each point, in reading order.
    pub(crate) to: &'a mut [f32],
}

impl Kernel for Dot<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, s: S) {
        let channels = self.weights.len();
        assert!(channels.is_multiple_of(S::LANES));
        assert!(self.from.len() >= self.plane.places() * channels);
        for row in 0..self.plane.side {
            for column in 0..self.plane.side {
                let place = self.plane.place(row, column) * channels;
                let mut sum = s.splat(0.0);
                for channel in (0..channels).step_by(S::LANES) {
                    // SAFETY: places and channels are within bounds by the assertions above.
                    unsafe {
                        let v = s.load(self.from.as_ptr().add(place + channel));
                        let w = s.load(self.weights.as_ptr().add(channel));
                        sum = s.fma(v, w, sum);
                    }
                }
                self.to[row * self.plane.side + column] = s.total(sum);
            }
        }
    }
}

/// Finishes results that lie side by side.
pub(crate) struct FinishRow<'a> {
    pub(crate) results: &'a [f32],
    pub(crate) channels: usize,
    pub(crate) finish: Finish<'a>,
}

impl Kernel for FinishRow<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(mut self, s: S) {
        let channels = self.channels;
        assert!(channels.is_multiple_of(S::LANES));
        self.finish.check(self.results.len() / channels, channels);
        for (place, results) in self.results.chunks_exact(channels).enumerate() {
            for channel in (0..channels).step_by(S::LANES) {
                // SAFETY: a chunk has whole vectors, and there are as many places as chunks, as asserted above.
                unsafe {
                    let v = s.load(results.as_ptr().add(channel));
                    self.finish.number(s, place * channels, channel, v);
                }
            }
        }
    }
}
