//! Rates and their spread.
//!
//! The kinds take turns in short rounds, so that a machine that changes its pace in between does
//! no kind a favour; the median of the rounds is the rate.

use std::sync::Arc;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use tengen_go::Size;
use tengen_pattern::model::Model;
use tengen_progress::span;

use super::prior::{Order, Prior};
use super::report::{Report, Row};
use super::signature::signature;
use super::threads::Gain;
use super::work::{Kind, Makings, Work};
use super::{calibration, clock};

/// The number of rounds of a kind.
pub(super) const ROUNDS: usize = 7;

/// A line that says what is measured and how long the rest takes, on a terminal only.
pub(super) struct Meter(ProgressBar);

impl Meter {
    /// The measuring of so many seconds, as planned.
    fn new(seconds: f64) -> Self {
        let bar = ProgressBar::new(microseconds(seconds));
        let style = ProgressStyle::with_template("{bar:30} {prefix}, about {msg} left");
        Self(style.map_or(bar.clone(), |style| bar.with_style(style)))
    }

    /// Says what comes next.
    fn begin(&self, what: &str, size: Size) {
        self.0.set_prefix(format!("{what} on {size}"));
        self.did(0.0);
    }

    /// Counts what was planned to take so many seconds. The plan is a better estimate of the rest than the pace so
    /// far.
    pub(super) fn did(&self, seconds: f64) {
        self.0.inc(microseconds(seconds));
        let left = self
            .0
            .length()
            .unwrap_or(0)
            .saturating_sub(self.0.position());
        self.0.set_message(span(Duration::from_micros(left)));
    }
}

impl Drop for Meter {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

fn microseconds(seconds: f64) -> u64 {
    Duration::from_secs_f64(seconds).as_micros() as u64
}

/// The gain by threads is measured so many times as long as a kind.
const GAIN: f64 = 2.0;

/// Measures every kind on every size, each for about so many seconds.
pub(super) fn measure(
    sizes: &[Size],
    seconds: f64,
    makings: &Makings,
    model: &Arc<Model>,
) -> Report {
    let kinds = (Kind::MEASURED.len() + Order::ALL.len()) as f64 + GAIN;
    let meter = Meter::new(sizes.len() as f64 * kinds * seconds);
    let calibration = calibration::seconds();
    let rows = sizes
        .iter()
        .flat_map(|&size| measure_size(size, seconds, makings, &meter))
        .collect();
    Report {
        clock: clock::KIND,
        calibration,
        rows,
        priors: sizes
            .iter()
            .flat_map(|&size| Order::ALL.map(|order| (order, size)))
            .filter_map(|(order, size)| {
                meter.begin("priors", size);
                Prior::measure(model, order, size, seconds, &makings.parameters, &meter)
            })
            .collect(),
        gains: sizes
            .iter()
            .filter_map(|&size| {
                meter.begin("threads", size);
                Gain::measure(size, GAIN * seconds, &meter)
            })
            .collect(),
        signature: signature(makings),
    }
}

fn measure_size(size: Size, seconds: f64, makings: &Makings, meter: &Meter) -> Vec<Row> {
    meter.begin("playouts and searches", size);
    let mut works = Kind::MEASURED
        .map(|kind| fitted(Work::new(kind, size, 1, makings), seconds / ROUNDS as f64));
    let mut rates = [const { Vec::new() }; Kind::MEASURED.len()];
    let mut moves = [0; Kind::MEASURED.len()];
    let mut bytes = [0; Kind::MEASURED.len()];
    for round in 0..ROUNDS {
        for (i, work) in works.iter_mut().enumerate() {
            work.seed = 1 + round as u64;
            let tally = work.count();
            rates[i].push(work.playouts as f64 / tally.seconds);
            moves[i] += tally.moves;
            bytes[i] = tally.bytes;
            meter.did(seconds / ROUNDS as f64);
        }
    }
    let rows = works
        .iter()
        .zip(rates)
        .enumerate()
        .map(|(i, (work, rates))| {
            let playouts = (work.playouts * ROUNDS as u64) as f64;
            Row::new(work.kind, size, rates, moves[i] as f64 / playouts, bytes[i])
        });
    rows.collect()
}

/// The work, with as many playouts as take about so many seconds.
fn fitted(mut work: Work<'_>, seconds: f64) -> Work<'_> {
    const MOST: u64 = 1 << 32;
    loop {
        let taken = work.count().seconds;
        if taken >= seconds / 8.0 || work.playouts >= MOST {
            let fits = work.playouts as f64 * seconds / taken;
            work.playouts = (fits as u64).max(1);
            return work;
        }
        work.playouts *= 2;
    }
}
