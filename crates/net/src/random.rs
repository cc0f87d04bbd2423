//! Small networks of random weights, so that tests need no file.
//!
//! They play like nobody, but have every kind of layer, and their numbers stay in the range of those that were
//! learned.

use tengen_game::Rng;

use crate::features::{GLOBALS, PLANES};
use crate::model::check::{has_pass2, policies, scores};
use crate::model::{
    Activation, Bias, Block, Conv, Matrix, Model, Multipliers, Nested, Norm, Ordinary, PolicyHead,
    Pooling, ValueHead,
};

/// The kind of a random block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// An ordinary block.
    Ordinary,
    /// A block with pooling.
    Pooling,
    /// Such blocks of half the channels inside another.
    Nested(Vec<Kind>),
}

/// What a random network should be like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The version, from which follow the channels of the policy (1, from 12 on 2, from 16 on 4), the number of
    /// scores (4, from 9 on 6) and the layers of the pass (1, from 15 on 2).
    pub version: u32,
    /// The channels of the trunk, at least 2; with nested blocks 4.
    pub channels: usize,
    /// The blocks.
    pub blocks: Vec<Kind>,
    /// The function between layers. Files before version 11 know [`Activation::Relu`] alone.
    pub activation: Activation,
    /// The side of the first window: 1, 3 or 5.
    pub stem: usize,
    /// What the weights follow from.
    pub seed: u64,
}

impl Plan {
    /// A network as those of version 8: an ordinary block, one with pooling, ReLU and a stem of 5×5.
    #[must_use]
    pub fn old(channels: usize, seed: u64) -> Self {
        Self {
            version: 8,
            channels,
            blocks: vec![Kind::Ordinary, Kind::Pooling],
            activation: Activation::Relu,
            stem: 5,
            seed,
        }
    }

    /// A network as those of version 14: nested blocks, Mish, two channels of policy and six scores.
    #[must_use]
    pub fn recent(channels: usize, seed: u64) -> Self {
        let plain = vec![Kind::Ordinary, Kind::Ordinary];
        let pooling = vec![Kind::Pooling, Kind::Ordinary];
        Self {
            version: 14,
            channels,
            blocks: vec![Kind::Nested(plain), Kind::Nested(pooling)],
            activation: Activation::Mish,
            stem: 3,
            seed,
        }
    }

    /// The network.
    #[must_use]
    pub fn model(&self) -> Model {
        Maker {
            rng: Rng::new(self.seed),
            activation: self.activation,
        }
        .model(self)
    }
}

struct Maker {
    rng: Rng,
    activation: Activation,
}

impl Maker {
    /// Numbers around 0 with the given standard deviation.
    fn numbers(&mut self, number: usize, deviation: f64) -> Vec<f32> {
        let width = 12.0_f64.sqrt() * deviation;
        let one = |_| ((self.rng.unit() - 0.5) * width) as f32;
        (0..number).map(one).collect()
    }

    fn conv(&mut self, name: &str, side: usize, inputs: usize, outputs: usize) -> Conv {
        let sources = side * side * inputs;
        Conv {
            name: name.to_owned(),
            side,
            inputs,
            outputs,
            weights: self.numbers(sources * outputs, (1.5 / sources as f64).sqrt()),
        }
    }

    fn matrix(&mut self, name: &str, inputs: usize, outputs: usize) -> Matrix {
        Matrix {
            name: name.to_owned(),
            inputs,
            outputs,
            weights: self.numbers(inputs * outputs, (1.0 / inputs as f64).sqrt()),
        }
    }

    fn bias(&mut self, name: &str, channels: usize) -> Bias {
        Bias {
            name: name.to_owned(),
            weights: self.numbers(channels, 0.3),
        }
    }

    fn norm(&mut self, name: &str, channels: usize) -> Norm {
        let scale = self.numbers(channels, 0.2);
        Norm {
            name: name.to_owned(),
            scale: scale.iter().map(|x| 0.8 + x).collect(),
            bias: self.numbers(channels, 0.3),
            activation: self.activation,
        }
    }

    fn block(&mut self, name: &str, kind: &Kind, channels: usize) -> Block {
        let of = |part: &str| format!("{name}/{part}");
        match kind {
            Kind::Ordinary => Block::Ordinary(Ordinary {
                name: name.to_owned(),
                norm1: self.norm(&of("norm1"), channels),
                conv1: self.conv(&of("w1"), 3, channels, channels),
                norm2: self.norm(&of("norm2"), channels),
                conv2: self.conv(&of("w2"), 3, channels, channels),
            }),
            Kind::Pooling => {
                let pooled = (channels / 3).max(1);
                let regular = channels - pooled;
                Block::Pooling(Pooling {
                    name: name.to_owned(),
                    norm1: self.norm(&of("norm1"), channels),
                    regular: self.conv(&of("w1a"), 3, channels, regular),
                    pooled: self.conv(&of("w1b"), 3, channels, pooled),
                    pooled_norm: self.norm(&of("norm1b"), pooled),
                    matrix: self.matrix(&of("w1r"), 3 * pooled, regular),
                    norm2: self.norm(&of("norm2"), regular),
                    conv2: self.conv(&of("w2"), 3, regular, channels),
                })
            }
            Kind::Nested(kinds) => {
                let inner = channels / 2;
                Block::Nested(Nested {
                    name: name.to_owned(),
                    norm1: self.norm(&of("norm1"), channels),
                    conv1: self.conv(&of("w1"), 1, channels, inner),
                    blocks: self.blocks(&of("block"), kinds, inner),
                    norm2: self.norm(&of("norm2"), inner),
                    conv2: self.conv(&of("w2"), 1, inner, channels),
                })
            }
        }
    }

    fn blocks(&mut self, name: &str, kinds: &[Kind], channels: usize) -> Vec<Block> {
        let numbered = kinds.iter().zip(1..);
        numbered
            .map(|(kind, n)| self.block(&format!("{name}{n}"), kind, channels))
            .collect()
    }

    fn policy_head(&mut self, plan: &Plan) -> PolicyHead {
        let (middle, pooled) = (plan.channels / 2, plan.channels.div_ceil(2));
        let outputs = policies(plan.version);
        let has_pass2 = has_pass2(plan.version);
        PolicyHead {
            name: "policyhead".to_owned(),
            point_conv: self.conv("p1/w", 1, plan.channels, middle),
            pool_conv: self.conv("g1/w", 1, plan.channels, pooled),
            pool_norm: self.norm("g1/norm", pooled),
            pool_matrix: self.matrix("matmulg2w", 3 * pooled, middle),
            norm: self.norm("p1/norm", middle),
            conv: self.conv("p2/w", 1, middle, outputs),
            pass: {
                let hidden = if has_pass2 { middle } else { outputs };
                self.matrix("matmulpass", 3 * pooled, hidden)
            },
            pass2: has_pass2.then(|| {
                let bias = self.bias("biaspass", middle);
                let matrix = self.matrix("matmulpass2", middle, outputs);
                (bias, plan.activation, matrix)
            }),
        }
    }

    fn value_head(&mut self, plan: &Plan) -> ValueHead {
        let (middle, hidden) = (plan.channels.div_ceil(2), plan.channels + 1);
        let scores = scores(plan.version);
        ValueHead {
            name: "valuehead".to_owned(),
            conv: self.conv("v1/w", 1, plan.channels, middle),
            norm: self.norm("v1/norm", middle),
            matrix: self.matrix("v2/w", 3 * middle, hidden),
            bias: self.bias("v2/b", hidden),
            activation: plan.activation,
            value: self.matrix("v3/w", hidden, 3),
            value_bias: self.bias("v3/b", 3),
            score: self.matrix("sv3/w", hidden, scores),
            score_bias: self.bias("sv3/b", scores),
            ownership: self.conv("vownership/w", 1, middle, 1),
        }
    }

    fn model(&mut self, plan: &Plan) -> Model {
        let channels = plan.channels;
        Model {
            name: format!("random-{}", plan.seed),
            version: plan.version,
            multipliers: Multipliers::default(),
            trunk: "trunk".to_owned(),
            stem: self.conv("conv1", plan.stem, PLANES, channels),
            globals: self.matrix("ginputw", GLOBALS, channels),
            blocks: self.blocks("rconv", &plan.blocks, channels),
            tip: self.norm("trunk/norm", channels),
            policy: self.policy_head(plan),
            value: self.value_head(plan),
        }
    }
}
