//! How far a network is from what it should say.

/// A weighted mean.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Mean {
    /// The sum of what was counted, times its weight.
    pub sum: f64,
    /// The sum of the weights.
    pub weight: f64,
}

impl Mean {
    /// Counts a number.
    pub fn add(&mut self, number: f64, weight: f64) {
        self.sum += number * weight;
        self.weight += weight;
    }

    /// The mean; `None` of nothing.
    #[must_use]
    pub fn get(&self) -> Option<f64> {
        (self.weight != 0.0).then(|| self.sum / self.weight)
    }
}

/// The losses of samples, each averaged over those samples that have its target.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Losses {
    /// The samples.
    pub samples: u64,
    /// What is minimised: the weighted sum of the others.
    pub total: Mean,
    /// Cross-entropy of the move that was played.
    pub policy: Mean,
    /// The part of samples whose move is the network's first choice among all points and the pass.
    pub accuracy: Mean,
    /// Cross-entropy of the teacher's moves.
    pub soft: Mean,
    /// Cross-entropy of the reply.
    pub reply: Mean,
    /// Cross-entropy of the game's result.
    pub result: Mean,
    /// Squared error of the probability of a win against the game's result (Brier score).
    pub brier: Mean,
    /// Cross-entropy of the teacher's win probability.
    pub win: Mean,
    /// Huber's loss of the lead.
    pub lead: Mean,
    /// Huber's loss of the score's mean.
    pub score: Mean,
    /// Huber's loss of the score's standard deviation.
    pub deviation: Mean,
    /// Squared error of the ownership.
    pub ownership: Mean,
    /// The norm of the gradient before it was shortened; of steps alone.
    pub gradient: Mean,
    /// The steps that were not made since their gradient was not finite.
    pub skipped: u64,
}

impl Losses {
    /// Adds the losses of other samples.
    pub fn add(&mut self, other: &Self) {
        self.samples += other.samples;
        self.skipped += other.skipped;
        for (mean, other) in self.means().into_iter().zip(other.clone().means()) {
            mean.sum += other.sum;
            mean.weight += other.weight;
        }
    }

    fn means(&mut self) -> [&mut Mean; 13] {
        [
            &mut self.total,
            &mut self.policy,
            &mut self.accuracy,
            &mut self.soft,
            &mut self.reply,
            &mut self.result,
            &mut self.brier,
            &mut self.win,
            &mut self.lead,
            &mut self.score,
            &mut self.deviation,
            &mut self.ownership,
            &mut self.gradient,
        ]
    }
}
