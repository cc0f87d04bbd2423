//! `cargo xtask play`: builds what there is to play with, and plays.

use crate::Outcome;
use crate::shell::{self, cargo};

/// Builds with the profile `quick`, without the laboratory, and runs `tengen play`.
pub(crate) fn run(args: &[String]) -> Outcome {
    let words = [
        "run",
        "--no-default-features",
        "--profile",
        "quick",
        "--package",
        "tengen",
        "--",
    ];
    shell::run(cargo(&words).arg("play").args(args))
}
