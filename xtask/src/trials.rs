//! `cargo xtask soak`: engines put to the test.
//!
//! They are a program of their own, `trials`, which needs the rules of Go and other people's crates;
//! the other chores should not wait for these to be built. It is built without optimisation: the
//! engines work, it waits.

use crate::shell::{self, cargo, root};
use crate::{Failure, Outcome};

/// Builds `trials` and runs it with these arguments, in the folder of the user: files and engines
/// are named from there.
pub(crate) fn run(args: &[String]) -> Outcome {
    let here = std::env::current_dir()
        .map_err(|error| Failure::Failed(format!("the current folder is not known: {error}")))?;
    let mut command = cargo(&["run", "--quiet", "--package", "trials"]);
    command
        .arg("--manifest-path")
        .arg(root().join("Cargo.toml"))
        .arg("--")
        .args(args)
        .current_dir(here);
    shell::run(&mut command)
}
