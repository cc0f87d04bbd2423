//! Each part of the search on games that are nothing but their tree, with numbers computed by hand.

mod first_plays;
mod running;

use std::sync::{Arc, Mutex};

use tengen_game::tree::{At, Tree, leaf, node};
use tengen_game::{Outcome, Position, Rng};
use tengen_search::params::TreePolicy;
use tengen_search::{
    AllMoves, Budget, Counter, Expand, Judgement, Leaf, Mcts, Observer, Parts, RootMove,
    SearchParams, Seedling, Trace, Visit,
};

/// Plays the first move until the game is over, and shows what it played.
struct FirstMove;

impl Leaf<At> for FirstMove {
    fn judge(
        &mut self,
        at: &mut At,
        _: Visit<'_, u16>,
        trace: &mut Trace,
        _: &mut Rng,
    ) -> Judgement {
        loop {
            if let Some(outcome) = at.outcome() {
                return outcome.into();
            }
            at.play(0);
            trace.extend([0]);
        }
    }
}

/// All moves, with these priors and virtual playouts by code.
struct Told(Vec<(f32, f32, f32)>);

impl Expand<At> for Told {
    fn expand(&mut self, position: &At, _: &[u16], moves: &mut Vec<Seedling>) {
        position.moves(|mv| {
            let (prior, virtual_visits, virtual_wins) =
                self.0.get(usize::from(mv)).copied().unwrap_or_default();
            moves.push(Seedling {
                prior,
                virtual_visits,
                virtual_wins,
                ..Seedling::new(mv)
            });
        });
    }
}

fn search_with(params: &SearchParams, tree: &Tree, expand: impl Expand<At> + 'static) -> Mcts<At> {
    let parts = Parts {
        expand: Box::new(expand),
        leaf: Box::new(FirstMove),
        observers: Vec::new(),
    };
    Mcts::new(params, tree.root(), None, vec![parts], 1)
}

fn search(params: &SearchParams, tree: &Tree) -> Mcts<At> {
    search_with(params, tree, AllMoves)
}

fn think(mcts: &mut Mcts<At>, playouts: u64) {
    let budget = Budget {
        playouts: Some(playouts),
        ..Budget::default()
    };
    mcts.think(&budget, &mut |_| true);
}

/// The moves of the root by their codes.
fn by_code(mcts: &Mcts<At>) -> Vec<RootMove> {
    let mut moves = mcts.view().moves();
    moves.sort_by_key(|m| m.code);
    moves
}

fn visits(mcts: &Mcts<At>) -> Vec<(u16, u64)> {
    by_code(mcts).iter().map(|m| (m.code, m.visits)).collect()
}

#[test]
fn ucb1_follows_the_papers_formula() {
    // One move wins, one loses: after each was tried once, the bounds with C = 0.5 decide.
    let tree = Tree::new(node([leaf(1), leaf(-1)]));
    let mut params = SearchParams::default();
    params.ucb.exploration = 0.5;
    let mut mcts = search(&params, &tree);
    let c = |n: f64, u: f64| 0.5 * (2.0 * n.ln() / u).sqrt();
    let (mut won, mut lost) = (1.0, 1.0);
    think(&mut mcts, 2);
    for n in 2..200 {
        let n = f64::from(n);
        if 1.0 + c(n, won) > c(n, lost) {
            won += 1.0;
        } else {
            lost += 1.0;
        }
        think(&mut mcts, 1);
        assert_eq!(visits(&mcts), [(0, won as u64), (1, lost as u64)]);
    }
    assert!(lost > 2.0);
}

#[test]
fn win_rates_are_those_of_the_mover() {
    // Whatever Black plays, White has a winning and a losing answer.
    let tree = Tree::new(node([node([leaf(-1), leaf(1)]), node([leaf(1), leaf(-1)])]));
    let mut mcts = search(&SearchParams::default(), &tree);
    think(&mut mcts, 2000);
    let view = mcts.view();
    assert!(view.mean() < 0.2, "White wins: {}", view.mean());
    for m in view.moves() {
        assert!(m.mean < 0.25);
        assert!(m.line.len() == 2, "{:?}", m.line);
    }
}

#[test]
fn a_leaf_is_expanded_when_its_playouts_exceed_the_threshold() {
    // The only move of Black's leads to a node with two answers.
    let tree = Tree::new(node([node([leaf(1), leaf(-1)])]));
    for threshold in [0, 1, 3] {
        let mut params = SearchParams::default();
        params.tree.threshold = threshold;
        let mut mcts = search(&params, &tree);
        // Playouts number 1 to threshold + 1 start at the leaf; the next one finds it with more
        // playouts than the threshold.
        think(&mut mcts, u64::from(threshold) + 1);
        assert_eq!(mcts.view().moves()[0].line.len(), 1, "{threshold}");
        think(&mut mcts, 1);
        assert_eq!(mcts.view().moves()[0].line.len(), 2, "{threshold}");
    }
}

#[test]
fn the_shape_is_that_of_the_tree() {
    // The first move ends the game, the second has two answers, the third is never opened.
    let tree = Tree::new(node([leaf(1), node([leaf(-1), leaf(1)]), leaf(0)]));
    let mut params = SearchParams::default();
    params.tree.threshold = 1;
    params.widening.on = true;
    params.widening.first = 2;
    params.widening.playouts = 1000.0;
    params.ucb.exploration = 100.0;
    let told = Told(vec![(0.5, 0.0, 0.0), (0.3, 0.0, 0.0), (0.2, 0.0, 0.0)]);
    let mut mcts = search_with(&params, &tree, told);
    assert_eq!(mcts.shape().depths, [1]);
    assert_eq!(mcts.shape().mean_depth(), 0.0);
    // So much exploration takes turns: three playouts each, and the third of the second move finds
    // a leaf with two playouts and goes one ply further.
    think(&mut mcts, 6);
    let shape = mcts.shape();
    assert_eq!(visits(&mcts), [(0, 3), (1, 3)]);
    assert_eq!(shape.depths, [1, 2, 1]);
    assert_eq!(shape.playouts, [6, 6, 1]);
    assert_eq!((shape.nodes, shape.expanded, shape.leaves()), (4, 2, 2));
    assert_eq!((shape.untried, shape.deepest), (2, 2));
    assert_eq!(shape.mean_depth(), 7.0 / 6.0);
}

#[test]
fn first_play_urgency_keeps_a_good_move_from_waiting() {
    // With urgency 1000 all three moves are tried at once; with 0.4 a move that wins is enough.
    let tree = Tree::new(node([leaf(1), leaf(1), leaf(1)]));
    let mut params = SearchParams::default();
    params.ucb.exploration = 0.0;
    let mut mcts = search(&params, &tree);
    think(&mut mcts, 3);
    assert_eq!(visits(&mcts).len(), 3);
    params.ucb.first_play = 0.4;
    let mut mcts = search(&params, &tree);
    think(&mut mcts, 3);
    assert_eq!(visits(&mcts).len(), 1);
}

#[test]
fn virtual_playouts_count_as_playouts() {
    // Both moves lose, but the second is said to have won 9 of 10: means 0/n against 9/(10 + n).
    let tree = Tree::new(node([leaf(-1), leaf(-1)]));
    let mut params = SearchParams::default();
    params.ucb.exploration = 0.0;
    let told = Told(vec![(0.5, 1.0, 0.5), (0.5, 10.0, 9.0)]);
    let mut mcts = search_with(&params, &tree, told);
    // 9 / (10 + n) ≥ 1/2 while n ≤ 8; at n = 8 both are equal, or the other is first.
    think(&mut mcts, 8);
    assert_eq!(visits(&mcts), [(1, 8)]);
    think(&mut mcts, 3);
    assert_eq!(visits(&mcts)[0].0, 0);
}

#[test]
fn the_action_value_follows_the_prior_and_falls_with_visits() {
    // All lose, so that only c·P·sqrt(n) / (1 + n_u) differs once each has been tried.
    let tree = Tree::new(node([leaf(-1), leaf(-1), leaf(-1)]));
    let mut params = SearchParams::default();
    params.tree.policy = TreePolicy::ActionValue;
    params.action.exploration = 2.0;
    let priors = [0.7, 0.2, 0.1];
    let told = Told(priors.map(|p| (p, 0.0, 0.0)).into());
    let mut mcts = search_with(&params, &tree, told);
    let mut expected = [0u64; 3];
    for n in 0..60 {
        let urgency = |i: usize| {
            let mean = if expected[i] == 0 { 0.5 } else { 0.0 };
            let bonus = 2.0 * f64::from(priors[i]) * f64::from(n.max(1)).sqrt();
            mean + bonus / (1.0 + expected[i] as f64)
        };
        let best = (0..3).max_by(|&a, &b| urgency(a).total_cmp(&urgency(b)));
        expected[best.unwrap()] += 1;
        think(&mut mcts, 1);
    }
    let found: Vec<u64> = by_code(&mcts).iter().map(|m| m.visits).collect();
    assert_eq!(found, expected);
    assert!(expected[0] > 2 * expected[1]);
}

#[test]
fn widening_opens_moves_in_the_order_of_the_prior() {
    let tree = Tree::new(node([leaf(-1), leaf(-1), leaf(-1), leaf(-1)]));
    let mut params = SearchParams::default();
    params.widening.on = true;
    params.widening.playouts = 10.0;
    params.widening.growth = 2.0;
    let told = Told(vec![
        (0.1, 0.0, 0.0),
        (0.4, 0.0, 0.0),
        (0.2, 0.0, 0.0),
        (0.3, 0.0, 0.0),
    ]);
    let mut mcts = search_with(&params, &tree, told);
    let open = |mcts: &Mcts<At>| -> Vec<u16> { visits(mcts).iter().map(|v| v.0).collect() };
    // The second move opens after 10 playouts, the third after 10 + 20, the fourth after 70.
    think(&mut mcts, 10);
    assert_eq!(open(&mcts), [1]);
    think(&mut mcts, 1);
    assert_eq!(open(&mcts), [1, 3]);
    think(&mut mcts, 19);
    assert_eq!(open(&mcts), [1, 3]);
    think(&mut mcts, 1);
    assert_eq!(open(&mcts), [1, 2, 3]);
    think(&mut mcts, 40);
    assert_eq!(open(&mcts), [0, 1, 2, 3]);
}

/// The place of a leaf, as it is told: its node, the one above, plies, moves of the game, visits.
type Stand = (Option<usize>, Option<usize>, usize, usize, u32);

/// Writes down where it is asked to judge, and when the tree begins anew.
#[derive(Clone, Default)]
struct Diary(Arc<Mutex<Vec<Option<Stand>>>>);

impl Leaf<At> for Diary {
    fn rooted(&mut self) {
        self.0.lock().unwrap().push(None);
    }

    fn judge(
        &mut self,
        at: &mut At,
        visit: Visit<'_, u16>,
        trace: &mut Trace,
        rng: &mut Rng,
    ) -> Judgement {
        let index = |node: Option<tengen_search::NodeId>| node.map(|node| node.index());
        let place = (index(visit.node), index(visit.parent));
        let told = (place.0, place.1, visit.depth, visit.played, visit.visits);
        self.0.lock().unwrap().push(Some(told));
        FirstMove.judge(at, visit, trace, rng)
    }
}

/// The root has two moves, each with two; a leaf is expanded at its third playout.
#[test]
fn a_leaf_is_told_where_it_is() {
    let inner = || node([node([leaf(1), leaf(1)]), node([leaf(1), leaf(1)])]);
    let tree = Tree::new(node([inner(), inner()]));
    let mut params = SearchParams::default();
    params.tree.threshold = 1;
    let diary = Diary::default();
    let parts = Parts {
        expand: Box::new(AllMoves),
        leaf: Box::new(diary.clone()),
        observers: Vec::new(),
    };
    let mut mcts = Mcts::new(&params, tree.root(), None, vec![parts], 1);
    mcts.set_root(tree.root(), &[], 40);
    think(&mut mcts, 6);
    let told: Vec<Option<Stand>> = diary.0.lock().unwrap().drain(..).collect();
    assert_eq!(told[0], None, "the tree begins anew");
    let told: Vec<Stand> = told[1..].iter().map(|told| told.unwrap()).collect();
    // Four playouts of the two leaves below the root, which is node 0, then two a ply deeper.
    for (number, &(node, parent, depth, played, visits)) in told.iter().enumerate() {
        assert_eq!(played, 40);
        if number < 4 {
            assert!(matches!(node, Some(1 | 2)), "{told:?}");
            assert_eq!((parent, depth), (Some(0), 1));
            assert_eq!(visits as usize, number / 2);
        } else {
            assert!(node > Some(2) && matches!(parent, Some(1 | 2)), "{told:?}");
            assert_eq!((depth, visits), (2, 0));
        }
    }
    mcts.judge(&tree.root(), 1, 1);
    let apart = diary.0.lock().unwrap().pop().unwrap().unwrap();
    assert_eq!(apart, (None, None, 0, 0, 0), "apart from the tree");
}

#[test]
fn a_filter_keeps_moves_out() {
    let tree = Tree::new(node([leaf(1), leaf(-1), leaf(1)]));
    let mut mcts = search(&SearchParams::default(), &tree);
    mcts.set_filter(Some((1, Box::new(|_, code, _| code != 0))));
    think(&mut mcts, 100);
    assert!(visits(&mcts).iter().all(|&(code, _)| code != 0));
    mcts.set_filter(Some((1, Box::new(|_, _, _| false))));
    think(&mut mcts, 10);
    assert_eq!(mcts.view().visits(), 110);
}

/// Remembers the length of every playout.
struct Lengths(Arc<Mutex<Vec<usize>>>, Arc<Counter>);

impl Observer<At> for Lengths {
    fn wants_moves(&self) -> bool {
        true
    }

    fn judged(&mut self, position: &At, trace: &Trace, outcome: &Outcome) {
        assert_eq!(position.outcome().as_ref(), Some(outcome));
        self.0.lock().unwrap().push(trace.codes().len());
        self.1.add(1);
    }

    fn counters(&self) -> Vec<Arc<Counter>> {
        vec![self.1.clone()]
    }
}

#[test]
fn observers_see_playouts_and_counters_start_anew() {
    let tree = Tree::new(node([node([node([leaf(1)])])]));
    let lengths = Arc::new(Mutex::new(Vec::new()));
    let observer = Lengths(lengths.clone(), Counter::new("seen"));
    let parts = Parts {
        expand: Box::new(AllMoves),
        leaf: Box::new(FirstMove),
        observers: vec![Box::new(observer)],
    };
    let mut mcts = Mcts::new(&SearchParams::default(), tree.root(), None, vec![parts], 1);
    // Two playouts from the first leaf, two from the next; from then on the tree knows the end.
    think(&mut mcts, 10);
    assert_eq!(*lengths.lock().unwrap(), [3; 4]);
    let counters = [("expansions", 3), ("endings in the tree", 6), ("seen", 4)];
    assert_eq!(mcts.view().counters(), counters);
    think(&mut mcts, 5);
    let counters = [("expansions", 0), ("endings in the tree", 5), ("seen", 0)];
    assert_eq!(mcts.view().counters(), counters);
}
