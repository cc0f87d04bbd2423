//! A line that says how far things are.
//!
//! On a terminal it is redrawn in place; into a file or a pipe a plain line goes now and then.

use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// The time between two plain lines.
const PACE: Duration = Duration::from_secs(30);

/// The progress of a known number of things.
pub struct Progress {
    bar: ProgressBar,
    plain: bool,
    start: Instant,
    told: Option<Instant>,
    before: u64,
    total: u64,
}

impl Progress {
    /// The progress of so many things, some of which were done in an earlier run.
    pub fn new(total: u64, before: u64) -> Self {
        let bar = ProgressBar::new(total).with_position(before);
        let template = "{elapsed_precise} {bar:24} {pos}/{len} {msg}";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style.progress_chars("━╸─"));
        }
        bar.enable_steady_tick(Duration::from_secs(1));
        Self {
            bar,
            plain: !stderr().is_terminal(),
            start: Instant::now(),
            told: None,
            before,
            total,
        }
    }

    /// Shows that so many are done in all, with a message about them.
    pub fn done(&mut self, done: u64, message: &str) {
        let left = match self.estimate(done) {
            Some(left) => format!(", about {} to go", span(left)),
            None => String::new(),
        };
        self.bar.set_position(done);
        self.bar.set_message(format!("{message}{left}"));
        if self.plain && self.told.is_none_or(|told| told.elapsed() >= PACE) {
            self.told = Some(Instant::now());
            let line = format!("{done}/{} {message}{left}", self.total);
            eprintln!("{}", line.trim_end());
        }
    }

    /// Redraws the line with the time.
    pub fn tick(&self) {
        self.bar.tick();
    }

    /// The time that the rest takes if it goes on as since the start.
    fn estimate(&self, done: u64) -> Option<Duration> {
        let now = done.checked_sub(self.before).filter(|&n| n > 0)?;
        let rest = self.total.saturating_sub(done);
        Some(self.start.elapsed().mul_f64(rest as f64 / now as f64))
    }

    /// Takes the line away.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// `45 s`, `12 min`, `3 h 05 min`.
pub fn span(duration: Duration) -> String {
    match duration.as_secs() {
        seconds @ 0..100 => format!("{seconds} s"),
        seconds @ 100..6_000 => format!("{} min", (seconds + 30) / 60),
        seconds => format!("{} h {:02} min", seconds / 3600, seconds % 3600 / 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_are_short() {
        let said = |seconds| span(Duration::from_secs(seconds));
        assert_eq!(said(45), "45 s");
        assert_eq!(said(119), "2 min");
        assert_eq!(said(3 * 3600 + 300), "3 h 05 min");
    }

    #[test]
    fn what_an_earlier_run_did_is_no_ground_for_an_estimate() {
        let progress = Progress::new(10, 5);
        assert_eq!(progress.estimate(5), None);
        assert_eq!(progress.estimate(10), Some(Duration::ZERO));
    }
}
