//! Games in pairs with colours swapped, and the sequential test over them.

use serde::{Deserialize, Serialize};
use tengen_statistics::elo::superiority_of_pairs;
use tengen_statistics::{CONFIDENCE, Decision, EloDifference, Pentanomial};

use super::figure::{Elo, Interval};
use super::game::{self, Outcome};
use crate::outline::Stop;
use crate::record::{GameRecord, Side};

/// Games in pairs with colours swapped.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pairs {
    /// The number of pairs that gave the first player 0, ½, 1, 1½ and 2 points.
    pub counts: [u64; 5],
    /// The number of pairs.
    pub n: u64,
    /// The mean share.
    pub share: f64,
    /// Its interval, by how much pairs scatter.
    pub interval: Interval,
    /// The standard error of the mean.
    pub error: Option<f64>,
    /// The difference in rating.
    pub elo: Option<Elo>,
    /// The likelihood of superiority.
    pub los: f64,
}

/// The state of a sequential test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SprtState {
    /// The test.
    pub test: Stop,
    /// The logarithm of the likelihood ratio.
    pub llr: f64,
    /// The bound at which the null hypothesis is accepted.
    pub lower: f64,
    /// The bound at which the alternative is.
    pub upper: f64,
    /// The verdict.
    pub verdict: PairVerdict,
}

/// A verdict of a sequential test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PairVerdict {
    /// Nothing yet.
    Open,
    /// The null hypothesis is accepted.
    Null,
    /// The alternative is.
    Alternative,
    /// It was decided and ended the series; games that were under way then have brought the
    /// likelihood ratio back between its bounds.
    Decided,
}

/// Games 2k−1 and 2k.
fn twos<'a>(
    games: &'a [(u64, &'a GameRecord, Outcome)],
) -> impl Iterator<Item = [(&'a GameRecord, Outcome); 2]> {
    games.windows(2).filter_map(|two| {
        let &[(odd, one, first), (even, other, second)] = two else {
            return None;
        };
        let pair = odd % 2 == 1 && odd.checked_add(1) == Some(even);
        pair.then_some([(one, first), (other, second)])
    })
}

/// Pairs of which both games count.
pub(super) fn complete_pairs(games: &[(u64, &GameRecord, Outcome)]) -> Pentanomial {
    let mut counts = [0; 5];
    for [(_, one), (_, other)] in twos(games) {
        let halves = game::halves(one).zip(game::halves(other));
        if let Some((one, other)) = halves {
            counts[(one + other) as usize] += 1;
        }
    }
    Pentanomial::new(counts)
}

/// The mean points that the first player is ahead, of each pair of which both games were counted.
pub(super) fn margins(games: &[(u64, &GameRecord, Outcome)]) -> Vec<f64> {
    let margin = |game: &GameRecord| game.margin_of(Side::First);
    twos(games)
        .filter_map(|[(one, _), (other, _)]| margin(one).zip(margin(other)))
        .map(|(one, other)| (one + other) / 2.0)
        .collect()
}

impl Pairs {
    pub(super) fn new(pairs: &Pentanomial) -> Option<Self> {
        Some(Self {
            counts: pairs.counts(),
            n: pairs.pairs(),
            share: pairs.mean()?,
            interval: pairs.interval(CONFIDENCE)?.into(),
            error: pairs.standard_error(),
            elo: EloDifference::of_pairs(pairs, CONFIDENCE).map(Elo::from),
            los: superiority_of_pairs(pairs),
        })
    }
}

impl SprtState {
    /// After these pairs; `ended` if the test has ended the series.
    pub(super) fn new(stop: Stop, pairs: &Pentanomial, ended: bool) -> Option<Self> {
        let test = stop.test()?;
        let llr = test.llr_of_pairs(pairs);
        let (lower, upper) = test.bounds();
        Some(Self {
            test: stop,
            llr,
            lower,
            upper,
            verdict: match test.decide(llr) {
                Decision::Continue if ended => PairVerdict::Decided,
                Decision::Continue => PairVerdict::Open,
                Decision::AcceptH0 => PairVerdict::Null,
                Decision::AcceptH1 => PairVerdict::Alternative,
            },
        })
    }
}
