//! The gain by more threads: wall time of the same search with one and with several.

use serde_json::{Value, json};
use tengen_go::Size;

use super::measure::Meter;
use super::search::{recipe, wall_seconds};

/// The number of times that each is measured; they take turns.
const ROUNDS: usize = 5;

/// The gain of several threads on one size.
pub(super) struct Gain {
    size: Size,
    threads: u32,
    /// Median playouts a second of wall time.
    one: f64,
    several: f64,
}

impl Gain {
    /// Measures the recipe `playouts` with as many threads as there are cores, for about so many
    /// seconds in all; none on a machine of one core.
    pub(super) fn measure(size: Size, seconds: f64, meter: &Meter) -> Option<Self> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = u32::try_from(cores).ok().filter(|&n| n > 1)?;
        let probe = 2_000;
        let rate = probe as f64 / wall_seconds(recipe("playouts", 1, 1), size, probe);
        let playouts = (rate * seconds / (2 * ROUNDS) as f64) as u64;
        let playouts = playouts.max(1_000);
        let [mut one, mut several] = [const { Vec::new() }; 2];
        for round in 0..ROUNDS as u64 {
            let timed = |threads| wall_seconds(recipe("playouts", threads, round), size, playouts);
            one.push(playouts as f64 / timed(1));
            several.push(playouts as f64 / timed(threads));
            meter.did(seconds / ROUNDS as f64);
        }
        Some(Self {
            size,
            threads,
            one: median(one),
            several: median(several),
        })
    }

    /// The factor by which several threads are faster.
    pub(super) fn factor(&self) -> f64 {
        self.several / self.one
    }

    pub(super) fn json(&self) -> Value {
        json!({
            "size": self.size.get(),
            "threads": self.threads,
            "one_playouts_per_second": self.one,
            "several_playouts_per_second": self.several,
            "factor": self.factor(),
        })
    }
}

impl std::fmt::Display for Gain {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{:<8} {:>6} {:>11.0} {:>11.0} {:>6.2}",
            self.threads,
            self.size,
            self.one,
            self.several,
            self.factor()
        )
    }
}

fn median(mut rates: Vec<f64>) -> f64 {
    rates.sort_by(f64::total_cmp);
    rates[rates.len() / 2]
}
