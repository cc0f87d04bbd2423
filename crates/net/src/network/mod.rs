//! A network that is ready to run on boards of one size.
//!
//! [`Network`] holds the weights, transformed and packed for the instruction set of the CPU; threads share it. An
//! [`Evaluator`] has the memory that one thread computes in, and allocates nothing once it is made. Boards are smaller
//! than 19×19 by having fewer points, not by masks: whatever lies beyond the edge is a border of zeros.

mod heads;
mod packed;
mod trunk;

use std::sync::Arc;

use tengen_go::Size;

use crate::features::{Features, LARGEST};
use crate::kernel::plane::Plane;
use crate::kernel::simd::Isa;
use crate::model::Model;
use crate::output::Output;
use heads::{Heads, HeadsMemory};
use trunk::{Trunk, TrunkMemory};

/// A network that cannot run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unfit {
    /// The board is too large.
    #[error("networks play on boards up to 19×19, not on {0}")]
    Size(Size),
    /// A convolution within the trunk has another window than 1×1 or 3×3.
    #[error("the convolution {0} has a window of {1}×{1}: only 3×3 is supported there")]
    Window(String, usize),
    /// The blocks of a network differ in their channels.
    #[error("the block {0} has other numbers of channels than those before it")]
    Channels(String),
    /// Blocks within blocks within blocks.
    #[error("the block {0} is nested too deeply")]
    Nesting(String),
}

/// The weights of a network, ready for boards of one size; see the module's head.
#[derive(Debug)]
pub struct Network {
    isa: Isa,
    size: Size,
    plane: Plane,
    trunk: Trunk,
    heads: Heads,
}

impl Network {
    /// Makes a network ready for boards of this size.
    ///
    /// # Errors
    /// If it cannot run on them, or has layers that nothing here computes.
    pub fn new(model: &Model, size: Size, isa: Isa) -> Result<Self, Unfit> {
        if size.get() > LARGEST {
            return Err(Unfit::Size(size));
        }
        let plane = Plane::new(size);
        Ok(Self {
            isa,
            size,
            plane,
            trunk: Trunk::new(isa, &plane, model)?,
            heads: Heads::new(isa, model),
        })
    }

    /// The size of its boards.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The instructions that it uses.
    #[must_use]
    pub const fn isa(&self) -> Isa {
        self.isa
    }
}

/// Evaluates positions, up to a number of them at once.
#[derive(Debug)]
pub struct Evaluator {
    network: Arc<Network>,
    batch: usize,
    trunk: TrunkMemory,
    heads: HeadsMemory,
}

impl Evaluator {
    /// Memory to evaluate up to `batch` positions at once.
    #[must_use]
    pub fn new(network: Arc<Network>, batch: usize) -> Self {
        let batch = batch.max(1);
        Self {
            trunk: TrunkMemory::new(&network.plane, &network.trunk, batch),
            heads: HeadsMemory::new(&network.plane, &network.heads),
            network,
            batch,
        }
    }

    /// The network.
    #[must_use]
    pub const fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// Evaluates positions; any number of them, on boards of the network's size.
    ///
    /// # Panics
    /// If there are fewer outputs than inputs, or a board has another size.
    pub fn evaluate(&mut self, inputs: &[Features], outputs: &mut [Output]) {
        assert!(outputs.len() >= inputs.len(), "an output for each input");
        let network = Arc::clone(&self.network);
        let chunks = inputs.chunks(self.batch);
        for (inputs, outputs) in chunks.zip(outputs.chunks_mut(self.batch)) {
            assert!(
                inputs.iter().all(|board| board.size == network.size),
                "boards of the network's size"
            );
            network
                .trunk
                .run(network.isa, &network.plane, inputs, &mut self.trunk);
            for (board, output) in outputs.iter_mut().enumerate().take(inputs.len()) {
                let tip = self.trunk.tip(&network.plane, board);
                let heads = &network.heads;
                heads.run(network.isa, &network.plane, tip, &mut self.heads, output);
            }
        }
    }
}

/// Numbers filled up with zeros to a length.
fn fill(numbers: &[f32], length: usize) -> Vec<f32> {
    let mut filled = numbers.to_vec();
    filled.resize(length, 0.0);
    filled
}
