//! The side to move as a type, so that a move is compiled once for each colour.

use super::sealed::Sealed;
use crate::Color;

/// A colour known at compile time: [`Black`] or [`White`], and nothing else.
///
/// ```compile_fail
/// use tengen_go::board::{Side, White};
/// #[derive(Clone, Copy)]
/// struct Red;
/// impl Side for Red {
///     const COLOR: tengen_go::Color = tengen_go::Color::Black;
///     const CODE: u16 = 1;
///     const RING: u16 = 0;
///     const AGAINST: u16 = 0;
///     type Opponent = Red;
/// }
/// ```
pub trait Side: Sealed + Copy {
    /// The colour.
    const COLOR: Color;
    /// Its two bits in a [`Neighbourhood`](super::Neighbourhood).
    const CODE: u16;
    /// A byte with the code in each of the four orthogonal fields.
    const RING: u16;
    /// Bits 8 to 15 that an opposing stone on a diagonal sets and no other colour does.
    const AGAINST: u16;
    /// The opponent.
    type Opponent: Side<Opponent = Self>;
}

/// Black, as a type.
#[derive(Clone, Copy, Debug)]
pub struct Black;

/// White, as a type.
#[derive(Clone, Copy, Debug)]
pub struct White;

impl Sealed for Black {}

impl Side for Black {
    const COLOR: Color = Color::Black;
    const CODE: u16 = 1;
    const RING: u16 = 0x55;
    const AGAINST: u16 = 0xaa00;
    type Opponent = White;
}

impl Sealed for White {}

impl Side for White {
    const COLOR: Color = Color::White;
    const CODE: u16 = 2;
    const RING: u16 = 0xaa;
    const AGAINST: u16 = 0x5500;
    type Opponent = Black;
}

/// The two-bit code of an empty point; stones have the two between it and [`EDGE`].
pub(super) const EMPTY: u16 = 0;
/// Off the board.
pub(super) const EDGE: u16 = 3;

/// The stone of a two-bit code.
#[inline(always)]
pub(super) const fn stone(code: u16) -> Option<Color> {
    match code {
        1 => Some(Color::Black),
        2 => Some(Color::White),
        _ => None,
    }
}
