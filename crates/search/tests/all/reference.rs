//! A plain UCT of a page, written from the papers' description alone, against the real one: the
//! same visits and the same win rates at every move of the root, and so on down the main line.

use tengen_game::tree::{At, Shape, Tree, leaf};
use tengen_game::{Color, Outcome, Position, Rng};
use tengen_search::{
    AllMoves, Budget, Judgement, Leaf, Mcts, Parts, SearchParams, Trace, Visit, portable,
};

/// A node of the reference: its own statistics, and its children once it is expanded.
struct Node {
    code: usize,
    visits: u32,
    wins: f32,
    children: Vec<Node>,
}

struct Reference {
    exploration: f32,
    threshold: u32,
    rng: Rng,
}

impl Reference {
    /// A playout from `node`; the result is Black's. `mover` made the move into the node.
    fn playout(&mut self, node: &mut Node, mut position: At, mover: Color, is_root: bool) -> f32 {
        let expandable = is_root || node.visits > self.threshold;
        if node.children.is_empty() && position.outcome().is_none() && expandable {
            self.expand(node, &position);
        }
        let value = if node.children.is_empty() {
            random_game(&mut position, &mut self.rng)
        } else {
            let next = self.best(node);
            position.play(node.children[next].code as u16);
            self.playout(&mut node.children[next], position, !mover, false)
        };
        node.visits += 1;
        node.wins += if mover == Color::Black {
            value
        } else {
            1.0 - value
        };
        value
    }

    fn expand(&mut self, node: &mut Node, position: &At) {
        position.moves(|mv| node.children.push(new(position.code(mv))));
        for i in (1..node.children.len()).rev() {
            node.children.swap(i, self.rng.below(i as u32 + 1) as usize);
        }
    }

    fn best(&self, node: &Node) -> usize {
        let ucb = |child: &Node| {
            if child.visits == 0 {
                return 1000.0;
            }
            let n = child.visits as f32;
            let log = 2.0 * portable::ln(node.visits as f32);
            child.wins / n + self.exploration * (log / n).sqrt()
        };
        let mut best = 0;
        for i in 1..node.children.len() {
            if ucb(&node.children[i]) > ucb(&node.children[best]) {
                best = i;
            }
        }
        best
    }
}

const fn new(code: usize) -> Node {
    Node {
        code,
        visits: 0,
        wins: 0.0,
        children: Vec::new(),
    }
}

/// Random moves to the end; 1 if Black wins, a half for a draw.
fn random_game(position: &mut At, rng: &mut Rng) -> f32 {
    loop {
        if let Some(Outcome { winner, .. }) = position.outcome() {
            return winner.map_or(0.5, |color| f32::from(color == Color::Black));
        }
        let mut moves = Vec::new();
        position.moves(|mv| moves.push(mv));
        position.play(moves[rng.below(moves.len() as u32) as usize]);
    }
}

struct Random;

impl Leaf<At> for Random {
    fn judge(&mut self, at: &mut At, _: Visit<'_, u16>, _: &mut Trace, rng: &mut Rng) -> Judgement {
        random_game(at, rng);
        at.outcome().unwrap().into()
    }
}

/// A random tree.
fn shape(rng: &mut Rng, depth: u32) -> Shape {
    if depth == 0 || rng.below(8) == 0 {
        return leaf(rng.below(7) as i32 - 3);
    }
    let width = 2 + rng.below(5);
    Shape::Node((0..width).map(|_| shape(rng, depth - 1)).collect())
}

#[test]
fn uct_equals_the_reference_visit_for_visit() {
    for seed in 0..20 {
        for threshold in [0, 1, 5, 30] {
            compare(seed, threshold);
        }
    }
}

fn compare(seed: u64, threshold: u32) {
    const PLAYOUTS: u64 = 3000;
    let tree = Tree::new(Shape::Node(vec![
        shape(&mut Rng::new(seed), 6),
        shape(&mut Rng::new(seed + 100), 6),
        shape(&mut Rng::new(seed + 200), 6),
    ]));
    let mut params = SearchParams::default();
    params.tree.threshold = threshold;
    params.tree.reuse = true;
    let parts = Parts {
        expand: Box::new(AllMoves),
        leaf: Box::new(Random),
        observers: Vec::new(),
    };
    let mut mcts = Mcts::new(&params, tree.root(), None, vec![parts], seed);
    let budget = Budget {
        playouts: Some(PLAYOUTS),
        ..Budget::default()
    };
    mcts.think(&budget, &mut |_| true);

    let mut reference = Reference {
        exploration: params.ucb.exploration,
        threshold,
        rng: Rng::new(seed),
    };
    let mut root = new(0);
    for _ in 0..PLAYOUTS {
        reference.playout(&mut root, tree.root(), Color::White, true);
    }

    compare_nodes(&mut mcts, &root, tree.root(), 3);
}

/// Compares all moves of a node, then goes on below its most visited one.
fn compare_nodes(mcts: &mut Mcts<At>, root: &Node, mut position: At, plies: usize) {
    let view = mcts.view();
    assert_eq!(view.visits(), u64::from(root.visits));
    let moves = view.moves();
    let visited = root.children.iter().filter(|c| c.visits > 0).count();
    assert_eq!(moves.len(), visited);
    for found in moves {
        let wanted = root
            .children
            .iter()
            .find(|c| c.code == usize::from(found.code));
        let wanted = wanted.expect("the reference has the same moves");
        assert_eq!(found.visits, u64::from(wanted.visits));
        let mean = f64::from(wanted.wins) / f64::from(wanted.visits);
        assert!((found.mean - mean).abs() < 1e-9);
    }
    let Some(next) = root.children.iter().max_by_key(|c| c.visits) else {
        return;
    };
    if plies > 0 && next.visits > 0 {
        position.play(next.code as u16);
        assert!(mcts.advance(&[next.code as u16], position.clone(), &[], 1));
        compare_nodes(mcts, next, position, plies - 1);
    }
}
