//! What is learned from, and by what a network is judged on the way.

use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use tengen_net::data::labels::Matter;
use tengen_net::data::{Desk, Games, Labels, Mixture, Pool};
use tengen_net::train::Sample;
use tengen_pattern::model::Model;

use crate::failure::{Failure, say};
use crate::screen::count;

/// One game of self-play in so many is kept for judging.
const KEPT: u32 = 50;
/// The share of games of self-play if none is given.
const SELF_PLAY: f64 = 0.15;
/// The seed of the positions that judge.
const TRIALS: u64 = 0x7e57;

/// A file of judged positions, and its share of all batches.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Share {
    pub(crate) path: PathBuf,
    pub(crate) share: Option<f64>,
}

/// `FILE` or `FILE@SHARE`.
impl FromStr for Share {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (path, share) = match text.rsplit_once('@') {
            None => (text, None),
            Some((path, share)) => match share.parse::<f64>() {
                Ok(share) if (0.0..=1000.0).contains(&share) => (path, Some(share)),
                Ok(share) => {
                    return Err(format!("a share is a number from 0 to 1000, not {share}"));
                }
                Err(_) => (text, None),
            },
        };
        Ok(Self {
            path: path.into(),
            share,
        })
    }
}

/// Positions that a network is judged by.
pub(crate) struct Trial {
    /// What they are, in a word.
    pub(crate) name: String,
    pub(crate) samples: Vec<Sample>,
}

/// All that is learned from, and all that judges.
pub(crate) struct Stock {
    pub(crate) mixture: Mixture,
    pub(crate) trials: Vec<Trial>,
    /// Sentences about what is learned from, for the card.
    pub(crate) words: Vec<String>,
}

/// How a stock is put together.
pub(crate) struct Plan<'a> {
    pub(crate) labels: &'a [Share],
    /// The share of positions that no teacher has judged.
    pub(crate) plain: Option<f64>,
    pub(crate) seed: u64,
    pub(crate) batch: u64,
    /// The number of positions that judge, of each kind.
    pub(crate) trials: u64,
    /// The hash of the games.
    pub(crate) data: &'a str,
    /// The patterns whose logits are added, if any are.
    pub(crate) patterns: Option<&'a Arc<Model>>,
}

impl Plan<'_> {
    /// Puts games and judgements together.
    ///
    /// # Errors
    /// If a file cannot be read, is about other games, or there is nothing to learn from.
    pub(crate) fn stock(
        &self,
        games: &Arc<Games>,
        validation: Option<&Arc<Games>>,
    ) -> Result<Stock, Failure> {
        let mut pools = Vec::new();
        let mut words = Vec::new();
        let mut judging: Vec<(String, Pool)> = Vec::new();
        if let Some(games) = validation {
            let pool = Pool::of_games(Arc::clone(games));
            judging.push(("validation".to_owned(), pool));
        }
        let mut judged = false;
        for Share { path, share } in self.labels {
            let labels = self.read(path)?;
            let size = labels.origin.size;
            let (rest, usual) = match labels.origin.matter {
                Matter::Records { .. } => {
                    judged = true;
                    if let Some(games) = validation {
                        let pool = Pool::of_labels(&labels, games);
                        judging.push((format!("judged {size}"), pool));
                    }
                    (labels, 1.0)
                }
                Matter::SelfPlay { .. } | Matter::Outcomes { .. } => {
                    let kept = labels.part(|game| game % KEPT == KEPT - 1);
                    let pool = Pool::of_labels(&kept, games);
                    judging.push((format!("self-play {size}"), pool));
                    (labels.part(|game| game % KEPT != KEPT - 1), SELF_PLAY)
                }
            };
            let pool = Pool::of_labels(&rest, games);
            let share = share.unwrap_or(usual);
            words.push(tell(path, &rest, pool.len(), share));
            pools.push((pool, share));
        }
        let plain = self.plain.unwrap_or(if judged { 0.0 } else { 1.0 });
        pools.push((Pool::of_games(Arc::clone(games)), plain));
        if plain > 0.0 {
            words.push(format!("All positions of the games, share {plain}."));
        }
        words.iter().for_each(say);
        let mixture = Mixture::new(pools, self.seed, self.batch);
        if mixture.pools().is_empty() {
            let sentence = "there is nothing to learn from: no judged position is of these games, \
                            and --plain is 0";
            return Err(Failure::Failed(sentence.to_owned()));
        }
        judging.retain(|(_, pool)| !pool.is_empty());
        Ok(Stock {
            mixture,
            trials: judging
                .into_iter()
                .map(|(name, pool)| self.trial(name, &pool))
                .collect(),
            words,
        })
    }

    /// Reads judged positions.
    fn read(&self, path: &Path) -> Result<Labels, Failure> {
        let labels = Labels::read(path).map_err(|error| Failure::Failed(error.to_string()))?;
        match &labels.origin.matter {
            Matter::Records { data, .. } if data != self.data => Err(Failure::Failed(format!(
                "{} judges positions of other games than those of --data: their hash is {data}, not {}",
                path.display(),
                self.data
            ))),
            _ => Ok(labels),
        }
    }

    /// The first positions of a pool in the order of a fixed seed.
    fn trial(&self, name: String, pool: &Pool) -> Trial {
        let mut desk = Desk::new(self.patterns.cloned());
        let samples = (0..self.trials.min(pool.len()))
            .filter_map(|i| pool.trial(TRIALS, i, &mut desk))
            .collect();
        Trial { name, samples }
    }
}

/// A sentence about a file of judged positions.
fn tell(path: &Path, labels: &Labels, positions: u64, share: f64) -> String {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let games = count(labels.games.len() as u64, "game");
    let (size, net) = (labels.origin.size, &labels.origin.net);
    let matter = match &labels.origin.matter {
        Matter::Records { .. } => format!("of the games judged by {net}"),
        Matter::SelfPlay { play } => {
            format!("of {games} of self-play on {size} ({play}) judged by {net}")
        }
        Matter::Outcomes { play } => format!("of {games} on {size} ({play}) by {net}"),
    };
    let positions = count(positions, "position");
    format!("{name}: {positions} {matter}, share {share}.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_follow_the_file() {
        let read = |text: &str| text.parse::<Share>();
        let share = |path: &str, share| Share {
            path: path.into(),
            share,
        };
        assert_eq!(read("a.labels"), Ok(share("a.labels", None)));
        assert_eq!(read("a.labels@0.25"), Ok(share("a.labels", Some(0.25))));
        assert_eq!(read("me@home.labels"), Ok(share("me@home.labels", None)));
        assert!(read("a@-1").is_err());
    }
}
