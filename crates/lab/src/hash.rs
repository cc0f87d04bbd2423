//! The hashes that identify experiments and manifests, and the seeds that follow from them.

use sha2::{Digest, Sha256};

/// SHA-256 in hexadecimal digits.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    Sha256::digest(bytes)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

/// A seed for a purpose within an experiment: the first eight bytes of the SHA-256 of the
/// experiment's hash, a line feed, and the purpose.
#[must_use]
pub fn seed(experiment: &str, purpose: &str) -> u64 {
    let digest = Sha256::new()
        .chain_update(experiment)
        .chain_update("\n")
        .chain_update(purpose)
        .finalize();
    digest
        .iter()
        .take(8)
        .fold(0, |seed, &byte| seed << 8 | u64::from(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_sha_256_and_seeds_their_beginning() {
        // The example of FIPS 180-2.
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(hex(b"abc"), abc);
        let whole = hex(b"e\nrave-uct/1");
        assert_eq!(format!("{:016x}", seed("e", "rave-uct/1")), whole[..16]);
        assert_ne!(seed("e", "rave-uct/1"), seed("e", "rave-uct/2"));
    }
}
