//! Tabu lists, on the paper's own numbers and on playouts whose every move is known.
//!
//! One file, long as it is: the tests share the leaf, the lists and the playouts at its beginning.

use std::collections::VecDeque;

use tengen_game::Rng;
use tengen_go::board::{Board9, Full, Hashed, Side, Vertex};
use tengen_go::{Color, Komi, Point, Size};
use tengen_playout::playout::play_out_gated;
use tengen_playout::tabu::{
    AtLeaf, LeafPlace, TabuClock, TabuEntries, TabuExpansion, TabuRedraw, TabuSchedule, TabuUpdate,
};
use tengen_playout::{
    Attempt, Cascade, CascadeParams, Gate, GateDecision, Lgrf, LgrfParams, Policy, Recent, Start,
    Tabu, TabuParams, Trial, Turn, Uniform,
};

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

/// Lists that hear of a playout at its end: only those that the first mover lost count.
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

/// A policy's moves through the gate of a leaf, playout by playout, after the one stone on the
/// board if there is one.
fn playouts<P: Policy<10, 112, Features = Full>>(
    params: &TabuParams,
    mut policy: P,
    komi: Komi,
    board: &Board9<Full>,
    count: usize,
) -> Vec<(Vec<Option<V9>>, u32)> {
    let start = Start {
        recent: Recent {
            last: (0..81).find_map(|i| {
                let point = Point::new(i % 9, i / 9)?;
                board.vertex(point).filter(|&v| !board.is_empty(v))
            }),
            before: None,
        },
        ..Start::NEW_GAME
    };
    let mut tabu = lists(params);
    let rng = &mut Rng::new(5);
    let play = |_| {
        let mut board = board.clone();
        let mut moves = Vec::new();
        let mut gate = tabu.at(LEAF).unwrap();
        let ending = play_out_gated(
            &mut board,
            start,
            &mut policy,
            &mut gate,
            komi,
            &mut moves,
            rng,
        );
        let refused = gate.refused();
        let winner = ending.winner(komi);
        policy.finished(start.recent, start.turn, &moves, winner);
        (moves, refused)
    };
    (0..count).map(play).collect()
}

fn uniform() -> Uniform<Full> {
    Uniform::new()
}

fn empty() -> Board9<Full> {
    Board9::new(Size::NINE)
}

/// Where the first mover loses every playout, it is the same whether lists hear of them move by
/// move or at the end; where it wins them all, the second way enters nothing.
#[test]
fn both_updates_are_one_where_every_playout_is_lost() {
    let run = |update, komi| {
        let params = TabuParams {
            update,
            ..params(18)
        };
        playouts(&params, uniform(), Komi::new(komi).unwrap(), &empty(), 200)
    };
    let lost = run(TabuUpdate::Lost, 200.0);
    assert_eq!(lost, run(TabuUpdate::Sequential, 200.0));
    assert!(lost.iter().map(|(_, refused)| refused).sum::<u32>() > 20);
    let won = run(TabuUpdate::Lost, -200.0);
    assert!(won.iter().all(|&(_, refused)| refused == 0));
    assert_ne!(won, run(TabuUpdate::Sequential, -200.0));
}

/// The paper's rules word for word: queues that are full of NIL, one out for each that comes in.
struct Naive {
    queues: Vec<VecDeque<Option<u64>>>,
    done: Vec<Option<u64>>,
    params: TabuParams,
    refused: u32,
}

impl Naive {
    fn new(params: &TabuParams) -> Self {
        let queue = VecDeque::from(vec![None; params.size as usize]);
        Self {
            queues: vec![queue; params.depth as usize],
            done: vec![None; params.depth as usize],
            params: params.clone(),
            refused: 0,
        }
    }

    fn enqueue(&mut self, m: usize, entry: Option<u64>) {
        self.queues[m].push_back(entry);
        self.queues[m].pop_front();
    }
}

impl Gate<10> for Naive {
    fn depth(&self) -> usize {
        self.queues.len()
    }

    fn admit(&mut self, m: usize, mv: V9, successor: impl FnOnce() -> u64) -> GateDecision {
        let entry = match self.params.entries {
            TabuEntries::Moves => mv.cell() as u64,
            TabuEntries::Positions => successor(),
        };
        if self.queues[m].contains(&Some(entry)) {
            self.enqueue(m, None);
            self.refused += 1;
            return match self.params.redraw {
                TabuRedraw::Paper => GateDecision::Redraw,
                TabuRedraw::Exclude => GateDecision::Exclude,
            };
        }
        match self.params.update {
            TabuUpdate::Sequential => self.enqueue(m, Some(entry)),
            TabuUpdate::Lost => self.done[m] = Some(entry),
        }
        GateDecision::Admit
    }

    fn finished(&mut self, winner: Option<Color>) {
        for m in 0..self.done.len() {
            if let Some(entry) = self.done[m].take()
                && winner == Some(Color::White)
            {
                self.enqueue(m, Some(entry));
            }
        }
    }
}

/// Every kind of list plays the very moves that the paper's rules, written down naively, play.
#[test]
fn lists_are_those_of_the_paper_word_for_word() {
    let mut refused = 0;
    for entries in [TabuEntries::Moves, TabuEntries::Positions] {
        for update in [TabuUpdate::Sequential, TabuUpdate::Lost] {
            for redraw in [TabuRedraw::Paper, TabuRedraw::Exclude] {
                for size in [1, 3, 12, 40] {
                    let params = TabuParams {
                        entries,
                        update,
                        redraw,
                        ..params(size)
                    };
                    let komi = Komi::SEVEN_AND_A_HALF;
                    let ours = playouts(&params, uniform(), komi, &empty(), 150);
                    let mut naive = Naive::new(&params);
                    let rng = &mut Rng::new(5);
                    for (moves, ours_refused) in &ours {
                        let mut theirs: Vec<Option<V9>> = Vec::new();
                        let (board, start) = (&mut empty(), Start::NEW_GAME);
                        let policy = &mut uniform();
                        naive.refused = 0;
                        play_out_gated(board, start, policy, &mut naive, komi, &mut theirs, rng);
                        assert_eq!(
                            (&theirs, naive.refused),
                            (moves, *ours_refused),
                            "{params:?}"
                        );
                        refused += naive.refused;
                    }
                }
            }
        }
    }
    assert!(refused > 1000, "{refused}");
}

/// A remembered reply is the same move every time: drawn freely it empties the list, excluded it
/// makes room for another.
#[test]
fn a_stubborn_policy_voids_a_list_unless_moves_are_excluded() {
    let run = |redraw| {
        let params = TabuParams {
            redraw,
            ..params(18)
        };
        let policy = Lgrf::<_, 10>::new(
            Cascade::<10, Full>::new(&CascadeParams::default()),
            &LgrfParams::default(),
        );
        let mut board = empty();
        // Replies answer a move, so the playouts begin after one.
        assert!(board.play(Color::White, Point::new(2, 2).unwrap()));
        playouts(&params, policy, Komi::SEVEN_AND_A_HALF, &board, 400)
    };
    let refused = |all: &[(Vec<Option<V9>>, u32)]| all.iter().map(|a| a.1).sum::<u32>();
    let most = |all: &[(Vec<Option<V9>>, u32)]| all.iter().map(|a| a.1).max();
    let (paper, exclude) = (run(TabuRedraw::Paper), run(TabuRedraw::Exclude));
    assert!(refused(&paper) > 2 * refused(&exclude));
    assert!(most(&paper) >= Some(18), "{:?}", most(&paper));
    for (moves, _) in paper.iter().chain(&exclude) {
        assert!(moves[..5].iter().all(Option::is_some), "nobody passes");
    }
}

/// Plays what it is told, turn by turn; `None` is a pass.
struct Script(VecDeque<Option<V9>>);

impl Policy<10, 112> for Script {
    type Features = Full;

    fn turn<S: Side, A: Attempt<10, 112, Full>>(
        &mut self,
        board: &mut Board9<Full>,
        _: Recent<10>,
        _: &mut Rng,
        attempt: &mut A,
    ) -> Turn<10> {
        while let Some(Some(v)) = self.0.pop_front() {
            match attempt.attempt::<S>(board, v) {
                Trial::Played => return Turn::Played(v),
                Trial::Again => return Turn::Refused,
                Trial::Not => {}
            }
        }
        board.pass();
        Turn::Passed
    }
}

/// Plays these moves through the gate of the leaf; how many were refused.
fn scripted(tabu: &mut Tabu, board: &Board9<Full>, moves: &[Option<V9>]) -> u32 {
    let mut gate = tabu.at(LEAF).unwrap();
    play_out_gated(
        &mut board.clone(),
        Start::NEW_GAME,
        &mut Script(moves.iter().copied().collect()),
        &mut gate,
        Komi::SEVEN_AND_A_HALF,
        &mut (),
        &mut Rng::new(1),
    );
    gate.refused()
}

/// Black throws a stone into the corner and White takes it, or Black passes and White plays there:
/// the same stones with the same side to move, and yet another position.
#[test]
fn a_pass_on_the_way_makes_another_position() {
    let mut board = empty();
    assert!(board.play(Color::White, Point::new(1, 0).unwrap()));
    let (corner, beside) = (Some(vertex(0, 0)), Some(vertex(0, 1)));
    let tabu = &mut lists(&params(4));
    assert_eq!(scripted(tabu, &board, &[corner, beside]), 0);
    assert_eq!(scripted(tabu, &board, &[None, beside]), 0);
    assert_eq!(scripted(tabu, &board, &[None, beside]), 1);
}

/// Black has nothing but eyes and White has passed: one pass ends the playout inside of the gate.
#[test]
fn a_playout_that_ends_at_once_enters_nothing() {
    let size = Size::new(3).unwrap();
    let mut board = Board9::<Full>::new(size);
    for (x, y) in [(0, 0), (1, 0), (2, 0), (1, 1), (0, 2), (1, 2), (2, 2)] {
        assert!(board.play(Color::Black, Point::new(x, y).unwrap()));
    }
    for update in [TabuUpdate::Sequential, TabuUpdate::Lost] {
        let params = TabuParams {
            update,
            ..params(4)
        };
        let mut tabu = Tabu::new(&params, size).unwrap();
        for _ in 0..3 {
            let mut moves: Vec<Option<V9>> = Vec::new();
            let mut gate = tabu.at(LEAF).unwrap();
            let start = Start {
                passed: true,
                ..Start::NEW_GAME
            };
            let (board, policy) = (&mut board.clone(), &mut uniform());
            let komi = Komi::new(20.0).unwrap();
            let rng = &mut Rng::new(1);
            let ending = play_out_gated(board, start, policy, &mut gate, komi, &mut moves, rng);
            assert_eq!((ending.score, moves), (9, vec![None]));
            assert_eq!(gate.refused(), 0);
        }
    }
}

/// Three points are left and the lists are longer: whatever is refused, somebody plays.
#[test]
fn few_moves_are_played_all_the_same() {
    let size = Size::new(2).unwrap();
    for redraw in [TabuRedraw::Paper, TabuRedraw::Exclude] {
        for entries in [TabuEntries::Moves, TabuEntries::Positions] {
            let params = TabuParams {
                redraw,
                entries,
                ..params(18)
            };
            let mut tabu = Tabu::new(&params, size).unwrap();
            let rng = &mut Rng::new(1);
            for _ in 0..200 {
                let mut board = Board9::<Full>::new(size);
                let mut moves: Vec<Option<V9>> = Vec::new();
                let mut gate = tabu.at(LEAF).unwrap();
                play_out_gated(
                    &mut board,
                    Start::NEW_GAME,
                    &mut uniform(),
                    &mut gate,
                    Komi::ZERO,
                    &mut moves,
                    rng,
                );
                assert!(moves[0].is_some() && moves[1].is_some(), "{redraw:?}");
            }
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
