//! The tree of a session: kept, restricted, measured.

use tengen_go::{Color, Komi, Move, Rules};
use tengen_go_engine::{Analysis, Ban, Control, Counting, Go, Restriction, Session};

use super::{free, game, mv, playouts, recipe, visits};

#[test]
fn restrictions_hold() {
    let game = game(9, Rules::CHINESE);
    let only = [mv("C3", &game), mv("G7", &game)];
    let ban = |moves: &[Move], only, plies| Restriction {
        bans: vec![Ban {
            color: Color::Black,
            moves: moves.to_vec(),
            only,
            plies,
        }],
    };
    let mut session = Session::new(recipe("playouts", 300), game);
    let analysis = session.analyze(Color::Black, playouts(300), &ban(&only, true, 1), &mut ());
    let found: Vec<Move> = visits(&analysis).iter().map(|v| v.0).collect();
    assert!(!found.is_empty() && found.iter().all(|mv| only.contains(mv)));
    let analysis = session.analyze(Color::Black, playouts(300), &ban(&only, false, 9), &mut ());
    for candidate in &analysis.candidates {
        for own in candidate.pv.iter().step_by(2).take(4) {
            assert!(!only.contains(own));
        }
    }
    // The tree of a restricted search is not taken over by a free one.
    let analysis = session.analyze(Color::Black, playouts(300), &free(), &mut ());
    assert_eq!(analysis.visits, 300);
}

#[test]
fn restrictions_and_widening_combine() {
    let mut parameters = recipe("playouts", 300);
    parameters.search.widening.on = true;
    let mut session = Session::new(parameters, game(9, Rules::CHINESE));
    let corner = mv("A1", session.game());
    let only = Restriction {
        bans: vec![Ban {
            color: Color::Black,
            moves: vec![corner],
            only: true,
            plies: 1,
        }],
    };
    session.analyze(Color::Black, playouts(300), &free(), &mut ());
    let analysis = session.analyze(Color::Black, playouts(300), &only, &mut ());
    assert_eq!(visits(&analysis), [(corner, 300)]);
}

#[test]
fn the_tree_is_kept_as_far_as_it_holds() {
    let mut session = Session::new(recipe("playouts", 500), game(9, Rules::CHINESE));
    let analysis = session.analyze(Color::Black, playouts(500), &free(), &mut ());
    let line = analysis.best().unwrap().clone();
    session.play(Color::Black, line.pv[0]).unwrap();
    session.play(Color::White, line.pv[1]).unwrap();
    let analysis = session.analyze(Color::Black, playouts(100), &free(), &mut ());
    assert_eq!(analysis.visits, line.pv_visits[1] + 100);
    // Another komi is another game, and so is one where a side moves twice.
    session.edit(|game| game.set_komi(Komi::ZERO));
    let analysis = session.analyze(Color::Black, playouts(100), &free(), &mut ());
    assert_eq!(analysis.visits, 100);
    let analysis = session.analyze(Color::White, playouts(100), &free(), &mut ());
    assert_eq!(analysis.visits, 100);
    session.undo();
    let analysis = session.analyze(Color::White, playouts(100), &free(), &mut ());
    assert_eq!(analysis.visits, 100);
}

#[test]
fn a_tree_is_kept_by_territory_too() {
    // Stones cost a point in the tree, so that one more of a side changes nothing of it.
    let mut session = Session::new(recipe("playouts", 300), game(5, Rules::JAPANESE));
    let analysis = session.analyze(Color::Black, playouts(300), &free(), &mut ());
    let best = analysis.best().unwrap().clone();
    session.play(Color::Black, best.pv[0]).unwrap();
    let analysis = session.analyze(Color::White, playouts(100), &free(), &mut ());
    assert_eq!(analysis.visits, best.pv_visits[0] + 100);
}

/// Lets a search run for a while.
struct Pulses(usize);

impl Control<Go> for Pulses {
    fn interrupted(&mut self) -> bool {
        self.0 -= 1;
        self.0 == 0
    }
}

#[test]
fn pondering_is_not_lost() {
    let mut session = Session::new(recipe("playouts", 200), game(9, Rules::CHINESE));
    session.genmove(Color::Black, &free(), &mut ());
    session.ponder(&mut Pulses(20));
    let analysis = session.analyze(Color::White, playouts(1), &free(), &mut ());
    let reply = analysis.best().unwrap().clone();
    assert!(reply.visits > 50, "{}", reply.visits);
    session.play(Color::White, reply.mv).unwrap();
    let analysis = session.analyze(Color::Black, playouts(100), &free(), &mut ());
    assert!(analysis.visits >= reply.visits + 100);
}

fn count(analysis: &Analysis, name: &str) -> Option<u64> {
    let mut counters = analysis.counters.iter();
    counters.find(|(n, _)| *n == name).map(|&(_, count)| count)
}

#[test]
fn positions_of_playouts_are_counted_without_changing_the_search() {
    for name in ["uct", "rave"] {
        let search = |watched: u32, threads: u32| {
            let mut parameters = recipe(name, 0);
            parameters.measure.duplicates = watched;
            parameters.budget.threads = threads;
            let mut session = Session::new(parameters, game(5, Rules::CHINESE));
            // A second search begins at zero.
            session.analyze(Color::Black, playouts(10), &free(), &mut ());
            let analysis = session.analyze(Color::Black, playouts(500), &free(), &mut ());
            session.dead_stones();
            (analysis, session.rows())
        };
        let (plain, none) = search(0, 1);
        assert_eq!(count(&plain, "playout positions"), None);
        assert!(none.is_empty());
        let (analysis, rows) = search(3, 1);
        assert_eq!(visits(&analysis), visits(&plain));
        let watched = |analysis: &Analysis| {
            let ended = count(analysis, "endings in the tree").unwrap();
            3 * (analysis.playouts - ended)
        };
        // From a board that empty every playout makes three moves.
        assert_eq!(
            count(&analysis, "playout positions"),
            Some(watched(&analysis))
        );
        let repeated = count(&analysis, "repeated playout positions").unwrap();
        let [("playout positions", largest)] = rows.as_slice() else {
            panic!("{rows:?}")
        };
        assert_eq!(largest.len(), 50);
        assert!(largest.is_sorted_by(|a, b| a >= b) && largest[0] > 1);
        assert!(repeated >= largest.iter().map(|n| n - 1).sum());
        let (analysis, _) = search(3, 2);
        assert_eq!(
            count(&analysis, "playout positions"),
            Some(watched(&analysis))
        );
    }
}

#[test]
fn the_shape_of_the_tree_is_that_of_the_last_search() {
    let mut session = Session::new(recipe("uct", 0), game(5, Rules::CHINESE));
    assert_eq!(session.shape(), None);
    let analysis = session.analyze(Color::Black, playouts(300), &free(), &mut ());
    let shape = session.shape().unwrap();
    assert_eq!(shape.depths.iter().sum::<u64>(), shape.nodes);
    assert_eq!(shape.depths[1], analysis.candidates.len() as u64);
    assert_eq!(shape.playouts[0], 300);
    assert_eq!(Some(shape.expanded), count(&analysis, "expansions"));
    assert!(shape.mean_depth() >= 1.0);
    session.forget();
    assert_eq!(session.shape(), None);
}
