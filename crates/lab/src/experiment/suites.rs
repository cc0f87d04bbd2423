//! Problems that are put and positions that are searched: `[suite]` and `[[positions]]`.

use super::bundle::Files;
use super::form::Form;
use crate::game::{Discipline, Position, Problem, Suite};
use crate::record::MeasurementRecord;

/// Problems, each put to every player some times.
#[derive(Clone, Debug)]
pub struct Problems {
    /// The problems, and the file they are from.
    pub suite: Suite,
    /// The number of times that each is put.
    pub trials: u64,
}

/// Positions, each searched by every player some times.
#[derive(Clone, Debug)]
pub struct Measure {
    /// The positions.
    pub positions: Vec<Position>,
    /// The number of searches of each.
    pub trials: u64,
    /// The counts that are reported; all if none are named.
    pub counts: Vec<String>,
}

impl Problems {
    pub(super) fn read(
        form: &Form<'_>,
        game: &dyn Discipline,
        files: &mut dyn Files,
    ) -> Option<Self> {
        let trials = form.whole("trials", 1..=1_000_000).unwrap_or(1);
        form.needed("suite");
        let suite = game.suite(&form.form("suite")?, files)?;
        Some(Self { suite, trials })
    }

    /// The problem of a unit: all problems have a first trial before any has a second.
    #[must_use]
    pub fn problem(&self, number: u64) -> &Problem {
        let problems = &self.suite.problems;
        &problems[((number - 1) % problems.len() as u64) as usize]
    }

    pub(super) fn planned(&self) -> u64 {
        self.trials.saturating_mul(self.suite.problems.len() as u64)
    }

    pub(super) fn description(&self) -> serde_json::Value {
        let problem = |problem: &Problem| {
            serde_json::json!([problem.name, problem.board.position(), problem.right])
        };
        let problems: Vec<_> = self.suite.problems.iter().map(problem).collect();
        serde_json::json!({ "kind": "problems", "problems": problems })
    }

    pub(super) fn settings(&self) -> Vec<(String, String)> {
        let mut settings = vec![
            ("suite".to_owned(), self.suite.file.clone()),
            ("problems".to_owned(), self.suite.problems.len().to_string()),
            ("trials".to_owned(), self.trials.to_string()),
        ];
        if self.suite.left_out > 0 {
            let left_out = format!("{} that fit no board", self.suite.left_out);
            settings.push(("left out".to_owned(), left_out));
        }
        settings
    }
}

impl Measure {
    pub(super) fn read(
        form: &Form<'_>,
        game: &dyn Discipline,
        files: &mut dyn Files,
    ) -> Option<Self> {
        let board = game.board(form);
        let trials = form.whole("trials", 1..=1_000_000).unwrap_or(1);
        let mut positions = Vec::new();
        for (number, form) in form.forms("positions").iter().enumerate() {
            let name = form
                .text("name")
                .unwrap_or_else(|| (number + 1).to_string());
            let board = game.position(form, &name, &*board, files);
            positions.extend(board.map(|board| Position { name, board }));
            form.close();
        }
        if let Some(form) = form.form("suite")
            && let Some(suite) = game.suite(&form, files)
        {
            positions.extend(suite.problems.iter().map(Position::from));
        }
        if positions.is_empty() {
            form.faults().add(
                form.place(),
                "there is nothing to measure on; add [[positions]] or a [suite]",
            );
            return None;
        }
        let mut names: Vec<&str> = positions.iter().map(|p| p.name.as_str()).collect();
        names.sort_unstable();
        if let Some(pair) = names.windows(2).find(|pair| pair[0] == pair[1]) {
            form.wrong(
                "positions",
                format!("two positions are called {:?}", pair[0]),
            );
        }
        Some(Self {
            positions,
            trials,
            counts: form.texts("counts").unwrap_or_default(),
        })
    }

    /// Leaves out of a measurement what nobody wants to see.
    pub fn trim(&self, measured: &mut MeasurementRecord) {
        if !self.counts.is_empty() {
            measured.counts.retain(|name, _| self.counts.contains(name));
            measured.rows.retain(|name, _| self.counts.contains(name));
        }
    }

    /// The position of a unit: all positions have a first trial before any has a second.
    #[must_use]
    pub fn position(&self, number: u64) -> &Position {
        &self.positions[((number - 1) % self.positions.len() as u64) as usize]
    }

    pub(super) fn planned(&self) -> u64 {
        self.trials.saturating_mul(self.positions.len() as u64)
    }

    pub(super) fn description(&self) -> serde_json::Value {
        let named = |p: &Position| {
            serde_json::json!([p.name, p.board.position(), p.board.moves().join(" ")])
        };
        let positions: Vec<_> = self.positions.iter().map(named).collect();
        serde_json::json!({ "kind": "measure", "positions": positions })
    }

    pub(super) fn settings(&self) -> Vec<(String, String)> {
        vec![
            ("positions".to_owned(), self.positions.len().to_string()),
            ("trials".to_owned(), self.trials.to_string()),
        ]
    }
}
