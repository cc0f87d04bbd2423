//! The memory of an engine over time.

use std::time::{Duration, Instant};

use tengen_process::usage::resident_megabytes;

/// The time between two looks at the memory.
const PACE: Duration = Duration::from_secs(1);

/// The memory that the engine takes.
#[derive(Default)]
pub(crate) struct Memory {
    looked: Option<Instant>,
    first: Option<f64>,
    last: Option<f64>,
    peak: f64,
}

impl Memory {
    /// True if it is time to look again.
    pub(crate) fn is_due(&self) -> bool {
        self.looked.is_none_or(|looked| looked.elapsed() >= PACE)
    }

    /// Looks; the error is the sentence for too much.
    pub(crate) fn look(&mut self, pid: u32, most: u32) -> Result<(), String> {
        self.looked = Some(Instant::now());
        let Some(now) = resident_megabytes(pid) else {
            return Ok(());
        };
        self.first.get_or_insert(now);
        self.last = Some(now);
        self.peak = self.peak.max(now);
        if now > f64::from(most) {
            return Err(format!(
                "the engine takes {now:.0} MB, more than the {most} allowed"
            ));
        }
        Ok(())
    }

    /// First, most and last.
    pub(crate) fn say(&self) -> String {
        match (self.first, self.last) {
            (Some(first), Some(last)) => format!(
                "{first:.1} MB at first, {:.1} MB at most, {last:.1} MB at last",
                self.peak
            ),
            _ => "unknown".to_owned(),
        }
    }
}
