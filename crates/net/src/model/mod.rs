//! What a network consists of: its layers as they are in a file.
//!
//! Weights are plain numbers here, in the order of KataGo's files; [`crate::network`] makes of them what runs fast.
//! `layers` lists the layers, `check` says if they fit each other, `summary` what they amount to.

pub(crate) mod check;
mod layers;
mod summary;

pub use check::Misfit;
pub use layers::Layer;
pub use summary::Kinds;

/// The function between layers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Activation {
    /// x.
    Identity,
    /// max(x, 0).
    Relu,
    /// x·tanh(ln(1 + eˣ)).
    Mish,
    /// x / (1 + e⁻ˣ).
    Silu,
}

/// A convolution without bias.
#[derive(Clone, Debug, PartialEq)]
pub struct Conv {
    /// Its name.
    pub name: String,
    /// The side of its window: 1, 3 or 5.
    pub side: usize,
    /// The channels that it reads.
    pub inputs: usize,
    /// The channels that it writes.
    pub outputs: usize,
    /// The weights by row, column, input and output.
    pub weights: Vec<f32>,
}

/// A batch norm as it is when a network is used, and the activation behind it: a(scale·x + bias) for each channel.
#[derive(Clone, Debug, PartialEq)]
pub struct Norm {
    /// Its name.
    pub name: String,
    /// The factor of each channel.
    pub scale: Vec<f32>,
    /// The summand of each channel.
    pub bias: Vec<f32>,
    /// The function behind it.
    pub activation: Activation,
}

/// A matrix that multiplies a row of numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Matrix {
    /// Its name.
    pub name: String,
    /// The numbers that it reads.
    pub inputs: usize,
    /// The numbers that it writes.
    pub outputs: usize,
    /// The weights by input and output.
    pub weights: Vec<f32>,
}

/// A summand for each channel.
#[derive(Clone, Debug, PartialEq)]
pub struct Bias {
    /// Its name.
    pub name: String,
    /// The summands.
    pub weights: Vec<f32>,
}

/// Two convolutions, the result added to what came in.
#[derive(Clone, Debug, PartialEq)]
pub struct Ordinary {
    /// Its name.
    pub name: String,
    /// Before the first convolution.
    pub norm1: Norm,
    /// The first convolution.
    pub conv1: Conv,
    /// Before the second.
    pub norm2: Norm,
    /// The second convolution.
    pub conv2: Conv,
}

/// An ordinary block in which some channels are pooled over the board and bias the others.
#[derive(Clone, Debug, PartialEq)]
pub struct Pooling {
    /// Its name.
    pub name: String,
    /// Before the first convolutions.
    pub norm1: Norm,
    /// The convolution to regular channels.
    pub regular: Conv,
    /// The convolution to pooled channels.
    pub pooled: Conv,
    /// Before pooling.
    pub pooled_norm: Norm,
    /// From the pooled numbers (mean, scaled mean, largest) to biases of the regular channels.
    pub matrix: Matrix,
    /// Before the second convolution.
    pub norm2: Norm,
    /// The second convolution.
    pub conv2: Conv,
}

/// Blocks of fewer channels between two 1×1 convolutions, the result added to what came in.
#[derive(Clone, Debug, PartialEq)]
pub struct Nested {
    /// Its name.
    pub name: String,
    /// Before the first convolution.
    pub norm1: Norm,
    /// The first convolution, to fewer channels.
    pub conv1: Conv,
    /// The blocks between.
    pub blocks: Vec<Block>,
    /// Before the second convolution.
    pub norm2: Norm,
    /// The second convolution, back to all channels.
    pub conv2: Conv,
}

/// A residual block.
#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    /// See [`Ordinary`].
    Ordinary(Ordinary),
    /// See [`Pooling`].
    Pooling(Pooling),
    /// See [`Nested`].
    Nested(Nested),
}

/// From the trunk to the logits of moves.
#[derive(Clone, Debug, PartialEq)]
pub struct PolicyHead {
    /// Its name.
    pub name: String,
    /// The convolution to the channels of points.
    pub point_conv: Conv,
    /// The convolution to pooled channels.
    pub pool_conv: Conv,
    /// Before pooling.
    pub pool_norm: Norm,
    /// From the pooled numbers to biases of the channels of points.
    pub pool_matrix: Matrix,
    /// Before the last convolution.
    pub norm: Norm,
    /// The last convolution. Its first output is the policy.
    pub conv: Conv,
    /// From the pooled numbers to the logit of the pass.
    pub pass: Matrix,
    /// From version 15 on the pass has a second layer behind a bias and an activation.
    pub pass2: Option<(Bias, Activation, Matrix)>,
}

/// From the trunk to the value, the score and the ownership.
#[derive(Clone, Debug, PartialEq)]
pub struct ValueHead {
    /// Its name.
    pub name: String,
    /// The first convolution.
    pub conv: Conv,
    /// Before pooling, and before the ownership.
    pub norm: Norm,
    /// From the pooled numbers to the hidden layer.
    pub matrix: Matrix,
    /// The bias of the hidden layer.
    pub bias: Bias,
    /// The activation of the hidden layer.
    pub activation: Activation,
    /// From the hidden layer to win, loss and no result.
    pub value: Matrix,
    /// Its bias.
    pub value_bias: Bias,
    /// From the hidden layer to the scores.
    pub score: Matrix,
    /// Its bias.
    pub score_bias: Bias,
    /// The convolution to the ownership, without its tanh.
    pub ownership: Conv,
}

/// What the raw outputs of scores are multiplied by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Multipliers {
    /// For the mean of the score.
    pub score_mean: f32,
    /// For the standard deviation of the score.
    pub score_deviation: f32,
    /// For the lead.
    pub lead: f32,
}

/// Those of all networks up to version 12.
impl Default for Multipliers {
    fn default() -> Self {
        Self {
            score_mean: 20.0,
            score_deviation: 20.0,
            lead: 20.0,
        }
    }
}

/// A network.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// Its name.
    pub name: String,
    /// The version of its file's format.
    pub version: u32,
    /// See [`Multipliers`].
    pub multipliers: Multipliers,
    /// The name of the trunk.
    pub trunk: String,
    /// The convolution of the planes.
    pub stem: Conv,
    /// From the global inputs to a bias of each channel.
    pub globals: Matrix,
    /// The residual blocks.
    pub blocks: Vec<Block>,
    /// Behind the last block.
    pub tip: Norm,
    /// See [`PolicyHead`].
    pub policy: PolicyHead,
    /// See [`ValueHead`].
    pub value: ValueHead,
}
