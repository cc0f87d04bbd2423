//! The layers of a network in training, and where their weights lie.
//!
//! All weights are one row of numbers, so that optimiser, average, sums of gradients and checkpoints need not know of
//! layers. Behind those of the network are weights that are trained and not exported: a second policy, which foretells the
//! reply, and the scale of the patterns' logits.

use std::ops::Range;

use crate::features::{GLOBALS, PLANES};
use crate::kernel::GROUP;
use crate::model::{Activation, Block, Conv, Matrix, Model, Norm};

/// Numbers that belong together.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub(super) at: Range<usize>,
    /// If weight decay applies.
    pub(super) decays: bool,
}

#[derive(Clone, Debug)]
pub(super) struct NormPart {
    pub(super) channels: usize,
    pub(super) scale: Range<usize>,
    pub(super) bias: Range<usize>,
}

/// A 3×3 convolution, whose outputs may be those of several convolutions side by side.
#[derive(Clone, Debug)]
pub(super) struct ConvPart {
    pub(super) inputs: usize,
    pub(super) outputs: usize,
    /// The weights and outputs of each.
    pub(super) pieces: Vec<(Range<usize>, usize)>,
}

impl ConvPart {
    fn new(inputs: usize, pieces: Vec<(Range<usize>, usize)>) -> Self {
        Self {
            inputs,
            outputs: pieces.iter().map(|piece| piece.1).sum(),
            pieces,
        }
    }
}

#[derive(Clone, Debug)]
pub(super) struct PoolPart {
    pub(super) norm: NormPart,
    pub(super) matrix: Range<usize>,
}

/// A residual block; one that pools has pooled channels behind its regular ones.
#[derive(Clone, Debug)]
pub(super) struct BlockPart {
    pub(super) norm1: NormPart,
    pub(super) first: ConvPart,
    pub(super) pool: Option<PoolPart>,
    pub(super) norm2: NormPart,
    pub(super) last: ConvPart,
}

/// Both heads. Their first convolutions are one: channels of points, pooled ones, those of the value.
#[derive(Clone, Debug)]
pub(super) struct HeadPart {
    pub(super) first: ConvPart,
    pub(super) pool: PoolPart,
    pub(super) norm: NormPart,
    pub(super) policy: Range<usize>,
    pub(super) pass: Range<usize>,
    pub(super) reply: Range<usize>,
    pub(super) reply_pass: Range<usize>,
    pub(super) patterns: usize,
    pub(super) value_norm: NormPart,
    pub(super) ownership: Range<usize>,
    pub(super) hidden: Range<usize>,
    pub(super) hidden_bias: Range<usize>,
    pub(super) value: Range<usize>,
    pub(super) value_bias: Range<usize>,
    pub(super) score: Range<usize>,
    pub(super) score_bias: Range<usize>,
    /// What the outputs of scores are multiplied by: mean, deviation, lead.
    pub(super) multipliers: [f32; 3],
}

/// A network as the trainer sees it.
#[derive(Clone, Debug)]
pub(super) struct Graph {
    pub(super) channels: usize,
    pub(super) window: usize,
    pub(super) stem: Range<usize>,
    pub(super) globals: Range<usize>,
    pub(super) blocks: Vec<BlockPart>,
    pub(super) tip: NormPart,
    pub(super) head: HeadPart,
    pub(super) parts: Vec<Part>,
    pub(super) len: usize,
}

/// The weights of a network in a fixed order, and if they decay.
fn walk(model: &mut Model, visit: &mut dyn FnMut(&mut Vec<f32>, bool)) {
    fn norm(norm: &mut Norm, visit: &mut dyn FnMut(&mut Vec<f32>, bool)) {
        visit(&mut norm.scale, false);
        visit(&mut norm.bias, false);
    }
    visit(&mut model.stem.weights, true);
    visit(&mut model.globals.weights, true);
    for block in &mut model.blocks {
        match block {
            Block::Ordinary(block) => {
                norm(&mut block.norm1, visit);
                visit(&mut block.conv1.weights, true);
                norm(&mut block.norm2, visit);
                visit(&mut block.conv2.weights, true);
            }
            Block::Pooling(block) => {
                norm(&mut block.norm1, visit);
                visit(&mut block.regular.weights, true);
                visit(&mut block.pooled.weights, true);
                norm(&mut block.pooled_norm, visit);
                visit(&mut block.matrix.weights, true);
                norm(&mut block.norm2, visit);
                visit(&mut block.conv2.weights, true);
            }
            // There are none: the graph is not made of them.
            Block::Nested(_) => {}
        }
    }
    norm(&mut model.tip, visit);
    let head = &mut model.policy;
    visit(&mut head.point_conv.weights, true);
    visit(&mut head.pool_conv.weights, true);
    norm(&mut head.pool_norm, visit);
    visit(&mut head.pool_matrix.weights, true);
    norm(&mut head.norm, visit);
    visit(&mut head.conv.weights, true);
    visit(&mut head.pass.weights, true);
    let head = &mut model.value;
    visit(&mut head.conv.weights, true);
    norm(&mut head.norm, visit);
    visit(&mut head.matrix.weights, true);
    visit(&mut head.bias.weights, false);
    visit(&mut head.value.weights, true);
    visit(&mut head.value_bias.weights, false);
    visit(&mut head.score.weights, true);
    visit(&mut head.score_bias.weights, false);
    visit(&mut head.ownership.weights, true);
}

/// Hands out the parts in their order, checking what is in them.
struct Parts(std::vec::IntoIter<Range<usize>>);

impl Parts {
    fn take(&mut self, name: &str, len: usize) -> Result<Range<usize>, String> {
        let part = self.0.next().filter(|part| part.len() == len);
        part.ok_or_else(|| format!("{name} does not have {len} weights"))
    }

    fn norm(&mut self, norm: &Norm, channels: usize) -> Result<NormPart, String> {
        whole(&norm.name, channels)?;
        relu(&norm.name, norm.activation)?;
        Ok(NormPart {
            channels,
            scale: self.take(&norm.name, channels)?,
            bias: self.take(&norm.name, channels)?,
        })
    }

    fn conv(
        &mut self,
        conv: &Conv,
        side: usize,
        inputs: usize,
    ) -> Result<(Range<usize>, usize), String> {
        if conv.side != side || conv.inputs != inputs {
            return Err(format!(
                "{} is not a convolution of {side}×{side} from {inputs} channels",
                conv.name
            ));
        }
        let at = self.take(&conv.name, side * side * inputs * conv.outputs)?;
        Ok((at, conv.outputs))
    }

    fn matrix(
        &mut self,
        matrix: &Matrix,
        inputs: usize,
        outputs: usize,
    ) -> Result<Range<usize>, String> {
        if matrix.inputs != inputs || matrix.outputs != outputs {
            return Err(format!(
                "{} is not a matrix from {inputs} to {outputs}",
                matrix.name
            ));
        }
        self.take(&matrix.name, inputs * outputs)
    }
}

fn whole(name: &str, channels: usize) -> Result<(), String> {
    if channels > 0 && channels.is_multiple_of(GROUP) {
        return Ok(());
    }
    Err(format!(
        "{name} has {channels} channels, not a multiple of {GROUP}"
    ))
}

fn relu(name: &str, activation: Activation) -> Result<(), String> {
    match activation {
        Activation::Relu => Ok(()),
        other => Err(format!("behind {name} is {other:?} instead of ReLU")),
    }
}

impl Graph {
    /// The layers of a network and all its weights, or what cannot be trained here.
    pub(super) fn new(model: &Model) -> Result<(Self, Vec<f32>), String> {
        let mut weights: Vec<f32> = Vec::new();
        let mut parts = Vec::new();
        let mut put = |numbers: &mut Vec<f32>, decays| {
            let start = weights.len();
            weights.extend_from_slice(numbers);
            let at = start..weights.len();
            weights.resize(weights.len().next_multiple_of(GROUP), 0.0);
            parts.push(Part { at, decays });
        };
        walk(&mut model.clone(), &mut put);
        let (points, pooled) = (model.policy.conv.inputs, model.policy.pass.inputs);
        for (count, decays) in [(points, true), (pooled, true), (1, false)] {
            put(&mut vec![0.0; count], decays);
        }
        let ranges: Vec<_> = parts.iter().map(|part| part.at.clone()).collect();
        let graph = Self::layers(model, Parts(ranges.into_iter()), parts, weights.len())?;
        Ok((graph, weights))
    }

    fn layers(model: &Model, mut at: Parts, parts: Vec<Part>, len: usize) -> Result<Self, String> {
        let channels = model.stem.outputs;
        whole(&model.stem.name, channels)?;
        let window = model.stem.side;
        if !matches!(window, 1 | 3 | 5) {
            return Err(format!("{} has a window of {window}", model.stem.name));
        }
        let stem = at.conv(&model.stem, window, PLANES)?.0;
        let globals = at.matrix(&model.globals, GLOBALS, channels)?;
        let mut blocks = Vec::new();
        for block in &model.blocks {
            blocks.push(match block {
                Block::Ordinary(block) => {
                    let norm1 = at.norm(&block.norm1, channels)?;
                    let first = at.conv(&block.conv1, 3, channels)?;
                    let middle = first.1;
                    BlockPart {
                        norm1,
                        first: ConvPart::new(channels, vec![first]),
                        pool: None,
                        norm2: at.norm(&block.norm2, middle)?,
                        last: ConvPart::new(middle, vec![at.conv(&block.conv2, 3, middle)?]),
                    }
                }
                Block::Pooling(block) => {
                    let norm1 = at.norm(&block.norm1, channels)?;
                    let regular = at.conv(&block.regular, 3, channels)?;
                    let pooled = at.conv(&block.pooled, 3, channels)?;
                    let (middle, count) = (regular.1, pooled.1);
                    BlockPart {
                        norm1,
                        first: ConvPart::new(channels, vec![regular, pooled]),
                        pool: Some(PoolPart {
                            norm: at.norm(&block.pooled_norm, count)?,
                            matrix: at.matrix(&block.matrix, 3 * count, middle)?,
                        }),
                        norm2: at.norm(&block.norm2, middle)?,
                        last: ConvPart::new(middle, vec![at.conv(&block.conv2, 3, middle)?]),
                    }
                }
                Block::Nested(block) => return Err(format!("{} is nested", block.name)),
            });
            let last = &blocks[blocks.len() - 1].last;
            if last.outputs != channels {
                return Err(format!("a block has {} channels", last.outputs));
            }
        }
        let tip = at.norm(&model.tip, channels)?;
        let head = Self::head(model, at, channels)?;
        Ok(Self {
            channels,
            window,
            stem,
            globals,
            blocks,
            tip,
            head,
            parts,
            len,
        })
    }

    fn head(model: &Model, mut at: Parts, channels: usize) -> Result<HeadPart, String> {
        let (policy, value) = (&model.policy, &model.value);
        if policy.pass2.is_some() || policy.conv.outputs != 1 {
            return Err("its policy head is that of a later version".to_owned());
        }
        let point_conv = at.conv(&policy.point_conv, 1, channels)?;
        let pool_conv = at.conv(&policy.pool_conv, 1, channels)?;
        let (points, pooled) = (point_conv.1, pool_conv.1);
        let pool = PoolPart {
            norm: at.norm(&policy.pool_norm, pooled)?,
            matrix: at.matrix(&policy.pool_matrix, 3 * pooled, points)?,
        };
        let norm = at.norm(&policy.norm, points)?;
        let policy_conv = at.conv(&policy.conv, 1, points)?.0;
        let pass = at.matrix(&policy.pass, 3 * pooled, 1)?;
        let value_conv = at.conv(&value.conv, 1, channels)?;
        let value_channels = value_conv.1;
        let hidden = value.matrix.outputs;
        relu(&value.name, value.activation)?;
        let multipliers = &model.multipliers;
        let value_norm = at.norm(&value.norm, value_channels)?;
        let hidden_matrix = at.matrix(&value.matrix, 3 * value_channels, hidden)?;
        let hidden_bias = at.take(&value.bias.name, hidden)?;
        let value_matrix = at.matrix(&value.value, hidden, 3)?;
        let value_bias = at.take(&value.value_bias.name, 3)?;
        let score = at.matrix(&value.score, hidden, 4)?;
        let score_bias = at.take(&value.score_bias.name, 4)?;
        if value.ownership.outputs != 1 {
            return Err(format!("{} has several outputs", value.ownership.name));
        }
        let ownership = at.conv(&value.ownership, 1, value_channels)?.0;
        Ok(HeadPart {
            first: ConvPart::new(channels, vec![point_conv, pool_conv, value_conv]),
            pool,
            norm,
            policy: policy_conv,
            pass,
            reply: at.take("the reply", points)?,
            reply_pass: at.take("the pass as a reply", 3 * pooled)?,
            patterns: at.take("the patterns", 1)?.start,
            value_norm,
            ownership,
            hidden: hidden_matrix,
            hidden_bias,
            value: value_matrix,
            value_bias,
            score,
            score_bias,
            multipliers: [
                multipliers.score_mean,
                multipliers.score_deviation,
                multipliers.lead,
            ],
        })
    }

    /// Writes weights into the network that the graph was made of.
    pub(super) fn export(&self, weights: &[f32], model: &mut Model) {
        let mut parts = self.parts.iter();
        walk(model, &mut |numbers, _| {
            if let Some(part) = parts.next() {
                numbers.copy_from_slice(&weights[part.at.clone()]);
            }
        });
    }
}
