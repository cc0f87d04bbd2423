//! Verdicts on results made up here.

use std::collections::BTreeMap;

use super::*;
use crate::record::{
    AnswerRecord, Estimate, FigureName, Figures, GameTable, LearningRecord, MeasurementRecord,
    Spent, Subset,
};

fn answers(series: &str, right: usize, of: usize) -> Vec<(String, Record)> {
    let answer = |n: usize| AnswerRecord {
        player: "p".to_owned(),
        problem: n.to_string(),
        groups: BTreeMap::new(),
        answer: "A1".to_owned(),
        right: n < right,
        fault: None,
        winrate: None,
        spent: Spent::default(),
    };
    let records = (0..of).map(|n| Body::Answer(answer(n)));
    named(series, records)
}

fn counts(series: &str, values: &[f64]) -> Vec<(String, Record)> {
    let measured = |&value: &f64| MeasurementRecord {
        player: "p".to_owned(),
        position: "1".to_owned(),
        best: "A1".to_owned(),
        counts: [("refused".to_owned(), value)].into(),
        rows: BTreeMap::new(),
        spent: Spent::default(),
    };
    named(series, values.iter().map(measured).map(Body::Measurement))
}

fn named(series: &str, bodies: impl Iterator<Item = Body>) -> Vec<(String, Record)> {
    let record = |body| Record {
        seed: 1,
        wall: 0.0,
        body,
    };
    bodies
        .map(|body| (series.to_owned(), record(body)))
        .collect()
}

fn verdict(
    relation: Relation,
    paper: Option<Figure>,
    results: &[(String, Record)],
) -> ClaimVerdict {
    judged(Quantity::Share, relation, paper, results).verdict
}

fn judged(
    quantity: Quantity,
    relation: Relation,
    paper: Option<Figure>,
    results: &[(String, Record)],
) -> Judgement {
    let results = results.iter();
    judge(
        &claim(quantity, relation, paper),
        results.map(|(series, record)| (series.as_str(), record)),
        &[],
    )
}

fn claim(quantity: Quantity, relation: Relation, paper: Option<Figure>) -> Claim {
    Claim {
        says: "so".to_owned(),
        series: "a".to_owned(),
        quantity,
        relation,
        paper,
    }
}

#[test]
fn a_share_above_a_half_is_tested_exactly() {
    let above = |right, of| verdict(Relation::Above(0.5), None, &answers("a", right, of));
    assert_eq!(above(540, 1000), ClaimVerdict::Holds);
    assert_eq!(above(523, 1000), ClaimVerdict::NotEnough);
    assert_eq!(above(460, 1000), ClaimVerdict::DoesNotHold);
    assert_eq!(above(0, 0), ClaimVerdict::NotEnough);
    let below = verdict(Relation::Below(0.5), None, &answers("a", 460, 1000));
    assert_eq!(below, ClaimVerdict::Holds);
}

#[test]
fn what_no_test_decides_is_told_with_its_side() {
    let remark = |relation, right, of| {
        let judged = judged(Quantity::Share, relation, None, &answers("a", right, of));
        let remark = judged.remark.unwrap_or_default();
        remark.split("; ").next().unwrap_or_default().to_owned()
    };
    let met = "met by the figure itself, not yet beyond chance";
    let missed = "not met by the figure itself, by no more than chance explains";
    assert_eq!(remark(Relation::Above(0.5), 523, 1000), met);
    assert_eq!(remark(Relation::Above(0.5), 500, 1000), missed);
    assert_eq!(remark(Relation::Above(0.5), 490, 1000), missed);
    assert_eq!(remark(Relation::Below(0.5), 490, 1000), met);
    for (right, of) in [(540, 1000), (460, 1000), (0, 0)] {
        assert_eq!(remark(Relation::Above(0.5), right, of), "");
    }
}

#[test]
fn a_share_unlike_the_papers_is_remarked_and_no_verdict() {
    let paper = Some(Figure::Share {
        wins: 800.0,
        of: 1000,
    });
    let of = |right, relation| judged(Quantity::Share, relation, paper, &answers("a", right, 100));
    let open = of(51, Relation::Above(0.5));
    assert_eq!(open.verdict, ClaimVerdict::NotEnough);
    assert!(open.against_paper.unwrap() < 1e-6);
    assert_eq!((open.ours, open.n), (Some(0.51), 100));
    let weaker = "weaker than in the paper (p < 0.0001); \
                  met by the figure itself, not yet beyond chance";
    assert!(open.remark.unwrap().starts_with(weaker));
    let shown = of(65, Relation::Above(0.5));
    assert_eq!(shown.verdict, ClaimVerdict::Holds);
    assert!(shown.remark.unwrap().starts_with("weaker"));
    let stronger = of(65, Relation::Below(0.9)).remark.unwrap();
    assert!(stronger.starts_with("stronger"), "{stronger}");
    assert_eq!(of(80, Relation::Above(0.5)).remark, None);
}

#[test]
fn a_series_that_its_sequential_test_ended_gets_no_verdict() {
    let results = answers("a", 90, 100);
    let claim = claim(Quantity::Share, Relation::Above(0.5), None);
    let results = results
        .iter()
        .map(|(series, record)| (series.as_str(), record));
    let judged = judge(&claim, results.clone(), &["a".to_owned()]);
    assert_eq!((judged.verdict, judged.p), (ClaimVerdict::NotEnough, None));
    assert_eq!(judged.ours, Some(0.9));
    assert!(judged.remark.unwrap().contains("sequential test"));
    let other = judge(&claim, results, &["b".to_owned()]);
    assert_eq!((other.verdict, other.remark), (ClaimVerdict::Holds, None));
}

/// Ten problems, tried `trials` times each; problem n is right in `right[n]` of them.
fn trials(series: &str, right: [usize; 10], trials: usize) -> Vec<(String, Record)> {
    let of = |problem: usize| {
        let all = answers(series, right[problem], trials).into_iter();
        all.map(move |(series, mut record)| {
            if let Body::Answer(answer) = &mut record.body {
                answer.problem = problem.to_string();
            }
            (series, record)
        })
    };
    (0..10).flat_map(of).collect()
}

#[test]
fn trials_of_the_same_problem_are_not_taken_for_independent() {
    // Seven problems always solved, three never: of 500 independent answers 70 % would be
    // plenty, of ten problems they are not.
    let results = trials("a", [50, 50, 50, 50, 50, 50, 50, 0, 0, 0], 50);
    let open = judged(Quantity::Share, Relation::Above(0.5), None, &results);
    assert_eq!(open.verdict, ClaimVerdict::NotEnough);
    assert_eq!(open.test, "Student's t over 10 problems");
    assert_eq!((open.n, open.ours), (500, Some(0.7)));
    // scipy.stats.ttest_1samp([1] * 7 + [0] * 3, 0.5).pvalue
    assert!((open.p.unwrap() - 0.222_868).abs() < 1e-4, "{:?}", open.p);
    let all = trials("a", [2; 10], 2);
    let all = judged(Quantity::Share, Relation::Above(0.5), None, &all);
    assert_eq!(all.test, "exact binomial over 10 problems");
    assert!((all.p.unwrap() - 2.0 / 1024.0).abs() < 1e-12);
    assert!(all.low.unwrap() < 0.75 && all.verdict == ClaimVerdict::Holds);
    let same = judged(
        Quantity::Share,
        Relation::Above(0.4),
        None,
        &trials("a", [1; 10], 2),
    );
    assert_eq!((same.verdict, same.low), (ClaimVerdict::NotEnough, None));
}

#[test]
fn two_series_of_trials_are_compared_problem_by_problem() {
    let mut results = trials("a", [4, 3, 4, 3, 4, 4, 4, 3, 4, 4], 4);
    results.extend(trials("b", [2, 2, 3, 1, 2, 2, 3, 2, 2, 2], 4));
    let greater = Relation::Greater("b".to_owned());
    let judged = |relation| judged(Quantity::Share, relation, None, &results);
    let shown = judged(greater);
    assert_eq!(shown.verdict, ClaimVerdict::Holds);
    assert_eq!(shown.test, "paired Student's t over 10 problems");
    assert_eq!(
        judged(Relation::Less("b".to_owned())).verdict,
        ClaimVerdict::DoesNotHold
    );
    assert_eq!(
        judged(Relation::Less("c".to_owned())).verdict,
        ClaimVerdict::NotEnough
    );
}

#[test]
fn trials_of_one_problem_alone_are_independent() {
    let one = |series, right| {
        let all = trials(series, [right; 10], 100).into_iter();
        all.filter(|(_, record)| matches!(&record.body, Body::Answer(a) if a.problem == "3"))
    };
    // The second tsumego of the report on the playout history: 31 and 1 of 100.
    let results: Vec<_> = one("a", 31).chain(one("b", 1)).collect();
    let greater = Relation::Greater("b".to_owned());
    let shown = judged(Quantity::Share, greater, None, &results);
    assert_eq!(shown.test, "Fisher's exact");
    assert_eq!((shown.verdict, shown.n), (ClaimVerdict::Holds, 100));
    // The sum of the hypergeometric probabilities that are not larger, in exact fractions.
    let p = shown.p.unwrap();
    assert!((p - 1.142_087e-9).abs() < 1e-13, "{p}");
    let above = judged(Quantity::Share, Relation::Above(0.5), None, &results);
    assert_eq!(
        (above.test.as_str(), above.verdict),
        ("exact binomial", ClaimVerdict::DoesNotHold)
    );
}

#[test]
fn differences_that_are_all_the_same_are_counted() {
    let mut results = trials("a", [2; 10], 2);
    results.extend(trials("b", [0; 10], 2));
    let greater = Relation::Greater("b".to_owned());
    let judged = judged(Quantity::Share, greater, None, &results);
    assert_eq!(judged.test, "sign over 10 problems");
    assert_eq!(judged.verdict, ClaimVerdict::Holds);
}

#[test]
fn nearness_wants_both_one_sided_tests() {
    let near = |right, of| {
        let relation = Relation::Near {
            value: 0.5,
            margin: 0.05,
        };
        verdict(relation, None, &answers("a", right, of))
    };
    assert_eq!(near(500, 1000), ClaimVerdict::Holds);
    // The interval of 90 % is from 49.3 % to 54.7 %, that of 95 % reaches to 55.1 %.
    assert_eq!(near(520, 1000), ClaimVerdict::Holds);
    assert_eq!(near(530, 1000), ClaimVerdict::NotEnough);
    assert_eq!(near(50, 100), ClaimVerdict::NotEnough);
    assert_eq!(near(620, 1000), ClaimVerdict::DoesNotHold);
}

#[test]
fn two_series_are_compared_with_each_other() {
    let mut results = answers("a", 60, 100);
    results.extend(answers("b", 40, 100));
    let greater = Relation::Greater("b".to_owned());
    assert_eq!(verdict(greater, None, &results), ClaimVerdict::Holds);
    let less = Relation::Less("b".to_owned());
    assert_eq!(verdict(less, None, &results), ClaimVerdict::DoesNotHold);
    let missing = Relation::Less("c".to_owned());
    assert_eq!(verdict(missing, None, &results), ClaimVerdict::NotEnough);
}

#[test]
fn counts_are_compared_by_their_means() {
    let mut results = counts("a", &[1.0, 2.0, 3.0, 2.0]);
    results.extend(counts("b", &[8.0, 9.0, 7.0, 8.0]));
    let of = |relation| {
        let quantity = Quantity::Count("refused".to_owned());
        judged(quantity, relation, None, &results).verdict
    };
    assert_eq!(of(Relation::Less("b".to_owned())), ClaimVerdict::Holds);
    assert_eq!(
        of(Relation::Greater("b".to_owned())),
        ClaimVerdict::DoesNotHold
    );
    assert_eq!(of(Relation::Below(5.0)), ClaimVerdict::Holds);
    assert_eq!(of(Relation::Below(2.1)), ClaimVerdict::NotEnough);
}

/// A model judged by 200 games of ten positions, in each of which so many played moves are first.
fn model(series: &str, first: f32) -> Vec<(String, Record)> {
    let games = 200;
    let rate = f64::from(first) / 10.0;
    let figure = |value: f64| Estimate {
        value,
        low: value - 0.01,
        high: value + 0.01,
    };
    // Games scatter, and models over the same games alike.
    let scattered = |n: usize| first + if n.is_multiple_of(2) { 1.0 } else { -1.0 };
    let record = LearningRecord {
        model: series.to_owned(),
        task: String::new(),
        data: String::new(),
        given: None,
        games: 10,
        positions: 100,
        on: Subset::Test,
        bad: 0,
        figures: Figures {
            match_rate: figure(rate),
            mean_rank: figure(20.0 - rate),
            ..Figures::default()
        },
        sums: GameTable {
            records: (0..games).collect(),
            positions: vec![10; 200],
            matched: (0..200).map(scattered).collect(),
            rank: (0..200).map(|n| 200.0 - scattered(n)).collect(),
            top20: vec![5.0; 200],
            log_likelihood: vec![-20.0; 200],
        },
        top: Vec::new(),
        by_move: Vec::new(),
        features: BTreeMap::new(),
        passes: Vec::new(),
        learned_in: 0.0,
        judged_in: 0.0,
    };
    named(series, [Body::Learning(Box::new(record))].into_iter())
}

#[test]
fn figures_of_models_are_judged_by_their_intervals_and_in_pairs() {
    let results = [model("a", 4.0), model("b", 3.9)].concat();
    let of = |name, relation| judged(Quantity::Figure(name), relation, None, &results);
    let verdict = |name, relation| of(name, relation).verdict;
    use FigureName::{LogLikelihood, MatchRate, MeanRank};
    assert_eq!(
        verdict(MatchRate, Relation::Above(0.38)),
        ClaimVerdict::Holds
    );
    assert_eq!(
        verdict(MatchRate, Relation::Above(0.395)),
        ClaimVerdict::NotEnough
    );
    assert_eq!(
        verdict(MatchRate, Relation::Above(0.42)),
        ClaimVerdict::DoesNotHold
    );
    assert_eq!(
        verdict(MatchRate, Relation::Below(0.42)),
        ClaimVerdict::Holds
    );
    assert_eq!(
        verdict(MatchRate, Relation::Least(0.395)),
        ClaimVerdict::Holds
    );
    assert_eq!(
        verdict(MatchRate, Relation::Least(0.401)),
        ClaimVerdict::DoesNotHold
    );
    assert_eq!(
        verdict(MeanRank, Relation::Most(19.61)),
        ClaimVerdict::Holds
    );
    let near = |margin| Relation::Near { value: 0.4, margin };
    assert_eq!(verdict(MatchRate, near(0.02)), ClaimVerdict::Holds);
    assert_eq!(verdict(MatchRate, near(0.005)), ClaimVerdict::NotEnough);
    // The games of the two scatter by far more than they differ.
    let greater = of(MatchRate, Relation::Greater("b".to_owned()));
    assert_eq!((greater.verdict, greater.n), (ClaimVerdict::Holds, 200));
    let remark = greater.remark.unwrap();
    assert!(remark.starts_with("+0.0100"), "{remark}");
    assert_eq!(
        verdict(MeanRank, Relation::Less("b".to_owned())),
        ClaimVerdict::Holds
    );
    assert_eq!(
        verdict(MeanRank, Relation::Greater("b".to_owned())),
        ClaimVerdict::DoesNotHold
    );
    assert_eq!(
        verdict(LogLikelihood, Relation::Greater("b".to_owned())),
        ClaimVerdict::NotEnough
    );
    assert_eq!(
        verdict(MatchRate, Relation::Greater("c".to_owned())),
        ClaimVerdict::NotEnough
    );
}

#[test]
fn what_is_undecided_says_which_difference_is_excluded() {
    let even = answers("a", 490, 1000);
    let judged = |relation| judged(Quantity::Share, relation, None, &even);
    let above = judged(Relation::Above(0.5));
    assert_eq!(above.words(), "undecided");
    // The interval of Clopper and Pearson is from 45.9 % to 52.1 %.
    let remark = above.remark.unwrap();
    assert!(
        remark.contains("a difference beyond 2.1 percentage points is excluded"),
        "{remark}"
    );
    let remark = judged(Relation::Below(0.5)).remark.unwrap();
    assert!(remark.contains("beyond 4.1 percentage points"), "{remark}");
    let none = judge(
        &claim(Quantity::Share, Relation::Above(0.5), None),
        std::iter::empty(),
        &[],
    );
    assert_eq!(none.words(), "not enough results");
}
