//! Moves that are worse than the best one by their chance to win.

use tengen_go::Move;

use crate::{Analysis, Candidate};

/// The half-width of an interval, in standard deviations.
const DEVIATIONS: f64 = 3.0;

/// The moves whose win rate lies more than `risk` below that of the best move, by what the search can
/// tell. Moves that it has hardly looked at are not among them.
pub(super) fn worse(analysis: &Analysis, risk: f64) -> Vec<Move> {
    let of = |c: &Candidate| interval(c.visits, c.winrate);
    let best = analysis.candidates.iter().map(|c| of(c).0);
    let Some(best) = best.max_by(f64::total_cmp) else {
        return Vec::new();
    };
    let worse = analysis.candidates.iter().filter(|c| of(c).1 < best - risk);
    worse.map(|c| c.mv).collect()
}

/// Wilson's interval of a win rate.
fn interval(visits: u64, rate: f64) -> (f64, f64) {
    let n = visits.max(1) as f64;
    let square = DEVIATIONS * DEVIATIONS;
    let middle = (rate + square / (2.0 * n)) / (1.0 + square / n);
    let spread = rate * (1.0 - rate) / n + square / (4.0 * n * n);
    let half = DEVIATIONS / (1.0 + square / n) * spread.sqrt();
    (middle - half, middle + half)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_playouts_tell_nothing_and_many_a_lot() {
        let overlap = |(one, a): (u64, f64), (other, b): (u64, f64)| {
            interval(one, a).0 <= interval(other, b).1
        };
        assert!(overlap((1000, 0.95), (5, 0.6)));
        assert!(!overlap((1000, 0.95), (50, 0.6)));
        assert!(overlap((1000, 0.99), (1000, 0.985)));
        assert!(!overlap((100_000, 0.99), (100_000, 0.985)));
        let (low, high) = interval(100, 1.0);
        assert!(
            low > 0.91 && low < 0.92 && high >= 1.0 - 1e-9,
            "{low} {high}"
        );
    }
}
