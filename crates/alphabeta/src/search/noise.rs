//! Noise on evaluations, for searches that are repeated to learn how sure their values are.

/// Something that is added to evaluations. It depends on the position and on what the noise itself carries, and on
/// nothing else, so that a position has the same noise wherever it turns up in a search.
pub trait Noise: Clone + Send {
    /// Whether there is any: without it nothing is computed.
    const ON: bool;

    /// What is added to the evaluation of the position of these keys.
    fn at(&self, keys: [u64; 2]) -> i32;

    /// What the keys of the table are mixed with, so that searches with different noise do not believe each other.
    fn salt(&self) -> u64;
}

/// No noise.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silence;

impl Noise for Silence {
    const ON: bool = false;

    fn at(&self, _keys: [u64; 2]) -> i32 {
        0
    }

    fn salt(&self) -> u64 {
        0
    }
}

/// Noise that is about normal: the sum of eight uniform numbers, which a hash of the position and of the number of the
/// simulation gives.
#[derive(Clone, Copy, Debug)]
pub struct Normal {
    /// The standard deviation, in hundredths of a pawn.
    pub deviation: f32,
    /// The number of the simulation; the first, 0, has no noise.
    pub simulation: u64,
}

/// A well-mixed number (the finaliser of SplitMix64: Steele, Lea and Flood, 2014).
const fn mixed(mut x: u64) -> u64 {
    x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}

impl Noise for Normal {
    const ON: bool = true;

    #[inline]
    fn at(&self, keys: [u64; 2]) -> i32 {
        if self.simulation == 0 {
            return 0;
        }
        let a = mixed(keys[0].wrapping_add(self.simulation.wrapping_mul(0x9e37_79b9_7f4a_7c15)));
        let b = mixed(a ^ keys[1]);
        let sixteenths = |x: u64| (0..4).map(|n| (x >> (16 * n)) as u16 as i64).sum::<i64>();
        let sum = sixteenths(a) + sixteenths(b) - 4 * 65_535;
        // Eight uniform numbers of 16 bits have a standard deviation of 65,536·√(8/12).
        (sum as f32 / 53_510.0 * self.deviation) as i32
    }

    fn salt(&self) -> u64 {
        match self.simulation {
            0 => 0,
            n => mixed(n),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noise_is_normal_enough_and_pure() {
        let noise = |simulation| Normal {
            deviation: 200.0,
            simulation,
        };
        let drawn: Vec<f64> = (0..20_000)
            .map(|n| f64::from(noise(3).at([mixed(n), mixed(!n)])))
            .collect();
        let mean = drawn.iter().sum::<f64>() / 20_000.0;
        let square = drawn.iter().map(|x| x * x).sum::<f64>() / 20_000.0;
        assert!(mean.abs() < 5.0, "{mean}");
        assert!((square.sqrt() - 200.0).abs() < 4.0, "{square}");
        let within = drawn.iter().filter(|x| x.abs() < 200.0).count();
        assert!((13_200..14_200).contains(&within), "{within}");
        assert_eq!(noise(3).at([1, 2]), noise(3).at([1, 2]));
        assert_ne!(noise(3).at([1, 2]), noise(4).at([1, 2]));
        assert_eq!(noise(0).at([1, 2]), 0);
        assert_eq!(noise(0).salt(), 0);
    }
}
