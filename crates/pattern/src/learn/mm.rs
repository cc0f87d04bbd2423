//! Minorisation-maximisation: strengths of features from samples held in memory.
//!
//! R. Coulom, "Computing Elo ratings of move patterns in the game of Go" (2007). For a feature i,
//!
//! γᵢ ← Wᵢ / Σⱼ (Cᵢⱼ / Eⱼ)
//!
//! where Wᵢ counts the positions whose played move has it, Cᵢⱼ is the strength of the other members
//! of the teams of position j that have it, and Eⱼ the strength of all teams there. The features of
//! one column exclude each other and are set at once; the columns take turns. No step lowers the
//! likelihood, and there is no rate of learning to choose.
//!
//! The prior is the paper's: every feature has also won and lost some games against a feature of
//! strength 1, so that one that always wins stays finite. Features that no sample shows keep
//! strength 1.

use std::ops::ControlFlow;

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use crate::team::{NONE, Sample};

/// The settings by which samples are learned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Minorisation {
    /// The number of games that every feature has won, and of those it has lost, against strength 1.
    pub prior: f64,
    /// The largest number of passes over the columns.
    pub passes: usize,
    /// The gain for a position below which a pass is the last.
    pub gain: f64,
}

impl Default for Minorisation {
    fn default() -> Self {
        Self {
            prior: 1.0,
            passes: 100,
            gain: 1e-6,
        }
    }
}

/// The result of learning.
#[derive(Clone, Debug, PartialEq)]
pub struct Learned {
    /// The weights: logarithms of the strengths.
    pub weights: Vec<f32>,
    /// The mean log-likelihood of the played moves before the first pass and after each.
    pub likelihood: Vec<f64>,
    /// The same with the games of the prior: what no pass lowers.
    pub objective: Vec<f64>,
}

/// A reason that samples cannot be learned.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MmError {
    /// A feature has no place among the weights.
    #[error("sample {sample} has feature {feature}, and there are only {features} features")]
    Unknown {
        /// The number of the sample, from 0.
        sample: usize,
        /// The feature.
        feature: u32,
        /// The number of features.
        features: usize,
    },
    /// A feature in two columns: setting them in turn could then lower the likelihood.
    #[error("feature {feature} stands in columns {one} and {other}: a feature has one column")]
    Shared {
        /// The feature.
        feature: u32,
        /// The one column.
        one: usize,
        /// The other.
        other: usize,
    },
    /// A sample whose teams are not like those of the others.
    #[error("sample {0} has no played move or teams of another width than the first")]
    Shape(usize),
}

impl Minorisation {
    /// Learns the strengths of `features` features from samples.
    ///
    /// # Errors
    /// If the samples do not fit together.
    pub fn learn(&self, samples: &[Sample], features: usize) -> Result<Learned, MmError> {
        self.learn_while(samples, features, &mut |_| ControlFlow::Continue(()))
    }

    /// As [`Minorisation::learn`], with progress: `watch` is called after every
    /// pass with the mean log-likelihoods so far, the first of them before any pass. When it breaks
    /// off, the weights are those of the last pass.
    ///
    /// # Errors
    /// If the samples do not fit together.
    pub fn learn_while(
        &self,
        samples: &[Sample],
        features: usize,
        watch: &mut dyn FnMut(&[f64]) -> ControlFlow<()>,
    ) -> Result<Learned, MmError> {
        let columns = columns(samples, features)?;
        let width = samples.first().map_or(0, |sample| sample.width);
        let mut strengths = vec![1.0; features];
        let wins = wins(samples, features);
        let mut learned = Learned {
            weights: Vec::new(),
            likelihood: Vec::new(),
            objective: Vec::new(),
        };
        self.note(&mut learned, samples, &strengths, &columns);
        for _ in 0..self.passes {
            for column in 0..width {
                let denominators = denominators(samples, &strengths, column);
                for feature in 0..features {
                    if columns[feature] == Some(column) {
                        let old = strengths[feature];
                        let prior = 2.0 * self.prior / (old + 1.0);
                        let denominator = denominators[feature] / old + prior;
                        let new = (wins[feature] + self.prior) / denominator;
                        // Without a prior, what never wins tends to 0 and what always wins away.
                        strengths[feature] = new.clamp(1e-12, 1e12);
                    }
                }
            }
            let before = learned.objective.last().copied().unwrap_or(f64::MIN);
            self.note(&mut learned, samples, &strengths, &columns);
            let after = learned.objective.last().copied().unwrap_or(f64::MIN);
            if watch(&learned.likelihood).is_break() || after - before < self.gain {
                break;
            }
        }
        learned.weights = strengths.iter().map(|&s| libm::log(s) as f32).collect();
        Ok(learned)
    }

    fn note(
        &self,
        learned: &mut Learned,
        samples: &[Sample],
        strengths: &[f64],
        columns: &[Option<usize>],
    ) {
        let chances: Vec<f64> = samples
            .par_iter()
            .map(|sample| {
                let total: f64 = sample.teams().map(|team| strength(team, strengths)).sum();
                let played = sample.teams().nth(sample.played);
                libm::log(played.map_or(1.0, |team| strength(team, strengths)) / total)
            })
            .collect();
        let positions = samples.len().max(1) as f64;
        let sum: f64 = chances.iter().sum();
        let virtual_games: f64 = strengths
            .iter()
            .zip(columns)
            .filter(|(_, column)| column.is_some())
            .map(|(&s, _)| self.prior * libm::log(s / ((1.0 + s) * (1.0 + s))))
            .sum();
        learned.likelihood.push(sum / positions);
        learned.objective.push((sum + virtual_games) / positions);
    }
}

fn strength(team: &[u32], strengths: &[f64]) -> f64 {
    team.iter()
        .filter(|&&id| id != NONE)
        .map(|&id| strengths[id as usize])
        .product()
}

/// The column of every feature that occurs; also checks that the samples fit together.
fn columns(samples: &[Sample], features: usize) -> Result<Vec<Option<usize>>, MmError> {
    let mut columns = vec![None; features];
    let width = samples.first().map_or(0, |sample| sample.width);
    for (n, sample) in samples.iter().enumerate() {
        if sample.width != width || width == 0 || sample.played >= sample.candidates() {
            return Err(MmError::Shape(n));
        }
        for team in sample.teams() {
            for (column, &feature) in team.iter().enumerate().filter(|&(_, &id)| id != NONE) {
                let slot = columns.get_mut(feature as usize).ok_or(MmError::Unknown {
                    sample: n,
                    feature,
                    features,
                })?;
                let one = *slot.get_or_insert(column);
                if one != column {
                    return Err(MmError::Shared {
                        feature,
                        one,
                        other: column,
                    });
                }
            }
        }
    }
    Ok(columns)
}

/// The number of played moves that have each feature.
fn wins(samples: &[Sample], features: usize) -> Vec<f64> {
    let mut wins = vec![0.0; features];
    for sample in samples {
        for &id in sample.teams().nth(sample.played).unwrap_or_default() {
            wins[id as usize] += 1.0;
        }
    }
    wins
}

/// For each feature of a column, the sum over the positions of the chance that a team with it is
/// played: γᵢ Σⱼ Cᵢⱼ / Eⱼ.
fn denominators(samples: &[Sample], strengths: &[f64], column: usize) -> Vec<f64> {
    let mut sums = vec![0.0; strengths.len()];
    let mut teams = Vec::new();
    for sample in samples {
        teams.clear();
        teams.extend(sample.teams().map(|team| strength(team, strengths)));
        let total: f64 = teams.iter().sum();
        for (team, strength) in sample.teams().zip(&teams) {
            sums[team[column] as usize] += strength / total;
        }
    }
    sums
}

#[cfg(test)]
mod tests {
    use tengen_game::Rng;

    use super::*;

    fn game(teams: &[&[u32]], played: usize) -> Sample {
        Sample {
            width: teams[0].len(),
            ids: teams.concat(),
            played,
        }
    }

    fn exact(prior: f64) -> Minorisation {
        Minorisation {
            prior,
            passes: 10_000,
            gain: 1e-15,
        }
    }

    #[test]
    fn two_players_have_the_ratio_of_their_wins() {
        let mut samples = vec![game(&[&[1], &[2]], 0); 30];
        samples.extend(vec![game(&[&[1], &[2]], 1); 10]);
        let learned = exact(0.0).learn(&samples, 3).unwrap();
        let ratio = (learned.weights[1] - learned.weights[2]).exp();
        assert!((ratio - 3.0).abs() < 1e-4, "{ratio}");
        let expected = 0.75 * 0.75f64.ln() + 0.25 * 0.25f64.ln();
        assert!((learned.likelihood.last().unwrap() - expected).abs() < 1e-9);
    }

    /// Against a team without features, whose strength is 1 as the prior's opponent's is, wins and
    /// losses simply add up.
    #[test]
    fn the_prior_is_a_game_won_and_a_game_lost() {
        let mut samples = vec![game(&[&[1], &[0]], 0); 6];
        samples.extend(vec![game(&[&[1], &[0]], 1); 2]);
        for (prior, expected) in [(0.0, 6.0 / 2.0), (1.0, 7.0 / 3.0), (10.0, 16.0 / 12.0)] {
            let learned = exact(prior).learn(&samples, 2).unwrap();
            let strength = f64::from(learned.weights[1]).exp();
            assert!((strength - expected).abs() < 1e-5, "{prior}: {strength}");
        }
        let always = vec![game(&[&[1], &[0]], 0); 6];
        let learned = exact(1.0).learn(&always, 2).unwrap();
        assert!((learned.weights[1] - 7f32.ln()).abs() < 1e-5);
    }

    /// Teams of three features in positions of ten candidates, won by the known strengths.
    fn made(positions: usize, seed: u64) -> (Vec<Sample>, Vec<f64>) {
        let mut rng = Rng::new(seed);
        let truth: Vec<f64> = (0..31)
            .map(|n| {
                if n == 0 {
                    1.0
                } else {
                    (2.0 * rng.unit() - 1.0).exp()
                }
            })
            .collect();
        let samples = (0..positions)
            .map(|_| {
                let ids: Vec<u32> = (0..30)
                    .map(|n| match rng.below(12) {
                        10.. => NONE,
                        member => 1 + 10 * (n % 3) + member,
                    })
                    .collect();
                let mut sample = Sample {
                    width: 3,
                    ids,
                    played: 0,
                };
                let total: f64 = sample.teams().map(|team| strength(team, &truth)).sum();
                let mut throw = rng.unit() * total;
                for (n, team) in sample.clone().teams().enumerate() {
                    throw -= strength(team, &truth);
                    if throw < 0.0 {
                        sample.played = n;
                        break;
                    }
                }
                sample
            })
            .collect();
        (samples, truth)
    }

    #[test]
    fn no_pass_lowers_the_objective_and_the_truth_is_found() {
        let (samples, truth) = made(20_000, 1);
        let learned = Minorisation::default()
            .learn(&samples, truth.len())
            .unwrap();
        let rises = |pair: &[f64]| pair[1] >= pair[0] - 1e-12;
        assert!(learned.objective.len() > 2);
        assert!(learned.objective.windows(2).all(rises));
        for (weight, truth) in learned.weights.iter().zip(&truth).skip(1) {
            assert!((f64::from(*weight) - truth.ln()).abs() < 0.15);
        }
        assert_eq!(learned.weights[0], 0.0);
    }

    #[test]
    fn who_watches_sees_every_pass_and_may_end_it() {
        let (samples, truth) = made(200, 2);
        let mut seen = Vec::new();
        let learned = exact(1.0)
            .learn_while(&samples, truth.len(), &mut |likelihoods| {
                seen.push(likelihoods.len());
                match seen.len() {
                    3 => ControlFlow::Break(()),
                    _ => ControlFlow::Continue(()),
                }
            })
            .unwrap();
        assert_eq!(seen, [2, 3, 4]);
        let three = Minorisation {
            passes: 3,
            ..exact(1.0)
        };
        assert_eq!(learned, three.learn(&samples, truth.len()).unwrap());
    }

    #[test]
    fn samples_that_do_not_fit_are_refused() {
        let learn = |samples: &[Sample]| Minorisation::default().learn(samples, 3).unwrap_err();
        let error = learn(&[game(&[&[1, 2], &[2, 0]], 0)]);
        assert!(matches!(error, MmError::Shared { feature: 2, .. }));
        let error = learn(&[game(&[&[1], &[3]], 0)]);
        assert!(matches!(error, MmError::Unknown { feature: 3, .. }));
        assert_eq!(learn(&[game(&[&[1], &[2]], 2)]), MmError::Shape(0));
        let error = learn(&[game(&[&[1]], 0), game(&[&[1, 2]], 0)]);
        assert_eq!(error, MmError::Shape(1));
        let empty = Minorisation::default().learn(&[], 3).unwrap();
        assert_eq!(empty.weights, [0.0; 3]);
    }
}
