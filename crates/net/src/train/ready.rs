//! Weights as kernels want them: transformed and packed, for the way forth and the way back.

use super::graph::{ConvPart, Graph};
use super::head::{HeadNorms, norm};
use crate::kernel::matrix::Packing;
use crate::kernel::pointwise::Norm;
use crate::kernel::reverse::Transform;
use crate::kernel::simd::Isa;
use crate::kernel::winograd::Weights;

/// The norms of a block.
#[derive(Clone, Debug)]
pub(super) struct BlockNorms {
    pub(super) norm1: Norm,
    pub(super) norm2: Norm,
    pub(super) pool: Option<Norm>,
}

/// A packed matrix.
#[derive(Clone, Debug)]
pub(super) struct Packed {
    pub(super) packing: Packing,
    pub(super) data: Vec<f32>,
}

/// The 3×3 convolutions of the trunk for tiles of one size, two for each block.
#[derive(Clone, Debug)]
pub(super) struct Tiles {
    tile: usize,
    pub(super) forth: Vec<Weights>,
    pub(super) back: Vec<Weights>,
    /// If they are those of the weights of now.
    fresh: bool,
}

/// All weights, ready for use.
#[derive(Clone, Debug)]
pub(super) struct Ready {
    isa: Isa,
    pub(super) weights: Vec<f32>,
    pub(super) blocks: Vec<BlockNorms>,
    pub(super) tip: Norm,
    pub(super) head: HeadNorms,
    /// From the trunk to the heads, and back.
    pub(super) heads: [Packed; 2],
    /// For tiles of 3 and of 4.
    tiles: [Option<Tiles>; 2],
    turned: Vec<f32>,
}

impl Ready {
    pub(super) fn new(isa: Isa, graph: &Graph, weights: Vec<f32>) -> Self {
        let heads = &graph.head.first;
        let packed = |inputs, outputs| {
            let packing = Packing::new(isa, inputs, outputs);
            let data = vec![0.0; packing.len()];
            Packed { packing, data }
        };
        let mut ready = Self {
            isa,
            blocks: Vec::new(),
            tip: norm(&graph.tip, &weights),
            head: HeadNorms::new(&graph.head, &weights),
            heads: [
                packed(heads.inputs, heads.outputs),
                packed(heads.outputs, heads.inputs),
            ],
            tiles: [None, None],
            turned: Vec::new(),
            weights,
        };
        ready.renew(graph);
        ready
    }

    /// Takes note of other weights.
    pub(super) fn renew(&mut self, graph: &Graph) {
        let weights = &self.weights;
        self.blocks.clear();
        self.blocks
            .extend(graph.blocks.iter().map(|block| BlockNorms {
                norm1: norm(&block.norm1, weights),
                norm2: norm(&block.norm2, weights),
                pool: block.pool.as_ref().map(|pool| norm(&pool.norm, weights)),
            }));
        self.tip = norm(&graph.tip, weights);
        self.head = HeadNorms::new(&graph.head, weights);
        let [forth, back] = &mut self.heads;
        let mut first = 0;
        for (at, outputs) in &graph.head.first.pieces {
            for (input, row) in weights[at.clone()].chunks_exact(*outputs).enumerate() {
                for (output, &weight) in row.iter().enumerate() {
                    forth.data[forth.packing.place(input, first + output)] = weight;
                    back.data[back.packing.place(first + output, input)] = weight;
                }
            }
            first += outputs;
        }
        for tiles in self.tiles.iter_mut().flatten() {
            tiles.fresh = false;
        }
    }

    /// Makes the convolutions ready for tiles of a size.
    pub(super) fn prepare(&mut self, graph: &Graph, tile: usize) {
        let isa = self.isa;
        let convs = || {
            graph
                .blocks
                .iter()
                .flat_map(|block| [&block.first, &block.last])
        };
        let slot = &mut self.tiles[usize::from(tile == 4)];
        let tiles = slot.get_or_insert_with(|| {
            let weights = |inputs, outputs| {
                let packing = Packing::new(isa, inputs, outputs);
                let data = vec![0.0; (tile + 2) * (tile + 2) * packing.len()];
                Weights { packing, data }
            };
            Tiles {
                tile,
                forth: convs()
                    .map(|conv| weights(conv.inputs, conv.outputs))
                    .collect(),
                back: convs()
                    .map(|conv| weights(conv.outputs, conv.inputs))
                    .collect(),
                fresh: false,
            }
        });
        if tiles.fresh {
            return;
        }
        for (conv, (forth, back)) in convs().zip(tiles.forth.iter_mut().zip(&mut tiles.back)) {
            let mut first = 0;
            for (at, outputs) in &conv.pieces {
                isa.run(Transform {
                    tile: tiles.tile,
                    inputs: conv.inputs,
                    outputs: *outputs,
                    weights: &self.weights[at.clone()],
                    first,
                    packing: forth.packing,
                    to: &mut forth.data,
                });
                first += outputs;
            }
            turn(conv, &self.weights, &mut self.turned);
            isa.run(Transform {
                tile: tiles.tile,
                inputs: conv.outputs,
                outputs: conv.inputs,
                weights: &self.turned,
                first: 0,
                packing: back.packing,
                to: &mut back.data,
            });
        }
        tiles.fresh = true;
    }

    /// The convolutions for tiles of a size, which were prepared.
    pub(super) fn tiles(&self, tile: usize) -> &Tiles {
        let tiles = self.tiles[usize::from(tile == 4)].as_ref();
        tiles.expect("whoever computes has prepared the weights")
    }
}

/// The weights of the convolution that leads back: turned by half, inputs and outputs exchanged.
fn turn(conv: &ConvPart, weights: &[f32], to: &mut Vec<f32>) {
    let (inputs, outputs) = (conv.inputs, conv.outputs);
    to.resize(9 * inputs * outputs, 0.0);
    let mut first = 0;
    for (at, count) in &conv.pieces {
        for (place, matrix) in weights[at.clone()].chunks_exact(inputs * count).enumerate() {
            let to = &mut to[(8 - place) * outputs * inputs..][..outputs * inputs];
            for (output, to) in to[first * inputs..]
                .chunks_exact_mut(inputs)
                .take(*count)
                .enumerate()
            {
                for (to, weight) in to.iter_mut().zip(matrix[output..].iter().step_by(*count)) {
                    *to = *weight;
                }
            }
        }
        first += count;
    }
}
