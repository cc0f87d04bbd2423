//! The way back: from the gradients of the heads to those of all weights.

use super::Sample;
use super::graph::{BlockPart, ConvPart};
use super::head::parts;
use super::memory::{Memory, NEAR};
use super::pooling::{factors, unpool, untimes};
use super::worker::{Task, Worker};
use crate::features::GLOBALS;
use crate::kernel::correlate::Correlate;
use crate::kernel::gradient::{Denormalise, Destination, Rows, StemGradient, Sums};
use crate::kernel::matrix::Multiply;
use crate::kernel::plane::Plane;
use crate::kernel::pointwise::Finish;
use crate::kernel::reverse::Spread;
use crate::kernel::simd::Isa;
use crate::kernel::winograd::{Inputs, Weights, convolve};

impl Worker {
    /// Adds the gradients of a few boards that were on the way forth.
    pub(super) fn backward(&mut self, task: &Task<'_>, samples: &[&Sample], memory: &mut Memory) {
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
                to: Destination::Sum(&mut memory.gradient[i * board..]),
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
                to: Destination::Raw,
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
                to: Destination::Raw,
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
                to: Destination::Sum(&mut memory.gradient[board * board_len..]),
                scale,
                bias,
                summands: None,
            });
        }
    }
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
