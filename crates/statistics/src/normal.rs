//! The normal distribution, and the two that belong to it: Student's t and chi-square.
//!
//! Error, beta and gamma functions are those of `statrs`. The quantile of Student's t is found by
//! bisection below [`EXPANDED_FROM`] degrees of freedom and by the expansion of R. A. Fisher and
//! E. A. Cornish, *The Percentile Points of Distributions Having Known Cumulants*, Technometrics 2
//! (1960), from there on, where the continued fraction of the beta function grows long.

use std::f64::consts::SQRT_2;

use statrs::function::beta::checked_beta_reg;
use statrs::function::erf::{erfc, erfc_inv};
use statrs::function::gamma::checked_gamma_ur;

/// The degrees of freedom from which on the expansion is right to nine digits.
const EXPANDED_FROM: u64 = 200;

/// The probability of a value up to `z`; one half of a NaN.
pub(crate) fn cdf(z: f64) -> f64 {
    if z.is_nan() {
        0.5
    } else {
        (erfc(-z / SQRT_2) / 2.0).clamp(0.0, 1.0)
    }
}

/// The value below which lies the probability `p`, for 0 < p < 1.
pub(crate) fn quantile(p: f64) -> Option<f64> {
    (p > 0.0 && p < 1.0).then(|| -SQRT_2 * erfc_inv(2.0 * p))
}

/// Within so many standard deviations lies the probability `confidence`: 1.96 for 0.95.
pub(crate) fn two_sided(confidence: f64) -> Option<f64> {
    if !(confidence > 0.0 && confidence < 1.0) {
        return None;
    }
    quantile(0.5 + confidence / 2.0).filter(|z| z.is_finite())
}

/// Within so many standard errors lies the probability `confidence`, if the deviation was
/// estimated with `freedom` degrees of freedom.
pub(crate) fn student_two_sided(confidence: f64, freedom: u64) -> Option<f64> {
    let z = two_sided(confidence)?;
    match freedom {
        0 => None,
        EXPANDED_FROM.. => Some(cornish_fisher(z, freedom as f64)),
        _ => bisect_student(1.0 - confidence, z, freedom as f64),
    }
}

fn cornish_fisher(z: f64, freedom: f64) -> f64 {
    let z2 = z * z;
    let first = z * (z2 + 1.0) / 4.0;
    let second = z * ((5.0 * z2 + 16.0) * z2 + 3.0) / 96.0;
    let third = z * (((3.0 * z2 + 19.0) * z2 + 17.0) * z2 - 15.0) / 384.0;
    z + (first + (second + third / freedom) / freedom) / freedom
}

/// The t at which both tails together hold `outside`.
fn bisect_student(outside: f64, z: f64, freedom: f64) -> Option<f64> {
    let tails = |t: f64| checked_beta_reg(freedom / 2.0, 0.5, freedom / (freedom + t * t)).ok();
    let (mut low, mut high) = (0.0, z);
    while tails(high)? > outside {
        low = high;
        high *= 2.0;
        if high > 1e100 {
            return None;
        }
    }
    for _ in 0..100 {
        let middle = (low + high) / 2.0;
        if tails(middle)? > outside {
            low = middle;
        } else {
            high = middle;
        }
    }
    Some((low + high) / 2.0)
}

/// The probability of a chi-square of at least `statistic`.
pub(crate) fn chi_square_above(statistic: f64, freedom: u64) -> Option<f64> {
    if freedom == 0 || statistic.is_nan() {
        return None;
    }
    if statistic <= 0.0 {
        return Some(1.0);
    }
    if statistic.is_infinite() {
        return Some(0.0);
    }
    let p = checked_gamma_ur(freedom as f64 / 2.0, statistic / 2.0).ok()?;
    p.is_finite().then(|| p.clamp(0.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: f64, b: f64, relative: f64) {
        assert!((a - b).abs() <= relative * b.abs(), "{a} is not {b}");
    }

    #[test]
    fn the_known_quantiles() {
        near(two_sided(0.95).unwrap(), 1.959_963_984_540_054, 1e-12);
        near(quantile(0.8).unwrap(), 0.841_621_233_572_914_3, 1e-12);
        near(cdf(1.959_963_984_540_054), 0.975, 1e-11);
        for bad in [0.0, 1.0, -1.0, 2.0, f64::NAN, f64::INFINITY] {
            assert_eq!(two_sided(bad), None);
            assert_eq!(quantile(bad), None);
        }
        assert_eq!(cdf(f64::NAN), 0.5);
    }

    /// `scipy.stats.t.ppf(0.975, df)` and `(0.995, df)`.
    #[test]
    fn student_s_t_as_scipy_has_it() {
        for (freedom, t95, t99) in [
            (1, 12.706_204_736_174_694, 63.656_741_162_871_526),
            (2, 4.302_652_729_749_462, 9.924_843_200_918_287),
            (5, 2.570_581_835_636_314_6, 4.032_142_983_555_228),
            (30, 2.042_272_456_301_237_8, 2.749_995_653_567_225_4),
            (199, 1.971_956_544_251_753_3, 2.600_760_216_058_516),
            (200, 1.971_896_223_633_908_8, 2.600_634_436_191_558),
            (1000, 1.962_339_080_826_408_3, 2.580_754_698_065_951),
        ] {
            near(student_two_sided(0.95, freedom).unwrap(), t95, 1e-8);
            near(student_two_sided(0.99, freedom).unwrap(), t99, 1e-8);
        }
        assert_eq!(student_two_sided(0.95, 0), None);
    }

    /// `scipy.stats.chi2.sf(x, df)`.
    #[test]
    fn chi_square_as_scipy_has_it() {
        near(
            chi_square_above(3.84, 1).unwrap(),
            0.050_043_521_248_705_19,
            1e-10,
        );
        near(
            chi_square_above(50.0, 2).unwrap(),
            1.388_794_386_496_4e-11,
            1e-10,
        );
        near(
            chi_square_above(100.0, 100).unwrap(),
            0.481_191_684_527_956_74,
            1e-10,
        );
        assert_eq!(chi_square_above(1e4, 3), Some(0.0));
        assert_eq!(chi_square_above(0.0, 3), Some(1.0));
        assert_eq!(chi_square_above(f64::INFINITY, 3), Some(0.0));
        assert_eq!(chi_square_above(f64::NAN, 3), None);
        assert_eq!(chi_square_above(1.0, 0), None);
    }
}
