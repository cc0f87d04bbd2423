//! A problem as collections have it: local stones on a large board, and the moves that solve it.
//!
//! A line of such a collection is a JSON object; fields that are not named here are not looked at:
//!
//! ```json
//! {"id":3,"rank":"5k","type":"lifeAndDeath","size":19,"to_play":"B",
//!  "B":["qa","qb"],"W":["ra","rc"],"forced":["rb"]}
//! ```
//!
//! Points are SGF pairs. `forced` are the first moves that work against every recorded defence; `answers`
//! (those with a right end below them) and `wrong` (refuted ones) may be there too.

use serde_json::Value;
use tengen_go::{Color, Point, Size};
use tengen_record::point_from_pair;
use tengen_solver::tsumego::Figure;

/// A problem. Only the local stones are on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalProblem {
    /// Its number in the collection.
    pub id: u64,
    /// The difficulty, as a rank: `15k` … `7d`.
    pub rank: String,
    /// The subject.
    pub kind: String,
    /// The size of its board.
    pub size: Size,
    /// The side to play.
    pub turn: Color,
    /// The stones.
    pub stones: Vec<(Point, Color)>,
    /// The first moves that work against every recorded defence.
    pub forced: Vec<Point>,
    /// The first moves that have a right end below them; as `forced` if nothing is said.
    pub answers: Vec<Point>,
    /// The first moves that are refuted.
    pub wrong: Vec<Point>,
}

impl LocalProblem {
    /// Reads a line of a collection.
    ///
    /// # Errors
    /// If a field is missing or wrong, in a sentence that names it.
    pub fn read(value: &Value) -> Result<Self, String> {
        let wrong = |name: &str| format!("the field {name:?} is missing or not as it should be");
        let text = |name: &str| value[name].as_str().ok_or_else(|| wrong(name));
        let side = value["size"].as_u64().and_then(|n| usize::try_from(n).ok());
        let size = side
            .and_then(|side| Size::new(side).ok())
            .ok_or_else(|| wrong("size"))?;
        let points = |name: &str| -> Result<Vec<Point>, String> {
            let pairs = value[name].as_array().ok_or_else(|| wrong(name))?;
            pairs
                .iter()
                .map(|pair| point_from_pair(pair.as_str()?.as_bytes(), size))
                .collect::<Option<_>>()
                .ok_or_else(|| wrong(name))
        };
        let forced = points("forced")?;
        let optional = |name: &str| value.get(name).map(|_| points(name)).transpose();
        let mut stones = Vec::new();
        for (name, color) in [("B", Color::Black), ("W", Color::White)] {
            stones.extend(points(name)?.into_iter().map(|point| (point, color)));
        }
        Ok(Self {
            id: value["id"].as_u64().ok_or_else(|| wrong("id"))?,
            rank: text("rank")?.to_owned(),
            kind: text("type")?.to_owned(),
            size,
            turn: match text("to_play")? {
                "B" => Color::Black,
                "W" => Color::White,
                _ => return Err(wrong("to_play")),
            },
            stones,
            answers: optional("answers")?.unwrap_or_else(|| forced.clone()),
            wrong: optional("wrong")?.unwrap_or_default(),
            forced,
        })
    }

    /// Its stones and whose turn it is.
    #[must_use]
    pub fn figure(&self) -> Figure {
        Figure {
            size: self.size,
            turn: self.turn,
            stones: self.stones.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = r#"{"id":3,"rank":"5k","type":"lifeAndDeath","size":19,"to_play":"W",
        "B":["qa","qb"],"W":["ra"],"answers":["rb"],"forced":["rb"],"wrong":[],"tree":"rb0"}"#;

    fn read(text: &str) -> Result<LocalProblem, String> {
        LocalProblem::read(&serde_json::from_str(text).unwrap())
    }

    #[test]
    fn a_line_is_read() {
        let problem = read(LINE).unwrap();
        assert_eq!((problem.id, problem.rank.as_str()), (3, "5k"));
        assert_eq!(problem.turn, Color::White);
        assert_eq!(problem.stones.len(), 3);
        assert_eq!(problem.forced, [Point::new(17, 1).unwrap()]);
        assert_eq!(problem.answers, problem.forced);
        assert!(problem.wrong.is_empty());
    }

    #[test]
    fn a_wrong_line_is_refused_with_its_field() {
        let error = |from: &str, to: &str| read(&LINE.replace(from, to)).unwrap_err();
        assert!(error("\"W\",", "\"X\",").contains("to_play"));
        assert!(error("\"qb\"", "\"zz\"").contains("\"B\""));
        assert!(error("19", "1").contains("size"));
        assert!(read("[]").is_err() && read("3").is_err());
    }
}
