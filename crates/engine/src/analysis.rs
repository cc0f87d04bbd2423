//! The findings of a search, in words that front ends share.

use std::time::Duration;

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use tengen_game::{Color, Game};

use crate::kit::GameOf;
use crate::{Kit, MoveOf};

/// The state of a search, at its end or on its way.
///
/// Values are in the view of [`Analysis::turn`], the side that is to move, unless they say
/// otherwise.
///
/// It is serialized with the keys that `docs/json.md` names, and without what differs from run to
/// run.
#[derive(Clone, Debug)]
pub struct Analysis<K: Kit> {
    /// The geometry of the game, without which moves have no names.
    pub geometry: <GameOf<K> as Game>::Geometry,
    /// The side whose move is sought.
    pub turn: Color,
    /// The moves with at least one playout, best first: the first is what the search would play.
    pub candidates: Vec<Candidate<K>>,
    /// Playouts of this search.
    pub playouts: u64,
    /// Playouts behind the root, those kept from earlier searches included.
    pub visits: u64,
    /// The mean result, from 0 (lost) to 1 (won), of the real game.
    pub winrate: f64,
    /// The mean score, where the game has one.
    pub score: f64,
    /// The counters of the search's parts, by name.
    pub counters: Vec<(&'static str, u64)>,
    /// The time that the search has run.
    pub elapsed: Duration,
    /// True if the tree has taken all the memory it may, and grows no more.
    pub full: bool,
    /// The part that only searches of this game have.
    pub findings: K::Findings,
}

impl<K: Kit> Analysis<K> {
    /// The move that the search would play.
    #[must_use]
    pub fn best(&self) -> Option<&Candidate<K>> {
        self.candidates.first()
    }
}

impl<K: Kit> Serialize for Analysis<K> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Object<'a, C, F> {
            turn: &'static str,
            playouts: u64,
            full: bool,
            winrate: f64,
            score: f64,
            candidates: Vec<C>,
            #[serde(flatten)]
            findings: &'a F,
        }
        let candidates = self.candidates.iter();
        Object {
            turn: letter(self.turn),
            playouts: self.playouts,
            full: self.full,
            winrate: rounded(self.winrate),
            score: rounded(self.score),
            candidates: candidates.map(|c| c.on(self.geometry)).collect(),
            findings: &self.findings,
        }
        .serialize(serializer)
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
#[must_use]
pub fn rounded(number: f64) -> f64 {
    (number * 1e4).round() / 1e4
}

/// A move at the root.
#[derive(Clone, Debug)]
pub struct Candidate<K: Kit> {
    /// The move.
    pub mv: MoveOf<K>,
    /// Its playouts.
    pub visits: u64,
    /// Their mean result, from 0 (lost) to 1 (won). Under dynamic komi: that of the playouts of the
    /// last search without it, or the win rate of the position if there were none.
    pub winrate: f64,
    /// Their mean score, where the game has one.
    pub score: f64,
    /// A careful estimate of the win rate: the lower end of its interval.
    pub lcb: f64,
    /// The likelihood of the move by the prior, from 0 to 1.
    pub prior: f64,
    /// The playouts through the root that it was a first play of, and their mean result.
    pub rave: (u64, f64),
    /// The line that the search expects, this move first.
    pub pv: Vec<MoveOf<K>>,
    /// The playouts of each move of the line.
    pub pv_visits: Vec<u64>,
}

impl<K: Kit> Candidate<K> {
    /// The candidate with the geometry of its game, to be serialized: moves have no names without one.
    #[must_use]
    pub const fn on(&self, geometry: <GameOf<K> as Game>::Geometry) -> Named<'_, K> {
        Named {
            candidate: self,
            geometry,
        }
    }
}

/// A candidate whose moves have names.
#[derive(Clone, Copy, Debug)]
pub struct Named<'a, K: Kit> {
    candidate: &'a Candidate<K>,
    geometry: <GameOf<K> as Game>::Geometry,
}

impl<K: Kit> Serialize for Named<'_, K> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let candidate = self.candidate;
        let label = |mv| GameOf::<K>::label(mv, self.geometry);
        let line: Vec<String> = candidate.pv.iter().map(|&mv| label(mv)).collect();
        let mut object = serializer.serialize_struct("Candidate", 7)?;
        object.serialize_field("move", &label(candidate.mv))?;
        object.serialize_field("visits", &candidate.visits)?;
        object.serialize_field("winrate", &rounded(candidate.winrate))?;
        object.serialize_field("score", &rounded(candidate.score))?;
        object.serialize_field("lcb", &rounded(candidate.lcb))?;
        object.serialize_field("prior", &rounded(candidate.prior))?;
        object.serialize_field("pv", &line)?;
        object.end()
    }
}
