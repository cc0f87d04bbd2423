//! Games that networks play by their policies alone, many at once, judged or marked on the way.
//!
//! The evaluation that a move is drawn from is also a judgement, so that judged games cost nothing more than games. For
//! a value network one position of each game is marked instead, as positions of one game are too alike (D. Silver and
//! others 2016): one network plays up to a move drawn by chance, that move is any legal one, another network plays on,
//! and the position behind that move is kept with the result.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, mpsc};
use std::thread;

use super::arena::Arena;
use super::draw::stream;
use super::journal::{Journal, JournalError, Piece};
use super::labels::PlayedGame;
use super::lesson::Lesson;
use super::table::{Manner, Table};
use crate::input::InputError;
use crate::network::Network;

/// The games that a thread plays at once.
const TABLES: usize = 16;

/// Games of self-play that could not be had.
#[derive(Debug, thiserror::Error)]
pub enum SelfPlayError {
    /// The file cannot be written.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The board is too large.
    #[error(transparent)]
    Input(#[from] InputError),
}

/// What is kept of games beside their moves.
pub enum Kept {
    /// The judgement of every position; komi is drawn by chance.
    Judgements,
    /// One position.
    Mark {
        /// The network that plays on behind it.
        second: Arc<Network>,
        /// White's points for moving second.
        komi: f32,
    },
}

/// Games of self-play: who plays them, and how.
pub struct SelfPlay {
    /// The network that plays, and judges.
    pub network: Arc<Network>,
    /// What is kept of games.
    pub kept: Kept,
    /// How moves are drawn.
    pub manner: Manner,
    /// The seed of all games.
    pub seed: u64,
    /// The threads that play.
    pub threads: usize,
}

impl SelfPlay {
    /// Plays the games from number `from` to before number `to` and adds them to the file in their order; `see` is told
    /// how many games are there, and may end it. How many games there are then.
    ///
    /// # Errors
    /// If the file cannot be written, or the board is too large.
    pub fn run(
        &self,
        journal: &mut Journal,
        from: u64,
        to: u64,
        see: impl FnMut(u64) -> ControlFlow<()>,
    ) -> Result<u64, SelfPlayError> {
        // A board that is too large is known before any thread is.
        self.table(from)?;
        let next = AtomicU64::new(from);
        let ended = AtomicBool::new(false);
        thread::scope(|scope| {
            let (send, played) = mpsc::sync_channel(64);
            for _ in 0..self.threads.max(1) {
                let (send, next, ended) = (send.clone(), &next, &ended);
                scope.spawn(move || {
                    let next = || Some(next.fetch_add(1, Relaxed)).filter(|&n| n < to);
                    let mut room = Room::new(self);
                    room.open(next);
                    while !ended.load(Relaxed) && !room.tables.is_empty() {
                        for game in room.step(next) {
                            if send.send(game).is_err() {
                                return;
                            }
                        }
                    }
                });
            }
            drop(send);
            let kept = journal.append_all(from, played, see);
            ended.store(true, Relaxed);
            Ok(kept?)
        })
    }

    /// The beginning of a game.
    fn table(&self, number: u64) -> Result<Seat, InputError> {
        let size = self.network.size();
        let (table, change) = match self.kept {
            Kept::Judgements => {
                let table = Table::new(size, self.seed, number, &self.manner)?;
                (table, usize::MAX)
            }
            Kept::Mark { komi, .. } => {
                let rng = stream(self.seed, number);
                let mut table = Table::with_komi(size, komi, rng, number)?;
                let change = table.below(size.area() as u32) as usize;
                (table, change)
            }
        };
        Ok(Seat {
            table,
            change,
            behind: Vec::new(),
        })
    }
}

/// A game under way.
struct Seat {
    table: Table,
    /// The number of moves at which the other network takes over, by a move that is any.
    change: usize,
    /// What stands behind the game in its piece.
    behind: Vec<u8>,
}

/// The games of a thread.
struct Room<'a> {
    play: &'a SelfPlay,
    arena: Arena,
    tables: Vec<Seat>,
}

impl<'a> Room<'a> {
    fn new(play: &'a SelfPlay) -> Self {
        let mut networks = vec![Arc::clone(&play.network)];
        if let Kept::Mark { second, .. } = &play.kept {
            networks.push(Arc::clone(second));
        }
        Self {
            play,
            arena: Arena::new(&networks, TABLES),
            tables: Vec::with_capacity(TABLES),
        }
    }

    /// Begins games until no more are played at once.
    fn open(&mut self, mut next: impl FnMut() -> Option<u64>) {
        while self.tables.len() < TABLES
            && let Some(number) = next()
            && let Ok(seat) = self.play.table(number)
        {
            self.tables.push(seat);
        }
    }

    /// Plays a move in every game; those that are over then are replaced.
    fn step(&mut self, next: impl FnMut() -> Option<u64>) -> Vec<Piece> {
        let SelfPlay {
            network,
            kept,
            manner,
            ..
        } = self.play;
        let size = network.size();
        let who = |seat: &Seat| usize::from(seat.table.game.moves.len() > seat.change);
        let all = self.tables.iter().map(|seat| (&seat.table, who(seat)));
        let (_, outputs) = self.arena.evaluate(all);
        let mut over = Vec::new();
        for (place, output) in outputs.iter().enumerate().rev() {
            let Seat {
                table,
                change,
                behind,
            } = &mut self.tables[place];
            let ply = table.game.moves.len();
            let mv = match kept {
                Kept::Judgements => {
                    let lesson = Lesson::of(output, size, table.symmetry(), table.legal());
                    PlayedGame::write_label(behind, ply as u16, &lesson);
                    table.choose(output, manner)
                }
                Kept::Mark { .. } if ply == *change => table.any_move(),
                Kept::Mark { .. } => {
                    if ply == *change + 1 {
                        PlayedGame::write_mark(behind, ply as u16);
                    }
                    table.choose(output, manner)
                }
            };
            if table.advance(mv, output, manner) {
                let seat = self.tables.swap_remove(place);
                over.push(seat.piece(size));
            }
        }
        if !over.is_empty() {
            self.open(next);
        }
        over
    }
}

impl Seat {
    /// The game that is over, as a piece of the file.
    fn piece(self, size: tengen_go::Size) -> Piece {
        let mut bytes = Vec::new();
        self.table.game.write(&mut bytes, size);
        bytes.extend(self.behind);
        Piece {
            numbers: self.table.number..self.table.number + 1,
            bytes,
        }
    }
}
