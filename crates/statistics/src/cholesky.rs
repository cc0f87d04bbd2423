//! A symmetric positive matrix as a triangle times its mirror image (A.-L. Cholesky, 1910), which
//! solves systems of equations and inverts.

/// The lower triangle, row by row.
#[derive(Clone, Debug)]
pub(crate) struct Cholesky {
    size: usize,
    lower: Vec<f64>,
}

impl Cholesky {
    /// The factor of a symmetric matrix given row by row; `None` if it is not positive definite.
    pub(crate) fn of(matrix: &[f64], size: usize) -> Option<Self> {
        if matrix.len() != size * size {
            return None;
        }
        let mut lower = vec![0.0; size * size];
        for row in 0..size {
            for column in 0..=row {
                let (upper, this) = lower.split_at(row * size);
                let other = if column < row {
                    &upper[column * size..]
                } else {
                    this
                };
                let product: f64 = (0..column).map(|k| this[k] * other[k]).sum();
                let rest = matrix[row * size + column] - product;
                lower[row * size + column] = if column < row {
                    rest / lower[column * size + column]
                } else if rest > 0.0 && rest.is_finite() {
                    rest.sqrt()
                } else {
                    return None;
                };
            }
        }
        Some(Self { size, lower })
    }

    /// The x for which the matrix times x is `right`.
    pub(crate) fn solve(&self, right: &[f64]) -> Vec<f64> {
        let at = |row: usize, column: usize| self.lower[row * self.size + column];
        let mut x = right.to_vec();
        for row in 0..self.size {
            let known: f64 = (0..row).map(|k| at(row, k) * x[k]).sum();
            x[row] = (x[row] - known) / at(row, row);
        }
        for row in (0..self.size).rev() {
            let known: f64 = (row + 1..self.size).map(|k| at(k, row) * x[k]).sum();
            x[row] = (x[row] - known) / at(row, row);
        }
        x
    }

    /// The inverse, row by row.
    pub(crate) fn inverse(&self) -> Vec<f64> {
        let mut inverse = Vec::with_capacity(self.size * self.size);
        for row in 0..self.size {
            let mut unit = vec![0.0; self.size];
            unit[row] = 1.0;
            inverse.extend(self.solve(&unit));
        }
        inverse
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_system_by_hand() {
        // 4x + 2y = 10, 2x + 3y = 9: x = 1.5, y = 2.
        let matrix = [4.0, 2.0, 2.0, 3.0];
        let factor = Cholesky::of(&matrix, 2).unwrap();
        let x = factor.solve(&[10.0, 9.0]);
        assert!((x[0] - 1.5).abs() < 1e-12 && (x[1] - 2.0).abs() < 1e-12);
        let expected = [0.375, -0.25, -0.25, 0.5];
        for (found, expected) in factor.inverse().iter().zip(expected) {
            assert!((found - expected).abs() < 1e-12);
        }
    }

    #[test]
    fn what_is_not_positive_has_no_root() {
        assert!(Cholesky::of(&[1.0, 2.0, 2.0, 1.0], 2).is_none());
        assert!(Cholesky::of(&[f64::NAN], 1).is_none());
        assert!(Cholesky::of(&[1.0, 0.0], 2).is_none());
    }
}
