//! `cargo nextest`: the tests side by side, each in a process of its own, and how long each took.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use crate::shell::{cargo, named, works};
use crate::{Failure, Outcome};

/// The number of slowest tests that are reported.
const TOLD: usize = 10;

/// Tests if it is installed.
pub(crate) fn installed() -> bool {
    works(&mut cargo(&["nextest", "--version"]))
}

/// Tests if a command is one that [`run`] is for.
pub(crate) fn is_meant(command: &Command) -> bool {
    command
        .get_args()
        .next()
        .is_some_and(|arg| arg == "nextest")
}

/// All tests but those in documentation, which it does not know; with the slow proofs if wanted.
pub(crate) fn command(all: bool) -> Command {
    let mut command = cargo(&["nextest", "run", "--workspace", "--status-level", "pass"]);
    if all {
        command.args(["--run-ignored", "all"]);
    }
    command
}

/// Runs the tests, passes on what is said about them, and names the slowest.
pub(crate) fn run(command: &mut Command) -> Outcome {
    let name = named(command);
    let cannot = |error| Failure::Failed(format!("`{name}` cannot be run: {error}"));
    let mut child = command.stderr(Stdio::piped()).spawn().map_err(cannot)?;
    let mut times = Vec::new();
    if let Some(said) = child.stderr.take() {
        for line in BufReader::new(said).split(b'\n').map_while(Result::ok) {
            let line = String::from_utf8_lossy(&line);
            eprintln!("{line}");
            times.extend(time(&line));
        }
    }
    let status = child.wait().map_err(cannot)?;
    times.sort_by(|a, b| b.seconds.total_cmp(&a.seconds));
    if !times.is_empty() {
        println!("   the slowest tests:");
    }
    for test in times.iter().take(TOLD) {
        println!("   {:>8.1} s  {}", test.seconds, test.name);
    }
    match status.success() {
        true => Ok(()),
        false => Err(Failure::Failed(format!("`{name}` failed; see above"))),
    }
}

/// The time that a test took.
#[derive(Debug, PartialEq)]
struct Time {
    seconds: f64,
    name: String,
}

/// Reads a line such as `PASS [   1.234s] ( 5/80) crate::binary module::test`.
fn time(line: &str) -> Option<Time> {
    let (status, rest) = line.trim().split_once('[')?;
    if !["PASS", "LEAK", "FAIL"].contains(&status.trim()) {
        return None;
    }
    let (seconds, rest) = rest.split_once("s]")?;
    let rest = rest.trim();
    let counted = rest.strip_prefix('(').and_then(|rest| rest.split_once(')'));
    let name = counted.map_or(rest, |(_, name)| name.trim());
    Some(Time {
        seconds: seconds.trim().parse().ok()?,
        name: name.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::{Time, time};

    #[test]
    fn lines_of_tests_are_read_and_others_are_not() {
        let read = |seconds, name: &str| {
            let name = name.to_owned();
            Some(Time { seconds, name })
        };
        let counted = "        PASS [   1.234s] ( 5/80) tengen-go::all board::plays";
        assert_eq!(time(counted), read(1.234, "tengen-go::all board::plays"));
        let plain = "        FAIL [  61.000s] xtask::bin/xtask a::b";
        assert_eq!(time(plain), read(61.0, "xtask::bin/xtask a::b"));
        assert_eq!(time("        SLOW [> 60.000s] tengen-go::all x"), None);
        assert_eq!(time("     Summary [   0.006s] 2 tests run: 2 passed"), None);
        assert_eq!(time("PASS"), None);
    }
}
