//! How a network is trained.

/// What each loss counts in their sum.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LossWeights {
    /// Cross-entropy of the move that was played.
    pub policy: f32,
    /// Cross-entropy of the teacher's moves.
    pub soft: f32,
    /// Cross-entropy of the reply.
    pub reply: f32,
    /// Cross-entropy of the game's result.
    pub result: f32,
    /// Cross-entropy of the teacher's win probability.
    pub win: f32,
    /// Huber's loss of the lead, in units of 20 points.
    pub lead: f32,
    /// Huber's loss of the score's mean, in units of 20 points.
    pub score: f32,
    /// Huber's loss of the score's standard deviation, in units of 20 points.
    pub deviation: f32,
    /// Squared error of the ownership, averaged over the board.
    pub ownership: f32,
}

impl Default for LossWeights {
    fn default() -> Self {
        Self {
            policy: 1.0,
            soft: 1.0,
            reply: 0.15,
            result: 0.5,
            win: 0.5,
            lead: 0.25,
            score: 0.25,
            deviation: 0.05,
            ownership: 0.5,
        }
    }
}

/// How a network is trained.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// The largest learning rate.
    pub rate: f32,
    /// The last one, as a part of the largest.
    pub floor: f32,
    /// The positions over which the rate rises from 0.
    pub warm_up: u64,
    /// The positions after which it has fallen to the floor, along a cosine.
    pub positions: u64,
    /// The memory of AdamW's mean gradient.
    pub beta1: f32,
    /// The memory of its mean squared gradient.
    pub beta2: f32,
    /// Added to the root of the latter.
    pub epsilon: f32,
    /// The weight decay of convolutions and matrices, times the rate.
    pub decay: f32,
    /// The largest norm of a gradient; longer ones are shortened.
    pub clip: f32,
    /// The memory of the averaged weights, a step. Early on it is shorter.
    pub average: f32,
    /// What each loss counts.
    pub weights: LossWeights,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            rate: 2e-3,
            floor: 0.01,
            warm_up: 200_000,
            positions: 40_000_000,
            beta1: 0.9,
            beta2: 0.98,
            epsilon: 1e-8,
            decay: 0.03,
            clip: 1.0,
            average: 0.9995,
            weights: LossWeights::default(),
        }
    }
}

impl Settings {
    /// The learning rate after so many positions.
    #[must_use]
    pub fn rate_at(&self, seen: u64) -> f32 {
        if seen < self.warm_up {
            return self.rate * (seen + 1) as f32 / self.warm_up as f32;
        }
        let length = self.positions.saturating_sub(self.warm_up).max(1);
        let part = ((seen - self.warm_up) as f32 / length as f32).min(1.0);
        let cosine = 0.5 * (1.0 + libm::cosf(std::f32::consts::PI * part));
        self.rate * (self.floor + (1.0 - self.floor) * cosine)
    }
}
