//! The three kinds of dynamic komi as functions of numbers, apart from any search: how much is
//! given.

use super::params::{DynamicKomiParams, KomiSchedule};
use crate::portable::exp;

/// No extra komi is larger: no game is, and what counts no points has no end to it.
const MOST: f32 = 1000.0;

/// The points that Black gives for so many handicap stones at the beginning of a game.
pub(super) fn compensation(params: &DynamicKomiParams, handicap: f32) -> f32 {
    params.points + params.stone * handicap
}

/// Linear Handicap: what is left of the compensation after so many moves.
pub(super) fn linear(compensation: f32, moves: u32, played: usize) -> f32 {
    let left = (moves as usize).saturating_sub(played);
    compensation * left as f32 / moves.max(1) as f32
}

/// `KomiRate`: which part of the mean score an adjustment takes over.
pub(super) fn komi_rate(params: &DynamicKomiParams, phase: f32) -> f32 {
    match params.schedule {
        KomiSchedule::Constant => params.rate,
        KomiSchedule::Sigmoid => {
            let rate = 1.0 / (1.0 + exp(params.slope * (phase - params.middle)));
            rate.min(params.rate)
        }
    }
}

/// Score-Situational: goes from `komi` towards `mean`, the mean score under that komi. Both are in
/// one view: positive points are given, positive scores won.
pub(super) fn by_score(params: &DynamicKomiParams, komi: f32, mean: f32, phase: f32) -> f32 {
    komi + komi_rate(params, phase) * mean
}

/// The fewest points that were too many to give, and for how many playouts that has been known.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Ratchet {
    at: Option<f32>,
    age: u64,
}

/// The results of playouts at a komi, in the view of the side to move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    /// The number of playouts.
    pub(super) playouts: u64,
    /// Their win rate.
    pub(super) rate: f32,
    /// Their mean score, under the komi.
    pub(super) mean: f32,
}

/// Value-Situational: gives a step more in the green zone, takes one in the red zone, and leaves
/// `komi` alone between them; in the view of the side to move.
pub(super) fn by_value(
    params: &DynamicKomiParams,
    ratchet: &mut Ratchet,
    komi: f32,
    found: Found,
) -> f32 {
    let Found {
        playouts,
        rate,
        mean,
    } = found;
    // A mean of the other sign says that a step as usual is large enough.
    let step = |ahead: f32| params.step.max(params.share * ahead);
    ratchet.age += playouts;
    if params.ratchet_age > 0 && ratchet.age > params.ratchet_age {
        *ratchet = Ratchet::default();
    }
    if rate < params.red {
        if params.ratchet && komi > 0.0 {
            *ratchet = Ratchet {
                at: Some(komi),
                age: 0,
            };
        }
        komi - step(-mean)
    } else if rate < params.green {
        komi
    } else {
        let more = komi + step(mean);
        match ratchet.at {
            Some(at) if more >= at => at - params.step,
            _ => more,
        }
    }
}

/// Keeps a komi in the view of the side to move to what it may pretend to be given.
pub(super) fn bounded(params: &DynamicKomiParams, komi: f32) -> f32 {
    komi.clamp(-params.losing, MOST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_linear_kind_falls_evenly_to_nothing() {
        let params = DynamicKomiParams {
            points: 2.0,
            ..DynamicKomiParams::default()
        };
        // Four stones of seven points, and two points more.
        let all = compensation(&params, 4.0);
        assert_eq!(all, 30.0);
        let at = |played| linear(all, 200, played);
        assert_eq!([at(0), at(20), at(50)], [30.0, 27.0, 22.5]);
        assert_eq!([at(100), at(199), at(200)], [15.0, 0.15, 0.0]);
        assert_eq!(at(1000), 0.0);
        assert_eq!(linear(-10.0, 40, 10), -7.5);
    }

    #[test]
    fn the_rate_falls_with_the_phase_by_a_sigmoid() {
        let params = DynamicKomiParams::default();
        let rate = |phase| komi_rate(&params, phase);
        assert_eq!(rate(0.65), 0.5);
        // 1 / (1 + exp(18·0.1)) and 1 / (1 + exp(18·0.35)); early the bound holds.
        assert!((rate(0.75) - 0.141_851).abs() < 1e-5, "{}", rate(0.75));
        assert!((rate(1.0) - 0.001_833).abs() < 1e-5, "{}", rate(1.0));
        assert_eq!(rate(0.0), 0.9);
        let growing = DynamicKomiParams {
            slope: -20.0,
            middle: 0.5,
            ..params.clone()
        };
        assert!(komi_rate(&growing, 0.0) < 1e-4);
        assert_eq!(komi_rate(&growing, 1.0), 0.9);
        let constant = DynamicKomiParams {
            schedule: KomiSchedule::Constant,
            rate: 0.25,
            ..params
        };
        assert_eq!([0.0, 0.5, 1.0].map(|p| komi_rate(&constant, p)), [0.25; 3]);
    }

    #[test]
    fn the_score_kind_goes_towards_the_mean_score() {
        let mut params = DynamicKomiParams {
            schedule: KomiSchedule::Constant,
            rate: 0.5,
            ..DynamicKomiParams::default()
        };
        // Ahead by 20 on the mean: 0, 10, 15, 17.5 as the rest is halved each time.
        let mut komi = 0.0;
        for expected in [10.0, 15.0, 17.5] {
            komi = by_score(&params, komi, 20.0 - komi, 0.0);
            assert_eq!(komi, expected);
        }
        assert_eq!(by_score(&params, komi, -12.5, 0.0), 11.25);
        // With the sigmoid half as much is half the phase's doing.
        params.schedule = KomiSchedule::Sigmoid;
        params.rate = 0.9;
        assert_eq!(by_score(&params, 4.0, 6.0, 0.65), 7.0);
        assert!((by_score(&params, 4.0, 6.0, 1.0) - 4.011).abs() < 1e-3);
    }

    fn found(rate: f32, mean: f32) -> Found {
        Found {
            playouts: 200,
            rate,
            mean,
        }
    }

    #[test]
    fn the_value_kind_steps_by_zones_and_does_not_repeat_what_was_too_much() {
        let params = DynamicKomiParams {
            step: 2.0,
            ..DynamicKomiParams::default()
        };
        let mut ratchet = Ratchet::default();
        let mut step = |komi, rate| by_value(&params, &mut ratchet, komi, found(rate, 99.0));
        assert_eq!(step(0.0, 1.0), 2.0);
        assert_eq!(step(2.0, 0.5), 4.0);
        assert_eq!(step(4.0, 0.47), 4.0);
        assert_eq!(step(4.0, 0.45), 4.0);
        assert_eq!(step(4.0, 0.44), 2.0);
        // Four was too much: from two it does not go there again.
        assert_eq!(step(2.0, 0.9), 2.0);
        assert_eq!(step(0.0, 0.9), 2.0);
        // What is taken has no ratchet.
        assert_eq!(step(-6.0, 0.1), -8.0);
        assert_eq!(step(-8.0, 0.8), -6.0);
        assert_eq!(step(-6.0, 0.8), -4.0);
    }

    #[test]
    fn the_ratchet_wears_out_or_is_not_there() {
        let mut params = DynamicKomiParams {
            ratchet_age: 500,
            ..DynamicKomiParams::default()
        };
        let mut ratchet = Ratchet::default();
        assert_eq!(by_value(&params, &mut ratchet, 5.0, found(0.1, 0.0)), 4.0);
        assert_eq!(by_value(&params, &mut ratchet, 4.0, found(0.9, 0.0)), 4.0);
        assert_eq!(by_value(&params, &mut ratchet, 4.0, found(0.9, 0.0)), 4.0);
        // 600 playouts have passed.
        assert_eq!(by_value(&params, &mut ratchet, 4.0, found(0.9, 0.0)), 5.0);
        params.ratchet = false;
        assert_eq!(by_value(&params, &mut ratchet, 5.0, found(0.1, 0.0)), 4.0);
        assert_eq!(by_value(&params, &mut ratchet, 4.0, found(0.9, 0.0)), 5.0);
    }

    #[test]
    fn steps_may_follow_the_mean_score() {
        let params = DynamicKomiParams {
            share: 0.5,
            ..DynamicKomiParams::default()
        };
        let mut ratchet = Ratchet::default();
        let mut step = |komi, rate, mean| by_value(&params, &mut ratchet, komi, found(rate, mean));
        assert_eq!(step(0.0, 1.0, 20.0), 10.0);
        assert_eq!(step(10.0, 1.0, 1.0), 11.0);
        assert_eq!(step(11.0, 0.6, -8.0), 12.0);
        // Twelve is too much by six points; the ratchet gives way by a single step.
        assert_eq!(step(12.0, 0.1, -6.0), 9.0);
        assert_eq!(step(9.0, 0.9, 20.0), 11.0);
    }

    #[test]
    fn pretending_has_its_bounds() {
        let params = DynamicKomiParams::default();
        assert_eq!(bounded(&params, -31.0), -30.0);
        assert_eq!(bounded(&params, 12.0), 12.0);
        assert_eq!(bounded(&params, 1e6), MOST);
    }
}
