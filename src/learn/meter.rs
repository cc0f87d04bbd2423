//! Progress: a bar on a terminal, a plain line now and then elsewhere.

use std::io::{IsTerminal, stderr};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use tengen_progress::span;

use crate::failure::say;
use crate::screen::thousands;

/// The time between two plain lines.
const PACE: Duration = Duration::from_secs(30);
/// The number of steps of the bar.
const STEPS: f64 = 1000.0;

/// The progress of one piece of work.
pub(crate) struct Meter {
    what: &'static str,
    bar: ProgressBar,
    plain: bool,
    state: Mutex<State>,
}

struct State {
    start: Instant,
    told: Option<Instant>,
    /// The work done before: it says nothing about how fast things are.
    before: u64,
}

impl Meter {
    /// Of work of which so much was done in an earlier run.
    pub(crate) fn new(what: &'static str, before: u64) -> Self {
        let bar = ProgressBar::new(STEPS as u64);
        let template = "{elapsed_precise} {prefix} {bar:24} {percent:>3}% {msg}";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style.progress_chars("━╸─"));
        }
        bar.set_prefix(what);
        Self {
            what,
            bar,
            plain: !stderr().is_terminal(),
            state: Mutex::new(State {
                start: Instant::now(),
                told: None,
                before,
            }),
        }
    }

    /// So many games of so many are done, and this is to be said about them.
    pub(crate) fn done(&self, done: u64, total: u64, message: &str) {
        // Several threads may tell; one at a time is enough.
        let Ok(mut state) = self.state.try_lock() else {
            return;
        };
        let seconds = state.start.elapsed().as_secs_f64();
        let rate = done.saturating_sub(state.before) as f64 / seconds.max(1e-3);
        let part = (done as f64 / total.max(1) as f64).min(1.0);
        let mut text = format!("{} games a second", thousands(rate as u64));
        if rate > 0.0 {
            let left = total.saturating_sub(done) as f64 / rate;
            let left = Duration::try_from_secs_f64(left).unwrap_or(Duration::MAX);
            text += &format!(", about {} to go", span(left));
        }
        if !message.is_empty() {
            text += &format!(", {message}");
        }
        self.bar.set_position((part * STEPS) as u64);
        if self.plain && state.told.is_none_or(|told| told.elapsed() >= PACE) {
            state.told = Some(Instant::now());
            say(format!("{}: {:.0} %, {text}", self.what, 100.0 * part));
        }
        self.bar.set_message(text);
    }

    /// Takes the bar away.
    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
