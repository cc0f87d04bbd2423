//! Searches as they run: from move to move, to their end, in two threads, out of memory.

use tengen_game::Position;
use tengen_game::tree::{At, Tree, leaf, node};
use tengen_search::params::{ChoiceRule, TreePolicy};
use tengen_search::{AllMoves, Budget, Expand, Leaf, Mcts, Parts, SearchParams};

use super::{FirstMove, by_code, search, think};

#[test]
fn a_search_goes_on_from_the_move_played() {
    let tree = Tree::new(node([
        node([leaf(-1), node([leaf(1), leaf(-1)])]),
        node([leaf(1), leaf(-1)]),
    ]));
    let mut params = SearchParams::default();
    params.tree.reuse = true;
    let mut mcts = search(&params, &tree);
    think(&mut mcts, 500);
    let before = by_code(&mcts)[0].clone();
    let mut after = tree.root();
    after.play(0);
    assert!(mcts.advance(&[0], after, &[0], 1));
    assert_eq!(mcts.view().visits(), before.visits);
    assert!((mcts.view().mean() - (1.0 - before.mean)).abs() < 1e-9);
    let replies: u64 = mcts.view().moves().iter().map(|m| m.visits).sum();
    assert!(replies >= before.visits - 2 && replies <= before.visits);
    think(&mut mcts, 100);
    assert_eq!(mcts.view().visits(), before.visits + 100);
}

#[test]
fn a_search_that_is_decided_stops_early() {
    let tree = Tree::new(node([leaf(1), leaf(-1)]));
    let mut params = SearchParams::default();
    params.ucb.exploration = 0.1;
    params.choice.rule = ChoiceRule::Visits;
    let mut mcts = search(&params, &tree);
    let budget = Budget {
        playouts: Some(10_000),
        early_stop: true,
        ..Budget::default()
    };
    mcts.think(&budget, &mut |_| true);
    let view = mcts.view();
    assert!((5_000..6_000).contains(&view.playouts), "{}", view.playouts);
    assert_eq!(view.moves()[0].code, 0);
}

#[test]
fn the_caller_can_stop_a_search_without_limits() {
    let tree = Tree::new(node([leaf(1), leaf(-1)]));
    let mut mcts = search(&SearchParams::default(), &tree);
    let mut pulses = 0;
    mcts.think(&Budget::default(), &mut |view| {
        pulses += 1;
        assert!(view.visits() > 0);
        pulses < 3
    });
    assert_eq!(pulses, 3);
}

#[test]
fn two_threads_share_the_tree_and_the_budget() {
    let tree = Tree::new(node([
        node([leaf(-1), leaf(1)]),
        node([leaf(1), leaf(1)]),
        node([leaf(1), leaf(-1)]),
    ]));
    let mut params = SearchParams::default();
    params.tree.policy = TreePolicy::UcbRave;
    let parts = (0..2).map(|_| Parts {
        expand: Box::new(AllMoves) as Box<dyn Expand<At>>,
        leaf: Box::new(FirstMove) as Box<dyn Leaf<At>>,
        observers: Vec::new(),
    });
    let mut mcts = Mcts::new(&params, tree.root(), None, parts.collect(), 1);
    let budget = Budget {
        playouts: Some(20_000),
        ..Budget::default()
    };
    mcts.think(&budget, &mut |_| true);
    let view = mcts.view();
    assert_eq!((view.playouts, view.visits()), (20_000, 20_000));
    let moves = view.moves();
    assert_eq!(moves[0].code, 1, "{moves:?}");
    assert_eq!(moves.iter().map(|m| m.visits).sum::<u64>(), 20_000);
}

#[test]
fn a_tree_without_memory_goes_on_without_growing() {
    // 1 MiB holds few nodes of 1,000 moves each.
    let wide = || tengen_game::tree::Shape::Node((0..1000).map(|i| leaf(i % 2)).collect());
    let tree = Tree::new(tengen_game::tree::Shape::Node(
        (0..200).map(|_| wide()).collect(),
    ));
    let mut params = SearchParams::default();
    params.tree.memory = 1;
    params.tree.threshold = 0;
    let mut mcts = search(&params, &tree);
    think(&mut mcts, 5_000);
    let view = mcts.view();
    assert!(view.is_full());
    assert!(view.bytes() <= 1 << 20);
    assert_eq!(view.visits(), 5_000);
}
