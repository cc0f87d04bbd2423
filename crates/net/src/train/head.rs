//! The heads of one board: outputs, losses, and the gradient back to the trunk.

use std::ops::Range;

use super::graph::{HeadPart, NormPart};
use super::loss::{Losses, Outputs, judge};
use super::pooling::{factors, pool, times, unpool, untimes};
use super::{LossWeights, Sample};
use crate::kernel::gradient::{Denormalise, Destination, Rows};
use crate::kernel::head::{Channels, Dots, Undots};
use crate::kernel::plane::Plane;
use crate::kernel::pointwise::Norm;
use crate::kernel::simd::Isa;
use crate::model::Activation;

/// The norms of the heads.
#[derive(Clone, Debug)]
pub(super) struct HeadNorms {
    pool: Norm,
    points: Norm,
    value: Norm,
}

/// A norm as kernels want it.
pub(super) fn norm(part: &NormPart, weights: &[f32]) -> Norm {
    Norm {
        scale: weights[part.scale.clone()].to_vec(),
        bias: weights[part.bias.clone()].to_vec(),
        activation: Activation::Relu,
    }
}

impl HeadNorms {
    pub(super) fn new(part: &HeadPart, weights: &[f32]) -> Self {
        Self {
            pool: norm(&part.pool.norm, weights),
            points: norm(&part.norm, weights),
            value: norm(&part.value_norm, weights),
        }
    }
}

/// Parts of the gradient that are changed together.
pub(super) fn parts<'a, const N: usize>(
    gradient: &'a mut [f32],
    ranges: [&Range<usize>; N],
) -> [&'a mut [f32]; N] {
    gradient
        .get_disjoint_mut(ranges.map(Clone::clone))
        .expect("no two parts have a weight in common")
}

/// What the heads of a board need besides weights.
#[derive(Clone, Debug, Default)]
pub(super) struct HeadMemory {
    pub(super) outputs: Outputs,
    gradient: Outputs,
    pooled: Vec<f32>,
    at: Vec<u32>,
    summand: Vec<f32>,
    value_pooled: Vec<f32>,
    value_at: Vec<u32>,
    hidden: Vec<f32>,
    /// The gradients of the four above.
    d_pooled: Vec<f32>,
    d_summand: Vec<f32>,
    d_value_pooled: Vec<f32>,
    d_hidden: Vec<f32>,
    /// The gradient of each point of what is pooled.
    d_points: Vec<f32>,
    zeros: Vec<f32>,
}

fn zeroed(numbers: &mut Vec<f32>, len: usize) -> &mut [f32] {
    numbers.clear();
    numbers.resize(len, 0.0);
    numbers
}

/// The heads, with the weights of a moment.
pub(super) struct Heads<'a> {
    pub(super) isa: Isa,
    pub(super) plane: Plane,
    pub(super) part: &'a HeadPart,
    pub(super) norms: &'a HeadNorms,
    pub(super) weights: &'a [f32],
    pub(super) losses: &'a LossWeights,
}

impl Heads<'_> {
    fn channels<'b>(
        &self,
        norm: &'b Norm,
        first: usize,
        summand: Option<&'b [f32]>,
    ) -> Channels<'b> {
        Channels {
            area: self.plane.area(),
            stride: self.part.first.outputs,
            first,
            summand,
            norm,
        }
    }

    /// The outputs of a board whose channels are given.
    fn forward(&self, numbers: &[f32], memory: &mut HeadMemory) {
        let (part, norms, weights) = (self.part, self.norms, self.weights);
        let (stride, area) = (part.first.outputs, self.plane.area());
        let rows = Rows::dense(&self.plane);
        let factors = factors(self.plane.side);
        let (points, pooled, values) = (
            part.norm.channels,
            part.pool.norm.channels,
            part.value_norm.channels,
        );
        let HeadMemory {
            outputs,
            pooled: numbers_pooled,
            at,
            summand,
            value_pooled,
            value_at,
            hidden,
            d_points,
            zeros,
            ..
        } = memory;
        outputs.clear(area);
        zeroed(zeros, area.max(values));
        at.resize(pooled, 0);
        value_at.resize(values, 0);

        let all = zeroed(numbers_pooled, 3 * pooled);
        let (means, largest) = all.split_at_mut(2 * pooled);
        let (mean, far) = means.split_at_mut(pooled);
        pool(
            &norms.pool,
            numbers,
            rows,
            stride,
            points,
            (&mut *mean, largest, at),
        );
        for (far, mean) in far.iter_mut().zip(mean) {
            *far = *mean * factors[1];
        }
        let summand = zeroed(summand, points);
        times(numbers_pooled, &weights[part.pool.matrix.clone()], summand);
        times(
            numbers_pooled,
            &weights[part.pass.clone()],
            &mut outputs.policy[area..],
        );
        times(
            numbers_pooled,
            &weights[part.reply_pass.clone()],
            &mut outputs.reply[area..],
        );
        self.isa.run(Dots {
            channels: self.channels(&norms.points, 0, Some(summand)),
            from: numbers,
            weights: [&weights[part.policy.clone()], &weights[part.reply.clone()]],
            to: [&mut outputs.policy, &mut outputs.reply],
        });

        let all = zeroed(value_pooled, 3 * values);
        let (mean, rest) = all.split_at_mut(values);
        let (far, square) = rest.split_at_mut(values);
        let first = points + pooled;
        pool(
            &norms.value,
            numbers,
            rows,
            stride,
            first,
            (&mut *mean, far, value_at),
        );
        for ((far, square), mean) in far.iter_mut().zip(square).zip(mean) {
            *far = *mean * factors[1];
            *square = *mean * factors[2];
        }
        let hidden = zeroed(hidden, part.hidden_bias.len());
        hidden.copy_from_slice(&weights[part.hidden_bias.clone()]);
        times(value_pooled, &weights[part.hidden.clone()], hidden);
        for x in hidden.iter_mut() {
            *x = x.max(0.0);
        }
        outputs
            .value
            .copy_from_slice(&weights[part.value_bias.clone()]);
        times(hidden, &weights[part.value.clone()], &mut outputs.value);
        outputs
            .score
            .copy_from_slice(&weights[part.score_bias.clone()]);
        times(hidden, &weights[part.score.clone()], &mut outputs.score);
        // The second sum is not wanted; it is that of zeros.
        self.isa.run(Dots {
            channels: self.channels(&norms.value, first, None),
            from: numbers,
            weights: [&weights[part.ownership.clone()], zeros],
            to: [&mut outputs.ownership, zeroed(d_points, area)],
        });
    }

    /// Adds the losses of a board whose channels are given.
    pub(super) fn evaluate(
        &self,
        numbers: &[f32],
        sample: &Sample,
        memory: &mut HeadMemory,
        losses: &mut Losses,
    ) -> f32 {
        self.forward(numbers, memory);
        memory.gradient.clear(self.plane.area());
        judge(
            &mut memory.outputs,
            sample,
            self.losses,
            &self.part.multipliers,
            self.weights[self.part.patterns],
            losses,
            &mut memory.gradient,
        )
    }

    /// Adds the losses of a board and the gradient of the heads' weights, both times `share`; the gradient of the channels
    /// takes their place.
    pub(super) fn learn(
        &self,
        numbers: &mut [f32],
        sample: &Sample,
        share: f32,
        memory: &mut HeadMemory,
        losses: &mut Losses,
        gradient: &mut [f32],
    ) {
        let scales = self.evaluate(numbers, sample, memory, losses);
        let (part, norms, weights) = (self.part, self.norms, self.weights);
        gradient[part.patterns] += share * scales;
        let (stride, area) = (part.first.outputs, self.plane.area());
        let factors = factors(self.plane.side);
        let (points, pooled, values) = (
            part.norm.channels,
            part.pool.norm.channels,
            part.value_norm.channels,
        );
        let HeadMemory {
            gradient: d,
            pooled: numbers_pooled,
            at,
            summand,
            value_pooled,
            hidden,
            d_pooled,
            d_summand,
            d_value_pooled,
            d_hidden,
            d_points,
            zeros,
            ..
        } = memory;
        for d in [
            &mut d.policy[..],
            &mut d.reply,
            &mut d.value,
            &mut d.score,
            &mut d.ownership,
        ] {
            for d in d {
                *d *= share;
            }
        }

        // The value.
        let d_hidden = zeroed(d_hidden, hidden.len());
        for (matrix, bias, d) in [
            (&part.value, &part.value_bias, &d.value[..]),
            (&part.score, &part.score_bias, &d.score[..]),
        ] {
            untimes(
                hidden,
                &weights[matrix.clone()],
                d,
                d_hidden,
                &mut gradient[matrix.clone()],
            );
            for (to, d) in gradient[bias.clone()].iter_mut().zip(d) {
                *to += d;
            }
        }
        for (d, &x) in d_hidden.iter_mut().zip(hidden.iter()) {
            *d = if x > 0.0 { *d } else { 0.0 };
        }
        for (to, d) in gradient[part.hidden_bias.clone()]
            .iter_mut()
            .zip(d_hidden.iter())
        {
            *to += d;
        }
        let d_pool = zeroed(d_value_pooled, 3 * values);
        let matrix = &part.hidden;
        untimes(
            value_pooled,
            &weights[matrix.clone()],
            d_hidden,
            d_pool,
            &mut gradient[matrix.clone()],
        );
        for channel in 0..values {
            let sum: f32 = (0..3)
                .map(|i| factors[i] * d_pool[i * values + channel])
                .sum();
            d_pool[channel] = sum / area as f32;
        }
        let [ownership, scale, bias] = parts(
            gradient,
            [
                &part.ownership,
                &part.value_norm.scale,
                &part.value_norm.bias,
            ],
        );
        self.isa.run(Undots {
            channels: self.channels(&norms.value, points + pooled, None),
            numbers,
            weights: [&weights[part.ownership.clone()], &zeros[..values]],
            from: [&d.ownership, &zeros[..area]],
            all: Some(d_pool),
            to: [ownership, zeroed(d_points, values), scale, bias],
            summands: None,
        });

        // The policy.
        let [policy, reply, scale, bias] = parts(
            gradient,
            [&part.policy, &part.reply, &part.norm.scale, &part.norm.bias],
        );
        let d_sum = zeroed(d_summand, points);
        self.isa.run(Undots {
            channels: self.channels(&norms.points, 0, Some(summand)),
            numbers,
            weights: [&weights[part.policy.clone()], &weights[part.reply.clone()]],
            from: [&d.policy, &d.reply],
            all: None,
            to: [policy, reply, scale, bias],
            summands: Some(d_sum),
        });
        let d_pool = zeroed(d_pooled, 3 * pooled);
        for (matrix, d) in [
            (&part.pool.matrix, &*d_sum),
            (&part.pass, &d.policy[area..]),
            (&part.reply_pass, &d.reply[area..]),
        ] {
            untimes(
                numbers_pooled,
                &weights[matrix.clone()],
                d,
                d_pool,
                &mut gradient[matrix.clone()],
            );
        }
        let (means, largest) = d_pool.split_at_mut(2 * pooled);
        let (mean, far) = means.split_at_mut(pooled);
        for (mean, far) in mean.iter_mut().zip(far) {
            *mean += factors[1] * *far;
        }
        let d_points = zeroed(d_points, area * pooled);
        unpool(area, mean, largest, at, d_points);
        let pool = &part.pool.norm;
        let [scale, bias] = parts(gradient, [&pool.scale, &pool.bias]);
        let rows = Rows::dense(&self.plane);
        self.isa.run(Denormalise {
            norm: &norms.pool,
            gradient: d_points,
            gradient_rows: rows,
            raw: numbers,
            raw_rows: rows,
            raw_channels: stride,
            raw_channel: points,
            summand: None,
            to: Destination::Raw,
            scale,
            bias,
            summands: None,
        });
    }
}
