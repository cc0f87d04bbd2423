//! Tests of tables of counts: who solved how many problems.
//!
//! - [`fisher`] for two by two counts of independent trials: R. A. Fisher, *The Logic of Inductive
//!   Inference* (1935); two-sided by the sum of all tables that are not likelier.
//! - [`chi_square`] for larger tables: K. Pearson, *On the Criterion …*, Philosophical Magazine 50
//!   (1900), without a correction for continuity.
//! - [`mcnemar`] for two players on the same problems: Q. McNemar, *Note on the Sampling Error of
//!   the Difference between Correlated Proportions*, Psychometrika 12 (1947), in its exact form.

use super::binomial::Share;
use super::discrete::{Hypergeometric, Unimodal};
use super::normal;

/// The p value of Fisher's exact test of a table whose rows are two players and whose columns are
/// successes and failures. `None` above a thousand million trials; 1 where a row or a column is
/// empty, since then nothing is compared.
#[must_use]
pub fn fisher(table: [[u64; 2]; 2]) -> Option<f64> {
    let [[a, b], [c, d]] = table;
    let successes = a.checked_add(c)?;
    let failures = b.checked_add(d)?;
    let first = a.checked_add(b)?;
    Some(Hypergeometric::new(successes, failures, first)?.two_sided(a))
}

/// The result of a chi-square test of a table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChiSquare {
    /// The sum of (seen − expected)² / expected.
    pub statistic: f64,
    /// The degrees of freedom.
    pub freedom: u64,
    /// The probability of a statistic at least as large if rows and columns are independent.
    pub p: f64,
    /// True if a cell was expected to hold fewer than 5: the p value is then rough, and for two by
    /// two counts [`fisher`] is right.
    pub sparse: bool,
}

/// The chi-square test that the rows of a table have the same distribution over its columns.
///
/// Rows and columns that hold nothing are left out. `None` if fewer than two rows or columns hold
/// something, or the rows are not equally long.
#[must_use]
pub fn chi_square<R: AsRef<[u64]>>(table: &[R]) -> Option<ChiSquare> {
    let width = table.first()?.as_ref().len();
    if table.iter().any(|row| row.as_ref().len() != width) {
        return None;
    }
    let cell = |count: u64| count as f64;
    let rows: Vec<f64> = table
        .iter()
        .map(|row| row.as_ref().iter().copied().map(cell).sum())
        .collect();
    let columns: Vec<f64> = (0..width)
        .map(|column| table.iter().map(|row| cell(row.as_ref()[column])).sum())
        .collect();
    let all: f64 = rows.iter().sum();
    let filled = |sums: &[f64]| sums.iter().filter(|&&sum| sum > 0.0).count() as u64;
    let freedom = filled(&rows).checked_sub(1)? * filled(&columns).checked_sub(1)?;
    if freedom == 0 {
        return None;
    }
    let (mut statistic, mut sparse) = (0.0, false);
    for (row, of_row) in table.iter().zip(&rows) {
        for (&seen, of_column) in row.as_ref().iter().zip(&columns) {
            let expected = of_row / all * of_column;
            if expected > 0.0 {
                statistic += (cell(seen) - expected).powi(2) / expected;
                sparse |= expected < 5.0;
            }
        }
    }
    Some(ChiSquare {
        statistic,
        freedom,
        p: normal::chi_square_above(statistic, freedom)?,
        sparse,
    })
}

/// The p value of McNemar's exact test: of the problems that exactly one of two players solved,
/// so many were solved by the first and so many by the second. 1 where there is none; `None` above
/// a thousand million problems.
#[must_use]
pub fn mcnemar(only_first: u64, only_second: u64) -> Option<f64> {
    let of = only_first.checked_add(only_second)?;
    if of == 0 {
        return Some(1.0);
    }
    Share {
        wins: only_first as f64,
        of,
    }
    .exact_test(0.5)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn near(a: f64, b: f64) {
        assert!((a - b).abs() <= 1e-9 * b, "{a} is not {b}");
    }

    /// `scipy.stats.fisher_exact`; the fourth is Fisher's lady tasting tea.
    #[test]
    fn fisher_as_scipy_has_it() {
        for (table, p) in [
            ([[8, 2], [1, 5]], 0.034_965_034_965_034_975),
            ([[540, 460], [513, 487]], 0.244_258_233_131_638_47),
            ([[30, 70], [45, 55]], 0.040_534_006_514_982_644),
            ([[3, 1], [1, 3]], 0.485_714_285_714_285_65),
            ([[0, 10], [10, 0]], 1.082_508_822_446_903e-5),
        ] {
            near(fisher(table).unwrap(), p);
        }
    }

    /// `scipy.stats.chi2_contingency(correction=False)`.
    #[test]
    fn chi_square_as_scipy_has_it() {
        let wide = chi_square(&[[10, 20, 30], [6, 9, 17]]).unwrap();
        near(wide.statistic, 0.271_574_651_504_035_04);
        near(wide.p, 0.873_028_283_380_073);
        assert_eq!((wide.freedom, wide.sparse), (2, false));
        let sparse = chi_square(&[vec![1, 2, 3], vec![6, 9, 1]]).unwrap();
        near(sparse.p, 0.059_388_141_280_577_976);
        assert!(sparse.sparse);
        near(
            chi_square(&[[540, 460], [513, 487]]).unwrap().p,
            0.226_595_163_042_673_46,
        );
    }

    /// `scipy.stats.binomtest` of the problems that one alone solved.
    #[test]
    fn mcnemar_as_scipy_has_it() {
        near(mcnemar(4, 11).unwrap(), 0.118_469_238_281_249_99);
        near(mcnemar(59, 121).unwrap(), 4.434_449_263_755_164_5e-6);
        assert_eq!(mcnemar(0, 0), Some(1.0));
        assert_eq!(mcnemar(u64::MAX, 1), None);
    }

    #[test]
    fn nonsense_has_no_answer_and_nothing_differs_from_nothing() {
        assert_eq!(fisher([[0, 0], [3, 4]]), Some(1.0));
        assert_eq!(fisher([[0; 2]; 2]), Some(1.0));
        assert_eq!(fisher([[u64::MAX; 2]; 2]), None);
        assert_eq!(chi_square::<[u64; 2]>(&[]), None);
        assert_eq!(chi_square(&[[1, 2]]), None);
        assert_eq!(chi_square(&[[1, 2], [0, 0]]), None);
        assert_eq!(chi_square(&[[0, 0], [0, 0]]), None);
        assert_eq!(chi_square(&[vec![1, 2], vec![1]]), None);
        assert_eq!(chi_square(&[vec![], vec![]]), None);
        let with_empty = chi_square(&[[5, 0, 7], [0, 0, 0], [2, 0, 9]]);
        assert_eq!(with_empty, chi_square(&[[5, 7], [2, 9]]));
        assert!(chi_square(&[[u64::MAX, 1], [1, u64::MAX]]).is_some_and(|test| test.p == 0.0));
    }

    proptest! {
        #[test]
        fn fisher_is_symmetric(a in 0u64..60, b in 0u64..60, c in 0u64..60, d in 0u64..60) {
            let p = fisher([[a, b], [c, d]]).unwrap();
            prop_assert!((0.0..=1.0).contains(&p));
            for table in [[[c, d], [a, b]], [[b, a], [d, c]], [[a, c], [b, d]]] {
                prop_assert!((fisher(table).unwrap() - p).abs() < 1e-9);
            }
        }
    }
}
