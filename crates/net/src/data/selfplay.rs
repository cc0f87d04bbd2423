//! Games that a network plays against itself by its policy alone, many at once, each position judged on the way.
//!
//! The evaluation that a move is drawn from is also the judgement, so that judged games cost nothing more than games.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, mpsc};
use std::thread;

use super::journal::{Journal, JournalError};
use super::labels::PlayedGame;
use super::lesson::Lesson;
use super::table::{Manner, Table};
use crate::features::Features;
use crate::input::{InputError, Scratch, fill};
use crate::network::{Evaluator, Network};
use crate::output::Output;

/// The games that a thread plays at once.
const TABLES: usize = 16;
/// The games between two moments at which everything is put on the disk.
const SYNC: u64 = 256;

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

/// Games of self-play: who plays them, and how.
pub struct SelfPlay {
    /// The network that plays and judges.
    pub network: Arc<Network>,
    /// How moves are drawn.
    pub manner: Manner,
    /// The seed of all games.
    pub seed: u64,
    /// The threads that play.
    pub threads: usize,
}

/// A game and its judged positions, as a piece of the file.
struct Played {
    number: u64,
    positions: u64,
    piece: Vec<u8>,
}

impl SelfPlay {
    /// Plays the games from number `from` to before number `to` and adds them to the file in their order; `see` is told
    /// how many games are there and how many positions were added, and may end it. How many games there are then.
    ///
    /// # Errors
    /// If the file cannot be written, or the board is too large.
    pub fn run(
        &self,
        journal: &mut Journal,
        from: u64,
        to: u64,
        mut see: impl FnMut(u64, u64) -> ControlFlow<()>,
    ) -> Result<u64, SelfPlayError> {
        // A board that is too large is known before any thread is.
        Table::new(self.network.size(), self.seed, from, &self.manner)?;
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
            let kept = keep(journal, from, played, &mut see);
            ended.store(true, Relaxed);
            Ok(kept?)
        })
    }
}

/// Writes games in their order, whatever order they come in.
fn keep(
    journal: &mut Journal,
    from: u64,
    games: mpsc::Receiver<Played>,
    see: &mut impl FnMut(u64, u64) -> ControlFlow<()>,
) -> Result<u64, JournalError> {
    let (mut done, mut positions) = (from, 0);
    let mut early = BTreeMap::new();
    for game in games {
        early.insert(game.number, game);
        while let Some(game) = early.remove(&done) {
            journal.append(&game.piece)?;
            positions += game.positions;
            done += 1;
            if done % SYNC == 0 {
                journal.sync()?;
            }
        }
        if see(done, positions).is_break() {
            break;
        }
    }
    journal.sync()?;
    Ok(done)
}

/// The games of a thread.
struct Room<'a> {
    play: &'a SelfPlay,
    evaluator: Evaluator,
    scratch: Scratch,
    inputs: Vec<Features>,
    outputs: Vec<Output>,
    /// The games under way, with the judgements of their positions.
    tables: Vec<(Table, Vec<u8>)>,
}

impl<'a> Room<'a> {
    fn new(play: &'a SelfPlay) -> Self {
        let size = play.network.size();
        Self {
            play,
            evaluator: Evaluator::new(Arc::clone(&play.network), TABLES),
            scratch: Scratch::new(),
            inputs: vec![Features::new(size); TABLES],
            outputs: vec![Output::default(); TABLES],
            tables: Vec::with_capacity(TABLES),
        }
    }

    /// Begins games until no more are played at once.
    fn open(&mut self, mut next: impl FnMut() -> Option<u64>) {
        while self.tables.len() < TABLES
            && let Some(number) = next()
            && let Some(table) = self.table(number)
        {
            self.tables.push((table, Vec::new()));
        }
    }

    fn table(&self, number: u64) -> Option<Table> {
        let SelfPlay { seed, manner, .. } = self.play;
        Table::new(self.play.network.size(), *seed, number, manner).ok()
    }

    /// Plays a move in every game; those that are over then are replaced.
    fn step(&mut self, next: impl FnMut() -> Option<u64>) -> Vec<Played> {
        let size = self.play.network.size();
        let count = self.tables.len();
        for ((table, _), input) in self.tables.iter().zip(&mut self.inputs) {
            fill(&table.moment, &mut self.scratch, input);
            *input = input.turned(table.symmetry());
        }
        self.evaluator
            .evaluate(&self.inputs[..count], &mut self.outputs[..count]);
        let mut over = Vec::new();
        for (place, output) in self.outputs[..count].iter().enumerate().rev() {
            let (table, labels) = &mut self.tables[place];
            let lesson = Lesson::of(output, size, table.symmetry(), table.legal());
            PlayedGame::write_label(labels, table.game.moves.len() as u16, &lesson);
            if table.step(output, &self.play.manner) {
                let (table, labels) = self.tables.swap_remove(place);
                let mut piece = Vec::new();
                table.game.write(&mut piece, size);
                piece.extend(labels);
                over.push(Played {
                    number: table.number,
                    positions: table.game.moves.len() as u64,
                    piece,
                });
            }
        }
        if !over.is_empty() {
            self.open(next);
        }
        over
    }
}
