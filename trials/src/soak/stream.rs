//! Random commands for some minutes, sent singly or in bursts, with analyses interrupted at random.
//!
//! Checked all the time: one reply a command and none for nothing, in order and with the right id,
//! well-formed, within the time allowed; the process lives and its memory stays bounded; at the end
//! it obeys `quit`. The first breach ends the run, with the last lines sent and the engine's last
//! words. Which lines are sent follows from the seed; when they arrive does not, so the same seed
//! need not find the same breach again.

use std::fs::File;
use std::io::Write;
use std::sync::mpsc::RecvTimeoutError;
use std::thread;
use std::time::{Duration, Instant};

use tengen_process::{CommandLine, Filling, Pipes, shorten};
use tengen_progress::Progress;

use super::Options;
use super::files::Folder;
use super::memory::Memory;
use super::vocabulary::{Due, Line, Vocabulary};
use super::watch::Watch;
use crate::{Failure, Outcome};

/// No more commands are sent ahead of their replies.
const AHEAD: usize = 24;
/// An analysis is let run for at most so many milliseconds.
const ANALYSIS: u32 = 200;
/// The number of lines that are read before the clock is looked at.
const AT_ONCE: usize = 256;
/// The time that the engine may take to end after `quit`.
const FAREWELL: Duration = Duration::from_secs(10);

/// Sends, watches and reports.
pub(crate) fn run(line: &CommandLine, minutes: f64, options: &Options) -> Outcome {
    let folder =
        Folder::new().map_err(|error| Failure(format!("files to load cannot be made: {error}")))?;
    let pipes = Pipes::start(line, &Filling::from(options.seed))
        .map_err(|fault| Failure(format!("the engine {fault}")))?;
    let mut soak = Soak::new(pipes, options, &folder)?;
    let seconds = (minutes * 60.0).ceil();
    let outcome = soak.run(Duration::from_secs_f64(minutes * 60.0), seconds as u64);
    let counts = soak.watch.counts();
    println!(
        "{} lines sent, {} replies = and {} replies ?, {} analyses streamed, {} lines read",
        counts.lines, counts.successes, counts.failures, counts.streams, counts.replied_lines
    );
    println!(
        "slowest reply {:.2} s, to `{}`\nresident memory {}",
        counts.slowest_ms as f64 / 1000.0,
        shorten(soak.watch.slowest()),
        soak.memory.say()
    );
    outcome.map_err(|reason| {
        Failure(format!(
            "{reason}\nthe last lines sent:\n  {}\nthe engine's last words: {}",
            soak.watch.remembered(),
            soak.pipes.keeper.last_words().as_deref().unwrap_or("none")
        ))
    })
}

/// The engine and all that is kept about it.
struct Soak<'a> {
    pipes: Pipes,
    watch: Watch,
    vocabulary: Vocabulary,
    memory: Memory,
    log: Option<File>,
    next_id: u64,
    start: Instant,
    options: &'a Options,
}

impl<'a> Soak<'a> {
    fn new(pipes: Pipes, options: &'a Options, folder: &Folder) -> Result<Self, Failure> {
        let log = match &options.log {
            None => None,
            Some(path) => Some(File::create(path).map_err(|error| {
                Failure(format!("{} cannot be written: {error}", path.display()))
            })?),
        };
        let now = Instant::now();
        Ok(Self {
            pipes,
            watch: Watch::new(now),
            vocabulary: Vocabulary::new(options.seed, folder.files(), &folder.scratch()),
            memory: Memory::default(),
            log,
            next_id: 1,
            start: now,
            options,
        })
    }

    fn run(&mut self, time: Duration, seconds: u64) -> Result<(), String> {
        let mut progress = Progress::new(seconds, 0);
        self.send(&Line {
            bytes: b"tengen-param budget.playouts 50".to_vec(),
            due: Due::Reply,
        });
        while self.start.elapsed() < time {
            self.settle()?;
            let line = self.vocabulary.line();
            self.send(&line);
            if line.due == Due::Stream {
                let pause = self.vocabulary.below(ANALYSIS + 1);
                self.read_for(Duration::from_millis(pause.into()))?;
            }
            if self.memory.is_due() {
                self.memory
                    .look(self.pipes.keeper.pid(), self.options.memory)?;
                let message = format!("s, {} lines", self.watch.counts().lines);
                progress.done(self.start.elapsed().as_secs(), &message);
            }
        }
        progress.finish();
        self.farewell()
    }

    /// Before the next line: either at once, or after all replies; at once only if not too far
    /// ahead.
    fn settle(&mut self) -> Result<(), String> {
        let most = match self.vocabulary.below(2) {
            0 => 0,
            _ => AHEAD,
        };
        self.read_for(Duration::ZERO)?;
        while self.watch.owed() > most && !self.watch.is_streaming() {
            self.read_for(Duration::from_millis(20))?;
        }
        Ok(())
    }

    fn send(&mut self, line: &Line) {
        let id = match (line.due, self.vocabulary.below(7)) {
            (Due::Nothing, _) | (_, 0) => None,
            _ => Some(self.next_id),
        };
        self.next_id += 1;
        let mut bytes = id.map_or_else(Vec::new, |id| format!("{id} ").into_bytes());
        bytes.extend(&line.bytes);
        self.watch.sent(&bytes, id, line.due, Instant::now());
        if let Some(log) = &mut self.log {
            let text = String::from_utf8_lossy(&bytes);
            let _ = writeln!(
                log,
                "{:>8} {}",
                self.start.elapsed().as_millis(),
                text.escape_debug()
            );
        }
        bytes.push(b'\n');
        // If the writer has gone, so has the engine, and reading will tell.
        let _ = self.pipes.input.send(bytes);
    }

    /// Reads what comes within this time, and what is there already: of that only a part, since an
    /// engine may write as fast as we read.
    fn read_for(&mut self, time: Duration) -> Result<(), String> {
        let end = Instant::now() + time;
        for read in 0.. {
            if read >= AT_ONCE && Instant::now() >= end {
                break;
            }
            let left = end.saturating_duration_since(Instant::now());
            match self.pipes.lines.recv_timeout(left) {
                Ok(line) => self.watch.came(&line, Instant::now())?,
                Err(RecvTimeoutError::Timeout) => break,
                Err(RecvTimeoutError::Disconnected) => {
                    thread::sleep(Duration::from_millis(200));
                    return Err("the engine has ended".to_owned());
                }
            }
            if time > Duration::ZERO && self.watch.owed() == 0 {
                break;
            }
        }
        let timeout = Duration::from_secs(self.options.timeout);
        match self.watch.overdue(Instant::now(), timeout) {
            Some(reason) => Err(reason),
            None => Ok(()),
        }
    }

    /// Sends `quit`, and waits for all replies that are due and for the end of the engine.
    fn farewell(&mut self) -> Result<(), String> {
        self.send(&Line {
            bytes: b"quit".to_vec(),
            due: Due::Reply,
        });
        while self.watch.owed() > 0 {
            self.read_for(Duration::from_millis(20))?;
        }
        if self.watch.is_open() {
            return Err("the last reply has no end".to_owned());
        }
        if !self.pipes.keeper.ends_within(FAREWELL) {
            return Err(format!(
                "the engine did not end well within {} s of `quit`",
                FAREWELL.as_secs()
            ));
        }
        Ok(())
    }
}
