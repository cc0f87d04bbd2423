//! Problems and positions of Go: `[suite]` and `[[positions]]`.

use tengen_go::Game;
use tengen_lab::experiment::{Files, Form};
use tengen_lab::game as lab;
use tengen_problems::{Position, Problem, Selection, Suite};

use crate::GoBoard;

/// `[suite]`: a file and which of its problems.
pub(crate) fn read(form: &Form<'_>, files: &mut dyn Files) -> Option<lab::Suite> {
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
        Ok(suite) => Some(lab::Suite {
            file,
            problems: suite.problems.into_iter().map(problem).collect(),
            left_out: suite.left_out.len(),
        }),
        Err(sentence) => {
            form.wrong("file", sentence);
            None
        }
    }
}

/// A position: `sgf` with `move`, or `moves` on the experiment's board.
pub(crate) fn position(
    form: &Form<'_>,
    name: &str,
    game: &Game,
    files: &mut dyn Files,
) -> Option<Position> {
    let file = form.text("sgf");
    let at = form.whole("move", 0..=100_000);
    let moves = form.text("moves");
    let (key, read) = match (file, moves) {
        (Some(file), None) => {
            let at = at.map_or(0, |n| n as usize);
            form.needed("move");
            let read = files.text(&file).and_then(|text| {
                Position::from_sgf(name, &file, text.as_bytes(), at)
                    .map_err(|error| error.to_string())
            });
            ("sgf", read)
        }
        (None, Some(moves)) => {
            let (size, komi, rules) = (game.size(), game.komi(), game.rules());
            (
                "moves",
                Position::from_moves(name, &moves, size, komi, rules),
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

/// A problem as the laboratory sees it.
fn problem(problem: Problem) -> lab::Problem {
    let size = problem.game.size();
    lab::Problem {
        right: problem.right.iter().map(|mv| mv.label(size)).collect(),
        wrong: problem
            .wrong()
            .map(|(mv, kind)| (mv.label(size), kind.to_owned()))
            .collect(),
        name: problem.name,
        groups: problem.groups,
        board: GoBoard::of(problem.game),
    }
}
