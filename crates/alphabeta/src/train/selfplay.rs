//! Games to learn from: an evaluation plays itself with few positions a move, and writes what it thought of each.

use std::fmt::Write;
use std::ops::{ControlFlow, Range};
use std::sync::{Arc, mpsc};
use std::thread;

use tengen_game::{Color, Game as _, Rng};
use tengen_shogi::{Board, Game, Move, Moves, Rules};

use crate::eval::Evaluate;
use crate::search::{Limits, Request, Searcher, Table, Watch, is_mate};

/// How games are played.
#[derive(Clone, Debug)]
pub struct SelfPlay {
    /// Positions that a move may cost.
    pub nodes: u64,
    /// Random moves at the beginning, at most.
    pub random: u32,
    /// The number of moves after which a game is drawn.
    pub most: u32,
}

impl Default for SelfPlay {
    fn default() -> Self {
        Self {
            nodes: 800,
            random: 6,
            most: 320,
        }
    }
}

/// A game is given up when a side has been behind by so much for so many moves.
const LOST: i32 = 3000;
const PATIENCE: u32 = 6;

impl SelfPlay {
    /// Plays a game from a board and returns its line, as [`read_line`](super::read_line) reads it.
    pub fn game<E: Evaluate>(
        &self,
        searcher: &mut Searcher<E>,
        start: &Board,
        rng: &mut Rng,
    ) -> String {
        let rules = Rules {
            most: self.most,
            ..Rules::default()
        };
        let mut game = Game::new(begun(start, rng.below(self.random + 1), rng), rules);
        let beginning = game.start().sfen();
        let mut words = String::new();
        let mut decided = 0;
        let mut reason = "rules";
        let mut given = None;
        while game.ending().is_none() {
            let turn = game.turn();
            if game.check(turn, Move::DECLARE).is_ok() {
                let _ = game.play(turn, Move::DECLARE);
                break;
            }
            let watch = Watch::new(Limits::nodes(self.nodes));
            let answer = searcher.think(&Request::new(game.board()), &watch, |_, _, _| {});
            let (Some(mv), Some(value)) = (answer.best(), answer.value()) else {
                break;
            };
            let score = match is_mate(value) {
                true if value > 0 => "M".to_owned(),
                true => "-M".to_owned(),
                false => value.to_string(),
            };
            let _ = write!(
                words,
                "{}{mv},{score}",
                if words.is_empty() { "" } else { " " }
            );
            if game.play(turn, mv).is_err() {
                break;
            }
            decided = if value.abs() >= LOST { decided + 1 } else { 0 };
            if decided >= PATIENCE || is_mate(value) {
                given = Some(if value > 0 { turn } else { !turn });
                reason = "adj";
                break;
            }
        }
        let winner = given.or_else(|| game.ending().and_then(|ending| ending.winner()));
        let result = winner.map_or('d', Color::letter);
        format!(
            "{result}\t{reason}\t{}\t{beginning}\t{words}",
            game.moves().len()
        )
    }
}

/// A board after so many random moves, in which nobody is mated.
fn begun(start: &Board, moves: u32, rng: &mut Rng) -> Board {
    let mut board = start.clone();
    for _ in 0..moves {
        let mut legal = Moves::default();
        board.sensible(&mut legal);
        let chosen = rng.below(legal.len().max(1) as u32) as usize;
        let Some(mv) = legal.iter().nth(chosen) else {
            break;
        };
        let mut next = board.clone();
        next.play(mv);
        if next.is_mated() || next.mate_in_one().is_some() {
            break;
        }
        board = next;
    }
    board
}

/// MiB of the table of a game.
const TABLE: usize = 8;

/// Numbered games, each of which follows from the seed and its number.
#[derive(Clone, Debug)]
pub struct Series {
    /// How they are played.
    pub play: SelfPlay,
    /// Where they begin: one of these each.
    pub starts: Vec<Board>,
    /// Where the random numbers start.
    pub seed: u64,
    /// How many are played at a time.
    pub threads: usize,
}

impl Series {
    /// Plays games; `take` gets their lines in order, and ends the series if it says so. A thread is at most one game ahead.
    pub fn run<E: Evaluate>(
        &self,
        eval: &E,
        numbers: Range<u64>,
        mut take: impl FnMut(u64, &str) -> ControlFlow<()>,
    ) {
        thread::scope(|scope| {
            let threads = self.threads.max(1);
            let played: Vec<mpsc::Receiver<String>> = (0..threads)
                .map(|n| {
                    let (send, played) = mpsc::sync_channel(1);
                    let (eval, own) = (eval.clone(), numbers.clone().skip(n).step_by(threads));
                    scope.spawn(move || {
                        let mut searcher = Searcher::new(eval, Arc::new(Table::new(1)));
                        for number in own {
                            if send.send(self.game(&mut searcher, number)).is_err() {
                                return;
                            }
                        }
                    });
                    played
                })
                .collect();
            for (number, played) in numbers.zip(played.iter().cycle()) {
                let Ok(line) = played.recv() else { return };
                if take(number, &line).is_break() {
                    return;
                }
            }
        });
    }

    /// A game of a searcher that remembers nothing of other games.
    fn game<E: Evaluate>(&self, searcher: &mut Searcher<E>, number: u64) -> String {
        let seed = Rng::new(self.seed).bits();
        let mut rng = Rng::new(seed.wrapping_add(number));
        searcher.set_table(Arc::new(Table::new(TABLE)));
        searcher.forget();
        let start = rng.below(self.starts.len().max(1) as u32) as usize;
        let usual = Board::start();
        let start = self.starts.get(start).unwrap_or(&usual);
        self.play.game(searcher, start, &mut rng)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Material;
    use crate::train::read_line;

    #[test]
    fn games_follow_from_the_seed_and_their_number() {
        let series = |threads| Series {
            play: SelfPlay {
                nodes: 60,
                most: 60,
                ..SelfPlay::default()
            },
            starts: vec![Board::start()],
            seed: 7,
            threads,
        };
        let played = |threads, numbers: Range<u64>, most: usize| {
            let mut lines = Vec::new();
            series(threads).run(&Material::default(), numbers, |_, line| {
                lines.push(line.to_owned());
                match lines.len() < most {
                    true => ControlFlow::Continue(()),
                    false => ControlFlow::Break(()),
                }
            });
            lines
        };
        let all = played(1, 0..6, 9);
        assert_eq!(all.len(), 6);
        assert!(all.iter().any(|line| line != &all[0]));
        assert_eq!(played(3, 0..6, 9), all);
        assert_eq!(played(2, 4..6, 9), all[4..]);
        assert_eq!(played(2, 0..6, 3), all[..3]);
        let mut positions = 0;
        for line in &all {
            assert_eq!(read_line(line, |_, _, _| positions += 1), Ok(true));
        }
        assert!(positions > 20);
    }
}
