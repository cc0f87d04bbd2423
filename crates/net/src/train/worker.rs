//! What a thread of the training does: boards forth and back, a few at a time.
//!
//! Since no board depends on another, a few of them go all the way through the network and back while their numbers are
//! still near; of transformed tiles even fewer are kept. Gradients of 3×3 convolutions are summed as the products of
//! transformed tiles and transformed back once a batch.

use super::graph::Graph;
use super::head::HeadMemory;
use super::loss::Losses;
use super::memory::Memory;
use super::ready::Ready;
use super::{LossWeights, Sample};
use crate::kernel::plane::Plane;
use crate::kernel::reverse::Restore;
use crate::kernel::simd::Isa;

/// A thread's own memory and sums.
#[derive(Debug)]
pub(super) struct Worker {
    pub(super) isa: Isa,
    /// The gradient of the batch.
    pub(super) gradient: Vec<f32>,
    /// Of 3×3 convolutions: by place of the product, input and output, for tiles of 3 and of 4.
    pub(super) transformed: [Vec<Vec<f32>>; 2],
    /// Of the heads' first convolution, its pieces side by side.
    pub(super) heads: Vec<f32>,
    pub(super) losses: Losses,
    /// By the side of the board.
    memories: Vec<Option<Box<Memory>>>,
    pub(super) head: HeadMemory,
    /// Numbers for each channel.
    pub(super) sums: Vec<f32>,
    pub(super) d_pooled: Vec<f32>,
}

/// The network of a moment and what is to be learned.
#[derive(Clone, Copy)]
pub(super) struct Task<'a> {
    pub(super) graph: &'a Graph,
    pub(super) ready: &'a Ready,
    pub(super) losses: &'a LossWeights,
    /// What each sample counts in the gradient; `None` if nothing is to be learned.
    pub(super) share: Option<f32>,
}

impl Worker {
    pub(super) fn new(isa: Isa, graph: &Graph) -> Self {
        Self {
            isa,
            gradient: vec![0.0; graph.len],
            transformed: [Vec::new(), Vec::new()],
            heads: vec![0.0; graph.head.first.inputs * graph.head.first.outputs],
            losses: Losses::default(),
            memories: Vec::new(),
            head: HeadMemory::default(),
            sums: Vec::new(),
            d_pooled: Vec::new(),
        }
    }

    /// Forgets the last batch.
    pub(super) fn clear(&mut self) {
        self.losses = Losses::default();
        self.gradient.fill(0.0);
        self.heads.fill(0.0);
        for sums in self.transformed.iter_mut().flatten() {
            sums.fill(0.0);
        }
    }

    /// Adds the losses, and the gradient if it is wanted, of a few boards of one size.
    pub(super) fn run(&mut self, task: &Task<'_>, samples: &[&Sample]) {
        let Some(size) = samples.first().map(|sample| sample.features.size) else {
            return;
        };
        let plane = Plane::new(size);
        if self.memories.len() <= plane.side {
            self.memories.resize_with(plane.side + 1, || None);
        }
        let mut memory = self.memories[plane.side]
            .take()
            .unwrap_or_else(|| Box::new(Memory::new(task.graph, plane)));
        self.forward(task, samples, &mut memory);
        self.heads(task, samples, &mut memory);
        if task.share.is_some() {
            self.backward(task, samples, &mut memory);
        }
        self.memories[plane.side] = Some(memory);
    }

    /// Adds what was summed apart to the gradient.
    pub(super) fn finish(&mut self, graph: &Graph) {
        for (tile, sums) in [3, 4].into_iter().zip(&self.transformed) {
            let convs = graph
                .blocks
                .iter()
                .flat_map(|block| [&block.first, &block.last]);
            for (conv, from) in convs.zip(sums) {
                let mut first = 0;
                for (at, outputs) in &conv.pieces {
                    self.isa.run(Restore {
                        tile,
                        inputs: conv.inputs,
                        columns: conv.outputs,
                        from,
                        first,
                        outputs: *outputs,
                        to: &mut self.gradient[at.clone()],
                    });
                    first += outputs;
                }
            }
        }
        let columns = graph.head.first.outputs;
        let mut first = 0;
        for (at, outputs) in &graph.head.first.pieces {
            let to = self.gradient[at.clone()].chunks_exact_mut(*outputs);
            for (to, from) in to.zip(self.heads.chunks_exact(columns)) {
                for (to, from) in to.iter_mut().zip(&from[first..]) {
                    *to += from;
                }
            }
            first += outputs;
        }
    }
}
