//! A mean against a number, by Student's test, and two means side by side, by B. L. Welch, *The Generalization of "Student's" Problem when Several
//! Different Population Variances are Involved*, Biometrika 34 (1947), with Satterthwaite's degrees
//! of freedom.

use statrs::distribution::{ContinuousCDF, StudentsT};

use super::summary::Summary;

/// The two-sided p value of Welch's test that two means are the same. `None` if one of them is of a
/// single measurement, or neither varies.
#[must_use]
pub fn welch(a: &Summary, b: &Summary) -> Option<f64> {
    let (error_a, error_b) = (a.standard_error()?, b.standard_error()?);
    let (of_a, of_b) = (error_a * error_a, error_b * error_b);
    let both = of_a + of_b;
    let shares = of_a * of_a / (a.count - 1) as f64 + of_b * of_b / (b.count - 1) as f64;
    let freedom = both * both / shares;
    let t = (a.mean - b.mean) / both.sqrt();
    if !(t.is_finite() && freedom.is_finite()) {
        return None;
    }
    let distribution = StudentsT::new(0.0, 1.0, freedom).ok()?;
    Some((2.0 * distribution.cdf(-t.abs())).clamp(0.0, 1.0))
}

/// The two-sided p value of Student's test that a mean is `expected`. `None` of a single measurement,
/// or if they do not vary.
#[must_use]
pub fn student(summary: &Summary, expected: f64) -> Option<f64> {
    let t = (summary.mean - expected) / summary.standard_error().filter(|&error| error > 0.0)?;
    if !t.is_finite() {
        return None;
    }
    let distribution = StudentsT::new(0.0, 1.0, (summary.count - 1) as f64).ok()?;
    Some((2.0 * distribution.cdf(-t.abs())).clamp(0.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn summary(values: &[f64]) -> Summary {
        Summary::of(values).unwrap()
    }

    #[test]
    fn the_p_value_is_that_of_scipy() {
        // scipy.stats.ttest_ind(a, b, equal_var=False)
        let a = summary(&[1.0, 2.0, 3.0, 4.0]);
        let b = summary(&[2.0, 4.0, 6.0, 8.0, 11.0]);
        let p = welch(&a, &b).unwrap();
        assert!((p - 0.077_330_459_718_477_86).abs() < 1e-9, "{p}");
        assert_eq!(welch(&b, &a), Some(p));
        // scipy.stats.ttest_1samp(a, 2.0): t = 0.774597 with 3 degrees of freedom.
        let p = student(&a, 2.0).unwrap();
        assert!((p - 0.495_025_346).abs() < 1e-6, "{p}");
    }

    #[test]
    fn nothing_follows_from_single_or_constant_measurements() {
        let (one, same) = (summary(&[1.0]), summary(&[2.0, 2.0]));
        assert_eq!(welch(&one, &same), None);
        assert_eq!(welch(&same, &same), None);
        assert_eq!(student(&one, 0.0), None);
        assert_eq!(student(&same, 0.0), None);
        assert_eq!(student(&summary(&[1.0, 2.0]), f64::NAN), None);
    }
}
