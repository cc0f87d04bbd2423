//! The analysis of a tree out of playouts.
//!
//! Candidates are the first moves of playouts, with their generations as playouts and their share of wins as win rate.
//! The history does not keep scores, so all of them have the mean score of the position.

use std::cmp::Reverse;
use std::sync::{Mutex, PoisonError};

use tengen_engine::Admission;
use tengen_engine::tree_search::counters;
use tengen_go::Move;
use tengen_search::history::{GameTree, Memory, Merging, NodeNumber, Step, Thresholds};
use tengen_search::{Shape, View, lower_bound};

use super::HistoryParams;
use crate::ownership::OwnershipCounts;
use crate::tree_search::lock;
use crate::{Analysis, Candidate, Task};

/// Makes the tree, and a report of it.
pub(super) struct Reporter<'a> {
    pub(super) params: &'a HistoryParams,
    pub(super) task: &'a Task<'a>,
    pub(super) counts: &'a Mutex<OwnershipCounts>,
    pub(super) memory: &'a Mutex<Memory>,
    /// The first moves that are allowed.
    pub(super) admission: Option<Admission<Move>>,
    /// The move of each code.
    pub(super) moves: Vec<Move>,
    pub(super) tree: &'a mut GameTree,
}

/// The half-width of the interval of a win rate, in standard deviations.
const CONFIDENCE: f64 = 2.0;

impl Reporter<'_> {
    /// The state of the search.
    pub(super) fn analysis(&mut self, view: &View<'_>) -> Analysis {
        let memory = self.memory.lock().unwrap_or_else(PoisonError::into_inner);
        let turn = self.task.turn;
        let merging = match self.params.transpositions {
            true => Merging::Transpositions,
            false => Merging::Sequences,
        };
        let (admission, moves) = (self.admission.as_ref(), &self.moves);
        self.tree.grow(&memory, turn, merging, |slot| {
            admission.is_none_or(|admission| {
                let mut color = !turn;
                (0..admission.plies).all(|ply| {
                    color = !color;
                    let code = memory.code(slot, ply);
                    code.is_none_or(|code| {
                        let mv = Some(moves[usize::from(code)]);
                        admission.admits(color, code, mv, ply)
                    })
                })
            })
        });
        let tree = &*self.tree;
        let thresholds = Thresholds {
            generated: self.params.generated,
            won: self.params.won,
        };
        let way = match tree.choose(thresholds) {
            Some(choice) => tree.way(&memory, choice.node()),
            None => Vec::new(),
        };
        let counts = lock(self.counts).clone();
        let sign = f64::from(turn.sign());
        let score = counts.mean_score() * sign;
        let (playouts, won) = tree.counts(NodeNumber::ROOT);
        Analysis {
            geometry: self.task.game.size(),
            turn,
            candidates: self.candidates(&memory, &way, score),
            playouts: view.playouts,
            visits: u64::from(playouts),
            winrate: rate(playouts, won),
            score,
            findings: counts.findings(),
            counters: {
                let mut all = counters(view);
                all.extend(census(tree, &memory, thresholds));
                all
            },
            elapsed: view.elapsed,
            full: false,
        }
    }

    /// The first moves, the one that begins `way` first, the others by their win rate.
    fn candidates(&self, memory: &Memory, way: &[Step], score: f64) -> Vec<Candidate> {
        let tree = &*self.tree;
        let chosen = way.first().map(|step| step.code);
        let mut first: Vec<(u16, NodeNumber)> = tree.first(memory).collect();
        first.sort_by(|&(a, one), &(b, other)| {
            let front = |code| Reverse(Some(code) == chosen);
            let order = front(a).cmp(&front(b));
            order.then(tree.by_rate(other, one)).then(a.cmp(&b))
        });
        let candidate = |(code, node): (u16, NodeNumber)| {
            let (generated, won) = tree.counts(node);
            let own = Step { code, generated };
            let line = if Some(code) == chosen { way } else { &[own] };
            let winrate = rate(generated, won);
            Candidate {
                mv: self.moves[usize::from(code)],
                visits: u64::from(generated),
                winrate,
                score,
                lcb: lower_bound(winrate, f64::from(generated.max(1)), CONFIDENCE),
                prior: 0.0,
                rave: (0, 0.5),
                pv: line
                    .iter()
                    .map(|step| self.moves[usize::from(step.code)])
                    .collect(),
                pv_visits: line.iter().map(|step| u64::from(step.generated)).collect(),
            }
        };
        first.into_iter().map(candidate).collect()
    }
}

/// The share of wins; a half without playouts.
fn rate(generated: u32, won: u32) -> f64 {
    match generated {
        0 => 0.5,
        n => f64::from(won) / f64::from(n),
    }
}

/// The sizes of the tree and the history, as counters.
fn census(tree: &GameTree, memory: &Memory, thresholds: Thresholds) -> [(&'static str, u64); 8] {
    let census = tree.census();
    [
        ("history playouts", memory.len() as u64),
        ("matching playouts", census.playouts),
        ("older playouts", census.older),
        ("history nodes", census.nodes),
        ("paths to nodes", census.paths),
        ("shared nodes", census.shared),
        ("merged nodes", census.merged),
        ("feature points", tree.features(thresholds).count() as u64),
    ]
}

/// The shape of the tree, as far as nodes were generated at least twice; moves that no playout made are not known.
pub(super) fn shape(tree: &GameTree) -> Shape {
    let mut shape = Shape {
        nodes: 1,
        depths: vec![1],
        playouts: vec![u64::from(tree.counts(NodeNumber::ROOT).0)],
        ..Shape::default()
    };
    let mut expanded = vec![false; tree.stored().count() + 1];
    for node in tree.stored() {
        let generation = tree.generation(node);
        shape.depths.resize(generation.max(shape.deepest) + 1, 0);
        shape.playouts.resize(generation.max(shape.deepest) + 1, 0);
        shape.nodes += 1;
        shape.deepest = shape.deepest.max(generation);
        shape.depths[generation] += 1;
        shape.playouts[generation] += u64::from(tree.counts(node).0);
        expanded[tree.before(node).index()] = true;
    }
    shape.expanded = expanded.iter().filter(|has| **has).count() as u64;
    shape
}
