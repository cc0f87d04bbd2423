//! A stream to lines, and lines to games.

use std::{
    fs::File,
    io::{self, BufRead, Read},
    path::Path,
};

use super::{BadLine, GameRecord, parse_line};
use crate::unpacked;

/// The longest line that is read, in bytes; a longer one is a [`BadLine`] and is skipped.
pub const MAX_LINE: usize = 64 << 10;

/// The lines of a plain, gzip or zstd stream, without their line breaks.
pub struct Lines {
    stream: Box<dyn BufRead + Send>,
    number: u64,
    ended: bool,
}

/// The lines of a stream that is unpacked already.
impl From<Box<dyn BufRead + Send>> for Lines {
    fn from(stream: Box<dyn BufRead + Send>) -> Self {
        Self {
            stream,
            number: 0,
            ended: false,
        }
    }
}

/// A result of [`Lines::read`].
enum Found {
    /// A line, appended to the buffer.
    Line,
    /// A line that cannot be read, or the end of a broken stream.
    Bad(BadLine),
}

impl Lines {
    /// The lines of a file.
    ///
    /// # Errors
    /// If the file cannot be opened or its first bytes cannot be read.
    pub fn open(path: &Path) -> io::Result<Self> {
        Self::new(File::open(path)?)
    }

    /// The lines of a stream.
    ///
    /// # Errors
    /// If the first bytes cannot be read or there is no memory for a decoder.
    pub fn new(stream: impl Read + Send + 'static) -> io::Result<Self> {
        unpacked(stream).map(Self::from)
    }

    /// The lines in batches of `size` (at least one), for one thread to read and others to parse.
    #[must_use]
    pub fn batches(self, size: usize) -> Batches {
        Batches {
            lines: self,
            size: size.max(1),
        }
    }

    /// Reads the next line to the end of `buffer`; `None` at the end of the stream.
    fn read(&mut self, buffer: &mut Vec<u8>) -> Option<Found> {
        if self.ended {
            return None;
        }
        self.number += 1;
        let start = buffer.len();
        let mut length = 0;
        loop {
            let available = match self.stream.fill_buf() {
                Ok(bytes) => bytes,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => {
                    buffer.truncate(start);
                    self.ended = true;
                    let what = format!("the file breaks off here: {error}");
                    return Some(Found::Bad(self.bad(length, what)));
                }
            };
            if available.is_empty() {
                self.ended = true;
                break;
            }
            let end = available.iter().position(|&b| b == b'\n');
            let part = end.unwrap_or(available.len());
            // One more than allowed may come in, for the CR of CR LF.
            let room = (MAX_LINE + 1).saturating_sub(buffer.len() - start);
            buffer.extend_from_slice(&available[..part.min(room)]);
            length += part;
            self.stream.consume(part + usize::from(end.is_some()));
            if end.is_some() {
                return Some(self.finish(buffer, start, length));
            }
        }
        (length > 0).then(|| self.finish(buffer, start, length))
    }

    fn finish(&self, buffer: &mut Vec<u8>, start: usize, length: usize) -> Found {
        if length <= MAX_LINE + 1 && buffer[start..].ends_with(b"\r") {
            buffer.pop();
        }
        if length > MAX_LINE + 1 || buffer.len() - start > MAX_LINE {
            buffer.truncate(start);
            let what = format!("the line is longer than {MAX_LINE} bytes and is skipped");
            return Found::Bad(self.bad(MAX_LINE, what));
        }
        Found::Line
    }

    fn bad(&self, column: usize, what: String) -> BadLine {
        BadLine {
            line: self.number,
            column: column + 1,
            what,
        }
    }
}

/// The games of a stream, one after the other.
pub struct Reader {
    lines: Lines,
    buffer: Vec<u8>,
}

impl Reader {
    /// The games of a file.
    ///
    /// # Errors
    /// If the file cannot be opened or its first bytes cannot be read.
    pub fn open(path: &Path) -> io::Result<Self> {
        Lines::open(path).map(Self::from)
    }

    /// The games of a stream.
    ///
    /// # Errors
    /// If the first bytes cannot be read or there is no memory for a decoder.
    pub fn new(stream: impl Read + Send + 'static) -> io::Result<Self> {
        Lines::new(stream).map(Self::from)
    }
}

impl From<Lines> for Reader {
    fn from(lines: Lines) -> Self {
        Self {
            lines,
            buffer: Vec::new(),
        }
    }
}

impl Iterator for Reader {
    type Item = Result<GameRecord, BadLine>;

    fn next(&mut self) -> Option<Self::Item> {
        self.buffer.clear();
        Some(match self.lines.read(&mut self.buffer)? {
            Found::Line => parse_line(&self.buffer, self.lines.number),
            Found::Bad(bad) => Err(bad),
        })
    }
}

/// Some lines in a row, in one buffer, to be parsed wherever there is time.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    bytes: Vec<u8>,
    /// The ends of good lines, and their numbers.
    ends: Vec<(usize, u64)>,
    /// The lines that could not be read.
    pub bad: Vec<BadLine>,
}

/// A line of a [`Batch`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line<'a> {
    /// Its number in the file, from 1.
    pub number: u64,
    /// Its bytes without the line break.
    pub bytes: &'a [u8],
}

impl Line<'_> {
    /// Reads the game.
    ///
    /// # Errors
    /// As [`parse_line`].
    pub fn parse(self) -> Result<GameRecord, BadLine> {
        parse_line(self.bytes, self.number)
    }
}

impl Batch {
    /// The lines that could be read, in their order.
    pub fn lines(&self) -> impl ExactSizeIterator<Item = Line<'_>> {
        self.ends.iter().enumerate().map(|(n, &(end, number))| {
            let start = n.checked_sub(1).map_or(0, |before| self.ends[before].0);
            Line {
                number,
                bytes: &self.bytes[start..end],
            }
        })
    }
}

/// Iterator of [`Lines::batches`]. At most [`MAX_LINE`] bytes a line are held.
pub struct Batches {
    lines: Lines,
    size: usize,
}

impl Iterator for Batches {
    type Item = Batch;

    fn next(&mut self) -> Option<Batch> {
        let mut batch = Batch::default();
        while batch.ends.len() + batch.bad.len() < self.size {
            match self.lines.read(&mut batch.bytes) {
                Some(Found::Line) => batch.ends.push((batch.bytes.len(), self.lines.number)),
                Some(Found::Bad(bad)) => batch.bad.push(bad),
                None => break,
            }
        }
        (batch.ends.len() + batch.bad.len() > 0).then_some(batch)
    }
}
