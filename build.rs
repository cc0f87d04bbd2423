//! Tells the binary which commit it is built from, for the manifests of experiments.

use std::path::Path;
use std::process::Command;

/// The parts of the tree that the binary is made of: a change elsewhere is no other binary.
const SOURCES: [&str; 6] = [
    "build.rs",
    "Cargo.toml",
    "Cargo.lock",
    "src",
    "crates",
    "models",
];

fn main() {
    let git = |args: &[&str]| {
        let output = Command::new("git").args(args).output().ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        output.status.success().then(|| text.trim().to_owned())
    };
    // A tarball may lie inside of somebody else's repository.
    let ours = Path::new(".git").exists();
    let commit = git(&["rev-parse", "--short=12", "HEAD"]).filter(|_| ours);
    let status = ["status", "--porcelain", "--untracked-files=no", "--"];
    let changed = git(&[&status[..], &SOURCES].concat());
    let mark = match changed.as_deref() {
        Some(changes) if ours && !changes.is_empty() => "+",
        _ => "",
    };
    let commit = commit.unwrap_or_else(|| "unknown".to_owned());
    println!("cargo::rustc-env=TENGEN_COMMIT={commit}{mark}");
    for source in SOURCES {
        println!("cargo::rerun-if-changed={source}");
    }
    // In a worktree the log is elsewhere; a file that is missing would build again every time.
    if let Some(log) = git(&["rev-parse", "--git-path", "logs/HEAD"]).filter(|_| ours)
        && Path::new(&log).exists()
    {
        println!("cargo::rerun-if-changed={log}");
    }
}
