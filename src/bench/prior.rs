//! The cost of the prior of a node: a rating of all its moves by the model in use.
//!
//! The nodes are positions of playouts of the cascade after several numbers of moves. From scratch they
//! are rated in the order of these numbers, so that each comes from another playout than the one before
//! and has next to nothing in common with it. In a tree each of them is a root, and rated are leaves a
//! few moves below it, one after the other: most of their stones are the same, which is what a search
//! sees.

use std::hint::black_box;
use std::sync::Arc;

use serde_json::{Value, json};
use tengen_game::Rng;
use tengen_go::board::{Black, Board, Full, Vertex, White};
use tengen_go::grid::{OnGrid, on_grid};
use tengen_go::{Color, Size};
use tengen_go_engine::Parameters;
use tengen_pattern::model::Model;
use tengen_pattern::scene::Rater;
use tengen_playout::{Cascade, Start, play_out};

use super::clock::time;
use super::measure::{Meter, ROUNDS};

/// The numbers of moves after which nodes are rated.
const MOVES: [usize; 5] = [20, 60, 120, 180, 240];
/// The number of playouts that they are taken from.
const PLAYOUTS: u64 = 10;

/// The number of leaves of a root.
const LEAVES: usize = 8;
/// No leaf is deeper.
const DEPTH: usize = 8;

/// The order of the nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// Of different games.
    Scratch,
    /// Below one root.
    Tree,
}

impl Order {
    /// Both.
    pub(super) const ALL: [Self; 2] = [Self::Scratch, Self::Tree];

    /// The name in reports.
    const fn name(self) -> &'static str {
        match self {
            Self::Scratch => "scratch",
            Self::Tree => "tree",
        }
    }
}

/// The cost on one size, in microseconds a node.
pub(super) struct Prior {
    order: Order,
    size: Size,
    median: f64,
    lowest: f64,
    highest: f64,
}

impl Prior {
    /// Measures for about so many seconds; nothing if playouts on this size are too short.
    pub(super) fn measure(
        model: &Arc<Model>,
        order: Order,
        size: Size,
        seconds: f64,
        parameters: &Parameters,
        meter: &Meter,
    ) -> Option<Self> {
        let work = PriorWork {
            model: model.clone(),
            order,
            size,
            seconds,
            parameters,
            meter,
        };
        let mut costs = on_grid(size, work)?;
        costs.sort_by(f64::total_cmp);
        Some(Self {
            order,
            size,
            median: *costs.get(costs.len() / 2)?,
            lowest: *costs.first()?,
            highest: *costs.last()?,
        })
    }

    /// `scale` is how many times as fast the reference machine is.
    pub(super) fn json(&self, scale: f64) -> Value {
        json!({
            "order": self.order.name(),
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
            self.order.name(),
            self.size,
            self.median,
            self.median / scale
        )
    }
}

struct PriorWork<'a> {
    model: Arc<Model>,
    order: Order,
    size: Size,
    seconds: f64,
    parameters: &'a Parameters,
    meter: &'a Meter,
}

/// A position, and the moves that led to it.
#[derive(Clone)]
struct Node<const W: usize, const V: usize> {
    board: Board<W, V, Full>,
    last: Option<Vertex<W>>,
    before: Option<Vertex<W>>,
    turn: Color,
}

impl OnGrid for PriorWork<'_> {
    /// Microseconds a node, in each round.
    type Output = Option<Vec<f64>>;

    fn run<const W: usize, const V: usize>(self) -> Self::Output {
        let nodes = self.nodes::<W, V>();
        if nodes.is_empty() {
            return None;
        }
        let mut rater = Rater::<W>::new(self.model.clone(), self.size);
        let nodes = match self.order {
            Order::Scratch => nodes,
            Order::Tree => leaves(&mut rater, &nodes),
        };
        // The first time touches the memory.
        rate_all(&mut rater, &nodes);
        let once = time(|| rate_all(&mut rater, &nodes)).0;
        let times = (self.seconds / ROUNDS as f64 / once).clamp(1.0, 1e6) as u32;
        let costs = (0..ROUNDS).map(|_| {
            let (seconds, ()) = time(|| (0..times).for_each(|_| rate_all(&mut rater, &nodes)));
            self.meter.did(self.seconds / ROUNDS as f64);
            1e6 * seconds / (f64::from(times) * nodes.len() as f64)
        });
        Some(costs.collect())
    }
}

impl PriorWork<'_> {
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
            let mut node = Node {
                board: empty.clone(),
                last: None,
                before: None,
                turn: Color::Black,
            };
            played.iter().for_each(|&mv| node.play(mv));
            node
        };
        MOVES
            .iter()
            .flat_map(|&moves| playouts.iter().filter_map(move |p| p.get(..moves)))
            .map(node)
            .collect()
    }
}

impl<const W: usize, const V: usize> Node<W, V> {
    fn play(&mut self, mv: Option<Vertex<W>>) {
        match (mv, self.turn) {
            (None, _) => self.board.pass(),
            (Some(v), Color::Black) => _ = self.board.try_play::<Black>(v),
            (Some(v), Color::White) => _ = self.board.try_play::<White>(v),
        }
        (self.last, self.before) = (mv, self.last);
        self.turn = !self.turn;
    }

    fn rate<'a>(&self, rater: &'a mut Rater<W>) -> &'a [f32] {
        let [last, before] = [self.last, self.before].map(|v| v.map(Vertex::point));
        match self.turn {
            Color::Black => rater.rate::<Black, V, Full>(&self.board, last, before),
            Color::White => rater.rate::<White, V, Full>(&self.board, last, before),
        }
    }

    /// The node behind the best of a few moves drawn blindly: good ones, but not always the same.
    fn step(&mut self, rater: &mut Rater<W>, rng: &mut Rng) {
        let empties = self.board.empty_count();
        let scores = self.rate(rater);
        let draws = (0..TRIED).filter_map(|_| self.board.empty(rng.below(empties)));
        let score = |v: &Vertex<W>| scores[v.point().index(self.board.size())];
        let best = draws.max_by(|a, b| score(a).total_cmp(&score(b)));
        self.play(best.filter(|v| score(v) > f32::NEG_INFINITY));
    }
}

/// The number of moves that are drawn for a step.
const TRIED: usize = 40;

/// Leaves below each of these roots.
fn leaves<const W: usize, const V: usize>(
    rater: &mut Rater<W>,
    roots: &[Node<W, V>],
) -> Vec<Node<W, V>> {
    let mut rng = Rng::new(1);
    let mut leaves = Vec::new();
    for root in roots {
        for leaf in 0..LEAVES {
            let mut node = root.clone();
            (0..=leaf % DEPTH).for_each(|_| node.step(rater, &mut rng));
            leaves.push(node);
        }
    }
    leaves
}

fn rate_all<const W: usize, const V: usize>(rater: &mut Rater<W>, nodes: &[Node<W, V>]) {
    for node in nodes {
        black_box(node.rate(rater));
    }
}
