//! What the prior of a node costs: a rating of all its moves by the model in use.
//!
//! The nodes are positions of playouts of the cascade after several numbers of moves. They are rated
//! in the order of these numbers, so that each comes from another playout than the one before and
//! has next to nothing in common with it. Nodes of a tree have, and cost less.

use std::hint::black_box;
use std::sync::Arc;

use serde_json::{Value, json};
use tengen_engine::Parameters;
use tengen_game::Rng;
use tengen_go::board::{Black, Board, Full, Vertex, White};
use tengen_go::grid::{OnGrid, on_grid};
use tengen_go::{Color, Size};
use tengen_pattern::model::Model;
use tengen_pattern::scene::Rater;
use tengen_playout::{Cascade, Start, play_out};

use super::clock::time;
use super::measure::ROUNDS;

/// After how many moves nodes are rated.
const MOVES: [usize; 5] = [20, 60, 120, 180, 240];
/// How many playouts they are taken from.
const PLAYOUTS: u64 = 10;

/// The cost on one size, in microseconds a node.
pub(super) struct Prior {
    size: Size,
    median: f64,
    lowest: f64,
    highest: f64,
}

impl Prior {
    /// Measures for about so many seconds; nothing if playouts on this size are too short.
    pub(super) fn measure(
        model: &Arc<Model>,
        size: Size,
        seconds: f64,
        parameters: &Parameters,
    ) -> Option<Self> {
        let task = Task {
            model: model.clone(),
            size,
            seconds,
            parameters,
        };
        let mut costs = on_grid(size, task)?;
        costs.sort_by(f64::total_cmp);
        Some(Self {
            size,
            median: *costs.get(costs.len() / 2)?,
            lowest: *costs.first()?,
            highest: *costs.last()?,
        })
    }

    /// `scale` is how many times as fast the reference machine is.
    pub(super) fn json(&self, scale: f64) -> Value {
        json!({
            "size": self.size.get(),
            "microseconds_per_node": self.median,
            "lowest": self.lowest,
            "highest": self.highest,
            "reference_microseconds_per_node": self.median / scale,
        })
    }

    /// A line of the table.
    pub(super) fn line(&self, scale: f64) -> String {
        let spread = format!("{:.1}–{:.1}", self.lowest, self.highest);
        format!(
            "{:<10} {:>6} {:>11.1} {:>11.1} {spread:>19}",
            "prior",
            self.size,
            self.median,
            self.median / scale
        )
    }
}

struct Task<'a> {
    model: Arc<Model>,
    size: Size,
    seconds: f64,
    parameters: &'a Parameters,
}

/// A position, and the moves that led to it.
struct Node<const W: usize, const V: usize> {
    board: Board<W, V, Full>,
    last: Option<Vertex<W>>,
    before: Option<Vertex<W>>,
    turn: Color,
}

impl OnGrid for Task<'_> {
    /// Microseconds a node, in each round.
    type Output = Option<Vec<f64>>;

    fn run<const W: usize, const V: usize>(self) -> Self::Output {
        let nodes = self.nodes::<W, V>();
        if nodes.is_empty() {
            return None;
        }
        let mut rater = Rater::<W>::new(self.model, self.size);
        // The first time touches the memory.
        rate_all(&mut rater, &nodes);
        let once = time(|| rate_all(&mut rater, &nodes)).0;
        let times = (self.seconds / ROUNDS as f64 / once).clamp(1.0, 1e6) as u32;
        let costs = (0..ROUNDS).map(|_| {
            let (seconds, ()) = time(|| (0..times).for_each(|_| rate_all(&mut rater, &nodes)));
            1e6 * seconds / (f64::from(times) * nodes.len() as f64)
        });
        Some(costs.collect())
    }
}

impl Task<'_> {
    fn nodes<const W: usize, const V: usize>(&self) -> Vec<Node<W, V>> {
        let empty = Board::<W, V, Full>::new(self.size);
        let mut policy = Cascade::<W, Full>::new(&self.parameters.cascade);
        let playouts: Vec<Vec<Option<Vertex<W>>>> = (1..=PLAYOUTS)
            .map(|seed| {
                let mut played = Vec::new();
                let (mut board, mut rng) = (empty.clone(), Rng::new(seed));
                play_out(
                    &mut board,
                    Start::NEW_GAME,
                    &mut policy,
                    &mut played,
                    &mut rng,
                );
                played
            })
            .collect();
        let node = |played: &[Option<Vertex<W>>]| {
            let mut board = empty.clone();
            for (color, &mv) in [Color::Black, Color::White].iter().cycle().zip(played) {
                match (mv, color) {
                    (None, _) => board.pass(),
                    (Some(v), Color::Black) => _ = board.try_play::<Black>(v),
                    (Some(v), Color::White) => _ = board.try_play::<White>(v),
                }
            }
            let mut recent = played.iter().rev().copied();
            Node {
                board,
                last: recent.next().flatten(),
                before: recent.next().flatten(),
                turn: Color::BOTH[played.len() % 2],
            }
        };
        MOVES
            .iter()
            .flat_map(|&moves| playouts.iter().filter_map(move |p| p.get(..moves)))
            .map(node)
            .collect()
    }
}

fn rate_all<const W: usize, const V: usize>(rater: &mut Rater<W>, nodes: &[Node<W, V>]) {
    for node in nodes {
        let [last, before] = [node.last, node.before].map(|v| v.map(Vertex::point));
        black_box(match node.turn {
            Color::Black => rater.rate::<Black, V, Full>(&node.board, last, before),
            Color::White => rater.rate::<White, V, Full>(&node.board, last, before),
        });
    }
}
