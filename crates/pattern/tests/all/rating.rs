//! The memory that a rater has of the positions before never shows: it rates every position as one does
//! that has seen nothing else, and as the teams of the position are weighed.

use crate::made;
use std::ops::ControlFlow;
use std::sync::Arc;

use tengen_game::Rng;
use tengen_go::board::{Black, Board, Full, White};
use tengen_go::grid::{OnGrid, on_grid};
use tengen_go::{Color, Point, Size};
use tengen_pattern::corpus::Game;
use tengen_pattern::feature::LibertyReading;
use tengen_pattern::learn::collect;
use tengen_pattern::model::Model;
use tengen_pattern::scene::{PatternParams, Rater, Scene};
use tengen_pattern::team::Sample;

fn game(size: Size, length: usize, seed: u64) -> Game {
    let colors = [Color::Black, Color::White].into_iter().cycle();
    Game {
        id: format!("made:{seed}"),
        size,
        komi: None,
        winner: None,
        setup: Vec::new(),
        moves: colors.zip(made::moves(size, length, seed)).collect(),
    }
}

/// Every feature, with this reading of liberties.
fn everything(liberties: LibertyReading) -> PatternParams {
    let mut params = PatternParams::default();
    params.shape.size = 9;
    params.shape.minimum = 2;
    params.broad.minimum = 2;
    let features = &mut params.features;
    features.liberties = liberties;
    for on in [
        &mut features.capture,
        &mut features.escape,
        &mut features.atari,
        &mut features.self_atari,
        &mut features.ladder,
        &mut features.last,
        &mut features.before,
        &mut features.edge,
        &mut features.ko,
        &mut features.connection,
    ] {
        *on = true;
    }
    params
}

/// A model that knows the patterns of these games, with weights by chance.
fn model(params: &PatternParams, games: &[Game]) -> Arc<Model> {
    let going = &mut |_: _, _: _| ControlFlow::Continue(());
    let found = collect(params, games, &(0..400), going).unwrap();
    assert!(found.vocabulary.shapes().unwrap().len() > 100);
    let mut rng = Rng::new(7);
    let weights = (0..found.vocabulary.len()).map(|_| rng.unit() as f32 * 4.0 - 2.0);
    Arc::new(Model::new(found.vocabulary.clone(), weights.collect()))
}

/// A position, and the moves that led to it.
#[derive(Clone)]
struct Node<const W: usize, const V: usize> {
    board: Board<W, V, Full>,
    last: Option<Point>,
    before: Option<Point>,
    turn: Color,
}

impl<const W: usize, const V: usize> Node<W, V> {
    fn new(size: Size) -> Self {
        Self {
            board: Board::new(size),
            last: None,
            before: None,
            turn: Color::Black,
        }
    }

    fn play(&mut self, point: Option<Point>) {
        match point {
            Some(point) => assert!(self.board.play(self.turn, point)),
            None => self.board.pass(),
        }
        (self.before, self.last) = (self.last, point);
        self.turn = !self.turn;
    }

    /// Plays a move by chance: near the last one half of the time, so that stones meet.
    fn play_any(&mut self, rng: &mut Rng) {
        let size = self.board.size();
        for _ in 0..100 {
            let point = match (self.last, rng.below(2)) {
                (Some(last), 0) => {
                    let shift = |at: usize, by: u32| (at + by as usize).saturating_sub(2);
                    let column = shift(last.column(), rng.below(5));
                    Point::new(column, shift(last.row(), rng.below(5)))
                }
                _ => Point::from_index(rng.below(size.area() as u32) as usize, size),
            };
            let legal = |point: &Point| self.board.is_legal(self.turn, *point);
            if let Some(point) = point.filter(legal) {
                return self.play(Some(point));
            }
        }
        self.play(None);
    }
}

fn rate<const W: usize, const V: usize>(rater: &mut Rater<W>, node: &Node<W, V>) -> Vec<u32> {
    let (last, before) = (node.last, node.before);
    let scores = match node.turn {
        Color::Black => rater.rate::<Black, V, Full>(&node.board, last, before),
        Color::White => rater.rate::<White, V, Full>(&node.board, last, before),
    };
    scores.iter().map(|score| score.to_bits()).collect()
}

/// The sums of the weights of the teams of a position, by the index of the point.
fn weigh<const W: usize, const V: usize>(model: &Model, node: &Node<W, V>) -> Vec<u32> {
    let size = node.board.size();
    let mut scores = vec![f32::NEG_INFINITY.to_bits(); size.area()];
    let legal: Vec<Point> = Point::all(size)
        .filter(|&point| node.board.is_legal(node.turn, point))
        .collect();
    let Some(&first) = legal.first() else {
        return scores;
    };
    let mut scene = Scene::new(model.vocabulary().clone(), size);
    for point in Point::all(size) {
        if let Some(color) = node.board.at(point) {
            scene.place(color, point);
        }
    }
    let mut sample = Sample::default();
    scene.with_last(node.last, node.before);
    assert!(scene.sample(node.turn, first, &mut sample));
    assert_eq!(sample.candidates(), legal.len());
    for (point, team) in legal.iter().zip(sample.teams()) {
        let weights = team.iter().map(|&id| model.weights()[id as usize]);
        scores[point.index(size)] = weights.fold(0.0, |sum: f32, w| sum + w).to_bits();
    }
    scores
}

/// Rates nodes one after the other.
struct InTurn<'a, M> {
    model: &'a Arc<Model>,
    size: Size,
    nodes: M,
}

/// A source of nodes.
trait Nodes {
    fn nodes<const W: usize, const V: usize>(&self, size: Size) -> Vec<Node<W, V>>;
}

impl<M: Nodes> OnGrid for InTurn<'_, M> {
    type Output = ();

    fn run<const W: usize, const V: usize>(self) {
        let mut rater = Rater::<W>::new(self.model.clone(), self.size);
        for (number, node) in self.nodes.nodes::<W, V>(self.size).iter().enumerate() {
            let found = rate(&mut rater, node);
            let mut fresh = Rater::<W>::new(self.model.clone(), self.size);
            assert!(found == rate(&mut fresh, node), "node {number}");
            // A scene that is set up knows of no ko.
            if node.board.ko().is_none() {
                assert!(found == weigh(self.model, node), "node {number}");
            }
        }
    }
}

/// Two games, a position of one and a position of the other; then both again from the end, each
/// position for both sides.
struct Alternating([u64; 2], usize);

impl Nodes for Alternating {
    fn nodes<const W: usize, const V: usize>(&self, size: Size) -> Vec<Node<W, V>> {
        let mut rngs = self.0.map(Rng::new);
        let mut now = [Node::new(size), Node::new(size)];
        let mut nodes = Vec::new();
        for _ in 0..self.1 {
            for (node, rng) in now.iter_mut().zip(&mut rngs) {
                nodes.push(node.clone());
                node.play_any(rng);
            }
        }
        let back: Vec<Node<W, V>> = nodes.iter().rev().step_by(3).cloned().collect();
        for mut node in back {
            nodes.push(node.clone());
            node.board.pass();
            node.turn = !node.turn;
            nodes.push(node);
        }
        nodes
    }
}

/// The leaves of a tree below a position of a game, as a search comes by them.
struct Tree {
    seed: u64,
    moves: usize,
    leaves: usize,
}

impl Nodes for Tree {
    fn nodes<const W: usize, const V: usize>(&self, size: Size) -> Vec<Node<W, V>> {
        let mut rng = Rng::new(self.seed);
        let mut root = Node::new(size);
        for _ in 0..self.moves {
            root.play_any(&mut rng);
        }
        let mut nodes = vec![root];
        for _ in 0..self.leaves {
            let mut node = nodes[rng.below(nodes.len() as u32) as usize].clone();
            node.play_any(&mut rng);
            nodes.push(node);
        }
        nodes
    }
}

#[test]
fn games_in_turn_are_rated_as_each_alone() {
    let size = Size::NINETEEN;
    let games: Vec<Game> = (0..6).map(|seed| game(size, 200, seed)).collect();
    for liberties in [LibertyReading::BeforeAfter, LibertyReading::Change] {
        let model = model(&everything(liberties), &games);
        for (size, length) in [(Size::NINETEEN, 90), (Size::NINE, 60)] {
            let nodes = Alternating([1, 2], length);
            let model = &model;
            on_grid(size, InTurn { model, size, nodes });
        }
    }
}

#[test]
fn nodes_of_a_tree_are_rated_as_each_alone() {
    let size = Size::NINETEEN;
    let games: Vec<Game> = (0..6).map(|seed| game(size, 200, seed)).collect();
    let mut params = everything(LibertyReading::BeforeAfter);
    for dependent in [false, true] {
        params.broad.blocked = dependent;
        params.broad.concentration = if dependent { 0.1 } else { 0.0 };
        let model = &model(&params, &games);
        for (seed, (side, moves)) in [(19, 120), (19, 220), (9, 30), (13, 80)].iter().enumerate() {
            let size = Size::new(*side).unwrap();
            let nodes = Tree {
                seed: seed as u64,
                moves: *moves,
                leaves: 40,
            };
            on_grid(size, InTurn { model, size, nodes });
        }
    }
}
