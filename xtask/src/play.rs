//! `cargo xtask play`: builds what there is to play with, and plays.

use crate::Outcome;
use crate::shell::{self, cargo};

/// Builds with optimisation and runs `tengen play`.
pub(crate) fn run(args: &[String]) -> Outcome {
    let mut command = cargo(&["run", "--release", "--package", "tengen", "--", "play"]);
    shell::run(command.args(args))
}
