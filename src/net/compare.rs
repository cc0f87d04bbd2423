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

/// The largest differences.
#[derive(Clone, Copy, Debug, Default)]
struct Errors {
    policy: f64,
    value: f64,
    ownership: f64,
    lead: f64,
    /// Moves that are legal to one and not to the other.
    legality: usize,
}

impl Errors {
    fn widen(&mut self, other: Self) {
        self.policy = self.policy.max(other.policy);
        self.value = self.value.max(other.value);
        self.ownership = self.ownership.max(other.ownership);
        self.lead = self.lead.max(other.lead);
        self.legality += other.legality;
    }
}

/// Compares with every instruction set that there is.
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
        "{:<8} {:>9} {:>9} {:>9} {:>9} {:>9}",
        "", "policy", "value", "ownership", "lead", "legality"
    )?;
    for isa in Isa::all() {
        let mut evaluators: BTreeMap<Size, Evaluator> = BTreeMap::new();
        let mut errors = Errors::default();
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
            errors.widen(answer.errors(&said));
        }
        let Errors {
            policy,
            value,
            ownership,
            lead,
            legality,
        } = errors;
        writeln!(
            screen,
            "{isa:<8} {policy:>9.1e} {value:>9.1e} {ownership:>9.1e} {lead:>9.4} {legality:>9}"
        )?;
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
        let mut errors = Errors::default();
        let judged = &said.judgement;
        let moves = judged.moves[..said.size.area()].iter().copied();
        for (ours, theirs) in moves.chain([Some(judged.pass)]).zip(&self.policy) {
            match (ours, theirs) {
                (Some(p), Some(q)) => errors.policy = errors.policy.max((f64::from(p) - q).abs()),
                (None, None) => {}
                _ => errors.legality += 1,
            }
        }
        let white = said.turn == Color::White;
        let sign = if white { 1.0 } else { -1.0 };
        let [win, loss] = if white {
            [judged.win, judged.loss]
        } else {
            [judged.loss, judged.win]
        };
        let value = |ours: f32, theirs: f64| (f64::from(ours) - theirs).abs();
        errors.value = value(win, self.white[0]).max(value(loss, self.white[1]));
        errors.lead = (sign * f64::from(judged.lead) - self.lead).abs();
        for (&ours, theirs) in said.ownership.iter().zip(&self.ownership) {
            let error = (sign * f64::from(ours) - theirs).abs();
            errors.ownership = errors.ownership.max(error);
        }
        errors
    }
}
