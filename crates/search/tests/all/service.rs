//! Queues of requests under load, their order, their end, and searches that use them.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;

use tengen_game::tree::{At, Shape, Tree, leaf, node};
use tengen_game::{Position, Rng};
use tengen_search::{
    AllMoves, Budget, Client, Evaluation, Judgement, Leaf, Mcts, Parts, SearchParams, Service,
    Ticket, Trace, Visit,
};

/// A door that an evaluator waits at: whether somebody has come, and whether it is open.
#[derive(Clone, Default)]
struct Gate(Arc<(Mutex<(bool, bool)>, Condvar)>);

impl Gate {
    fn open(&self) {
        self.0.0.lock().unwrap().1 = true;
        self.0.1.notify_all();
    }

    fn pass(&self) {
        let mut state = self.0.0.lock().unwrap();
        state.0 = true;
        self.0.1.notify_all();
        while !state.1 {
            state = self.0.1.wait(state).unwrap();
        }
    }

    /// Returns when the evaluator is at the door.
    fn await_evaluator(&self) {
        let mut state = self.0.0.lock().unwrap();
        while !state.0 {
            state = self.0.1.wait(state).unwrap();
        }
    }
}

#[test]
fn under_load_nothing_is_lost_and_nothing_comes_twice() {
    const THREADS: u64 = 4;
    const REQUESTS: u64 = 4000;
    let count = Arc::new(AtomicU64::new(0));
    let counted = count.clone();
    let square = move |n: &u64| {
        counted.fetch_add(1, SeqCst);
        n * n
    };
    let service = Service::new(square, 16);
    thread::scope(|scope| {
        for thread in 0..THREADS {
            let mut client = Client::of(&service);
            scope.spawn(move || {
                let mut arrived = Vec::new();
                let mut asked = 0;
                for n in 0..REQUESTS {
                    let request = thread * REQUESTS + n;
                    if n % 3 == 0 {
                        assert_eq!(client.ask(request), Some(request * request));
                        asked += 1;
                    } else {
                        assert!(client.post(Ticket::new(request), request));
                    }
                    if n % 7 == 0 {
                        client.collect(false, &mut arrived);
                    }
                }
                client.collect(true, &mut arrived);
                assert_eq!(client.pending(), 0);
                assert_eq!(arrived.len() as u64 + asked, REQUESTS);
                let tickets: BTreeSet<String> =
                    arrived.iter().map(|(t, _)| format!("{t:?}")).collect();
                assert_eq!(tickets.len(), arrived.len());
                let mine = thread * REQUESTS..(thread + 1) * REQUESTS;
                for (ticket, answer) in arrived {
                    let request = answer.isqrt();
                    assert_eq!(ticket, Ticket::new(request));
                    assert!(mine.contains(&request));
                }
            });
        }
    });
    assert_eq!(count.load(SeqCst), THREADS * REQUESTS);
    assert_eq!(service.pending(), 0);
}

#[test]
fn what_is_waited_for_goes_first() {
    let gate = Gate::default();
    let order = Arc::new(Mutex::new(Vec::new()));
    let (door, noted) = (gate.clone(), order.clone());
    let evaluator = move |n: &u32| {
        door.pass();
        noted.lock().unwrap().push(*n);
        *n
    };
    let service = Service::new(evaluator, 10);
    let (mut later, mut urgent) = (Client::of(&service), Client::of(&service));
    for n in 0..5 {
        assert!(later.post(Ticket::new(n), n as u32));
    }
    gate.await_evaluator();
    thread::scope(|scope| {
        scope.spawn(|| assert_eq!(urgent.ask(100), Some(100)));
        // The first is being answered; the request is in its queue when six are pending.
        while service.pending() < 6 {
            thread::yield_now();
        }
        gate.open();
    });
    let mut arrived = Vec::new();
    later.collect(true, &mut arrived);
    assert_eq!(*order.lock().unwrap(), [0, 100, 1, 2, 3, 4]);
}

#[test]
fn a_full_queue_makes_a_thread_wait() {
    let gate = Gate::default();
    let door = gate.clone();
    let evaluator = move |n: &u32| {
        door.pass();
        *n
    };
    let service = Service::new(evaluator, 2);
    let mut client = Client::of(&service);
    let posted = AtomicUsize::new(0);
    thread::scope(|scope| {
        scope.spawn(|| {
            for n in 0..10 {
                assert!(client.post(Ticket::new(n), 0));
                posted.fetch_add(1, SeqCst);
            }
        });
        // One is being answered and two are in the queue; more do not fit, however long one waits.
        while posted.load(SeqCst) < 3 {
            thread::yield_now();
        }
        for _ in 0..1000 {
            thread::yield_now();
            assert!(posted.load(SeqCst) <= 3);
        }
        gate.open();
    });
    let mut arrived = Vec::new();
    client.collect(true, &mut arrived);
    assert_eq!(arrived.len(), 10);
}

#[test]
fn clients_that_go_leave_nothing_pending() {
    let gate = Gate::default();
    let door = gate.clone();
    let evaluator = move |n: &u32| {
        door.pass();
        *n
    };
    let service = Service::new(evaluator, 100);
    let (mut goes, mut stays) = (Client::of(&service), Client::of(&service));
    for n in 0..20 {
        assert!(goes.post(Ticket::new(n), 1));
        assert!(stays.post(Ticket::new(n), 2));
    }
    drop(goes);
    assert_eq!(service.pending(), 20);
    gate.open();
    let mut arrived = Vec::new();
    stays.collect(true, &mut arrived);
    assert_eq!(arrived.len(), 20);
    assert!(arrived.iter().all(|(_, n)| *n == 2));
    assert_eq!(service.pending(), 0);
}

#[test]
fn an_evaluator_that_panics_keeps_nobody_waiting() {
    let evaluator = |n: &u32| {
        assert!(*n < 3, "as this test wants it");
        *n
    };
    let service = Service::new(evaluator, 100);
    let mut client = Client::of(&service);
    assert_eq!(client.ask(2), Some(2));
    assert_eq!(client.ask(3), None);
    assert!(!client.post(Ticket::new(0), 1));
    client.collect(true, &mut Vec::new());
    assert_eq!((client.ask(1), service.pending()), (None, 0));
}

/// A random playout, and the value of the position a little later.
struct Both {
    client: Client<At, f32>,
    /// Whether what is pending is waited for at the end of a search.
    patient: bool,
    posted: Arc<AtomicU64>,
}

impl Leaf<At> for Both {
    fn judge(
        &mut self,
        at: &mut At,
        visit: Visit<'_, u16>,
        _: &mut Trace,
        rng: &mut Rng,
    ) -> Judgement {
        let followed = visit.asks && self.client.post(visit.ticket, at.clone());
        self.posted.fetch_add(u64::from(followed), SeqCst);
        while at.outcome().is_none() {
            let mut count = 0;
            at.moves(|_| count += 1);
            at.play(rng.below(count) as u16);
        }
        let playout = at.outcome().unwrap().into();
        match followed {
            true => Judgement::Followed(playout),
            false => Judgement::Known(playout),
        }
    }

    fn defers(&self) -> bool {
        true
    }

    fn uses_networks(&self) -> bool {
        true
    }

    fn arrivals(&mut self, wait: bool, arrived: &mut Vec<(Ticket, Evaluation)>) {
        let mut answers = Vec::new();
        self.client.collect(wait && self.patient, &mut answers);
        let values = answers.into_iter();
        arrived.extend(values.map(|(ticket, value)| (ticket, Evaluation::network(value, 0.0))));
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

/// A guess of a position, by its hash.
fn guess(at: &At) -> f32 {
    (at.hash() % 1000) as f32 / 1000.0
}

fn search(tree: &Tree, clients: Vec<Client<At, f32>>, patient: bool) -> (Mcts<At>, Arc<AtomicU64>) {
    let posted = Arc::new(AtomicU64::new(0));
    let parts = clients.into_iter().map(|client| Parts {
        expand: Box::new(AllMoves),
        leaf: Box::new(Both {
            client,
            patient,
            posted: posted.clone(),
        }),
        observers: Vec::new(),
    });
    let mut params = SearchParams::default();
    params.tree.threshold = 2;
    params.tree.reuse = true;
    let mcts = Mcts::new(&params, tree.root(), None, parts.collect(), 1);
    (mcts, posted)
}

fn think(mcts: &mut Mcts<At>, playouts: u64) {
    let budget = Budget {
        playouts: Some(playouts),
        ..Budget::default()
    };
    mcts.think(&budget, &mut |_| true);
}

fn networks(mcts: &Mcts<At>) -> u64 {
    let moves = mcts.view().moves();
    moves.iter().map(|m| m.apart.unwrap().networks.count).sum()
}

fn late(mcts: &Mcts<At>) -> u64 {
    let counters = mcts.view().counters();
    counters
        .iter()
        .find(|(name, _)| *name == "late evaluations")
        .unwrap()
        .1
}

#[test]
fn searching_threads_get_every_evaluation_once_and_leave_none_behind() {
    let tree = game(12);
    let service = Service::new(guess, 8);
    let clients = (0..3).map(|_| Client::of(&service)).collect();
    let (mut mcts, posted) = search(&tree, clients, true);
    for _ in 0..3 {
        think(&mut mcts, 3000);
        assert_eq!(service.pending(), 0);
        // The root itself is never asked for.
        assert_eq!(networks(&mcts), posted.load(SeqCst));
        assert_eq!(late(&mcts), 0);
    }
    assert_eq!(mcts.view().visits(), 9000);
    drop(mcts);
    assert_eq!(Arc::strong_count(&service), 1);
}

#[test]
fn answers_that_come_after_the_tree_has_moved_are_dropped_and_counted() {
    let tree = game(12);
    let gate = Gate::default();
    let door = gate.clone();
    let evaluator = move |at: &At| {
        door.pass();
        guess(at)
    };
    let service = Service::new(evaluator, 1000);
    let (mut mcts, posted) = search(&tree, vec![Client::of(&service)], false);
    think(&mut mcts, 100);
    let before = posted.load(SeqCst);
    assert!(before > 10);
    assert_eq!(networks(&mcts), 0);
    let mut root = tree.root();
    root.play(0);
    assert!(mcts.advance(&[0], root, &[0], 1));
    gate.open();
    while service.pending() > 0 {
        thread::yield_now();
    }
    // They are collected with the first playout of the next search; what is asked for then is as good as new.
    think(&mut mcts, 1);
    assert_eq!(late(&mcts), before);
    think(&mut mcts, 2000);
    while service.pending() > 0 {
        thread::yield_now();
    }
    think(&mut mcts, 1);
    let asked = posted.load(SeqCst) - before;
    assert!(networks(&mcts) > 0 && networks(&mcts) <= asked);
}

#[test]
fn one_thread_with_an_evaluator_of_its_own_grows_the_same_tree_twice() {
    let tree = game(12);
    for every in [1, 5, 64] {
        let grown = || {
            let client = Client::with_own(Box::new(guess), every);
            let (mut mcts, posted) = search(&tree, vec![client], true);
            think(&mut mcts, 2000);
            assert_eq!(networks(&mcts), posted.load(SeqCst));
            (mcts.shape(), mcts.view().moves())
        };
        assert_eq!(grown(), grown(), "every {every}");
    }
}
