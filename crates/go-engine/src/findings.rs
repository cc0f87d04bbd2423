//! The part of an analysis that only searches of Go have.

use std::sync::Arc;

use serde::{Serialize, Serializer};
use tengen_engine::analysis::rounded;

use crate::network::Opinion;

/// The findings of a search of Go. Those of a player that judges moves in the difference game
/// (`difference.on`) are of that game, not of the game on the board.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Findings {
    /// Dynamic komi, if the search uses it: candidates are in the order of their values under it.
    #[serde(skip)]
    pub dynamic_komi: Option<DynamicKomi>,
    /// The proof about the position, if it was solved: win rates and scores are exact then, and all
    /// candidates are best moves.
    #[serde(skip)]
    pub exact: Option<Exact>,
    /// What a network says of the position itself, if one was asked.
    #[serde(skip)]
    pub opinion: Option<Arc<Opinion>>,
    /// The standard deviation of the score between playouts.
    #[serde(skip)]
    pub score_stdev: f64,
    /// The certainty of each point's ending as Black's (1) or White's (−1), by the index of the point;
    /// empty before the first playout.
    #[serde(serialize_with = "to_four_decimals")]
    pub ownership: Vec<f32>,
    /// The same behind each move, by its code (the index of its point; the pass is the last), if it is counted
    /// (`measure.moves_ownership`); empty for a move without playouts.
    #[serde(skip)]
    pub moves_ownership: Vec<Vec<f32>>,
    /// The degree to which owning a point goes with winning, by the index of the point; empty before
    /// the first playout.
    #[serde(skip)]
    pub criticality: Vec<f32>,
}

fn to_four_decimals<S: Serializer>(row: &[f32], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(row.iter().map(|&number| rounded(f64::from(number))))
}

/// A proof about a position. Scores are in the view of the side to move, komi included.
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

/// The effect of dynamic komi on a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DynamicKomi {
    /// The points that the side to move gives in the search, besides the komi; negative if it is
    /// given some.
    pub points: f64,
    /// The mean result of the last playouts under it.
    pub winrate: f64,
}
