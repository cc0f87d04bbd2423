//! Opinions on positions seen lately, shared by the threads of a search.

use std::sync::{Arc, Mutex, PoisonError};

use super::Opinion;

/// One place for each position, which a later one takes over.
type Place = Mutex<Option<(u64, Arc<Opinion>)>>;

/// A table of opinions by the keys of their positions.
pub(crate) struct Cache(Vec<Place>);

impl Cache {
    /// Room for so many positions, rounded up to a power of two; for none at 0.
    pub(crate) fn new(positions: usize) -> Self {
        let places = match positions {
            0 => 0,
            n => n.next_power_of_two(),
        };
        Self((0..places).map(|_| Mutex::new(None)).collect())
    }

    /// The opinion on the position of this key.
    pub(crate) fn get(&self, key: u64) -> Option<Arc<Opinion>> {
        let place = self.place(key)?;
        let entry = place.lock().unwrap_or_else(PoisonError::into_inner);
        let (_, opinion) = entry.as_ref().filter(|(of, _)| *of == key)?;
        Some(opinion.clone())
    }

    /// Keeps an opinion.
    pub(crate) fn put(&self, key: u64, opinion: &Arc<Opinion>) {
        if let Some(place) = self.place(key) {
            let mut entry = place.lock().unwrap_or_else(PoisonError::into_inner);
            *entry = Some((key, opinion.clone()));
        }
    }

    fn place(&self, key: u64) -> Option<&Place> {
        let mask = self.0.len().checked_sub(1)?;
        self.0.get((key >> 20) as usize & mask)
    }
}
