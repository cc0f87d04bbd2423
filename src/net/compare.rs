//! `tengen net compare`: what a network says here beside what KataGo says with it.
//!
//! The answers are lines of JSON: `size`, `komi`, `rules`, `moves`, and as `out` what KataGo's command `kata-raw-nn 0`
//! gives: `policy` in reading order with `null` where a move is illegal, `policyPass`, `whiteWin`, `whiteLoss`,
//! `whiteLead`, `whiteOwnership`.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::sync::Arc;

use serde_json::Value;
use tengen_go::{Color, Game, Komi, Move, Size, Symmetry};
use tengen_net::{Evaluator, Isa, Network, file};

use super::eval::Said;
use crate::failure::Failure;
use crate::screen::{Screen, count};

/// Which network, which answers.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A network of KataGo's or ours.
    #[arg(long, value_name = "FILE")]
    net: PathBuf,
    /// KataGo's answers, a line of JSON each.
    #[arg(value_name = "ANSWERS.jsonl")]
    answers: PathBuf,
}

/// The largest differences of a position.
#[derive(Clone, Copy, Debug, Default)]
struct Errors {
    /// In policy, value, ownership and lead.
    sizes: [f64; 4],
    /// Moves that are legal to one and not to the other.
    legality: usize,
    /// If the likeliest move is another.
    first: bool,
}

/// The differences of all positions.
#[derive(Clone, Copy, Debug, Default)]
struct Total {
    largest: [f64; 4],
    sums: [f64; 4],
    legality: usize,
    firsts: usize,
}

impl Total {
    fn add(&mut self, errors: Errors) {
        for (i, error) in errors.sizes.into_iter().enumerate() {
            self.largest[i] = self.largest[i].max(error);
            self.sums[i] += error;
        }
        self.legality += errors.legality;
        self.firsts += usize::from(errors.first);
    }
}

/// Compares with every instruction set that there is: the largest difference of all positions, and the mean of each
/// one's largest.
pub(super) fn run(args: &Args, screen: &mut Screen) -> Result<(), Failure> {
    let failed = |sentence: String| Failure::Failed(sentence);
    let model = file::read(&args.net).map_err(|error| failed(error.to_string()))?;
    let path = args.answers.display();
    let unread = |error: std::io::Error| failed(format!("{path} cannot be read: {error}"));
    let lines = BufReader::new(File::open(&args.answers).map_err(unread)?).lines();
    let mut answers = Vec::new();
    for (i, line) in lines.enumerate() {
        let line = line.map_err(unread)?;
        let answer = Answer::read(&line);
        answers.push(answer.map_err(|what| failed(format!("{path}, line {}: {what}", i + 1)))?);
    }
    writeln!(
        screen,
        "{}, {}:",
        model.name,
        count(answers.len() as u64, "position")
    )?;
    writeln!(
        screen,
        "{:<20} {:>9} {:>9} {:>9} {:>9} {:>9} {:>10}",
        "", "policy", "value", "ownership", "lead", "legality", "first move"
    )?;
    for isa in Isa::all().into_iter().chain(Isa::bfloat16()) {
        let mut evaluators: BTreeMap<Size, Evaluator> = BTreeMap::new();
        let mut total = Total::default();
        for answer in &answers {
            let size = answer.game.size();
            let evaluator = match evaluators.entry(size) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(new) => {
                    let network = Network::new(&model, size, isa);
                    let network = network.map_err(|error| failed(error.to_string()))?;
                    new.insert(Evaluator::new(Arc::new(network), 1))
                }
            };
            let said = Said::of(evaluator, &answer.game, Symmetry::IDENTITY)?;
            total.add(answer.errors(&said));
        }
        let Total {
            largest,
            sums,
            legality,
            firsts,
        } = total;
        let means = sums.map(|sum| sum / answers.len().max(1) as f64);
        let line = |[policy, value, ownership, lead]: [f64; 4]| {
            format!("{policy:>9.1e} {value:>9.1e} {ownership:>9.1e} {lead:>9.4}")
        };
        let largest = line(largest);
        writeln!(
            screen,
            "{isa:<12} largest {largest} {legality:>9} {firsts:>10}"
        )?;
        writeln!(screen, "{:<12} mean    {}", "", line(means))?;
    }
    Ok(())
}

/// What KataGo says of a position.
struct Answer {
    game: Game,
    /// In reading order, then the pass; `None` where a move is illegal.
    policy: Vec<Option<f64>>,
    white: [f64; 2],
    lead: f64,
    ownership: Vec<f64>,
}

impl Answer {
    fn read(line: &str) -> Result<Self, String> {
        let value: Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
        let lacks = |key: &str| format!("it has no right \"{key}\"");
        let size = value["size"].as_u64().ok_or_else(|| lacks("size"))?;
        let size = Size::new(size as usize).map_err(|error| error.to_string())?;
        let rules = value["rules"].as_str().ok_or_else(|| lacks("rules"))?;
        let rules = rules.parse().map_err(|_| lacks("rules"))?;
        let komi = value["komi"].as_f64().ok_or_else(|| lacks("komi"))?;
        let komi = Komi::new(komi).map_err(|error| error.to_string())?;
        let mut game = Game::new(size, rules, komi);
        for mv in value["moves"].as_array().ok_or_else(|| lacks("moves"))? {
            let mv = mv.as_str().and_then(|mv| Move::parse(mv, size));
            let mv = mv.ok_or_else(|| lacks("moves"))?;
            let played = game.play(game.turn(), mv);
            played.map_err(|error| error.to_string())?;
        }
        let out = &value["out"];
        let number = |key: &str| out[key].as_f64().ok_or_else(|| lacks(key));
        let numbers = |key: &str| {
            let numbers = out[key].as_array().filter(|a| a.len() >= size.area());
            numbers.ok_or_else(|| lacks(key))
        };
        let points = numbers("policy")?.iter().take(size.area());
        let policy = points
            .map(Value::as_f64)
            .chain([Some(number("policyPass")?)]);
        let ownership = numbers("whiteOwnership")?.iter().take(size.area());
        Ok(Self {
            game,
            policy: policy.collect(),
            white: [number("whiteWin")?, number("whiteLoss")?],
            lead: number("whiteLead")?,
            ownership: ownership.map(|x| x.as_f64().unwrap_or(0.0)).collect(),
        })
    }

    /// How far what is said here is from it.
    fn errors(&self, said: &Said) -> Errors {
        let judged = &said.judgement;
        let moves = judged.moves[..said.size.area()].iter().copied();
        let moves = moves.chain([Some(judged.pass)]).map(|p| p.map(f64::from));
        let moves: Vec<Option<f64>> = moves.collect();
        let (mut policy, mut legality) = (0.0_f64, 0);
        for pair in moves.iter().zip(&self.policy) {
            match pair {
                (Some(p), Some(q)) => policy = policy.max((p - q).abs()),
                (None, None) => {}
                _ => legality += 1,
            }
        }
        let white = said.turn == Color::White;
        let sign = if white { 1.0 } else { -1.0 };
        let [win, loss] = if white {
            [judged.win, judged.loss]
        } else {
            [judged.loss, judged.win]
        };
        let error = |ours: f32, theirs: f64| (f64::from(ours) - theirs).abs();
        let value = error(win, self.white[0]).max(error(loss, self.white[1]));
        let points = said.ownership.iter().zip(&self.ownership);
        let ownership = points.map(|(&ours, theirs)| error(ours, sign * theirs));
        let lead = error(judged.lead, sign * self.lead);
        Errors {
            sizes: [policy, value, ownership.fold(0.0, f64::max), lead],
            legality,
            first: likeliest(&moves) != likeliest(&self.policy),
        }
    }
}

/// The number of the likeliest move.
fn likeliest(policy: &[Option<f64>]) -> Option<usize> {
    let moves = policy
        .iter()
        .enumerate()
        .filter_map(|(i, p)| Some((i, (*p)?)));
    moves.max_by(|a, b| a.1.total_cmp(&b.1)).map(|(i, _)| i)
}
