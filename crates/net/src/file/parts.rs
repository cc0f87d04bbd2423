//! The layers, blocks and heads of a file, each read as it stands there.

use std::io::Read;

use super::words::{Words, shortened};
use super::{BLOCKS, DEPTH, Fault, FileError};
use crate::model::check::{CHANNELS, ROWS};
use crate::model::{
    Activation, Bias, Block, Conv, Matrix, Nested, Norm, Ordinary, PolicyHead, Pooling, ValueHead,
};

/// A file whose version is known.
pub(super) struct Parts<R: Read> {
    pub(super) words: Words<R>,
    pub(super) version: u32,
    /// How many blocks there may still be.
    blocks_left: usize,
}

type Got<T> = Result<T, FileError>;

impl<R: Read> Parts<R> {
    pub(super) const fn new(words: Words<R>, version: u32) -> Self {
        Self {
            words,
            version,
            blocks_left: BLOCKS,
        }
    }

    pub(super) fn conv(&mut self) -> Got<Conv> {
        let words = &mut self.words;
        let name = words.name("the name of a convolution")?;
        let side = words.within("the height of the window", 1, 5)?;
        words.within("the width of the window", side, side)?;
        if side.is_multiple_of(2) {
            return Err(words.fault(Fault::Range {
                what: "the height of the window",
                found: side.to_string(),
                expected: "odd".to_owned(),
            }));
        }
        let inputs = words.within("the number of channels read", 1, CHANNELS)?;
        let outputs = words.within("the number of channels written", 1, CHANNELS)?;
        for _ in 0..2 {
            words.within("the dilation", 1, 1)?;
        }
        let weights = words.weights(side * side * inputs * outputs)?;
        Ok(Conv {
            name,
            side,
            inputs,
            outputs,
            weights,
        })
    }

    pub(super) fn matrix(&mut self) -> Got<Matrix> {
        let words = &mut self.words;
        let name = words.name("the name of a matrix")?;
        let inputs = words.within("how many numbers are read", 1, ROWS)?;
        let outputs = words.within("how many numbers are written", 1, CHANNELS)?;
        let weights = words.weights(inputs * outputs)?;
        Ok(Matrix {
            name,
            inputs,
            outputs,
            weights,
        })
    }

    fn bias(&mut self) -> Got<Bias> {
        let words = &mut self.words;
        let name = words.name("the name of a bias")?;
        let number = words.within("the number of channels", 1, CHANNELS)?;
        let weights = words.weights(number)?;
        Ok(Bias { name, weights })
    }

    fn activation(&mut self) -> Got<Activation> {
        self.words.name("the name of an activation")?;
        if self.version < 11 {
            return Ok(Activation::Relu);
        }
        let kind = self.words.word("the kind of an activation")?;
        match kind.as_str() {
            "ACTIVATION_IDENTITY" => Ok(Activation::Identity),
            "ACTIVATION_RELU" => Ok(Activation::Relu),
            "ACTIVATION_MISH" => Ok(Activation::Mish),
            "ACTIVATION_SILU" => Ok(Activation::Silu),
            other => {
                let found = shortened(other);
                Err(self.words.fault(Fault::Activation { found }))
            }
        }
    }

    /// A batch norm and the activation behind it.
    ///
    /// Mean and variance go into factor and summand, in the same arithmetic as KataGo's.
    pub(super) fn norm(&mut self) -> Got<Norm> {
        let words = &mut self.words;
        let name = words.name("the name of a batch norm")?;
        let number = words.within("the number of channels", 1, CHANNELS)?;
        let epsilon = words.positive("epsilon")?;
        let has_scale = words.within("whether there are factors", 0, 1)? == 1;
        let has_bias = words.within("whether there are summands", 0, 1)? == 1;
        let mean = words.weights(number)?;
        let variance = words.weights(number)?;
        let mut scale = vec![1.0; number];
        if has_scale {
            scale = words.weights(number)?;
        }
        let mut bias = vec![0.0; number];
        if has_bias {
            bias = words.weights(number)?;
        }
        for (factor, &variance) in scale.iter_mut().zip(&variance) {
            let spread = (variance + epsilon).sqrt();
            // A variance that is no number compares as nothing.
            if !(spread > 0.0 && spread.is_finite()) {
                let value = variance.to_string();
                return Err(words.fault(Fault::Variance { value }));
            }
            *factor /= spread;
        }
        for ((summand, &factor), &mean) in bias.iter_mut().zip(&scale).zip(&mean) {
            // Without a mean nothing changes, not even the sign of a zero.
            if mean != 0.0 {
                *summand -= factor * mean;
            }
        }
        if let Some(value) = scale.iter().chain(&bias).find(|x| !x.is_finite()) {
            let value = value.to_string();
            return Err(words.fault(Fault::Infinite { value }));
        }
        let activation = self.activation()?;
        Ok(Norm {
            name,
            scale,
            bias,
            activation,
        })
    }

    /// So many blocks, inside so many others.
    pub(super) fn blocks(&mut self, number: usize, depth: usize) -> Got<Vec<Block>> {
        if depth > DEPTH {
            return Err(self.words.fault(Fault::Deep { most: DEPTH }));
        }
        let Some(left) = self.blocks_left.checked_sub(number) else {
            return Err(self.words.fault(Fault::Blocks { most: BLOCKS }));
        };
        self.blocks_left = left;
        (0..number).map(|_| self.block(depth)).collect()
    }

    fn block(&mut self, depth: usize) -> Got<Block> {
        let kind = self.words.word("the kind of a block")?;
        match kind.as_str() {
            "ordinary_block" => self.ordinary().map(Block::Ordinary),
            "gpool_block" => self.pooling().map(Block::Pooling),
            "nested_bottleneck_block" => self.nested(depth).map(Block::Nested),
            "transformer_attention_block" | "transformer_ffn_block" => Err(FileError::Unsupported(
                "it is a transformer, which cannot be evaluated here; networks of \
                     convolutions can"
                    .to_owned(),
            )),
            other => {
                let found = shortened(other);
                Err(self.words.fault(Fault::Block { found }))
            }
        }
    }

    fn ordinary(&mut self) -> Got<Ordinary> {
        Ok(Ordinary {
            name: self.words.name("the name of a block")?,
            norm1: self.norm()?,
            conv1: self.conv()?,
            norm2: self.norm()?,
            conv2: self.conv()?,
        })
    }

    fn pooling(&mut self) -> Got<Pooling> {
        Ok(Pooling {
            name: self.words.name("the name of a block")?,
            norm1: self.norm()?,
            regular: self.conv()?,
            pooled: self.conv()?,
            pooled_norm: self.norm()?,
            matrix: self.matrix()?,
            norm2: self.norm()?,
            conv2: self.conv()?,
        })
    }

    fn nested(&mut self, depth: usize) -> Got<Nested> {
        let name = self.words.name("the name of a block")?;
        let number = self.words.within("the number of blocks", 1, BLOCKS)?;
        Ok(Nested {
            name,
            norm1: self.norm()?,
            conv1: self.conv()?,
            blocks: self.blocks(number, depth + 1)?,
            norm2: self.norm()?,
            conv2: self.conv()?,
        })
    }

    pub(super) fn policy_head(&mut self) -> Got<PolicyHead> {
        Ok(PolicyHead {
            name: self.words.name("the name of the policy head")?,
            point_conv: self.conv()?,
            pool_conv: self.conv()?,
            pool_norm: self.norm()?,
            pool_matrix: self.matrix()?,
            norm: self.norm()?,
            conv: self.conv()?,
            pass: self.matrix()?,
            pass2: match crate::model::check::has_pass2(self.version) {
                true => Some((self.bias()?, self.activation()?, self.matrix()?)),
                false => None,
            },
        })
    }

    pub(super) fn value_head(&mut self) -> Got<ValueHead> {
        Ok(ValueHead {
            name: self.words.name("the name of the value head")?,
            conv: self.conv()?,
            norm: self.norm()?,
            matrix: self.matrix()?,
            bias: self.bias()?,
            activation: self.activation()?,
            value: self.matrix()?,
            value_bias: self.bias()?,
            score: self.matrix()?,
            score_bias: self.bias()?,
            ownership: self.conv()?,
        })
    }
}
