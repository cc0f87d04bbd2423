//! What came of a suite of problems.

use std::io::Write;

use serde_json::json;
use tengen_problems::Posed;

use super::case::{Agreement, Case, word};
use crate::failure::Failure;
use crate::screen::{Screen, tame, thousands};
use crate::wording::percent;

/// Counts of a suite.
#[derive(Default)]
pub(super) struct Tally {
    total: u64,
    /// Proofs that the side to move wins, by ko if need be.
    solved: u64,
    ko: u64,
    /// Proofs that the attacker wins which a wider region might undo.
    narrow: u64,
    lost: u64,
    unknown: u64,
    refused: u64,
    agree: u64,
    elsewhere: u64,
    contradicted: u64,
    nodes: u64,
    seconds: f64,
    slowest: f64,
    /// What is listed one by one.
    lines: Vec<String>,
}

impl Tally {
    /// Counts a problem.
    pub(super) fn add(&mut self, posed: &Posed, case: &Case) {
        self.total += 1;
        let size = posed.figure.size;
        let first = case
            .first()
            .map_or_else(|| "none".to_owned(), |mv| mv.label(size));
        let answers: Vec<String> = posed
            .answers
            .iter()
            .map(|point| point.label(size))
            .collect();
        let mut list = |what: &str| {
            let answers = answers.join(" ");
            let line = format!("{}: {what}: {first}; the file has {answers}", posed.name);
            self.lines.push(line);
        };
        let agreement = case.agreement(posed);
        match agreement {
            Agreement::Contradicts if case.is_narrow() => list("contradiction, narrow"),
            Agreement::Contradicts => list("contradiction"),
            Agreement::Elsewhere => list("not in the file"),
            Agreement::Agrees | Agreement::Silent => {}
        }
        match case {
            Case::Refused(why) => {
                self.refused += 1;
                list(why);
            }
            Case::Solved(solved) => {
                self.nodes += solved.nodes;
                let seconds = solved.time.as_secs_f64();
                self.seconds += seconds;
                self.slowest = self.slowest.max(seconds);
                match word(solved.verdict) {
                    "unknown" => {
                        self.unknown += 1;
                        list("unknown");
                    }
                    "lost" => {
                        self.lost += 1;
                        list("lost");
                    }
                    "ko" => self.ko += 1,
                    _ => {}
                }
            }
            Case::Played(played) => self.seconds += played.time.as_secs_f64(),
        }
        self.solved += u64::from(case.is_solved());
        self.narrow += u64::from(case.is_narrow() && case.is_solved());
        self.agree += u64::from(agreement == Agreement::Agrees);
        self.elsewhere += u64::from(agreement == Agreement::Elsewhere);
        self.contradicted += u64::from(agreement == Agreement::Contradicts);
    }

    /// What a progress bar says.
    pub(super) fn so_far(&self) -> String {
        format!("problems, {} answered", thousands(self.solved))
    }

    /// Whether all is solved and nothing contradicts.
    pub(super) const fn is_well(&self) -> bool {
        self.solved == self.total && self.contradicted == 0
    }

    fn speed(&self) -> f64 {
        match self.seconds > 0.0 {
            true => self.nodes as f64 / self.seconds,
            false => 0.0,
        }
    }

    /// Tells people.
    pub(super) fn people(&self, screen: &mut Screen) -> Result<(), Failure> {
        for line in &self.lines {
            writeln!(screen, "{}", tame(line))?;
        }
        let part = |n: u64| percent(n as f64 / self.total.max(1) as f64);
        let rows = [
            ("Problems", self.total),
            ("Answered", self.solved),
            ("  by ko", self.ko),
            ("  narrow", self.narrow),
            ("Agree", self.agree),
            ("Elsewhere", self.elsewhere),
            ("Contradict", self.contradicted),
            ("Lost", self.lost),
            ("Unknown", self.unknown),
            ("No problem", self.refused),
        ];
        for (name, number) in rows {
            writeln!(
                screen,
                "{name:<10}  {:>6}  {:>7}",
                thousands(number),
                part(number)
            )?;
        }
        writeln!(
            screen,
            "{:.1} s in all, {:.1} s at most, {} nodes, {} nodes a second",
            self.seconds,
            self.slowest,
            thousands(self.nodes),
            thousands(self.speed() as u64)
        )?;
        Ok(())
    }

    /// Tells programs.
    pub(super) fn json(&self, screen: &mut Screen) -> Result<(), Failure> {
        let object = json!({ "summary": {
            "problems": self.total,
            "answered": self.solved,
            "ko": self.ko,
            "narrow": self.narrow,
            "agree": self.agree,
            "elsewhere": self.elsewhere,
            "contradict": self.contradicted,
            "lost": self.lost,
            "unknown": self.unknown,
            "refused": self.refused,
            "nodes": self.nodes,
            "seconds": self.seconds,
            "slowest": self.slowest,
            "nodes_a_second": self.speed(),
        }});
        writeln!(screen, "{object}")?;
        Ok(())
    }
}
