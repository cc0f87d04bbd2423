//! Intervals by the bootstrap: games are drawn again and again from those there are.

use rayon::iter::{IntoParallelIterator, ParallelIterator};
use tengen_game::Rng;

use super::{Evaluation, GameSums, Sums};

/// A figure with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The figure.
    pub value: f64,
    /// The interval's lower end.
    pub low: f64,
    /// The interval's upper end.
    pub high: f64,
}

impl Estimate {
    /// True if the interval leaves 0 out: of a difference, if there is one.
    #[must_use]
    pub fn excludes_zero(&self) -> bool {
        self.low > 0.0 || self.high < 0.0
    }
}

/// The four figures of a model, with intervals.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figures {
    /// The share of positions in which the played move is ranked first.
    pub match_rate: Estimate,
    /// The mean rank of the played move.
    pub mean_rank: Estimate,
    /// The share in which it is among the first twenty.
    pub top20: Estimate,
    /// The mean logarithm of its chance.
    pub log_likelihood: Estimate,
}

/// The figures of a model less those of another on the same games.
pub type Difference = Figures;

impl Figures {
    /// The figures in the order of the paper's table.
    #[must_use]
    pub const fn list(&self) -> [Estimate; 4] {
        [
            self.match_rate,
            self.mean_rank,
            self.top20,
            self.log_likelihood,
        ]
    }

    /// The names of the four, in the same order.
    pub const NAMES: [&'static str; 4] = [
        "match rate",
        "mean rank",
        "in the top 20",
        "mean log-likelihood",
    ];
}

/// The settings of the drawing of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resampling {
    /// The number of times that as many games are drawn as there are.
    pub resamples: u32,
    /// The seed of the random numbers.
    pub seed: u64,
}

impl Default for Resampling {
    fn default() -> Self {
        Self {
            resamples: 1000,
            seed: 1,
        }
    }
}

impl Resampling {
    /// The figures of a model; `None` if it saw no positions.
    #[must_use]
    pub fn figures(self, evaluation: &Evaluation) -> Option<Figures> {
        if evaluation.all.positions == 0 {
            return None;
        }
        let drawn = self.drawn(evaluation.games.len(), |indices| {
            total(&evaluation.games, indices).means()
        });
        Some(figures(evaluation.all.means(), drawn))
    }

    /// The figures of `model` less those of `base`; `None` if the two did not see
    /// the same positions of the same games.
    #[must_use]
    pub fn difference(self, model: &Evaluation, base: &Evaluation) -> Option<Difference> {
        let same = |(a, b): (&GameSums, &GameSums)| {
            (a.index, a.sums.positions) == (b.index, b.sums.positions)
        };
        let (games, others) = (&model.games, &base.games);
        if games.len() != others.len() || games.is_empty() || !games.iter().zip(others).all(same) {
            return None;
        }
        let drawn = self.drawn(games.len(), |indices| {
            let (a, b) = (total(games, indices), total(others, indices));
            minus(a.means(), b.means())
        });
        Some(figures(minus(model.all.means(), base.all.means()), drawn))
    }

    /// The values of a function of drawn games, one for every resample. Each has its own source of chance,
    /// so that the threads do not matter.
    fn drawn(self, games: usize, of: impl Fn(&[u32]) -> [f64; 4] + Sync) -> Vec<[f64; 4]> {
        let games = u32::try_from(games).unwrap_or(u32::MAX);
        (0..self.resamples)
            .into_par_iter()
            .map(|resample| {
                let mut rng = Rng::new(self.seed.wrapping_add(u64::from(resample) << 32));
                let indices: Vec<u32> = (0..games).map(|_| rng.below(games)).collect();
                of(&indices)
            })
            .collect()
    }
}

fn total(games: &[GameSums], indices: &[u32]) -> Sums {
    let mut total = Sums::default();
    for &index in indices {
        total.add(&games[index as usize].sums);
    }
    total
}

fn minus(a: [f64; 4], b: [f64; 4]) -> [f64; 4] {
    std::array::from_fn(|n| a[n] - b[n])
}

fn figures(values: [f64; 4], drawn: Vec<[f64; 4]>) -> Figures {
    let estimate = |n: usize| {
        let mut sorted: Vec<f64> = drawn.iter().map(|figures| figures[n]).collect();
        sorted.sort_by(f64::total_cmp);
        let at = |part: f64| {
            let place = part * (sorted.len().saturating_sub(1)) as f64;
            sorted.get(place.round() as usize).copied()
        };
        Estimate {
            value: values[n],
            low: at(0.025).unwrap_or(values[n]),
            high: at(0.975).unwrap_or(values[n]),
        }
    };
    Figures {
        match_rate: estimate(0),
        mean_rank: estimate(1),
        top20: estimate(2),
        log_likelihood: estimate(3),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate::Placing;

    /// Games of four positions whose played moves are first with this chance, else second.
    fn made(games: u64, chance: f64, seed: u64) -> Evaluation {
        let mut rng = Rng::new(seed);
        let mut evaluation = Evaluation::default();
        for index in 0..games {
            evaluation.begin(index);
            for number in 0..4 {
                let placing = Placing {
                    above: usize::from(rng.unit() >= chance),
                    tied: 1,
                    log_likelihood: -rng.unit(),
                };
                evaluation.count(number, &placing);
            }
            evaluation.end();
        }
        evaluation
    }

    #[test]
    fn the_interval_is_as_wide_as_it_should_be() {
        let evaluation = made(1000, 0.3, 1);
        let figures = Resampling::default().figures(&evaluation).unwrap();
        let Estimate { value, low, high } = figures.match_rate;
        // 1.96 times the standard error of 4,000 throws.
        let half = 1.96 * (0.3f64 * 0.7 / 4000.0).sqrt();
        assert!(low < value && value < high);
        assert!(((high - low) / (2.0 * half) - 1.0).abs() < 0.15);
        assert!((figures.mean_rank.value + figures.match_rate.value - 2.0).abs() < 1e-9);
        assert_eq!(figures.top20.value, 1.0);
        assert_eq!(Resampling::default().figures(&evaluation), Some(figures));
    }

    #[test]
    fn differences_are_paired() {
        let base = made(300, 0.3, 1);
        let mut better = base.clone();
        // The same positions, one more of each game ranked first.
        for game in &mut better.games {
            game.sums.matched += 1.0;
            better.all.matched += 1.0;
        }
        let difference = Resampling::default().difference(&better, &base).unwrap();
        assert!((difference.match_rate.low - 0.25).abs() < 1e-9);
        assert!((difference.match_rate.high - 0.25).abs() < 1e-9);
        assert!(difference.match_rate.excludes_zero());
        assert!(!difference.mean_rank.excludes_zero());
        let others = made(299, 0.3, 1);
        assert_eq!(Resampling::default().difference(&better, &others), None);
    }

    #[test]
    fn nothing_has_no_figures() {
        let resampling = Resampling::default();
        assert_eq!(resampling.figures(&Evaluation::default()), None);
        let one = made(1, 0.5, 1);
        let figures = resampling.figures(&one).unwrap();
        assert_eq!(figures.match_rate.low, figures.match_rate.high);
    }
}
