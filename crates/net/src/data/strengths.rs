//! What learned patterns say of the moves of a position, as logits beside those of a network.
//!
//! A network that is trained with them learns what they do not know, and a scale b of theirs: P ∝ p·γ^b. The search asks
//! for that scale as `net.patterns`. The two differ for the pass alone: here it has the mean strength by the patterns' own shares,
//! in the search by the network's.

use std::sync::Arc;

use tengen_go::board::{Black, Stones, White};
use tengen_go::{Color, Point, Size, Symmetry};
use tengen_pattern::model::Model;
use tengen_pattern::scene::Rater;

/// What is said of moves that patterns do not allow, below the usual one.
const WORST: f32 = -10.0;

/// The patterns, with memory for one thread.
pub struct Strengths {
    model: Arc<Model>,
    /// One for each size of board that was seen.
    raters: Vec<(Size, Rater<26>)>,
    found: Vec<f32>,
}

impl Strengths {
    /// By this model.
    #[must_use]
    pub const fn new(model: Arc<Model>) -> Self {
        Self {
            model,
            raters: Vec::new(),
            found: Vec::new(),
        }
    }

    /// The logarithms of the strengths of all points in reading order; minus infinity where a stone may not be played.
    /// `recent` are the opponent's last move and the own one before.
    pub fn rate(
        &mut self,
        stones: &Stones,
        turn: Color,
        [last, before]: [Option<Point>; 2],
    ) -> &[f32] {
        let size = stones.size();
        let known = self.raters.iter().position(|(of, _)| *of == size);
        let place = known.unwrap_or_else(|| {
            let rater = Rater::new(Arc::clone(&self.model), size);
            self.raters.push((size, rater));
            self.raters.len() - 1
        });
        let rater = &mut self.raters[place].1;
        match turn {
            Color::Black => rater.rate::<Black, _, _>(stones, last, before),
            Color::White => rater.rate::<White, _, _>(stones, last, before),
        }
    }

    /// The same as logits of the position's image under a symmetry, the pass behind them. They are relative to the usual
    /// strength, each counted by how likely patterns hold the move, which is the pass's.
    pub fn logits(
        &mut self,
        stones: &Stones,
        turn: Color,
        recent: [Option<Point>; 2],
        symmetry: Symmetry,
    ) -> Vec<f32> {
        let size = stones.size();
        let mut found = std::mem::take(&mut self.found);
        found.clear();
        found.extend_from_slice(self.rate(stones, turn, recent));
        let top = found.iter().copied().fold(f32::MIN, f32::max);
        let (mut whole, mut sum) = (0.0, 0.0);
        for &strength in found.iter().filter(|strength| strength.is_finite()) {
            let weight = libm::expf(strength - top);
            whole += weight;
            sum += weight * strength;
        }
        let usual = if whole > 0.0 { sum / whole } else { 0.0 };
        let mut logits = vec![0.0; size.area() + 1];
        for (point, &strength) in Point::all(size).zip(&found) {
            logits[symmetry.point(point, size).index(size)] = (strength - usual).max(WORST);
        }
        self.found = found;
        logits
    }
}
