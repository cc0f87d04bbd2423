//! The worth of an evaluation.

use crate::evaluation::Evaluation;
use crate::params::ObjectiveParams;
use crate::portable::exp;

/// Turns evaluations into values: 1 for a win of Black's, a half for a draw, and a share for the score
/// if the parameters want one.
#[derive(Clone, Copy, Debug)]
pub struct Objective {
    weight: f32,
    points: f32,
}

impl Objective {
    /// The objective of these parameters.
    #[must_use]
    pub const fn new(params: &ObjectiveParams) -> Self {
        Self {
            weight: params.score,
            points: params.points,
        }
    }

    /// The value in Black's view, from 0 to 1.
    #[must_use]
    #[inline]
    pub fn value(&self, evaluation: &Evaluation) -> f32 {
        let won = evaluation.value;
        if self.weight == 0.0 {
            return won;
        }
        let share = 1.0 / (1.0 + exp(-1.1 * evaluation.score / self.points));
        won + self.weight * (share - won)
    }
}

#[cfg(test)]
mod tests {
    use tengen_game::{Color, Outcome};

    use super::*;

    #[test]
    fn winning_counts_alone_or_with_the_score() {
        let outcome = |winner, score| Evaluation::from(Outcome { winner, score });
        let plain = Objective::new(&ObjectiveParams::default());
        assert_eq!(plain.value(&outcome(Some(Color::Black), 0.5)), 1.0);
        assert_eq!(plain.value(&outcome(Some(Color::White), -80.0)), 0.0);
        assert_eq!(plain.value(&outcome(None, 0.0)), 0.5);
        let scored = Objective::new(&ObjectiveParams {
            score: 0.1,
            points: 10.0,
        });
        let by_ten = scored.value(&outcome(Some(Color::Black), 10.0));
        assert!((by_ten - (0.9 + 0.1 * 0.7503)).abs() < 1e-4, "{by_ten}");
        let mirrored = scored.value(&outcome(Some(Color::White), -10.0));
        assert!((by_ten + mirrored - 1.0).abs() < 1e-6);
    }
}
