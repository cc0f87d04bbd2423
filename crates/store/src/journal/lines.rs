//! The file of a journal: JSON lines, each synchronised with the disk before it is acknowledged.
//!
//! Whatever instant a process is killed at, or the power goes, only the last line can be torn. It
//! was never acknowledged, so it is dropped when the file is opened again.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::Shard;
use crate::{Header, Kept, StoreError, UnitKey};

/// The time for which a lock is tried.
const MOMENT: Duration = Duration::from_secs(1);

/// Counts up whenever the lines change in a way that older programs cannot deal with.
const VERSION: u32 = 1;

/// A longer line is none of ours.
const LONGEST_LINE: u64 = 1 << 28;

/// The beginning of every journal.
const BEGINNING: &[u8] = b"{\"journal\":";

/// A line.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Entry {
    /// The first: what this file is.
    Journal { version: u32, shard: String },
    /// An experiment was prepared, with these units in this journal's share.
    Prepared { header: Header, units: Vec<UnitKey> },
    /// A manifest was kept.
    Manifest { key: String, body: String },
    /// Reports were kept, all or none of them.
    Reports(Vec<Stamped>),
    /// A series was ended early.
    Retired { series: String },
    /// The void units were opened again.
    Reopened {},
}

/// A report with the token of the claim that brought it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Stamped {
    pub(crate) token: u64,
    /// True if this void attempt ended its unit: the last one does, unless it came from elsewhere
    /// while somebody was at work here.
    pub(crate) ends: bool,
    #[serde(flatten)]
    pub(crate) kept: Kept,
}

/// The file of a journal, open to append to.
#[derive(Debug)]
pub(super) struct Lines {
    path: PathBuf,
    file: File,
    /// The end of the last whole line.
    end: u64,
    /// True if there may be something behind the end.
    torn: bool,
}

impl Lines {
    /// Opens a file, which is created if it is not there, and hands over what it says.
    pub(super) fn open(
        path: &Path,
        shard: Shard,
        each: &mut dyn FnMut(Entry) -> Result<(), String>,
    ) -> Result<Self, StoreError> {
        let mut options = OpenOptions::new();
        let options = options.read(true).write(true).create(true).truncate(false);
        let file = options.open(path).map_err(|e| failed(path, "open", &e))?;
        lock(path, &file)?;
        let mut found = None;
        let end = scan(path, &file, &mut |entry| match entry {
            Entry::Journal { shard, .. } => {
                found = Some(shard);
                Ok(())
            }
            other => each(other),
        })?;
        let mut lines = Self {
            path: path.to_owned(),
            file,
            end,
            torn: true,
        };
        match found {
            Some(there) if there != shard.to_string() => {
                return Err(StoreError::Broken(format!(
                    "{} is the journal of shard {there}, not of {shard}.",
                    path.display()
                )));
            }
            Some(_) => {}
            None => lines.begin(shard)?,
        }
        Ok(lines)
    }

    fn begin(&mut self, shard: Shard) -> Result<(), StoreError> {
        self.append(&Entry::Journal {
            version: VERSION,
            shard: shard.to_string(),
        })?;
        // The name of the file has to outlast a power cut, too. Not every system can do that.
        let folder = self.path.parent().filter(|path| *path != Path::new(""));
        if let Ok(folder) = File::open(folder.unwrap_or(Path::new("."))) {
            let _ = folder.sync_all();
        }
        Ok(())
    }

    /// Writes a line and waits until the disk has it.
    pub(super) fn append(&mut self, entry: &Entry) -> Result<(), StoreError> {
        let written = self.try_append(entry);
        if written.is_err() {
            self.torn = true;
        }
        written.map_err(|error| failed(&self.path, "write", &error))
    }

    fn try_append(&mut self, entry: &Entry) -> io::Result<()> {
        let mut line = serde_json::to_vec(entry)?;
        line.push(b'\n');
        if line.len() as u64 >= LONGEST_LINE {
            return Err(io::Error::other("the line is too long"));
        }
        if self.torn {
            self.file.set_len(self.end)?;
            self.torn = false;
        }
        self.file.seek(SeekFrom::Start(self.end))?;
        self.file.write_all(&line)?;
        self.file.sync_data()?;
        self.end += line.len() as u64;
        Ok(())
    }
}

/// Reads the entries of a journal, also while it is being written.
pub(crate) fn read(
    path: &Path,
    each: &mut dyn FnMut(Entry) -> Result<(), String>,
) -> Result<(), StoreError> {
    let file = File::open(path).map_err(|e| failed(path, "open", &e))?;
    scan(path, &file, each).map(|_end| ())
}

/// Takes the lock of a file. A process that has just been started by the last writer holds its files
/// until it becomes a program of its own, so a lock that is taken is tried again for a moment.
fn lock(path: &Path, file: &File) -> Result<(), StoreError> {
    let start = Instant::now();
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(()),
            Err(TryLockError::WouldBlock) if start.elapsed() < MOMENT => {
                thread::sleep(MOMENT / 20);
            }
            Err(TryLockError::WouldBlock) => {
                return Err(StoreError::Broken(format!(
                    "{} is in use by another process: a journal has one writer.",
                    path.display()
                )));
            }
            // File systems of clusters may have no locks. Then the scheduler has to see to it.
            Err(TryLockError::Error(error)) if has_no_locks(&error) => return Ok(()),
            Err(TryLockError::Error(error)) => return Err(failed(path, "lock", &error)),
        }
    }
}

fn has_no_locks(error: &io::Error) -> bool {
    #[cfg(unix)]
    if error.raw_os_error() == Some(rustix::io::Errno::NOLCK.raw_os_error()) {
        return true;
    }
    error.kind() == io::ErrorKind::Unsupported
}

/// Hands over all lines and says where the last whole one ends.
fn scan(
    path: &Path,
    file: &File,
    each: &mut dyn FnMut(Entry) -> Result<(), String>,
) -> Result<u64, StoreError> {
    let mut reader = BufReader::new(file);
    let mut line = Vec::new();
    let mut end = 0;
    for number in 1_u64.. {
        line.clear();
        let length = (&mut reader)
            .take(LONGEST_LINE)
            .read_until(b'\n', &mut line)
            .map_err(|e| failed(path, "read", &e))?;
        if number == 1 && !begins_as_ours(&line) {
            return Err(wrong(path, 1, "it is not a journal of an experiment"));
        }
        if length as u64 == LONGEST_LINE {
            return Err(wrong(path, number, "the line is too long"));
        }
        if !line.ends_with(b"\n") {
            break;
        }
        let entry = match serde_json::from_slice(&line) {
            Ok(entry) => entry,
            Err(error) => {
                let rest = reader.fill_buf().map_err(|e| failed(path, "read", &e))?;
                if rest.is_empty() && number > 1 {
                    break;
                }
                return Err(wrong(path, number, &error.to_string()));
            }
        };
        match entry {
            Entry::Journal { version, .. } if version != VERSION => {
                let reason =
                    format!("it is of version {version}, and this Tengen knows version {VERSION}");
                return Err(wrong(path, number, &reason));
            }
            Entry::Journal { .. } if number > 1 => {
                return Err(wrong(
                    path,
                    number,
                    "a journal begins in the middle of another",
                ));
            }
            entry => each(entry).map_err(|reason| wrong(path, number, &reason))?,
        }
        end += length as u64;
    }
    Ok(end)
}

/// Tests if the first line is one of ours, or so much of it as was written: nothing else must be
/// taken for a torn line and overwritten. After a power cut there may be zeros.
fn begins_as_ours(line: &[u8]) -> bool {
    let known = line.len().min(BEGINNING.len());
    line[..known] == BEGINNING[..known] || line.iter().all(|&byte| byte == 0)
}

fn wrong(path: &Path, line: u64, reason: &str) -> StoreError {
    let reason = reason.trim_end_matches('.');
    StoreError::Broken(format!("{}, line {line}: {reason}.", path.display()))
}

fn failed(path: &Path, doing: &str, error: &io::Error) -> StoreError {
    let path = path.display();
    StoreError::Broken(match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => format!(
            "Cannot {doing} {path}: the disk is full. All that was kept before is safe; make room \
             and go on."
        ),
        _ => format!("Cannot {doing} {path}: {error}."),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn retired(series: &str) -> Entry {
        let series = series.to_owned();
        Entry::Retired { series }
    }

    #[test]
    fn what_a_failed_write_left_is_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("failed.jsonl");
        let mut lines = Lines::open(&path, Shard::WHOLE, &mut |_| Ok(())).unwrap();
        lines.append(&retired("first")).unwrap();
        // A write that failed half-way, as on a full disk.
        let read_only = File::open(&path).unwrap();
        let file = std::mem::replace(&mut lines.file, read_only);
        let mut behind = &file;
        behind
            .write_all(b"{\"retired\":{\"series\":\"a long name, cut o")
            .unwrap();
        let error = lines.append(&retired("second")).unwrap_err().to_string();
        assert!(error.contains("Cannot write"), "{error}");
        lines.file = file;
        lines.append(&retired("third")).unwrap();
        let mut found = Vec::new();
        read(&path, &mut |entry| {
            if let Entry::Retired { series } = entry {
                found.push(series);
            }
            Ok(())
        })
        .unwrap();
        assert_eq!(found, ["first", "third"]);
        drop(lines);
    }
}
