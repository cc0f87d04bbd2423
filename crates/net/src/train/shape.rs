//! The shapes of networks that are trained here, and their first weights.
//!
//! There is no batch norm: each board is by itself, in training as in use. What batch norm would do for the first steps,
//! the first weights do (H. Zhang, Y. Dauphin and T. Ma, "Fixup initialization", 2019): the last convolution of each block
//! is zero, so that blocks change nothing at first, and the first is as large as keeps numbers in size through a ReLU
//! (K. He and others, "Delving deep into rectifiers", 2015), divided by the root of the number of blocks. The norms are
//! scales and biases that are learned.

use crate::features::{GLOBALS, PLANES};
use crate::kernel::GROUP;
use crate::model::{
    Activation, Bias, Block, Conv, Matrix, Model, Multipliers, Norm, Ordinary, PolicyHead, Pooling,
    ValueHead,
};

/// The shape of a network in KataGo's layout of version 8. All channels are multiples of 16.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The residual blocks.
    pub blocks: usize,
    /// The channels of the trunk.
    pub channels: usize,
    /// The blocks that pool, counted from 0.
    pub pooling: Vec<usize>,
    /// The channels that they pool; the others are regular.
    pub pooled: usize,
    /// The side of the first window: 3 or 5.
    pub window: usize,
    /// The channels of the policy head, for points and for pooling alike.
    pub policy: usize,
    /// The channels of the value head.
    pub value: usize,
    /// The hidden layer of the value head.
    pub hidden: usize,
}

impl Shape {
    /// A window of 5; of the blocks every other from the third on pools a quarter of its channels, in whole groups of 16.
    #[must_use]
    pub fn new(blocks: usize, channels: usize) -> Self {
        Self {
            blocks,
            channels,
            pooling: (2..blocks).step_by(2).collect(),
            pooled: (channels / 4).next_multiple_of(GROUP),
            window: 5,
            policy: 32,
            value: 32,
            hidden: 64,
        }
    }

    /// A network of this shape that has learned nothing.
    #[must_use]
    pub fn fresh(&self, name: &str, seed: u64) -> Model {
        let mut draws = Draws(seed);
        let channels = self.channels;
        let deep = (self.blocks.max(1) as f32).sqrt().recip();
        let he = |side: usize, inputs: usize| (2.0 / (side * side * inputs) as f32).sqrt();
        // About three bits of a point are set.
        let stem_size = (1.0 / (self.window * self.window * 3) as f32).sqrt();
        let stem = draws.conv("conv1", self.window, PLANES, channels, stem_size);
        let globals = draws.matrix("ginputw", GLOBALS, channels, 0.5);
        let middle = channels.saturating_sub(self.pooled).max(GROUP);
        let blocks = (0..self.blocks).map(|block| {
            let name = format!("block{block}");
            let part = |part: &str| format!("{name}/{part}");
            let size = he(3, channels) * deep;
            if self.pooling.contains(&block) {
                let pooled = self.pooled;
                return Block::Pooling(Pooling {
                    norm1: norm(&part("norm1"), channels),
                    regular: draws.conv(&part("w1a"), 3, channels, middle, size),
                    pooled: draws.conv(&part("w1b"), 3, channels, pooled, size),
                    pooled_norm: norm(&part("norm1b"), pooled),
                    matrix: draws.matrix(&part("w1r"), 3 * pooled, middle, 0.5 * deep),
                    norm2: norm(&part("norm2"), middle),
                    conv2: draws.conv(&part("w2"), 3, middle, channels, 0.0),
                    name,
                });
            }
            Block::Ordinary(Ordinary {
                norm1: norm(&part("norm1"), channels),
                conv1: draws.conv(&part("w1"), 3, channels, channels, size),
                norm2: norm(&part("norm2"), channels),
                conv2: draws.conv(&part("w2"), 3, channels, channels, 0.0),
                name,
            })
        });
        let blocks = blocks.collect();
        let (points, value) = (self.policy, self.value);
        let policy = PolicyHead {
            name: "policyhead".to_owned(),
            point_conv: draws.conv(
                "p1/intermediate_conv/w",
                1,
                channels,
                points,
                he(1, channels),
            ),
            pool_conv: draws.conv("g1/w", 1, channels, points, he(1, channels)),
            pool_norm: norm("g1/norm", points),
            pool_matrix: draws.matrix("matmulg2w", 3 * points, points, 0.5),
            norm: norm("p1/norm", points),
            conv: draws.conv("p2/w", 1, points, 1, 0.3 * he(1, points)),
            pass: draws.matrix("matmulpass", 3 * points, 1, 0.3),
            pass2: None,
        };
        let value = ValueHead {
            name: "valuehead".to_owned(),
            conv: draws.conv("v1/w", 1, channels, value, he(1, channels)),
            norm: norm("v1/norm", value),
            matrix: draws.matrix("v2/w", 3 * value, self.hidden, 1.4),
            bias: bias("v2/b", self.hidden),
            activation: Activation::Relu,
            value: draws.matrix("v3/w", self.hidden, 3, 0.3),
            value_bias: bias("v3/b", 3),
            // Zeros until somebody teaches them, so that a network that was not taught says nothing.
            score: draws.matrix("sv3/w", self.hidden, 4, 0.0),
            score_bias: bias("sv3/b", 4),
            ownership: draws.conv("vownership/w", 1, value, 1, 0.0),
        };
        Model {
            name: name.to_owned(),
            version: 8,
            multipliers: Multipliers {
                score_mean: 20.0,
                score_deviation: 20.0,
                lead: 20.0,
            },
            trunk: "trunk".to_owned(),
            stem,
            globals,
            blocks,
            tip: norm("trunk/norm", channels),
            policy,
            value,
        }
    }
}

fn norm(name: &str, channels: usize) -> Norm {
    Norm {
        name: name.to_owned(),
        scale: vec![1.0; channels],
        bias: vec![0.0; channels],
        activation: Activation::Relu,
    }
}

fn bias(name: &str, count: usize) -> Bias {
    Bias {
        name: name.to_owned(),
        weights: vec![0.0; count],
    }
}

/// Random numbers by SplitMix64 (G. L. Steele, D. Lea and C. H. Flood, 2014).
struct Draws(u64);

impl Draws {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// About normal, with variance 1 and no outliers: a sum of uniform numbers.
    fn normal(&mut self) -> f32 {
        let sum: u64 = (0..4).map(|_| self.next() >> 40).sum();
        (sum as f32 / (1u64 << 24) as f32 - 2.0) * 3f32.sqrt()
    }

    /// A convolution whose weights have a standard deviation of `size`.
    fn conv(&mut self, name: &str, side: usize, inputs: usize, outputs: usize, size: f32) -> Conv {
        Conv {
            name: name.to_owned(),
            side,
            inputs,
            outputs,
            weights: (0..side * side * inputs * outputs)
                .map(|_| self.normal() * size)
                .collect(),
        }
    }

    /// A matrix whose results have about `size` times the size of what it reads.
    fn matrix(&mut self, name: &str, inputs: usize, outputs: usize, size: f32) -> Matrix {
        let size = size / (inputs as f32).sqrt();
        Matrix {
            name: name.to_owned(),
            inputs,
            outputs,
            weights: (0..inputs * outputs)
                .map(|_| self.normal() * size)
                .collect(),
        }
    }
}
