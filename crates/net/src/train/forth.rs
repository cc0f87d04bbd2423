//! The way forth: from what a network sees to its heads.

use super::Sample;
use super::graph::BlockPart;
use super::head::Heads;
use super::memory::{BlockMemory, Memory, NEAR};
use super::pooling::{factors, pool, times};
use super::ready::Ready;
use super::worker::{Task, Worker};
use crate::kernel::gradient::{Condense, Rows};
use crate::kernel::matrix::Multiply;
use crate::kernel::plane::Plane;
use crate::kernel::pointwise::{Finish, Normalise};
use crate::kernel::simd::Isa;
use crate::kernel::stem::Stem;
use crate::kernel::winograd::convolve;

impl Worker {
    /// The trunk.
    pub(super) fn forward(&mut self, task: &Task<'_>, samples: &[&Sample], memory: &mut Memory) {
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
    pub(super) fn heads(&mut self, task: &Task<'_>, samples: &[&Sample], memory: &mut Memory) {
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
        (&mut *mean, largest, at),
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
