//! Tabu lists on the paper's own numbers; in `playouts` on playouts whose every move is known.

mod playouts;

use tengen_go::board::{Board9, Hashed, Vertex};
use tengen_go::{Color, Point, Size};
use tengen_playout::tabu::{
    AtLeaf, LeafPlace, TabuClock, TabuEntries, TabuExpansion, TabuSchedule, TabuUpdate,
};
use tengen_playout::{Gate, GateDecision, Tabu, TabuParams};

type V9 = Vertex<10>;

const LEAF: LeafPlace = LeafPlace {
    node: 7,
    parent: None,
    played: 0,
    depth: 1,
    turn: Color::Black,
};

fn at(node: usize) -> LeafPlace {
    LeafPlace { node, ..LEAF }
}

fn params(size: u32) -> TabuParams {
    TabuParams {
        size,
        schedule: TabuSchedule::Constant,
        ..TabuParams::default()
    }
}

fn lists(params: &TabuParams) -> Tabu {
    Tabu::new(params, Size::NINE).unwrap()
}

fn vertex(column: usize, row: usize) -> V9 {
    let board = Board9::<Hashed>::new(Size::NINE);
    board.vertex(Point::new(column, row).unwrap()).unwrap()
}

/// Offers a move that leads to a position; whether it is admitted.
fn offer(gate: &mut AtLeaf<'_>, m: usize, mv: V9, position: u64) -> bool {
    gate.admit(m, mv, || position) == GateDecision::Admit
}

fn end(gate: &mut AtLeaf<'_>, winner: Option<Color>) {
    Gate::<10>::finished(gate, winner);
}

/// The paper's example in four bits: A is 1011, and each move has its random number.
#[test]
fn the_same_position_by_another_order() {
    let (c4, e3, d3, e4) = (vertex(2, 3), vertex(4, 2), vertex(3, 2), vertex(4, 3));
    let key = |mv| match mv {
        mv if mv == c4 => 0b0110,
        mv if mv == e3 => 0b0011,
        mv if mv == d3 => 0b1010,
        _ => 0b0001,
    };
    let hashes = |order: [V9; 4]| {
        let mut hash = 0b1011;
        order.map(|mv| {
            hash ^= key(mv);
            hash
        })
    };
    let (first, second) = ([c4, e3, d3, e4], [d3, e4, c4, e3]);
    assert_eq!(hashes(first), [0b1101, 0b1110, 0b0100, 0b0101]);
    // The sixth word of the paper's example is 0000, which is our NIL; a hash of 64 bits is that
    // once in 2⁶⁴.
    assert_eq!(hashes(second), [0b0001, 0b0000, 0b0110, 0b0101]);
    let admitted = |entries| {
        let mut tabu = lists(&TabuParams {
            entries,
            ..params(18)
        });
        let mut admitted = Vec::new();
        for order in [first, second] {
            let mut gate = tabu.at(LEAF).unwrap();
            let moves = order.into_iter().zip(hashes(order)).enumerate();
            admitted.extend(moves.map(|(m, (mv, hash))| offer(&mut gate, m, mv, hash)));
        }
        admitted
    };
    assert_eq!(admitted(TabuEntries::Moves), [true; 8]);
    // The position is known, though E3 never came fourth.
    let mut expected = [true; 8];
    expected[7] = false;
    assert_eq!(admitted(TabuEntries::Positions), expected);
}

/// An entry is refused L_k times at most, and admitted again at the L_k + 1st update.
#[test]
fn an_entry_stays_for_as_many_updates_as_the_list_is_long() {
    for size in [1, 2, 5, 18] {
        let mut tabu = lists(&params(size));
        let mut gate = tabu.at(LEAF).unwrap();
        assert!(offer(&mut gate, 0, vertex(0, 0), 99));
        for refused in 0..size {
            assert!(!offer(&mut gate, 0, vertex(0, 0), 99), "{size} {refused}");
        }
        assert_eq!(gate.refused(), size);
        assert!(offer(&mut gate, 0, vertex(0, 0), 99), "{size}");
        // The same with other positions in between.
        let mut gate = tabu.at(at(8)).unwrap();
        assert!(offer(&mut gate, 0, vertex(0, 0), 99));
        for other in 1..u64::from(size) {
            assert!(offer(&mut gate, 0, vertex(0, 0), 1000 + other));
        }
        assert!(!offer(&mut gate, 0, vertex(0, 0), 99), "{size}");
        assert!(offer(&mut gate, 0, vertex(0, 0), 99), "{size}");
    }
}

#[test]
fn each_move_of_a_playout_has_its_own_list_and_each_leaf() {
    let mut tabu = lists(&params(4));
    let mut gate = tabu.at(LEAF).unwrap();
    assert!(offer(&mut gate, 0, vertex(0, 0), 99));
    assert!(offer(&mut gate, 1, vertex(0, 0), 99));
    assert!(!offer(&mut gate, 1, vertex(0, 0), 99));
    let mut gate = tabu.at(at(8)).unwrap();
    assert!(offer(&mut gate, 0, vertex(0, 0), 99));
    // A clone is another thread of the same search.
    let mut other = tabu.clone();
    assert!(!offer(&mut other.at(LEAF).unwrap(), 0, vertex(0, 0), 99));
    tabu.clear();
    let mut gate = tabu.at(LEAF).unwrap();
    assert!(offer(&mut gate, 0, vertex(0, 0), 99), "dropped");
}

/// Lists that are updated at the end of a playout: only those that the first mover lost count.
#[test]
fn only_lost_playouts_enter_at_their_end() {
    let lost = TabuParams {
        update: TabuUpdate::Lost,
        ..params(4)
    };
    let known = |first: Color, winner: Option<Color>| {
        let mut tabu = lists(&lost);
        let place = LeafPlace {
            turn: first,
            ..LEAF
        };
        let mut gate = tabu.at(place).unwrap();
        for m in 0..5 {
            assert!(offer(&mut gate, m, vertex(0, 0), 10 + m as u64));
            // Nothing is known before the end.
            assert!(offer(&mut gate, m, vertex(0, 0), 10 + m as u64));
        }
        end(&mut gate, winner);
        let mut gate = tabu.at(place).unwrap();
        let refused = (0..5).filter(|&m| !offer(&mut gate, m, vertex(0, 0), 10 + m as u64));
        refused.count()
    };
    let (black, white) = (Color::Black, Color::White);
    assert_eq!(known(black, Some(white)), 5);
    assert_eq!(known(white, Some(black)), 5);
    assert_eq!(known(black, Some(black)), 0);
    assert_eq!(known(white, Some(white)), 0);
    assert_eq!(known(black, None), 0, "a draw is no loss");
}

/// Tabu periods run out by refusals, also where only lost playouts are entered.
#[test]
fn refusals_run_the_time_out_at_once() {
    let lost = TabuParams {
        update: TabuUpdate::Lost,
        ..params(2)
    };
    let mut tabu = lists(&lost);
    let mut gate = tabu.at(LEAF).unwrap();
    assert!(offer(&mut gate, 0, vertex(0, 0), 99));
    end(&mut gate, Some(Color::White));
    let mut gate = tabu.at(LEAF).unwrap();
    let admitted: Vec<bool> = (0..3)
        .map(|_| offer(&mut gate, 0, vertex(0, 0), 99))
        .collect();
    assert_eq!(admitted, [false, false, true]);
}

/// A playout of two moves leaves the other lists alone; a pass leaves its own.
#[test]
fn a_short_playout_enters_what_there_is() {
    for update in [TabuUpdate::Sequential, TabuUpdate::Lost] {
        let mut tabu = lists(&TabuParams {
            update,
            ..params(1)
        });
        let mut gate = tabu.at(LEAF).unwrap();
        (0..5).for_each(|m| assert!(offer(&mut gate, m, vertex(0, 0), 10 + m as u64)));
        end(&mut gate, Some(Color::White));
        let mut gate = tabu.at(LEAF).unwrap();
        assert!(offer(&mut gate, 0, vertex(0, 0), 20));
        // The second move is a pass.
        assert!(offer(&mut gate, 2, vertex(0, 0), 22));
        end(&mut gate, Some(Color::White));
        let mut gate = tabu.at(LEAF).unwrap();
        for (m, position) in [20, 11, 22, 13, 14].into_iter().enumerate() {
            assert!(
                !offer(&mut gate, m, vertex(0, 0), position),
                "{update:?} {m}"
            );
        }
    }
}

#[test]
fn the_length_goes_by_the_move_of_the_leaf_or_of_the_root() {
    let refusals = |clock, played, depth| {
        let params = TabuParams {
            size: 18,
            clock,
            ..TabuParams::default()
        };
        let mut tabu = lists(&params);
        let place = LeafPlace {
            played,
            depth,
            ..LEAF
        };
        let mut gate = tabu.at(place).unwrap();
        assert!(offer(&mut gate, 0, vertex(0, 0), 9));
        (0..)
            .take_while(|_| !offer(&mut gate, 0, vertex(0, 0), 9))
            .count()
    };
    // On 9×9 lists get shorter after moves 20 and 54.
    assert_eq!(refusals(TabuClock::Leaf, 19, 1), 18);
    assert_eq!(refusals(TabuClock::Leaf, 19, 2), 12);
    assert_eq!(refusals(TabuClock::Root, 19, 2), 18);
    assert_eq!(refusals(TabuClock::Root, 20, 1), 12);
    assert_eq!(refusals(TabuClock::Leaf, 50, 5), 6);
    // A list that has no entries is none.
    let short = TabuParams {
        size: 2,
        ..TabuParams::default()
    };
    let late = LeafPlace { played: 60, ..LEAF };
    assert!(lists(&short).at(late).is_none());
    assert!(lists(&short).at(LEAF).is_some());
}

/// Second moves that a leaf remembers are the first ones that its children remember.
#[test]
fn children_inherit_if_they_shall() {
    for (expansion, inherits) in [(TabuExpansion::Drop, false), (TabuExpansion::Inherit, true)] {
        let mut tabu = lists(&TabuParams {
            expansion,
            ..params(5)
        });
        let mut gate = tabu.at(LEAF).unwrap();
        for m in 0..5 {
            assert!(offer(&mut gate, m, vertex(0, 0), 10 + m as u64));
        }
        let child = LeafPlace {
            node: 100,
            parent: Some(LEAF.node),
            ..LEAF
        };
        let mut gate = tabu.at(child).unwrap();
        for m in 0..5 {
            let known = inherits && m < 4;
            assert_eq!(offer(&mut gate, m, vertex(0, 0), 11 + m as u64), !known);
        }
    }
}

#[test]
fn without_entries_there_are_no_lists() {
    assert!(Tabu::new(&TabuParams::default(), Size::NINE).is_none());
    assert_eq!(Tabu::bytes_of_leaf(&params(18)), 8 * (1 + 5 + 5 * 18));
}
