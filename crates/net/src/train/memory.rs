//! The numbers of a few boards on their way through a network.

use super::graph::Graph;
use crate::kernel::plane::Plane;

/// The most boards that go through the network together.
pub(super) const CHUNK: usize = 8;
/// The most of them whose tiles are transformed at once.
pub(super) const NEAR: usize = 2;

/// What a block read and made of boards.
#[derive(Debug)]
pub(super) struct BlockMemory {
    /// Before and behind the first norm.
    pub(super) input: Vec<f32>,
    pub(super) first: Vec<f32>,
    /// Before and behind the second norm.
    pub(super) middle: Vec<f32>,
    pub(super) last: Vec<f32>,
    /// Of blocks that pool, for each board: pooled numbers, the points of the largest, biases.
    pub(super) pooled: Vec<f32>,
    pub(super) at: Vec<u32>,
    pub(super) summand: Vec<f32>,
}

/// The numbers of boards of one size.
#[derive(Debug)]
pub(super) struct Memory {
    pub(super) plane: Plane,
    pub(super) blocks: Vec<BlockMemory>,
    /// Behind the last block.
    pub(super) trunk: Vec<f32>,
    /// Behind the last norm, points side by side.
    pub(super) tip: Vec<f32>,
    pub(super) heads: Vec<f32>,
    /// The gradient of the trunk, within a border.
    pub(super) gradient: Vec<f32>,
    /// The gradient of what is behind a norm.
    pub(super) behind: Vec<f32>,
    /// Transformed tiles and their products.
    pub(super) inputs: Vec<f32>,
    pub(super) products: Vec<f32>,
}

impl Memory {
    pub(super) fn new(graph: &Graph, plane: Plane) -> Self {
        let widest = graph
            .blocks
            .iter()
            .flat_map(|block| [block.first.inputs, block.first.outputs, block.last.inputs])
            .fold(graph.channels, usize::max);
        let boards = |channels: usize| vec![0.0; CHUNK * plane.places() * channels];
        let points = |channels: usize| vec![0.0; CHUNK * plane.area() * channels];
        let tiles = || vec![0.0; NEAR * plane.products() * plane.count() * widest];
        let channels = graph.channels;
        let blocks = graph.blocks.iter().map(|block| {
            let middle = block.last.inputs;
            let pooled = block.pool.as_ref().map_or(0, |pool| pool.norm.channels);
            BlockMemory {
                input: boards(channels),
                first: boards(channels),
                middle: boards(block.first.outputs),
                last: boards(middle),
                pooled: vec![0.0; CHUNK * 3 * pooled],
                at: vec![0; CHUNK * pooled],
                summand: vec![0.0; CHUNK * middle],
            }
        });
        Self {
            plane,
            blocks: blocks.collect(),
            trunk: boards(channels),
            tip: points(channels),
            heads: points(graph.head.first.outputs),
            gradient: boards(channels),
            behind: boards(widest),
            inputs: tiles(),
            products: tiles(),
        }
    }
}
