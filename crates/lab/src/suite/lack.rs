//! A player that lacks a model: it would search, but as another player than the one asked for.

use crate::game::{Board, OwnPlayer, Sitting};
use crate::record::{Cause, VoidRecord};

/// The search of a player that has all that its parameters want.
///
/// # Errors
/// With the record of an attempt that does not count, if a model is not there or cannot be used.
pub(super) fn seated(
    name: &str,
    player: &dyn OwnPlayer,
    board: &dyn Board,
) -> Result<Box<dyn Sitting>, Box<VoidRecord>> {
    player.sit(board).map_err(|reason| {
        Box::new(VoidRecord {
            cause: Cause::Fault,
            player: Some(name.to_owned()),
            reason,
            last_words: None,
            moves: Vec::new(),
        })
    })
}
