//! The arithmetic of networks, for the instruction sets that a CPU may have.
//!
//! Numbers lie as `[board][row][column][channel]`, channels side by side and filled up to a multiple of `GROUP`,
//! with a border of zeros around each board (see `plane::Plane`).
//!
//! Read in this order: `simd` (vectors of numbers), `plane` (where numbers lie), `matrix` (the product, where the
//! time goes), `tile` and `winograd` (3×3 convolutions), `stem` (the first layer, whose inputs are bits), `pointwise`
//! (everything between). For training: `correlate` (the product that makes gradients of weights), `reverse` (Winograd's
//! transformations the other way), `gradient` and `head` (everything else).

pub(crate) mod correlate;
pub(crate) mod gradient;
pub(crate) mod head;
pub(crate) mod matrix;
pub(crate) mod plane;
pub(crate) mod pointwise;
pub(crate) mod reverse;
pub mod simd;
pub(crate) mod stem;
pub(crate) mod tile;
pub(crate) mod winograd;

/// Channels come in groups of so many: the widest vector.
pub(crate) const GROUP: usize = 16;

/// A number of channels filled up to whole groups.
pub(crate) const fn filled(channels: usize) -> usize {
    channels.next_multiple_of(GROUP)
}
