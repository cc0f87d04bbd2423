//! Reports on a search, as Leela Zero and KataGo word them.
//!
//! All moves of a report are in one line, since that is how front ends divide the stream. Values are
//! in the view of the side whose move is sought.

use std::fmt::Write;

use tengen_go::Size;

use super::analysis_request::AnalysisRequest;
use crate::{Analysis, Candidate};

/// The dialect of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialect {
    /// Leela Zero: win rates are whole numbers up to 10,000.
    Leela,
    /// KataGo: win rates are fractions, and there are scores.
    Kata,
}

/// A report; empty if there is nothing to say yet.
pub(super) fn report(
    analysis: &Analysis,
    dialect: Dialect,
    request: &AnalysisRequest,
    size: Size,
) -> String {
    let mut text = String::new();
    for (order, candidate) in analysis.candidates.iter().take(request.most).enumerate() {
        if order > 0 {
            text.push(' ');
        }
        let values = match dialect {
            Dialect::Leela => leela(candidate),
            Dialect::Kata => kata(candidate, analysis),
        };
        let line: Vec<String> = candidate.pv.iter().map(|mv| mv.label(size)).collect();
        // Writing to a string does not fail.
        let _ = write!(
            text,
            "info move {} visits {} {values} order {order} pv {}",
            candidate.mv.label(size),
            candidate.visits,
            line.join(" ")
        );
        if request.pv_visits {
            let visits: Vec<String> = candidate.pv_visits.iter().map(u64::to_string).collect();
            let _ = write!(text, " pvVisits {}", visits.join(" "));
        }
    }
    if !text.is_empty() && dialect == Dialect::Kata {
        append_whole(&mut text, analysis, request);
    }
    text
}

fn leela(candidate: &Candidate) -> String {
    let parts = |x: f64| (10_000.0 * finite(x).clamp(0.0, 1.0)).round();
    format!(
        "winrate {} prior {} lcb {}",
        parts(candidate.winrate),
        parts(candidate.prior),
        parts(candidate.lcb)
    )
}

fn kata(candidate: &Candidate, analysis: &Analysis) -> String {
    let (winrate, score) = (finite(candidate.winrate), finite(candidate.score));
    let lcb = finite(candidate.lcb);
    format!(
        "utility {:.6} winrate {winrate:.6} scoreMean {score:.6} scoreStdev {:.6} \
         scoreLead {score:.6} scoreSelfplay {score:.6} prior {:.6} lcb {lcb:.6} \
         utilityLcb {:.6} weight {:.1}",
        2.0 * winrate - 1.0,
        finite(analysis.findings.score_stdev),
        finite(candidate.prior),
        2.0 * lcb - 1.0,
        candidate.visits as f64,
    )
}

/// Appends the values of the whole search.
fn append_whole(text: &mut String, analysis: &Analysis, request: &AnalysisRequest) {
    if request.root {
        let (winrate, score) = (finite(analysis.winrate), finite(analysis.score));
        let _ = write!(
            text,
            " rootInfo visits {} utility {:.6} winrate {winrate:.6} scoreMean {score:.6} \
             scoreStdev {:.6} scoreLead {score:.6}",
            analysis.visits,
            2.0 * winrate - 1.0,
            finite(analysis.findings.score_stdev)
        );
    }
    if request.ownership && !analysis.findings.ownership.is_empty() {
        let sign = f64::from(analysis.turn.sign());
        text.push_str(" ownership");
        for &owned in &analysis.findings.ownership {
            let _ = write!(text, " {:.6}", finite(f64::from(owned)) * sign + 0.0);
        }
    }
}

/// A number that front ends can read, whatever a search made of it.
fn finite(x: f64) -> f64 {
    if x.is_finite() { x } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Findings;
    use std::time::Duration;
    use tengen_go::{Color, Move, Point};

    fn analysis() -> Analysis {
        let play = |label: &str| Move::Play(Point::parse(label, Size::MIN).unwrap());
        let candidate = |mv, visits, winrate| Candidate {
            mv,
            visits,
            winrate,
            score: -1.5,
            lcb: f64::NEG_INFINITY,
            prior: 0.25,
            rave: (0, 0.0),
            pv: vec![mv, Move::Pass],
            pv_visits: vec![visits, 1],
        };
        Analysis {
            geometry: Size::MIN,
            turn: Color::White,
            candidates: vec![
                candidate(play("A1"), 7, 0.52344),
                candidate(play("B2"), 3, f64::NAN),
            ],
            playouts: 9,
            visits: 10,
            winrate: 0.5,
            score: -1.0,
            findings: Findings {
                score_stdev: 2.0,
                ownership: vec![1.0, -0.5, 0.0, f32::NAN],
                ..Findings::default()
            },
            counters: Vec::new(),
            elapsed: Duration::ZERO,
            full: false,
        }
    }

    fn request() -> AnalysisRequest {
        AnalysisRequest {
            color: Color::White,
            interval: Duration::ZERO,
            most: usize::MAX,
            ownership: false,
            pv_visits: false,
            root: false,
            restriction: Default::default(),
        }
    }

    #[test]
    fn leela_counts_in_ten_thousandths() {
        assert_eq!(
            report(&analysis(), Dialect::Leela, &request(), Size::MIN),
            "info move A1 visits 7 winrate 5234 prior 2500 lcb 0 order 0 pv A1 pass \
             info move B2 visits 3 winrate 0 prior 2500 lcb 0 order 1 pv B2 pass"
        );
    }

    #[test]
    fn kata_has_scores_and_ownership_in_the_view_of_the_side_to_move() {
        let request = AnalysisRequest {
            most: 1,
            ownership: true,
            pv_visits: true,
            ..request()
        };
        assert_eq!(
            report(&analysis(), Dialect::Kata, &request, Size::MIN),
            "info move A1 visits 7 utility 0.046880 winrate 0.523440 scoreMean -1.500000 \
             scoreStdev 2.000000 scoreLead -1.500000 scoreSelfplay -1.500000 prior 0.250000 \
             lcb 0.000000 utilityLcb -1.000000 weight 7.0 order 0 pv A1 pass pvVisits 7 1 \
             ownership -1.000000 0.500000 0.000000 0.000000"
        );
    }

    #[test]
    fn nothing_is_said_before_the_first_playout() {
        let mut analysis = analysis();
        analysis.candidates.clear();
        let request = AnalysisRequest {
            ownership: true,
            ..request()
        };
        assert_eq!(report(&analysis, Dialect::Kata, &request, Size::MIN), "");
    }
}
