//! Which position comes when: functions of a seed and a number.

use tengen_game::Rng;
use tengen_go::Symmetry;

/// Random numbers that follow from a seed and a number; neither may be known from the other's neighbours.
#[must_use]
pub const fn stream(seed: u64, number: u64) -> Rng {
    let mut mixed = Rng::new(seed);
    Rng::new(mixed.bits() ^ number.wrapping_mul(0xd6e8_feb8_6659_fd93))
}

/// The order in which things are drawn so that each comes once before any comes again.
///
/// A Feistel network of four rounds permutes the numbers below a power of four; those that are too large are sent
/// through it again until they are not (M. Luby and C. Rackoff 1988; J. Black and P. Rogaway 2002).
#[derive(Clone, Copy, Debug)]
pub struct Order {
    length: u64,
    half: u32,
    keys: [u64; 4],
}

impl Order {
    /// The order of so many things.
    #[must_use]
    pub fn new(length: u64, seed: u64) -> Self {
        let bits = u64::BITS - length.saturating_sub(1).leading_zeros();
        let mut rng = Rng::new(seed);
        Self {
            length,
            half: bits.div_ceil(2).max(1),
            keys: std::array::from_fn(|_| rng.bits()),
        }
    }

    /// The thing in this place; `None` beyond the last.
    #[must_use]
    pub fn get(&self, place: u64) -> Option<u64> {
        if place >= self.length {
            return None;
        }
        let mask = (1 << self.half) - 1;
        let mut number = place;
        loop {
            let (mut left, mut right) = (number >> self.half, number & mask);
            for key in self.keys {
                let mixed = (right ^ key).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                let round = (mixed ^ (mixed >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
                (left, right) = (right, left ^ (round >> 37) & mask);
            }
            number = left << self.half | right;
            if number < self.length {
                return Some(number);
            }
        }
    }
}

/// The i-th draw of things again and again: each comes once in every round, in another order each time.
#[must_use]
pub fn draw(length: u64, seed: u64, i: u64) -> Option<u64> {
    let round = i.checked_div(length)?;
    let seed = stream(seed, round).bits();
    Order::new(length, seed).get(i % length)
}

/// The n-th position to judge among so many games: its game, and how far into it as a part of its moves.
///
/// All games have one before any has two, and those of a game lie apart from each other: they are steps of the golden
/// ratio round it, from a start that is the game's own.
#[must_use]
pub fn nth_position(games: u64, seed: u64, n: u64) -> Option<(u64, f64)> {
    const GOLDEN: f64 = 0.618_033_988_749_894_9;
    let round = n.checked_div(games)?;
    let game = n % games;
    let start = stream(seed, game).unit();
    Some((game, (start + round as f64 * GOLDEN).fract()))
}

/// The symmetry that goes with a number.
#[must_use]
pub fn symmetry(seed: u64, number: u64) -> Symmetry {
    let drawn = stream(seed ^ 0x5eed, number).below(8);
    Symmetry::ALL[drawn as usize]
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn an_order_has_everything_once() {
        for length in [1, 2, 3, 5, 64, 65, 1000] {
            let order = Order::new(length, 7);
            let all: HashSet<u64> = (0..length).filter_map(|i| order.get(i)).collect();
            assert_eq!(all.len() as u64, length);
            assert!(all.iter().all(|&n| n < length));
            assert_eq!(order.get(length), None);
        }
        assert_eq!(Order::new(0, 7).get(0), None);
    }

    #[test]
    fn draws_differ_by_seed_and_round_and_nothing_else() {
        let drawn = |seed, from: u64| -> Vec<u64> {
            (from..from + 50)
                .filter_map(|i| draw(50, seed, i))
                .collect()
        };
        assert_eq!(drawn(1, 0), drawn(1, 0));
        assert_ne!(drawn(1, 0), drawn(2, 0));
        assert_ne!(drawn(1, 0), drawn(1, 50));
        assert_eq!(draw(0, 1, 5), None);
    }

    #[test]
    fn positions_of_a_game_lie_apart() {
        let parts: Vec<f64> = (0..8)
            .map(|round| nth_position(10, 3, 10 * round + 4).unwrap())
            .map(|(game, part)| {
                assert_eq!(game, 4);
                part
            })
            .collect();
        for (i, a) in parts.iter().enumerate() {
            for b in &parts[..i] {
                assert!((a - b).abs() > 0.05, "{parts:?}");
            }
        }
    }
}
