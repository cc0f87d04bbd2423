//! A file that only grows, piece by piece, so that what was written survives whatever ends the program.
//!
//! Behind a mark come pieces: their length and checksum, four bytes each (little-endian), then their bytes. The first
//! piece says what the file is about. A piece that was cut short at the end of the file is taken away when the file is
//! opened to go on; damage anywhere else is an error, since what follows it cannot be trusted to be there.

use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The first bytes of every such file.
const MARK: &[u8; 8] = b"TENGEN\x00\x01";
/// The most bytes of a piece.
const LARGEST: usize = 1 << 26;
/// The bytes before a piece.
const FRAME: usize = 8;

/// A journal that could not be read or written.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// The system refused.
    #[error("{} cannot be {verb}: {}", path.display(), words(source))]
    File {
        /// The file.
        path: PathBuf,
        /// What was to be done with it.
        verb: &'static str,
        /// The reason.
        source: io::Error,
    },
    /// It begins otherwise.
    #[error("{} is no file of judged positions", .0.display())]
    Foreign(PathBuf),
    /// A piece is not what was written.
    #[error("{} is damaged at byte {at}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The byte.
        at: u64,
    },
}

fn words(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::StorageFull => "the disk is full".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        io::ErrorKind::NotFound => "it does not exist".to_owned(),
        _ => error.to_string(),
    }
}

fn failed(path: &Path, verb: &'static str) -> impl Fn(io::Error) -> JournalError {
    move |source| JournalError::File {
        path: path.to_owned(),
        verb,
        source,
    }
}

/// A journal to which pieces are added.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    /// Where the next piece goes.
    end: u64,
}

impl Journal {
    /// Begins a journal with a piece that says what it is about.
    ///
    /// # Errors
    /// If there is such a file already, or it cannot be written.
    pub fn create(path: &Path, head: &[u8]) -> Result<Self, JournalError> {
        let failed = failed(path, "written");
        let mut file = OpenOptions::new()
            .write(true)
            .create_new(true)
            .open(path)
            .map_err(&failed)?;
        file.write_all(MARK).map_err(&failed)?;
        let mut journal = Self {
            path: path.to_owned(),
            file,
            end: MARK.len() as u64,
        };
        journal.append(head)?;
        journal.sync()?;
        Ok(journal)
    }

    /// Opens a journal to go on behind its last whole piece, each of which `see` is shown. `None` if
    /// there is no such file, or it ends before its first piece does.
    ///
    /// # Errors
    /// If it cannot be read or written, is no journal, or is damaged.
    pub fn reopen(path: &Path, see: impl FnMut(&[u8])) -> Result<Option<Self>, JournalError> {
        let mut file = match OpenOptions::new().read(true).write(true).open(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            opened => opened.map_err(failed(path, "opened"))?,
        };
        let (pieces, end) = scan(path, &mut file, see)?;
        let failed = failed(path, "written");
        if pieces == 0 {
            // A beginning that was cut short holds nothing.
            drop(file);
            std::fs::remove_file(path).map_err(failed)?;
            return Ok(None);
        }
        file.set_len(end).map_err(&failed)?;
        file.seek(SeekFrom::Start(end)).map_err(&failed)?;
        let path = path.to_owned();
        Ok(Some(Self { path, file, end }))
    }

    /// Adds a piece. If that fails, the file is as before.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn append(&mut self, piece: &[u8]) -> Result<(), JournalError> {
        let length = u32::try_from(piece.len()).unwrap_or(u32::MAX);
        let mut framed = Vec::with_capacity(FRAME + piece.len());
        framed.extend(length.to_le_bytes());
        framed.extend(checksum(piece).to_le_bytes());
        framed.extend(piece);
        let written = match piece.len() <= LARGEST {
            true => self.file.write_all(&framed),
            false => Err(io::ErrorKind::FileTooLarge.into()),
        };
        if let Err(error) = written {
            // The first error counts; a piece cut short is taken away when the file is opened again anyway.
            let _cut = self.file.set_len(self.end);
            let _back = self.file.seek(SeekFrom::Start(self.end));
            return Err(failed(&self.path, "written")(error));
        }
        self.end += framed.len() as u64;
        Ok(())
    }

    /// Sees to it that the system has put everything on the disk.
    ///
    /// # Errors
    /// If it cannot.
    pub fn sync(&self) -> Result<(), JournalError> {
        self.file.sync_data().map_err(failed(&self.path, "written"))
    }
}

/// Shows all whole pieces of a journal.
///
/// # Errors
/// If it cannot be read, is no journal, or is damaged.
pub fn read(path: &Path, see: impl FnMut(&[u8])) -> Result<(), JournalError> {
    let mut file = File::open(path).map_err(failed(path, "read"))?;
    scan(path, &mut file, see).map(drop)
}

/// Shows all whole pieces; how many there are, and where the last one ends.
fn scan(
    path: &Path,
    file: &mut File,
    mut see: impl FnMut(&[u8]),
) -> Result<(u64, u64), JournalError> {
    let failed = failed(path, "read");
    let length = file.metadata().map_err(&failed)?.len();
    let mut stream = BufReader::with_capacity(1 << 20, file);
    let mut mark = Vec::new();
    (&mut stream)
        .take(MARK.len() as u64)
        .read_to_end(&mut mark)
        .map_err(&failed)?;
    if !MARK.starts_with(&mark) {
        return Err(JournalError::Foreign(path.to_owned()));
    }
    let (mut pieces, mut end) = (0, mark.len() as u64);
    let mut piece = Vec::new();
    while end + (FRAME as u64) < length {
        let mut frame = [0; FRAME];
        stream.read_exact(&mut frame).map_err(&failed)?;
        let [a, b, c, d, rest @ ..] = frame;
        let size = u32::from_le_bytes([a, b, c, d]);
        let next = end + (FRAME as u64) + u64::from(size);
        let damaged = || JournalError::Damaged {
            path: path.to_owned(),
            at: end,
        };
        if size as usize > LARGEST {
            return Err(damaged());
        }
        if next > length {
            break;
        }
        piece.resize(size as usize, 0);
        stream.read_exact(&mut piece).map_err(&failed)?;
        if checksum(&piece) != u32::from_le_bytes(rest) {
            if next == length {
                break;
            }
            return Err(damaged());
        }
        see(&piece);
        pieces += 1;
        end = next;
    }
    Ok((pieces, end))
}

fn checksum(bytes: &[u8]) -> u32 {
    let mut crc = flate2::Crc::new();
    crc.update(bytes);
    crc.sum()
}
