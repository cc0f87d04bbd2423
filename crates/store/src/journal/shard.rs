//! The share of the units that a process works on.

use std::fmt;
use std::str::FromStr;

/// One of so many equal shares of the units: `3/16` is the third of sixteen. Units are dealt in
/// turn, two at a time, so that shares are of one size, each has some of every series, and the two
/// games of a pair stay together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shard {
    index: u32,
    of: u32,
}

/// The reason why a text is no shard.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{given:?} is no shard: it has to read I/N, such as 3/16, with I from 1 to N.")]
pub struct ShardError {
    given: String,
}

impl Shard {
    /// All units.
    pub const WHOLE: Self = Self { index: 1, of: 1 };

    /// The share with this index, from 1.
    ///
    /// # Errors
    /// If the index is not in `1..=of`.
    pub fn new(index: u32, of: u32) -> Result<Self, ShardError> {
        if index == 0 || index > of {
            let given = format!("{index}/{of}");
            return Err(ShardError { given });
        }
        Ok(Self { index, of })
    }

    /// The number of the share, from 1.
    #[must_use]
    pub fn index(self) -> u32 {
        self.index
    }

    /// The number of shares.
    #[must_use]
    pub fn of(self) -> u32 {
        self.of
    }

    /// Tests if the unit at this place is in the share.
    #[must_use]
    pub fn has(self, place: u64) -> bool {
        place / 2 % u64::from(self.of) == u64::from(self.index - 1)
    }
}

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Self, ShardError> {
        let given = || ShardError {
            given: text.chars().take(40).collect(),
        };
        let (index, of) = text.trim().split_once('/').ok_or_else(given)?;
        let number = |text: &str| text.parse().map_err(|_| given());
        Self::new(number(index)?, number(of)?).map_err(|_| given())
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_is_in_one_shard() {
        for of in 1..6 {
            for place in 0..20 {
                let holders = (1..=of).filter(|&index| Shard::new(index, of).unwrap().has(place));
                assert_eq!(holders.count(), 1);
                let shard = Shard::new(1, of).unwrap();
                assert_eq!(shard.has(place), shard.has(place ^ 1));
            }
        }
    }

    #[test]
    fn reads_what_it_writes() {
        let shard: Shard = "3/16".parse().unwrap();
        assert_eq!((shard.index(), shard.of()), (3, 16));
        assert_eq!(shard.to_string(), "3/16");
    }

    #[test]
    fn refuses_what_is_none() {
        for text in [
            "",
            "3",
            "0/4",
            "5/4",
            "1/0",
            "-1/4",
            "a/b",
            "1/2/3",
            "1/4294967296",
        ] {
            let error = text.parse::<Shard>().unwrap_err().to_string();
            assert!(error.contains(&format!("{text:?} is no shard")), "{error}");
        }
    }
}
