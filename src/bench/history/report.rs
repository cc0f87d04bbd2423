//! The table and the JSON.

use std::fmt;

use serde_json::{Value, json};
use tengen_search::history::{Census, Merging};

use crate::bench::clock;

/// A tree, and what it took.
pub(super) struct Row {
    pub(super) playouts: &'static str,
    pub(super) merging: Merging,
    /// After so many moves.
    pub(super) after: u32,
    pub(super) seconds: f64,
    pub(super) census: Census,
    /// The share of its shared nodes that stand for more than one board.
    pub(super) apart: f64,
    /// The share of the playouts' moves that fit a shape.
    pub(super) fitting: f64,
}

/// The measurements.
pub(super) struct Report {
    pub(super) bytes: usize,
    pub(super) playouts: u32,
    pub(super) rows: Vec<Row>,
}

const fn words(merging: Merging) -> &'static str {
    match merging {
        Merging::Sequences => "sequences",
        Merging::Transpositions => "transpositions",
    }
}

impl Report {
    pub(super) fn json(&self) -> Value {
        let row = |row: &Row| {
            json!({
                "playouts": row.playouts,
                "merging": words(row.merging),
                "after_moves": row.after,
                "seconds": row.seconds,
                "nodes": row.census.nodes,
                "shared_nodes": row.census.shared,
                "merged_nodes": row.census.merged,
                "merging_share_of_paths": row.census.merging_paths(),
                "merged_share_of_shared_nodes": row.census.merged_nodes(),
                "shared_nodes_of_several_boards": row.apart,
                "pattern_moves": row.fitting,
            })
        };
        json!({
            "version": env!("CARGO_PKG_VERSION"),
            "clock": clock::KIND,
            "playouts": self.playouts,
            "bytes_per_playout": self.bytes,
            "rows": self.rows.iter().map(row).collect::<Vec<_>>(),
        })
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "Trees of {} playouts of 9×9; a playout takes {} bytes.\n",
            self.playouts, self.bytes
        )?;
        writeln!(
            f,
            "{:>5} {:<9} {:<15} {:>8} {:>10} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9}",
            "after",
            "playouts",
            "same node",
            "seconds",
            "nodes",
            "shared",
            "merged",
            "of paths",
            "of nodes",
            "boards",
            "patterns"
        )?;
        for row in &self.rows {
            let percent = |share: f64| format!("{:.2} %", 100.0 * share);
            writeln!(
                f,
                "{:>5} {:<9} {:<15} {:>8.4} {:>10} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9}",
                row.after,
                row.playouts,
                words(row.merging),
                row.seconds,
                row.census.nodes,
                row.census.shared,
                row.census.merged,
                percent(row.census.merging_paths()),
                percent(row.census.merged_nodes()),
                percent(row.apart),
                percent(row.fitting),
            )?;
        }
        let clock = match clock::KIND {
            "cpu" => "CPU time",
            _ => "wall time (this system does not tell CPU time)",
        };
        writeln!(
            f,
            "seconds: {clock}, median of the rounds. shared: nodes below the first generation that came up at least \
             twice;\nmerged: with two parents or more; of paths: paths to a node that another path had led to; of nodes: \
             merged among shared;\nboards: shared nodes that stand for more than one board; patterns: moves of playouts that fit a 3×3 shape beside the last move."
        )
    }
}
