//! `cargo xtask fuzz`: random input for everything that reads what others wrote.
//!
//! The targets are those of `fuzz/`, driven by cargo-fuzz and libFuzzer. No sanitizer is used, so
//! that the stable toolchain serves: the readers have no unsafe code, and what is looked for are
//! panics, hangs and memory without bound.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::shell::{self, cargo, named, root, works};
use crate::{Failure, Outcome, unknown};

const TARGETS: [&str; 9] = [
    "sgf",
    "tsv",
    "toml",
    "net",
    "queries",
    "kif",
    "csa",
    "positions",
    "usi",
];
/// An input that takes longer than this many seconds counts as a hang.
const HANG: u32 = 5;
/// A process that takes more than this counts as taking memory without bound.
const MEGABYTES: u32 = 512;
/// The longest input, in bytes: longer ones find little more and are slow.
const LONGEST: u32 = 65_536;
/// The time between two prints of progress.
const PACE: Duration = Duration::from_secs(15);

/// Runs the targets one after the other.
pub(crate) fn run(args: &[String]) -> Outcome {
    let (targets, minutes) = read(args)?;
    install()?;
    let mut summary = Vec::new();
    let mut found = 0;
    for target in targets {
        let run = fuzz(target, minutes)?;
        found += usize::from(!run.clean);
        summary.push(run.summary(target));
    }
    println!("\n{}", summary.join("\n"));
    match found {
        0 => Ok(()),
        n => Err(Failure::Failed(format!(
            "{n} of the targets found something; the inputs are in fuzz/artifacts"
        ))),
    }
}

/// The targets and the minutes for each.
fn read(args: &[String]) -> Result<(Vec<&'static str>, f64), Failure> {
    let mut targets = Vec::new();
    let mut minutes = 5.0;
    let mut rest = args.iter();
    while let Some(arg) = rest.next() {
        if arg == "--minutes" {
            let given = rest.next().and_then(|n| n.parse().ok());
            minutes = given
                .filter(|n| (0.01..=10_000.0).contains(n))
                .ok_or_else(|| {
                    Failure::Usage("--minutes takes a number from 0.01 to 10000".to_owned())
                })?;
        } else if let Some(target) = TARGETS.iter().find(|target| *target == arg) {
            targets.push(*target);
        } else {
            return Err(Failure::Usage(unknown("target", arg, &TARGETS)));
        }
    }
    if targets.is_empty() {
        targets.extend(TARGETS);
    }
    Ok((targets, minutes))
}

fn install() -> Outcome {
    if works(&mut cargo(&["fuzz", "--version"])) {
        return Ok(());
    }
    let mut install = cargo(&["install", "cargo-fuzz", "--locked"]);
    println!("cargo-fuzz is not installed; running `{}`", named(&install));
    shell::run(&mut install)
}

/// The outcome of a target.
#[derive(Default)]
struct Run {
    clean: bool,
    executions: Option<u64>,
    peak_megabytes: Option<u64>,
    seconds: f64,
}

impl Run {
    fn summary(&self, target: &str) -> String {
        let number = |n: Option<u64>| n.map_or_else(|| "?".to_owned(), |n| n.to_string());
        let verdict = if self.clean {
            "no findings"
        } else {
            "A FINDING"
        };
        format!(
            "{target:<5} {:>12} executions in {:.1} min, peak memory {} MB, {verdict}",
            number(self.executions),
            self.seconds / 60.0,
            number(self.peak_megabytes),
        )
    }
}

fn fuzz(target: &str, minutes: f64) -> Result<Run, Failure> {
    let mut command = command(target, minutes).map_err(|error| {
        Failure::Failed(format!("the folders of the fuzzer cannot be made: {error}"))
    })?;
    println!("── {}", named(&command));
    let start = Instant::now();
    let cannot = |error| Failure::Failed(format!("cargo fuzz cannot be run: {error}"));
    let mut child = command.stderr(Stdio::piped()).spawn().map_err(cannot)?;
    let mut run = Run::default();
    let mut told = Instant::now();
    let stderr = child.stderr.take();
    for line in stderr
        .into_iter()
        .flat_map(|pipe| BufReader::new(pipe).split(b'\n'))
    {
        let Ok(line) = line else { break };
        let line = String::from_utf8_lossy(&line);
        run.note(&line);
        // libFuzzer's own progress comes hundreds of times a second at first.
        if !line.starts_with('#') || told.elapsed() >= PACE {
            told = Instant::now();
            println!("{target}: {line}");
        }
    }
    run.clean = child.wait().map_err(cannot)?.success();
    run.seconds = start.elapsed().as_secs_f64();
    Ok(run)
}

/// The command, with what the fuzzer learns kept in `fuzz/corpus`.
fn command(target: &str, minutes: f64) -> std::io::Result<Command> {
    let corpus = format!("fuzz/corpus/{target}");
    let seeds = format!("fuzz/seeds/{target}");
    fs::create_dir_all(root().join(&corpus))?;
    fs::create_dir_all(root().join(&seeds))?;
    let mut command = cargo(&[
        "fuzz",
        "run",
        "--sanitizer",
        "none",
        target,
        &corpus,
        &seeds,
        "--",
    ]);
    let dictionary = format!("fuzz/dictionaries/{target}.dict");
    if Path::new(&root().join(&dictionary)).exists() {
        command.arg(format!("-dict={}", root().join(dictionary).display()));
    }
    let seconds = (minutes * 60.0).round().max(1.0);
    command.arg(format!("-max_total_time={seconds}"));
    command.args(limits()).arg("-print_final_stats=1");
    Ok(command)
}

/// The limits of an input, as libFuzzer is told.
fn limits() -> [String; 3] {
    [
        format!("-timeout={HANG}"),
        format!("-rss_limit_mb={MEGABYTES}"),
        format!("-max_len={LONGEST}"),
    ]
}

impl Run {
    /// Takes the figures out of libFuzzer's last lines.
    fn note(&mut self, line: &str) {
        let figure = |name: &str| line.strip_prefix(name)?.trim().parse().ok();
        if let Some(n) = figure("stat::number_of_executed_units:") {
            self.executions = Some(n);
        }
        if let Some(n) = figure("stat::peak_rss_mb:") {
            self.peak_megabytes = Some(n);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_and_minutes_are_read() {
        let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let ok = |text: &str| read(&words(text)).ok();
        assert_eq!(ok("tsv --minutes 60"), Some((vec!["tsv"], 60.0)));
        assert_eq!(read(&[]).ok(), Some((TARGETS.to_vec(), 5.0)));
        assert_eq!(ok("sgf --minutes"), None);
        assert_eq!(ok("sgf --minutes never"), None);
        assert!(matches!(read(&words("sgff")), Err(Failure::Usage(s)) if s.contains("sgf?")));
    }

    #[test]
    fn the_guide_gives_the_same_limits_and_targets() {
        let guide = include_str!("../../fuzz/README.md");
        for limit in limits() {
            assert!(
                guide.contains(&limit),
                "fuzz/README.md does not say {limit}"
            );
        }
        for target in TARGETS {
            assert!(guide.contains(&format!("`{target}`")), "{target}");
            assert!(root().join("fuzz/seeds").join(target).is_dir(), "{target}");
        }
    }

    #[test]
    fn figures_are_taken_from_the_last_lines() {
        let mut run = Run::default();
        run.note("#1024 pulse cov: 12 exec/s: 512 rss: 40Mb");
        run.note("stat::number_of_executed_units: 123456");
        run.note("stat::peak_rss_mb:              432");
        assert_eq!(
            (run.executions, run.peak_megabytes),
            (Some(123_456), Some(432))
        );
    }
}
