//! The network: features → 256 sums for each side → 32 → 32 → the value, in whole numbers.
//!
//! 1 is 127 in the outputs of layers and 64 in their weights; the last sums and the weights of the value are finer. A value is
//! in hundredths of a pawn for the side to move: [`SCALE`] of them are a chance of winning of 1 / (1 + 1/e).
//!
//! A file has all numbers in order, little-endian, sealed as in `seal`.

use super::features;
use super::isa::Isa;
use super::kernel;
use super::seal::{NetworkError, Seal, take};

/// Sums of the first layer for each side.
pub const WIDTH: usize = 256;
/// Outputs of the layers that follow.
pub const HIDDEN: usize = 32;
/// Weights of four inputs to all outputs.
pub(crate) const CHUNK: usize = 4 * HIDDEN;
/// Hundredths of a pawn that go with odds of e to 1.
pub const SCALE: i32 = 600;
/// 1 in the outputs of a layer.
pub(crate) const ONE: i32 = 127;
/// 1 in the weights of a layer, as a shift.
pub(crate) const SHIFT: i32 = 6;

/// 1 in the weights of the value.
pub(crate) const FINE: i32 = 1024;

/// The weights of a feature, or sums of them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Row(pub [i16; WIDTH]);

/// Weights of four inputs: those of the first output, of the second, and so on.
#[derive(Clone, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Chunk(pub [i8; CHUNK]);

/// A layer of 32 outputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layer {
    /// The weights, four inputs at a time.
    pub weights: Vec<Chunk>,
    /// What is added.
    pub bias: [i32; HIDDEN],
}

/// See the module's head.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network {
    /// The weights of each feature.
    pub rows: Vec<Row>,
    /// What the sums begin with.
    pub bias: Row,
    /// The first layer after the sums.
    pub first: Layer,
    /// The second.
    pub second: Layer,
    /// The weights of the value.
    pub output: [i16; HIDDEN],
    /// What is added to it.
    pub output_bias: i32,
}

/// A file.
const SEAL: Seal = Seal {
    what: "network",
    head: "tengen shogi network 1: 2344-256-32-32\n",
    bytes: 2 * WIDTH * (features::COUNT + 1)
        + (2 * WIDTH + HIDDEN) * HIDDEN
        + 2 * 4 * HIDDEN
        + 2 * HIDDEN
        + 4,
};

impl Network {
    /// The network of a file's bytes.
    ///
    /// # Errors
    /// If they are none.
    pub fn read(bytes: &[u8]) -> Result<Self, NetworkError> {
        let mut rest = SEAL.open(bytes)?;
        let rows = (0..features::COUNT).map(|_| row(&mut rest)).collect();
        Ok(Self {
            rows,
            bias: row(&mut rest),
            first: layer(&mut rest, 2 * WIDTH),
            second: layer(&mut rest, HIDDEN),
            output: std::array::from_fn(|_| i16::from_le_bytes(take(&mut rest))),
            output_bias: i32::from_le_bytes(take(&mut rest)),
        })
    }

    /// The bytes of a file.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(SEAL.bytes);
        for row in self.rows.iter().chain([&self.bias]) {
            bytes.extend(row.0.iter().flat_map(|x| x.to_le_bytes()));
        }
        for layer in [&self.first, &self.second] {
            bytes.extend(
                layer
                    .weights
                    .iter()
                    .flat_map(|chunk| chunk.0.map(|w| w as u8)),
            );
            bytes.extend(layer.bias.iter().flat_map(|x| x.to_le_bytes()));
        }
        bytes.extend(self.output.iter().flat_map(|w| w.to_le_bytes()));
        bytes.extend(self.output_bias.to_le_bytes());
        SEAL.close(&bytes)
    }

    /// The value of the side to move by the sums of both sides, the mover's first.
    #[inline]
    #[must_use]
    pub fn value(&self, isa: Isa, sums: [&Row; 2]) -> i32 {
        let mut input = Input([[0; WIDTH]; 2]);
        for (sums, to) in sums.into_iter().zip(&mut input.0) {
            kernel::clip(isa, sums, to);
        }
        let first = squeezed(kernel::affine(
            isa,
            &self.first,
            input.0.as_flattened().as_chunks().0,
        ));
        let second = kernel::affine(isa, &self.second, first.as_chunks().0);
        let whole = ONE << SHIFT;
        let products = second
            .iter()
            .zip(&self.output)
            .map(|(&sum, &w)| i64::from(sum.clamp(0, whole)) * i64::from(w));
        let sum = i64::from(self.output_bias) * i64::from(FINE) + products.sum::<i64>();
        (sum * i64::from(SCALE) / i64::from(whole * FINE)) as i32
    }
}

/// The inputs of the first layer.
#[repr(align(64))]
struct Input([[u8; WIDTH]; 2]);

/// The sums of a layer as inputs of the next one.
#[inline]
fn squeezed(sums: [i32; HIDDEN]) -> [u8; HIDDEN] {
    sums.map(|sum| (sum >> SHIFT).clamp(0, ONE) as u8)
}

fn row(rest: &mut &[u8]) -> Row {
    Row(std::array::from_fn(|_| i16::from_le_bytes(take(rest))))
}

fn layer(rest: &mut &[u8], inputs: usize) -> Layer {
    let chunk = |rest: &mut &[u8]| Chunk(take::<CHUNK>(rest).map(|w| w as i8));
    Layer {
        weights: (0..inputs / 4).map(|_| chunk(rest)).collect(),
        bias: std::array::from_fn(|_| i32::from_le_bytes(take(rest))),
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use tengen_game::Rng;

    use super::*;

    /// A network whose weights are drawn from all that the file can hold, as far as sums do not overflow.
    pub(crate) fn drawn(seed: u64) -> Network {
        let mut rng = Rng::new(seed);
        let mut row = |most: u32| {
            Row(std::array::from_fn(|_| {
                rng.below(2 * most + 1) as i16 - most as i16
            }))
        };
        let rows = (0..features::COUNT).map(|_| row(30)).collect();
        let bias = row(100);
        let mut layer = |inputs: usize| Layer {
            weights: (0..inputs / 4)
                .map(|_| Chunk(std::array::from_fn(|_| rng.bits() as i8)))
                .collect(),
            bias: std::array::from_fn(|_| rng.below(16_000) as i32 - 8000),
        };
        let (first, second) = (layer(2 * WIDTH), layer(HIDDEN));
        Network {
            rows,
            bias,
            first,
            second,
            output: std::array::from_fn(|_| rng.bits() as i16),
            output_bias: -1234,
        }
    }

    #[test]
    fn a_file_is_read_as_it_was_written() {
        let network = drawn(1);
        assert_eq!(Network::read(&network.write()).unwrap(), network);
    }

    #[test]
    fn files_that_are_no_network_are_refused_with_a_sentence() {
        let bytes = drawn(2).write();
        let refused = |bytes: &[u8]| Network::read(bytes).unwrap_err().to_string();
        for length in [0, 5, SEAL.head.len() - 1] {
            assert_eq!(
                refused(&bytes[..length]),
                "it is no network for Shogi of this program"
            );
        }
        let all = bytes.len();
        for length in [SEAL.head.len(), all / 2, all - 1] {
            let sentence = format!("it has {length} bytes instead of {all}");
            assert_eq!(refused(&bytes[..length]), sentence);
        }
        let mut longer = bytes.clone();
        longer.push(0);
        assert!(refused(&longer).contains("bytes instead of"));
        for at in [SEAL.head.len(), all / 3, all - 33, all - 1] {
            let mut damaged = bytes.clone();
            damaged[at] ^= 4;
            assert!(refused(&damaged).starts_with("it is damaged"), "{at}");
        }
    }
}
