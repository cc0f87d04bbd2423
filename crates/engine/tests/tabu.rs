//! Tabu lists in whole searches: with every other part, on every board, with several threads.

use tengen_engine::{Limits, Parameters, Recipe, Restriction, Session};
use tengen_go::{Game, Komi, Move, Rules, Size};
use tengen_params::set;

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

/// What a search of so many playouts counts, and the visits of its moves.
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
        let (counters, _) = search(&mut session, 500);
        assert!(counters.refused() > Some(0), "{label}");
        let mv = Move::parse(label, session.game().size()).unwrap();
        session.play(session.game().turn(), mv).unwrap();
    }
}

/// Where the memory is used up, playouts go on without lists.
#[test]
fn lists_take_no_more_memory_than_they_may() {
    let changes = [
        ("tabu.memory", "1"),
        ("tabu.size", "500"),
        ("tree.threshold", "0"),
    ];
    let (counters, _) = search(&mut session(recipe("gtabu18-hash", &changes), 9), 3000);
    // A chunk of 512 leaves is the least there is.
    assert_eq!(counters.get("playouts without lists"), Some(3000 - 512));
}
