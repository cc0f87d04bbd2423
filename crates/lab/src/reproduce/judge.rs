//! Whether results bear out what a paper claims, by the right test.
//!
//! A claim *holds* if the test shows it (two-sided, 5 %), *does not hold* if the test shows the
//! opposite or that our figure falls short of the paper's, and otherwise there are not enough
//! results. A claim of nearness holds if the whole interval lies within the margin.

use serde::{Deserialize, Serialize};

use crate::experiment::{Claim, Figure, Quantity, Relation};
use crate::record::{Body, Record, Side};
use crate::statistics::{CONFIDENCE, Interval, Share, Summary, compare};

/// The chance of error that a verdict accepts.
const SIGNIFICANCE: f64 = 0.05;

/// What results say of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// They bear it out.
    Holds,
    /// They contradict it.
    DoesNotHold,
    /// They are too few to tell.
    NotEnough,
}

impl Verdict {
    /// In words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::DoesNotHold => "does not hold",
            Self::NotEnough => "not enough results",
        }
    }
}

/// A claim with what our results say of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Judgement {
    /// The claim.
    pub claim: Claim,
    /// Our figure, where there are results.
    pub ours: Option<f64>,
    /// Its interval of 95 %.
    pub low: Option<f64>,
    /// The interval's upper end.
    pub high: Option<f64>,
    /// How many results are behind it.
    pub n: u64,
    /// The p value of the test, where there is one.
    pub p: Option<f64>,
    /// Which test.
    pub test: String,
    /// The p value of the difference between the paper's figure and ours, where both are counts.
    pub against_paper: Option<f64>,
    /// What follows.
    pub verdict: Verdict,
}

/// The results of one quantity of one series.
#[derive(Clone, Debug, PartialEq)]
enum Sample {
    Share(Share),
    Numbers(Vec<f64>),
}

/// Judges a claim by the results, given as series and record.
#[must_use]
pub fn judge<'a>(
    claim: &Claim,
    results: impl Iterator<Item = (&'a str, &'a Record)> + Clone,
) -> Judgement {
    let ours = sample(&claim.quantity, &claim.series, results.clone());
    let tested = match &claim.relation {
        Relation::Above(value) => against(&ours, *value, Direction::Up),
        Relation::Below(value) => against(&ours, *value, Direction::Down),
        Relation::Near { value, margin } => near(&ours, *value, *margin),
        Relation::Greater(other) | Relation::Less(other) => {
            let theirs = sample(&claim.quantity, other, results);
            let direction = match &claim.relation {
                Relation::Greater(_) => Direction::Up,
                _ => Direction::Down,
            };
            between(&ours, &theirs, direction)
        }
    };
    let interval = ours.interval();
    let against_paper = beside_paper(&ours, claim.paper);
    Judgement {
        ours: ours.mean(),
        low: interval.map(|interval| interval.low),
        high: interval.map(|interval| interval.high),
        n: ours.n(),
        p: tested.p,
        test: tested.name.to_owned(),
        against_paper,
        verdict: short_of_paper(tested.verdict, claim, &ours, against_paper),
        claim: claim.clone(),
    }
}

/// Where the test leaves it open, a figure that is clearly on the wrong side of the paper's settles
/// it.
fn short_of_paper(verdict: Verdict, claim: &Claim, ours: &Sample, p: Option<f64>) -> Verdict {
    let (Some(p), Some(Figure::Share { wins, of }), Some(mean)) = (p, claim.paper, ours.mean())
    else {
        return verdict;
    };
    let paper = wins / of as f64;
    let short = match claim.relation {
        Relation::Above(_) => mean < paper,
        Relation::Below(_) => mean > paper,
        _ => false,
    };
    match verdict {
        Verdict::NotEnough if short && p < SIGNIFICANCE => Verdict::DoesNotHold,
        verdict => verdict,
    }
}

fn beside_paper(ours: &Sample, paper: Option<Figure>) -> Option<f64> {
    let (Sample::Share(ours), Some(Figure::Share { wins, of })) = (ours, paper) else {
        return None;
    };
    Some(compare(*ours, Share { wins, of }, CONFIDENCE)?.p)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    Up,
    Down,
}

struct Tested {
    p: Option<f64>,
    name: &'static str,
    verdict: Verdict,
}

impl Tested {
    /// From a difference in a direction, and how surely there is one.
    fn new(difference: f64, direction: Direction, p: Option<f64>, name: &'static str) -> Self {
        let wanted = match direction {
            Direction::Up => difference > 0.0,
            Direction::Down => difference < 0.0,
        };
        let verdict = match p {
            Some(p) if p < SIGNIFICANCE && wanted => Verdict::Holds,
            Some(p) if p < SIGNIFICANCE => Verdict::DoesNotHold,
            _ => Verdict::NotEnough,
        };
        Self { p, name, verdict }
    }
}

fn against(ours: &Sample, value: f64, direction: Direction) -> Tested {
    let difference = ours.mean().map_or(0.0, |mean| mean - value);
    match ours {
        Sample::Share(share) => {
            let p = share.exact_test(value);
            Tested::new(difference, direction, p, "exact binomial")
        }
        Sample::Numbers(_) => {
            let outside = ours
                .interval()
                .filter(|interval| !interval.contains(value))
                .map(|_| SIGNIFICANCE / 2.0);
            let tested = Tested::new(difference, direction, outside, "interval of Student");
            Tested { p: None, ..tested }
        }
    }
}

fn near(ours: &Sample, value: f64, margin: f64) -> Tested {
    let verdict = match ours.interval() {
        Some(i) if i.low >= value - margin && i.high <= value + margin => Verdict::Holds,
        Some(i) if i.low > value + margin || i.high < value - margin => Verdict::DoesNotHold,
        _ => Verdict::NotEnough,
    };
    let p = match ours {
        Sample::Share(share) => share.exact_test(value),
        Sample::Numbers(_) => None,
    };
    Tested {
        p,
        name: "interval within the margin",
        verdict,
    }
}

fn between(ours: &Sample, theirs: &Sample, direction: Direction) -> Tested {
    match (ours, theirs) {
        (Sample::Share(a), Sample::Share(b)) => {
            let compared = compare(*a, *b, CONFIDENCE);
            let difference = compared.map_or(0.0, |c| c.difference);
            Tested::new(
                difference,
                direction,
                compared.map(|c| c.p),
                "Fisher's exact",
            )
        }
        (Sample::Numbers(a), Sample::Numbers(b)) => {
            let (a, b) = (Summary::of(a), Summary::of(b));
            let p = a.zip(b).and_then(|(a, b)| crate::statistics::welch(&a, &b));
            let difference = a.zip(b).map_or(0.0, |(a, b)| a.mean - b.mean);
            Tested::new(difference, direction, p, "Welch's t")
        }
        _ => Tested {
            p: None,
            name: "none",
            verdict: Verdict::NotEnough,
        },
    }
}

impl Sample {
    fn mean(&self) -> Option<f64> {
        match self {
            Self::Share(share) => share.value(),
            Self::Numbers(numbers) => Some(Summary::of(numbers)?.mean),
        }
    }

    fn interval(&self) -> Option<Interval> {
        match self {
            Self::Share(share) => share.clopper_pearson(CONFIDENCE),
            Self::Numbers(numbers) => Summary::of(numbers)?.interval(CONFIDENCE),
        }
    }

    fn n(&self) -> u64 {
        match self {
            Self::Share(share) => share.of,
            Self::Numbers(numbers) => numbers.len() as u64,
        }
    }
}

fn sample<'a>(
    quantity: &Quantity,
    series: &str,
    results: impl Iterator<Item = (&'a str, &'a Record)>,
) -> Sample {
    let records = results
        .filter(|(name, _)| *name == series)
        .map(|(_, record)| &record.body);
    let mut share = Share { wins: 0.0, of: 0 };
    let mut numbers = Vec::new();
    for body in records {
        match (quantity, body) {
            (Quantity::Share, Body::Game(game)) => {
                add(&mut share, game.score_of(Side::First));
            }
            (Quantity::Black, Body::Game(game)) => add(&mut share, game.score_of(game.black)),
            (Quantity::Share, Body::Answer(answer)) => {
                add(&mut share, Some(f64::from(u8::from(answer.right))));
            }
            (Quantity::Count(name), Body::Measurement(measured)) => {
                numbers.extend(measured.counts.get(name));
            }
            _ => {}
        }
    }
    match quantity {
        Quantity::Count(_) => Sample::Numbers(numbers),
        Quantity::Share | Quantity::Black => Sample::Share(share),
    }
}

fn add(share: &mut Share, score: Option<f64>) {
    if let Some(score) = score {
        share.wins += score;
        share.of += 1;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::record::{AnswerRecord, MeasurementRecord, Spent};

    fn answers(series: &str, right: usize, of: usize) -> Vec<(String, Record)> {
        let answer = |n: usize| AnswerRecord {
            player: "p".to_owned(),
            problem: n.to_string(),
            groups: BTreeMap::new(),
            answer: "A1".to_owned(),
            right: n < right,
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

    fn verdict(relation: Relation, paper: Option<Figure>, results: &[(String, Record)]) -> Verdict {
        judged(Quantity::Share, relation, paper, results).verdict
    }

    fn judged(
        quantity: Quantity,
        relation: Relation,
        paper: Option<Figure>,
        results: &[(String, Record)],
    ) -> Judgement {
        let claim = Claim {
            says: "so".to_owned(),
            series: "a".to_owned(),
            quantity,
            relation,
            paper,
        };
        let results = results.iter();
        judge(
            &claim,
            results.map(|(series, record)| (series.as_str(), record)),
        )
    }

    #[test]
    fn a_share_above_a_half_is_tested_exactly() {
        let above = |right, of| verdict(Relation::Above(0.5), None, &answers("a", right, of));
        assert_eq!(above(540, 1000), Verdict::Holds);
        assert_eq!(above(523, 1000), Verdict::NotEnough);
        assert_eq!(above(460, 1000), Verdict::DoesNotHold);
        assert_eq!(above(0, 0), Verdict::NotEnough);
        let below = verdict(Relation::Below(0.5), None, &answers("a", 460, 1000));
        assert_eq!(below, Verdict::Holds);
    }

    #[test]
    fn a_share_far_short_of_the_papers_contradicts_it() {
        let paper = Some(Figure::Share {
            wins: 800.0,
            of: 1000,
        });
        let results = answers("a", 51, 100);
        assert_eq!(
            verdict(Relation::Above(0.5), paper, &results),
            Verdict::DoesNotHold
        );
        let judged = judged(Quantity::Share, Relation::Above(0.5), paper, &results);
        assert!(judged.against_paper.unwrap() < 1e-6);
        assert_eq!((judged.ours, judged.n), (Some(0.51), 100));
    }

    #[test]
    fn nearness_wants_the_whole_interval_inside() {
        let near = |right, of| {
            let relation = Relation::Near {
                value: 0.5,
                margin: 0.05,
            };
            verdict(relation, None, &answers("a", right, of))
        };
        assert_eq!(near(500, 1000), Verdict::Holds);
        assert_eq!(near(50, 100), Verdict::NotEnough);
        assert_eq!(near(620, 1000), Verdict::DoesNotHold);
    }

    #[test]
    fn two_series_are_compared_with_each_other() {
        let mut results = answers("a", 60, 100);
        results.extend(answers("b", 40, 100));
        let greater = Relation::Greater("b".to_owned());
        assert_eq!(verdict(greater, None, &results), Verdict::Holds);
        let less = Relation::Less("b".to_owned());
        assert_eq!(verdict(less, None, &results), Verdict::DoesNotHold);
        let missing = Relation::Less("c".to_owned());
        assert_eq!(verdict(missing, None, &results), Verdict::NotEnough);
    }

    #[test]
    fn counts_are_compared_by_their_means() {
        let mut results = counts("a", &[1.0, 2.0, 3.0, 2.0]);
        results.extend(counts("b", &[8.0, 9.0, 7.0, 8.0]));
        let of = |relation| {
            let quantity = Quantity::Count("refused".to_owned());
            judged(quantity, relation, None, &results).verdict
        };
        assert_eq!(of(Relation::Less("b".to_owned())), Verdict::Holds);
        assert_eq!(of(Relation::Greater("b".to_owned())), Verdict::DoesNotHold);
        assert_eq!(of(Relation::Below(5.0)), Verdict::Holds);
        assert_eq!(of(Relation::Below(2.1)), Verdict::NotEnough);
    }
}
