//! Power: the differences that the planned number of units can show.

use tengen_document::cell::{grouped, number};

use tengen_statistics::{Plan, Sprt, share_of_elo};

use super::Body;
use crate::outline::{Outline, Scale, Stop};

/// The sentences, one for each number of units that some series has.
pub(super) fn sentences(outline: &Outline, body: &Body) -> Vec<String> {
    let mut planned: Vec<u64> = outline.series.iter().map(|series| series.planned).collect();
    planned.sort_unstable();
    planned.dedup();
    match body {
        Body::Match { .. } => {
            let sequential = outline.stop.and_then(of_test);
            planned
                .into_iter()
                .map(of_games)
                .chain(sequential)
                .collect()
        }
        Body::Problems { answers, .. } if answers.len() > 1 => {
            planned.into_iter().filter_map(of_answers).collect()
        }
        _ => Vec::new(),
    }
}

fn of_games(games: u64) -> String {
    let said = match games {
        1 => "1 game".to_owned(),
        games => format!("{games} games"),
    };
    match Plan::default().detectable(games) {
        Some(rate) => format!(
            "{said} tell a win rate of {} % or more from 50 % in 80 of 100 cases (two-sided test at \
             5 %).",
            percent(rate)
        ),
        None => format!("{said} cannot tell any win rate from 50 % at 5 %."),
    }
}

/// A win rate above one half in per cent, with so many digits that two of them tell it from 50.
fn percent(rate: f64) -> String {
    let above = (rate - 0.5) * 100.0;
    let digits = (1.0 - above.log10().floor()).clamp(1.0, 12.0);
    format!("{:.*}", digits as usize, rate * 100.0)
}

/// The length of a sequential test, and the games that a test of a fixed number would need.
fn of_test(stop: Stop) -> Option<String> {
    let test = stop.test()?;
    let games = |elo: f64| {
        let outlook = test.expect(elo, Sprt::EVEN_PAIR_VARIANCE)?;
        Some(grouped((2.0 * outlook.pairs).ceil() as u64))
    };
    let between = f64::midpoint(stop.elo0, stop.elo1);
    let scale = match stop.scale {
        Scale::Logistic => "Elo",
        Scale::Normalized => "normalised Elo",
    };
    let (null, alternative) = (number(stop.elo0, 1), number(stop.elo1, 1));
    let mut sentence = format!(
        "The sequential test takes about {} games on average where the difference is {null} {scale}, \
         {} where it is {alternative}, and {} halfway between (of independent games without draws).",
        games(stop.elo0)?,
        games(stop.elo1)?,
        games(between)?,
    );
    let fixed = (stop.scale == Scale::Logistic && stop.elo0 == 0.0)
        .then(|| Plan::default().games_for(share_of_elo(stop.elo1)?))
        .flatten();
    if let Some(fixed) = fixed {
        let fixed = grouped(fixed);
        sentence.push_str(&format!(
            " A test of a fixed number needs {fixed} games to tell {alternative} Elo from 0 in 80 of \
             100 cases."
        ));
    }
    Some(sentence)
}

fn of_answers(answers: u64) -> Option<String> {
    let points = Plan::default().detectable_between(answers, answers)? * 100.0;
    Some(format!(
        "With {answers} independent answers of each player a difference between two players of \
         {points:.1} points is found in 80 of 100 cases (two-sided test at 5 %)."
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_win_rate_has_digits_enough_to_differ_from_a_half() {
        let said = |games| of_games(games);
        assert!(said(8).starts_with("8 games tell a win rate of 97.2 % or more from 50 %"));
        assert!(said(40).starts_with("40 games tell a win rate of 72.2 %"));
        assert_eq!(percent(0.5142), "51.4");
        assert_eq!(percent(0.501_42), "50.14");
        assert_eq!(percent(0.500_014_2), "50.0014");
        assert!(said(1).starts_with("1 game cannot tell"));
    }

    #[test]
    fn a_sequential_test_is_told_with_its_length() {
        let stop = Stop {
            scale: Scale::Logistic,
            elo0: 0.0,
            elo1: 35.0,
            alpha: 0.05,
            beta: 0.05,
        };
        let said = of_test(stop).unwrap();
        assert!(said.contains("where the difference is 0.0 Elo"), "{said}");
        // A share of 55 %.
        assert!(said.contains("needs 8"), "{said}");
        let broken = Stop { alpha: 2.0, ..stop };
        assert_eq!(of_test(broken), None);
        let normalised = Stop {
            scale: Scale::Normalized,
            ..stop
        };
        assert!(!of_test(normalised).unwrap().contains("fixed number"));
    }
}
