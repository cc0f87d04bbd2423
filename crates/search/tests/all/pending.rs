//! Evaluations that come later, several at once, or never.

use std::sync::{Arc, Mutex};

use tengen_game::tree::{At, Shape, Tree, leaf, node};
use tengen_game::{Position, Rng};
use tengen_search::{
    AllMoves, Budget, Evaluation, Judgement, Leaf, Mcts, Parts, RootMove, SearchParams, Ticket,
    Trace, Visit,
};

/// A device that evaluates leaves later, in batches.
#[derive(Default)]
struct Device {
    /// The leaves that it was asked for, with the value that they will get.
    queue: Vec<(Ticket, Evaluation)>,
    /// The number of leaves that it waits for before it answers.
    batch: usize,
    /// The most that were in the queue.
    longest: usize,
    /// True if it still answers when the search ends.
    works: bool,
    asked: u64,
}

/// A leaf that is evaluated by the device: the value of the best reply by plain minimax. In place of
/// a playout, or beside one.
#[derive(Clone)]
struct Remote(Arc<Mutex<Device>>, bool);

fn minimax(at: &At) -> i32 {
    if let Some(outcome) = at.outcome() {
        return outcome.score as i32;
    }
    let sign = at.turn().sign();
    let mut best = i32::MIN;
    at.moves(|mv| {
        let mut next = at.clone();
        next.play(mv);
        best = best.max(sign * minimax(&next));
    });
    sign * best
}

fn value(at: &At) -> f32 {
    0.5 + 0.1 * minimax(at) as f32
}

impl Leaf<At> for Remote {
    fn judge(
        &mut self,
        at: &mut At,
        visit: Visit<'_, u16>,
        _: &mut Trace,
        rng: &mut Rng,
    ) -> Judgement {
        let mut device = self.0.lock().unwrap();
        device
            .queue
            .push((visit.ticket, Evaluation::network(value(at), 0.0)));
        device.longest = device.longest.max(device.queue.len());
        device.asked += 1;
        if !self.1 {
            return Judgement::Pending;
        }
        while at.outcome().is_none() {
            let mut count = 0;
            at.moves(|_| count += 1);
            at.play(rng.below(count) as u16);
        }
        Judgement::Followed(at.outcome().unwrap().into())
    }

    fn defers(&self) -> bool {
        true
    }

    fn uses_networks(&self) -> bool {
        true
    }

    fn arrivals(&mut self, wait: bool, arrived: &mut Vec<(Ticket, Evaluation)>) {
        let mut device = self.0.lock().unwrap();
        let due = if wait {
            device.works
        } else {
            device.queue.len() >= device.batch
        };
        if due {
            // The last is answered first: the order is the device's.
            arrived.extend(device.queue.drain(..).rev());
        }
    }
}

/// Two moves everywhere, so many plies; Black wins by the first move of every node.
fn game(plies: u32) -> Tree {
    fn shape(plies: u32, score: i32) -> Shape {
        match plies {
            0 => leaf(score),
            n => node([shape(n - 1, score + 1), shape(n - 1, score - 1)]),
        }
    }
    Tree::new(shape(plies, 0))
}

fn search(tree: &Tree, batch: usize, beside: bool) -> (Mcts<At>, Arc<Mutex<Device>>) {
    let device = Arc::new(Mutex::new(Device {
        batch,
        works: true,
        ..Device::default()
    }));
    let parts = Parts {
        expand: Box::new(AllMoves),
        leaf: Box::new(Remote(device.clone(), beside)),
        observers: Vec::new(),
    };
    let mut params = SearchParams::default();
    params.tree.threshold = 0;
    params.tree.reuse = true;
    let mcts = Mcts::new(&params, tree.root(), None, vec![parts], 1);
    (mcts, device)
}

fn think(mcts: &mut Mcts<At>, playouts: u64) -> Vec<RootMove> {
    let budget = Budget {
        playouts: Some(playouts),
        ..Budget::default()
    };
    mcts.think(&budget, &mut |_| true);
    mcts.view().moves()
}

fn counter(mcts: &Mcts<At>, name: &str) -> u64 {
    let counters = mcts.view().counters();
    counters.iter().find(|(n, _)| *n == name).unwrap().1
}

#[test]
fn every_evaluation_is_applied_once_whatever_the_batch() {
    let tree = game(8);
    for batch in [1, 2, 7, 64, 100_000] {
        let (mut mcts, device) = search(&tree, batch, false);
        let moves = think(&mut mcts, 500);
        let device = device.lock().unwrap();
        let ended = counter(&mcts, "endings in the tree");
        assert_eq!(device.asked + ended, 500, "batch {batch}");
        assert!(device.queue.is_empty(), "batch {batch}");
        assert!(device.longest >= batch.min(50), "batch {batch}");
        assert_eq!(mcts.view().visits(), 500, "batch {batch}");
        let networks: u64 = moves.iter().map(|m| m.apart.unwrap().networks.count).sum();
        let playouts: u64 = moves.iter().map(|m| m.apart.unwrap().playouts.count).sum();
        assert_eq!(networks, device.asked, "batch {batch}");
        assert_eq!(playouts, ended, "batch {batch}");
        assert_eq!(moves[0].code, 0, "batch {batch}");
        assert_eq!(counter(&mcts, "late evaluations"), 0);
    }
}

#[test]
fn an_evaluation_beside_a_playout_is_no_visit() {
    let tree = game(8);
    let (mut mcts, device) = search(&tree, 5, true);
    let moves = think(&mut mcts, 300);
    let asked = device.lock().unwrap().asked;
    assert_eq!(mcts.view().visits(), 300);
    let visits: u64 = moves.iter().map(|m| m.visits).sum();
    assert_eq!(visits, 300);
    for m in &moves {
        let apart = m.apart.unwrap();
        assert_eq!(apart.playouts.count, m.visits);
        let mixed = 0.3 * apart.networks.value + 0.7 * apart.playouts.value;
        assert!((mixed - m.mean).abs() < 1e-6);
    }
    let networks: u64 = moves.iter().map(|m| m.apart.unwrap().networks.count).sum();
    assert_eq!(networks, asked);
}

/// By hand: one visit of each of two moves, whose values are those of plain minimax.
#[test]
fn sums_are_those_by_hand() {
    let (mut mcts, _) = search(&game(3), 1, false);
    let moves = think(&mut mcts, 2);
    let mut found: Vec<_> = moves
        .iter()
        .map(|m| (m.code, m.visits, m.apart.unwrap().networks.value))
        .collect();
    found.sort_by_key(|m| m.0);
    // After Black's +1 White answers −1 and Black +1; after −1 the sum is −1.
    let near = |(code, visits, value): (u16, u64, f64), by_hand: f64| {
        assert_eq!(visits, 1, "{code}");
        assert!((value - by_hand).abs() < 1e-6, "{code}: {value}");
    };
    near(found[0], 0.6);
    near(found[1], 0.4);
}

#[test]
fn evaluations_that_come_too_late_are_dropped_and_counted() {
    let tree = game(8);
    let (mut mcts, device) = search(&tree, 1_000_000, true);
    device.lock().unwrap().works = false;
    think(&mut mcts, 20);
    let queued = device.lock().unwrap().queue.len() as u64;
    assert_eq!(queued, 20);
    let mut root = tree.root();
    root.play(0);
    assert!(mcts.advance(&[0], root, &[0], 1));
    {
        let mut device = device.lock().unwrap();
        device.works = true;
        device.batch = 1;
    }
    let moves = think(&mut mcts, 30);
    assert_eq!(counter(&mcts, "late evaluations"), queued);
    let networks: u64 = moves.iter().map(|m| m.apart.unwrap().networks.count).sum();
    assert!(networks <= device.lock().unwrap().asked - queued);
}

#[test]
fn a_visit_whose_evaluation_never_comes_leaves_no_trace() {
    let tree = game(8);
    let (mut mcts, device) = search(&tree, 1_000_000, false);
    device.lock().unwrap().works = false;
    let moves = think(&mut mcts, 20);
    assert!(moves.is_empty());
    assert_eq!(mcts.view().visits(), 0);
    // No virtual loss is left either: the same search again begins as if nothing had been.
    device.lock().unwrap().queue.clear();
    device.lock().unwrap().works = true;
    device.lock().unwrap().batch = 1;
    let after = think(&mut mcts, 50);
    let (mut fresh, _) = search(&tree, 1, false);
    let visits = |moves: &[RootMove]| moves.iter().map(|m| m.visits).sum::<u64>();
    assert_eq!(visits(&after), visits(&think(&mut fresh, 50)));
}
