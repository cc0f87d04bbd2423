//! Players: their costs and their strengths.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use tengen_statistics::{Meeting, Ratings};

use super::figure::{Bins, Interval};
use super::game;
use super::pairing::Pairing;
use super::units::Sorted;
use crate::outline::{Outline, PlayerLine};
use crate::record::{Body, Side, Spent};

/// The costs of a player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Player {
    /// Its name.
    pub name: String,
    /// The recipe or command it is.
    pub what: String,
    /// The budget it may spend.
    pub budget: String,
    /// The programs under its name: name, version and the beginning of the binary's hash.
    #[serde(default)]
    pub versions: Vec<String>,
    /// Units that count and in which it took part.
    pub units: u64,
    /// Moves that it chose in them.
    pub moves: u64,
    /// Seconds a move.
    pub wall_per_move: Option<f64>,
    /// Seconds a unit.
    pub wall_per_unit: Option<f64>,
    /// Processor seconds a move, over the units where they are known.
    pub cpu_per_move: Option<f64>,
    /// Processor seconds a unit, over the units where they are known.
    pub cpu_per_unit: Option<f64>,
    /// Playouts a move, over the units where they are known.
    pub playouts_per_move: Option<f64>,
    /// The histogram of the seconds of its moves; of games.
    pub seconds: Option<Bins>,
}

/// Sums over the units where something is known.
#[derive(Default)]
struct Known {
    sum: f64,
    moves: u64,
    units: u64,
}

impl Known {
    fn add(&mut self, amount: f64, moves: u32) {
        if amount.is_finite() {
            self.sum += amount;
            self.moves += u64::from(moves);
            self.units += 1;
        }
    }

    fn per_move(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.sum / self.moves as f64)
    }

    fn per_unit(&self) -> Option<f64> {
        (self.units > 0).then(|| self.sum / self.units as f64)
    }
}

/// All that a player spent.
#[derive(Default)]
struct Account {
    wall: Known,
    cpu: Known,
    playouts: Known,
    seconds: Vec<f64>,
}

impl Account {
    fn add(&mut self, spent: &Spent) {
        self.wall.add(spent.wall, spent.moves);
        if let Some(cpu) = spent.cpu {
            self.cpu.add(cpu, spent.moves);
        }
        if let Some(playouts) = spent.playouts {
            self.playouts.add(playouts as f64, spent.moves);
        }
    }
}

impl Player {
    pub(super) fn all(outline: &Outline, sorted: &Sorted<'_>) -> Vec<Self> {
        let mut accounts: BTreeMap<&str, Account> = BTreeMap::new();
        for part in &sorted.series {
            let second = part.series.second.as_deref().unwrap_or_default();
            let first = part.series.first.as_str();
            for done in part.results.values() {
                match &done.record.body {
                    Body::Game(game) => {
                        for (side, name) in [(Side::First, first), (Side::Second, second)] {
                            let account = accounts.entry(name).or_default();
                            account.add(game.spent.of(side));
                            account.seconds.extend(game::seconds(game, side));
                        }
                    }
                    Body::Answer(answer) => accounts.entry(first).or_default().add(&answer.spent),
                    Body::Measurement(m) => accounts.entry(first).or_default().add(&m.spent),
                    Body::Learning(_) | Body::Void(_) => {}
                }
            }
        }
        let accounts: Vec<Account> = outline
            .players
            .iter()
            .map(|line| accounts.remove(line.name.as_str()).unwrap_or_default())
            .collect();
        let seconds: Vec<Vec<f64>> = accounts.iter().map(|a| a.seconds.clone()).collect();
        let seconds = Bins::cut(&seconds, 1e-6);
        let player = |((line, account), seconds): ((&PlayerLine, Account), Option<Bins>)| Self {
            name: line.name.clone(),
            what: line.what.clone(),
            budget: line.budget.clone(),
            versions: Vec::new(),
            units: account.wall.units,
            moves: account.wall.moves,
            wall_per_move: account.wall.per_move(),
            wall_per_unit: account.wall.per_unit(),
            cpu_per_move: account.cpu.per_move(),
            cpu_per_unit: account.cpu.per_unit(),
            playouts_per_move: account.playouts.per_move(),
            seconds,
        };
        let lines = outline.players.iter().zip(accounts).zip(seconds);
        lines.map(player).collect()
    }
}

/// Ratings by the model of Bradley and Terry over all series.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RatingTable {
    /// From the strongest.
    pub players: Vec<Rated>,
    /// The number of groups between which no games were played; ratings compare within one.
    pub groups: usize,
    /// Players without games.
    #[serde(default)]
    pub unrated: Vec<String>,
}

/// A player's rating.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rated {
    /// The player.
    pub player: String,
    /// The rating in Elo; the mean of its group is 0.
    pub elo: f64,
    /// Its standard error against that mean.
    pub error: f64,
    /// 1.96 errors around it.
    pub interval: Interval,
    /// The group it belongs to, from 0.
    pub group: usize,
    /// Its games.
    pub games: u64,
    /// Its points; a draw is half a point.
    pub points: f64,
    /// The lead over the next one of its group, and the standard error of that.
    #[serde(default)]
    pub ahead: Option<(f64, f64)>,
}

impl RatingTable {
    /// Of three players and more; `None` of fewer, or if there are no ratings.
    pub(super) fn new(pairings: &[Pairing]) -> Option<Self> {
        let mut names: Vec<&str> = Vec::new();
        let mut place = |name| {
            names
                .iter()
                .position(|&known| known == name)
                .unwrap_or_else(|| {
                    names.push(name);
                    names.len() - 1
                })
        };
        let mut meetings = Vec::new();
        for pairing in pairings {
            let (first, second) = (
                place(pairing.first.as_str()),
                place(pairing.second.as_str()),
            );
            if pairing.games > 0 && first != second {
                meetings.push(Meeting {
                    first,
                    second,
                    wins: pairing.total.wins,
                    games: pairing.games,
                });
            }
        }
        if names.len() < 3 {
            return None;
        }
        let ratings = Ratings::of(names.len(), &meetings).ok()?;
        let rated = |(at, name): (usize, &&str)| {
            let rating = ratings.get(at)?;
            let reach = 1.96 * rating.error;
            let of = |side: usize, meeting: &Meeting| match side == meeting.first {
                true => meeting.wins,
                false => meeting.games as f64 - meeting.wins,
            };
            let met = || meetings.iter().filter(|m| m.first == at || m.second == at);
            Some(Rated {
                player: (*name).to_owned(),
                elo: rating.elo,
                error: rating.error,
                interval: Interval {
                    low: rating.elo - reach,
                    high: rating.elo + reach,
                },
                group: rating.group,
                games: met().map(|meeting| meeting.games).sum(),
                points: met().map(|meeting| of(at, meeting)).sum(),
                ahead: None,
            })
        };
        let mut players: Vec<Rated> = names.iter().enumerate().filter_map(rated).collect();
        players.sort_by(|a, b| a.group.cmp(&b.group).then(b.elo.total_cmp(&a.elo)));
        let groups = players.iter().map(|p| p.group + 1).max()?;
        let place = |player: &str| names.iter().position(|&name| name == player);
        for at in 1..players.len() {
            let two = place(&players[at - 1].player).zip(place(&players[at].player));
            players[at - 1].ahead = two.and_then(|(a, b)| ratings.difference(a, b));
        }
        let idle = |&(at, _): &(usize, &&str)| ratings.get(at).is_none();
        let unrated = names.iter().enumerate().filter(idle);
        Some(Self {
            groups,
            unrated: unrated.map(|(_, &name)| name.to_owned()).collect(),
            players,
        })
    }
}
