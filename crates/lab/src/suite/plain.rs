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
//! | `turn` | who is to move: `B` or `W` | an error |
//! | `komi` | points for White | 7.5 |
//! | `rules` | the name of a rule set | `chinese` |
//! | `right` | the right moves, `D4` or `pass`, at least one | an error |
//! | `groups` | texts by name, to count answers by | none |
//!
//! Any other field is an error, so that none is misspelt unnoticed. The position is put to players
//! as it stands: what is not to matter has to be settled in it.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;
use tengen_go::{Color, Game, Komi, Move, Point, Rules, Size};

use super::local::arrange;
use super::problem::Problem;

/// A problem as it was written: a position takes a hundred times as much memory.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Line {
    pub(super) name: String,
    size: usize,
    #[serde(default)]
    black: Vec<String>,
    #[serde(default)]
    white: Vec<String>,
    turn: String,
    #[serde(default)]
    komi: Option<f64>,
    #[serde(default)]
    rules: Option<String>,
    right: Vec<String>,
    #[serde(default)]
    pub(super) groups: BTreeMap<String, String>,
}

/// Reads a line that has a problem in it; or says in a sentence why it has none.
pub(super) fn read(value: &Value) -> Result<Line, String> {
    let line = Line::deserialize(value).map_err(|error| error.to_string())?;
    problem(&line)?;
    Ok(line)
}

/// The problem of a line.
pub(super) fn problem(line: &Line) -> Result<Problem, String> {
    if line.name.trim().is_empty() {
        return Err("a problem needs a name, and this one's is empty".to_owned());
    }
    let size = Size::new(line.size).map_err(|error| error.to_string())?;
    let mut stones = Vec::new();
    for (labels, color) in [(&line.black, Color::Black), (&line.white, Color::White)] {
        for label in labels {
            let point = Point::parse(label, size)
                .ok_or_else(|| format!("{label:?} is no point of a {size} board"))?;
            stones.push((point, color));
        }
    }
    let stones = arrange(size, &stones)
        .map_err(|illegal| format!("the position cannot stand: {illegal}"))?;
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
    let mut right = Vec::new();
    for label in &line.right {
        let mv = Move::parse(label, size);
        right.push(mv.ok_or_else(|| format!("{label:?} is no move on a {size} board"))?);
    }
    let game = Game::from_position(stones, turn, rules, komi);
    Problem::new(line.name.clone(), line.groups.clone(), game, right)
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
}
