//! The trunk: first layer, residual blocks.
//!
//! Blocks are pre-activated: what a convolution reads has been through a norm and an activation. Whoever writes the
//! trunk writes both, the sums (`raw`) and what the norm of the next block makes of them (`active`), so that no pass
//! over the board is spent on it.

use super::packed::{Packed, pointwise, pooled_matrix};
use super::{Unfit, fill};
use crate::features::{Features, GLOBALS, PLANES};
use crate::kernel::filled;
use crate::kernel::matrix::Packing;
use crate::kernel::plane::Plane;
use crate::kernel::pointwise::{Finish, FinishRow, Norm, Normalise, Pool};
use crate::kernel::simd::Isa;
use crate::kernel::stem::Stem;
use crate::kernel::winograd::{Weights, convolve};
use crate::model::{self, Block as Layers, Conv, Model};

/// The numbers of a board's inputs and products that are kept at once, for as many boards as there is room for.
const SCRATCH: usize = 400_000;

/// See the module's head.
#[derive(Debug)]
pub(super) struct Trunk {
    channels: usize,
    window: usize,
    stem: Vec<f32>,
    globals: Packed,
    first: Norm,
    blocks: Vec<Block>,
    /// The channels of the trunk itself, and of blocks within blocks.
    widths: [Widths; 2],
}

/// The numbers of channels at one depth, in whole groups; 0 where there are none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Widths {
    /// Of the sums.
    trunk: usize,
    /// Between the convolutions of ordinary blocks.
    between: usize,
    /// Of the regular and the pooled channels of pooling blocks.
    regular: usize,
    pooled: usize,
}

/// A block, and the norm of whatever comes behind it.
#[derive(Debug)]
struct Block {
    kind: Kind,
    next: Norm,
}

#[derive(Debug)]
enum Kind {
    Ordinary {
        first: Weights,
        norm: Norm,
        second: Weights,
    },
    Pooling {
        /// To regular and pooled channels at once.
        first: Weights,
        pooled_norm: Norm,
        matrix: Packed,
        norm: Norm,
        second: Weights,
    },
    Nested {
        first: Packed,
        /// Before the first block within.
        norm: Norm,
        blocks: Vec<Block>,
        second: Packed,
    },
}

/// A norm with channels in whole groups. Those beyond stay 0.
pub(super) fn norm(layer: &model::Norm) -> Norm {
    let length = filled(layer.scale.len());
    Norm {
        scale: fill(&layer.scale, length),
        bias: fill(&layer.bias, length),
        activation: layer.activation,
    }
}

/// The weights of convolutions that read the same channels, their results side by side.
fn weights(isa: Isa, plane: &Plane, convs: &[&Conv]) -> Result<Weights, Unfit> {
    for conv in convs {
        if conv.side != 3 {
            return Err(Unfit::Window(conv.name.clone(), conv.side));
        }
    }
    let inputs = convs[0].inputs;
    let outputs: usize = convs.iter().map(|conv| filled(conv.outputs)).sum();
    let number = |row: usize, column: usize, input: usize, output: usize| {
        let mut output = output;
        for conv in convs {
            let width = filled(conv.outputs);
            if output < width {
                if output >= conv.outputs || input >= conv.inputs {
                    return 0.0;
                }
                let tap = (row * 3 + column) * conv.inputs + input;
                return conv.weights[tap * conv.outputs + output];
            }
            output -= width;
        }
        0.0
    };
    Ok(Weights::new(isa, plane, filled(inputs), outputs, number))
}

/// The norm before a block.
fn before(block: &Layers) -> &model::Norm {
    match block {
        Layers::Ordinary(block) => &block.norm1,
        Layers::Pooling(block) => &block.norm1,
        Layers::Nested(block) => &block.norm1,
    }
}

impl Trunk {
    pub(super) fn new(isa: Isa, plane: &Plane, model: &Model) -> Result<Self, Unfit> {
        let stem = &model.stem;
        let channels = filled(stem.outputs);
        let mut numbers = vec![0.0; stem.side * stem.side * PLANES * channels];
        let rows = numbers.chunks_exact_mut(channels);
        for (to, from) in rows.zip(stem.weights.chunks_exact(stem.outputs)) {
            to[..stem.outputs].copy_from_slice(from);
        }
        let mut widths = [Widths::default(); 2];
        widths[0].trunk = channels;
        let blocks = blocks(isa, plane, &model.blocks, &model.tip, &mut widths, 0)?;
        Ok(Self {
            channels,
            window: stem.side,
            stem: numbers,
            globals: Packed::of(isa, &model.globals),
            first: norm(model.blocks.first().map_or(&model.tip, before)),
            blocks,
            widths,
        })
    }

    /// Runs boards through the trunk; see [`TrunkMemory::tip`] for what comes of it.
    pub(super) fn run(
        &self,
        isa: Isa,
        plane: &Plane,
        inputs: &[Features],
        memory: &mut TrunkMemory,
    ) {
        let boards = inputs.len();
        let TrunkMemory {
            levels,
            scratch,
            row,
        } = memory;
        let [level, below] = levels;
        let board = plane.places() * self.channels;
        for (i, features) in inputs.iter().enumerate() {
            let bias = &mut row[..self.channels];
            self.globals
                .multiply(isa, 1, &features.globals, GLOBALS, bias);
            isa.run(Stem {
                plane: *plane,
                bits: &features.planes,
                window: self.window,
                weights: &self.stem,
                bias,
                finish: Finish {
                    raw: Some(&mut level.raw[i * board..(i + 1) * board]),
                    adds: false,
                    normed: Some((&self.first, &mut level.active[i * board..(i + 1) * board])),
                },
            });
        }
        let mut run = Run {
            isa,
            plane: *plane,
            boards,
            scratch,
            row,
        };
        for block in &self.blocks {
            run.block(block, level, Some(below));
        }
    }
}

/// Makes the blocks of a trunk, or of a block, ready.
fn blocks(
    isa: Isa,
    plane: &Plane,
    layers: &[Layers],
    last: &model::Norm,
    widths: &mut [Widths; 2],
    depth: usize,
) -> Result<Vec<Block>, Unfit> {
    let mut blocks = Vec::with_capacity(layers.len());
    for (i, layer) in layers.iter().enumerate() {
        let kind = match layer {
            Layers::Ordinary(block) => {
                claim(&mut widths[depth].between, block.conv1.outputs, &block.name)?;
                Kind::Ordinary {
                    first: weights(isa, plane, &[&block.conv1])?,
                    norm: norm(&block.norm2),
                    second: weights(isa, plane, &[&block.conv2])?,
                }
            }
            Layers::Pooling(block) => {
                claim(
                    &mut widths[depth].regular,
                    block.regular.outputs,
                    &block.name,
                )?;
                claim(&mut widths[depth].pooled, block.pooled.outputs, &block.name)?;
                Kind::Pooling {
                    first: weights(isa, plane, &[&block.regular, &block.pooled])?,
                    pooled_norm: norm(&block.pooled_norm),
                    matrix: pooled_matrix(isa, &block.matrix),
                    norm: norm(&block.norm2),
                    second: weights(isa, plane, &[&block.conv2])?,
                }
            }
            Layers::Nested(block) => {
                if depth > 0 {
                    return Err(Unfit::Nesting(block.name.clone()));
                }
                for conv in [&block.conv1, &block.conv2] {
                    if conv.side != 1 {
                        return Err(Unfit::Window(conv.name.clone(), conv.side));
                    }
                }
                claim(&mut widths[1].trunk, block.conv1.outputs, &block.name)?;
                Kind::Nested {
                    first: pointwise(isa, &block.conv1),
                    norm: norm(block.blocks.first().map_or(&block.norm2, before)),
                    blocks: self::blocks(isa, plane, &block.blocks, &block.norm2, widths, 1)?,
                    second: pointwise(isa, &block.conv2),
                }
            }
        };
        let next = norm(layers.get(i + 1).map_or(last, before));
        blocks.push(Block { kind, next });
    }
    Ok(blocks)
}

/// All blocks of a depth have the same number of channels in one place: the border around the board depends on it.
fn claim(width: &mut usize, channels: usize, block: &str) -> Result<(), Unfit> {
    if *width != 0 && *width != filled(channels) {
        return Err(Unfit::Channels(block.to_owned()));
    }
    *width = filled(channels);
    Ok(())
}

/// The memory of a thread for the trunk.
#[derive(Debug)]
pub(super) struct TrunkMemory {
    levels: [Level; 2],
    scratch: [Vec<f32>; 2],
    row: Vec<f32>,
}

/// The memory of one depth of blocks. Borders are zeros and stay so.
#[derive(Debug)]
struct Level {
    widths: Widths,
    raw: Vec<f32>,
    active: Vec<f32>,
    between: Vec<f32>,
    regular: Vec<f32>,
    /// Regular and pooled channels as they come.
    mixed: Vec<f32>,
}

impl TrunkMemory {
    pub(super) fn new(plane: &Plane, trunk: &Trunk, batch: usize) -> Self {
        let places = plane.places() * batch;
        let level = |widths: Widths| Level {
            widths,
            raw: vec![0.0; places * widths.trunk],
            active: vec![0.0; places * widths.trunk],
            between: vec![0.0; places * widths.between],
            regular: vec![0.0; places * widths.regular],
            mixed: vec![0.0; places * (widths.regular + widths.pooled)],
        };
        let all = trunk.widths.iter();
        let widest = all.flat_map(|w| [w.trunk, w.between, w.regular + w.pooled]);
        let widest = widest.max().unwrap_or(0);
        let group = group(plane, widest).min(batch);
        let scratch = group * plane.products() * plane.count() * widest;
        // A row of results of a 1×1 convolution, or what is pooled and the biases that come of it.
        let pooled = trunk.widths.iter().map(|w| 3 * w.pooled + w.regular).max();
        let row = (plane.side * widest).max(pooled.unwrap_or(0));
        Self {
            levels: trunk.widths.map(level),
            scratch: [vec![0.0; scratch], vec![0.0; scratch]],
            row: vec![0.0; row],
        }
    }

    /// What the last norm made of a board, with its border.
    pub(super) fn tip(&self, plane: &Plane, board: usize) -> &[f32] {
        let level = &self.levels[0];
        let length = plane.places() * level.widths.trunk;
        &level.active[board * length..(board + 1) * length]
    }
}

/// The boards whose convolutions are computed together: the more, the less often weights are read again; the fewer, the
/// more of what is computed stays near.
fn group(plane: &Plane, channels: usize) -> usize {
    let numbers = plane.products() * plane.count() * channels;
    (SCRATCH / numbers.max(1)).max(1)
}

/// A batch on its way through the trunk.
struct Run<'a> {
    isa: Isa,
    plane: Plane,
    boards: usize,
    scratch: &'a mut [Vec<f32>; 2],
    row: &'a mut [f32],
}

impl Run<'_> {
    fn block(&mut self, block: &Block, level: &mut Level, below: Option<&mut Level>) {
        let Level {
            widths,
            raw,
            active,
            between,
            regular,
            mixed,
        } = level;
        let next = &block.next;
        match &block.kind {
            Kind::Ordinary {
                first,
                norm,
                second,
            } => {
                self.convolve(active, first, None, Some((norm, between)));
                self.convolve(between, second, Some((raw, true)), Some((next, active)));
            }
            Kind::Pooling {
                first,
                pooled_norm,
                matrix,
                norm,
                second,
            } => {
                self.convolve(active, first, Some((mixed, false)), None);
                for board in 0..self.boards {
                    self.pool(board, *widths, mixed, pooled_norm, matrix, norm, regular);
                }
                self.convolve(regular, second, Some((raw, true)), Some((next, active)));
            }
            Kind::Nested {
                first,
                norm,
                blocks,
                second,
            } => {
                let Some(below) = below else { return };
                self.pointwise(
                    active,
                    first,
                    (&mut below.raw, false),
                    (norm, &mut below.active),
                );
                for block in blocks {
                    self.block(block, below, None);
                }
                self.pointwise(&below.active, second, (raw, true), (next, active));
            }
        }
    }

    /// A 3×3 convolution, a group of boards at a time. Results are written to `raw`, or added to it.
    fn convolve(
        &mut self,
        from: &[f32],
        weights: &Weights,
        mut raw: Option<(&mut Vec<f32>, bool)>,
        mut normed: Option<(&Norm, &mut Vec<f32>)>,
    ) {
        let places = self.plane.places();
        let Packing { inner, columns, .. } = weights.packing;
        let size = self.plane.products() * self.plane.count() * inner.max(columns);
        let group = (self.scratch[0].len() / size).max(1);
        let [inputs, products] = self.scratch;
        for first in (0..self.boards).step_by(group) {
            let boards = group.min(self.boards - first);
            let range = first * places * columns..(first + boards) * places * columns;
            let finish = Finish {
                adds: raw.as_ref().is_some_and(|(_, adds)| *adds),
                raw: raw.as_mut().map(|(raw, _)| &mut raw[range.clone()]),
                normed: normed
                    .as_mut()
                    .map(|(norm, normed)| (&**norm, &mut normed[range.clone()])),
            };
            let from = &from[first * places * inner..];
            convolve(
                self.isa, self.plane, boards, from, weights, inputs, products, finish,
            );
        }
    }

    /// A 1×1 convolution. Results are written to `raw`, or added to it.
    fn pointwise(
        &mut self,
        from: &[f32],
        weights: &Packed,
        (raw, adds): (&mut [f32], bool),
        (norm, normed): (&Norm, &mut Vec<f32>),
    ) {
        let (channels, columns) = (weights.rows(), weights.columns());
        let (places, side) = (self.plane.places(), self.plane.side);
        for board in 0..self.boards {
            for row in 0..side {
                let place = board * places + self.plane.place(row, 0);
                let results = &mut self.row[..side * columns];
                let from = &from[place * channels..(place + side) * channels];
                weights.multiply_numbers(self.isa, side, from, &mut self.scratch[0], results);
                let range = place * columns..(place + side) * columns;
                self.isa.run(FinishRow {
                    results,
                    channels: columns,
                    finish: Finish {
                        raw: Some(&mut raw[range.clone()]),
                        adds,
                        normed: Some((norm, &mut normed[range])),
                    },
                });
            }
        }
    }

    /// Pools some channels of a board, and biases, norms and activates the others.
    #[expect(clippy::too_many_arguments, reason = "the layers of a block")]
    fn pool(
        &mut self,
        board: usize,
        widths: Widths,
        mixed: &[f32],
        pooled_norm: &Norm,
        matrix: &Packed,
        norm: &Norm,
        to: &mut [f32],
    ) {
        let Widths {
            regular, pooled, ..
        } = widths;
        let (places, width) = (self.plane.places(), regular + pooled);
        let from = &mixed[board * places * width..(board + 1) * places * width];
        let (numbers, summand) = self.row.split_at_mut(3 * pooled);
        let (mean, rest) = numbers.split_at_mut(pooled);
        let (scaled, largest) = rest.split_at_mut(pooled);
        self.isa.run(Pool {
            plane: self.plane,
            from,
            from_channels: width,
            from_channel: regular,
            norm: pooled_norm,
            normed: None,
            mean,
            largest,
        });
        let factor = (self.plane.side as f32 - 14.0) * 0.1;
        for (scaled, mean) in scaled.iter_mut().zip(mean) {
            *scaled = *mean * factor;
        }
        let summand = &mut summand[..regular];
        matrix.multiply(self.isa, 1, numbers, 3 * pooled, summand);
        self.isa.run(Normalise {
            plane: self.plane,
            from,
            from_channels: width,
            from_channel: 0,
            summand: Some(summand),
            norm,
            to: &mut to[board * places * regular..(board + 1) * places * regular],
        });
    }
}
