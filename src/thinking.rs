//! The progress of a search as a person sees it: after half a second, on a terminal, how far it is. Whoever has
//! waited long enough stops it.

use std::io::{self, IsTerminal};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use tengen_go::Size;
use tengen_go_engine::{Analysis, Control, Go, Limits};
use tengen_progress::StopFlag;

use crate::screen::count;
use crate::wording::percent;

/// A search that is faster shows nothing.
const PATIENCE: Duration = Duration::from_millis(500);
/// The time between two steps of the bar.
const STEP: Duration = Duration::from_millis(100);
/// The length of the bar, in parts of the work.
const PARTS: f64 = 1000.0;

/// Ends a search when the flag asks for it, and shows nothing.
pub(crate) struct Stoppable(pub(crate) StopFlag);

impl Control<Go> for Stoppable {
    fn interrupted(&mut self) -> bool {
        self.0.is_asked()
    }
}

/// Shows the progress of a search on standard error; gone when it is dropped.
pub(crate) struct Thinking {
    limits: Limits,
    size: Size,
    halt: StopFlag,
    seen: bool,
    /// True if the search has something to say when it is stopped.
    fruitful: bool,
    bar: Option<ProgressBar>,
}

impl Thinking {
    /// A search with these limits, on a board of this size, that ends when the flag asks for it, but not before it
    /// knows a move.
    pub(crate) fn new(limits: Limits, size: Size, halt: StopFlag) -> Self {
        Self {
            limits,
            size,
            halt,
            seen: io::stderr().is_terminal(),
            fruitful: false,
            bar: None,
        }
    }

    /// The part that is done, by the limit that is nearest.
    fn done(&self, analysis: &Analysis) -> f64 {
        let ratio = |done: f64, all: f64| if all > 0.0 { done / all } else { 1.0 };
        let by_time = self.limits.time.map_or(0.0, |time| {
            ratio(analysis.elapsed.as_secs_f64(), time.as_secs_f64())
        });
        let by_playouts = self.limits.playouts.map_or(0.0, |playouts| {
            ratio(analysis.playouts as f64, playouts as f64)
        });
        by_time.max(by_playouts).clamp(0.0, 1.0)
    }
}

impl Control<Go> for Thinking {
    fn interrupted(&mut self) -> bool {
        self.fruitful && self.halt.is_asked()
    }

    fn interval(&self) -> Option<Duration> {
        Some(STEP)
    }

    fn report(&mut self, analysis: &Analysis) {
        self.fruitful = analysis.best().is_some();
        if !self.seen || analysis.elapsed < PATIENCE {
            return;
        }
        let done = self.done(analysis);
        let left = analysis.elapsed.as_secs_f64() * (1.0 - done) / done.max(1e-3);
        let best = analysis.best().map_or_else(String::new, |best| {
            format!("{} {}, ", best.mv.label(self.size), percent(best.winrate))
        });
        let playouts = count(analysis.playouts, "playout");
        let bar = self.bar.get_or_insert_with(new_bar);
        bar.set_message(format!("{best}{playouts}, about {left:.0} s left"));
        bar.set_position((PARTS * done) as u64);
    }
}

impl Drop for Thinking {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

fn new_bar() -> ProgressBar {
    let bar = ProgressBar::new(PARTS as u64);
    let style = ProgressStyle::with_template("thinking {bar:20} {msg}");
    style.map_or(bar.clone(), |style| bar.with_style(style))
}
