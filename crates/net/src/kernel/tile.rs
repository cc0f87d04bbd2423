//! The small matrices of Winograd's algorithm, for tiles of 3×3 and of 4×4 results: see [`super::winograd`].

use super::simd::Simd;

/// The transformations for tiles of 4: interpolation at 0, ±1, ±2 and ∞.
pub(crate) mod four {
    /// Of the weights.
    pub(crate) const G: [[f32; 3]; 6] = [
        [1.0 / 4.0, 0.0, 0.0],
        [-1.0 / 6.0, -1.0 / 6.0, -1.0 / 6.0],
        [-1.0 / 6.0, 1.0 / 6.0, -1.0 / 6.0],
        [1.0 / 24.0, 1.0 / 12.0, 1.0 / 6.0],
        [1.0 / 24.0, -1.0 / 12.0, 1.0 / 6.0],
        [0.0, 0.0, 1.0],
    ];
    /// Of the inputs: what `inputs_of_four` computes.
    #[cfg(test)]
    pub(crate) const B: [[f32; 6]; 6] = [
        [4.0, 0.0, -5.0, 0.0, 1.0, 0.0],
        [0.0, -4.0, -4.0, 1.0, 1.0, 0.0],
        [0.0, 4.0, -4.0, -1.0, 1.0, 0.0],
        [0.0, -2.0, -1.0, 2.0, 1.0, 0.0],
        [0.0, 2.0, -1.0, -2.0, 1.0, 0.0],
        [0.0, 4.0, 0.0, -5.0, 0.0, 1.0],
    ];
    /// Of the products: what `results_of_four` computes.
    #[cfg(test)]
    pub(crate) const A: [[f32; 6]; 4] = [
        [1.0, 1.0, 1.0, 1.0, 1.0, 0.0],
        [0.0, 1.0, -1.0, 2.0, -2.0, 0.0],
        [0.0, 1.0, 1.0, 4.0, 4.0, 0.0],
        [0.0, 1.0, -1.0, 8.0, -8.0, 1.0],
    ];
}

/// The transformations for tiles of 3: interpolation at 0, ±1, 2 and ∞.
pub(crate) mod three {
    /// Of the weights.
    pub(crate) const G: [[f32; 3]; 5] = [
        [1.0 / 2.0, 0.0, 0.0],
        [-1.0 / 2.0, -1.0 / 2.0, -1.0 / 2.0],
        [-1.0 / 6.0, 1.0 / 6.0, -1.0 / 6.0],
        [1.0 / 6.0, 1.0 / 3.0, 2.0 / 3.0],
        [0.0, 0.0, 1.0],
    ];
    /// Of the inputs: what `inputs_of_three` computes.
    #[cfg(test)]
    pub(crate) const B: [[f32; 5]; 5] = [
        [2.0, -1.0, -2.0, 1.0, 0.0],
        [0.0, -2.0, -1.0, 1.0, 0.0],
        [0.0, 2.0, -3.0, 1.0, 0.0],
        [0.0, -1.0, 0.0, 1.0, 0.0],
        [0.0, 2.0, -1.0, -2.0, 1.0],
    ];
    /// Of the products: what `results_of_three` computes.
    #[cfg(test)]
    pub(crate) const A: [[f32; 5]; 3] = [
        [1.0, 1.0, 1.0, 1.0, 0.0],
        [0.0, 1.0, -1.0, 2.0, 0.0],
        [0.0, 1.0, 1.0, 4.0, 1.0],
    ];
}

/// A small constant matrix times a column of vectors, for what is not done often: the compiler does not always unroll it.
/// Loops over indices here and below: closures would not get their instructions.
#[inline(always)]
pub(crate) fn apply<S: Simd, const R: usize, const C: usize>(
    s: S,
    matrix: &[[f32; C]; R],
    column: [S::V; C],
) -> [S::V; R] {
    let mut result = [s.splat(0.0); R];
    for i in 0..R {
        let mut empty = true;
        for j in 0..C {
            let factor = matrix[i][j];
            if factor == 0.0 {
                continue;
            }
            result[i] = match (empty, factor == 1.0, factor == -1.0) {
                (true, true, _) => column[j],
                (true, _, _) => s.mul(s.splat(factor), column[j]),
                (false, true, _) => s.add(result[i], column[j]),
                (false, _, true) => s.sub(result[i], column[j]),
                (false, ..) => s.fma(s.splat(factor), column[j], result[i]),
            };
            empty = false;
        }
    }
    result
}

/// The inputs of tiles of 3, with few operations.
#[inline(always)]
fn inputs_of_three<S: Simd>(s: S, d: [S::V; 5]) -> [S::V; 5] {
    let two = s.splat(2.0);
    let a = s.sub(d[3], d[1]);
    [
        s.fma(two, s.sub(d[0], d[2]), a),
        s.fma(s.splat(-2.0), d[1], s.sub(d[3], d[2])),
        s.fma(s.splat(-3.0), d[2], s.fma(two, d[1], d[3])),
        a,
        s.fma(s.splat(-2.0), a, s.sub(d[4], d[2])),
    ]
}

/// The results of tiles of 3, with few operations.
#[inline(always)]
fn results_of_three<S: Simd>(s: S, m: [S::V; 5]) -> [S::V; 3] {
    let (p, q) = (s.add(m[1], m[2]), s.sub(m[1], m[2]));
    [
        s.add(m[0], s.add(p, m[3])),
        s.fma(s.splat(2.0), m[3], q),
        s.add(m[4], s.fma(s.splat(4.0), m[3], p)),
    ]
}

/// The inputs of tiles of 4, with few operations.
#[inline(always)]
fn inputs_of_four<S: Simd>(s: S, d: [S::V; 6]) -> [S::V; 6] {
    let (two, four, five) = (s.splat(2.0), s.splat(-4.0), s.splat(-5.0));
    let a = s.fma(four, d[2], d[4]);
    let b = s.fma(four, d[1], d[3]);
    let c = s.sub(d[4], d[2]);
    let e = s.mul(two, s.sub(d[3], d[1]));
    let plus = s.splat(4.0);
    [
        s.fma(plus, d[0], s.fma(five, d[2], d[4])),
        s.add(a, b),
        s.sub(a, b),
        s.add(c, e),
        s.sub(c, e),
        s.fma(plus, d[1], s.fma(five, d[3], d[5])),
    ]
}

/// The results of tiles of 4, with few operations.
#[inline(always)]
fn results_of_four<S: Simd>(s: S, m: [S::V; 6]) -> [S::V; 4] {
    let (p, q) = (s.add(m[1], m[2]), s.sub(m[1], m[2]));
    let (r, t) = (s.add(m[3], m[4]), s.sub(m[3], m[4]));
    [
        s.add(m[0], s.add(p, r)),
        s.fma(s.splat(2.0), t, q),
        s.fma(s.splat(4.0), r, p),
        s.add(m[5], s.fma(s.splat(8.0), t, q)),
    ]
}

/// The transformations for tiles of one size. A trait, since function pointers and closures are not compiled for the
/// instruction set of whoever calls them.
pub(crate) trait Tile<const TILE: usize, const N: usize> {
    fn inputs<S: Simd>(s: S, column: [S::V; N]) -> [S::V; N];
    fn results<S: Simd>(s: S, column: [S::V; N]) -> [S::V; TILE];
}

/// Tiles of 3×3 results.
pub(crate) struct Three;

/// Tiles of 4×4 results.
pub(crate) struct Four;

impl Tile<3, 5> for Three {
    #[inline(always)]
    fn inputs<S: Simd>(s: S, column: [S::V; 5]) -> [S::V; 5] {
        inputs_of_three(s, column)
    }
    #[inline(always)]
    fn results<S: Simd>(s: S, column: [S::V; 5]) -> [S::V; 3] {
        results_of_three(s, column)
    }
}

impl Tile<4, 6> for Four {
    #[inline(always)]
    fn inputs<S: Simd>(s: S, column: [S::V; 6]) -> [S::V; 6] {
        inputs_of_four(s, column)
    }
    #[inline(always)]
    fn results<S: Simd>(s: S, column: [S::V; 6]) -> [S::V; 4] {
        results_of_four(s, column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::simd::{Isa, Kernel};

    /// The results of one row by Winograd's algorithm, all in plain numbers.
    fn row<const N: usize, const M: usize>(
        g: &[[f32; 3]; N],
        b: &[[f32; N]; N],
        a: &[[f32; N]; M],
        weights: [f32; 3],
        inputs: [f32; N],
    ) -> [f32; M] {
        let dot = |x: &[f32], y: &[f32]| x.iter().zip(y).map(|(x, y)| x * y).sum::<f32>();
        let products: Vec<f32> = (0..N)
            .map(|i| dot(&g[i], &weights) * dot(&b[i], &inputs))
            .collect();
        std::array::from_fn(|i| dot(&a[i], &products))
    }

    #[test]
    fn a_tile_has_the_results_of_the_plain_convolution() {
        let weights = [0.5, -2.0, 3.0];
        let inputs = [1.0, 2.0, -3.0, 5.0, 0.25, -1.5];
        let plain = |i: usize| (0..3).map(|k| weights[k] * inputs[i + k]).sum::<f32>();
        let four = row(&four::G, &four::B, &four::A, weights, inputs);
        for (i, result) in four.into_iter().enumerate() {
            assert!((result - plain(i)).abs() < 1e-4, "{i}: {result}");
        }
        let five = std::array::from_fn(|i| inputs[i]);
        let three = row(&three::G, &three::B, &three::A, weights, five);
        for (i, result) in three.into_iter().enumerate() {
            assert!((result - plain(i)).abs() < 1e-4, "{i}: {result}");
        }
    }

    /// Both ways to transform a column of vectors.
    struct Both([f32; 6]);

    impl Kernel for Both {
        type Output = ();

        fn run<S: Simd>(self, s: S) {
            let column = self.0.map(|x| s.splat(x));
            let near = |a: S::V, b: S::V| {
                let difference = s.total(s.sub(a, b)).abs();
                assert!(difference < 1e-3, "{difference}");
            };
            let few = inputs_of_four(s, column);
            let plain = apply(s, &four::B, column);
            few.into_iter().zip(plain).for_each(|(a, b)| near(a, b));
            let few = results_of_four(s, column);
            let plain = apply(s, &four::A, column);
            few.into_iter().zip(plain).for_each(|(a, b)| near(a, b));
            let column = std::array::from_fn(|i| column[i]);
            let few = inputs_of_three(s, column);
            let plain = apply(s, &three::B, column);
            few.into_iter().zip(plain).for_each(|(a, b)| near(a, b));
            let few = results_of_three(s, column);
            let plain = apply(s, &three::A, column);
            few.into_iter().zip(plain).for_each(|(a, b)| near(a, b));
        }
    }

    #[test]
    fn few_operations_do_what_the_matrices_do() {
        for isa in Isa::all() {
            isa.run(Both([1.0, -2.5, 0.75, 4.0, -1.25, 3.0]));
        }
    }
}
