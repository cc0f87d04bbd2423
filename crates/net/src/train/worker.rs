//! What a thread of the training does: boards forth and back, a few at a time.
//!
//! Since no board depends on another, a few of them go all the way through the network and back while their numbers are
//! still near; of transformed tiles even fewer are kept. Gradients of 3×3 convolutions are summed as the products of
//! transformed tiles and transformed back once a batch.

use super::graph::{BlockPart, ConvPart, Graph};
use super::head::{HeadMemory, Heads, parts};
use super::loss::Losses;
use super::pooling::{factors, pool, times, unpool, untimes};
use super::ready::Ready;
use super::{LossWeights, Sample};
use crate::features::GLOBALS;
use crate::kernel::correlate::Correlate;
use crate::kernel::gradient::{Condense, Denormalise, Into, Rows, StemGradient, Sums};
use crate::kernel::matrix::Multiply;
use crate::kernel::plane::Plane;
use crate::kernel::pointwise::{Finish, Normalise};
use crate::kernel::reverse::{Restore, Spread};
use crate::kernel::simd::Isa;
use crate::kernel::stem::Stem;
use crate::kernel::winograd::{Inputs, Weights, convolve};

/// The most boards that go through the network together.
pub(super) const CHUNK: usize = 8;
/// The most of them whose tiles are transformed at once.
const NEAR: usize = 2;

/// What a block read and made of boards.
#[derive(Debug)]
struct BlockMemory {
    /// Before and behind the first norm.
    input: Vec<f32>,
    first: Vec<f32>,
    /// Before and behind the second norm.
    middle: Vec<f32>,
    last: Vec<f32>,
    /// Of blocks that pool, for each board: pooled numbers, the points of the largest, biases.
    pooled: Vec<f32>,
    at: Vec<u32>,
    summand: Vec<f32>,
}

/// The numbers of boards of one size.
#[derive(Debug)]
pub(super) struct Memory {
    plane: Plane,
    blocks: Vec<BlockMemory>,
    /// Behind the last block.
    trunk: Vec<f32>,
    /// Behind the last norm, points side by side.
    tip: Vec<f32>,
    heads: Vec<f32>,
    /// The gradient of the trunk, within a border.
    gradient: Vec<f32>,
    /// The gradient of what is behind a norm.
    behind: Vec<f32>,
    /// Transformed tiles and their products.
    inputs: Vec<f32>,
    products: Vec<f32>,
}

impl Memory {
    fn new(graph: &Graph, plane: Plane) -> Self {
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

/// A thread's own memory and sums.
#[derive(Debug)]
pub(super) struct Worker {
    isa: Isa,
    /// The gradient of the batch.
    pub(super) gradient: Vec<f32>,
    /// Of 3×3 convolutions: by place of the product, input and output, for tiles of 3 and of 4.
    transformed: [Vec<Vec<f32>>; 2],
    /// Of the heads' first convolution, its pieces side by side.
    heads: Vec<f32>,
    pub(super) losses: Losses,
    /// By the side of the board.
    memories: Vec<Option<Box<Memory>>>,
    head: HeadMemory,
    /// Numbers for each channel.
    sums: Vec<f32>,
    d_pooled: Vec<f32>,
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

    fn forward(&mut self, task: &Task<'_>, samples: &[&Sample], memory: &mut Memory) {
        let (graph, ready, plane) = (task.graph, task.ready, memory.plane);
        let (isa, channels) = (self.isa, graph.channels);
        let tiles = ready.tiles(plane.tile);
        let board = plane.places() * channels;
        for (i, sample) in samples.iter().enumerate() {
            self.sums.clear();
            self.sums.resize(channels, 0.0);
            let globals = &ready.weights[graph.globals.clone()];
            times(&sample.features.globals, globals, &mut self.sums);
            let place = i * board..(i + 1) * board;
            let finish = match memory.blocks.first_mut() {
                Some(block) => Finish {
                    raw: Some(&mut block.input[place.clone()]),
                    adds: false,
                    normed: Some((&ready.blocks[0].norm1, &mut block.first[place])),
                },
                None => Finish {
                    raw: Some(&mut memory.trunk[place]),
                    adds: false,
                    normed: None,
                },
            };
            isa.run(Stem {
                plane,
                bits: &sample.features.planes,
                window: graph.window,
                weights: &ready.weights[graph.stem.clone()],
                bias: &self.sums,
                finish,
            });
        }
        for (i, part) in graph.blocks.iter().enumerate() {
            let (here, next) = memory.blocks.split_at_mut(i + 1);
            let block = &mut here[i];
            for start in (0..samples.len()).step_by(NEAR) {
                let near = start..samples.len().min(start + NEAR);
                let places = |channels: usize| {
                    let board = plane.places() * channels;
                    near.start * board..near.end * board
                };
                let norms = &ready.blocks[i];
                let (outputs, middle) = (part.first.outputs, part.last.inputs);
                let normed = match part.pool {
                    Some(_) => None,
                    None => Some((&norms.norm2, &mut block.last[places(middle)])),
                };
                convolve(
                    isa,
                    plane,
                    near.len(),
                    &block.first[places(channels)],
                    &tiles.forth[2 * i],
                    &mut memory.inputs,
                    &mut memory.products,
                    Finish {
                        raw: Some(&mut block.middle[places(outputs)]),
                        adds: false,
                        normed,
                    },
                );
                for board in near.clone() {
                    pool_board(isa, &plane, part, ready, i, block, board);
                }
                let (raw, normed) = match next.first_mut() {
                    Some(next) => {
                        let norm = &ready.blocks[i + 1].norm1;
                        let normed = &mut next.first[places(channels)];
                        (&mut next.input, Some((norm, normed)))
                    }
                    None => (&mut memory.trunk, None),
                };
                let raw = &mut raw[places(channels)];
                raw.copy_from_slice(&block.input[places(channels)]);
                convolve(
                    isa,
                    plane,
                    near.len(),
                    &block.last[places(middle)],
                    &tiles.forth[2 * i + 1],
                    &mut memory.inputs,
                    &mut memory.products,
                    Finish {
                        raw: Some(raw),
                        adds: true,
                        normed,
                    },
                );
            }
        }
    }

    /// The heads of all boards; their gradients take the place of their channels.
    fn heads(&mut self, task: &Task<'_>, samples: &[&Sample], memory: &mut Memory) {
        let (graph, ready, plane) = (task.graph, task.ready, memory.plane);
        let (isa, channels) = (self.isa, graph.channels);
        for i in 0..samples.len() {
            isa.run(Condense {
                plane,
                from: &memory.trunk[i * plane.places() * channels..],
                norm: &ready.tip,
                to: &mut memory.tip[i * plane.area() * channels..],
            });
        }
        let rows = samples.len() * plane.area();
        let outputs = graph.head.first.outputs;
        isa.run(Multiply {
            a: &memory.tip,
            a_stride: channels,
            b: &ready.heads[0].data,
            packing: ready.heads[0].packing,
            c: &mut memory.heads,
            c_stride: outputs,
            rows,
        });
        let heads = Heads {
            isa,
            plane,
            part: &graph.head,
            norms: &ready.head,
            weights: &ready.weights,
            losses: task.losses,
        };
        let boards = memory.heads.chunks_exact_mut(plane.area() * outputs);
        for (sample, numbers) in samples.iter().zip(boards) {
            match task.share {
                Some(share) => heads.learn(
                    numbers,
                    sample,
                    share,
                    &mut self.head,
                    &mut self.losses,
                    &mut self.gradient,
                ),
                None => {
                    heads.evaluate(numbers, sample, &mut self.head, &mut self.losses);
                }
            }
        }
    }

    fn backward(&mut self, task: &Task<'_>, samples: &[&Sample], memory: &mut Memory) {
        let (graph, ready, plane) = (task.graph, task.ready, memory.plane);
        let (isa, channels) = (self.isa, graph.channels);
        let rows = samples.len() * plane.area();
        isa.run(Correlate {
            a: &memory.tip,
            inputs: channels,
            b: &memory.heads,
            outputs: graph.head.first.outputs,
            rows,
            c: &mut self.heads,
        });
        // The tip has served; its gradient takes its place.
        isa.run(Multiply {
            a: &memory.heads,
            a_stride: graph.head.first.outputs,
            b: &ready.heads[1].data,
            packing: ready.heads[1].packing,
            c: &mut memory.tip,
            c_stride: channels,
            rows,
        });
        let board = plane.places() * channels;
        memory.gradient[..samples.len() * board].fill(0.0);
        for i in 0..samples.len() {
            let [scale, bias] = parts(&mut self.gradient, [&graph.tip.scale, &graph.tip.bias]);
            isa.run(Denormalise {
                norm: &ready.tip,
                gradient: &memory.tip[i * plane.area() * channels..],
                gradient_rows: Rows::dense(&plane),
                raw: &mut memory.trunk[i * board..],
                raw_rows: Rows::bordered(&plane),
                raw_channels: channels,
                raw_channel: 0,
                summand: None,
                to: Into::Sum(&mut memory.gradient[i * board..]),
                scale,
                bias,
                summands: None,
            });
        }
        let sums = &mut self.transformed[usize::from(plane.tile == 4)];
        if sums.is_empty() {
            let convs = graph
                .blocks
                .iter()
                .flat_map(|block| [&block.first, &block.last]);
            sums.extend(convs.map(|conv| vec![0.0; plane.products() * conv.inputs * conv.outputs]));
        }
        for (i, part) in graph.blocks.iter().enumerate().rev() {
            for start in (0..samples.len()).step_by(NEAR) {
                let near = start..samples.len().min(start + NEAR);
                self.block_back(task, i, part, near, memory);
            }
        }
        for (i, sample) in samples.iter().enumerate() {
            let gradient = &memory.gradient[i * board..(i + 1) * board];
            isa.run(StemGradient {
                plane,
                bits: &sample.features.planes,
                window: graph.window,
                channels,
                gradient,
                weights: &mut self.gradient[graph.stem.clone()],
            });
            self.sums.clear();
            self.sums.resize(channels, 0.0);
            isa.run(Sums {
                rows: Rows::bordered(&plane),
                from: gradient,
                to: &mut self.sums,
            });
            untimes(
                &sample.features.globals,
                &ready.weights[graph.globals.clone()],
                &self.sums,
                &mut [0.0; GLOBALS],
                &mut self.gradient[graph.globals.clone()],
            );
        }
    }

    /// The way back through a block.
    fn block_back(
        &mut self,
        task: &Task<'_>,
        i: usize,
        part: &BlockPart,
        near: std::ops::Range<usize>,
        memory: &mut Memory,
    ) {
        let (ready, plane) = (task.ready, memory.plane);
        let (isa, norms) = (self.isa, &ready.blocks[i]);
        let (channels, outputs, middle) = (part.first.inputs, part.first.outputs, part.last.inputs);
        let tiles = ready.tiles(plane.tile);
        let sums = &mut self.transformed[usize::from(plane.tile == 4)];
        let places = |channels: usize| {
            let board = plane.places() * channels;
            near.start * board..near.end * board
        };
        let block = &mut memory.blocks[i];
        let bordered = Rows::bordered(&plane);
        let mut way = Way {
            isa,
            plane,
            boards: near.len(),
            inputs: &mut memory.inputs,
            products: &mut memory.products,
        };
        way.back(
            &part.last,
            &block.last[places(middle)],
            &memory.gradient[places(channels)],
            &tiles.back[2 * i + 1],
            &mut sums[2 * i + 1],
            &mut memory.behind,
        );
        self.sums.resize(self.sums.len().max(middle), 0.0);
        for (place, board) in near.clone().enumerate() {
            let raw = &mut block.middle[board * plane.places() * outputs..];
            let summand = &block.summand[board * middle..(board + 1) * middle];
            let [scale, bias] = parts(&mut self.gradient, [&part.norm2.scale, &part.norm2.bias]);
            isa.run(Denormalise {
                norm: &norms.norm2,
                gradient: &memory.behind[place * plane.places() * middle..],
                gradient_rows: bordered,
                raw,
                raw_rows: bordered,
                raw_channels: outputs,
                raw_channel: 0,
                summand: Some(summand),
                to: Into::Raw,
                scale,
                bias,
                summands: Some(&mut self.sums),
            });
            let (Some(pool), Some(norm)) = (&part.pool, &norms.pool) else {
                continue;
            };
            let count = pool.norm.channels;
            let pooled = &block.pooled[board * 3 * count..(board + 1) * 3 * count];
            let at = &block.at[board * count..(board + 1) * count];
            self.d_pooled.clear();
            self.d_pooled.resize(3 * count, 0.0);
            untimes(
                pooled,
                &ready.weights[pool.matrix.clone()],
                &self.sums[..middle],
                &mut self.d_pooled,
                &mut self.gradient[pool.matrix.clone()],
            );
            let far = factors(plane.side)[1];
            for channel in 0..count {
                self.d_pooled[channel] += far * self.d_pooled[count + channel];
            }
            // What was behind the norm of this board has served.
            let points = &mut memory.behind[place * plane.places() * middle..];
            let points = &mut points[..plane.area() * count];
            let (mean, largest) = (&self.d_pooled[..count], &self.d_pooled[2 * count..]);
            unpool(plane.area(), mean, largest, at, points);
            let [scale, bias] = parts(&mut self.gradient, [&pool.norm.scale, &pool.norm.bias]);
            isa.run(Denormalise {
                norm,
                gradient: points,
                gradient_rows: Rows::dense(&plane),
                raw,
                raw_rows: bordered,
                raw_channels: outputs,
                raw_channel: middle,
                summand: None,
                to: Into::Raw,
                scale,
                bias,
                summands: None,
            });
        }
        way.back(
            &part.first,
            &block.first[places(channels)],
            &block.middle[places(outputs)],
            &tiles.back[2 * i],
            &mut sums[2 * i],
            &mut memory.behind,
        );
        let board_len = plane.places() * channels;
        for (place, board) in near.clone().enumerate() {
            let [scale, bias] = parts(&mut self.gradient, [&part.norm1.scale, &part.norm1.bias]);
            isa.run(Denormalise {
                norm: &norms.norm1,
                gradient: &memory.behind[place * board_len..],
                gradient_rows: bordered,
                raw: &mut block.input[board * board_len..],
                raw_rows: bordered,
                raw_channels: channels,
                raw_channel: 0,
                summand: None,
                to: Into::Sum(&mut memory.gradient[board * board_len..]),
                scale,
                bias,
                summands: None,
            });
        }
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

/// Pools the channels of a board and makes of its regular ones what the second convolution reads.
fn pool_board(
    isa: Isa,
    plane: &Plane,
    part: &BlockPart,
    ready: &Ready,
    i: usize,
    block: &mut BlockMemory,
    board: usize,
) {
    let norms = &ready.blocks[i];
    let (Some(pools), Some(norm)) = (&part.pool, &norms.pool) else {
        return;
    };
    let (outputs, middle, count) = (part.first.outputs, part.last.inputs, pools.norm.channels);
    let from = &block.middle[board * plane.places() * outputs..];
    let pooled = &mut block.pooled[board * 3 * count..(board + 1) * 3 * count];
    let at = &mut block.at[board * count..(board + 1) * count];
    let (means, largest) = pooled.split_at_mut(2 * count);
    let (mean, far) = means.split_at_mut(count);
    pool(
        norm,
        from,
        Rows::bordered(plane),
        outputs,
        middle,
        mean,
        largest,
        at,
    );
    for (far, mean) in far.iter_mut().zip(mean) {
        *far = *mean * factors(plane.side)[1];
    }
    let summand = &mut block.summand[board * middle..(board + 1) * middle];
    summand.fill(0.0);
    times(pooled, &ready.weights[pools.matrix.clone()], summand);
    isa.run(Normalise {
        plane: *plane,
        from,
        from_channels: outputs,
        from_channel: 0,
        summand: Some(summand),
        norm: &norms.norm2,
        to: &mut block.last[board * plane.places() * middle..],
    });
}

/// The way back through 3×3 convolutions of a few boards.
struct Way<'a> {
    isa: Isa,
    plane: Plane,
    boards: usize,
    inputs: &'a mut [f32],
    products: &'a mut [f32],
}

impl Way<'_> {
    /// Adds the gradient of the transformed weights to `sums` and writes that of what was `read`.
    fn back(
        &mut self,
        conv: &ConvPart,
        read: &[f32],
        gradient: &[f32],
        weights: &Weights,
        sums: &mut [f32],
        to: &mut [f32],
    ) {
        let (isa, plane, boards) = (self.isa, self.plane, self.boards);
        let (inputs, outputs) = (conv.inputs, conv.outputs);
        isa.run(Inputs {
            plane,
            channels: inputs,
            boards,
            from: read,
            to: self.inputs,
        });
        isa.run(Spread {
            plane,
            channels: outputs,
            boards,
            from: gradient,
            to: self.products,
        });
        let tiles = boards * plane.count();
        for (product, sums) in sums.chunks_exact_mut(inputs * outputs).enumerate() {
            isa.run(Correlate {
                a: &self.inputs[product * tiles * inputs..],
                inputs,
                b: &self.products[product * tiles * outputs..],
                outputs,
                rows: tiles,
                c: sums,
            });
        }
        convolve(
            isa,
            plane,
            boards,
            gradient,
            weights,
            self.inputs,
            self.products,
            Finish {
                raw: Some(to),
                adds: false,
                normed: None,
            },
        );
    }
}
