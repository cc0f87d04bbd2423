//! The bytes of a file as they are without gzip, and no more of them than a network may have.

use std::fmt;
use std::io::{self, BufReader, Chain, Cursor, Read};

use flate2::bufread::MultiGzDecoder;

/// The most bytes of a network, packed or not: files that are larger are none.
pub const MOST: u64 = 1_200_000_000;
/// So many bytes are unpacked whatever the packed ones were.
const FREE: u64 = 1 << 24;
/// Beyond them a packed byte makes at most so many. Weights that were learned make hardly more than one, text four.
const RATIO: u64 = 50;
/// The bytes that are read at once.
const BUFFER: usize = 1 << 16;
/// The first bytes of a gzip stream.
const MAGIC: [u8; 2] = [0x1f, 0x8b];

/// The reason why reading was stopped.
#[derive(Debug)]
pub(super) struct Excess;

impl fmt::Display for Excess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad("more bytes than a network has")
    }
}

impl std::error::Error for Excess {}

/// A stream that knows how many bytes were taken from it.
struct Counted<R> {
    stream: R,
    taken: u64,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n = self.stream.read(buffer)?;
        self.taken += n as u64;
        Ok(n)
    }
}

/// A stream whose first bytes were looked at.
type Whole<R> = BufReader<Counted<Chain<Cursor<Vec<u8>>, R>>>;

enum Form<R: Read> {
    Plain(Whole<R>),
    Packed(Box<MultiGzDecoder<Whole<R>>>),
}

/// A file without its compression, if it has one.
pub(super) struct Unpacked<R: Read> {
    form: Form<R>,
    delivered: u64,
}

/// Opens a stream; whether it is packed is told from its first bytes.
pub(super) fn open<R: Read>(mut stream: R) -> io::Result<BufReader<Unpacked<R>>> {
    let mut head = Vec::new();
    stream
        .by_ref()
        .take(MAGIC.len() as u64)
        .read_to_end(&mut head)?;
    let is_packed = head == MAGIC;
    let counted = Counted {
        stream: Cursor::new(head).chain(stream),
        taken: 0,
    };
    let bytes = BufReader::with_capacity(BUFFER, counted);
    let form = if is_packed {
        Form::Packed(Box::new(MultiGzDecoder::new(bytes)))
    } else {
        Form::Plain(bytes)
    };
    let unpacked = Unpacked { form, delivered: 0 };
    Ok(BufReader::with_capacity(BUFFER, unpacked))
}

impl<R: Read> Read for Unpacked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let (n, packed) = match &mut self.form {
            Form::Plain(bytes) => (bytes.read(buffer)?, u64::MAX),
            Form::Packed(bytes) => {
                let n = bytes.read(buffer)?;
                (n, bytes.get_ref().get_ref().taken)
            }
        };
        self.delivered += n as u64;
        let most = MOST.min(FREE.max(packed.saturating_mul(RATIO)));
        if self.delivered > most {
            return Err(io::Error::other(Excess));
        }
        Ok(n)
    }
}
