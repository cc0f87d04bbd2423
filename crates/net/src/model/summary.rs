//! What a network amounts to: how large it is, what it is made of and what it costs.

use std::fmt;

use tengen_go::Size;

use super::{Activation, Block, Layer, Model};

/// How many blocks of each kind there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Kinds {
    /// Ordinary blocks.
    pub ordinary: usize,
    /// Blocks with pooling.
    pub pooling: usize,
    /// Nested blocks. What is in them is not counted with the others.
    pub nested: usize,
    /// Ordinary blocks inside nested ones.
    pub inner_ordinary: usize,
    /// Blocks with pooling inside nested ones.
    pub inner_pooling: usize,
}

impl Kinds {
    fn count(&mut self, blocks: &[Block], inside: bool) {
        for block in blocks {
            match (block, inside) {
                (Block::Ordinary(_), false) => self.ordinary += 1,
                (Block::Ordinary(_), true) => self.inner_ordinary += 1,
                (Block::Pooling(_), false) => self.pooling += 1,
                (Block::Pooling(_), true) => self.inner_pooling += 1,
                (Block::Nested(nested), _) => {
                    self.nested += 1;
                    self.count(&nested.blocks, true);
                }
            }
        }
    }
}

/// `4 ordinary, 2 with pooling`.
impl fmt::Display for Kinds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |kinds: &[(usize, &str)]| {
            let there = kinds.iter().filter(|(n, _)| *n > 0);
            let words: Vec<String> = there.map(|(n, kind)| format!("{n} {kind}")).collect();
            words.join(", ")
        };
        let mut text = list(&[
            (self.ordinary, "ordinary"),
            (self.pooling, "with pooling"),
            (self.nested, "nested"),
        ]);
        let inner = list(&[
            (self.inner_ordinary, "ordinary"),
            (self.inner_pooling, "with pooling"),
        ]);
        if !inner.is_empty() {
            text.push_str(&format!(" (of {inner})"));
        }
        f.pad(&text)
    }
}

/// `ReLU`, `Mish`, as papers write them.
impl fmt::Display for Activation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Identity => "identity",
            Self::Relu => "ReLU",
            Self::Mish => "Mish",
            Self::Silu => "SiLU",
        })
    }
}

impl Model {
    /// The largest board that a network can be asked about; the smallest is [`Size::MIN`].
    pub const LARGEST: Size = Size::NINETEEN;

    /// The channels of the trunk.
    #[must_use]
    pub const fn channels(&self) -> usize {
        self.stem.outputs
    }

    /// The number of weights: of convolutions, matrices, biases and both lists of norms.
    #[must_use]
    pub fn weights(&self) -> usize {
        let lists = self.layers().into_iter().flat_map(Layer::numbers);
        lists.map(<[f32]>::len).sum()
    }

    /// The blocks by kind.
    #[must_use]
    pub fn kinds(&self) -> Kinds {
        let mut kinds = Kinds::default();
        kinds.count(&self.blocks, false);
        kinds
    }

    /// The function behind most layers: that of the trunk's tip.
    #[must_use]
    pub const fn activation(&self) -> Activation {
        self.tip.activation
    }

    /// The channels of the policy: 1, or 2 with an optimistic one, or 4 with values of moves besides.
    #[must_use]
    pub const fn policies(&self) -> usize {
        self.policy.conv.outputs
    }

    /// The number of scores: 4, or 6 with those of the near future.
    #[must_use]
    pub const fn scores(&self) -> usize {
        self.value.score.outputs
    }

    /// The multiplications with additions of one evaluation, each convolution done directly and as if there were
    /// no edge. Norms and activations are not counted.
    #[must_use]
    pub fn multiplications(&self, size: Size) -> u64 {
        let cost = |layer: Layer<'_>| match layer {
            Layer::Conv(conv) => (conv.weights.len() * size.area()) as u64,
            Layer::Matrix(matrix) => matrix.weights.len() as u64,
            Layer::Norm(_) | Layer::Bias(_) => 0,
        };
        self.layers().into_iter().map(cost).sum()
    }

    /// How many points away a stone is still seen through convolutions alone, from the input to the end of the
    /// trunk.
    #[must_use]
    pub fn reach(&self) -> usize {
        self.stem.side / 2 + reach(&self.blocks)
    }
}

/// The reach of blocks that follow one another.
fn reach(blocks: &[Block]) -> usize {
    let one = |block: &Block| match block {
        Block::Ordinary(block) => block.conv1.side / 2 + block.conv2.side / 2,
        Block::Pooling(block) => block.regular.side / 2 + block.conv2.side / 2,
        Block::Nested(block) => block.conv1.side / 2 + reach(&block.blocks) + block.conv2.side / 2,
    };
    blocks.iter().map(one).sum()
}
