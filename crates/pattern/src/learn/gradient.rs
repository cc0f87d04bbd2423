//! The gradient of the likelihood over some positions.

use rayon::prelude::*;

use crate::portable::exp;
use crate::team::{NONE, Sample};

/// So many features are a task for a thread.
pub(super) const CHUNK: usize = 8192;

/// A sum of gradients.
#[derive(Clone, Debug)]
pub struct Gradient {
    /// By feature; that of none means nothing.
    pub sums: Vec<f32>,
    /// The logarithm of the likelihood of the moves played.
    pub log_likelihood: f64,
    /// The number of positions.
    pub positions: u64,
    scores: Vec<f32>,
}

impl Gradient {
    /// Of nothing, for so many features.
    #[must_use]
    pub fn new(features: usize) -> Self {
        Self {
            sums: vec![0.0; features],
            log_likelihood: 0.0,
            positions: 0,
            scores: Vec::new(),
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.sums.fill(0.0);
        self.log_likelihood = 0.0;
        self.positions = 0;
    }

    /// Adds a position.
    pub fn add(&mut self, sample: &Sample, weights: &[f32]) {
        match sample.width {
            2 => self.add_wide::<2>(sample, weights),
            3 => self.add_wide::<3>(sample, weights),
            4 => self.add_wide::<4>(sample, weights),
            5 => self.add_wide::<5>(sample, weights),
            6 => self.add_wide::<6>(sample, weights),
            14 => self.add_wide::<14>(sample, weights),
            15 => self.add_wide::<15>(sample, weights),
            _ => self.add_any(sample, weights),
        }
    }

    fn add_wide<const WIDTH: usize>(&mut self, sample: &Sample, weights: &[f32]) {
        let (teams, _) = sample.ids.as_chunks::<WIDTH>();
        self.scores.clear();
        self.scores.extend(teams.iter().map(|team| {
            let mut score = 0.0;
            for &id in team {
                score += weights[id as usize];
            }
            score
        }));
        self.softmax(sample.played);
        for (team, &share) in teams.iter().zip(&self.scores) {
            for &id in team {
                // What is absent is most of a wide team, and every sum would wait for the one before.
                if WIDTH < 8 || id != NONE {
                    self.sums[id as usize] -= share;
                }
            }
        }
        for &id in &teams[sample.played] {
            self.sums[id as usize] += 1.0;
        }
    }

    fn add_any(&mut self, sample: &Sample, weights: &[f32]) {
        if sample.ids.is_empty() {
            return;
        }
        self.scores.clear();
        self.scores.extend(sample.teams().map(|team| {
            let weights = team.iter().map(|&id| weights[id as usize]);
            weights.fold(0.0, |sum, weight| sum + weight)
        }));
        self.softmax(sample.played);
        for (team, &share) in sample.teams().zip(&self.scores) {
            for &id in team {
                self.sums[id as usize] -= share;
            }
        }
        for &id in sample.teams().nth(sample.played).unwrap_or_default() {
            self.sums[id as usize] += 1.0;
        }
    }

    /// Turns scores into chances.
    fn softmax(&mut self, played: usize) {
        let most = self.scores.iter().copied().fold(f32::MIN, f32::max);
        let played = self.scores[played] - most;
        for score in &mut self.scores {
            *score = exp(*score - most);
        }
        // In this order on every machine.
        let total: f32 = self.scores.iter().sum();
        let per_total = 1.0 / total;
        for score in &mut self.scores {
            *score *= per_total;
        }
        self.log_likelihood += f64::from(played) - libm::log(f64::from(total));
        self.positions += 1;
    }

    /// Adds other sums, in this order.
    pub fn join<'a>(&mut self, others: impl Iterator<Item = &'a Self>) {
        let others: Vec<&Self> = others.collect();
        for other in &others {
            self.log_likelihood += other.log_likelihood;
            self.positions += other.positions;
        }
        let chunks = self.sums.par_chunks_mut(CHUNK).enumerate();
        chunks.for_each(|(i, sums)| {
            for other in &others {
                for (sum, more) in sums.iter_mut().zip(&other.sums[i * CHUNK..]) {
                    *sum += more;
                }
            }
        });
    }
}
