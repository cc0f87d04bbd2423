//! Ratings of many players from the games between them.
//!
//! The model is that of R. A. Bradley and M. E. Terry, *Rank Analysis of Incomplete Block
//! Designs*, Biometrika 39 (1952): the odds of two players are those of their strengths; a draw is
//! half a win for each. The likeliest strengths are found by Newton's method with halved steps,
//! which the minorisation of D. R. Hunter, *MM Algorithms for Generalized Bradley-Terry Models*
//! (2004), reaches too, in more steps. Errors come from the inverse of the information at the
//! maximum.
//!
//! - The prior: between every two players that met stands half a drawn game more. It keeps
//!   200 : 0 finite (some 1,160 points) and is lost among the games otherwise. It counts for the
//!   errors too.
//! - The anchor: the mean rating is 0. Only differences mean anything; the error of a rating is
//!   that against this mean, that of a difference is [`Ratings::difference`].
//! - Players between whom there is no chain of games cannot be compared. Each such group has its
//!   own mean of 0, a difference across groups is `None`, and so is the rating of a player without
//!   games.

use super::cholesky::Cholesky;
use super::elo::ELO_PER_LOGIT;

/// The games of half a draw.
const PRIOR_GAMES: f64 = 0.5;

/// The games between two players.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Meeting {
    /// One player, by number from 0.
    pub first: usize,
    /// The other.
    pub second: usize,
    /// The wins of the first one, draws being halves.
    pub wins: f64,
    /// The games between them.
    pub games: u64,
}

/// The reason why there are no ratings.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum RatingError {
    /// More players than a matrix is made for.
    #[error("ratings are computed for up to {most} players, not {players}", most = Ratings::MOST_PLAYERS)]
    TooManyPlayers {
        /// The number of players that there were.
        players: usize,
    },
    /// A player that is not there.
    #[error("a meeting names player {player}, but players are numbered from 0 to below {players}")]
    UnknownPlayer {
        /// The number in the meeting.
        player: usize,
        /// The number of players.
        players: usize,
    },
    /// A player against itself.
    #[error("player {player} is said to have met itself; a meeting has two players")]
    SamePlayer {
        /// Whom.
        player: usize,
    },
    /// Wins that are none.
    #[error("{wins} of {games} games cannot be won; wins are from 0 to the number of games")]
    ImpossibleScore {
        /// The wins.
        wins: f64,
        /// The games.
        games: u64,
    },
    /// The maximum was not found; only for counts so far apart that their sums lose all digits.
    #[error("the games are too unlike in number for ratings to be computed")]
    NotFound,
}

/// A player's rating, in Elo points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The rating, the mean of the group being 0.
    pub elo: f64,
    /// Its standard error; 1.96 of them are a 95 % interval.
    pub error: f64,
    /// The group of comparable players it belongs to, numbered by their first players.
    pub group: usize,
}

/// The ratings of some players.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    ratings: Vec<Option<Rating>>,
    /// The covariances in Elo², row by row; 0 across groups.
    covariance: Vec<f64>,
}

impl Ratings {
    /// The most players that are rated.
    pub const MOST_PLAYERS: usize = 500;

    /// The ratings of players numbered from 0, by all their meetings. The same two may meet more
    /// than once.
    ///
    /// # Errors
    /// If there are too many players, or a meeting makes no sense.
    pub fn of(players: usize, meetings: &[Meeting]) -> Result<Self, RatingError> {
        let scores = Scores::new(players, meetings)?;
        let mut ratings = vec![None; players];
        let mut covariance = vec![0.0; players * players];
        for (group, members) in scores.groups().iter().enumerate() {
            let (logits, spread) = scores.fit(members).ok_or(RatingError::NotFound)?;
            let size = members.len();
            for (i, &player) in members.iter().enumerate() {
                for (j, &other) in members.iter().enumerate() {
                    covariance[player * players + other] =
                        spread[i * size + j] * ELO_PER_LOGIT.powi(2);
                }
                ratings[player] = Some(Rating {
                    elo: logits[i] * ELO_PER_LOGIT,
                    error: covariance[player * players + player].max(0.0).sqrt(),
                    group,
                });
            }
        }
        Ok(Self {
            ratings,
            covariance,
        })
    }

    /// The rating of a player; `None` without games.
    #[must_use]
    pub fn get(&self, player: usize) -> Option<Rating> {
        self.ratings.get(player).copied().flatten()
    }

    /// The difference in strength of the first and the second, and its standard error. `None` if
    /// there is no chain of games between them.
    #[must_use]
    pub fn difference(&self, first: usize, second: usize) -> Option<(f64, f64)> {
        let (a, b) = (self.get(first)?, self.get(second)?);
        let players = self.ratings.len();
        let at = |row: usize, column: usize| self.covariance[row * players + column];
        let variance = at(first, first) + at(second, second) - 2.0 * at(first, second);
        (a.group == b.group).then(|| (a.elo - b.elo, variance.max(0.0).sqrt()))
    }
}

/// The wins of each against each, with the prior.
struct Scores {
    players: usize,
    /// The wins of the row against the column, row by row.
    wins: Vec<f64>,
}

impl Scores {
    fn new(players: usize, meetings: &[Meeting]) -> Result<Self, RatingError> {
        if players > Ratings::MOST_PLAYERS {
            return Err(RatingError::TooManyPlayers { players });
        }
        let mut wins = vec![0.0; players * players];
        for meeting in meetings {
            let &Meeting {
                first,
                second,
                wins: won,
                games,
            } = meeting;
            if let Some(&player) = [first, second].iter().find(|&&player| player >= players) {
                return Err(RatingError::UnknownPlayer { player, players });
            }
            if first == second {
                return Err(RatingError::SamePlayer { player: first });
            }
            if !(won >= 0.0 && won <= games as f64) {
                return Err(RatingError::ImpossibleScore { wins: won, games });
            }
            wins[first * players + second] += won;
            wins[second * players + first] += games as f64 - won;
        }
        for i in 0..players {
            for j in 0..i {
                let (there, back) = (i * players + j, j * players + i);
                if wins[there] + wins[back] > 0.0 {
                    wins[there] += PRIOR_GAMES / 2.0;
                    wins[back] += PRIOR_GAMES / 2.0;
                }
            }
        }
        Ok(Self { players, wins })
    }

    fn won(&self, player: usize, other: usize) -> f64 {
        self.wins[player * self.players + other]
    }

    /// The players with games, in groups between whose members there is a chain of games.
    fn groups(&self) -> Vec<Vec<usize>> {
        let met = |a, b| self.won(a, b) > 0.0;
        let mut seen = vec![false; self.players];
        let mut groups = Vec::new();
        for start in 0..self.players {
            if seen[start] || (0..self.players).all(|other| !met(start, other)) {
                continue;
            }
            seen[start] = true;
            let mut members = vec![start];
            let mut next = 0;
            while let Some(&player) = members.get(next) {
                for (other, seen) in seen.iter_mut().enumerate() {
                    if !*seen && met(player, other) {
                        *seen = true;
                        members.push(other);
                    }
                }
                next += 1;
            }
            groups.push(members);
        }
        groups
    }

    /// The likeliest logarithms of the strengths of a group, with mean 0, and their covariances.
    fn fit(&self, members: &[usize]) -> Option<(Vec<f64>, Vec<f64>)> {
        let size = members.len();
        let mut logits = vec![0.0; size];
        let mut likelihood = self.likelihood(members, &logits);
        for _ in 0..200 {
            // Near the maximum the likelihood differs by no more than its rounding.
            let floor = likelihood - 1e-13 * likelihood.abs();
            let (gradient, information, _) = self.slope(members, &logits);
            let step = Cholesky::of(&information, size)?.solve(&gradient);
            let Some((next, better)) = (0..60).find_map(|halvings| {
                let factor = 0.5f64.powi(halvings);
                let moved = logits.iter().zip(&step).map(|(x, s)| x + factor * s);
                let moved: Vec<f64> = moved.collect();
                let then = self.likelihood(members, &moved);
                (then >= floor).then_some((moved, then))
            }) else {
                break;
            };
            logits = next;
            likelihood = better;
            if step.iter().all(|s| s.abs() < 1e-10) {
                break;
            }
        }
        let mean = logits.iter().sum::<f64>() / size as f64;
        logits.iter_mut().for_each(|x| *x -= mean);
        let (_, information, anchor) = self.slope(members, &logits);
        let mut covariance = Cholesky::of(&information, size)?.inverse();
        // The anchor's own share of the inverse: 1/(anchor·size²) everywhere.
        let common = 1.0 / (anchor * (size * size) as f64);
        covariance.iter_mut().for_each(|c| *c -= common);
        let sound = logits.iter().chain(&covariance).all(|x| x.is_finite());
        sound.then_some((logits, covariance))
    }

    fn likelihood(&self, members: &[usize], logits: &[f64]) -> f64 {
        let mut sum = 0.0;
        for (i, &player) in members.iter().enumerate() {
            for (j, &other) in members.iter().enumerate() {
                let won = self.won(player, other);
                if won > 0.0 {
                    // ln of 1 / (1 + e^−d), which for a large negative d is d.
                    let d = logits[i] - logits[j];
                    sum += won * (d.min(0.0) - (-d.abs()).exp().ln_1p());
                }
            }
        }
        sum
    }

    /// The gradient of the likelihood, and its information with the anchor: a multiple of the
    /// matrix of ones, also returned, which makes it invertible and fixes the mean.
    fn slope(&self, members: &[usize], logits: &[f64]) -> (Vec<f64>, Vec<f64>, f64) {
        let size = members.len();
        let mut gradient = vec![0.0; size];
        let mut information = vec![0.0; size * size];
        for (i, &player) in members.iter().enumerate() {
            for (j, &other) in members.iter().enumerate() {
                let games = self.won(player, other) + self.won(other, player);
                if games > 0.0 {
                    let p = 1.0 / (1.0 + (logits[j] - logits[i]).exp());
                    let q = 1.0 / (1.0 + (logits[i] - logits[j]).exp());
                    gradient[i] += self.won(player, other) * q - self.won(other, player) * p;
                    information[i * size + i] += games * p * q;
                    information[i * size + j] -= games * p * q;
                }
            }
        }
        let trace: f64 = (0..size).map(|i| information[i * size + i]).sum();
        let anchor = trace / (size * size) as f64;
        information.iter_mut().for_each(|x| *x += anchor);
        (gradient, information, anchor)
    }
}

#[cfg(test)]
mod tests;
