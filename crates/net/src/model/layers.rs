//! The layers of a network, one after the other.

use super::{Bias, Block, Conv, Matrix, Model, Norm};

/// A part of a network that has weights.
#[derive(Clone, Copy, Debug)]
pub enum Layer<'a> {
    /// See [`Conv`].
    Conv(&'a Conv),
    /// See [`Norm`].
    Norm(&'a Norm),
    /// See [`Matrix`].
    Matrix(&'a Matrix),
    /// See [`Bias`].
    Bias(&'a Bias),
}

impl<'a> Layer<'a> {
    /// The name of the layer.
    #[must_use]
    pub fn name(self) -> &'a str {
        match self {
            Self::Conv(conv) => &conv.name,
            Self::Norm(norm) => &norm.name,
            Self::Matrix(matrix) => &matrix.name,
            Self::Bias(bias) => &bias.name,
        }
    }

    /// Its numbers; of a norm the factors come first and the summands then, of all others there is one list.
    #[must_use]
    pub fn numbers(self) -> [&'a [f32]; 2] {
        match self {
            Self::Conv(conv) => [&conv.weights, &[]],
            Self::Norm(norm) => [&norm.scale, &norm.bias],
            Self::Matrix(matrix) => [&matrix.weights, &[]],
            Self::Bias(bias) => [&bias.weights, &[]],
        }
    }
}

impl Block {
    /// The name of the block.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Ordinary(block) => &block.name,
            Self::Pooling(block) => &block.name,
            Self::Nested(block) => &block.name,
        }
    }

    /// Adds the layers in the order of the file.
    fn list<'a>(&'a self, layers: &mut Vec<Layer<'a>>) {
        use Layer::{Conv, Matrix, Norm};
        match self {
            Self::Ordinary(block) => layers.extend([
                Norm(&block.norm1),
                Conv(&block.conv1),
                Norm(&block.norm2),
                Conv(&block.conv2),
            ]),
            Self::Pooling(block) => layers.extend([
                Norm(&block.norm1),
                Conv(&block.regular),
                Conv(&block.pooled),
                Norm(&block.pooled_norm),
                Matrix(&block.matrix),
                Norm(&block.norm2),
                Conv(&block.conv2),
            ]),
            Self::Nested(block) => {
                layers.extend([Norm(&block.norm1), Conv(&block.conv1)]);
                block.blocks.iter().for_each(|inner| inner.list(layers));
                layers.extend([Norm(&block.norm2), Conv(&block.conv2)]);
            }
        }
    }
}

impl Model {
    /// All layers in the order of the file.
    #[must_use]
    pub fn layers(&self) -> Vec<Layer<'_>> {
        use Layer::{Bias, Conv, Matrix, Norm};
        let mut layers = vec![Conv(&self.stem), Matrix(&self.globals)];
        self.blocks.iter().for_each(|block| block.list(&mut layers));
        layers.push(Norm(&self.tip));
        let (policy, value) = (&self.policy, &self.value);
        layers.extend([
            Conv(&policy.point_conv),
            Conv(&policy.pool_conv),
            Norm(&policy.pool_norm),
            Matrix(&policy.pool_matrix),
            Norm(&policy.norm),
            Conv(&policy.conv),
            Matrix(&policy.pass),
        ]);
        if let Some((bias, _, matrix)) = &policy.pass2 {
            layers.extend([Bias(bias), Matrix(matrix)]);
        }
        layers.extend([
            Conv(&value.conv),
            Norm(&value.norm),
            Matrix(&value.matrix),
            Bias(&value.bias),
            Matrix(&value.value),
            Bias(&value.value_bias),
            Matrix(&value.score),
            Bias(&value.score_bias),
            Conv(&value.ownership),
        ]);
        layers
    }
}
