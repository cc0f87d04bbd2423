//! How networks are trained, as parameters that every surface reads.

use super::{LossWeights, Settings};

tengen_params::params! {
    /// How a network is trained.
    pub struct TrainParams as train {
        /// The largest learning rate, which is reached after the warm-up and then falls along a cosine.
        rate: f32 = 0.002, 0.000_001..=1.0, Log;
        /// The last learning rate as a part of the largest.
        floor: f32 = 0.01, 0.0..=1.0;
        /// The positions over which the learning rate rises from nothing.
        warm_up: u32 = 200_000, 0..=1_000_000_000;
        /// AdamW's weight decay of convolutions and matrices, times the learning rate.
        decay: f32 = 0.03, 0.0..=10.0;
        /// The largest norm of a gradient; longer ones are shortened.
        clip: f32 = 1.0, 0.000_1..=1_000_000.0, Log;
        /// The memory of the averaged weights, a step: the model that is kept is this average.
        average: f32 = 0.9995, 0.0..=0.999_999;
        /// How much the move that was played counts.
        policy: f32 = 1.0, 0.0..=100.0;
        /// How much the teacher's moves count.
        soft: f32 = 0.5, 0.0..=100.0;
        /// How much the opponent's reply counts.
        reply: f32 = 0.15, 0.0..=100.0;
        /// How much the result of the game counts.
        result: f32 = 0.5, 0.0..=100.0;
        /// How much the teacher's win probability counts.
        win: f32 = 0.5, 0.0..=100.0;
        /// How much the teacher's lead counts.
        lead: f32 = 0.25, 0.0..=100.0;
        /// How much the teacher's ownership counts.
        ownership: f32 = 0.5, 0.0..=100.0;
    }
}

impl TrainParams {
    /// The settings of a training on so many positions.
    #[must_use]
    pub fn settings(&self, positions: u64) -> Settings {
        let usual = Settings::default();
        Settings {
            rate: self.rate,
            floor: self.floor,
            // A short training has no time for a long warm-up.
            warm_up: u64::from(self.warm_up).min(positions / 10),
            positions,
            decay: self.decay,
            clip: self.clip,
            average: self.average,
            weights: LossWeights {
                policy: self.policy,
                soft: self.soft,
                reply: self.reply,
                result: self.result,
                win: self.win,
                lead: self.lead,
                ownership: self.ownership,
                ..usual.weights
            },
            ..usual
        }
    }
}
