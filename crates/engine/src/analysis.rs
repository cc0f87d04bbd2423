//! What a search knows about a position, in words that front ends share.

use std::time::Duration;

use tengen_go::{Color, Move};

/// The state of a search, at its end or on its way.
///
/// Values are in the view of [`Analysis::turn`], the side that is to move, unless they say
/// otherwise.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// Whose move is sought.
    pub turn: Color,
    /// The moves with at least one playout, best first: the first is what the search would play.
    pub candidates: Vec<Candidate>,
    /// Playouts of this search.
    pub playouts: u64,
    /// Playouts behind the root, those kept from earlier searches included.
    pub visits: u64,
    /// The mean result, from 0 (lost) to 1 (won).
    pub winrate: f64,
    /// The mean score, komi included.
    pub score: f64,
    /// The standard deviation of the score between playouts.
    pub score_stdev: f64,
    /// How surely each point ends as Black's (1) or White's (−1), by the index of the point; empty
    /// before the first playout.
    pub ownership: Vec<f32>,
    /// How much owning a point goes with winning, by the index of the point; empty before the first
    /// playout.
    pub criticality: Vec<f32>,
    /// What the parts of the search have counted, by name.
    pub counters: Vec<(&'static str, u64)>,
    /// How long the search has run.
    pub elapsed: Duration,
    /// Whether the tree has taken all the memory it may, and grows no more.
    pub full: bool,
}

impl Analysis {
    /// The move that the search would play.
    #[must_use]
    pub fn best(&self) -> Option<&Candidate> {
        self.candidates.first()
    }
}

/// A move at the root.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The move.
    pub mv: Move,
    /// Its playouts.
    pub visits: u64,
    /// Their mean result, from 0 (lost) to 1 (won).
    pub winrate: f64,
    /// Their mean score, komi included.
    pub score: f64,
    /// A careful estimate of the win rate: the lower end of its interval.
    pub lcb: f64,
    /// How likely the prior holds the move to be, from 0 to 1.
    pub prior: f64,
    /// How often it was a first play of a playout through the root, and with which mean result.
    pub rave: (u64, f64),
    /// The line that the search expects, this move first.
    pub pv: Vec<Move>,
    /// The playouts of each move of the line.
    pub pv_visits: Vec<u64>,
}
