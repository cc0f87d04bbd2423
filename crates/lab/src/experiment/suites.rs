//! What problems are put and which positions are searched: `[suite]` and `[[positions]]`.

use tengen_go::{Color, Game, Point};
use tengen_problems::{Position, Problem, Selection, Suite};

use super::bundle::Files;
use super::form::Form;
use crate::record::MeasurementRecord;

/// Problems, each put to every player some times.
#[derive(Clone, Debug)]
pub struct Problems {
    /// The problems.
    pub problems: Vec<Problem>,
    /// How many of those selected cannot be put on a board.
    pub left_out: usize,
    /// The file they are from.
    pub file: String,
    /// How often each is put.
    pub trials: u64,
}

/// Positions, each searched by every player some times.
#[derive(Clone, Debug)]
pub struct Measure {
    /// The positions.
    pub positions: Vec<Position>,
    /// How often each is searched.
    pub trials: u64,
    /// The counts that are reported; all if none are named.
    pub counts: Vec<String>,
}

impl Problems {
    pub(super) fn read(form: &Form<'_>, files: &mut dyn Files) -> Option<Self> {
        let trials = form.whole("trials", 1..=1_000_000).unwrap_or(1);
        form.needed("suite");
        let (suite, file) = suite(&form.form("suite")?, files)?;
        Some(Self {
            problems: suite.problems,
            left_out: suite.left_out.len(),
            file,
            trials,
        })
    }

    /// The problem of a unit: all problems have a first trial before any has a second.
    #[must_use]
    pub fn problem(&self, number: u64) -> &Problem {
        &self.problems[((number - 1) % self.problems.len() as u64) as usize]
    }

    pub(super) fn planned(&self) -> u64 {
        self.trials.saturating_mul(self.problems.len() as u64)
    }

    pub(super) fn description(&self) -> serde_json::Value {
        let problem = |problem: &Problem| {
            let right = problem.right.iter();
            let right: Vec<String> = right.map(|mv| mv.label(problem.game.size())).collect();
            serde_json::json!([problem.name, position(&problem.game), right])
        };
        let problems: Vec<_> = self.problems.iter().map(problem).collect();
        serde_json::json!({ "kind": "problems", "problems": problems })
    }

    pub(super) fn settings(&self) -> Vec<(String, String)> {
        let mut settings = vec![
            ("suite".to_owned(), self.file.clone()),
            ("problems".to_owned(), self.problems.len().to_string()),
            ("trials".to_owned(), self.trials.to_string()),
        ];
        if self.left_out > 0 {
            let left_out = format!("{} that fit no board", self.left_out);
            settings.push(("left out".to_owned(), left_out));
        }
        settings
    }
}

impl Measure {
    pub(super) fn read(form: &Form<'_>, game: &Game, files: &mut dyn Files) -> Option<Self> {
        let trials = form.whole("trials", 1..=1_000_000).unwrap_or(1);
        let mut positions = Vec::new();
        for (number, form) in form.forms("positions").iter().enumerate() {
            positions.extend(read_position(form, number + 1, game, files));
            form.close();
        }
        if let Some(form) = form.form("suite")
            && let Some((suite, _)) = suite(&form, files)
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
        let named = |p: &Position| serde_json::json!([p.name, position(&p.game), history(&p.game)]);
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

/// `[suite]`: a file and which of its problems.
fn suite(form: &Form<'_>, files: &mut dyn Files) -> Option<(Suite, String)> {
    let file = form.needed_text("file");
    let usual = Selection::default();
    let most = u64::from(Selection::MOST_MARGIN);
    let selection = Selection {
        kind: form.text("kind"),
        count: form.whole("count", 1..=1_000_000).map(|n| n as usize),
        seed: form
            .whole("seed", 0..=i64::MAX as u64)
            .unwrap_or(usual.seed),
        margin: form
            .whole("margin", 0..=most)
            .map_or(usual.margin, |n| n as u8),
        frame: form.switch("frame").unwrap_or(usual.frame),
    };
    form.close();
    let file = file?;
    let read = files.text(&file).and_then(|text| {
        Suite::read(&file, text.as_bytes(), &selection).map_err(|error| error.to_string())
    });
    match read {
        Ok(suite) if suite.problems.is_empty() => {
            form.wrong(
                "file",
                format!("no problem of {file} can be put on a board"),
            );
            None
        }
        Ok(suite) => Some((suite, file)),
        Err(sentence) => {
            form.wrong("file", sentence);
            None
        }
    }
}

/// A position: `sgf` with `move`, or `moves` on the experiment's board.
fn read_position(
    form: &Form<'_>,
    number: usize,
    game: &Game,
    files: &mut dyn Files,
) -> Option<Position> {
    let name = form.text("name").unwrap_or_else(|| number.to_string());
    let file = form.text("sgf");
    let at = form.whole("move", 0..=100_000);
    let moves = form.text("moves");
    let (key, read) = match (file, moves) {
        (Some(file), None) => {
            let at = at.map_or(0, |n| n as usize);
            form.needed("move");
            let read = files.text(&file).and_then(|text| {
                Position::from_sgf(&name, &file, text.as_bytes(), at)
                    .map_err(|error| error.to_string())
            });
            ("sgf", read)
        }
        (None, Some(moves)) => {
            let (size, komi, rules) = (game.size(), game.komi(), game.rules());
            (
                "moves",
                Position::from_moves(&name, &moves, size, komi, rules),
            )
        }
        _ => {
            form.faults().add(
                form.place(),
                "a position is either `sgf` (a file) with `move` (a number), or `moves` (a text such \
                 as \"D4 F6\")",
            );
            return None;
        }
    };
    read.map_err(|sentence| form.wrong(key, sentence)).ok()
}

/// A position in words that do not depend on how it is stored.
fn position(game: &Game) -> String {
    let stones = |color: Color| -> String {
        let of_color = |point: &Point| game.at(*point) == Some(color);
        let points = Point::all(game.size()).filter(of_color);
        let labels: Vec<String> = points.map(|point| point.label(game.size())).collect();
        labels.join(" ")
    };
    format!(
        "{} {:?} {:?} komi {} black {} white {} {:?} to play",
        game.size(),
        game.rules(),
        game.handicap(),
        game.komi(),
        stones(Color::Black),
        stones(Color::White),
        game.turn()
    )
}

/// The moves that led to a position.
fn history(game: &Game) -> String {
    let moves: Vec<String> = game.moves().map(|(_, mv)| mv.label(game.size())).collect();
    moves.join(" ")
}
