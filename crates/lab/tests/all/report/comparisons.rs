//! Problems and measurements of which every figure is worked out by hand.

use tengen_lab::findings::answers::Test;
use tengen_lab::findings::{Body, Findings};
use tengen_lab::outline::Kind;

use crate::report::samples::{answer, facts, measurement, outline, problems, series};

fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-9, "{found} is not {expected}");
}

#[test]
fn two_players_on_the_same_problems() {
    let mut outline = outline(Kind::Problems, &["a", "b"]);
    let mut results = Vec::new();
    for (player, right) in [
        ("a", [true, true, true, false]),
        ("b", [false, false, false, true]),
    ] {
        let series = series(player, player, None, 4);
        for (at, right) in right.into_iter().enumerate() {
            let rank = ["1 dan", "2 kyu"][at / 2];
            results.push(answer(
                &series,
                at as u64 + 1,
                &format!("p{at}"),
                rank,
                right,
            ));
        }
        outline.series.push(series);
    }
    let findings = Findings::new(&outline, &results, &[], &facts());
    let Body::Problems {
        answers,
        comparisons,
    } = &findings.body
    else {
        panic!("these are problems");
    };
    assert_eq!((answers[0].right.wins, answers[0].right.of), (3.0, 4));
    let groups: Vec<(&str, f64)> = answers[0]
        .groups
        .iter()
        .map(|group| (group.group.as_str(), group.right.wins))
        .collect();
    assert_eq!(groups, [("1 dan", 2.0), ("2 kyu", 1.0)]);
    let [fisher, mcnemar] = comparisons.as_slice() else {
        panic!("there are two tests: {comparisons:?}");
    };
    // 2 · (C(4,3)·C(4,1) + C(4,4)·C(4,0)) / C(8,4).
    assert_eq!(fisher.test, Test::Fisher);
    near(fisher.p, 34.0 / 70.0);
    // Three for a, one for b: 2 · (4 + 1) / 2⁴.
    let expected = Test::Mcnemar {
        only_first: 3,
        only_second: 1,
    };
    assert_eq!(mcnemar.test, expected);
    near(mcnemar.p, 0.625);
}

#[test]
fn trials_of_a_problem_are_not_compared_in_pairs() {
    let findings = problems(&["a", "b"], 2);
    let Body::Problems {
        answers,
        comparisons,
    } = &findings.body
    else {
        panic!("these are problems");
    };
    assert_eq!(comparisons.len(), 1);
    assert_eq!(answers[0].trials(), 2);
    assert!(
        findings.notes[0].contains("up to 2 times"),
        "{:?}",
        findings.notes
    );
}

#[test]
fn three_players_are_compared_by_chi_square() {
    let mut outline = outline(Kind::Problems, &["a", "b", "c"]);
    let mut results = Vec::new();
    for (player, right) in [("a", 10), ("b", 20), ("c", 30)] {
        let series = series(player, player, None, 40);
        for number in 1..=40 {
            let problem = format!("p{number}");
            results.push(answer(&series, number, &problem, "1 dan", number <= right));
        }
        outline.series.push(series);
    }
    let findings = Findings::new(&outline, &results, &[], &facts());
    let Body::Problems { comparisons, .. } = &findings.body else {
        panic!("these are problems");
    };
    // Expected 20 right and 20 wrong each: 4 · 10² / 20; p = e^(−20/2).
    let Test::ChiSquare {
        statistic,
        freedom: 2,
        sparse: false,
    } = comparisons[0].test
    else {
        panic!("{:?}", comparisons[0]);
    };
    near(statistic, 20.0);
    near(comparisons[0].p, (-10.0f64).exp());
}

#[test]
fn counts_and_rows_are_averaged() {
    let mut outline = outline(Kind::Measure, &["a"]);
    let series = series("a", "a", None, 2);
    let results = [
        measurement(&series, 1, 10.0, &[1.0, 2.0]),
        measurement(&series, 2, 14.0, &[3.0, 4.0, 9.0]),
    ];
    outline.series.push(series);
    let findings = Findings::new(&outline, &results, &[], &facts());
    let Body::Measure { measures } = &findings.body else {
        panic!("these are measurements");
    };
    let position = &measures[0].positions[0];
    let refused = position.counts["refused"];
    // The deviation of 10 and 14 is √8, its error √8/√2.
    near(refused.mean, 12.0);
    near(refused.error.unwrap(), 2.0);
    let means: Vec<f64> = position.rows["depths"]
        .iter()
        .map(|mean| mean.mean)
        .collect();
    assert_eq!(means, [2.0, 3.0, 9.0]);
    assert_eq!(position.best, [("E5".to_owned(), 2)]);
    near(position.wall.unwrap().mean, 1.5);
}

#[test]
fn what_two_players_could_show_is_said() {
    let findings = problems(&["a", "b"], 1);
    assert_eq!(findings.power.len(), 1);
    let text = &findings.power[0];
    assert!(
        text.starts_with("With 90 independent answers of each player"),
        "{text}"
    );
}
