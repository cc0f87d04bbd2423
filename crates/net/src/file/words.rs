//! Words, numbers and lists of weights, one after the other.

use std::io::{self, BufRead, BufReader, Read};

use super::stream::{Excess, Unpacked, open};
use super::{Fault, FileError, WEIGHTS};

/// The most bytes of a word.
const LONGEST: usize = 1024;
/// The weights that room is made for before any of them was read.
const CHUNK: usize = 1 << 14;
/// The word before weights that are bytes.
const MARK: &[u8] = b"@BIN@";

/// A file that is being read.
pub(super) struct Words<R: Read> {
    bytes: BufReader<Unpacked<R>>,
    /// The layer that was named last.
    place: String,
    /// How many weights there may still be.
    left: usize,
    word: Vec<u8>,
    /// True if the word ends where the file does: then it may lack its end.
    cut: bool,
}

impl<R: Read> Words<R> {
    pub(super) fn new(stream: R) -> Result<Self, FileError> {
        Ok(Self {
            bytes: open(stream).map_err(FileError::Read)?,
            place: String::new(),
            left: WEIGHTS,
            word: Vec::new(),
            cut: false,
        })
    }

    /// True if no byte is left.
    pub(super) fn is_over(&mut self) -> Result<bool, FileError> {
        match self.bytes.fill_buf() {
            Ok(bytes) => Ok(bytes.is_empty()),
            Err(error) => Err(self.broken(error)),
        }
    }

    /// A fault in the layer that was named last. At the end of a file it is that.
    pub(super) fn fault(&self, fault: Fault) -> FileError {
        let layer = self.place.clone();
        match self.cut {
            true => FileError::Short { last: layer },
            false => FileError::Layer { layer, fault },
        }
    }

    fn broken(&self, error: io::Error) -> FileError {
        let last = self.place.clone();
        match error.kind() {
            io::ErrorKind::UnexpectedEof => FileError::Short { last },
            _ if error.get_ref().is_some_and(|inner| inner.is::<Excess>()) => {
                FileError::Bomb { last }
            }
            io::ErrorKind::InvalidData | io::ErrorKind::InvalidInput => FileError::Damaged {
                last,
                source: error,
            },
            _ => FileError::Read(error),
        }
    }

    /// The next word.
    fn next(&mut self, what: &'static str) -> Result<&str, FileError> {
        self.word.clear();
        self.cut = false;
        let over = loop {
            let bytes = match self.bytes.fill_buf() {
                Ok(bytes) => bytes,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(self.broken(error)),
            };
            if bytes.is_empty() {
                break true;
            }
            let skipped = if self.word.is_empty() {
                bytes.iter().take_while(|b| b.is_ascii_whitespace()).count()
            } else {
                0
            };
            let rest = &bytes[skipped..];
            let end = rest.iter().position(u8::is_ascii_whitespace);
            let taken = end.unwrap_or(rest.len()).min(LONGEST + 1);
            self.word.extend_from_slice(&rest[..taken]);
            let ended = end.is_some();
            self.bytes.consume(skipped + taken);
            if self.word.len() > LONGEST {
                let most = LONGEST;
                return Err(self.fault(Fault::Endless { what, most }));
            }
            if ended {
                break false;
            }
        };
        if self.word.is_empty() {
            let last = self.place.clone();
            return Err(FileError::Short { last });
        }
        if !self.word.iter().all(u8::is_ascii_graphic) {
            return Err(self.fault(Fault::Garbled { what }));
        }
        self.cut = over;
        Ok(std::str::from_utf8(&self.word).unwrap_or_default())
    }

    /// The next word as it is.
    pub(super) fn word(&mut self, what: &'static str) -> Result<String, FileError> {
        self.next(what).map(str::to_owned)
    }

    /// The name of a layer, which is the place of what is wrong from now on.
    pub(super) fn name(&mut self, what: &'static str) -> Result<String, FileError> {
        self.place = self.word(what)?;
        Ok(self.place.clone())
    }

    /// Something wrong happens in a layer that was named earlier.
    pub(super) fn back_to(&mut self, name: &str) {
        name.clone_into(&mut self.place);
    }

    /// A whole number.
    pub(super) fn whole(&mut self, what: &'static str) -> Result<u64, FileError> {
        let word = self.next(what)?;
        if let Ok(number) = word.parse() {
            return Ok(number);
        }
        let found = shortened(word);
        Err(self.fault(Fault::NoNumber { what, found }))
    }

    /// A whole number from one to another.
    pub(super) fn within(
        &mut self,
        what: &'static str,
        least: usize,
        most: usize,
    ) -> Result<usize, FileError> {
        let number = self.whole(what)?;
        match usize::try_from(number) {
            Ok(number) if (least..=most).contains(&number) => Ok(number),
            _ => Err(self.fault(Fault::Range {
                what,
                found: number.to_string(),
                expected: if least == most {
                    least.to_string()
                } else {
                    format!("{least} to {most}")
                },
            })),
        }
    }

    /// A number with decimals, which may be no finite one.
    pub(super) fn real(&mut self, what: &'static str) -> Result<f32, FileError> {
        let word = self.next(what)?;
        if let Ok(number) = word.parse() {
            return Ok(number);
        }
        let found = shortened(word);
        Err(self.fault(Fault::NoNumber { what, found }))
    }

    /// A positive number.
    pub(super) fn positive(&mut self, what: &'static str) -> Result<f32, FileError> {
        let number = self.real(what)?;
        if number.is_finite() && number > 0.0 {
            return Ok(number);
        }
        Err(self.fault(Fault::Range {
            what,
            found: number.to_string(),
            expected: "positive".to_owned(),
        }))
    }

    /// So many weights, as bytes or as text, all of them finite.
    pub(super) fn weights(&mut self, number: usize) -> Result<Vec<f32>, FileError> {
        let Some(left) = self.left.checked_sub(number) else {
            return Err(self.fault(Fault::TooMany { most: WEIGHTS }));
        };
        self.left = left;
        let weights = if self.next_is(MARK[0])? {
            self.binary(number)?
        } else {
            self.text(number)?
        };
        self.cut = false;
        match weights.iter().find(|weight| !weight.is_finite()) {
            None => Ok(weights),
            Some(weight) => {
                let value = weight.to_string();
                Err(self.fault(Fault::Infinite { value }))
            }
        }
    }

    /// Skips white space, and tells if then comes this byte.
    fn next_is(&mut self, wanted: u8) -> Result<bool, FileError> {
        loop {
            let bytes = match self.bytes.fill_buf() {
                Ok(bytes) => bytes,
                Err(error) => return Err(self.broken(error)),
            };
            let Some(&byte) = bytes.first() else {
                let last = self.place.clone();
                return Err(FileError::Short { last });
            };
            let skipped = bytes.iter().take_while(|b| b.is_ascii_whitespace()).count();
            if skipped == 0 {
                return Ok(byte == wanted);
            }
            self.bytes.consume(skipped);
        }
    }

    /// As many bytes as there is room for.
    fn fill(&mut self, room: &mut [u8]) -> Result<(), FileError> {
        match self.bytes.read_exact(room) {
            Ok(()) => Ok(()),
            Err(error) => Err(self.broken(error)),
        }
    }

    fn binary(&mut self, number: usize) -> Result<Vec<f32>, FileError> {
        let mut mark = [0; MARK.len()];
        self.fill(&mut mark)?;
        if mark != MARK {
            return Err(self.fault(Fault::Garbled {
                what: "a list of weights",
            }));
        }
        let mut weights = Vec::new();
        let mut room = vec![0; 4 * CHUNK.min(number)];
        while weights.len() < number {
            let n = CHUNK.min(number - weights.len());
            self.fill(&mut room[..4 * n])?;
            grow(&mut weights, number);
            let numbers = room[..4 * n].as_chunks().0.iter();
            weights.extend(numbers.map(|&bytes| f32::from_le_bytes(bytes)));
        }
        Ok(weights)
    }

    fn text(&mut self, number: usize) -> Result<Vec<f32>, FileError> {
        let mut weights = Vec::new();
        for _ in 0..number {
            let weight = self.real("a weight")?;
            grow(&mut weights, number);
            weights.push(weight);
        }
        Ok(weights)
    }

    /// Verifies that nothing but white space is left. That reads the checksum of a packed file, too.
    pub(super) fn end(&mut self) -> Result<(), FileError> {
        let mut seen = 0;
        loop {
            let bytes = match self.bytes.fill_buf() {
                Ok(bytes) => bytes,
                Err(error) => return Err(self.broken(error)),
            };
            let n = bytes.len();
            if n == 0 {
                return Ok(());
            }
            seen += n;
            if seen > LONGEST || !bytes.iter().all(u8::is_ascii_whitespace) {
                return Err(self.fault(Fault::More));
            }
            self.bytes.consume(n);
        }
    }
}

/// Where there is no room left, makes some for as many as there are, and never for more than there will be.
fn grow(weights: &mut Vec<f32>, number: usize) {
    if weights.len() == weights.capacity() {
        let room = number.min(CHUNK.max(2 * weights.len()));
        weights.reserve_exact(room - weights.len());
    }
}

/// The beginning of a word.
pub(super) fn shortened(word: &str) -> String {
    match word.char_indices().nth(40) {
        Some((end, _)) => format!("{}…", &word[..end]),
        None => word.to_owned(),
    }
}
