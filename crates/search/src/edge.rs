//! The tree's knowledge of a move: the statistics that selection reads, and where the node behind
//! it has its children.
//!
//! The two are kept apart: selection walks over hundreds of edges a playout and needs nothing else.
//! All fields are atomic, so that threads share the tree without locks; with one thread every
//! number is exact and the same everywhere. Value sums are whole numbers of a small unit, since
//! those can be added without a lock and without rounding.

use std::sync::atomic::{AtomicI64, AtomicU16, AtomicU32, AtomicU64, Ordering::Relaxed};

/// The unit of value sums: this many make one win.
pub(crate) const WIN: f32 = (1 << 24) as f32;
/// The unit of first-play sums, which share a word with their count.
pub(crate) const RAVE_WIN: f32 = 256.0;
/// A node of so many playouts counts no more first plays, which have long lost their weight there:
/// their sum has 31 bits.
pub(crate) const RAVE_MOST: u32 = 1 << 22;
/// The unit of virtual playouts.
pub(crate) const VIRTUAL: f32 = 32.0;
/// The unit of score sums.
pub(crate) const POINT: f32 = 64.0;

/// The statistics of a move, in the view of the player who makes it.
#[derive(Debug, Default)]
pub(crate) struct Edge {
    sum: AtomicU64,
    /// First plays: the count in the upper half, the sum of values in the lower.
    rave: AtomicU64,
    visits: AtomicU32,
    prior: AtomicU32,
    /// Virtual playouts: their number in the upper half, the won ones in the lower.
    known: AtomicU32,
    under_way: AtomicU16,
    code: AtomicU16,
}

/// The numbers that a move starts with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Seedling {
    /// The code of the move.
    pub code: u16,
    /// Its likelihood before any playout; the moves of a node sum to one.
    pub prior: f32,
    /// The number of playouts that what is known about it counts for, at most 2,000.
    pub virtual_visits: f32,
    /// The number of them that it has won.
    pub virtual_wins: f32,
    /// First plays that are known already; they count as whole numbers.
    pub first_plays: f32,
    /// The sum of their values.
    pub first_wins: f32,
}

impl Seedling {
    /// A move that nothing is known about.
    #[must_use]
    pub const fn new(code: u16) -> Self {
        Self {
            code,
            prior: 0.0,
            virtual_visits: 0.0,
            virtual_wins: 0.0,
            first_plays: 0.0,
            first_wins: 0.0,
        }
    }

    /// Its virtual playouts in the word of an edge.
    fn known(&self) -> u32 {
        let units = |x: f32| u32::from((x * VIRTUAL + 0.5) as u16);
        (units(self.virtual_visits) << 16) | units(self.virtual_wins)
    }

    /// Its first plays in the word of an edge: whole ones, and their values to match.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "counts are small and not negative"
    )]
    fn rave(&self) -> u64 {
        let plays = (self.first_plays + 0.5) as u64;
        match plays {
            0 => 0,
            _ => {
                let mean = self.first_wins / self.first_plays;
                (plays << 32) + (plays as f32 * mean * RAVE_WIN + 0.5) as u64
            }
        }
    }
}

impl Edge {
    /// Starts the statistics anew.
    pub(crate) fn plant(&self, seedling: Seedling) {
        self.sum.store(0, Relaxed);
        self.rave.store(seedling.rave(), Relaxed);
        self.visits.store(0, Relaxed);
        self.prior.store(seedling.prior.to_bits(), Relaxed);
        self.known.store(seedling.known(), Relaxed);
        self.under_way.store(0, Relaxed);
        self.code.store(seedling.code, Relaxed);
    }

    /// Takes another prior and other virtual playouts; all that was counted stays.
    pub(crate) fn revise(&self, seedling: &Seedling) {
        self.prior.store(seedling.prior.to_bits(), Relaxed);
        self.known.store(seedling.known(), Relaxed);
    }

    /// Takes over what another edge knows.
    pub(crate) fn copy(&self, other: &Self) {
        self.sum.store(other.sum.load(Relaxed), Relaxed);
        self.rave.store(other.rave.load(Relaxed), Relaxed);
        self.visits.store(other.visits.load(Relaxed), Relaxed);
        self.prior.store(other.prior.load(Relaxed), Relaxed);
        self.known.store(other.known.load(Relaxed), Relaxed);
        self.under_way.store(0, Relaxed);
        self.code.store(other.code.load(Relaxed), Relaxed);
    }

    /// The code of the move.
    #[inline(always)]
    pub(crate) fn code(&self) -> u16 {
        self.code.load(Relaxed)
    }

    /// Its playouts.
    #[inline(always)]
    pub(crate) fn visits(&self) -> u32 {
        self.visits.load(Relaxed)
    }

    /// The sum of their values.
    #[inline(always)]
    pub(crate) fn wins(&self) -> f32 {
        self.sum.load(Relaxed).cast_signed() as f32 * (1.0 / WIN)
    }

    /// The sum of their values, in units of [`units`].
    pub(crate) fn units(&self) -> u64 {
        self.sum.load(Relaxed)
    }

    /// The mean of their values; a half without any.
    pub(crate) fn mean(&self) -> f64 {
        let sum = self.units() as f64 / f64::from(WIN);
        match self.visits() {
            0 => 0.5,
            n => sum / f64::from(n),
        }
    }

    /// The prior.
    #[inline(always)]
    pub(crate) fn prior(&self) -> f32 {
        f32::from_bits(self.prior.load(Relaxed))
    }

    /// Virtual playouts, and how many of them are won, in units of [`VIRTUAL`].
    #[inline(always)]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the lower half of the word is wanted"
    )]
    pub(crate) fn virtual_units(&self) -> (u16, u16) {
        let known = self.known.load(Relaxed);
        ((known >> 16) as u16, known as u16)
    }

    /// The number of threads below this move.
    #[inline(always)]
    pub(crate) fn under_way(&self) -> u16 {
        self.under_way.load(Relaxed)
    }

    /// First plays, and the sum of their values in units of [`RAVE_WIN`].
    #[inline(always)]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the halves of the word are wanted"
    )]
    pub(crate) fn rave_units(&self) -> (i32, i32) {
        let word = self.rave.load(Relaxed);
        ((word >> 32) as i32, word as i32)
    }

    /// First plays, and the sum of their values.
    pub(crate) fn rave(&self) -> (f32, f32) {
        let (count, sum) = self.rave_units();
        (count as f32, sum as f32 / RAVE_WIN)
    }

    /// A thread goes this way.
    #[inline]
    pub(crate) fn enter(&self) {
        self.under_way.fetch_add(1, Relaxed);
    }

    /// It has come back.
    #[inline]
    pub(crate) fn leave(&self) {
        self.under_way.fetch_sub(1, Relaxed);
    }

    /// Adds a playout, in units of [`units`].
    #[inline]
    pub(crate) fn add(&self, units: u64) {
        self.sum.fetch_add(units, Relaxed);
        self.visits.fetch_add(1, Relaxed);
    }

    /// The same where no other thread writes, which is cheaper.
    #[inline]
    pub(crate) fn add_alone(&self, units: u64) {
        self.sum.store(self.sum.load(Relaxed) + units, Relaxed);
        self.visits.store(self.visits() + 1, Relaxed);
    }

    /// Adds a first play, in units of [`rave_units`], if it is one. There is no branch, since no
    /// predictor would know. Two threads that do so at once may lose one: a lock here would cost
    /// more than the loss.
    #[inline(always)]
    pub(crate) fn add_rave(&self, is_first: bool, units: u64) {
        let word = self.rave.load(Relaxed);
        let mask = u64::from(is_first).wrapping_neg();
        self.rave
            .store(word + (mask & ((1 << 32) + units)), Relaxed);
    }
}

/// A value from 0 to 1 in the units of [`Edge::add`].
#[inline]
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "values lie between 0 and 1"
)]
pub(crate) fn units(value: f32) -> u64 {
    (value * WIN) as u64
}

/// A value from 0 to 1 in the units of [`Edge::add_rave`].
#[inline]
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "values lie between 0 and 1"
)]
pub(crate) fn rave_units(value: f32) -> u64 {
    (value * RAVE_WIN) as u64
}

/// The node behind a move: its children, and the scores.
#[derive(Debug, Default)]
pub(crate) struct Link {
    /// State, number of children, index of the first.
    children: AtomicU64,
    /// The sum of scores in Black's view.
    score: AtomicI64,
}

/// The children of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Children {
    /// It is a leaf.
    None,
    /// A thread is at work on them.
    Expanding,
    /// The children, in one block.
    Are {
        /// The first.
        first: u32,
        /// The number of children.
        count: u16,
    },
}

const EXPANDING: u64 = 1 << 62;
const EXPANDED: u64 = 1 << 63;

impl Link {
    /// Forgets what was here: a leaf without playouts.
    pub(crate) fn clear(&self) {
        self.children.store(0, Relaxed);
        self.score.store(0, Relaxed);
    }

    /// Takes over the scores of another.
    pub(crate) fn copy_score(&self, other: &Self) {
        self.score.store(other.score.load(Relaxed), Relaxed);
    }

    /// The children.
    #[inline(always)]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the parts of the word are wanted"
    )]
    pub(crate) fn children(&self) -> Children {
        // Pairs with the release in `grow`: who sees the children sees what they start with.
        let word = self.children.load(std::sync::atomic::Ordering::Acquire);
        if word & EXPANDED != 0 {
            Children::Are {
                first: word as u32,
                count: (word >> 32) as u16,
            }
        } else if word & EXPANDING != 0 {
            Children::Expanding
        } else {
            Children::None
        }
    }

    /// Claims the expansion; whether this thread has it.
    pub(crate) fn claim(&self) -> bool {
        let claimed = self
            .children
            .compare_exchange(0, EXPANDING, Relaxed, Relaxed);
        claimed.is_ok()
    }

    /// Gives a claim back.
    pub(crate) fn give_up(&self) {
        self.children.store(0, Relaxed);
    }

    /// Shows the children to all.
    pub(crate) fn grow(&self, first: u32, count: u16) {
        let word = EXPANDED | u64::from(count) << 32 | u64::from(first);
        self.children
            .store(word, std::sync::atomic::Ordering::Release);
    }

    /// Adds a score.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "scores are small")]
    pub(crate) fn add_score(&self, score: f32) {
        self.score.fetch_add((score * POINT) as i64, Relaxed);
    }

    /// The same where no other thread writes.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "scores are small")]
    pub(crate) fn add_score_alone(&self, score: f32) {
        let sum = self.score.load(Relaxed) + (score * POINT) as i64;
        self.score.store(sum, Relaxed);
    }

    /// The sum of scores.
    pub(crate) fn score(&self) -> f64 {
        self.score.load(Relaxed) as f64 / f64::from(POINT)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edge_and_a_link_are_small() {
        assert_eq!(size_of::<Edge>(), 32);
        assert_eq!(size_of::<Link>(), 16);
    }

    #[test]
    fn playouts_and_first_plays_add_up() {
        let edge = Edge::default();
        edge.plant(Seedling {
            code: 7,
            prior: 0.25,
            virtual_visits: 10.0,
            virtual_wins: 2.5,
            first_plays: 2.0,
            first_wins: 0.5,
        });
        for value in [1.0, 0.0, 0.5, 1.0] {
            edge.add(units(value));
            edge.add_rave(true, rave_units(value));
            edge.add_rave(false, rave_units(value));
        }
        edge.add_alone(units(1.0));
        assert_eq!((edge.visits(), edge.wins()), (5, 3.5));
        assert_eq!(edge.rave(), (6.0, 3.0));
        assert_eq!(edge.virtual_units(), (320, 80));
        assert_eq!((edge.code(), edge.prior()), (7, 0.25));
        let other = Edge::default();
        other.copy(&edge);
        assert_eq!((other.visits(), other.mean()), (5, 0.7));
    }

    #[test]
    fn the_most_first_plays_fit() {
        let edge = Edge::default();
        let most = u64::from(RAVE_MOST);
        edge.rave.store((most << 32) | (most * 256), Relaxed);
        assert_eq!(edge.rave(), (most as f32, most as f32));
    }

    #[test]
    fn children_are_claimed_once() {
        let link = Link::default();
        assert_eq!(link.children(), Children::None);
        assert!(link.claim());
        assert!(!link.claim());
        assert_eq!(link.children(), Children::Expanding);
        link.grow(1234, 361);
        assert_eq!(
            link.children(),
            Children::Are {
                first: 1234,
                count: 361
            }
        );
    }
}
