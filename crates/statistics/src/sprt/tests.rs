//! Ratios against a general optimiser, error rates by playing many tests.

use EloScale::{Logistic, Normalised};
use tengen_game::Rng;

use super::*;

fn sprt(scale: EloScale, elo0: f64, elo1: f64) -> Sprt {
    Sprt::new(scale, elo0, elo1, 0.05, 0.05).unwrap()
}

#[test]
fn the_known_bounds() {
    let (lower, upper) = sprt(Logistic, 0.0, 5.0).bounds();
    assert!((lower + 2.944_438_979).abs() < 1e-9 && (upper - 2.944_438_979).abs() < 1e-9);
}

/// The two likelihoods maximised by `scipy.optimize.minimize` (SLSQP) under the conditions,
/// unseen classes counted as 0.001.
#[test]
fn ratios_as_a_general_optimiser_finds_them() {
    for (counts, logistic, wide, normalised, wide_normalised) in [
        (
            [10, 40, 100, 60, 15],
            0.860_54,
            1.674_13,
            0.597_68,
            2.613_21,
        ),
        ([3, 20, 40, 22, 5], 0.165_59, -1.041_38, 0.116_39, -0.025_41),
        ([0, 0, 5, 3, 2], 0.142_83, 1.171_35, 0.118_52, 0.921_00),
    ] {
        let pairs = Pentanomial::new(counts);
        for (scale, elo0, elo1, llr) in [
            (Logistic, 0.0, 5.0, logistic),
            (Logistic, -3.0, 40.0, wide),
            (Normalised, 0.0, 5.0, normalised),
            (Normalised, -3.0, 40.0, wide_normalised),
        ] {
            let found = sprt(scale, elo0, elo1).llr_of_pairs(&pairs);
            assert!(
                (found - llr).abs() < 2e-3,
                "{counts:?} {scale:?} {elo1}: {found} is not {llr}"
            );
        }
    }
}

/// 540 to 460: 540·ln(p₁/½) + 460·ln((1−p₁)/½) with p₁ at 20 Elo.
#[test]
fn games_without_draws_have_the_binomial_ratio() {
    let p1 = share_of_elo(20.0).unwrap();
    let expected = 540.0 * (2.0 * p1).ln() + 460.0 * (2.0 - 2.0 * p1).ln();
    let games = Observed::new([(0.0, 460), (1.0, 540)].into_iter());
    let found = sprt(Logistic, 0.0, 20.0).llr(games, 1.0);
    assert!((found - expected).abs() < 1e-3, "{found} is not {expected}");
}

#[test]
fn nonsense_has_no_test_and_nothing_decides_nothing() {
    for (elo0, elo1, alpha, beta) in [
        (5.0, 0.0, 0.05, 0.05),
        (0.0, 0.0, 0.05, 0.05),
        (0.0, f64::NAN, 0.05, 0.05),
        (0.0, 5000.0, 0.05, 0.05),
        (0.0, 5.0, 0.0, 0.05),
        (0.0, 5.0, 0.05, 0.5),
        (0.0, 5.0, f64::NAN, 0.05),
    ] {
        assert_eq!(Sprt::new(Logistic, elo0, elo1, alpha, beta), None);
    }
    for scale in [Logistic, Normalised] {
        let test = sprt(scale, 0.0, 5.0);
        assert_eq!(test.llr_of_pairs(&Pentanomial::default()), 0.0);
        assert_eq!(
            test.decide_pairs(&Pentanomial::default()),
            Decision::Continue
        );
        assert_eq!(test.decide(f64::NAN), Decision::Continue);
        for bad in [f64::NAN, 0.0, -1.0, f64::INFINITY] {
            assert_eq!(test.expect(0.0, bad), None);
        }
        assert_eq!(test.expect(f64::NAN, 0.125), None);
    }
}

#[test]
fn extreme_results_still_have_a_finite_ratio_of_the_right_sign() {
    for scale in [Logistic, Normalised] {
        for (elo0, elo1) in [(0.0, 5.0), (-1000.0, 1000.0), (900.0, 1000.0)] {
            let test = sprt(scale, elo0, elo1);
            for n in [1, 100, 1_000_000] {
                let won = test.llr_of_pairs(&Pentanomial::new([0, 0, 0, 0, n]));
                let lost = test.llr_of_pairs(&Pentanomial::new([n, 0, 0, 0, 0]));
                assert!(won.is_finite() && lost.is_finite());
                assert!(won > lost, "{scale:?} {elo0} {elo1} {n}: {won} {lost}");
            }
        }
    }
}

/// A pair of independent games without draws.
fn pair(rng: &mut Rng, p: f64) -> f64 {
    f64::from(u8::from(rng.unit() < p) + u8::from(rng.unit() < p))
}

/// The share of 1,000 tests that accept H1, and their mean length in pairs.
fn accepted(test: &Sprt, p: f64, seed: u64) -> (f64, f64) {
    let mut rng = Rng::new(seed);
    let (mut accepted, mut length) = (0u32, 0u64);
    for _ in 0..1000 {
        let mut pairs = Pentanomial::default();
        loop {
            pairs.add(pair(&mut rng, p)).unwrap();
            match test.decide_pairs(&pairs) {
                Decision::Continue => {}
                Decision::AcceptH0 => break,
                Decision::AcceptH1 => {
                    accepted += 1;
                    break;
                }
            }
        }
        length += pairs.pairs();
    }
    (f64::from(accepted) / 1000.0, length as f64 / 1000.0)
}

#[test]
fn errors_are_as_rare_and_tests_as_long_as_promised() {
    for scale in [Logistic, Normalised] {
        let test = sprt(scale, 0.0, 60.0);
        let p1 = match scale {
            Logistic => share_of_elo(60.0).unwrap(),
            // (p − ½) / √(p(1−p)) = t
            Normalised => {
                let t = t_value(60.0, 1.0);
                0.5 + t / (2.0 * (1.0 + t * t).sqrt())
            }
        };
        for (p, elo) in [(0.5, 0.0), (p1, 60.0)] {
            let (h1, length) = accepted(&test, p, 4);
            let outlook = test.expect(elo, Sprt::EVEN_PAIR_VARIANCE).unwrap();
            // Three standard errors of 0.05 in 1,000 tests are 0.02; the overshoot makes the
            // errors rarer and the tests longer.
            assert!(
                (h1 - outlook.accepts_h1).abs() < 0.025,
                "{scale:?} {elo}: {h1}"
            );
            let ratio = length / outlook.pairs;
            assert!(
                (0.95..1.25).contains(&ratio),
                "{scale:?} {elo}: {length} {outlook:?}"
            );
        }
    }
}

#[test]
fn the_outlook_at_the_hypotheses_is_the_promise() {
    let test = sprt(Logistic, 0.0, 10.0);
    let at = |elo| test.expect(elo, Sprt::EVEN_PAIR_VARIANCE).unwrap();
    assert!((at(0.0).accepts_h1 - 0.05).abs() < 1e-3);
    assert!((at(10.0).accepts_h1 - 0.95).abs() < 1e-3);
    assert!((at(5.0).accepts_h1 - 0.5).abs() < 1e-2);
    assert!(at(5.0).pairs > at(10.0).pairs && at(10.0).pairs > at(30.0).pairs);
    assert!(at(-900.0).accepts_h1 >= 0.0 && at(900.0).pairs > 0.0);
}
