//! `cargo xtask test`: everything that has to hold before a change is done.
//!
//! Tools that the steps need are installed if that can be done: components of the toolchain, and
//! PostgreSQL where Debian's packages can be installed. A step that cannot run, or only without
//! some of its tests, is named at the end as skipped, never passed over.
//!
//! The tests run under `cargo nextest` where it is installed, else under `cargo test`. Long proofs
//! are marked `#[ignore = "slow: run by cargo xtask test --all"]` and run only if asked for.
//!
//! The build without laboratory and benchmarks, which `cargo xtask play` makes, is only linted; its one
//! test is among the slow proofs. Two things are outside of what `cargo test` builds and have steps of their own: the board with
//! every access checked, and the fuzzers, whose driver is written in C++.

use std::process::Command;
use std::time::Instant;

use crate::shell::{self, cargo, named, program, works};
use crate::{Failure, Outcome, nextest, postgres};

/// The step that can do without PostgreSQL, but should not.
const TESTS: &str = "tests";

/// A check that has to hold.
struct Step {
    title: &'static str,
    commands: Vec<Command>,
    needs: &'static [Need],
}

/// A tool that a step cannot run without.
#[derive(Clone, Copy)]
enum Need {
    /// A component of the toolchain.
    Component(&'static str),
    CppCompiler,
}

fn steps(all: bool) -> Vec<Step> {
    const FORMAT: Need = Need::Component("rustfmt");
    const LINTS: Need = Need::Component("clippy");
    const FUZZERS: &str = "fuzz/Cargo.toml";
    let step = |title, needs, args: &[&str]| Step {
        title,
        commands: vec![cargo(args)],
        needs,
    };
    let mut docs = cargo(&["doc", "--workspace", "--no-deps"]);
    docs.env("RUSTDOCFLAGS", "-D warnings");
    let lints = [
        "clippy",
        "--workspace",
        "--all-targets",
        "--",
        "-D",
        "warnings",
    ];
    let lints_of_play = [
        "clippy",
        "--package",
        "tengen",
        "--no-default-features",
        "--all-targets",
        "--",
        "-D",
        "warnings",
    ];
    let checked = [
        "test",
        "--package",
        "tengen-go",
        "--features",
        "checked",
        "--test",
        "all",
        "board::",
    ];
    vec![
        step("format", &[FORMAT], &["fmt", "--all", "--check"]),
        Step {
            title: "lints",
            commands: vec![cargo(&lints), cargo(&lints_of_play)],
            needs: &[LINTS],
        },
        Step {
            title: "docs",
            commands: vec![docs],
            needs: &[],
        },
        Step {
            title: TESTS,
            commands: tests(all),
            needs: &[],
        },
        step("checked", &[], &checked),
        Step {
            title: "fuzzers",
            commands: vec![
                cargo(&["fmt", "--manifest-path", FUZZERS, "--check"]),
                cargo(&["check", "--manifest-path", FUZZERS]),
            ],
            needs: &[FORMAT, Need::CppCompiler],
        },
    ]
}

/// The commands that run the tests, with the slow proofs if wanted.
fn tests(all: bool) -> Vec<Command> {
    if nextest::installed() {
        let documented = cargo(&["test", "--doc", "--workspace"]);
        let mut commands = vec![nextest::command(all), documented];
        commands.extend(all.then(play));
        return commands;
    }
    let mut command = cargo(&["test", "--workspace"]);
    if all {
        command.args(["--", "--include-ignored"]);
    }
    let mut commands = vec![command];
    commands.extend(all.then(play));
    commands
}

/// The tests of the build that `cargo xtask play` makes.
fn play() -> Command {
    let words = ["test", "--package", "tengen", "--no-default-features"];
    let mut command = cargo(&words);
    command.args(["--bin", "tengen", "says_so"]);
    command
}

/// Runs all steps up to the first that fails; `--all` adds the slow proofs.
pub(crate) fn run(args: &[String]) -> Outcome {
    let all = match args {
        [] => false,
        [arg] if arg == "--all" => true,
        _ => {
            let sentence = format!("test takes --all or nothing, not {:?}", args.join(" "));
            return Err(Failure::Usage(sentence));
        }
    };
    let start = Instant::now();
    let mut summary = Vec::new();
    for mut step in steps(all) {
        println!("── {}", step.title);
        if let Some(reason) = step.without_postgres() {
            println!("   tests with PostgreSQL are skipped: {reason}");
            summary.push(format!("{:<8} skipped: {reason}", "postgres"));
        }
        if let Some(reason) = step.without_katrain() {
            println!("   the test with KaTrain is skipped: {reason}");
            summary.push(format!("{:<8} skipped: {reason}", "katrain"));
        }
        if let Some(reason) = step.needs.iter().find_map(|need| need.missing()) {
            println!("   skipped: {reason}");
            summary.push(format!("{:<8} skipped: {reason}", step.title));
            continue;
        }
        let began = Instant::now();
        for mut command in step.commands {
            println!("   {}", named(&command));
            let outcome = match nextest::is_meant(&command) {
                true => nextest::run(&mut command),
                false => shell::run(&mut command),
            };
            if outcome.is_err() {
                return Err(Failure::Failed(format!(
                    "the step `{}` failed after {:.1} s; `{}` shows the same again",
                    step.title,
                    began.elapsed().as_secs_f64(),
                    named(&command)
                )));
            }
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

impl Step {
    /// The reason why the tests have to do without PostgreSQL, if so; tells them.
    fn without_postgres(&mut self) -> Option<String> {
        if self.title != TESTS {
            return None;
        }
        let reason = postgres::missing()?;
        for command in &mut self.commands {
            command.env(postgres::SKIP, "1");
        }
        Some(reason)
    }

    /// The reason why the test with KaTrain passes without it, if so. A Python that is named has to have it.
    fn without_katrain(&self) -> Option<String> {
        const LOOK: &str =
            "import importlib.util, sys; sys.exit(importlib.util.find_spec('katrain') is None)";
        let is_meant = self.title == TESTS && std::env::var_os("TENGEN_KATRAIN").is_none();
        if !is_meant || works(&mut program("python3", &["-c", LOOK])) {
            return None;
        }
        Some(
            "python3 has no KaTrain; `pip install katrain`, or name a Python that has it in TENGEN_KATRAIN"
                .to_owned(),
        )
    }
}

impl Need {
    /// The reason why it is not there.
    fn missing(self) -> Option<String> {
        match self {
            Self::Component(component) => missing_component(component),
            Self::CppCompiler => missing_compiler(),
        }
    }
}

/// Looks for the compiler that the build of libFuzzer will look for.
fn missing_compiler() -> Option<String> {
    let set = std::env::var("CXX").unwrap_or_default();
    let mut words = set.split_whitespace();
    let name = words.next().unwrap_or("c++");
    let mut version = program(name, &[]);
    if works(version.args(words).arg("--version")) {
        return None;
    }
    Some(format!(
        "no C++ compiler is found, which the fuzzers need: `{name} --version` does not run; \
         install one, or name it in CXX"
    ))
}

/// The reason why a component is not there and cannot be had; installs it if it can.
fn missing_component(component: &str) -> Option<String> {
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
