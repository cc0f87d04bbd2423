//! The steps of Adam (Kingma and Ba, 2015).

use crate::eval::Isa;

/// How long means and squares of the gradient are remembered.
const MEANS: f32 = 0.9;
const SQUARES: f32 = 0.999;

/// The moments of the gradient.
pub(super) struct Adam {
    pub(super) mean: Vec<f32>,
    pub(super) square: Vec<f32>,
}

impl Adam {
    pub(super) fn new(weights: usize) -> Self {
        Self {
            mean: vec![0.0; weights],
            square: vec![0.0; weights],
        }
    }

    /// Takes a step, counted from 1, against the sum of two gradients of so many samples.
    pub(super) fn step(
        &mut self,
        isa: Isa,
        weights: &mut [f32],
        gradients: [&[f32]; 2],
        samples: usize,
        (step, rate): (usize, f32),
    ) {
        let bias = |beta: f32| 1.0 - libm::powf(beta, step as f32);
        let rate = rate * bias(SQUARES).sqrt() / bias(MEANS);
        let share = 1.0 / samples as f32;
        let moments = (&mut *self.mean, &mut *self.square);
        descend(isa, weights, moments, gradients, share, rate);
    }
}

fn descend(
    isa: Isa,
    weights: &mut [f32],
    moments: (&mut [f32], &mut [f32]),
    gradients: [&[f32]; 2],
    share: f32,
    rate: f32,
) {
    #[inline(always)]
    fn plain(w: &mut [f32], m: (&mut [f32], &mut [f32]), g: [&[f32]; 2], share: f32, rate: f32) {
        let n = w.len();
        let (mean, square) = (&mut m.0[..n], &mut m.1[..n]);
        let (a, b) = (&g[0][..n], &g[1][..n]);
        for i in 0..n {
            let gradient = (a[i] + b[i]) * share;
            mean[i] = MEANS * mean[i] + (1.0 - MEANS) * gradient;
            square[i] = SQUARES * square[i] + (1.0 - SQUARES) * gradient * gradient;
            w[i] -= rate * mean[i] / (square[i].sqrt() + 1e-8);
        }
    }
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn avx2(w: &mut [f32], m: (&mut [f32], &mut [f32]), g: [&[f32]; 2], share: f32, rate: f32) {
        plain(w, m, g, share, rate);
    }
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f")]
    fn avx512(w: &mut [f32], m: (&mut [f32], &mut [f32]), g: [&[f32]; 2], share: f32, rate: f32) {
        plain(w, m, g, share, rate);
    }
    match isa {
        Isa::Plain => plain(weights, moments, gradients, share, rate),
        // SAFETY: `Isa` names only what this CPU has.
        #[cfg(target_arch = "x86_64")]
        Isa::Avx2 => unsafe { avx2(weights, moments, gradients, share, rate) },
        // SAFETY: as above.
        #[cfg(target_arch = "x86_64")]
        Isa::Avx512 => unsafe { avx512(weights, moments, gradients, share, rate) },
    }
}
