//! Playouts and networks mixed: the numbers of small trees, computed by hand.

use tengen_game::tree::{At, Tree, leaf, node};
use tengen_game::{Position, Rng};
use tengen_search::params::{ChoiceRule, TreePolicy};
use tengen_search::{
    AllMoves, Budget, Client, Evaluation, Expand, Judgement, Leaf, Mcts, Parts, RootMove,
    SearchParams, Seedling, Stage, Ticket, Trace, Visit,
};

/// A playout plays the first move until the end. A network guesses each node once, by the last move that led
/// there; its answer is there when the next playout begins.
struct Beside(Client<f32, f32>);

/// The guess behind a move, for Black.
const GUESSES: [f32; 2] = [0.2, 0.9];

impl Beside {
    fn new() -> Self {
        Self(Client::with_own(Box::new(|guess: &f32| *guess), 1))
    }
}

impl Leaf<At> for Beside {
    fn judge(
        &mut self,
        at: &mut At,
        visit: Visit<'_, u16>,
        _: &mut Trace,
        _: &mut Rng,
    ) -> Judgement {
        let last = visit.line.last().map(|&code| usize::from(code));
        while at.outcome().is_none() {
            at.play(0);
        }
        let playout = at.outcome().unwrap().into();
        match last.filter(|_| visit.asks) {
            Some(code) => {
                assert!(self.0.post(visit.ticket, GUESSES[code]));
                Judgement::Followed(playout)
            }
            None => Judgement::Known(playout),
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
        self.0.collect(wait, &mut answers);
        let guesses = answers.into_iter();
        arrived.extend(guesses.map(|(ticket, guess)| (ticket, Evaluation::network(guess, 4.0))));
    }
}

/// The moves of a node have the priors 0.6 and 0.4.
struct Likely;

impl Expand<At> for Likely {
    fn expand(&mut self, position: &At, _: &[u16], moves: &mut Vec<Seedling>) {
        position.moves(|mv| {
            moves.push(Seedling {
                prior: [0.6, 0.4][usize::from(mv)],
                ..Seedling::new(mv)
            });
        });
    }
}

/// Playouts win behind the first move and lose behind the second; nodes below them are never made.
fn search(lambda: f32, drift: f32) -> Mcts<At> {
    let tree = Tree::new(node([node([leaf(1)]), node([leaf(-1)])]));
    let mut params = SearchParams::default();
    params.tree.policy = TreePolicy::ActionValue;
    params.tree.threshold = 1000;
    params.action.exploration = 1.0;
    params.mixture.lambda = lambda;
    params.mixture.drift = drift;
    params.choice.rule = ChoiceRule::WinRate;
    let parts = Parts {
        expand: Box::new(Likely),
        leaf: Box::new(Beside::new()),
        observers: Vec::new(),
    };
    Mcts::new(&params, tree.root(), None, vec![parts], 1)
}

/// The moves of the root by code.
fn think(mcts: &mut Mcts<At>, playouts: u64) -> Vec<RootMove> {
    let budget = Budget {
        playouts: Some(playouts),
        ..Budget::default()
    };
    mcts.think(&budget, &mut |_| true);
    let mut moves = mcts.view().moves();
    moves.sort_by_key(|m| m.code);
    moves
}

fn visits(moves: &[RootMove]) -> Vec<(u16, u64)> {
    moves.iter().map(|m| (m.code, m.visits)).collect()
}

fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-6, "{found}, not {expected}");
}

/// λ = 0.7: the first move is worth 0.3·0.2 + 0.7·1 = 0.76, the second 0.3·0.9 + 0.7·0 = 0.27.
///
/// | n | first | second |
/// | --- | --- | --- |
/// | 0 | 0.5 + 0.6·1 / 1 = 1.1 | 0.5 + 0.4·1 / 1 = 0.9 |
/// | 1 | 0.76 + 0.6·1 / 2 = 1.06 | 0.9 |
/// | 2 | 0.76 + 0.6·√2 / 3 = 1.0428 | 0.5 + 0.4·√2 = 1.0657 |
/// | 3 | 0.76 + 0.6·√3 / 3 = 1.1064 | 0.27 + 0.4·√3 / 2 = 0.6164 |
/// | 4 | 0.76 + 0.6·2 / 4 = 1.06 | 0.27 + 0.4·2 / 2 = 0.67 |
///
/// By playouts alone the third would have been the first move's: 1 + 0.6·√2 / 3 = 1.2828.
#[test]
fn the_action_value_follows_the_mixed_mean() {
    let after = [
        vec![(0, 1)],
        vec![(0, 2)],
        vec![(0, 2), (1, 1)],
        vec![(0, 3), (1, 1)],
        vec![(0, 4), (1, 1)],
    ];
    let mut mcts = search(0.7, 0.0);
    for expected in after {
        assert_eq!(visits(&think(&mut mcts, 1)), expected);
    }
    let moves = think(&mut mcts, 0);
    near(moves[0].mean, 0.76);
    near(moves[1].mean, 0.27);
    // Scores: playouts 1 and −1, networks 4: 0.3·4 + 0.7·1 and 0.3·4 − 0.7·1.
    near(moves[0].score, 1.9);
    near(moves[1].score, 0.5);
    // The root: four of five playouts won, guesses of 0.2 and 0.9: 0.3·0.55 + 0.7·0.8.
    near(mcts.view().mean(), 0.725);
}

/// λ = 0.2: the first move is worth 0.8·0.2 + 0.2·1 = 0.36, the second 0.8·0.9 = 0.72.
///
/// | n | first | second |
/// | --- | --- | --- |
/// | 1 | 0.36 + 0.6·1 / 2 = 0.66 | 0.9 |
/// | 2 | 0.36 + 0.6·√2 / 2 = 0.7843 | 0.72 + 0.4·√2 / 2 = 1.0028 |
/// | 3 | 0.36 + 0.6·√3 / 2 = 0.8796 | 0.72 + 0.4·√3 / 3 = 0.9509 |
/// | 4 | 0.36 + 0.6·2 / 2 = 0.96 | 0.72 + 0.4·2 / 4 = 0.92 |
#[test]
fn a_small_lambda_trusts_the_network() {
    let after = [
        vec![(0, 1)],
        vec![(0, 1), (1, 1)],
        vec![(0, 1), (1, 2)],
        vec![(0, 1), (1, 3)],
        vec![(0, 2), (1, 3)],
    ];
    let mut mcts = search(0.2, 0.0);
    for expected in after {
        assert_eq!(visits(&think(&mut mcts, 1)), expected);
    }
    assert_eq!(
        mcts.view().moves()[0].code,
        1,
        "the choice is by the mixture"
    );
}

#[test]
fn lambda_drifts_with_the_stage_of_the_game() {
    let mut mcts = search(0.2, 0.6);
    think(&mut mcts, 10);
    for (phase, lambda) in [(0.0, 0.2), (0.5, 0.5), (1.0, 0.8)] {
        let handicap = 0.0;
        mcts.set_stage(Stage { handicap, phase });
        near(f64::from(mcts.view().lambda()), lambda);
        let moves = think(&mut mcts, 0);
        near(moves[0].mean, (1.0 - lambda) * 0.2 + lambda);
        near(moves[1].mean, (1.0 - lambda) * 0.9);
    }
}

#[test]
fn a_node_is_asked_for_once_and_beside_its_visits() {
    let mut mcts = search(0.7, 0.0);
    for m in think(&mut mcts, 50) {
        let apart = m.apart.unwrap();
        assert_eq!((apart.networks.count, apart.playouts.count), (1, m.visits));
    }
    assert_eq!(mcts.view().visits(), 50);
}

/// Expansion that evaluates what it expands: 0.8 for Black wherever White is to move, 0.5 otherwise.
struct Judged(Option<f32>);

impl Expand<At> for Judged {
    fn expand(&mut self, position: &At, line: &[u16], moves: &mut Vec<Seedling>) {
        AllMoves.expand(position, line, moves);
        let black = position.turn() == tengen_game::Color::Black;
        self.0 = Some(if black { 0.5 } else { 0.8 });
    }

    fn evaluation(&mut self) -> Option<Evaluation> {
        Some(Evaluation::network(self.0.take()?, 0.0))
    }

    fn uses_networks(&self) -> bool {
        true
    }
}

/// All moves with even priors; the second look puts the second move first, and is worth 0.5.
struct Second(u32);

impl Expand<At> for Second {
    fn expand(&mut self, position: &At, _: &[u16], moves: &mut Vec<Seedling>) {
        position.moves(|mv| {
            moves.push(Seedling {
                prior: 0.5,
                ..Seedling::new(mv)
            });
        });
    }

    fn reviews(&self) -> Option<u32> {
        Some(3)
    }

    fn review(&mut self, position: &At, _: &[u16], moves: &mut Vec<Seedling>) {
        self.0 += 1;
        position.moves(|mv| {
            moves.push(Seedling {
                prior: [0.1, 0.9][usize::from(mv)],
                virtual_visits: 2.0,
                virtual_wins: 1.0,
                ..Seedling::new(mv)
            });
        });
        // In an order of its own.
        moves.reverse();
    }

    fn evaluation(&mut self) -> Option<Evaluation> {
        (std::mem::take(&mut self.0) > 0).then(|| Evaluation::network(0.5, 0.0))
    }

    fn uses_networks(&self) -> bool {
        true
    }
}

/// The root is looked at again at once, its children after three visits, each once; another root again.
#[test]
fn nodes_are_reviewed_once_when_they_are_worth_it() {
    let ply = |below| node([below, leaf(1)]);
    let tree = Tree::new(ply(ply(ply(ply(leaf(1))))));
    let mut params = SearchParams::default();
    params.tree.policy = TreePolicy::ActionValue;
    params.tree.threshold = 0;
    params.tree.reuse = true;
    let parts = Parts {
        expand: Box::new(Second(0)),
        leaf: Box::new(Playout),
        observers: Vec::new(),
    };
    let mut mcts = Mcts::new(&params, tree.root(), None, vec![parts], 1);
    let moves = think(&mut mcts, 1);
    // The priors are those of the second look before the first move is chosen.
    assert_eq!(
        moves.iter().map(|m| (m.code, m.visits)).collect::<Vec<_>>(),
        [(1, 1)]
    );
    assert!((moves[0].prior - 0.9).abs() < 1e-6);
    let reviews = |mcts: &Mcts<At>| {
        let counters = mcts.view().counters();
        counters
            .iter()
            .find(|(name, _)| *name == "reviews")
            .unwrap()
            .1
    };
    assert_eq!(reviews(&mcts), 1);
    let mut most = 0;
    while most < 3 {
        let moves = think(&mut mcts, 1);
        let first = moves.iter().find(|m| m.code == 0);
        let before = most;
        most = first.map_or(0, |m| m.visits);
        let networks = first.map_or(0, |m| m.apart.unwrap().networks.count);
        assert_eq!(networks, 0, "{before}");
    }
    // The next playout through the first move finds three visits there, and its evaluation counts.
    let networks = loop {
        let moves = think(&mut mcts, 1);
        let first = moves.iter().find(|m| m.code == 0).unwrap();
        if first.visits > most {
            break first.apart.unwrap().networks.count;
        }
    };
    assert_eq!((networks, reviews(&mcts)), (1, 1));
    let mut root = tree.root();
    root.play(0);
    assert!(mcts.advance(&[0], root, &[0], 1));
    think(&mut mcts, 1);
    assert_eq!(reviews(&mcts), 1);
}

struct Playout;

impl Leaf<At> for Playout {
    fn judge(&mut self, at: &mut At, _: Visit<'_, u16>, _: &mut Trace, _: &mut Rng) -> Judgement {
        while at.outcome().is_none() {
            at.play(0);
        }
        at.outcome().unwrap().into()
    }
}

/// One move each, three plies, and Black wins. With threshold 0 the root is expanded by the first playout
/// (0.5), its child by the second (0.8), and both sums have what is below them.
#[test]
fn an_evaluation_with_the_children_counts_on_the_way_up_and_is_no_visit() {
    let tree = Tree::new(node([node([node([leaf(1)])])]));
    let mut params = SearchParams::default();
    params.tree.threshold = 0;
    params.mixture.lambda = 0.5;
    let parts = Parts {
        expand: Box::new(Judged(None)),
        leaf: Box::new(Playout),
        observers: Vec::new(),
    };
    let mut mcts = Mcts::new(&params, tree.root(), None, vec![parts], 1);
    let moves = think(&mut mcts, 1);
    assert_eq!(moves[0].apart.unwrap().networks.count, 0);
    near(moves[0].mean, 1.0);
    // The root: 0.5·0.5 + 0.5·1.
    near(mcts.view().mean(), 0.75);
    let moves = think(&mut mcts, 1);
    let apart = moves[0].apart.unwrap();
    assert_eq!((apart.networks.count, apart.playouts.count), (1, 2));
    near(moves[0].mean, 0.5 * 0.8 + 0.5);
    // The root has both: 0.5·(0.5 + 0.8) / 2 + 0.5·1.
    near(mcts.view().mean(), 0.825);
    assert_eq!(mcts.view().visits(), 2);
}
