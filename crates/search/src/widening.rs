//! Progressive widening: a node opens its moves one after another, in the order of the prior.
//!
//! R. Coulom, "Computing Elo ratings of move patterns in the game of Go", ICGA Journal 30(4), 2007:
//! the first move is open at once, and each further one takes a growing number of playouts, 40 for
//! the next and 1.4 times more each time.

use crate::params::WideningParams;
use crate::worker::MOST_VISITS;

/// After how many playouts each move is open.
#[derive(Clone, Debug)]
pub(crate) struct Widening {
    /// The number of moves that are open at once; all of them if nothing waits.
    first: usize,
    /// The playouts that open the next ones.
    thresholds: Vec<u32>,
}

impl Widening {
    pub(crate) fn new(params: &WideningParams) -> Self {
        let mut thresholds = Vec::new();
        let (mut sum, mut step) = (0.0, f64::from(params.playouts));
        while params.on && sum < f64::from(u32::MAX) && thresholds.len() < 1024 {
            sum += step;
            step *= f64::from(params.growth);
            thresholds.push(sum.round().min(f64::from(u32::MAX)) as u32);
        }
        let first = if params.on {
            params.first as usize
        } else {
            usize::MAX
        };
        Self { first, thresholds }
    }

    /// The number of `moves` that a node of so many playouts has open.
    #[inline]
    pub(crate) fn open(&self, moves: usize, visits: u32) -> usize {
        if self.first >= moves {
            return moves;
        }
        let opened = self.thresholds.partition_point(|&t| t <= visits);
        (self.first + opened).min(moves)
    }
}

impl Widening {
    /// The number of `moves` that have to be in the order of the prior: those that can ever wait
    /// for each other, so none if nothing waits.
    pub(crate) fn sorted(&self, moves: usize) -> usize {
        if self.first >= moves {
            return 0;
        }
        self.open(moves, MOST_VISITS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_open_at_the_papers_playouts() {
        let params = WideningParams {
            on: true,
            ..WideningParams::default()
        };
        let widening = Widening::new(&params);
        // 40, 40 + 56, 40 + 56 + 78.4.
        for (visits, open) in [
            (0, 1),
            (39, 1),
            (40, 2),
            (95, 2),
            (96, 3),
            (173, 3),
            (174, 4),
        ] {
            assert_eq!(widening.open(361, visits), open, "{visits}");
        }
        assert_eq!(widening.open(2, 1_000_000), 2);
    }

    #[test]
    fn only_what_can_open_one_by_one_is_sorted() {
        let mut params = WideningParams {
            on: true,
            ..WideningParams::default()
        };
        // 100·(1.4^k − 1) reaches 2^30 at k = 49.
        assert_eq!(Widening::new(&params).sorted(361), 49);
        assert_eq!(Widening::new(&params).sorted(20), 20);
        params.growth = 1.0;
        assert_eq!(Widening::new(&params).sorted(361), 361);
        params.first = 400;
        assert_eq!(Widening::new(&params).sorted(361), 0);
    }

    #[test]
    fn all_is_open_if_it_is_off() {
        let widening = Widening::new(&WideningParams::default());
        assert_eq!(widening.open(361, 0), 361);
        assert_eq!(widening.sorted(361), 0);
    }
}
