//! A search as the session sees it, whatever it is made of.

use tengen_game::Color;
use tengen_search::Shape;

use crate::{Analysis, Control, Kit, Limits, MoveOf, Restriction};

/// A question to a search.
#[derive(Debug)]
pub struct Task<'a, K: Kit> {
    /// The game up to now.
    pub game: &'a K::Game,
    /// The side whose move is sought.
    pub turn: Color,
    /// The limits of the search.
    pub limits: Limits,
    /// The moves to leave out.
    pub restriction: &'a Restriction<MoveOf<K>>,
}

impl<K: Kit> Clone for Task<'_, K> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<K: Kit> Copy for Task<'_, K> {}

/// A search for the positions of a game. It lives as long as the game and keeps what it has learned.
pub trait Thinker<K: Kit>: Send {
    /// Searches, and returns what it found.
    fn think(&mut self, task: &Task<'_, K>, control: &mut dyn Control<K>) -> Analysis<K>;

    /// The shape of the tree at the end of the last search.
    fn shape(&self) -> Shape;

    /// Distributions that the parts of the last search have counted, by name, where one number is not
    /// enough.
    fn rows(&self) -> Vec<(&'static str, Vec<u64>)> {
        Vec::new()
    }
}
