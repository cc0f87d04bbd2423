//! Results of a suite of problems.

use std::io::Write;

use tengen_problems::{Agreement, Case, Counts, Reply};

use crate::failure::Failure;
use crate::screen::{Screen, tame, thousands};
use crate::wording::percent;

/// Counts of a suite.
#[derive(Default)]
pub(super) struct SuiteTally {
    pub(super) counts: Counts,
    /// The problems that are listed one by one.
    lines: Vec<String>,
}

impl SuiteTally {
    /// Counts a problem.
    pub(super) fn add(&mut self, case: &Case<'_>) {
        self.counts.add(case);
        let posed = case.posed;
        let size = posed.figure.size;
        let first = case
            .first()
            .map_or_else(|| "none".to_owned(), |mv| mv.label(size));
        let answers: Vec<String> = posed
            .answers
            .iter()
            .map(|point| point.label(size))
            .collect();
        let against_the_file = match case.agreement() {
            Agreement::Contradicts if case.is_narrow() => Some("contradiction, narrow"),
            Agreement::Contradicts => Some("contradiction"),
            Agreement::Elsewhere => Some("not in the file"),
            Agreement::Agrees | Agreement::Silent => None,
        };
        let unsolved = match &case.reply {
            Reply::Refused(why) => Some(why.as_str()),
            Reply::Solved(solved) if !case.is_solved() => Some(solved.verdict.word()),
            Reply::Solved(_) | Reply::Played(_) => None,
        };
        for what in against_the_file.into_iter().chain(unsolved) {
            let answers = answers.join(" ");
            let line = format!("{}: {what}: {first}; the file has {answers}", posed.name);
            self.lines.push(line);
        }
    }

    /// The text of a progress bar.
    pub(super) fn so_far(&self) -> String {
        format!("problems, {} answered", thousands(self.counts.answered))
    }

    /// Tells people.
    pub(super) fn people(&self, screen: &mut Screen) -> Result<(), Failure> {
        for line in &self.lines {
            writeln!(screen, "{}", tame(line))?;
        }
        let counts = &self.counts;
        let part = |n: u64| percent(n as f64 / counts.problems.max(1) as f64);
        let rows = [
            ("Problems", counts.problems),
            ("Answered", counts.answered),
            ("  by ko", counts.ko),
            ("  narrow", counts.narrow),
            ("Agree", counts.agree),
            ("Elsewhere", counts.elsewhere),
            ("Contradict", counts.contradict),
            ("Lost", counts.lost),
            ("Unknown", counts.unknown),
            ("No problem", counts.refused),
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
            counts.seconds,
            counts.slowest,
            thousands(counts.nodes),
            thousands(counts.nodes_a_second as u64)
        )?;
        Ok(())
    }
}
