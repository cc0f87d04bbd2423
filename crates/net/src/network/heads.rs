//! The heads: from the trunk to moves, value, score and ownership.

use super::fill;
use super::packed::{Packed, pooled_matrix};
use super::trunk::norm;
use crate::kernel::filled;
use crate::kernel::plane::Plane;
use crate::kernel::pointwise::{Dot, Norm, Normalise, Pool};
use crate::kernel::simd::{Isa, Kernel, Simd};
use crate::model::{Activation, Conv, Model, Multipliers};
use crate::output::Output;

/// See the module's head.
#[derive(Debug)]
pub(super) struct Heads {
    /// The 1×1 convolutions of the tip: to the points and the pool of the policy, and to the value, side by side.
    tip: Packed,
    trunk: usize,
    points: usize,
    pools: usize,
    values: usize,
    pool_norm: Norm,
    pool_matrix: Packed,
    point_norm: Norm,
    policy: Vec<f32>,
    pass: Packed,
    /// The outputs of the pass, of which there are as many as policies.
    passes: usize,
    pass2: Option<(Vec<f32>, Activation, Packed)>,
    value_norm: Norm,
    hidden: Packed,
    hidden_bias: Vec<f32>,
    hidden_activation: Activation,
    value: Packed,
    value_bias: [f32; 3],
    score: Packed,
    score_bias: Vec<f32>,
    ownership: Vec<f32>,
    multipliers: Multipliers,
}

/// Newer networks have a second, optimistic policy: how they would play if things turned out well. So much of it is
/// mixed into the logits, as KataGo does at the root of its search.
const OPTIMISM: f32 = 0.2;

/// The policy among so many outputs, from the weights of all of them.
fn policy(outputs: usize, weights: &[f32]) -> f32 {
    match weights {
        [plain, optimistic, ..] if outputs > 1 => plain + OPTIMISM * (optimistic - plain),
        weights => weights[0],
    }
}

/// The weights of a 1×1 convolution to the policy, its inputs in whole groups.
fn policy_weights(conv: &Conv) -> Vec<f32> {
    let rows = conv.weights.chunks_exact(conv.outputs.max(1));
    let weights: Vec<f32> = rows.map(|row| policy(conv.outputs, row)).collect();
    fill(&weights, filled(conv.inputs))
}

impl Heads {
    pub(super) fn new(isa: Isa, model: &Model) -> Self {
        let (policy, value) = (&model.policy, &model.value);
        let convs = [&policy.point_conv, &policy.pool_conv, &value.conv];
        let [points, pools, values] = convs.map(|conv| filled(conv.outputs));
        let trunk = filled(model.stem.outputs);
        let tip = Packed::new(isa, trunk, points + pools + values, |row, column| {
            let mut column = column;
            for (conv, width) in convs.iter().zip([points, pools, values]) {
                if column < width {
                    if column >= conv.outputs || row >= conv.inputs {
                        return 0.0;
                    }
                    return conv.weights[row * conv.outputs + column];
                }
                column -= width;
            }
            0.0
        });
        let bias = &value.value_bias.weights;
        let pass2 = policy.pass2.as_ref().map(|(bias, activation, matrix)| {
            let bias = fill(&bias.weights, filled(bias.weights.len()));
            (bias, *activation, Packed::of(isa, matrix))
        });
        Self {
            tip,
            trunk,
            points,
            pools,
            values,
            pool_norm: norm(&policy.pool_norm),
            pool_matrix: pooled_matrix(isa, &policy.pool_matrix),
            point_norm: norm(&policy.norm),
            policy: policy_weights(&policy.conv),
            pass: pooled_matrix(isa, &policy.pass),
            passes: policy.conv.outputs,
            pass2,
            value_norm: norm(&value.norm),
            hidden: pooled_matrix(isa, &value.matrix),
            hidden_bias: value.bias.weights.clone(),
            hidden_activation: value.activation,
            value: Packed::of(isa, &value.value),
            value_bias: std::array::from_fn(|i| bias.get(i).copied().unwrap_or(0.0)),
            score: Packed::of(isa, &value.score),
            score_bias: value.score_bias.weights.clone(),
            ownership: fill(&value.ownership.weights, filled(value.ownership.inputs)),
            multipliers: model.multipliers,
        }
    }

    pub(super) fn run(
        &self,
        isa: Isa,
        plane: &Plane,
        tip: &[f32],
        memory: &mut HeadsMemory,
        output: &mut Output,
    ) {
        let HeadsMemory {
            mixed,
            points,
            values,
            pooled,
            row,
            row2,
        } = memory;
        let width = self.points + self.pools + self.values;
        for row in 0..plane.side {
            let place = plane.place(row, 0);
            let from = &tip[place * self.trunk..];
            let to = &mut mixed[place * width..];
            self.tip.multiply(isa, plane.side, from, self.trunk, to);
        }
        let side = plane.side as f32;
        let factor = (side - 14.0) * 0.1;
        // The policy.
        pool(
            isa,
            plane,
            mixed,
            width,
            self.points,
            &self.pool_norm,
            None,
            pooled,
        );
        third_is_largest(pooled, self.pools, factor);
        self.pool_matrix
            .multiply(isa, 1, pooled, 3 * self.pools, row);
        isa.run(Normalise {
            plane: *plane,
            from: mixed,
            from_channels: width,
            from_channel: 0,
            summand: Some(row),
            norm: &self.point_norm,
            to: points,
        });
        isa.run(Dot {
            plane: *plane,
            from: points,
            weights: &self.policy,
            to: &mut output.policy,
        });
        self.pass.multiply(isa, 1, pooled, 3 * self.pools, row);
        output.pass = match &self.pass2 {
            None => policy(self.passes, row),
            Some((bias, activation, matrix)) => {
                isa.run(Layer {
                    numbers: &mut row[..bias.len()],
                    bias,
                    activation: *activation,
                });
                matrix.multiply(isa, 1, row, bias.len(), row2);
                policy(self.passes, row2)
            }
        };
        // Value, score, ownership.
        let first = self.points + self.pools;
        pool(
            isa,
            plane,
            mixed,
            width,
            first,
            &self.value_norm,
            Some(values),
            pooled,
        );
        third_is_quadratic(pooled, self.values, factor);
        self.hidden.multiply(isa, 1, pooled, 3 * self.values, row);
        let hidden = filled(self.hidden_bias.len());
        isa.run(Layer {
            numbers: &mut row[..hidden],
            bias: &self.hidden_bias,
            activation: self.hidden_activation,
        });
        self.value.multiply(isa, 1, row, hidden, row2);
        output.value = std::array::from_fn(|i| row2[i] + self.value_bias[i]);
        self.score.multiply(isa, 1, row, hidden, row2);
        let score = |i: usize| row2[i] + self.score_bias.get(i).copied().unwrap_or(0.0);
        output.score = [
            score(0) * self.multipliers.score_mean,
            softplus(score(1)) * self.multipliers.score_deviation,
        ];
        output.lead = score(2) * self.multipliers.lead;
        isa.run(Dot {
            plane: *plane,
            from: values,
            weights: &self.ownership,
            to: &mut output.ownership,
        });
        for point in &mut output.ownership[..plane.area()] {
            *point = libm::tanhf(*point);
        }
    }
}

/// ln(1 + eˣ).
fn softplus(x: f32) -> f32 {
    if x > 20.0 {
        x
    } else {
        libm::log1pf(libm::expf(x))
    }
}

/// Mean and largest number of channels, at the places of the first and the third of three.
#[expect(
    clippy::too_many_arguments,
    reason = "what is read, and what is written"
)]
fn pool(
    isa: Isa,
    plane: &Plane,
    from: &[f32],
    from_channels: usize,
    from_channel: usize,
    norm: &Norm,
    normed: Option<&mut Vec<f32>>,
    pooled: &mut [f32],
) {
    let (mean, rest) = pooled.split_at_mut(norm.scale.len());
    isa.run(Pool {
        plane: *plane,
        from,
        from_channels,
        from_channel,
        norm,
        normed: normed.map(Vec::as_mut_slice),
        mean,
        largest: &mut rest[norm.scale.len()..],
    });
}

/// Mean, mean by the size of the board, largest number.
fn third_is_largest(pooled: &mut [f32], channels: usize, factor: f32) {
    for i in 0..channels {
        pooled[channels + i] = pooled[i] * factor;
    }
}

/// Mean, mean by the size of the board, mean by its square.
fn third_is_quadratic(pooled: &mut [f32], channels: usize, factor: f32) {
    third_is_largest(pooled, channels, factor);
    for i in 0..channels {
        pooled[2 * channels + i] = pooled[i] * (factor * factor - 0.1);
    }
}

/// A bias and an activation.
struct Layer<'a> {
    numbers: &'a mut [f32],
    bias: &'a [f32],
    activation: Activation,
}

impl Kernel for Layer<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, s: S) {
        for (number, bias) in self.numbers.iter_mut().zip(self.bias) {
            let x = s.splat(*number + bias);
            let y = crate::kernel::pointwise::activate(s, self.activation, x);
            *number = s.total(y) / S::LANES as f32;
        }
    }
}

/// The memory of a thread for the heads.
#[derive(Debug)]
pub(super) struct HeadsMemory {
    mixed: Vec<f32>,
    points: Vec<f32>,
    values: Vec<f32>,
    pooled: Vec<f32>,
    row: Vec<f32>,
    row2: Vec<f32>,
}

impl HeadsMemory {
    pub(super) fn new(plane: &Plane, heads: &Heads) -> Self {
        let width = heads.points + heads.pools + heads.values;
        let mut rows = vec![heads.pool_matrix.columns(), heads.pass.columns()];
        rows.extend([
            heads.hidden.columns(),
            heads.value.columns(),
            heads.score.columns(),
        ]);
        let row = rows.into_iter().max().unwrap_or(0);
        Self {
            mixed: vec![0.0; plane.places() * width],
            points: vec![0.0; plane.places() * heads.points],
            values: vec![0.0; plane.places() * heads.values],
            pooled: vec![0.0; 3 * heads.pools.max(heads.values)],
            row: vec![0.0; row],
            row2: vec![0.0; row],
        }
    }
}
