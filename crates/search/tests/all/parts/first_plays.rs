//! First plays (RAVE): whose count, and those that a new node takes over.

use tengen_game::tree::{At, Tree, leaf, node};
use tengen_game::{Position, Rng};
use tengen_search::params::TreePolicy;
use tengen_search::{AllMoves, Budget, Judgement, Leaf, Mcts, Parts, SearchParams, Trace, Visit};

use super::{by_code, search, think};

/// A playout of known moves: after the tree's move White plays 1, Black 2, White 0.
struct Script;

impl Leaf<At> for Script {
    fn judge(
        &mut self,
        at: &mut At,
        visit: Visit<'_, u16>,
        trace: &mut Trace,
        _: &mut Rng,
    ) -> Judgement {
        assert_eq!(visit.depth, 1);
        for code in [1, 2, 0] {
            at.play(code);
            trace.extend([code]);
        }
        at.outcome().unwrap().into()
    }
}

#[test]
fn only_first_plays_of_the_mover_count() {
    // Three moves at every node, four plies; Black always wins.
    let three = |child: fn() -> tengen_game::tree::Shape| node([child(), child(), child()]);
    fn won() -> tengen_game::tree::Shape {
        leaf(1)
    }
    fn last() -> tengen_game::tree::Shape {
        node([won(), won(), won()])
    }
    fn third() -> tengen_game::tree::Shape {
        node([last(), last(), last()])
    }
    fn second() -> tengen_game::tree::Shape {
        node([third(), third(), third()])
    }
    let tree = Tree::new(three(second));
    let mut params = SearchParams::default();
    params.tree.policy = TreePolicy::UcbRave;
    params.tree.threshold = 1000;
    let parts = Parts {
        expand: Box::new(AllMoves),
        leaf: Box::new(Script),
        observers: Vec::new(),
    };
    let mut mcts = Mcts::new(&params, tree.root(), None, vec![parts], 1);
    for _ in 0..30 {
        let budget = Budget {
            playouts: Some(1),
            ..Budget::default()
        };
        mcts.think(&budget, &mut |_| true);
    }
    let moves = by_code(&mcts);
    let played: Vec<u64> = [0, 1, 2]
        .map(|code| {
            moves
                .iter()
                .find(|m| m.code == code)
                .map_or(0, |m| m.visits)
        })
        .into();
    for m in &moves {
        // Black's own choice is always a first play. 2 is one after either other choice too, since
        // nobody plays there before; 0 and 1 are White's unless Black began with them.
        let expected = match m.code {
            2 => 30,
            code => played[usize::from(code)],
        };
        assert_eq!(m.rave_visits, expected, "move {}", m.code);
        assert_eq!(m.rave_mean, 1.0);
    }
}

#[test]
fn a_new_node_knows_the_first_plays_of_playouts_that_had_its_moves() {
    let black = || node([leaf(1), leaf(-1), leaf(1)]);
    let white = || node([black(), black(), black()]);
    let tree = Tree::new(node([white(), white(), white()]));
    let mut params = SearchParams::default();
    params.tree.policy = TreePolicy::UcbRave;
    // Nothing below the root gets children, so nothing but the memory knows of first plays there.
    params.tree.threshold = 1000;
    params.recall.weight = 1.0;
    // The bounds of UCB decide, so that all moves of the root get playouts.
    params.rave.equivalence = 1.0;
    for on in [false, true] {
        params.recall.on = on;
        let mut mcts = search(&params, &tree);
        think(&mut mcts, 60);
        let through = by_code(&mcts)[1].visits;
        assert!(through > 1);
        let mut after = tree.root();
        after.play(1);
        mcts.advance(&[1], after, &[1], 1);
        think(&mut mcts, 60);
        // White answered Black's 1 by 0 in all of these playouts. Besides, an answer is a first play of its
        // own playouts alone. Playouts without Black's 1 do not count.
        let remembered = if on { through } else { 0 };
        for m in by_code(&mcts) {
            let before = if m.code == 0 { remembered } else { 0 };
            assert_eq!(m.rave_visits, before + m.visits, "{on}: {}", m.code);
        }
        // They were all won by Black.
        assert_eq!(by_code(&mcts)[0].rave_mean, 0.0);
        // Another game knows nothing of them.
        mcts.set_root(tree.root(), &[], 0);
        think(&mut mcts, 3);
        assert_eq!(by_code(&mcts)[1].rave_visits, 1);
    }
}
