//! Games that repeat an earlier one from the same start move for move: engines without chance fake the number of games.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use crate::record::GameRecord;

/// Games that are not new.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Repeats {
    /// The number of distinct games.
    pub distinct: u64,
    /// The number of games that repeat an earlier one.
    pub repeated: u64,
}

impl Repeats {
    /// Counts, in the order of the games.
    pub(super) fn of<'a>(games: impl Iterator<Item = &'a GameRecord>) -> Self {
        let mut seen: HashSet<(Option<&str>, &[String])> = HashSet::new();
        let mut repeats = Self::default();
        for game in games {
            if seen.insert((game.start.as_deref(), &game.moves)) {
                repeats.distinct += 1;
            } else {
                repeats.repeated += 1;
            }
        }
        repeats
    }
}
