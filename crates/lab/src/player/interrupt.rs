//! The stop flag of a run, as a search asks it.

use tengen_engine::Control;
use tengen_progress::StopFlag;

/// Ends a search as soon as units under way are to be dropped.
pub(crate) struct Interrupt<'a>(pub(crate) &'a StopFlag);

impl Control for Interrupt<'_> {
    fn interrupted(&mut self) -> bool {
        self.0.is_now()
    }
}
