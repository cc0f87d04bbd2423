//! Tabu lists in whole searches: with every other part, on every board, with several threads.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use tengen_game::tree::{At, Shape, Tree, leaf, node};
use tengen_game::{Position, Rng};
use tengen_go::board::Vertex;
use tengen_go::{Game, Komi, Move, Point, Rules, Size};
use tengen_go_engine::{Limits, Parameters, Recipe, Restriction, Session};
use tengen_params::set;
use tengen_playout::tabu::{LeafPlace, TabuEntries, TabuRedraw};
use tengen_playout::{Gate, GateDecision, Tabu, TabuParams};
use tengen_search::{AllMoves, Budget, Judgement, Leaf, Mcts, Parts, SearchParams, Trace, Visit};

/// A built-in recipe with changes.
fn recipe(name: &str, changes: &[(&str, &str)]) -> Parameters {
    let mut parameters = Recipe::find(name).unwrap().parameters;
    for (key, value) in changes {
        set(&mut parameters, key, value).unwrap();
    }
    parameters
}

fn session(parameters: Parameters, size: usize) -> Session {
    let size = Size::new(size).unwrap();
    let game = Game::new(size, Rules::CHINESE, Komi::SEVEN_AND_A_HALF);
    Session::new(parameters, game)
}

/// The counters of a search of so many playouts, and the visits of its moves.
fn search(session: &mut Session, playouts: u64) -> (Counters, Vec<(Move, u64)>) {
    let limits = Limits {
        playouts: Some(playouts),
        ..Limits::default()
    };
    let turn = session.game().turn();
    let analysis = session.analyze(turn, limits, &Restriction::default(), &mut ());
    assert_eq!(analysis.playouts, playouts);
    let visits = analysis.candidates.iter().map(|c| (c.mv, c.visits));
    (Counters(analysis.counters), visits.collect())
}

struct Counters(Vec<(&'static str, u64)>);

impl Counters {
    fn get(&self, wanted: &str) -> Option<u64> {
        let found = self.0.iter().find(|(name, _)| *name == wanted);
        found.map(|&(_, n)| n)
    }

    fn refused(&self) -> Option<u64> {
        self.get("refused moves")
    }
}

#[test]
fn lists_work_with_every_part_and_on_every_board() {
    for policy in ["uniform", "cascade", "gamma"] {
        for lgrf in ["false", "true"] {
            for (base, redraw) in [("gtabu18", "paper"), ("gtabu18-hash", "exclude")] {
                for tree in ["ucb", "ucb-rave"] {
                    let changes = [
                        ("playout.policy", policy),
                        ("playout.lgrf", lgrf),
                        ("tabu.redraw", redraw),
                        ("tree.policy", tree),
                    ];
                    for size in [5, 9] {
                        let (counters, _) = search(&mut session(recipe(base, &changes), size), 600);
                        assert!(counters.refused() > Some(0), "{changes:?} {size}");
                        assert_eq!(counters.get("playouts without lists"), Some(0));
                    }
                }
            }
        }
    }
    for name in [
        "tabu18-strong",
        "tabu18-hash-strong",
        "tabu18-hash-win-strong",
    ] {
        for size in [7, 13, 19] {
            let (counters, _) = search(&mut session(recipe(name, &[]), size), 400);
            assert!(counters.refused() > Some(0), "{name} {size}");
        }
    }
}

#[test]
fn what_has_no_lists_refuses_nothing_and_plays_as_before() {
    let (counters, visits) = search(&mut session(recipe("gtabu0", &[]), 9), 1000);
    assert_eq!(counters.refused(), None);
    let (_, plain) = search(&mut session(recipe("uct-threshold", &[]), 9), 1000);
    assert_eq!(visits, plain);
    // A list that never meets anything again changes nothing either: the first playout of a leaf.
    let every = [("tree.threshold", "0"), ("tabu.expansion", "drop")];
    let (counters, lists) = search(&mut session(recipe("gtabu18", &every), 9), 1000);
    assert_eq!(counters.refused(), Some(0));
    let without = [("tree.threshold", "0"), ("tabu.size", "0")];
    let (_, plain) = search(&mut session(recipe("gtabu18", &without), 9), 1000);
    assert_eq!(lists, plain);
}

/// Lists that children inherit refuse more than lists that begin empty.
#[test]
fn inherited_lists_refuse_more() {
    let refused = |expansion| {
        let changes = [
            ("tabu.expansion", expansion),
            ("tree.threshold", "8"),
            ("tree.policy", "ucb-rave"),
        ];
        let (counters, _) = search(&mut session(recipe("gtabu18", &changes), 5), 3000);
        counters.refused().unwrap()
    };
    assert!(refused("inherit") > refused("drop"));
}

#[test]
fn several_threads_share_the_lists() {
    for name in ["gtabu18", "gtabu18-hash-win", "tabu18-hash-strong"] {
        let threads = [("budget.threads", "2")];
        let mut session = session(recipe(name, &threads), 9);
        let (counters, visits) = search(&mut session, 4000);
        assert!(counters.refused() > Some(0), "{name}");
        assert_eq!(visits.iter().map(|&(_, n)| n).sum::<u64>(), 4000);
        assert_eq!(counters.get("playouts without lists"), Some(0));
    }
}

/// Trees that are kept have other nodes at the next move; lists begin anew there.
#[test]
fn kept_trees_and_lists_get_along() {
    let changes = [("tree.reuse", "true"), ("tree.threshold", "4")];
    let mut session = session(recipe("tabu18-hash-strong", &changes), 9);
    for label in ["E5", "C3", "G7", "C7"] {
        // In its first playout no leaf has anything to refuse, whatever it was before.
        let (counters, _) = search(&mut session, 1);
        assert_eq!(counters.refused(), Some(0), "{label}");
        let (counters, _) = search(&mut session, 500);
        assert!(counters.refused() > Some(0), "{label}");
        let mv = Move::parse(label, session.game().size()).unwrap();
        session.play(session.game().turn(), mv).unwrap();
    }
}

/// Playouts go on without lists where the memory is used up.
#[test]
fn lists_take_no_more_memory_than_they_may() {
    let changes = [("tabu.memory", "1"), ("tree.threshold", "0")];
    let (counters, _) = search(&mut session(recipe("gtabu18-hash", &changes), 9), 3000);
    // A mebibyte is 1365 times 768 bytes and a bit, and every playout has a leaf of its own.
    assert_eq!(counters.get("playouts without lists"), Some(3000 - 1365));
}

/// Moves of a game that is its own tree, in their order, as far as the lists admit them.
struct InOrder {
    tabu: Tabu,
    /// Playout by playout: the leaf, and the first move that was played.
    played: Arc<Mutex<Vec<(usize, u16)>>>,
}

impl Leaf<At> for InOrder {
    fn rooted(&mut self) {
        self.tabu.clear();
    }

    fn judge(
        &mut self,
        at: &mut At,
        visit: Visit<'_, u16>,
        trace: &mut Trace,
        _: &mut Rng,
    ) -> Judgement {
        let node = visit.node.unwrap().index();
        let place = LeafPlace {
            node,
            parent: visit.parent.map(|parent| parent.index()),
            played: visit.played,
            depth: visit.depth,
            turn: at.turn(),
        };
        let mut gate = self.tabu.at(place).unwrap();
        let mut first = None;
        for m in 0.. {
            if let Some(outcome) = at.outcome() {
                Gate::<10>::finished(&mut gate, outcome.winner);
                self.played.lock().unwrap().push((node, first.unwrap()));
                return outcome.into();
            }
            let mut codes = Vec::new();
            at.moves(|code| codes.push(code));
            let admitted = |code: &u16| {
                let point = Point::new(usize::from(*code), 0).unwrap();
                let vertex = Vertex::<10>::new(point).unwrap();
                gate.admit(m, vertex, || u64::from(*code) + 1) == GateDecision::Admit
            };
            let code = codes.iter().copied().find(admitted).unwrap_or(codes[0]);
            first = first.or(Some(code));
            at.play(code);
            trace.extend([code]);
        }
        unreachable!("a game on a tree ends")
    }
}

/// Each leaf of a hand-made tree goes through its moves by itself; when it is expanded, its children
/// begin anew.
#[test]
fn every_leaf_of_a_hand_made_tree_has_lists_of_its_own() {
    fn last() -> Shape {
        node([leaf(1), leaf(-1), leaf(1)])
    }
    let inner = || node([last(), last(), last()]);
    let tree = Tree::new(node([inner(), inner()]));
    let mut params = SearchParams::default();
    params.tree.threshold = 3;
    let played = Arc::new(Mutex::new(Vec::new()));
    let lists = TabuParams {
        size: 3,
        entries: TabuEntries::Moves,
        redraw: TabuRedraw::Exclude,
        ..TabuParams::default()
    };
    let parts = Parts {
        expand: Box::new(AllMoves),
        leaf: Box::new(InOrder {
            tabu: Tabu::new(&lists, Size::NINE).unwrap(),
            played: played.clone(),
        }),
        observers: Vec::new(),
    };
    let mut mcts = Mcts::new(&params, tree.root(), None, vec![parts], 1);
    mcts.set_root(tree.root(), &[], 0);
    let budget = Budget {
        playouts: Some(40),
        ..Budget::default()
    };
    mcts.think(&budget, &mut |_| true);
    let mut by_leaf: BTreeMap<usize, Vec<u16>> = BTreeMap::new();
    for &(node, first) in played.lock().unwrap().iter() {
        by_leaf.entry(node).or_default().push(first);
    }
    assert!(by_leaf.len() > 4, "{by_leaf:?}");
    for (leaf, firsts) in by_leaf {
        // Refusals drive entries out, too: of three entries 0 is the first to be free again.
        let expected: Vec<u16> = (0..3).cycle().take(firsts.len()).collect();
        assert_eq!(firsts, expected, "leaf {leaf}");
    }
}
