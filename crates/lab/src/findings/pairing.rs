//! The games of two players.

use serde::{Deserialize, Serialize};
use tengen_statistics::elo::superiority;
use tengen_statistics::{CONFIDENCE, EloDifference, Plan, Share};

use super::duplicates::Repeats;
use super::figure::{Bins, Elo, Mean, Proportion};
use super::game::{self, ENDS, Outcome};
use super::pairs::{PairVerdict, Pairs, SprtState, complete_pairs, margins};
use super::units::{Part, Voids};
use crate::outline::{Point, Stop};
use crate::record::{Body, End, GameRecord, PerSide, Side};

/// The results of the games of a series. Shares and differences are the first player's.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pairing {
    /// The series.
    pub series: String,
    /// The first player.
    pub first: String,
    /// The second.
    pub second: String,
    /// The value of the swept parameter.
    pub at: Option<Point>,
    /// The number of games planned.
    pub planned: u64,
    /// The number of games that count.
    pub games: u64,
    /// Games that the first player won.
    pub wins: u64,
    /// Games without a winner.
    pub draws: u64,
    /// Games that the second player won.
    pub losses: u64,
    /// Games whose result says neither; they do not count.
    pub unknown: u64,
    /// The share of all games.
    pub total: Proportion,
    /// The share of those with Black.
    pub as_black: Proportion,
    /// The share of those with White.
    pub as_white: Proportion,
    /// The difference in rating.
    pub elo: Option<Elo>,
    /// The likelihood of superiority.
    pub los: Option<f64>,
    /// The games in pairs with colours swapped, where both count.
    pub pairs: Option<Pairs>,
    /// The state of the test that may end the series.
    pub sprt: Option<SprtState>,
    /// True if the series ended by its test before all its games were played.
    pub ended_early: bool,
    /// The endings of the games that each player lost.
    pub lost_by: PerSide<Vec<EndCount>>,
    /// The endings of the games that nobody won.
    pub drawn_by: Vec<EndCount>,
    /// Games whose players did not agree on the count.
    pub disputes: u64,
    /// Games that are not new.
    pub repeats: Repeats,
    /// Attempts that came to nothing.
    pub voids: Voids,
    /// The points that the first player is ahead when games are counted: the mean of each pair of which
    /// both were.
    #[serde(default)]
    pub margin: Option<Mean>,
    /// The length of a game in moves.
    pub length: Option<Mean>,
    /// The histogram of the lengths of games.
    pub lengths: Option<Bins>,
    /// The smallest win rate above one half that the planned games show in 80 of 100 cases.
    pub detectable: Option<f64>,
}

/// The number of games that ended in a way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EndCount {
    /// The way.
    pub end: End,
    /// The number.
    pub games: u64,
}

/// Wins, draws and losses of the first player.
#[derive(Clone, Copy, Default)]
struct Score {
    wins: u64,
    draws: u64,
    losses: u64,
}

impl Score {
    const fn add(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Won(Side::First) => self.wins += 1,
            Outcome::Won(Side::Second) => self.losses += 1,
            Outcome::Draw => self.draws += 1,
            Outcome::Unknown => {}
        }
    }

    fn proportion(self) -> Proportion {
        Proportion::of_games(self.wins, self.draws, self.losses)
    }
}

impl Pairing {
    /// Of all series.
    pub(super) fn all(parts: &[Part<'_>], stop: Option<Stop>, ended: &[String]) -> Vec<Self> {
        let mut pairings: Vec<Self> = parts.iter().map(|p| Self::new(p, stop, ended)).collect();
        let lengths: Vec<Vec<f64>> = parts.iter().map(lengths).collect();
        for (pairing, bins) in pairings.iter_mut().zip(Bins::alike(&lengths, 1.0)) {
            pairing.lengths = bins;
        }
        pairings
    }

    fn new(part: &Part<'_>, stop: Option<Stop>, ended: &[String]) -> Self {
        let games: Vec<(u64, &GameRecord, Outcome)> = part
            .results
            .iter()
            .filter_map(|(&number, done)| match &done.record.body {
                Body::Game(game) => Some((number, game, game::outcome(game))),
                _ => None,
            })
            .collect();
        let score = |of: &dyn Fn(&GameRecord) -> bool| {
            let mut score = Score::default();
            let counted = games.iter().filter(|(_, game, _)| of(game));
            counted.for_each(|&(_, _, outcome)| score.add(outcome));
            score
        };
        let total = score(&|_| true);
        let played = total.wins + total.draws + total.losses;
        let pairs = complete_pairs(&games);
        let retired = ended.contains(&part.series.name);
        let sprt = stop.and_then(|stop| SprtState::new(stop, &pairs, retired));
        let decided = sprt.is_some_and(|sprt| sprt.verdict != PairVerdict::Open);
        let by = |outcome: Outcome| ends(&games, outcome);
        Self {
            series: part.series.name.clone(),
            first: part.series.first.clone(),
            second: part.series.second.clone().unwrap_or_default(),
            at: part.series.at.clone(),
            planned: part.series.planned,
            games: played,
            wins: total.wins,
            draws: total.draws,
            losses: total.losses,
            unknown: games.len() as u64 - played,
            total: total.proportion(),
            as_black: score(&|game| game.black == Side::First).proportion(),
            as_white: score(&|game| game.black == Side::Second).proportion(),
            elo: Share::of_games(total.wins, total.draws, total.losses)
                .and_then(|share| EloDifference::of_share(share, CONFIDENCE))
                .map(Elo::from),
            los: (played > 0).then(|| superiority(total.wins, total.losses)),
            pairs: Pairs::new(&pairs),
            sprt,
            ended_early: (decided || retired) && played < part.series.planned,
            lost_by: PerSide {
                first: by(Outcome::Won(Side::Second)),
                second: by(Outcome::Won(Side::First)),
            },
            drawn_by: by(Outcome::Draw),
            disputes: games.iter().filter(|(_, g, _)| g.dispute.is_some()).count() as u64,
            repeats: Repeats::of(games.iter().map(|&(_, game, _)| game)),
            voids: part.void_counts(),
            margin: Mean::of(margins(&games)),
            length: Mean::of(lengths(part)),
            lengths: None,
            detectable: Plan::default().detectable(part.series.planned),
        }
    }

    /// The number of games that a side lost in a way.
    #[must_use]
    pub fn lost(&self, side: Side, end: End) -> u64 {
        let counts = self.lost_by.of(side).iter();
        counts
            .filter(|count| count.end == end)
            .map(|count| count.games)
            .sum()
    }
}

fn lengths(part: &Part<'_>) -> Vec<f64> {
    let length = |done: &&crate::findings::Done| match &done.record.body {
        Body::Game(game) => Some(game.moves.len() as f64),
        _ => None,
    };
    part.results.values().filter_map(length).collect()
}

fn ends(games: &[(u64, &GameRecord, Outcome)], outcome: Outcome) -> Vec<EndCount> {
    let count = |end: End| EndCount {
        end,
        games: games
            .iter()
            .filter(|(_, game, of)| *of == outcome && game.end == end)
            .count() as u64,
    };
    ENDS.map(count)
        .into_iter()
        .filter(|c| c.games > 0)
        .collect()
}
