//! `cargo xtask problems`: how many problems of life and death an engine solves.
//!
//! Problems are drawn from a collection with a fixed seed, each is framed such that the local
//! result decides the game ([`frame`] says how), and the engine is asked for one move. Solved means
//! that the move works against every recorded defence. Every problem has a process of its own, so a
//! result does not depend on what came before.

mod cut;
mod frame;
mod place;
mod problem;
mod question;
mod tally;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Instant;

use clap::Args;
use serde_json::{Value, json};
use tengen_game::Rng;
use tengen_go::{Drawing, Move};
use tengen_record::pair;

use crate::ledger::Ledger;
use crate::progress::Progress;
use crate::seeds::{Purpose, derive};
use crate::{Failure, Outcome};
use frame::Framed;
use problem::Problem;
use tally::Tally;
use tengen_lab::process::{CommandLine, shorten};

/// Which problems, and who solves them.
#[derive(Args)]
pub(crate) struct Options {
    /// The collection, one JSON object a line
    #[arg(long, value_name = "FILE.jsonl")]
    file: PathBuf,
    /// The engine; its budget is part of the command
    #[arg(long, value_name = "CMD", required_unless_present = "show")]
    engine: Option<String>,
    /// How many problems are drawn
    #[arg(long, default_value_t = 200)]
    count: usize,
    /// From this the draw and the engine's seeds follow
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The type of problem
    #[arg(long = "type", default_value = "lifeAndDeath")]
    kind: String,
    /// How many free points there are around the local stones, inside of the frame
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(0..=3))]
    margin: u8,
    /// How many problems at a time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: u16,
    /// Where results go, one JSON object a line; a second run goes on after what is there
    #[arg(long, value_name = "FILE.jsonl")]
    out: Option<PathBuf>,
    /// Draw the framed board of the N-th problem drawn, and do nothing else
    #[arg(long, value_name = "N")]
    show: Option<usize>,
    /// How many seconds the engine may take to answer
    #[arg(long, default_value_t = 300, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    timeout: u64,
}

/// Has the problems solved that are left, and prints the table; or shows one.
pub(crate) fn run(options: &Options) -> Outcome {
    let problems = draw(read(&options.file)?, options)?;
    if let Some(n) = options.show {
        return show(&problems, n, options);
    }
    let engine = options.engine.as_deref().unwrap_or_default();
    let line = CommandLine::parse(engine).map_err(|error| Failure(format!("--engine: {error}")))?;
    let mut ledger = Ledger::open(options.out.as_deref())?;
    ledger.must_agree(&options.fingerprint())?;
    let mut tally = Tally::default();
    // What failed is tried again; only verdicts are final.
    let verdicts: Vec<&Value> = ledger
        .entries()
        .iter()
        .filter(|e| e["solved"].is_boolean())
        .collect();
    verdicts.iter().for_each(|entry| tally.add(entry));
    let judged = |problem: &&Problem| verdicts.iter().any(|entry| entry["id"] == problem.id);
    let left: Vec<&Problem> = problems.iter().filter(|p| !judged(p)).collect();
    let mut done = (problems.len() - left.len()) as u64;
    let mut progress = Progress::new(problems.len() as u64, done);
    let next = AtomicUsize::new(0);
    let (sender, finished) = mpsc::channel();
    let outcome = thread::scope(|scope| {
        for _ in 0..usize::from(options.jobs).min(left.len()) {
            let (sender, next, left, line) = (sender.clone(), &next, &left, &line);
            scope.spawn(move || {
                while let Some(problem) = left.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if sender.send(attempt(problem, line, options)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        for result in finished {
            tally.add(&result);
            ledger.append(result)?;
            done += 1;
            progress.done(done, &tally.line());
        }
        Ok(())
    });
    progress.finish();
    println!("{engine}\n");
    print!("{}", tally.draw());
    outcome
}

impl Options {
    /// What has to be the same for results to belong together.
    fn fingerprint(&self) -> Value {
        json!({
            "engine": self.engine,
            "seed": self.seed,
            "type": self.kind,
            "margin": self.margin,
        })
    }
}

fn read(path: &Path) -> Result<Vec<Problem>, Failure> {
    let text = fs::read_to_string(path)
        .map_err(|error| Failure(format!("{} cannot be read: {error}", path.display())))?;
    let lines = text.lines().enumerate();
    lines
        .filter(|(_, line)| !line.trim().is_empty())
        .map(|(index, line)| {
            Problem::read(line).map_err(|error| {
                Failure(format!("{}, line {}: {error}", path.display(), index + 1))
            })
        })
        .collect()
}

/// Draws without putting back; a larger count begins with the same problems.
fn draw(all: Vec<Problem>, options: &Options) -> Result<Vec<Problem>, Failure> {
    let mut left: Vec<Problem> = all
        .into_iter()
        .filter(|problem| problem.kind == options.kind && !problem.forced.is_empty())
        .collect();
    if left.is_empty() {
        return Err(Failure(format!(
            "{} has no problem of the type {:?}",
            options.file.display(),
            options.kind
        )));
    }
    let mut rng = Rng::new(options.seed);
    for i in 0..options.count.min(left.len()) {
        let rest = u32::try_from(left.len() - i).unwrap_or(u32::MAX);
        let chosen = i + rng.below(rest) as usize;
        left.swap(i, chosen);
    }
    left.truncate(options.count);
    Ok(left)
}

fn show(problems: &[Problem], n: usize, options: &Options) -> Outcome {
    let problem = n.checked_sub(1).and_then(|index| problems.get(index));
    let problem = problem.ok_or_else(|| {
        Failure(format!(
            "--show takes a number from 1 to {}, not {n}",
            problems.len()
        ))
    })?;
    let framed = Framed::new(problem, options.margin.into())
        .map_err(|error| Failure(format!("problem {}: {error}", problem.id)))?;
    let size = framed.stones.size();
    let labels = problem
        .forced
        .iter()
        .filter_map(|&point| framed.here(point));
    let labels: Vec<String> = labels.map(|point| point.label(size)).collect();
    println!(
        "problem {} ({}): {} to play, {} attacks, komi {}, solved by {}\n\n{}",
        problem.id,
        problem.rank,
        problem.turn,
        framed.attacker,
        framed.komi,
        labels.join(" "),
        Drawing::new(&framed.stones)
    );
    Ok(())
}

/// Has a problem solved; the result is the line of the ledger.
fn attempt(problem: &Problem, line: &CommandLine, options: &Options) -> Value {
    let start = Instant::now();
    let mut result = options.fingerprint();
    let mut set = |name: &str, value: Value| result[name] = value;
    set("id", json!(problem.id));
    set("rank", json!(problem.rank));
    set("solved", Value::Null);
    match Framed::new(problem, options.margin.into()) {
        Err(error) => set("reason", json!(error.to_string())),
        Ok(framed) => {
            set("size", json!(framed.stones.size().get()));
            set("komi", json!(framed.komi.points()));
            set("attacker", json!(framed.attacker.to_string()));
            let seed = derive(options.seed, Purpose::First, problem.id);
            match question::ask(&framed, problem, line, seed, options.timeout) {
                Err(fault) => set("reason", json!(fault.to_string())),
                Ok(said) => {
                    let mv = Move::parse(&said, framed.stones.size());
                    let there = mv.and_then(Move::point).and_then(|p| framed.there(p));
                    set("move", json!(there.map_or_else(|| shorten(&said), pair)));
                    set(
                        "solved",
                        json!(there.is_some_and(|p| problem.forced.contains(&p))),
                    );
                }
            }
        }
    }
    set(
        "seconds",
        json!((start.elapsed().as_secs_f64() * 1000.0).round() / 1000.0),
    );
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options() -> Options {
        Options {
            file: PathBuf::from("made-up.jsonl"),
            engine: None,
            count: 10,
            seed: 1,
            kind: "lifeAndDeath".to_owned(),
            margin: 1,
            jobs: 1,
            out: None,
            show: None,
            timeout: 1,
        }
    }

    fn collection() -> Vec<Problem> {
        let line = |id: usize, kind: &str| {
            let text = format!(
                r#"{{"id":{id},"rank":"5k","type":"{kind}","size":19,"to_play":"W",
                "B":["pa","pb","pc","pd","qd","rd","sd"],
                "W":["qa","qb","qc","rc","sc"],"forced":["rb"]}}"#
            );
            Problem::read(&text).unwrap()
        };
        let kinds = ["lifeAndDeath", "tesuji"].into_iter().cycle();
        (0..100)
            .zip(kinds)
            .map(|(id, kind)| line(id, kind))
            .collect()
    }

    #[test]
    fn a_draw_follows_from_its_seed_and_a_larger_one_begins_alike() {
        let ids = |options: &Options| -> Vec<u64> {
            let drawn = draw(collection(), options).unwrap();
            drawn.iter().map(|problem| problem.id).collect()
        };
        let ten = ids(&options());
        assert_eq!(ten.len(), 10);
        assert!(ten.iter().all(|id| id % 2 == 0), "only the type asked for");
        let twenty = ids(&Options {
            count: 20,
            ..options()
        });
        assert_eq!(twenty[..10], ten);
        let other = ids(&Options {
            seed: 2,
            ..options()
        });
        assert_ne!(other, ten);
        let mut all = ids(&Options {
            count: 1000,
            ..options()
        });
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 50);
        let none = Options {
            kind: "poetry".to_owned(),
            ..options()
        };
        assert!(draw(collection(), &none).is_err());
    }

    #[test]
    fn an_engine_that_is_not_there_is_a_reason_and_no_panic() {
        let line = CommandLine::parse("no-such-engine-anywhere").unwrap();
        let result = attempt(&collection()[0], &line, &options());
        assert_eq!(result["solved"], Value::Null);
        assert!(
            result["reason"]
                .as_str()
                .unwrap()
                .contains("cannot be started")
        );
    }
}
