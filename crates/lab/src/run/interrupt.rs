//! The stop flag of a run, as a search asks it.

use tengen_go_engine::{Control, Go};
use tengen_progress::StopFlag;

/// Ends a search as soon as units under way are to be dropped.
pub(super) struct Interrupt<'a>(pub(super) &'a StopFlag);

impl Control<Go> for Interrupt<'_> {
    fn interrupted(&mut self) -> bool {
        self.0.is_now()
    }
}
