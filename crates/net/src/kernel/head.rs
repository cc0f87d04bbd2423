//! The heads of a network in training: from channels of points to one number of each point, and back.

use super::pointwise::Norm;
use super::simd::{Kernel, Simd};

/// Some of the channels of a board's points, which lie side by side, behind a summand, a norm and a ReLU.
#[derive(Clone, Copy)]
pub(crate) struct Channels<'a> {
    pub(crate) area: usize,
    /// All channels of a point, and the first of those that are taken.
    pub(crate) stride: usize,
    pub(crate) first: usize,
    pub(crate) summand: Option<&'a [f32]>,
    pub(crate) norm: &'a Norm,
}

impl Channels<'_> {
    fn count(&self) -> usize {
        self.norm.scale.len()
    }

    fn check<S: Simd>(&self, numbers: &[f32], weights: [&[f32]; 2]) {
        let count = self.count();
        assert!(count.is_multiple_of(S::LANES) && self.norm.bias.len() == count);
        assert!(self.first + count <= self.stride && numbers.len() >= self.area * self.stride);
        assert!(self.summand.is_none_or(|x| x.len() >= count));
        assert!(weights.iter().all(|weights| weights.len() >= count));
    }
}

/// Two sums over the channels of each point, weighted: two 1×1 convolutions to one channel each.
pub(crate) struct Dots<'a> {
    pub(crate) channels: Channels<'a>,
    pub(crate) from: &'a [f32],
    pub(crate) weights: [&'a [f32]; 2],
    /// A number for each point.
    pub(crate) to: [&'a mut [f32]; 2],
}

impl Kernel for Dots<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, s: S) {
        let channels = self.channels;
        channels.check::<S>(self.from, self.weights);
        let [to0, to1] = self.to;
        assert!(to0.len() >= channels.area && to1.len() >= channels.area);
        for point in 0..channels.area {
            let (mut sum0, mut sum1) = (s.splat(0.0), s.splat(0.0));
            for channel in (0..channels.count()).step_by(S::LANES) {
                let place = point * channels.stride + channels.first + channel;
                // SAFETY: points and channels are within bounds as checked above.
                unsafe {
                    let mut x = s.load(self.from.as_ptr().add(place));
                    if let Some(summand) = channels.summand {
                        x = s.add(x, s.load(summand.as_ptr().add(channel)));
                    }
                    let scale = s.load(channels.norm.scale.as_ptr().add(channel));
                    let bias = s.load(channels.norm.bias.as_ptr().add(channel));
                    let y = s.max(s.fma(x, scale, bias), s.splat(0.0));
                    sum0 = s.fma(y, s.load(self.weights[0].as_ptr().add(channel)), sum0);
                    sum1 = s.fma(y, s.load(self.weights[1].as_ptr().add(channel)), sum1);
                }
            }
            to0[point] = s.total(sum0);
            to1[point] = s.total(sum1);
        }
    }
}

/// The gradient of [`Dots`].
pub(crate) struct Undots<'a> {
    pub(crate) channels: Channels<'a>,
    /// What was read; its gradient takes its place.
    pub(crate) numbers: &'a mut [f32],
    pub(crate) weights: [&'a [f32]; 2],
    /// The gradients of the sums.
    pub(crate) from: [&'a [f32]; 2],
    /// A gradient of each channel that is the same for all points, behind the ReLU.
    pub(crate) all: Option<&'a [f32]>,
    /// Added to: the gradients of the weights, the scale and the bias.
    pub(crate) to: [&'a mut [f32]; 4],
    /// Written: the gradient of the summand.
    pub(crate) summands: Option<&'a mut [f32]>,
}

impl Kernel for Undots<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(mut self, s: S) {
        let channels = self.channels;
        let count = channels.count();
        channels.check::<S>(self.numbers, self.weights);
        assert!(self.from.iter().all(|from| from.len() >= channels.area));
        assert!(self.all.is_none_or(|all| all.len() >= count));
        assert!(self.to.iter().all(|to| to.len() >= count));
        assert!(self.summands.as_ref().is_none_or(|x| x.len() >= count));
        let [from0, from1] = self.from;
        for channel in (0..count).step_by(S::LANES) {
            // SAFETY: points and channels are within bounds as checked above.
            unsafe {
                let at = |numbers: &[f32]| s.load(numbers.as_ptr().add(channel));
                let (scale, bias) = (at(&channels.norm.scale), at(&channels.norm.bias));
                let (weight0, weight1) = (at(self.weights[0]), at(self.weights[1]));
                let zero = s.splat(0.0);
                let summand = channels.summand.map_or(zero, at);
                let all = self.all.map_or(zero, at);
                let mut sums = [zero; 4];
                for point in 0..channels.area {
                    let place = point * channels.stride + channels.first + channel;
                    let place = self.numbers.as_mut_ptr().add(place);
                    let x = s.add(s.load(place), summand);
                    let inner = s.fma(x, scale, bias);
                    let y = s.max(inner, zero);
                    let (d0, d1) = (s.splat(from0[point]), s.splat(from1[point]));
                    sums[0] = s.fma(d0, y, sums[0]);
                    sums[1] = s.fma(d1, y, sums[1]);
                    let d = s.fma(d0, weight0, s.fma(d1, weight1, all));
                    let d = s.where_positive(inner, d);
                    sums[2] = s.fma(d, x, sums[2]);
                    sums[3] = s.add(sums[3], d);
                    s.store(place, s.mul(d, scale));
                }
                for (to, &sum) in self.to.iter_mut().zip(&sums) {
                    let to = to.as_mut_ptr().add(channel);
                    s.store(to, s.add(s.load(to), sum));
                }
                if let Some(summands) = &mut self.summands {
                    s.store(summands.as_mut_ptr().add(channel), s.mul(sums[3], scale));
                }
            }
        }
    }
}
