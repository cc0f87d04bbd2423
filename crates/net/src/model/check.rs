//! Whether the layers of a network fit each other and have the weights that they should have.

use super::{Bias, Block, Conv, Layer, Matrix, Model, Norm, PolicyHead, ValueHead};
use crate::features::{GLOBALS, PLANES};

/// The most channels of any layer.
pub(crate) const CHANNELS: usize = 2048;
/// The most numbers that a matrix reads: three for each pooled channel.
pub(crate) const ROWS: usize = 3 * CHANNELS;

/// What does not fit in a network.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Misfit {
    /// A number that another layer, or the version, demands to be another.
    #[error("{layer}: {what} should be {expected}, not {found}")]
    Number {
        /// The name of the layer.
        layer: String,
        /// The number in words.
        what: &'static str,
        /// What it should be.
        expected: usize,
        /// What it is.
        found: usize,
    },
    /// A convolution with another window than 1, 3 or 5.
    #[error("{layer}: the window should be 1×1, 3×3 or 5×5, not {side}×{side}")]
    Window {
        /// The name of the layer.
        layer: String,
        /// The side of the window.
        side: usize,
    },
    /// No channels, or more than there may be.
    #[error("{layer}: it has {found} channels; 1 to {most} are possible")]
    Channels {
        /// The name of the layer.
        layer: String,
        /// How many it has.
        found: usize,
        /// How many there may be.
        most: usize,
    },
    /// A weight that is no number, or infinite.
    #[error("{layer}: a weight is {value}, which is no finite number")]
    Infinite {
        /// The name of the layer.
        layer: String,
        /// `NaN`, `inf` or `-inf`.
        value: String,
    },
    /// No blocks, or none inside a nested one.
    #[error("{layer}: it has no blocks")]
    Empty {
        /// The name of the trunk or of the block.
        layer: String,
    },
    /// The policy's pass has two layers from version 15 on, and one before.
    #[error("{layer}: the pass has the layers of another version than {version}")]
    Pass {
        /// The name of the head.
        layer: String,
        /// The version.
        version: u32,
    },
    /// Multipliers of scores are positive.
    #[error("{layer}: the multipliers of scores should be positive numbers")]
    Multipliers {
        /// The name of the network.
        layer: String,
    },
}

/// The channels of the policy in a version.
pub(crate) const fn policies(version: u32) -> usize {
    match version {
        ..12 => 1,
        12..16 => 2,
        16.. => 4,
    }
}

/// The number of scores in a version.
pub(crate) const fn scores(version: u32) -> usize {
    if version < 9 { 4 } else { 6 }
}

/// True if the pass has a second layer in a version.
pub(crate) const fn has_pass2(version: u32) -> bool {
    version >= 15
}

fn number(layer: &str, what: &'static str, expected: usize, found: usize) -> Result<(), Misfit> {
    if found == expected {
        return Ok(());
    }
    Err(Misfit::Number {
        layer: layer.to_owned(),
        what,
        expected,
        found,
    })
}

fn channels(layer: &str, found: usize, most: usize) -> Result<(), Misfit> {
    if (1..=most).contains(&found) {
        return Ok(());
    }
    Err(Misfit::Channels {
        layer: layer.to_owned(),
        found,
        most,
    })
}

impl Layer<'_> {
    /// Verifies that the layer has as many weights as it says, and that all are finite.
    fn check(self) -> Result<(), Misfit> {
        const WHAT: &str = "the number of weights";
        let name = self.name();
        match self {
            Self::Conv(conv) => {
                if !matches!(conv.side, 1 | 3 | 5) {
                    let (layer, side) = (name.to_owned(), conv.side);
                    return Err(Misfit::Window { layer, side });
                }
                channels(name, conv.inputs, CHANNELS)?;
                channels(name, conv.outputs, CHANNELS)?;
                let expected = conv.side * conv.side * conv.inputs * conv.outputs;
                number(name, WHAT, expected, conv.weights.len())?;
            }
            Self::Norm(norm) => {
                channels(name, norm.scale.len(), CHANNELS)?;
                number(name, WHAT, norm.scale.len(), norm.bias.len())?;
            }
            Self::Matrix(matrix) => {
                channels(name, matrix.inputs, ROWS)?;
                channels(name, matrix.outputs, CHANNELS)?;
                let expected = matrix.inputs * matrix.outputs;
                number(name, WHAT, expected, matrix.weights.len())?;
            }
            Self::Bias(bias) => channels(name, bias.weights.len(), CHANNELS)?,
        }
        let mut all = self.numbers().into_iter().flatten();
        all.find(|weight| !weight.is_finite())
            .map_or(Ok(()), |weight| {
                Err(Misfit::Infinite {
                    layer: name.to_owned(),
                    value: weight.to_string(),
                })
            })
    }
}

fn conv(conv: &Conv, inputs: usize, outputs: usize) -> Result<(), Misfit> {
    number(
        &conv.name,
        "the channels that it reads",
        inputs,
        conv.inputs,
    )?;
    number(
        &conv.name,
        "the channels that it writes",
        outputs,
        conv.outputs,
    )
}

fn norm(norm: &Norm, width: usize) -> Result<(), Misfit> {
    number(
        &norm.name,
        "the number of channels",
        width,
        norm.scale.len(),
    )
}

fn matrix(matrix: &Matrix, inputs: usize, outputs: usize) -> Result<(), Misfit> {
    number(
        &matrix.name,
        "the numbers that it reads",
        inputs,
        matrix.inputs,
    )?;
    number(
        &matrix.name,
        "the numbers that it writes",
        outputs,
        matrix.outputs,
    )
}

fn bias(bias: &Bias, width: usize) -> Result<(), Misfit> {
    number(
        &bias.name,
        "the number of channels",
        width,
        bias.weights.len(),
    )
}

fn blocks(name: &str, list: &[Block], width: usize) -> Result<(), Misfit> {
    if list.is_empty() {
        let layer = name.to_owned();
        return Err(Misfit::Empty { layer });
    }
    list.iter().try_for_each(|each| block(each, width))
}

fn block(block: &Block, width: usize) -> Result<(), Misfit> {
    match block {
        Block::Ordinary(block) => {
            let middle = block.conv1.outputs;
            norm(&block.norm1, width)?;
            conv(&block.conv1, width, middle)?;
            norm(&block.norm2, middle)?;
            conv(&block.conv2, middle, width)
        }
        Block::Pooling(block) => {
            let (middle, pooled) = (block.regular.outputs, block.pooled.outputs);
            norm(&block.norm1, width)?;
            conv(&block.regular, width, middle)?;
            conv(&block.pooled, width, pooled)?;
            norm(&block.pooled_norm, pooled)?;
            matrix(&block.matrix, 3 * pooled, middle)?;
            norm(&block.norm2, middle)?;
            conv(&block.conv2, middle, width)
        }
        Block::Nested(block) => {
            let middle = block.conv1.outputs;
            norm(&block.norm1, width)?;
            conv(&block.conv1, width, middle)?;
            blocks(&block.name, &block.blocks, middle)?;
            norm(&block.norm2, middle)?;
            conv(&block.conv2, middle, width)
        }
    }
}

impl PolicyHead {
    fn check(&self, width: usize, version: u32) -> Result<(), Misfit> {
        let (middle, pooled) = (self.point_conv.outputs, self.pool_conv.outputs);
        let policies = policies(version);
        conv(&self.point_conv, width, middle)?;
        conv(&self.pool_conv, width, pooled)?;
        norm(&self.pool_norm, pooled)?;
        matrix(&self.pool_matrix, 3 * pooled, middle)?;
        norm(&self.norm, middle)?;
        conv(&self.conv, middle, policies)?;
        match (&self.pass2, has_pass2(version)) {
            (None, false) => matrix(&self.pass, 3 * pooled, policies),
            (Some((shift, _, second)), true) => {
                let hidden = self.pass.outputs;
                matrix(&self.pass, 3 * pooled, hidden)?;
                bias(shift, hidden)?;
                matrix(second, hidden, policies)
            }
            (_, _) => Err(Misfit::Pass {
                layer: self.name.clone(),
                version,
            }),
        }
    }
}

impl ValueHead {
    fn check(&self, width: usize, version: u32) -> Result<(), Misfit> {
        let (middle, hidden) = (self.conv.outputs, self.matrix.outputs);
        let scores = scores(version);
        conv(&self.conv, width, middle)?;
        norm(&self.norm, middle)?;
        matrix(&self.matrix, 3 * middle, hidden)?;
        bias(&self.bias, hidden)?;
        matrix(&self.value, hidden, 3)?;
        bias(&self.value_bias, 3)?;
        matrix(&self.score, hidden, scores)?;
        bias(&self.score_bias, scores)?;
        conv(&self.ownership, middle, 1)
    }
}

impl Model {
    /// Verifies that every layer has its weights, all of them finite, that each reads what comes in, and that
    /// inputs and outputs are those of the model's version.
    ///
    /// # Errors
    /// With the first layer that is wrong.
    pub fn check(&self) -> Result<(), Misfit> {
        self.layers().into_iter().try_for_each(Layer::check)?;
        let multipliers = self.multipliers;
        let all = [
            multipliers.score_mean,
            multipliers.score_deviation,
            multipliers.lead,
        ];
        if !all.iter().all(|&m| m.is_finite() && m > 0.0) {
            let layer = self.name.clone();
            return Err(Misfit::Multipliers { layer });
        }
        let width = self.channels();
        conv(&self.stem, PLANES, width)?;
        matrix(&self.globals, GLOBALS, width)?;
        blocks(&self.trunk, &self.blocks, width)?;
        norm(&self.tip, width)?;
        self.policy.check(width, self.version)?;
        self.value.check(width, self.version)
    }
}
