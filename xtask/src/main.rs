//! `cargo xtask`: the chores of the project, without anything to install for themselves.
//!
//! Read in this order: this file (the chores and their exit codes), `shell` (running other
//! programs), then one module a chore.
//!
//! Exit codes: 0 success, 1 failure, 2 wrong usage.

mod callgrind;
mod dist;
mod fuzz;
mod nearest;
mod nextest;
mod play;
mod postgres;
mod shell;
mod test;
mod trials;

use std::process::ExitCode;

const HELP: &str = "\
cargo xtask CHORE

Chores:
  play [ARGS]       build Tengen and play; ARGS go to `tengen play`
  test              everything that has to hold before a change is done: format, lints, docs, tests,
                    the board with checked accesses, and that the fuzzers can be built
       --all        the slow proofs too
  fuzz [TARGET…]    feed random input to the readers: sgf, tsv, toml, net, queries; all of them
                    by default
       --minutes N  how long for each target [default: 5]
  dist              pack a release: an archive of the program, its manual, completions and licences, with a
                    checksum, in target/dist
       --profile P  how the program is built [default: release]
       --binary F   take a program that is there already
       --out DIR    write the archive to another folder
       --list       print what would be in it, and write nothing
  callgrind         count the instructions of a move in playouts (needs valgrind)
  soak              see whether an engine survives random commands or many games in one process:
                    --engine CMD --minutes M, or --engine CMD --games N
                    (`cargo xtask soak --help` says all that it takes)
  help              this text
";

/// The reason why a chore did not succeed.
enum Failure {
    /// It was called in a way that it cannot be.
    Usage(String),
    /// It failed.
    Failed(String),
}

type Outcome = Result<(), Failure>;

const CHORES: [&str; 7] = ["play", "test", "fuzz", "dist", "callgrind", "soak", "help"];

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match run(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Usage(sentence)) => {
            eprintln!("xtask: {sentence}\n\n{HELP}");
            ExitCode::from(2)
        }
        Err(Failure::Failed(sentence)) => {
            eprintln!("xtask: {sentence}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: &[String]) -> Outcome {
    let Some((chore, rest)) = args.split_first() else {
        return Err(Failure::Usage("which chore?".to_owned()));
    };
    match chore.as_str() {
        "play" => play::run(rest),
        "test" => test::run(rest),
        "fuzz" => fuzz::run(rest),
        "dist" => dist::run(rest),
        "callgrind" => no_more(rest).and_then(|()| callgrind::run()),
        "soak" => trials::run(args),
        "help" | "--help" | "-h" => {
            print!("{HELP}");
            Ok(())
        }
        other => Err(Failure::Usage(unknown("chore", other, &CHORES))),
    }
}

fn no_more(rest: &[String]) -> Outcome {
    match rest.first() {
        None => Ok(()),
        Some(extra) => Err(Failure::Usage(format!(
            "this chore takes nothing, not {extra:?}"
        ))),
    }
}

/// The sentence for a name that is none of these.
fn unknown(sort: &str, given: &str, names: &[&str]) -> String {
    let nearest = nearest::nearest(given, names).unwrap_or("help");
    format!("there is no {sort} {given:?}; did you mean {nearest}?")
}
