//! Sources of games: files of one game a line, SGF files, and folders of both, plain or packed.
//!
//! Every line of a file of lines and every game of an SGF file is a *record*. Records are counted
//! over all files in order, those that are no games included, so that a range of records means the
//! same whatever becomes of any one of them. A record that is no game is counted and named, and so
//! is a game that ends early because a move of it is illegal; neither ends the reading.
//!
//! One thread reads ([`Reader`], which holds one file open and one batch in memory), any number of
//! them turn batches into games ([`Batch::games`]).
//!
//! Read in this order: [`Game`], [`Corpus`] (which files, which records), `source` (how folders are
//! walked), `reader` (files to batches), `batch` (batches to games), `sgf` (a tree to a game),
//! [`RecordTally`] (what was wrong).

mod batch;
mod reader;
mod sgf;
mod source;
mod tally;

use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};

use tengen_go::{Color, Komi, Move, Point, Size};

pub use batch::{Batch, Games};
pub use reader::{Progress, Reader};
pub use source::{MAX_FILES, Source};
pub use tally::{Bad, Fault, RecordTally};

pub(crate) use source::hexadecimal;

/// A game to learn from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// The name of the game, for messages.
    pub id: String,
    /// The size of its board.
    pub size: Size,
    /// White's compensation, if it is known.
    pub komi: Option<Komi>,
    /// The side that won, if one did and it is known.
    pub winner: Option<Color>,
    /// The stones that it starts from.
    pub setup: Vec<(Color, Point)>,
    /// The moves.
    pub moves: Vec<(Color, Move)>,
}

/// Games in files: which files, and which of their records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Corpus {
    files: Vec<Source>,
    range: Range<u64>,
}

/// A reason that there are no games to read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CorpusError {
    /// A path stands for nothing that can be read.
    #[error("{} cannot be read: {reason}", path.display())]
    Unreadable {
        /// The path.
        path: PathBuf,
        /// The reason.
        reason: String,
    },
    /// A folder without games.
    #[error(
        "{} has no games: no file in it ends in .sgf or .tsv, nor in .sgf.gz, .tsv.gz, .sgf.zst or .tsv.zst",
        .0.display()
    )]
    Nothing(PathBuf),
    /// Too many files.
    #[error("{} holds more than {MAX_FILES} files of games: name fewer folders", .0.display())]
    TooMany(PathBuf),
    /// No path at all.
    #[error("no file of games is named")]
    NoFiles,
    /// No record is asked for.
    #[error("the range {}..{} of games is empty: the first comes before the second", .0.start, .0.end)]
    EmptyRange(Range<u64>),
}

impl CorpusError {
    fn unreadable(path: &Path, reason: impl fmt::Display) -> Self {
        Self::Unreadable {
            path: path.to_owned(),
            reason: reason.to_string(),
        }
    }
}

impl Corpus {
    /// The records of these numbers (from 0) in these files and in the folders among them, which
    /// are walked in the order of names.
    ///
    /// # Errors
    /// If a path does not exist or may not be read, a folder has no games, or the range is empty.
    pub fn open<P: AsRef<Path>>(paths: &[P], range: Range<u64>) -> Result<Self, CorpusError> {
        if paths.is_empty() {
            return Err(CorpusError::NoFiles);
        }
        let mut files = Vec::new();
        for path in paths {
            source::gather(path.as_ref(), &mut files)?;
        }
        Self { files, range: 0..0 }.within(range)
    }

    /// The same files with other records.
    ///
    /// # Errors
    /// If the range is empty.
    pub fn within(&self, range: Range<u64>) -> Result<Self, CorpusError> {
        if range.is_empty() {
            return Err(CorpusError::EmptyRange(range));
        }
        Ok(Self {
            files: self.files.clone(),
            range,
        })
    }

    /// The files in the order in which they are read.
    #[must_use]
    pub fn files(&self) -> &[Source] {
        &self.files
    }

    /// The range of the records that are wanted; there may be fewer.
    #[must_use]
    pub fn range(&self) -> Range<u64> {
        self.range.clone()
    }

    /// The size of the files together, as they lie on the disk.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.files.iter().map(|file| file.bytes).sum()
    }

    /// The hash of every file, and one of them all, which says whether the games are the same.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub fn hashes(&self) -> Result<(Vec<String>, String), CorpusError> {
        let hashes = self.files.iter().map(Source::sha256);
        let hashes: Vec<String> = hashes.collect::<Result<_, _>>()?;
        let all = source::digest(&hashes);
        Ok((hashes, all))
    }

    /// Reads the records from the first to the last, in batches.
    #[must_use]
    pub fn read(&self) -> Reader {
        Reader::new(self.files.clone(), self.range.clone(), self.bytes())
    }

    /// All games one after the other, replayed as far as `moves` moves; for small corpora.
    pub fn games(&self, moves: usize) -> impl Iterator<Item = Game> {
        self.read()
            .flat_map(move |batch| batch.games(moves).games.into_iter().map(|(_, game)| game))
    }
}
