//! Fills the history from the playouts of a search.

use std::sync::{Arc, Mutex, PoisonError};

use tengen_game::{Outcome, Position};

use super::memory::Memory;
use crate::parts::{NO_CODE, Observer, Trace};

/// An observer that writes playouts into a history, from the root of the search on.
#[derive(Clone, Debug)]
pub struct Recorder {
    memory: Arc<Mutex<Memory>>,
    null: u16,
}

impl Recorder {
    /// Writes into this history. `null` is the code of the move that is no play, such as a pass: a trace does not
    /// tell it, a sequence of moves needs it.
    #[must_use]
    pub const fn new(memory: Arc<Mutex<Memory>>, null: u16) -> Self {
        Self { memory, null }
    }
}

impl<P: Position> Observer<P> for Recorder {
    fn wants_moves(&self) -> bool {
        true
    }

    fn judged(&mut self, _: &P, trace: &Trace, outcome: &Outcome) {
        let mut memory = self.memory.lock().unwrap_or_else(PoisonError::into_inner);
        let code = |&code: &u16| if code == NO_CODE { self.null } else { code };
        memory.push(
            trace.color(0),
            trace.codes().iter().map(code),
            outcome.winner,
        );
    }
}
