//! Problems and positions of Shogi: `[suite]` and `[[positions]]`.

use std::collections::BTreeMap;

use serde::Deserialize;
use tengen_game::Game as _;
use tengen_lab::experiment::{Files, Form, moves};
use tengen_lab::game::{Board, Problem, Suite};
use tengen_shogi::{Game, Rules};

use crate::ShogiBoard;

/// At most so many problems are taken.
const MOST: usize = 10_000;

/// `[suite]`: a file and which of its problems.
pub(crate) fn read(form: &Form<'_>, files: &mut dyn Files) -> Option<Suite> {
    let file = form.needed_text("file");
    let kind = form.text("kind");
    let count = form.whole("count", 1..=MOST as u64);
    form.close();
    let file = file?;
    let read = files.text(&file).and_then(|text| problems(&text, &file));
    let mut problems = match read {
        Ok(problems) => problems,
        Err(sentence) => {
            form.wrong("file", sentence);
            return None;
        }
    };
    if let Some(kind) = kind {
        problems.retain(|problem| problem.groups.get("kind") == Some(&kind));
    }
    problems.truncate(count.map_or(MOST, |count| count as usize));
    if problems.is_empty() {
        form.wrong("file", format!("{file} has no such problem"));
        return None;
    }
    Some(Suite {
        file,
        problems,
        left_out: 0,
    })
}

/// A position: `sfen`, `moves`, or both.
pub(crate) fn position(form: &Form<'_>, board: &dyn Board) -> Option<Box<dyn Board>> {
    let (sfen, line) = (form.text("sfen"), form.text("moves"));
    if sfen.is_none() && line.is_none() {
        let sentence = "a position is `sfen`, `moves` (a text such as \"7g7f 3c3d\"), or both";
        form.faults().add(form.place(), sentence);
        return None;
    }
    let start = sfen.map_or_else(|| Ok(board.empty()), |sfen| board.started(&sfen));
    let mut board = start.map_err(|error| form.wrong("sfen", error)).ok()?;
    let played = moves(&line.unwrap_or_default(), &*board).and_then(|moves| board.replay(&moves));
    played.map_err(|error| form.wrong("moves", error)).ok()?;
    Some(board)
}

/// A problem as a line of JSON has it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    name: Option<String>,
    sfen: String,
    right: Vec<String>,
    #[serde(default)]
    groups: BTreeMap<String, String>,
}

impl Line {
    /// The length of the mate, an SFEN and the line that mates, divided by tabs; whatever follows is passed over.
    fn from_tsv(line: &str) -> Result<Self, String> {
        let mut fields = line.split('\t').map(str::trim);
        let (Some(length), Some(sfen), Some(right)) = (fields.next(), fields.next(), fields.next())
        else {
            return Err("has fewer than three fields (length, SFEN, moves)".to_owned());
        };
        Ok(Self {
            name: None,
            sfen: sfen.to_owned(),
            right: right
                .split_whitespace()
                .take(1)
                .map(str::to_owned)
                .collect(),
            groups: [("kind".to_owned(), format!("mate in {length}"))].into(),
        })
    }

    fn problem(self, number: usize) -> Result<Problem, String> {
        let board = tengen_shogi::Board::from_usi(&self.sfen);
        let board = board.map_err(|error| format!("has a position that is none: {error}"))?;
        let game = Game::new(board, Rules::default());
        let board = ShogiBoard(game);
        let mut right = Vec::new();
        for word in &self.right {
            let mv = board
                .reads(word)
                .map_err(|error| format!("has {word:?}, which {error}"))?;
            let mut after = board.clone();
            let played = after.play(board.0.turn(), &mv);
            played.map_err(|error| format!("has a right move that is illegal: {error}"))?;
            right.push(mv);
        }
        if right.is_empty() {
            return Err("has no right move".to_owned());
        }
        Ok(Problem {
            name: self.name.unwrap_or_else(|| number.to_string()),
            groups: self.groups,
            board: Box::new(board),
            right,
            wrong: BTreeMap::new(),
        })
    }
}

/// All problems of a file: `.tsv`, or lines of JSON.
fn problems(text: &str, file: &str) -> Result<Vec<Problem>, String> {
    let mut problems: Vec<Problem> = Vec::new();
    let mut names = std::collections::HashSet::new();
    for (number, line) in (1..).zip(text.lines()) {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let read = match file.ends_with(".tsv") {
            true => Line::from_tsv(line),
            false => serde_json::from_str(line).map_err(|error| format!("is no problem: {error}")),
        };
        let problem = read.and_then(|line: Line| line.problem(number));
        let problem = problem.map_err(|error| format!("line {number} of {file} {error}"))?;
        if !names.insert(problem.name.clone()) {
            let name = &problem.name;
            return Err(format!(
                "line {number} of {file} has the name {name:?} again"
            ));
        }
        problems.push(problem);
    }
    Ok(problems)
}
