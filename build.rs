//! Tells the binary which commit it is built from, for the manifests of experiments.

use std::process::Command;

fn main() {
    let git = |args: &[&str]| {
        let output = Command::new("git").args(args).output().ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        output.status.success().then(|| text.trim().to_owned())
    };
    let commit = git(&["rev-parse", "--short=12", "HEAD"]).unwrap_or_else(|| "unknown".to_owned());
    let changed = git(&["status", "--porcelain", "--untracked-files=no"]);
    let mark = match changed.as_deref() {
        None | Some("") => "",
        Some(_) => "+",
    };
    println!("cargo::rustc-env=TENGEN_COMMIT={commit}{mark}");
    // A commit, and nothing less, is worth another build.
    println!("cargo::rerun-if-changed=.git/logs/HEAD");
    println!("cargo::rerun-if-changed=build.rs");
}
