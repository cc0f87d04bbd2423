//! The measurements, as a table and as JSON.

use std::fmt;

use serde_json::{Value, json};
use tengen_go::Size;

use super::calibration::REFERENCE_SECONDS;
use super::measure::ROUNDS;
use super::prior::Prior;
use super::search::LENGTH;
use super::signature::Signature;
use super::threads::Gain;
use super::work::Kind;

/// All that was measured.
pub(super) struct Report {
    /// The kind of the seconds: `cpu` or `wall`.
    pub(super) clock: &'static str,
    /// The seconds that the calibrating loop takes here.
    pub(super) calibration: f64,
    /// A row for each kind and size.
    pub(super) rows: Vec<Row>,
    /// The cost of the prior of a node, on each size; nothing without a model.
    pub(super) priors: Vec<Prior>,
    /// The gain by more threads, on each size.
    pub(super) gains: Vec<Gain>,
    /// The digest of the fixed work.
    pub(super) signature: Signature,
}

/// One kind on one size; rates are playouts a second.
pub(super) struct Row {
    kind: Kind,
    size: Size,
    rate: f64,
    lowest: f64,
    highest: f64,
    moves: f64,
    bytes: usize,
}

impl Row {
    /// The median and the spread of the rates of some rounds.
    pub(super) fn new(
        kind: Kind,
        size: Size,
        mut rates: Vec<f64>,
        moves: f64,
        bytes: usize,
    ) -> Self {
        rates.sort_by(f64::total_cmp);
        let at = |place: usize| rates.get(place).copied().unwrap_or(0.0);
        Self {
            kind,
            size,
            rate: at(rates.len() / 2),
            lowest: at(0),
            highest: at(rates.len().saturating_sub(1)),
            moves,
            bytes,
        }
    }

    fn nanoseconds_a_move(&self) -> f64 {
        1e9 / (self.rate * self.moves)
    }

    fn json(&self, scale: f64) -> Value {
        json!({
            "kind": self.kind.name(),
            "size": self.size.get(),
            "playouts_per_second": self.rate,
            "lowest": self.lowest,
            "highest": self.highest,
            "reference_playouts_per_second": self.rate * scale,
            "moves_per_playout": self.moves,
            "nanoseconds_per_move": self.nanoseconds_a_move(),
            "board_bytes": self.bytes,
        })
    }
}

impl Report {
    /// A rate here times this is the rate on the reference machine.
    fn scale(&self) -> f64 {
        self.calibration / REFERENCE_SECONDS
    }

    /// One object with stable keys.
    pub(super) fn json(&self) -> Value {
        let rows: Vec<Value> = self.rows.iter().map(|row| row.json(self.scale())).collect();
        json!({
            "version": env!("CARGO_PKG_VERSION"),
            "clock": self.clock,
            "calibration_seconds": self.calibration,
            "reference_calibration_seconds": REFERENCE_SECONDS,
            "rounds": ROUNDS,
            "rows": rows,
            "search_playouts": LENGTH,
            "priors": self.priors.iter().map(|prior| prior.json(self.scale())).collect::<Vec<_>>(),
            "threads": self.gains.iter().map(Gain::json).collect::<Vec<_>>(),
            "signature": self.signature.to_string(),
        })
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let second = match self.clock {
            "cpu" => "a CPU-second",
            _ => "a second of wall time (this system does not tell CPU time)",
        };
        writeln!(
            f,
            "Playouts {second}, one thread, empty board: the median of {ROUNDS} rounds.\n"
        )?;
        writeln!(
            f,
            "{:<10} {:>6} {:>11} {:>11} {:>19} {:>8} {:>8} {:>9}",
            "kind", "size", "playouts/s", "ref/s", "lowest–highest", "moves", "ns/move", "bytes"
        )?;
        for row in &self.rows {
            let spread = format!("{:.0}–{:.0}", row.lowest, row.highest);
            writeln!(
                f,
                "{:<10} {:>6} {:>11.0} {:>11.0} {spread:>19} {:>8.1} {:>8.2} {:>9}",
                row.kind.name(),
                row.size,
                row.rate,
                row.rate * self.scale(),
                row.moves,
                row.nanoseconds_a_move(),
                row.bytes,
            )?;
        }
        writeln!(
            f,
            "mcts: searches of {LENGTH} playouts by the recipe playouts, mcts_light by rave; \
             bytes are those of the tree."
        )?;
        if !self.priors.is_empty() {
            writeln!(
                f,
                "\n{:<10} {:>6} {:>11} {:>11} {:>19}",
                "prior", "size", "µs/node", "ref µs", "lowest–highest"
            )?;
            for prior in &self.priors {
                writeln!(f, "{}", prior.line(self.scale()))?;
            }
            writeln!(
                f,
                "Rating all moves of a node by the model: of another game than the node before, or of the \
                 same tree; ref µs is on the reference machine."
            )?;
        }
        if !self.gains.is_empty() {
            writeln!(
                f,
                "\n{:<8} {:>6} {:>11} {:>11} {:>6}",
                "threads", "size", "one/s", "several/s", "factor"
            )?;
            for gain in &self.gains {
                writeln!(f, "{gain}")?;
            }
            writeln!(f, "Playouts a second of wall time, recipe playouts.")?;
        }
        writeln!(
            f,
            "\ncalibration {:.2} s (the reference machine needs {REFERENCE_SECONDS}; \
             ref/s is playouts/s × {:.2} / {REFERENCE_SECONDS})",
            self.calibration, self.calibration
        )?;
        writeln!(f, "signature   {}", self.signature)
    }
}
