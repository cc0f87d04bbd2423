//! Two means side by side, by B. L. Welch, *The Generalization of "Student's" Problem when Several
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
    }

    #[test]
    fn nothing_follows_from_single_or_constant_measurements() {
        let (one, same) = (summary(&[1.0]), summary(&[2.0, 2.0]));
        assert_eq!(welch(&one, &same), None);
        assert_eq!(welch(&same, &same), None);
    }
}
