//! The options of a board: the data that it keeps up to date beside the stones.

use std::fmt::Debug;

use super::liberties::{Liberties, Moments, Pseudo};
use super::sealed::Sealed;

/// The data that a board keeps up to date beside the stones. The board's own types are the only
/// ones.
pub trait Features: Sealed + Copy + Eq + Debug {
    /// The way in which chains count their liberties.
    type Liberties: Liberties;
    /// True if the Zobrist hash is kept.
    const HASH: bool;
}

/// The least that random play needs: pseudo-liberties, no hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Light;

impl Sealed for Light {}

impl Features for Light {
    type Liberties = Pseudo;
    const HASH: bool = false;
}

/// Random play with a hash, for methods that remember positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hashed;

impl Sealed for Hashed {}

impl Features for Hashed {
    type Liberties = Pseudo;
    const HASH: bool = true;
}

/// Exact knowledge of atari.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Atari;

impl Sealed for Atari {}

impl Features for Atari {
    type Liberties = Moments;
    const HASH: bool = false;
}

/// Everything: exact atari and hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Full;

impl Sealed for Full {}

impl Features for Full {
    type Liberties = Moments;
    const HASH: bool = true;
}
