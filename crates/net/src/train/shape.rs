//! The shapes of networks that are trained here, and their first weights.

use crate::model::Model;

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
    /// Six blocks, the third and fifth of which pool a quarter of their channels (rounded up to a multiple of 16).
    #[must_use]
    pub fn new(blocks: usize, channels: usize) -> Self {
        Self {
            blocks,
            channels,
            pooling: (2..blocks).step_by(2).collect(),
            pooled: (channels / 4).next_multiple_of(16).min(channels),
            window: 5,
            policy: 32,
            value: 32,
            hidden: 64,
        }
    }

    /// A network of this shape that has learned nothing.
    #[must_use]
    pub fn fresh(&self, name: &str, seed: u64) -> Model {
        todo!("{name} {seed}")
    }
}
