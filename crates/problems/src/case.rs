//! A problem of life and death with what came of it, compared with its file.
//!
//! A [`Case`] is serialized as programs read it; the keys are in `docs/json.md`.

use std::time::{Duration, Instant};

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use tengen_go::{Move, Point};
use tengen_solver::tsumego::{Enclosure, Fate, Goal, Limits, NoProblem, Question, Solver, Status};

use super::Posed;

/// A problem and what came of it.
#[derive(Clone, Debug)]
pub struct Case<'a> {
    /// The problem.
    pub posed: &'a Posed,
    /// The reply to it.
    pub reply: Reply,
}

/// A reply to a problem.
#[derive(Clone, Debug)]
pub enum Reply {
    /// It is none, and why.
    Refused(String),
    /// The solver's answer.
    Solved(Box<Solved>),
    /// A player's answer.
    Played(Played),
}

/// An answer of the solver.
#[derive(Clone, Debug)]
pub struct Solved {
    /// The problem, with its region and its goal.
    pub problem: Enclosure,
    /// The margin of its region.
    pub margin: usize,
    /// True if the attacker, who wins, might not win in a wider region that was not decided.
    pub narrow: bool,
    /// The winner, or that it is not known.
    pub verdict: Status,
    /// True if nothing better was left open for want of time.
    pub exact: bool,
    /// The first move of the proof.
    pub first: Option<Move>,
    /// The moves that follow if both play well, from the first on.
    pub line: Vec<Move>,
    /// The number of positions that were searched.
    pub nodes: u64,
    /// The time that it took.
    pub time: Duration,
    /// The fate of every first move, if that was asked.
    pub fates: Vec<(Move, Fate)>,
}

/// An answer of a player.
#[derive(Clone, Debug)]
pub struct Played {
    /// The move.
    pub mv: Move,
    /// The goal of the side to move.
    pub goal: Goal,
    /// The win rate of the move, from 0 to 1.
    pub winrate: Option<f64>,
    /// The number of playouts.
    pub playouts: u64,
    /// The time that it took.
    pub time: Duration,
}

/// A comparison of an answer's first move with those of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Agreement {
    /// It is one of them.
    Agrees,
    /// The file says that it is refuted.
    Contradicts,
    /// The file has answers and does not know the move.
    Elsewhere,
    /// The file has no answers, or there is no move.
    Silent,
}

impl Solved {
    /// The solver's answer to a problem; with `all`, every first move is judged besides.
    ///
    /// # Errors
    /// If it is no problem of life and death.
    pub fn find(
        solver: &mut Solver,
        posed: &Posed,
        question: &Question,
        limits: &Limits,
        all: bool,
    ) -> Result<Self, NoProblem> {
        let start = Instant::now();
        let attempt = solver.answer(&posed.figure, question, limits)?;
        let fates = match all {
            true => solver.first_moves(&attempt.problem, question.threats, limits),
            false => Vec::new(),
        };
        let answer = attempt.answer;
        Ok(Self {
            problem: attempt.problem,
            margin: attempt.margin,
            narrow: attempt.narrow,
            verdict: answer.status,
            exact: answer.exact,
            first: answer.first,
            line: answer.line,
            nodes: answer.nodes,
            time: start.elapsed(),
            fates,
        })
    }
}

impl Case<'_> {
    /// The move that was found.
    #[must_use]
    pub fn first(&self) -> Option<Move> {
        match &self.reply {
            Reply::Refused(_) => None,
            Reply::Solved(solved) => solved.first,
            Reply::Played(played) => Some(played.mv),
        }
    }

    /// True if there is a proof that the side to move wins, by ko if need be; of a player, if it has an
    /// answer.
    #[must_use]
    pub const fn is_solved(&self) -> bool {
        match &self.reply {
            Reply::Refused(_) => false,
            Reply::Solved(solved) => solved.verdict.is_proved(),
            Reply::Played(_) => true,
        }
    }

    /// True if it is a proof that a wider region might undo.
    #[must_use]
    pub const fn is_narrow(&self) -> bool {
        matches!(&self.reply, Reply::Solved(solved) if solved.narrow)
    }

    /// Compares its first move with those of the file.
    #[must_use]
    pub fn agreement(&self) -> Agreement {
        let Some(point) = self.first().and_then(Move::point) else {
            return Agreement::Silent;
        };
        let has = |points: &[Point]| points.contains(&point);
        if has(&self.posed.answers) {
            Agreement::Agrees
        } else if has(&self.posed.wrong) {
            Agreement::Contradicts
        } else if self.posed.answers.is_empty() {
            Agreement::Silent
        } else {
            Agreement::Elsewhere
        }
    }
}

impl Serialize for Case<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let figure = &self.posed.figure;
        let size = figure.size;
        let label = |mv: &Move| mv.label(size);
        let answers = self.posed.answers.iter().map(|point| point.label(size));
        let mut object = serializer.serialize_map(None)?;
        object.serialize_entry("name", &self.posed.name)?;
        object.serialize_entry("rank", &self.posed.rank)?;
        object.serialize_entry("size", &size.get())?;
        object.serialize_entry("turn", &figure.turn.letter().to_ascii_uppercase())?;
        match &self.reply {
            Reply::Refused(why) => object.serialize_entry("refused", why)?,
            Reply::Solved(solved) => {
                #[derive(Serialize)]
                struct Judged {
                    #[serde(rename = "move")]
                    mv: String,
                    fate: &'static str,
                }
                let judged = |&(mv, fate): &(Move, Fate)| Judged {
                    mv: label(&mv),
                    fate: fate.word(),
                };
                let fates: Vec<Judged> = solved.fates.iter().map(judged).collect();
                let threats = match solved.verdict {
                    Status::Ko(threats) => Some(threats),
                    _ => None,
                };
                let line: Vec<String> = solved.line.iter().map(label).collect();
                object.serialize_entry("goal", solved.problem.goal().word())?;
                object.serialize_entry("margin", &solved.margin)?;
                object.serialize_entry("narrow", &solved.narrow)?;
                object.serialize_entry("open", &solved.problem.open())?;
                object.serialize_entry("verdict", solved.verdict.word())?;
                object.serialize_entry("exact", &solved.exact)?;
                object.serialize_entry("threats", &threats)?;
                object.serialize_entry("first", &solved.first.as_ref().map(label))?;
                object.serialize_entry("line", &line)?;
                object.serialize_entry("nodes", &solved.nodes)?;
                object.serialize_entry("seconds", &solved.time.as_secs_f64())?;
                object.serialize_entry("moves", &(!fates.is_empty()).then_some(fates))?;
            }
            Reply::Played(played) => {
                object.serialize_entry("goal", played.goal.word())?;
                object.serialize_entry("first", &label(&played.mv))?;
                object.serialize_entry("winrate", &played.winrate)?;
                object.serialize_entry("playouts", &played.playouts)?;
                object.serialize_entry("seconds", &played.time.as_secs_f64())?;
            }
        }
        object.serialize_entry("agreement", &self.agreement())?;
        object.serialize_entry("answers", &answers.collect::<Vec<_>>())?;
        object.end()
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::Selection;

    /// Three points in a row: who plays the middle decides. The file knows it, or another move.
    const THREE: &str = "SZ[13]AB[ea][eb][ac][bc][cc][dc][ec]AW[da][ab][bb][cb][db]PL[B]";

    pub(crate) fn posed(moves: &str) -> Posed {
        let text = format!("(;GN[three]{THREE}{moves})");
        let read = Posed::read("a.sgf", text.as_bytes(), &Selection::default(), None);
        read.unwrap().remove(0)
    }

    pub(crate) fn solved(posed: &Posed, all: bool) -> Case<'_> {
        let question = Question {
            margin: Some(0),
            ..Question::default()
        };
        let (mut solver, limits) = (Solver::default(), Limits::default());
        let solved = Solved::find(&mut solver, posed, &question, &limits, all).unwrap();
        Case {
            posed,
            reply: Reply::Solved(Box::new(solved)),
        }
    }

    /// The object, without what depends on the search.
    fn object(case: &Case<'_>) -> Value {
        let mut object = json!(case);
        let fields = object.as_object_mut().unwrap();
        assert!(fields.remove("seconds").unwrap().is_f64());
        fields.remove("nodes");
        if let Some(line) = fields.remove("line") {
            assert_eq!(line[0], fields["first"]);
        }
        object
    }

    #[test]
    fn an_answer_is_this_object() {
        let posed = posed(";B[ba]");
        let expected = json!({
            "name": "three", "rank": null, "size": 13, "turn": "B",
            "goal": "kill", "margin": 0, "narrow": false, "open": 3,
            "verdict": "won", "exact": true, "threats": null,
            "first": "B13", "moves": null,
            "agreement": "agrees", "answers": ["B13"],
        });
        assert_eq!(object(&solved(&posed, false)), expected);
        let moves = &object(&solved(&posed, true))["moves"];
        let wins = json!({"move": "B13", "fate": "wins"});
        assert!(moves.as_array().unwrap().contains(&wins), "{moves}");
        let played = Case {
            posed: &posed,
            reply: Reply::Played(Played {
                mv: Move::Pass,
                goal: Goal::Kill,
                winrate: Some(0.5),
                playouts: 100,
                time: Duration::from_secs(1),
            }),
        };
        let expected = json!({
            "name": "three", "rank": null, "size": 13, "turn": "B", "goal": "kill",
            "first": "pass", "winrate": 0.5, "playouts": 100,
            "agreement": "silent", "answers": ["B13"],
        });
        assert_eq!(object(&played), expected);
    }
}
