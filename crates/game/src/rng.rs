//! The one source of chance.

/// The wyrand generator: one 64×64→128 multiplication a draw, the same numbers on every machine.
///
/// A playout draws a number for every candidate, so the generator is part of the hot loop. The next
/// word is computed a draw ahead: when a branch was mispredicted, the number that the loop goes on
/// with is already there (7 % of a light playout). Seeds are passed in, never taken from a clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng {
    state: u64,
    /// The result of the next draw.
    word: u64,
}

impl Rng {
    /// A generator whose whole sequence follows from `seed`.
    ///
    /// Neighbouring seeds give unrelated sequences: the seed is mixed before use.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        let mut z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        let mut rng = Self {
            state: z ^ (z >> 31),
            word: 0,
        };
        rng.bits();
        rng
    }

    /// The next 64 random bits.
    #[inline(always)]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "both halves of the product are wanted"
    )]
    pub const fn bits(&mut self) -> u64 {
        let word = self.word;
        self.state = self.state.wrapping_add(0xa076_1d64_78bd_642f);
        let other = self.state ^ 0xe703_7ed1_a0b4_28db;
        let product = (self.state as u128).wrapping_mul(other as u128);
        self.word = (product >> 64) as u64 ^ product as u64;
        word
    }

    /// A number in `0..n`, by multiplication without rejection: no value is favoured by more than
    /// n / 2³². `below(0)` is 0.
    #[inline(always)]
    pub const fn below(&mut self, n: u32) -> u32 {
        (((self.bits() >> 32) * n as u64) >> 32) as u32
    }

    /// A number in `0.0..1.0`.
    #[inline(always)]
    pub const fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sequence_is_fixed() {
        let mut rng = Rng::new(1);
        let first: Vec<u64> = (0..3).map(|_| rng.bits()).collect();
        assert_eq!(first, FIRST_OF_SEED_1);
    }

    const FIRST_OF_SEED_1: [u64; 3] = [
        10_988_358_893_986_739_035,
        9_408_502_731_514_849_100,
        979_865_741_328_357_502,
    ];

    #[test]
    fn below_reaches_every_value_about_equally() {
        let mut rng = Rng::new(7);
        let mut seen = [0u32; 10];
        for _ in 0..100_000 {
            seen[rng.below(10) as usize] += 1;
        }
        assert!(
            seen.iter().all(|&n| (9_500..10_500).contains(&n)),
            "{seen:?}"
        );
    }

    #[test]
    fn unit_stays_below_one() {
        let mut rng = Rng::new(3);
        assert!(
            (0..10_000)
                .map(|_| rng.unit())
                .all(|x| (0.0..1.0).contains(&x))
        );
    }
}
