//! A player that lacks a model: it would search, but as another player than the one asked for.

use tengen_go_engine::Session;

use crate::record::{Cause, VoidRecord};

/// Nothing, if a player has all that its parameters want.
///
/// # Errors
/// With the record of an attempt that does not count, if a model is not there or cannot be used.
pub(super) fn complete(player: &str, session: &Session) -> Result<(), Box<VoidRecord>> {
    match session.fault() {
        None => Ok(()),
        Some(fault) => Err(Box::new(VoidRecord {
            cause: Cause::Fault,
            player: Some(player.to_owned()),
            reason: format!("lacks a model: {fault}"),
            last_words: None,
            moves: Vec::new(),
        })),
    }
}
