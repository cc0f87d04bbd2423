//! A record under review: the findings of a search in each position, and what each move has lost.
//!
//! A move has lost what the best move of the position before was worth and the best answer after it
//! leaves, win rate and points both in the view of who moved. The move that the search itself would
//! have played has lost nothing: what its values differ by is chance. A move that ends the game is
//! not judged: after it there is no answer that a search could find.

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use tengen_game::{Color, Game, Status};

use crate::analysis::{letter, rounded};
use crate::kit::GameOf;
use crate::{Analysis, Candidate, Control, Kit, Limits, MoveOf, Restriction, Session};

/// A position of a record.
#[derive(Clone, Debug)]
pub struct Position<K: Kit> {
    /// The number of moves that were played before it.
    pub number: usize,
    /// The game up to there.
    pub game: K::Game,
    /// The move that the record plays next, if it has one and that is legal.
    pub played: Option<(Color, MoveOf<K>)>,
}

impl<K: Kit> Position<K> {
    /// Searches the position with all that the player may spend on a move; `watch` makes what hears
    /// of the search from its limits.
    ///
    /// The player is made anew for it: what it found elsewhere, and how far its random numbers are,
    /// must not matter.
    pub fn search<C: Control<K>>(
        self,
        parameters: &K::Parameters,
        watch: impl FnOnce(Limits) -> C,
    ) -> Searched<K> {
        let mut session = Session::new(parameters.clone(), self.game.clone());
        let turn = self.game.turn();
        let limits = Limits {
            // The values of other moves than the best should be as good as the budget allows.
            early_stop: false,
            ..session.limits(turn)
        };
        let none = Restriction::default();
        let analysis = session.analyze(turn, limits, &none, &mut watch(limits));
        Searched {
            position: self,
            analysis,
        }
    }
}

/// A position that was searched.
#[derive(Clone, Debug)]
pub struct Searched<K: Kit> {
    /// The position.
    pub position: Position<K>,
    /// The findings of the search there.
    pub analysis: Analysis<K>,
}

impl<K: Kit> Searched<K> {
    /// The win rate and the score of the best move, in the view of a side; those of the position
    /// where no move was tried.
    #[must_use]
    pub fn value(&self, view: Color) -> (f64, f64) {
        let analysis = &self.analysis;
        let root = (analysis.winrate, analysis.score);
        let (winrate, score) = analysis
            .best()
            .map_or(root, |best| (best.winrate, best.score));
        if analysis.turn == view {
            (winrate, score)
        } else {
            (1.0 - winrate, -score)
        }
    }
}

impl<K: Kit> Serialize for Searched<K> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Object<'a, A> {
            #[serde(rename = "move")]
            number: usize,
            played: Option<String>,
            #[serde(flatten)]
            analysis: &'a A,
        }
        let (position, analysis) = (&self.position, &self.analysis);
        let label = |(_, mv)| GameOf::<K>::label(mv, analysis.geometry);
        let played = position.played.map(label);
        let number = position.number;
        Object {
            number,
            played,
            analysis,
        }
        .serialize(serializer)
    }
}

/// A move and what it has lost.
#[derive(Clone, Debug)]
pub struct Judged<'a, K: Kit> {
    /// Its number, from 1 on.
    pub number: usize,
    /// The side that played it.
    pub color: Color,
    /// The move.
    pub mv: MoveOf<K>,
    /// The win rate before and after it, in the view of who played it.
    pub winrates: (f64, f64),
    /// The points that it has lost.
    pub points: f64,
    /// The move that the search would have played, with its line, if it is another.
    pub better: Option<&'a Candidate<K>>,
    /// The position before it.
    before: &'a Searched<K>,
}

impl<K: Kit> Judged<'_, K> {
    /// The win rate that it has lost.
    #[must_use]
    pub fn loss(&self) -> f64 {
        (self.winrates.0 - self.winrates.1).max(0.0)
    }
}

impl<K: Kit> Serialize for Judged<'_, K> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let geometry = self.before.analysis.geometry;
        let (before, after) = self.winrates;
        let mut object = serializer.serialize_struct("Judged", 8)?;
        object.serialize_field("move", &self.number)?;
        object.serialize_field("turn", letter(self.color))?;
        object.serialize_field("played", &GameOf::<K>::label(self.mv, geometry))?;
        object.serialize_field("before", &rounded(before))?;
        object.serialize_field("after", &rounded(after))?;
        object.serialize_field("loss", &rounded(self.loss()))?;
        object.serialize_field("points", &rounded(self.points))?;
        object.serialize_field("better", &self.better.map(|better| better.on(geometry)))?;
        object.end()
    }
}

/// Judges every move that is legal, has a searched position before and after it, and does not end
/// the game.
#[must_use]
pub fn judge<K: Kit>(all: &[Searched<K>]) -> Vec<Judged<'_, K>> {
    let judged = all.windows(2).filter_map(|pair| {
        let [before, after] = pair else { return None };
        let (color, mv) = before.position.played?;
        if after.position.game.status() != Status::Running {
            return None;
        }
        let best = before.analysis.best()?;
        let (winrate, score) = before.value(color);
        let (left, score_left) = after.value(color);
        let same = best.mv == mv;
        Some(Judged {
            number: after.position.number,
            color,
            mv,
            winrates: (winrate, if same { winrate } else { left }),
            points: if same {
                0.0
            } else {
                (score - score_left).max(0.0)
            },
            better: Some(best).filter(|_| !same),
            before,
        })
    });
    judged.collect()
}

/// The worst moves, worst first: at most so many, and none that has lost less win rate than `least`.
#[must_use]
pub fn worst<'a, 'b, K: Kit>(
    judged: &'a [Judged<'b, K>],
    least: f64,
    most: usize,
) -> Vec<&'a Judged<'b, K>> {
    let mut named: Vec<&Judged<'_, K>> = judged.iter().filter(|j| j.loss() >= least).collect();
    named.sort_by(|a, b| b.loss().total_cmp(&a.loss()).then(a.number.cmp(&b.number)));
    named.truncate(most);
    named
}

/// The play of a side.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Sums {
    /// The moves that were judged.
    pub moves: usize,
    /// The win rate that they have lost, a move.
    pub loss: f64,
    /// The points that they have lost, a move.
    pub points: f64,
    /// The moves that the search would play, too.
    pub same: usize,
}

impl Sums {
    /// Sums the moves of a side up, if there are some.
    #[must_use]
    pub fn of<K: Kit>(judged: &[Judged<'_, K>], color: Color) -> Option<Self> {
        let own = || judged.iter().filter(|j| j.color == color);
        let moves = own().count();
        let n = moves as f64;
        (moves > 0).then(|| Self {
            moves,
            loss: own().map(Judged::loss).sum::<f64>() / n,
            points: own().map(|j| j.points).sum::<f64>() / n,
            same: own().filter(|j| j.better.is_none()).count(),
        })
    }
}
