//! Judgement of claims by results, by the right test.
//!
//! A claim *holds* if the test shows it (two-sided, 5 %), *does not hold* if the test shows the
//! opposite, and otherwise it is undecided: then the interval says which difference there can hardly be. Nearness is shown by two one-sided tests at
//! 5 %, which is to say that the interval of 90 % lies within the margin; it does not hold if the
//! interval of 95 % lies outside.
//!
//! Answers to the same problem are alike. Where problems were tried more than once, the test is one
//! over problems, each with the share of its right answers. Figures of models have intervals by the
//! bootstrap over games, and two models are compared game by game; that a figure is *at least* or *at most*
//! some number is asked of the figure itself. A series that a sequential test ended
//! has as many games as that test wanted; no test for a given number of games fits it, so it gets no
//! verdict.

mod models;
mod remark;

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use tengen_statistics::{CONFIDENCE, Interval, Share, Summary, compare, mcnemar, student, welch};

use crate::experiment::{Claim, Figure, Quantity, Relation};
use crate::record::{Body, Record, Side};

/// The chance of error that a verdict accepts.
const SIGNIFICANCE: f64 = 0.05;

/// The confidence of the interval that two one-sided tests at [`SIGNIFICANCE`] make.
const EQUIVALENCE: f64 = 1.0 - 2.0 * SIGNIFICANCE;

/// A verdict of results on a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClaimVerdict {
    /// They bear it out.
    Holds,
    /// They contradict it.
    DoesNotHold,
    /// They do not tell, be it that they are too few or that there is next to nothing to tell.
    NotEnough,
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
    /// The number of results behind it.
    pub n: u64,
    /// The p value of the test, where there is one.
    pub p: Option<f64>,
    /// The test.
    pub test: String,
    /// The p value of the difference between the paper's figure and ours, where both are counts.
    pub against_paper: Option<f64>,
    /// The verdict.
    pub verdict: ClaimVerdict,
    /// Another remark on it.
    #[serde(default)]
    pub remark: Option<String>,
}

impl Judgement {
    /// The verdict in words.
    #[must_use]
    pub const fn words(&self) -> &'static str {
        match self.verdict {
            ClaimVerdict::Holds => "holds",
            ClaimVerdict::DoesNotHold => "does not hold",
            ClaimVerdict::NotEnough if self.low.is_some() => "undecided",
            ClaimVerdict::NotEnough => "not enough results",
        }
    }
}

/// The results of one quantity of one series.
#[derive(Clone, Debug, PartialEq)]
enum Sample {
    /// Games, problems that were tried once, or trials of one problem.
    Share(Share),
    /// Problems that were tried more than once.
    Problems(Trials),
    Numbers(Vec<f64>),
}

/// Answers to problems, by problem.
#[derive(Clone, Debug, Default, PartialEq)]
struct Trials {
    problems: BTreeMap<String, Share>,
}

/// Judges a claim by the results, given as series and record. `ended` names the series that a
/// sequential test ended early.
#[must_use]
pub fn judge<'a>(
    claim: &Claim,
    results: impl Iterator<Item = (&'a str, &'a Record)> + Clone,
    ended: &[String],
) -> Judgement {
    if let Quantity::Figure(name) = claim.quantity {
        return models::judge(claim, name, results);
    }
    let ours = sample(&claim.quantity, &claim.series, results.clone());
    let other = match &claim.relation {
        Relation::Greater(other) | Relation::Less(other) => Some(other),
        _ => None,
    };
    let sequential = ended.contains(&claim.series) || other.is_some_and(|o| ended.contains(o));
    let tested = if sequential {
        Tested::none()
    } else {
        match &claim.relation {
            Relation::Above(value) => against(&ours, *value, Direction::Up),
            Relation::Below(value) => against(&ours, *value, Direction::Down),
            Relation::Near { value, margin } => near(&ours, *value, *margin),
            Relation::Greater(other) => {
                let theirs = sample(&claim.quantity, other, results);
                between(&ours, &theirs, Direction::Up)
            }
            Relation::Less(other) => {
                let theirs = sample(&claim.quantity, other, results);
                between(&ours, &theirs, Direction::Down)
            }
            // Asked of figures of models alone.
            Relation::Least(_) | Relation::Most(_) => Tested::none(),
        }
    };
    let against_paper = beside_paper(&ours, claim.paper).filter(|_| !sequential);
    let remark = match sequential {
        true => Some(
            "the series was ended by its sequential test, which answers another question"
                .to_owned(),
        ),
        false => {
            let remarks = [
                remark::unlike_paper(claim, &ours, against_paper),
                remark::undecided(claim, &ours, tested.verdict),
                remark::excluded(claim, &tested),
            ];
            let remarks: Vec<String> = remarks.into_iter().flatten().collect();
            (!remarks.is_empty()).then(|| remarks.join("; "))
        }
    };
    let interval = ours.interval(CONFIDENCE);
    Judgement {
        ours: ours.mean(),
        low: interval.map(|interval| interval.low),
        high: interval.map(|interval| interval.high),
        n: ours.n(),
        p: tested.p,
        test: tested.name,
        against_paper,
        verdict: tested.verdict,
        remark,
        claim: claim.clone(),
    }
}

/// Fisher's exact test of our counts and the paper's. With more than one trial of a problem this is
/// a cautious one: answers to given problems scatter less than independent ones.
fn beside_paper(ours: &Sample, paper: Option<Figure>) -> Option<f64> {
    let Some(Figure::Share { wins, of }) = paper else {
        return None;
    };
    let ours = match ours {
        Sample::Share(share) => *share,
        Sample::Problems(trials) => trials.answers(),
        Sample::Numbers(_) => return None,
    };
    Some(compare(ours, Share { wins, of }, CONFIDENCE)?.p)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    Up,
    Down,
}

struct Tested {
    p: Option<f64>,
    name: String,
    verdict: ClaimVerdict,
    /// The interval of 95 % of the difference that was tested.
    interval: Option<Interval>,
}

impl Tested {
    /// From a difference in a direction, and how surely there is one.
    fn new(difference: f64, direction: Direction, p: Option<f64>, name: impl Into<String>) -> Self {
        let wanted = match direction {
            Direction::Up => difference > 0.0,
            Direction::Down => difference < 0.0,
        };
        let verdict = match p {
            Some(p) if p < SIGNIFICANCE && wanted => ClaimVerdict::Holds,
            Some(p) if p < SIGNIFICANCE => ClaimVerdict::DoesNotHold,
            _ => ClaimVerdict::NotEnough,
        };
        Self {
            p,
            name: name.into(),
            verdict,
            interval: None,
        }
    }

    fn within(self, interval: Option<Interval>) -> Self {
        Self { interval, ..self }
    }

    fn none() -> Self {
        Self {
            p: None,
            name: "none".to_owned(),
            verdict: ClaimVerdict::NotEnough,
            interval: None,
        }
    }
}

fn against(ours: &Sample, value: f64, direction: Direction) -> Tested {
    let difference = ours.mean().map_or(0.0, |mean| mean - value);
    let interval = ours.interval(CONFIDENCE).map(|around| Interval {
        low: around.low - value,
        high: around.high - value,
    });
    let tested = match ours {
        Sample::Share(share) => {
            let p = share.exact_test(value);
            Tested::new(difference, direction, p, "exact binomial")
        }
        Sample::Problems(trials) => {
            let (p, name) = match trials.all_alike() {
                Some(share) => (share.exact_test(value), "exact binomial"),
                None => {
                    let p = Summary::of(&trials.shares()).and_then(|s| student(&s, value));
                    (p, "Student's t")
                }
            };
            Tested::new(difference, direction, p, trials.named(name))
        }
        Sample::Numbers(_) => {
            let outside = ours
                .interval(CONFIDENCE)
                .filter(|interval| !interval.contains(value))
                .map(|_| SIGNIFICANCE / 2.0);
            let tested = Tested::new(difference, direction, outside, "interval of Student");
            Tested { p: None, ..tested }
        }
    };
    tested.within(interval)
}

fn near(ours: &Sample, value: f64, margin: f64) -> Tested {
    let within = |i: Interval| i.low >= value - margin && i.high <= value + margin;
    let outside = |i: Interval| i.low > value + margin || i.high < value - margin;
    let verdict = if ours.interval(EQUIVALENCE).is_some_and(within) {
        ClaimVerdict::Holds
    } else if ours.interval(CONFIDENCE).is_some_and(outside) {
        ClaimVerdict::DoesNotHold
    } else {
        ClaimVerdict::NotEnough
    };
    let name = "two one-sided tests";
    Tested {
        p: None,
        name: match ours {
            Sample::Problems(trials) => trials.named(name),
            _ => name.to_owned(),
        },
        verdict,
        interval: None,
    }
}

fn between(ours: &Sample, theirs: &Sample, direction: Direction) -> Tested {
    match (ours, theirs) {
        (Sample::Share(a), Sample::Share(b)) => {
            let compared = compare(*a, *b, CONFIDENCE);
            let difference = compared.map_or(0.0, |c| c.difference);
            let p = compared.map(|c| c.p);
            Tested::new(difference, direction, p, "Fisher's exact")
                .within(compared.map(|c| c.interval))
        }
        (Sample::Problems(a), Sample::Problems(b)) => in_pairs(a, b, direction),
        (Sample::Numbers(a), Sample::Numbers(b)) => {
            let (a, b) = (Summary::of(a), Summary::of(b));
            let p = a.zip(b).and_then(|(a, b)| welch(&a, &b));
            let difference = a.zip(b).map_or(0.0, |(a, b)| a.mean - b.mean);
            Tested::new(difference, direction, p, "Welch's t")
        }
        _ => Tested::none(),
    }
}

/// The shares of the problems that both tried, problem by problem. Where the differences are all the
/// same there is no scatter to go by, and their signs are counted.
fn in_pairs(a: &Trials, b: &Trials, direction: Direction) -> Tested {
    let share = |problem: &String, a: &Share| Some(a.value()? - b.problems.get(problem)?.value()?);
    let differences: Vec<f64> = a
        .problems
        .iter()
        .filter_map(|(problem, a)| share(problem, a))
        .collect();
    let n = differences.len();
    let Some(summary) = Summary::of(&differences) else {
        return Tested::none();
    };
    let (p, name) = match student(&summary, 0.0) {
        Some(p) => (Some(p), "paired Student's t"),
        None => {
            let count = |of: fn(&f64) -> bool| differences.iter().filter(|d| of(d)).count() as u64;
            (mcnemar(count(|d| *d > 0.0), count(|d| *d < 0.0)), "sign")
        }
    };
    Tested::new(summary.mean, direction, p, over(name, n)).within(summary.interval(CONFIDENCE))
}

/// The name of a test over problems.
fn over(test: &str, problems: usize) -> String {
    match problems {
        1 => format!("{test} over 1 problem"),
        n => format!("{test} over {n} problems"),
    }
}

impl Trials {
    fn add(&mut self, problem: &str, right: bool) {
        let empty = Share { wins: 0.0, of: 0 };
        let share = self.problems.entry(problem.to_owned()).or_insert(empty);
        add(share, Some(f64::from(u8::from(right))));
    }

    fn answers(&self) -> Share {
        let mut sum = Share { wins: 0.0, of: 0 };
        for share in self.problems.values() {
            sum.wins += share.wins;
            sum.of += share.of;
        }
        sum
    }

    fn shares(&self) -> Vec<f64> {
        let shares = self.problems.values();
        shares.filter_map(|share| share.value()).collect()
    }

    /// The share of solved problems, where all of them always were or none ever was.
    fn all_alike(&self) -> Option<Share> {
        let answers = self.answers();
        let of = self.problems.len() as u64;
        match answers.value()? {
            0.0 => Some(Share { wins: 0.0, of }),
            1.0 => Some(Share {
                wins: of as f64,
                of,
            }),
            _ => None,
        }
    }

    fn named(&self, test: &str) -> String {
        over(test, self.problems.len())
    }
}

impl Sample {
    fn mean(&self) -> Option<f64> {
        match self {
            Self::Share(share) => share.value(),
            Self::Problems(trials) => Some(Summary::of(&trials.shares())?.mean),
            Self::Numbers(numbers) => Some(Summary::of(numbers)?.mean),
        }
    }

    /// Of shares it does not reach below 0 or above 1.
    fn interval(&self, confidence: f64) -> Option<Interval> {
        match self {
            Self::Share(share) => share.clopper_pearson(confidence),
            Self::Problems(trials) => match trials.all_alike() {
                Some(share) => share.clopper_pearson(confidence),
                None => {
                    let summary = Summary::of(&trials.shares())?;
                    let interval = summary.interval(confidence).filter(|i| i.width() > 0.0)?;
                    Some(Interval {
                        low: interval.low.max(0.0),
                        high: interval.high.min(1.0),
                    })
                }
            },
            Self::Numbers(numbers) => Summary::of(numbers)?.interval(confidence),
        }
    }

    fn n(&self) -> u64 {
        match self {
            Self::Share(share) => share.of,
            Self::Problems(trials) => trials.answers().of,
            Self::Numbers(numbers) => numbers.len() as u64,
        }
    }
}

fn sample<'a>(
    quantity: &Quantity,
    series: &str,
    results: impl Iterator<Item = (&'a str, &'a Record)> + Clone,
) -> Sample {
    // Whether problems were tried more than once is looked at over all series, so that two of them
    // are always samples of the same kind.
    let mut trials: BTreeMap<&str, Trials> = BTreeMap::new();
    let mut share = Share { wins: 0.0, of: 0 };
    let mut numbers = Vec::new();
    for (name, record) in results {
        let ours = name == series;
        match (quantity, &record.body) {
            (Quantity::Share, Body::Answer(answer)) => {
                let trials = trials.entry(name).or_default();
                trials.add(&answer.problem, answer.right);
            }
            (Quantity::Group { by, group }, Body::Answer(answer))
                if answer.groups.get(by) == Some(group) =>
            {
                let trials = trials.entry(name).or_default();
                trials.add(&answer.problem, answer.right);
            }
            (Quantity::Share, Body::Game(game)) if ours => {
                add(&mut share, game.score_of(Side::First));
            }
            (Quantity::Black, Body::Game(game)) if ours => {
                add(&mut share, game.score_of(game.black));
            }
            (Quantity::Count(name), Body::Measurement(measured)) if ours => {
                numbers.extend(measured.counts.get(name));
            }
            _ => {}
        }
    }
    let repeated = |trials: &Trials| trials.problems.values().any(|share| share.of > 1);
    // What is claimed of one problem alone is about its trials, and these are independent.
    let problems: BTreeSet<&String> = trials.values().flat_map(|t| t.problems.keys()).collect();
    match quantity {
        Quantity::Count(_) => Sample::Numbers(numbers),
        _ if problems.len() > 1 && trials.values().any(repeated) => {
            Sample::Problems(trials.remove(series).unwrap_or_default())
        }
        _ => Sample::Share(trials.get(series).map_or(share, Trials::answers)),
    }
}

fn add(share: &mut Share, score: Option<f64>) {
    if let Some(score) = score {
        share.wins += score;
        share.of += 1;
    }
}

#[cfg(test)]
mod tests;
