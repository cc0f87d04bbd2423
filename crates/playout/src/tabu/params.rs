//! Settings of the lists: what they hold, how long they are, when they change.

use tengen_go::Size;
use tengen_params::{choice, params};

choice! {
    /// What a list holds.
    pub enum TabuEntries {
        /// Moves, wherever they lead.
        Moves = "moves",
        /// The positions that moves led to, by their hash.
        Positions = "positions",
    }
}

choice! {
    /// When what a playout did enters the lists.
    pub enum TabuUpdate {
        /// At once, move by move.
        Sequential = "sequential",
        /// When it is over, and only if the side that moved first has lost.
        Lost = "lost",
    }
}

choice! {
    /// How lists get shorter in the course of a game.
    pub enum TabuSchedule {
        /// L up to move ⌊N²/4⌋, two thirds of it up to ⌊2N²/3⌋, then one third.
        Paper = "paper",
        /// L, always.
        Constant = "constant",
        /// L·(1 − k/N²), but not less than one third of L.
        Linear = "linear",
    }
}

choice! {
    /// Which move of the game the length of a list goes by.
    pub enum TabuClock {
        /// The one that led to its leaf: moves played and plies below the root.
        Leaf = "leaf",
        /// The one that is searched for: moves played and one.
        Root = "root",
    }
}

choice! {
    /// How another move is drawn when one is refused.
    pub enum TabuRedraw {
        /// Among all moves: the same one may come up again, until nothing is left in the list.
        Paper = "paper",
        /// Without the moves that were refused, unless no other is left.
        Exclude = "exclude",
    }
}

choice! {
    /// What becomes of the lists of a leaf that gets children.
    pub enum TabuExpansion {
        /// They are dropped.
        Drop = "drop",
        /// Each child begins with them, less the first: its first move is its parent's second.
        Inherit = "inherit",
    }
}

params! {
    /// Tabu lists in the leaves.
    pub struct TabuParams as tabu {
        /// L: how many entries a list has at the beginning of a game; 0 keeps no lists.
        size: u32 = 0, 0..=500;
        /// M: how many first moves of a playout have a list.
        depth: u32 = 5, 1..=32;
        /// What a list holds.
        entries: TabuEntries = TabuEntries::Positions;
        /// When what a playout did enters the lists.
        update: TabuUpdate = TabuUpdate::Sequential;
        /// How lists get shorter in the course of a game.
        schedule: TabuSchedule = TabuSchedule::Paper;
        /// Which move of the game the length of a list goes by.
        clock: TabuClock = TabuClock::Leaf;
        /// How another move is drawn when one is refused.
        redraw: TabuRedraw = TabuRedraw::Paper;
        /// What becomes of the lists of a leaf that gets children.
        expansion: TabuExpansion = TabuExpansion::Drop;
        /// The most memory that lists may take in a search, in MiB; leaves that find none left go
        /// without. To it come 8 bytes for each node of the tree.
        memory: u32 = 256, 1..=1_000_000, Log;
    }
}

impl TabuParams {
    /// L_k: how long the lists of a leaf are that is made at move `k` of a game on this board.
    #[must_use]
    pub fn length(&self, size: Size, k: usize) -> usize {
        let (full, area) = (self.size as usize, size.area());
        match self.schedule {
            TabuSchedule::Constant => full,
            TabuSchedule::Paper if k <= area / 4 => full,
            TabuSchedule::Paper if k <= 2 * area / 3 => 2 * full / 3,
            TabuSchedule::Paper => full / 3,
            TabuSchedule::Linear => (full * area.saturating_sub(k) / area).max(full / 3),
        }
    }
}

/// The bound T(N, L, M) on how many moves are refused in a playout, for lists of moves and moves
/// drawn evenly, as the paper has it from the one before:
/// (M·L/n)·(ln n + γ + L·π²/6) with n = N² − L − M. None where n is not positive.
#[must_use]
pub fn bound(side: u32, length: u32, depth: u32) -> Option<f64> {
    /// The Euler–Mascheroni constant.
    const GAMMA: f64 = 0.577_215_664_901_532_9;
    let n = (side * side)
        .checked_sub(length + depth)
        .filter(|&n| n > 0)?;
    let (n, l, m) = (f64::from(n), f64::from(length), f64::from(depth));
    let zeta = std::f64::consts::PI.powi(2) / 6.0;
    Some(m * l / n * (n.ln() + GAMMA + l * zeta))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lengths(params: &TabuParams, side: usize, moves: &[usize]) -> Vec<usize> {
        let size = Size::new(side).unwrap();
        moves.iter().map(|&k| params.length(size, k)).collect()
    }

    #[test]
    fn the_papers_schedule_steps_down_at_a_quarter_and_at_two_thirds() {
        let params = TabuParams {
            size: 18,
            ..TabuParams::default()
        };
        let steps = |side, moves: &[usize]| lengths(&params, side, moves);
        assert_eq!(
            steps(19, &[0, 1, 90, 91, 240, 241, 900]),
            [18, 18, 18, 12, 12, 6, 6]
        );
        assert_eq!(steps(13, &[42, 43, 112, 113]), [18, 12, 12, 6]);
        assert_eq!(steps(9, &[20, 21, 54, 55]), [18, 12, 12, 6]);
    }

    #[test]
    fn no_schedule_ever_lengthens_a_list() {
        for schedule in [
            TabuSchedule::Paper,
            TabuSchedule::Constant,
            TabuSchedule::Linear,
        ] {
            for size in [0, 1, 2, 5, 18, 500] {
                let params = TabuParams {
                    size,
                    schedule,
                    ..TabuParams::default()
                };
                for side in [2, 9, 13, 19, 25] {
                    let all: Vec<usize> = (0..2000).collect();
                    let lengths = lengths(&params, side, &all);
                    assert!(lengths.is_sorted_by(|a, b| a >= b), "{schedule:?} {size}");
                    assert_eq!(lengths[0], size as usize);
                    assert!(lengths[1999] >= size as usize / 3);
                }
            }
        }
    }

    #[test]
    fn the_bound_is_the_papers() {
        assert!((bound(19, 12, 5).unwrap() - 4.562).abs() < 5e-4);
        assert_eq!(bound(19, 0, 5), Some(0.0));
        assert_eq!(bound(3, 6, 5), None);
    }
}
