//! Files to batches of records.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, BufRead, Read};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use tengen_record::sgf::{MAX_BYTES, parse};
use tengen_record::tsv::{self, Lines};
use tengen_record::unpacked;

use super::batch::{Batch, Content, Record};
use super::sgf;
use super::source::{Form, Source};

/// The number of records of a batch.
const BATCH: usize = 100;

/// Reads the records of a corpus in order, in batches. One file is open at a time.
///
/// ```no_run
/// use rayon::iter::{ParallelBridge, ParallelIterator};
/// use tengen_pattern::corpus::{Corpus, RecordTally};
///
/// let reader = Corpus::open(&["games.tsv.zst"], 0..280_000)?.read();
/// let tally = reader
///     .par_bridge()
///     .map(|batch| batch.games(50).tally)
///     .reduce(RecordTally::default, |mut a, b| {
///         a.add(b);
///         a
///     });
/// # Ok::<(), tengen_pattern::corpus::CorpusError>(())
/// ```
pub struct Reader {
    files: VecDeque<Source>,
    /// The file of lines that is being read.
    open: Option<(Arc<PathBuf>, tsv::Batches)>,
    range: Range<u64>,
    /// The number of the next record.
    next: u64,
    /// Records that were read and are in no batch yet.
    pending: VecDeque<Record>,
    batches: u64,
    progress: Progress,
}

impl Reader {
    pub(super) fn new(files: Vec<Source>, range: Range<u64>, total: u64) -> Self {
        Self {
            files: files.into(),
            open: None,
            progress: Progress {
                total,
                range: range.clone(),
                counts: Arc::default(),
            },
            range,
            next: 0,
            pending: VecDeque::new(),
            batches: 0,
        }
    }

    /// The progress of the reading; may be asked while another thread reads.
    #[must_use]
    pub fn progress(&self) -> Progress {
        self.progress.clone()
    }

    /// Reads on; true if there may be more.
    fn advance(&mut self) -> bool {
        if self.next >= self.range.end {
            return false;
        }
        if let Some((file, batches)) = &mut self.open {
            let file = Arc::clone(file);
            match batches.next() {
                Some(lines) => self.take_lines(&file, &lines),
                None => self.open = None,
            }
        } else if let Some(source) = self.files.pop_front() {
            let file = Arc::new(source.path);
            if let Err(error) = self.enter(&file) {
                let reason = format!("the file cannot be read: {error}");
                self.push(&file, None, || Content::Bad(reason));
            }
        } else {
            return false;
        }
        self.progress.counts.records.store(self.next, Relaxed);
        true
    }

    /// Opens a file of lines, or reads a whole SGF file.
    fn enter(&mut self, file: &Arc<PathBuf>) -> io::Result<()> {
        let counted = Counted {
            file: File::open(file.as_path())?,
            counts: Arc::clone(&self.progress.counts),
        };
        let mut stream = unpacked(counted)?;
        let form = match Form::of_name(file) {
            Some(form) => form,
            None => Form::of_bytes(stream.fill_buf()?),
        };
        match form {
            Form::Lines => {
                let lines = Lines::from(stream).batches(BATCH);
                self.open = Some((Arc::clone(file), lines));
            }
            Form::Sgf => {
                let mut bytes = Vec::new();
                stream.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes)?;
                self.take_sgf(file, &bytes);
            }
        }
        Ok(())
    }

    fn take_lines(&mut self, file: &Arc<PathBuf>, lines: &tsv::Batch) {
        let mut bad = lines.bad.iter().peekable();
        let mut good = lines.lines().peekable();
        // The two lists are in order; so is what comes of them.
        loop {
            let bad_first = match (bad.peek(), good.peek()) {
                (None, None) => break,
                (Some(bad), Some(good)) => bad.line < good.number,
                (bad, _) => bad.is_some(),
            };
            if bad_first {
                let Some(bad) = bad.next() else { break };
                self.push(file, Some(bad.line), || Content::Bad(bad.what.clone()));
            } else {
                let Some(line) = good.next() else { break };
                self.push(file, Some(line.number), || {
                    Content::Line(line.bytes.to_vec())
                });
            }
        }
    }

    fn take_sgf(&mut self, file: &Arc<PathBuf>, bytes: &[u8]) {
        let trees = match parse(bytes) {
            Ok((collection, _)) => collection.games,
            Err(error) => return self.push(file, None, || Content::Bad(error.to_string())),
        };
        for tree in &trees {
            let line = u64::from(tree.root().place().line);
            self.push(file, Some(line), || match sgf::game(tree, id(file, line)) {
                Ok((game, cut)) => Content::Game(game, cut),
                Err(reason) => Content::Bad(reason),
            });
        }
    }

    /// Counts a record, and keeps it if it is wanted.
    fn push(&mut self, file: &Arc<PathBuf>, line: Option<u64>, content: impl FnOnce() -> Content) {
        if self.range.contains(&self.next) {
            self.pending.push_back(Record {
                index: self.next,
                file: Arc::clone(file),
                line,
                content: content(),
            });
        }
        self.next += 1;
    }
}

fn id(file: &Path, line: u64) -> String {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    format!("{name}:{line}")
}

impl Iterator for Reader {
    type Item = Batch;

    fn next(&mut self) -> Option<Batch> {
        while self.pending.len() < BATCH && self.advance() {}
        let size = self.pending.len().min(BATCH);
        let records: Vec<Record> = self.pending.drain(..size).collect();
        if records.is_empty() {
            return None;
        }
        let index = self.batches;
        self.batches += 1;
        Some(Batch { index, records })
    }
}

/// The progress of a reader. Clones share it.
#[derive(Clone, Debug)]
pub struct Progress {
    total: u64,
    range: Range<u64>,
    counts: Arc<Counts>,
}

#[derive(Debug, Default)]
struct Counts {
    bytes: AtomicU64,
    records: AtomicU64,
}

impl Progress {
    /// The number of bytes of the files that have been read.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.counts.bytes.load(Relaxed)
    }

    /// The number of bytes of the files.
    #[must_use]
    pub const fn total(&self) -> u64 {
        self.total
    }

    /// The number of wanted records that have been read.
    #[must_use]
    pub fn records(&self) -> u64 {
        let read = self.counts.records.load(Relaxed);
        read.clamp(self.range.start, self.range.end) - self.range.start
    }

    /// About how many records are wanted: as many as the range has, or as there will be if the rest
    /// of the files is like what has been read of them.
    #[must_use]
    pub fn expected(&self) -> u64 {
        let read = self.counts.records.load(Relaxed);
        let bytes = self.bytes().clamp(1, self.total.max(1));
        let all = (read as f64 * (self.total.max(1) as f64 / bytes as f64)) as u64;
        let end = self.range.end.min(all.max(read));
        end.saturating_sub(self.range.start).max(self.records())
    }
}

/// A file that counts what is read of it.
struct Counted {
    file: File,
    counts: Arc<Counts>,
}

impl Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n = self.file.read(buffer)?;
        self.counts.bytes.fetch_add(n as u64, Relaxed);
        Ok(n)
    }
}
