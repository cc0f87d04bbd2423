//! Which differences the planned number of units can show.

use super::Body;
use crate::outline::Outline;
use crate::statistics::Plan;

/// The sentences, one for each number of units that some series has.
pub(super) fn sentences(outline: &Outline, body: &Body) -> Vec<String> {
    let mut planned: Vec<u64> = outline.series.iter().map(|series| series.planned).collect();
    planned.sort_unstable();
    planned.dedup();
    match body {
        Body::Match { .. } => planned.into_iter().map(of_games).collect(),
        Body::Problems { answers, .. } if answers.len() > 1 => {
            planned.into_iter().filter_map(of_answers).collect()
        }
        _ => Vec::new(),
    }
}

fn of_games(games: u64) -> String {
    match Plan::default().detectable(games) {
        Some(rate) => format!(
            "With {games} games a difference from 50 % of {:.1} points is found in 80 of 100 cases \
             (two-sided test at 5 %).",
            (rate - 0.5) * 100.0
        ),
        None => format!("With {games} games no difference at all can be shown at 5 %."),
    }
}

fn of_answers(answers: u64) -> Option<String> {
    let points = Plan::default().detectable_between(answers, answers)? * 100.0;
    Some(format!(
        "With {answers} independent answers of each player a difference between two players of \
         {points:.1} points is found in 80 of 100 cases (two-sided test at 5 %)."
    ))
}
