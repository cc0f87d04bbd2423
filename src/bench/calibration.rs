//! The speed of the machine, by a loop that has nothing to do with Go.
//!
//! The loop draws numbers by xorshift and counts in a table of 16 KB: arithmetic that waits for
//! itself and a first-level cache, as in a playout. Rates of two machines are compared by what the
//! loop takes on each.

use std::hint::black_box;

use super::clock::time;

/// The seconds that a thousand million rounds take on the reference machine.
pub(super) const REFERENCE_SECONDS: f64 = 2.08;

const FULL_ROUNDS: f64 = 1e9;
const ROUNDS: u32 = 25_000_000;

/// The least of several short runs, scaled to a thousand million rounds.
pub(super) fn seconds() -> f64 {
    let runs = (0..4).map(|_| time(|| black_box(count(ROUNDS))).0);
    runs.fold(f64::MAX, f64::min) * FULL_ROUNDS / f64::from(ROUNDS)
}

fn count(rounds: u32) -> u64 {
    let mut x = black_box(88_172_645_463_325_252_u64);
    let mut sum = 0_u64;
    let mut table = [0_u32; 4096];
    for _ in 0..rounds {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        let place = &mut table[(x & 4095) as usize];
        sum = sum.wrapping_add(u64::from(*place));
        *place = place.wrapping_add(1);
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_loop_counts() {
        // Of n rounds, each hits a place that k rounds before it hit: few at first, more later.
        assert_eq!(count(1), 0);
        assert!(count(100_000) > 4096);
    }
}
