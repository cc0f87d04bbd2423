//! Whole positions as JSON, an object a line: our own format of problems.
//!
//! ```json
//! {"name":"corner 1","size":9,"black":["C3","D4"],"white":["E5"],"turn":"B","komi":7.5,
//!  "rules":"chinese","right":["C4","C5"],"groups":{"kind":"capture","rank":"20k"}}
//! ```
//!
//! | field | what | if it is missing |
//! | --- | --- | --- |
//! | `name` | the problem's name | an error |
//! | `size` | the side of the board, 2 to 25 | an error |
//! | `black`, `white` | the stones, each point as `D4` | none |
//! | `board` | in their place: the rows from the top, `/` between them; `X` is black, `O` white, a dot empty | none |
//! | `turn` | who is to move: `B` or `W` | an error |
//! | `komi` | points for White | 7.5 |
//! | `rules` | the name of a rule set | `chinese` |
//! | `right` | the right moves, `D4` or `pass`, at least one | an error |
//! | `wrong` | kinds of wrong moves by name, each a list of moves, to count wrong answers by | none |
//! | `groups` | texts by name, to count answers by | none |
//!
//! Any other field is an error, so that none is misspelt unnoticed. The position is put to players
//! as it stands: what is not to matter has to be settled in it.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;
use tengen_go::{Color, Diagram, Game, Komi, Move, Point, Rules, Size, Stones};
use tengen_solver::tsumego::arrange;

use super::problem::Problem;

/// A problem as it was written: a position takes a hundred times as much memory.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Line {
    pub(crate) name: String,
    size: usize,
    #[serde(default)]
    black: Vec<String>,
    #[serde(default)]
    white: Vec<String>,
    #[serde(default)]
    board: Option<String>,
    turn: String,
    #[serde(default)]
    komi: Option<f64>,
    #[serde(default)]
    rules: Option<String>,
    right: Vec<String>,
    #[serde(default)]
    wrong: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    pub(crate) groups: BTreeMap<String, String>,
}

/// Reads a line that has a problem in it; or says in a sentence why it has none.
pub(crate) fn read(value: &Value) -> Result<Line, String> {
    let line = Line::deserialize(value).map_err(|error| error.to_string())?;
    problem(&line)?;
    Ok(line)
}

/// The problem of a line.
pub(crate) fn problem(line: &Line) -> Result<Problem, String> {
    if line.name.trim().is_empty() {
        return Err("a problem needs a name, and this one's is empty".to_owned());
    }
    let size = Size::new(line.size).map_err(|error| error.to_string())?;
    let stones = match &line.board {
        Some(board) => drawn(line, board, size)?,
        None => listed(line, size)?,
    };
    let turn = match line.turn.as_str() {
        "B" => Color::Black,
        "W" => Color::White,
        other => return Err(format!("the turn is \"B\" or \"W\", not {other:?}")),
    };
    let komi = match line.komi {
        Some(points) => Komi::new(points).map_err(|error| error.to_string())?,
        None => Komi::SEVEN_AND_A_HALF,
    };
    let rules = match &line.rules {
        Some(name) => name.parse().map_err(|error| format!("{error}"))?,
        None => Rules::CHINESE,
    };
    let right = moves(&line.right, size)?;
    let game = Game::from_position(stones, turn, rules, komi);
    let mut problem = Problem::new(line.name.clone(), line.groups.clone(), game, right)?;
    for (kind, labels) in &line.wrong {
        problem.call_wrong(kind, &moves(labels, size)?)?;
    }
    Ok(problem)
}

fn moves(labels: &[String], size: Size) -> Result<Vec<Move>, String> {
    let read = |label: &String| {
        Move::parse(label, size).ok_or_else(|| format!("{label:?} is no move on a {size} board"))
    };
    labels.iter().map(read).collect()
}

/// The stones that are listed.
fn listed(line: &Line, size: Size) -> Result<Stones, String> {
    let mut stones = Vec::new();
    for (labels, color) in [(&line.black, Color::Black), (&line.white, Color::White)] {
        for label in labels {
            let point = Point::parse(label, size)
                .ok_or_else(|| format!("{label:?} is no point of a {size} board"))?;
            stones.push((point, color));
        }
    }
    arrange(size, &stones).map_err(|illegal| format!("the position cannot stand: {illegal}"))
}

/// The stones of a board that is drawn.
fn drawn(line: &Line, board: &str, size: Size) -> Result<Stones, String> {
    if !line.black.is_empty() || !line.white.is_empty() {
        return Err("a problem has a `board` or lists of stones, not both".to_owned());
    }
    let diagram = Diagram::parse(&board.replace('/', "\n"));
    let stones = diagram
        .map_err(|error| format!("the `board` cannot be read, a row a line: {error}"))?
        .stones;
    if stones.size() != size {
        let found = stones.size();
        return Err(format!("the `board` is {found}, and `size` says {size}"));
    }
    Ok(stones)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = r#"{"name":"corner","size":9,"black":["C3","D4"],"white":["E5"],"turn":"W",
        "komi":5.5,"rules":"japanese","right":["C4","pass"],"groups":{"kind":"shape"}}"#;

    fn parse(text: &str) -> Result<Problem, String> {
        problem(&read(&serde_json::from_str(text).unwrap())?)
    }

    #[test]
    fn a_line_is_read() {
        let problem = parse(LINE).unwrap();
        let game = &problem.game;
        assert_eq!(
            (problem.name.as_str(), game.turn()),
            ("corner", Color::White)
        );
        assert_eq!((game.komi().points(), game.rules()), (5.5, Rules::JAPANESE));
        assert_eq!(game.stones().stones(Color::Black), 2);
        assert_eq!(problem.right.len(), 2);
        assert_eq!(problem.groups["kind"], "shape");
        let least = r#"{"name":"x","size":5,"turn":"B","right":["C3"]}"#;
        let game = parse(least).unwrap().game;
        assert_eq!((game.komi().points(), game.rules()), (7.5, Rules::CHINESE));
    }

    #[test]
    fn a_wrong_line_is_refused_in_a_sentence() {
        let error = |from: &str, to: &str| parse(&LINE.replace(from, to)).unwrap_err();
        assert!(error("\"turn\"", "\"trun\"").contains("unknown field `trun`"));
        assert!(error("\"W\",", "\"white\",").contains("not \"white\""));
        assert_eq!(
            error("\"E5\"", "\"E12\""),
            "\"E12\" is no point of a 9×9 board"
        );
        assert!(error("\"E5\"", "\"C3\"").contains("cannot stand: C3 is occupied"));
        assert!(error("japanese", "japanesse").contains("japanese"));
        assert!(error("5.5", "1e9").contains("komi"));
        assert_eq!(
            error("\"C4\"", "\"D4\""),
            "the right move D4 is illegal: D4 is occupied: Black has a stone there"
        );
        assert!(error("[\"C4\",\"pass\"]", "[]").contains("no right move"));
        assert!(error(":9", ":99").contains("99"));
        assert!(error("\"corner\"", "\" \"").contains("needs a name"));
    }

    #[test]
    fn wrong_moves_may_have_kinds() {
        let line = LINE.replace(
            "\"groups\"",
            r#""wrong":{"small":["A1"],"large":["B1","C1"]},"groups""#,
        );
        let problem = parse(&line).unwrap();
        let kind = |label: &str| {
            let mv = Move::parse(label, problem.game.size()).unwrap();
            problem.kind_of_fault(mv)
        };
        assert_eq!((kind("A1"), kind("C1")), (Some("small"), Some("large")));
        assert_eq!((kind("J9"), kind("C4")), (None, None));
        let error = |from: &str, to: &str| parse(&line.replace(from, to)).unwrap_err();
        assert_eq!(
            error("\"A1\"", "\"C4\""),
            "C4 is a right move and a wrong one"
        );
        assert_eq!(
            error("\"A1\"", "\"B1\""),
            "B1 is named twice as a wrong move"
        );
        assert!(error("\"A1\"", "\"Z1\"").contains("no move"));
    }

    #[test]
    fn a_board_can_be_drawn_in_place_of_lists() {
        let drawn = r#"{"name":"x","size":3,"board":"X.O/.XO/X.O","turn":"B","right":["B3"]}"#;
        let listed = r#"{"name":"x","size":3,"black":["A3","B2","A1"],"white":["C3","C2","C1"],
            "turn":"B","right":["B3"]}"#;
        let [by_board, by_lists] = [drawn, listed].map(|text| parse(text).unwrap().game);
        // The same stones, whatever the order in which they came.
        assert_eq!(by_board.hash(), by_lists.hash());
        let error = |from: &str, to: &str| parse(&drawn.replace(from, to)).unwrap_err();
        assert_eq!(error(":3", ":4"), "the `board` is 3×3, and `size` says 4×4");
        assert!(error("X.O/", "X.O").contains("the `board` cannot be read, a row a line: "));
        assert!(error("X.O/.XO/X.O", "XXX/XXX/XXX").contains("cannot be read"));
        assert!(error("\"turn\"", "\"black\":[\"B3\"],\"turn\"").contains("not both"));
    }
}
