//! Limits of the work for a question.

use std::time::{Duration, Instant};

use tengen_solver::brute::Bounds;
use tengen_solver::endgame::Limits;

/// The limits that can be set.
#[derive(clap::Args, Clone, Copy)]
#[group(skip)]
pub(super) struct Effort {
    /// Give a position up after so many seconds.
    #[arg(long, value_name = "S", default_value = "60", value_parser = seconds)]
    seconds: f64,
    /// Give a position up after so many nodes.
    #[arg(long, value_name = "N", default_value_t = Limits::default().nodes, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000_000))]
    nodes: u64,
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text
        .parse()
        .ok()
        .filter(|s| (0.001..=1_000_000.0).contains(s));
    seconds.ok_or_else(|| "it takes a number of seconds from 0.001 to 1000000".to_owned())
}

impl Effort {
    /// The limits for a question that is asked now. Values are asked for apart.
    pub(super) fn limits(self) -> Limits {
        Limits {
            nodes: self.nodes,
            deadline: self.deadline(),
            values: false,
            ..Limits::default()
        }
    }

    /// The bounds for a question that is put to plain minimax now.
    pub(super) fn bounds(self) -> Bounds {
        Bounds {
            positions: self.nodes,
            deadline: self.deadline(),
        }
    }

    fn deadline(self) -> Option<Instant> {
        Instant::now().checked_add(Duration::from_secs_f64(self.seconds))
    }
}
