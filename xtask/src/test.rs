//! `cargo xtask test`: everything that has to hold before a change is done.
//!
//! What the steps need is installed if that can be done for the user alone (components of the
//! toolchain); a step that cannot run is named at the end as skipped, never passed over.

use std::process::Command;
use std::time::Instant;

use crate::shell::{self, cargo, named, program, works};
use crate::{Failure, Outcome};

/// Something that has to hold.
struct Step {
    title: &'static str,
    command: Command,
    /// The component of the toolchain that it needs.
    component: Option<&'static str>,
}

fn steps() -> Vec<Step> {
    let step = |title, component, args: &[&str]| Step {
        title,
        command: cargo(args),
        component,
    };
    let mut docs = step("docs", None, &["doc", "--workspace", "--no-deps"]);
    docs.command.env("RUSTDOCFLAGS", "-D warnings");
    let lints = [
        "clippy",
        "--workspace",
        "--all-targets",
        "--",
        "-D",
        "warnings",
    ];
    vec![
        step("format", Some("rustfmt"), &["fmt", "--all", "--check"]),
        step("lints", Some("clippy"), &lints),
        docs,
        step("tests", None, &["test", "--workspace"]),
    ]
}

/// Runs all steps up to the first that fails.
pub(crate) fn run() -> Outcome {
    let start = Instant::now();
    let mut summary = Vec::new();
    for mut step in steps() {
        println!("── {}: {}", step.title, named(&step.command));
        if let Some(reason) = step.component.and_then(missing) {
            println!("   skipped: {reason}");
            summary.push(format!("{:<8} skipped: {reason}", step.title));
            continue;
        }
        let began = Instant::now();
        if shell::run(&mut step.command).is_err() {
            let command = named(&step.command);
            return Err(Failure::Failed(format!(
                "the step `{}` failed after {:.1} s; `{command}` shows the same again",
                step.title,
                began.elapsed().as_secs_f64()
            )));
        }
        let seconds = began.elapsed().as_secs_f64();
        println!("   {} took {seconds:.1} s", step.title);
        summary.push(format!("{:<8} {seconds:>7.1} s", step.title));
    }
    println!("\n{}", summary.join("\n"));
    let skipped = summary
        .iter()
        .filter(|line| line.contains("skipped"))
        .count();
    let verdict = match skipped {
        0 => "All steps passed".to_owned(),
        n => format!("All steps that could run passed, {n} skipped"),
    };
    println!("{verdict} in {:.1} s.", start.elapsed().as_secs_f64());
    Ok(())
}

/// Why a component is not there and cannot be had; installs it if it can.
fn missing(component: &str) -> Option<String> {
    let subcommand = component.strip_prefix("rust").unwrap_or(component);
    if works(&mut cargo(&[subcommand, "--version"])) {
        return None;
    }
    let mut install = program("rustup", &["component", "add", component]);
    println!(
        "   {component} is not installed; trying `{}`",
        named(&install)
    );
    if shell::run(&mut install).is_ok() && works(&mut cargo(&[subcommand, "--version"])) {
        return None;
    }
    Some(format!(
        "{component} is not installed and rustup could not add it; \
         install it as your Rust was installed"
    ))
}
