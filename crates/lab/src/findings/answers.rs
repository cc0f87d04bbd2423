//! Answers to problems, and who is better at them.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use tengen_statistics::{chi_square, fisher, mcnemar};

use super::figure::Proportion;
use super::units::{Part, Voids};
use crate::outline::Point;
use crate::record::{AnswerRecord, Body};

/// The results of the answers of a series.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Answers {
    /// The series.
    pub series: String,
    /// The player.
    pub player: String,
    /// The value of the swept parameter.
    pub at: Option<Point>,
    /// The number of answers planned.
    pub planned: u64,
    /// The share of right ones, of all that were given.
    pub right: Proportion,
    /// The number of wrong ones, by kind, where problems name kinds of wrong moves.
    #[serde(default)]
    pub wrong: BTreeMap<String, u64>,
    /// The same by group: by rank, by kind.
    pub groups: Vec<GroupShare>,
    /// The same by problem.
    pub problems: Vec<ProblemShare>,
    /// Attempts that came to nothing.
    pub voids: Voids,
}

/// The share of right answers to the problems of a group.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GroupShare {
    /// The property by which problems are grouped.
    pub by: String,
    /// The group.
    pub group: String,
    /// The share of right ones.
    pub right: Proportion,
    /// The number of wrong ones, by kind, where problems name kinds of wrong moves.
    #[serde(default)]
    pub wrong: BTreeMap<String, u64>,
}

/// The share of right answers to a problem.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ProblemShare {
    /// The problem.
    pub problem: String,
    /// The share of right ones.
    pub right: Proportion,
}

impl Answers {
    pub(super) fn new(part: &Part<'_>) -> Self {
        let answers: Vec<&AnswerRecord> = part
            .results
            .values()
            .filter_map(|done| match &done.record.body {
                Body::Answer(answer) => Some(answer),
                _ => None,
            })
            .collect();
        let mut all = AnswerTally::default();
        let mut groups: BTreeMap<(&str, &str), AnswerTally> = BTreeMap::new();
        let mut problems: BTreeMap<&str, AnswerTally> = BTreeMap::new();
        for answer in answers {
            all.add(answer);
            problems.entry(&answer.problem).or_default().add(answer);
            for (by, group) in &answer.groups {
                groups.entry((by, group)).or_default().add(answer);
            }
        }
        Self {
            series: part.series.name.clone(),
            player: part.series.first.clone(),
            at: part.series.at.clone(),
            planned: part.series.planned,
            right: all.share(),
            wrong: all.kinds,
            groups: groups
                .into_iter()
                .map(|((by, group), counts)| GroupShare {
                    by: by.to_owned(),
                    group: group.to_owned(),
                    right: counts.share(),
                    wrong: counts.kinds,
                })
                .collect(),
            problems: problems
                .into_iter()
                .map(|(problem, counts)| ProblemShare {
                    problem: problem.to_owned(),
                    right: counts.share(),
                })
                .collect(),
            voids: part.void_counts(),
        }
    }

    /// The most answers to one problem.
    #[must_use]
    pub fn trials(&self) -> u64 {
        let trials = self.problems.iter().map(|problem| problem.right.of);
        trials.max().unwrap_or(0)
    }

    fn counts(&self) -> [u64; 2] {
        let right = self.right.wins as u64;
        [right, self.right.of - right]
    }

    /// The problems, true if solved, where each was tried once.
    fn solved(&self) -> Option<BTreeMap<&str, bool>> {
        let once = self.problems.iter().all(|problem| problem.right.of == 1);
        let solved = |problem: &'_ ProblemShare| problem.right.wins > 0.5;
        once.then(|| {
            let problems = self.problems.iter();
            problems.map(|p| (p.problem.as_str(), solved(p))).collect()
        })
    }
}

/// Answers, counted.
#[derive(Default)]
struct AnswerTally {
    right: u64,
    wrong: u64,
    /// The wrong ones whose kind has a name.
    kinds: BTreeMap<String, u64>,
}

impl AnswerTally {
    fn add(&mut self, answer: &AnswerRecord) {
        if answer.right {
            self.right += 1;
            return;
        }
        self.wrong += 1;
        if let Some(kind) = &answer.fault {
            *self.kinds.entry(kind.clone()).or_default() += 1;
        }
    }

    fn share(&self) -> Proportion {
        Proportion::of_answers(self.right, self.wrong)
    }
}

/// A test of whether players differ.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Comparison {
    /// The test.
    pub test: Test,
    /// The series that are compared.
    pub series: Vec<String>,
    /// The p value.
    pub p: f64,
    /// The meaning of it here, in a sentence.
    pub says: String,
}

/// A test of tables.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Test {
    /// Fisher's exact test of two by two counts.
    Fisher,
    /// McNemar's exact test of the problems that one of two players solved.
    Mcnemar {
        /// Solved by the first alone.
        only_first: u64,
        /// Solved by the second alone.
        only_second: u64,
    },
    /// The chi-square test.
    ChiSquare {
        /// The statistic.
        statistic: f64,
        /// The degrees of freedom.
        freedom: u64,
        /// True if a count was expected below 5, so that p is rough.
        sparse: bool,
    },
}

impl Comparison {
    /// The tests of all series: Fisher's and McNemar's of two, chi-square of more.
    pub(super) fn all(answers: &[Answers]) -> Vec<Self> {
        let given: Vec<&Answers> = answers.iter().filter(|a| a.right.of > 0).collect();
        match given.as_slice() {
            [] | [_] => Vec::new(),
            [one, other] => {
                let fisher = fisher([one.counts(), other.counts()]);
                let fisher = fisher.map(|p| Self::new(Test::Fisher, &given, p));
                let mcnemar = Self::mcnemar(one, other, &given);
                fisher.into_iter().chain(mcnemar).collect()
            }
            more => {
                let table: Vec<[u64; 2]> = more.iter().map(|answers| answers.counts()).collect();
                let test = chi_square(&table).map(|chi| {
                    let test = Test::ChiSquare {
                        statistic: chi.statistic,
                        freedom: chi.freedom,
                        sparse: chi.sparse,
                    };
                    Self::new(test, &given, chi.p)
                });
                test.into_iter().collect()
            }
        }
    }

    fn mcnemar(one: &Answers, other: &Answers, given: &[&Answers]) -> Option<Self> {
        let (first, second) = (one.solved()?, other.solved()?);
        let names = |solved: &BTreeMap<&str, bool>| -> BTreeSet<String> {
            solved.keys().map(|&name| name.to_owned()).collect()
        };
        if names(&first) != names(&second) {
            return None;
        }
        let both = || first.values().zip(second.values());
        let only_first = both().filter(|&(&a, &b)| a && !b).count() as u64;
        let only_second = both().filter(|&(&a, &b)| b && !a).count() as u64;
        let test = Test::Mcnemar {
            only_first,
            only_second,
        };
        let p = mcnemar(only_first, only_second)?;
        Some(Self::new(test, given, p))
    }

    fn new(test: Test, given: &[&Answers], p: f64) -> Self {
        let verdict = if p < 0.05 {
            "differ more than chance explains"
        } else {
            "do not differ more than chance explains"
        };
        let says = match test {
            Test::Fisher => format!("The shares {verdict}, if all answers are independent."),
            Test::Mcnemar {
                only_first,
                only_second,
            } => format!(
                "On the same problems, {only_first} were solved by {} alone and {only_second} by \
                 {} alone: they {verdict}.",
                given[0].player, given[1].player
            ),
            Test::ChiSquare { sparse, .. } => {
                let rough = if sparse {
                    " Some counts are small, so p is rough."
                } else {
                    ""
                };
                format!("The shares {verdict}, if all answers are independent.{rough}")
            }
        };
        Self {
            test,
            series: given.iter().map(|answers| answers.series.clone()).collect(),
            p,
            says,
        }
    }
}
