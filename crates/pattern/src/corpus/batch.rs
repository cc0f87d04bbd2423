//! Batches of consecutive records, which any thread can turn into games.

use std::path::PathBuf;
use std::sync::Arc;

use tengen_go::{Game as Replay, Ko, Komi, Rules};
use tengen_record::tsv::{GameRecord, parse_line};

use super::{Bad, Fault, Game, RecordTally};

/// A record as it was read.
#[derive(Clone, Debug)]
pub(super) struct Record {
    /// The number of the record, from 0 over all files.
    pub(super) index: u64,
    /// Its file.
    pub(super) file: Arc<PathBuf>,
    /// Its line in the file, from 1, where there is one.
    pub(super) line: Option<u64>,
    /// The content that was read.
    pub(super) content: Content,
}

/// The content of a record.
#[derive(Clone, Debug)]
pub(super) enum Content {
    /// A line that is still to be parsed.
    Line(Vec<u8>),
    /// A game, and why it ends early if it does.
    Game(Game, Option<String>),
    /// Nothing that is a game, and why.
    Bad(String),
}

/// Consecutive records.
#[derive(Clone, Debug)]
pub struct Batch {
    pub(super) index: u64,
    pub(super) records: Vec<Record>,
}

/// The games of a batch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Games {
    /// The games with the numbers of their records, in order.
    pub games: Vec<(u64, Game)>,
    /// The records that were read, and the faults among them.
    pub tally: RecordTally,
}

impl Batch {
    /// The number of the batch in its reader, from 0. Which records a batch has depends on nothing but
    /// the corpus.
    #[must_use]
    pub const fn index(&self) -> u64 {
        self.index
    }

    /// The number of records, bad ones included.
    #[must_use]
    pub const fn records(&self) -> usize {
        self.records.len()
    }

    /// The number of the record behind the last one: where the next batch begins.
    #[must_use]
    pub fn end(&self) -> u64 {
        self.records.last().map_or(0, |record| record.index + 1)
    }

    /// The games, replayed as far as `moves` moves: one with an illegal move among these ends
    /// before it, and is counted.
    #[must_use]
    pub fn games(&self, moves: usize) -> Games {
        let mut found = Games::default();
        for record in &self.records {
            let (game, cut) = match &record.content {
                Content::Line(bytes) => match parsed(bytes, record) {
                    Ok(game) => (game, None),
                    Err(reason) => {
                        found.tally.note(record.bad(Fault::NoGame, reason));
                        continue;
                    }
                },
                Content::Game(game, cut) => (game.clone(), cut.clone()),
                Content::Bad(reason) => {
                    found.tally.note(record.bad(Fault::NoGame, reason.clone()));
                    continue;
                }
            };
            found.take(record, game, cut, moves);
        }
        found
    }
}

impl Games {
    /// Takes a game as far as it is legal.
    fn take(&mut self, record: &Record, mut game: Game, cut: Option<String>, moves: usize) {
        let (legal, illegal) = match replayed(&game, moves) {
            Ok(outcome) => outcome,
            Err(reason) => return self.tally.note(record.bad(Fault::NoGame, reason)),
        };
        // What ends the game beyond the moves that are wanted does not matter.
        let cut = cut.filter(|_| game.moves.len() < moves);
        if illegal.is_some() {
            game.moves.truncate(legal);
        }
        if let Some(reason) = illegal.or(cut) {
            self.tally.note(record.bad(Fault::Cut, reason));
        }
        self.tally.games += 1;
        self.tally.moves += legal as u64;
        self.games.push((record.index, game));
    }
}

impl Record {
    fn bad(&self, fault: Fault, reason: String) -> Bad {
        Bad {
            index: self.index,
            file: Arc::clone(&self.file),
            line: self.line,
            fault,
            reason,
        }
    }
}

fn parsed(line: &[u8], record: &Record) -> Result<Game, String> {
    let parsed = parse_line(line, record.line.unwrap_or(0))
        .map_err(|bad| format!("column {}: {}", bad.column, bad.what))?;
    Ok(Game {
        moves: parsed.played().collect(),
        id: parsed.source,
        size: GameRecord::SIZE,
        komi: parsed.komi,
        winner: parsed.result.winner(),
        setup: Vec::new(),
    })
}

/// Counts the legal ones of the first `moves` moves, and says what is wrong with the next one.
///
/// # Errors
/// If the stones of the start cannot stand so.
fn replayed(game: &Game, moves: usize) -> Result<(usize, Option<String>), String> {
    let rules = Rules {
        ko: Ko::Simple,
        ..Rules::CHINESE
    };
    let mut replay = Replay::new(game.size, rules, Komi::ZERO);
    if !game.setup.is_empty() {
        let stones = game
            .setup
            .iter()
            .map(|&(color, point)| (point, Some(color)));
        replay.setup(stones).map_err(|illegal| {
            format!("the stones that the game starts from cannot stand so: {illegal}")
        })?;
    }
    for (n, &(color, mv)) in game.moves.iter().take(moves).enumerate() {
        if let Err(illegal) = replay.play(color, mv) {
            let reason = format!("move {} by {color} is illegal: {illegal}", n + 1);
            return Ok((n, Some(reason)));
        }
    }
    Ok((game.moves.len().min(moves), None))
}
