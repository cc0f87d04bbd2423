//! Judging positions of real games by a network, with their history and their komi.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, mpsc};
use std::thread;

use tengen_go::{Size, Symmetry};

use super::draw::{nth_position, symmetry};
use super::games::Games;
use super::journal::{Journal, JournalError};
use super::labels::{begin_piece, write_label};
use super::lesson::Lesson;
use super::replay::Scene;
use crate::features::Features;
use crate::input::{Scratch, fill};
use crate::network::{Evaluator, Network};
use crate::output::Output;

/// The positions of a piece of the file.
const PIECE: u64 = 64;
/// The positions that are evaluated at once.
const BATCH: usize = 16;
/// The pieces between two moments at which everything is put on the disk.
const SYNC: u64 = 256;

/// Positions of games to judge: which, and by whom.
pub struct Labelling<'a> {
    /// The games, all of them on boards of the network's size.
    pub games: &'a Games,
    /// The network.
    pub network: Arc<Network>,
    /// The seed of the choice.
    pub seed: u64,
    /// The threads that judge.
    pub threads: usize,
}

impl Labelling<'_> {
    /// Judges the positions from number `from` to before number `to` and adds them to the file, piece by piece in
    /// their order; `see` is told how many are there, and may end it. How many there are then.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn run(
        &self,
        journal: &mut Journal,
        from: u64,
        to: u64,
        mut see: impl FnMut(u64) -> ControlFlow<()>,
    ) -> Result<u64, JournalError> {
        let next = AtomicU64::new(from);
        let ended = AtomicBool::new(false);
        thread::scope(|scope| {
            let (send, pieces) = mpsc::sync_channel(4 * self.threads.max(1));
            for _ in 0..self.threads.max(1) {
                let (send, next, ended) = (send.clone(), &next, &ended);
                scope.spawn(move || {
                    let mut judge = Judge::new(self);
                    while !ended.load(Relaxed) {
                        let start = next.fetch_add(PIECE, Relaxed);
                        if start >= to {
                            return;
                        }
                        let end = (start + PIECE).min(to);
                        if send.send((start, end, judge.piece(start, end))).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(send);
            let kept = self.keep(journal, from, pieces, &mut see);
            ended.store(true, Relaxed);
            kept
        })
    }

    /// Writes pieces in their order, whatever order they come in.
    fn keep(
        &self,
        journal: &mut Journal,
        from: u64,
        pieces: mpsc::Receiver<(u64, u64, Vec<u8>)>,
        see: &mut impl FnMut(u64) -> ControlFlow<()>,
    ) -> Result<u64, JournalError> {
        let mut done = from;
        let mut early = BTreeMap::new();
        let mut written = 0;
        for (start, end, piece) in pieces {
            early.insert(start, (end, piece));
            while let Some((end, piece)) = early.remove(&done) {
                journal.append(&piece)?;
                done = end;
                written += 1;
                if written % SYNC == 0 {
                    journal.sync()?;
                }
            }
            if see(done).is_break() {
                break;
            }
        }
        journal.sync()?;
        Ok(done)
    }
}

/// A thread that judges.
struct Judge<'a> {
    games: &'a Games,
    seed: u64,
    size: Size,
    evaluator: Evaluator,
    scratch: Scratch,
    inputs: Vec<Features>,
    outputs: Vec<Output>,
    scenes: Vec<(u32, u16, Symmetry, Scene)>,
}

impl<'a> Judge<'a> {
    fn new(labelling: &Labelling<'a>) -> Self {
        let size = labelling.network.size();
        Self {
            games: labelling.games,
            seed: labelling.seed,
            size,
            evaluator: Evaluator::new(Arc::clone(&labelling.network), BATCH),
            scratch: Scratch::new(),
            inputs: vec![Features::new(size); BATCH],
            outputs: vec![Output::default(); BATCH],
            scenes: Vec::with_capacity(BATCH),
        }
    }

    /// The judged positions of these numbers, as a piece of the file.
    fn piece(&mut self, start: u64, end: u64) -> Vec<u8> {
        let mut piece = begin_piece(end);
        for number in start..end {
            if self.take(number).is_some() && self.scenes.len() == BATCH {
                self.judge(&mut piece);
            }
        }
        self.judge(&mut piece);
        piece
    }

    /// Prepares a position; `None` if it cannot be judged.
    fn take(&mut self, number: u64) -> Option<()> {
        let (game, part) = nth_position(self.games.len() as u64, self.seed, number)?;
        let game = self.games.get(usize::try_from(game).ok()?)?;
        if game.moves() == 0 || game.size() != self.size {
            return None;
        }
        let ply = ((part * game.moves() as f64) as usize).min(game.moves() - 1);
        let scene = Scene::before(&game, ply).ok()?;
        let turned = symmetry(self.seed, number);
        let input = &mut self.inputs[self.scenes.len()];
        fill(&scene.moment, &mut self.scratch, input);
        *input = input.turned(turned);
        self.scenes.push((game.record(), ply as u16, turned, scene));
        Some(())
    }

    fn judge(&mut self, piece: &mut Vec<u8>) {
        let count = self.scenes.len();
        self.evaluator
            .evaluate(&self.inputs[..count], &mut self.outputs[..count]);
        for ((record, ply, turned, scene), output) in self.scenes.drain(..).zip(&self.outputs) {
            let lesson = Lesson::of(output, self.size, turned, scene.legal());
            write_label(piece, record, ply, &lesson);
        }
    }
}
