//! Judged positions in files, and in memory to learn from.
//!
//! The first piece of the journal is text that says where the judgements come from: which network, which games, which
//! size, which seed. The others hold positions of those games with their judgements, or whole games of self-play with
//! the judgements of their positions.

use std::ops::Range;
use std::path::{Path, PathBuf};

use tengen_go::{Color, Move, Size};

use super::games::{Games, pack, unpack};
use super::journal::{self, Journal, JournalError};
use super::lesson::{Lesson, take};

/// The positions that were judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Matter {
    /// Positions of real games, each a record's number and a number of moves.
    Records {
        /// The hash of the files of games.
        data: String,
        /// The records of these that have positions.
        games: Range<u64>,
    },
    /// Positions of games that the teacher played itself, which are in the file, too.
    SelfPlay {
        /// How the games were played, in words.
        play: String,
    },
}

/// Where judgements come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The name of the network that judges.
    pub net: String,
    /// The positions that are judged.
    pub matter: Matter,
    /// The size of all boards.
    pub size: Size,
    /// The seed of the choice of positions, or of play.
    pub seed: u64,
}

/// A file of labels that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum LabelError {
    /// It cannot be read or written.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// It says nothing of where it comes from, or nothing that is known here.
    #[error("{} does not say where its judgements come from", .0.display())]
    Untold(PathBuf),
    /// It is there already, from something else.
    #[error("{} was begun with {was}, and this is {is}: name another file", path.display())]
    Other {
        /// The file.
        path: PathBuf,
        /// What it was begun with.
        was: String,
        /// What it would go on with.
        is: String,
    },
}

const TITLE: &str = "tengen labels 1";

impl Origin {
    /// As the first piece of a file.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        let line = |text: &str| text.replace(['\n', '\r'], " ");
        let mut text = format!(
            "{TITLE}\nnet {}\nsize {}\nseed {}\n",
            line(&self.net),
            self.size.get(),
            self.seed
        );
        text += &match &self.matter {
            Matter::Records { data, games } => {
                format!("data {data}\ngames {}..{}\n", games.start, games.end)
            }
            Matter::SelfPlay { play } => format!("play {}\n", line(play)),
        };
        text.into_bytes()
    }

    /// Reads the first piece of a file.
    #[must_use]
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let text = std::str::from_utf8(bytes).ok()?;
        let mut lines = text.lines();
        if lines.next() != Some(TITLE) {
            return None;
        }
        let words: Vec<(&str, &str)> = lines.filter_map(|line| line.split_once(' ')).collect();
        let find = |key: &str| words.iter().find(|(k, _)| *k == key).map(|&(_, v)| v);
        let matter = match find("play") {
            Some(play) => Matter::SelfPlay {
                play: play.to_owned(),
            },
            None => {
                let (start, end) = find("games")?.split_once("..")?;
                Matter::Records {
                    data: find("data")?.to_owned(),
                    games: start.parse().ok()?..end.parse().ok()?,
                }
            }
        };
        Some(Self {
            net: find("net")?.to_owned(),
            matter,
            size: Size::new(find("size")?.parse().ok()?).ok()?,
            seed: find("seed")?.parse().ok()?,
        })
    }

    /// The first thing in which another one differs: that of this one, then the other's.
    fn difference(&self, other: &Self) -> Option<(String, String)> {
        let words = |origin: &Self| {
            let (first, second) = match &origin.matter {
                Matter::Records { data, games } => (
                    format!("games whose hash is {data}"),
                    format!("games {}..{}", games.start, games.end),
                ),
                Matter::SelfPlay { play } => (format!("self-play ({play})"), String::new()),
            };
            [
                format!("the network {}", origin.net),
                format!("{} boards", origin.size),
                first,
                second,
                format!("seed {}", origin.seed),
            ]
        };
        let pairs = words(self).into_iter().zip(words(other));
        pairs.into_iter().find(|(a, b)| a != b)
    }
}

/// Opens a file of labels to go on, each of whose pieces is shown to `see`, or begins it.
///
/// # Errors
/// If it cannot be read or written, or comes from something else.
pub fn open(
    path: &Path,
    origin: &Origin,
    mut see: impl FnMut(&[u8]),
) -> Result<Journal, LabelError> {
    let mut was = None;
    let reopened = Journal::reopen(path, |piece| match was {
        None => was = Some(Origin::read(piece)),
        Some(_) => see(piece),
    })?;
    let Some(journal) = reopened else {
        return Ok(Journal::create(path, &origin.write())?);
    };
    let was = was
        .flatten()
        .ok_or_else(|| LabelError::Untold(path.to_owned()))?;
    match was.difference(origin) {
        None => Ok(journal),
        Some((was, is)) => Err(LabelError::Other {
            path: path.to_owned(),
            was,
            is,
        }),
    }
}

/// A judged position: which, and where its judgement is.
#[derive(Clone, Copy, Debug)]
struct Label {
    /// The number of the record, or the place of the game in the file.
    game: u32,
    ply: u16,
    at: usize,
}

/// Judged positions in memory.
#[derive(Clone, Debug)]
pub struct Labels {
    /// Where the judgements come from.
    pub origin: Origin,
    /// The games of self-play, if they are that.
    pub games: Games,
    labels: Vec<Label>,
    bytes: Vec<u8>,
}

impl Labels {
    /// Reads all whole judgements of a file.
    ///
    /// # Errors
    /// If it cannot be read, or does not say where it comes from.
    pub fn read(path: &Path) -> Result<Self, LabelError> {
        let mut origin = None;
        let mut found = Found::default();
        journal::read(path, |piece| match &origin {
            None => origin = Some(Origin::read(piece)),
            Some(Some(origin)) => found.take(piece, origin),
            Some(None) => {}
        })?;
        let origin = origin
            .flatten()
            .ok_or_else(|| LabelError::Untold(path.to_owned()))?;
        Ok(Self {
            origin,
            games: found.games,
            labels: found.labels,
            bytes: found.bytes,
        })
    }

    /// The number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.labels.len()
    }

    /// True if there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.labels.is_empty()
    }

    /// Keeps the positions of games that are wanted, by their records.
    pub fn retain(&mut self, mut wanted: impl FnMut(u32) -> bool) {
        self.labels.retain(|label| wanted(label.game));
    }

    /// The position in a place: the number of its record (or the place of its game in [`Labels::games`]), the number
    /// of moves before it, and what the teacher says of it.
    #[must_use]
    pub fn get(&self, place: usize) -> Option<(u32, usize, Lesson)> {
        let label = self.labels.get(place)?;
        let mut bytes = self.bytes.get(label.at..)?;
        let lesson = Lesson::read(&mut bytes, self.origin.size)?;
        Some((label.game, usize::from(label.ply), lesson))
    }
}

/// What was found in a file so far.
#[derive(Default)]
struct Found {
    games: Games,
    labels: Vec<Label>,
    bytes: Vec<u8>,
}

impl Found {
    /// Takes all that a piece holds, as far as it makes sense.
    fn take(&mut self, mut piece: &[u8], origin: &Origin) {
        let size = origin.size;
        match origin.matter {
            Matter::Records { .. } => {
                let Some(_end) = take::<8>(&mut piece) else {
                    return;
                };
                while let Some(game) = take(&mut piece).map(u32::from_le_bytes) {
                    if self.label(game, &mut piece, size).is_none() {
                        return;
                    }
                }
            }
            Matter::SelfPlay { .. } => {
                let place = self.games.len() as u32;
                let Some(game) = PlayedGame::read(&mut piece, size) else {
                    return;
                };
                let none = std::iter::empty();
                let record = u64::from(place);
                let PlayedGame {
                    komi,
                    winner,
                    moves,
                } = game;
                self.games.add(record, size, komi, winner, none, &moves);
                while self.label(place, &mut piece, size).is_some() {}
            }
        }
    }

    /// Takes one judged position of a game.
    fn label(&mut self, game: u32, piece: &mut &[u8], size: Size) -> Option<()> {
        let ply = u16::from_le_bytes(take(piece)?);
        let before = *piece;
        Lesson::skip(piece, size)?;
        let at = self.bytes.len();
        self.bytes.extend(&before[..before.len() - piece.len()]);
        self.labels.push(Label { game, ply, at });
        Some(())
    }
}

/// Adds a position of a record to a piece.
pub fn write_label(piece: &mut Vec<u8>, record: u32, ply: u16, lesson: &Lesson) {
    piece.extend(record.to_le_bytes());
    piece.extend(ply.to_le_bytes());
    lesson.write(piece);
}

/// Begins a piece with positions of records: those before this number are in the file then.
#[must_use]
pub fn begin_piece(end: u64) -> Vec<u8> {
    end.to_le_bytes().to_vec()
}

/// The number before which all positions are in the file, by its last piece.
#[must_use]
pub fn end_of_piece(mut piece: &[u8]) -> Option<u64> {
    take(&mut piece).map(u64::from_le_bytes)
}

/// A game of self-play, as it is in a file before the judgements of its positions.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayedGame {
    /// White's points for moving second.
    pub komi: f32,
    /// The side that won, if one did.
    pub winner: Option<Color>,
    /// The moves.
    pub moves: Vec<(Color, Move)>,
}

impl PlayedGame {
    /// Adds the game to a piece.
    pub fn write(&self, piece: &mut Vec<u8>, size: Size) {
        piece.extend(self.komi.to_le_bytes());
        piece.push(match self.winner {
            None => 0,
            Some(Color::Black) => 1,
            Some(Color::White) => 2,
        });
        let moves = &self.moves[..self.moves.len().min(usize::from(u16::MAX))];
        piece.extend((moves.len() as u16).to_le_bytes());
        for &(color, mv) in moves {
            piece.extend(pack(color, mv, size).to_le_bytes());
        }
    }

    /// Takes a game from the front of a piece.
    #[must_use]
    pub fn read(piece: &mut &[u8], size: Size) -> Option<Self> {
        let komi = f32::from_le_bytes(take(piece)?);
        let winner = match take(piece)? {
            [1] => Some(Color::Black),
            [2] => Some(Color::White),
            _ => None,
        };
        let count = u16::from_le_bytes(take(piece)?);
        let mut moves = Vec::with_capacity(usize::from(count));
        for _ in 0..count {
            moves.push(unpack(u16::from_le_bytes(take(piece)?), size));
        }
        Some(Self {
            komi,
            winner,
            moves,
        })
    }

    /// Adds a judged position of the game behind it.
    pub fn write_label(piece: &mut Vec<u8>, ply: u16, lesson: &Lesson) {
        piece.extend(ply.to_le_bytes());
        lesson.write(piece);
    }
}
