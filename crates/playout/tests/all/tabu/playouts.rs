//! Playouts behind tabu lists, move by move.

use std::collections::VecDeque;

use tengen_game::Rng;
use tengen_go::board::{Board9, Full, Side};
use tengen_go::{Color, Komi, Point, Size};
use tengen_playout::playout::play_out_gated;
use tengen_playout::tabu::{TabuEntries, TabuRedraw, TabuUpdate};
use tengen_playout::{
    Attempt, Cascade, CascadeParams, Gate, GateDecision, Lgrf, LgrfParams, Policy, Recent, Start,
    Tabu, TabuParams, Trial, Turn, Uniform,
};

use super::{LEAF, V9, lists, params, vertex};

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

/// Where the first mover loses every playout, it is the same whether lists are updated move by move
/// or at the end; where it wins them all, the second way enters nothing.
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

/// Plays a list of moves, turn by turn; `None` is a pass.
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
