//! Replies: objects of JSON, one a line, in KataGo's words.

use serde_json::{Map, Value, json};
use tengen_go::{Color, Move};

use super::fields::Remark;
use super::query::Content;
use super::queue::Position;
use crate::{Analysis, Candidate};

/// A line that could not be made sense of.
pub(super) fn error(sentence: &str) -> Value {
    json!({ "error": sentence })
}

/// A query that is refused.
pub(super) fn refusal(id: &str, remark: &Remark) -> Value {
    json!({ "id": id, "field": remark.field, "error": remark.sentence })
}

/// The answer to what could not be done for a bug.
pub(super) fn broken(id: &str) -> Value {
    let sentence = "internal error: this failed, which is a bug; other queries go on";
    json!({ "id": id, "error": sentence })
}

/// Something in a query that is not heeded.
pub(super) fn warning(id: &str, remark: &Remark) -> Value {
    json!({ "id": id, "field": remark.field, "warning": remark.sentence })
}

/// The final reply of a position that was never searched.
pub(super) fn nothing(position: &Position) -> Value {
    let mut reply = begun(position, false);
    reply.insert("noResults".to_owned(), true.into());
    reply.into()
}

/// The final reply of a position whose search has failed.
pub(super) fn failure(position: &Position) -> Value {
    json!({
        "id": position.query.id,
        "turnNumber": position.turn,
        "error": "internal error: the analysis failed, which is a bug; other queries go on",
    })
}

fn begun(position: &Position, during: bool) -> Map<String, Value> {
    let mut reply = Map::new();
    reply.insert("id".to_owned(), position.query.id.as_str().into());
    reply.insert("turnNumber".to_owned(), position.turn.into());
    reply.insert("isDuringSearch".to_owned(), during.into());
    reply
}

/// What a search has found, on its way or at its end.
pub(super) fn analysis(
    position: &Position,
    analysis: &Analysis,
    policy: Option<&[f32]>,
    during: bool,
) -> Value {
    let content = position.query.content;
    let told = Told {
        analysis,
        content,
        side: content.view.side(analysis.turn),
    };
    let mut reply = begun(position, during);
    reply.insert("rootInfo".to_owned(), told.root());
    let moves = analysis.candidates.iter().enumerate();
    let moves: Vec<Value> = moves.map(|(order, c)| told.candidate(order, c)).collect();
    reply.insert("moveInfos".to_owned(), moves.into());
    let ownership = &analysis.findings.ownership;
    if content.ownership && !ownership.is_empty() {
        reply.insert("ownership".to_owned(), told.ownership(ownership, 1e6));
    }
    if let Some(policy) = policy {
        let policy: Vec<Value> = policy.iter().map(|&p| number(p.into(), 1e9)).collect();
        reply.insert("policy".to_owned(), policy.into());
    }
    reply.into()
}

/// An analysis as it is told in the view of a side.
struct Told<'a> {
    analysis: &'a Analysis,
    content: Content,
    side: Color,
}

impl Told<'_> {
    fn winrate(&self, own: f64) -> f64 {
        if self.side == self.analysis.turn {
            own
        } else {
            1.0 - own
        }
    }

    fn score(&self, own: f64) -> f64 {
        own * f64::from(self.side.sign() * self.analysis.turn.sign())
    }

    /// The values that positions and moves have in common.
    fn values(&self, winrate: f64, score: f64, visits: u64) -> Map<String, Value> {
        let winrate = self.winrate(winrate);
        let score = rounded(self.score(score));
        let stdev = rounded(self.analysis.findings.score_stdev);
        let values = [
            ("visits", json!(visits)),
            ("weight", json!(visits as f64)),
            ("winrate", rounded(winrate)),
            ("utility", rounded(2.0 * winrate - 1.0)),
            ("scoreLead", score.clone()),
            ("scoreSelfplay", score.clone()),
            ("scoreMean", score),
            ("scoreStdev", stdev),
        ];
        values
            .map(|(name, value)| (name.to_owned(), value))
            .into_iter()
            .collect()
    }

    fn root(&self) -> Value {
        let Analysis {
            winrate,
            score,
            visits,
            turn,
            ..
        } = *self.analysis;
        let mut root = self.values(winrate, score, visits);
        let letter = turn.letter().to_ascii_uppercase().to_string();
        root.insert("currentPlayer".to_owned(), letter.into());
        root.into()
    }

    fn candidate(&self, order: usize, candidate: &Candidate) -> Value {
        let Content {
            longest,
            pv_visits,
            moves_ownership,
            ..
        } = self.content;
        let size = self.analysis.geometry;
        let label = |mv: &Move| Value::from(mv.label(size));
        let lcb = self.winrate(candidate.lcb);
        let line: Vec<Value> = candidate.pv.iter().take(longest).map(label).collect();
        let mut info = self.values(candidate.winrate, candidate.score, candidate.visits);
        let own = [
            ("move", label(&candidate.mv)),
            ("order", json!(order)),
            ("edgeVisits", json!(candidate.visits)),
            ("edgeWeight", json!(candidate.visits as f64)),
            ("playSelectionValue", json!(candidate.visits as f64)),
            ("lcb", rounded(lcb)),
            ("utilityLcb", rounded(2.0 * lcb - 1.0)),
            ("prior", number(candidate.prior, 1e9)),
            ("pv", line.into()),
        ];
        info.extend(own.map(|(name, value)| (name.to_owned(), value)));
        if pv_visits {
            let visits: Vec<u64> = candidate.pv_visits.iter().copied().take(longest).collect();
            info.insert("pvVisits".to_owned(), visits.into());
        }
        let code = candidate
            .mv
            .point()
            .map_or(size.area(), |point| point.index(size));
        let counted = self.analysis.findings.moves_ownership.get(code);
        if let Some(ownership) = counted.filter(|row| moves_ownership && !row.is_empty()) {
            info.insert("ownership".to_owned(), self.ownership(ownership, 1e3));
        }
        info.into()
    }

    fn ownership(&self, black: &[f32], parts: f64) -> Value {
        let sign = f64::from(self.side.sign());
        let row = black
            .iter()
            .map(|&owned| number(f64::from(owned) * sign + 0.0, parts));
        row.collect::<Vec<Value>>().into()
    }
}

fn rounded(x: f64) -> Value {
    number(x, 1e6)
}

/// A number that clients can read, whatever a search made of it, rounded to so many parts of one.
fn number(x: f64, parts: f64) -> Value {
    let x = if x.is_finite() { x } else { 0.0 };
    json!((x * parts).round() / parts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Findings;
    use crate::analysis_json::Settings;
    use crate::analysis_json::query::Query;
    use crate::analysis_json::queue::Queue;
    use std::time::Duration;
    use tengen_go::Size;

    fn position(fields: Value) -> Position {
        let mut object = json!({
            "boardXSize": 2, "boardYSize": 2, "rules": "chinese", "moves": [["B", "A1"]]
        });
        let whole = object.as_object_mut().unwrap();
        whole.extend(fields.as_object().unwrap().clone());
        let read = Query::read("q".to_owned(), whole.clone(), &Settings::default());
        let queue = Queue::default();
        queue.put(read.unwrap().0, 0);
        queue.take().unwrap()
    }

    fn found() -> Analysis {
        let mv = Move::parse("B2", Size::MIN).unwrap();
        Analysis {
            geometry: Size::MIN,
            turn: Color::White,
            candidates: vec![Candidate {
                mv,
                visits: 7,
                winrate: 0.75,
                score: 1.5,
                lcb: 0.5,
                prior: f64::NAN,
                rave: (0, 0.0),
                pv: vec![mv, Move::Pass, mv],
                pv_visits: vec![7, 3, 1],
            }],
            playouts: 9,
            visits: 10,
            winrate: 0.625,
            score: -1.0,
            findings: Findings {
                score_stdev: 2.0,
                ownership: vec![1.0, -0.5, 0.0, 0.25],
                moves_ownership: vec![vec![], vec![0.5, -0.25, 0.0, 1.0]],
                ..Findings::default()
            },
            counters: Vec::new(),
            elapsed: Duration::ZERO,
            full: false,
        }
    }

    #[test]
    fn values_are_in_the_view_that_was_asked_for() {
        let all = json!({"includeOwnership": true, "includeMovesOwnership": true});
        let own = analysis(&position(all.clone()), &found(), None, false);
        let mut black = all;
        black["overrideSettings"] = json!({"reportAnalysisWinratesAs": "BLACK"});
        let black = analysis(&position(black), &found(), None, true);
        for (reply, winrate, lcb, lead, owned) in
            [(&own, 0.75, 0.5, 1.5, -1.0), (&black, 0.25, 0.5, -1.5, 1.0)]
        {
            let info = &reply["moveInfos"][0];
            assert_eq!((&info["move"], &info["order"]), (&json!("B2"), &json!(0)));
            assert_eq!(
                (&info["winrate"], &info["lcb"]),
                (&json!(winrate), &json!(lcb))
            );
            assert_eq!(info["scoreLead"], json!(lead));
            assert_eq!(info["prior"], json!(0.0));
            assert_eq!(info["pv"], json!(["B2", "pass", "B2"]));
            assert_eq!(reply["ownership"][0], json!(owned));
            assert_eq!(info["ownership"][0], json!(owned * 0.5));
            assert!(info.get("pvVisits").is_none() && reply.get("policy").is_none());
        }
        assert_eq!(
            (&own["isDuringSearch"], &black["isDuringSearch"]),
            (&json!(false), &json!(true))
        );
        let root = &own["rootInfo"];
        assert_eq!(
            (&root["currentPlayer"], &root["visits"]),
            (&json!("W"), &json!(10))
        );
        assert_eq!(
            (&root["winrate"], &root["utility"]),
            (&json!(0.625), &json!(0.25))
        );
        assert_eq!((&own["id"], &own["turnNumber"]), (&json!("q"), &json!(1)));
        assert_eq!(black["rootInfo"]["scoreLead"], json!(1.0));
    }

    #[test]
    fn lines_are_cut_and_their_visits_told_as_asked() {
        let fields = json!({"includePVVisits": true, "analysisPVLen": 2});
        let policy = [0.5, -1.0, -1.0, 0.25, 0.25];
        let reply = analysis(&position(fields), &found(), Some(&policy), false);
        let info = &reply["moveInfos"][0];
        assert_eq!(info["pv"], json!(["B2", "pass"]));
        assert_eq!(info["pvVisits"], json!([7, 3]));
        assert!(info.get("ownership").is_none() && reply.get("ownership").is_none());
        assert_eq!(reply["policy"], json!([0.5, -1.0, -1.0, 0.25, 0.25]));
    }

    #[test]
    fn positions_without_results_are_told_apart() {
        let reply = nothing(&position(json!({})));
        let expected = json!({
            "id": "q", "turnNumber": 1, "isDuringSearch": false, "noResults": true
        });
        assert_eq!(reply, expected);
    }
}
