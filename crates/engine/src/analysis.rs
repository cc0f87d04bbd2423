//! What a search knows about a position, in words that front ends share.

use std::time::Duration;

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use tengen_go::{Color, Move, Size};

/// The state of a search, at its end or on its way.
///
/// Values are in the view of [`Analysis::turn`], the side that is to move, unless they say
/// otherwise. Those of a player that judges moves in the difference game (`difference.on`) are of that
/// game, not of the game on the board.
///
/// It is serialized with the keys that `docs/json.md` names, and without what differs from run to
/// run.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// The size of the board, without which points have no names.
    pub size: Size,
    /// Whose move is sought.
    pub turn: Color,
    /// The moves with at least one playout, best first: the first is what the search would play.
    pub candidates: Vec<Candidate>,
    /// Playouts of this search.
    pub playouts: u64,
    /// Playouts behind the root, those kept from earlier searches included.
    pub visits: u64,
    /// The mean result, from 0 (lost) to 1 (won); never under dynamic komi.
    pub winrate: f64,
    /// Dynamic komi, if the search uses it: candidates are in the order of their values under it.
    pub dynamic_komi: Option<DynamicKomi>,
    /// What is proved about the position, if it was solved: win rates and scores are exact then, and all
    /// candidates are best moves.
    pub exact: Option<Exact>,
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

impl Serialize for Analysis {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let candidates: Vec<_> = self.candidates.iter().map(|c| c.on(self.size)).collect();
        let ownership = self.ownership.iter();
        let ownership: Vec<f64> = ownership.map(|&owner| rounded(f64::from(owner))).collect();
        let mut object = serializer.serialize_struct("Analysis", 7)?;
        object.serialize_field("turn", letter(self.turn))?;
        object.serialize_field("playouts", &self.playouts)?;
        object.serialize_field("full", &self.full)?;
        object.serialize_field("winrate", &rounded(self.winrate))?;
        object.serialize_field("score", &rounded(self.score))?;
        object.serialize_field("candidates", &candidates)?;
        object.serialize_field("ownership", &ownership)?;
        object.end()
    }
}

/// The letter of a side, as it is serialized.
pub(crate) const fn letter(color: Color) -> &'static str {
    match color {
        Color::Black => "B",
        Color::White => "W",
    }
}

/// A number to four decimals: more would only show that playouts are random.
pub(crate) fn rounded(number: f64) -> f64 {
    (number * 1e4).round() / 1e4
}

/// What is proved about a position. Scores are in the view of the side to move, komi included.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Exact {
    /// The score at the end of the game, if both sides play their best.
    pub score: f64,
    /// The score if the side to move passes now, where it may.
    pub pass: Option<f64>,
    /// The win rate of the best move by playouts, from 0 to 1: opponents do not play by proofs, so a game is given
    /// up by this.
    pub hope: f64,
}

/// What dynamic komi makes of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DynamicKomi {
    /// The points that the side to move gives in the search, besides the komi; negative if it is
    /// given some.
    pub points: f64,
    /// The mean result of the last playouts under it.
    pub winrate: f64,
}

/// A move at the root.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The move.
    pub mv: Move,
    /// Its playouts.
    pub visits: u64,
    /// Their mean result, from 0 (lost) to 1 (won). Under dynamic komi: that of the playouts of the
    /// last search without it, or the win rate of the position if there were none.
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

impl Candidate {
    /// The candidate on a board of this size, to be serialized: points have no names without one.
    #[must_use]
    pub const fn on(&self, size: Size) -> Named<'_> {
        Named {
            candidate: self,
            size,
        }
    }
}

/// A candidate whose points have names.
#[derive(Clone, Copy, Debug)]
pub struct Named<'a> {
    candidate: &'a Candidate,
    size: Size,
}

impl Serialize for Named<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { candidate, size } = *self;
        let line: Vec<String> = candidate.pv.iter().map(|mv| mv.label(size)).collect();
        let mut object = serializer.serialize_struct("Candidate", 7)?;
        object.serialize_field("move", &candidate.mv.label(size))?;
        object.serialize_field("visits", &candidate.visits)?;
        object.serialize_field("winrate", &rounded(candidate.winrate))?;
        object.serialize_field("score", &rounded(candidate.score))?;
        object.serialize_field("lcb", &rounded(candidate.lcb))?;
        object.serialize_field("prior", &rounded(candidate.prior))?;
        object.serialize_field("pv", &line)?;
        object.end()
    }
}
