//! A number that stands for a whole configuration.

use crate::params::{Params, list};
use crate::value::Value;

/// The 64-bit FNV-1a hash of all names and values.
///
/// The same on every machine and in whatever order the parameters are declared. Real numbers
/// enter by their bits as `f64`, not by their text, so that no change of formatting changes the
/// fingerprint. Values that equal their defaults count too: a changed default is a changed
/// configuration.
#[must_use]
pub fn fingerprint(params: &dyn Params) -> u64 {
    let mut entries = list(params);
    entries.sort_by_key(|entry| entry.spec.name);
    let mut hash = Fnv::new();
    for entry in &entries {
        hash.text(entry.spec.name);
        match &entry.value {
            Value::Single(x) => hash.number(b'r', f64::from(*x).to_bits()),
            Value::Double(x) => hash.number(b'r', x.to_bits()),
            Value::Count(n) => hash.number(b'n', *n),
            Value::Switch(on) => hash.number(b's', u64::from(*on)),
            Value::Choice(name) => {
                hash.bytes(b"c");
                hash.text(name);
            }
            Value::Text(text) => {
                hash.bytes(b"t");
                hash.text(text);
            }
        }
    }
    hash.0
}

/// Fowler, Noll and Vo's hash 1a.
struct Fnv(u64);

impl Fnv {
    const fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    fn bytes(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    /// A text and an end mark that occurs in no text.
    fn text(&mut self, text: &str) {
        self.bytes(text.as_bytes());
        self.bytes(&[0xff]);
    }

    fn number(&mut self, kind: u8, bits: u64) {
        self.bytes(&[kind]);
        self.bytes(&bits.to_le_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_values_of_fnv() {
        for (text, hash) in [
            ("", 0xcbf2_9ce4_8422_2325_u64),
            ("a", 0xaf63_dc4c_8601_ec8c),
        ] {
            let mut fnv = Fnv::new();
            fnv.bytes(text.as_bytes());
            assert_eq!(fnv.0, hash, "{text}");
        }
    }
}
