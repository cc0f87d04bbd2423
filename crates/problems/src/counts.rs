//! Counts of a suite of problems of life and death.
//!
//! They are serialized as programs read them; the keys are in `docs/json.md`.

use serde::Serialize;
use tengen_solver::tsumego::Status;

use super::case::{Agreement, Case, Reply};

/// Counts of a suite of problems.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Counts {
    /// The problems.
    pub problems: u64,
    /// Proofs that the side to move wins, by ko if need be.
    pub answered: u64,
    /// Those of them by ko.
    pub ko: u64,
    /// Those of them that a wider region might undo.
    pub narrow: u64,
    /// Those whose first move is one of the file's.
    pub agree: u64,
    /// Those whose first move the file does not know.
    pub elsewhere: u64,
    /// Those whose first move the file calls refuted.
    pub contradict: u64,
    /// Proofs that the other side wins.
    pub lost: u64,
    /// Those of which nothing was found out.
    pub unknown: u64,
    /// Those that are no problems.
    pub refused: u64,
    /// The positions that were searched.
    pub nodes: u64,
    /// The time of all together.
    pub seconds: f64,
    /// The time of the slowest that was solved.
    pub slowest: f64,
    /// The positions that were searched in a second.
    pub nodes_a_second: f64,
}

impl Counts {
    /// Counts a case.
    pub fn add(&mut self, case: &Case<'_>) {
        self.problems += 1;
        match &case.reply {
            Reply::Refused(_) => self.refused += 1,
            Reply::Solved(solved) => {
                self.nodes += solved.nodes;
                let seconds = solved.time.as_secs_f64();
                self.seconds += seconds;
                self.slowest = self.slowest.max(seconds);
                match solved.verdict {
                    Status::Unknown(_) => self.unknown += 1,
                    Status::Lost | Status::LostWith(_) => self.lost += 1,
                    Status::Ko(_) => self.ko += 1,
                    Status::Won | Status::WonWith(_) => {}
                }
            }
            Reply::Played(played) => self.seconds += played.time.as_secs_f64(),
        }
        if self.seconds > 0.0 {
            self.nodes_a_second = self.nodes as f64 / self.seconds;
        }
        self.answered += u64::from(case.is_solved());
        self.narrow += u64::from(case.is_narrow() && case.is_solved());
        match case.agreement() {
            Agreement::Agrees => self.agree += 1,
            Agreement::Elsewhere => self.elsewhere += 1,
            Agreement::Contradicts => self.contradict += 1,
            Agreement::Silent => {}
        }
    }

    /// True if all is solved and nothing contradicts its file.
    #[must_use]
    pub const fn is_well(&self) -> bool {
        self.answered == self.problems && self.contradict == 0
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::case::tests::{posed, solved};

    #[test]
    fn a_suite_is_counted() {
        let (right, other) = (posed(";B[ba]"), posed(";B[aa]"));
        let refused = Case {
            posed: &right,
            reply: Reply::Refused("it is none".to_owned()),
        };
        assert_eq!(json!(refused)["refused"], "it is none");
        let mut counts = Counts::default();
        for case in [solved(&right, false), solved(&other, false)] {
            counts.add(&case);
        }
        assert!(counts.is_well());
        counts.add(&refused);
        assert!(!counts.is_well());
        let mut object = json!(counts);
        for key in ["nodes", "seconds", "slowest", "nodes_a_second"] {
            assert!(object.as_object_mut().unwrap().remove(key).is_some());
        }
        let expected = json!({
            "problems": 3, "answered": 2, "ko": 0, "narrow": 0, "agree": 1, "elsewhere": 1,
            "contradict": 0, "lost": 0, "unknown": 0, "refused": 1,
        });
        assert_eq!(object, expected);
    }
}
