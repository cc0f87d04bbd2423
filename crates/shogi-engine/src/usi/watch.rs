//! What a search hears and says while it runs.

use std::time::Duration;

use tengen_engine::Control;
use tengen_shogi::Move;

use super::info;
use super::port::Port;
use super::reader::Signals;
use crate::{Analysis, Shogi, Worth};

/// The time between two looks at what there is to tell.
const INTERVAL: Duration = Duration::from_millis(50);
/// The time after which something is told though nothing is new.
const SILENCE: Duration = Duration::from_secs(1);

/// See the module's head.
pub(super) struct Watch<'a, 'b> {
    pub(super) signals: &'a Signals,
    pub(super) port: &'a mut Port<'b>,
    /// The number of the line that is executed.
    pub(super) line: u64,
    /// True if the search has no end of its own.
    pub(super) open: bool,
    /// The candidates that were told of.
    pub(super) told: Vec<(Move, Worth, u32)>,
    /// When something was told.
    pub(super) spoken: Duration,
}

impl Watch<'_, '_> {
    /// Tells of the candidates if they are others than before.
    pub(super) fn tell(&mut self, analysis: &Analysis) {
        let lines = analysis.candidates.iter().zip(&analysis.findings.lines);
        let news: Vec<_> = lines
            .map(|(c, found)| (c.mv, found.worth, found.depth))
            .collect();
        let late = analysis.elapsed >= self.spoken + SILENCE;
        if news != self.told || news.is_empty() && late {
            info::lines(analysis)
                .iter()
                .for_each(|line| self.port.say(line));
        } else if late {
            self.port.say(&info::progress(analysis));
        } else {
            return;
        }
        self.told = news;
        self.spoken = analysis.elapsed;
    }

    /// Tells of the candidates at the end of a search.
    pub(super) fn conclude(&mut self, analysis: &Analysis) {
        info::lines(analysis)
            .iter()
            .for_each(|line| self.port.say(line));
    }
}

impl Control<Shogi> for Watch<'_, '_> {
    fn interrupted(&mut self) -> bool {
        self.port.is_broken() || self.signals.stops(self.open, self.line)
    }

    fn interval(&self) -> Option<Duration> {
        Some(INTERVAL)
    }

    fn report(&mut self, analysis: &Analysis) {
        self.tell(analysis);
    }
}
