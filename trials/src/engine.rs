//! An engine in another process, asked over GTP.
//!
//! Its output and its errors are read by threads of their own, so no wait is without end and no
//! full pipe can stop either side. The end of its standard error is kept: when an engine dies, that
//! is where it says why.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::command_line::CommandLine;
use crate::process;
use crate::reply::{Event, Replies, Reply};

/// How many of the last lines of standard error are kept.
const TAIL: usize = 12;
/// Longer lines are cut into pieces of this length.
const LONGEST: u64 = 1 << 20;
/// How many lines may wait to be read before the engine has to wait.
const WAITING: usize = 1024;
/// How long an engine may take to end after `quit`.
const FAREWELL: Duration = Duration::from_secs(2);

/// What can go wrong with an engine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Fault {
    /// It cannot be started.
    #[error("cannot be started: {0}")]
    Start(String),
    /// It has ended.
    #[error("ended at `{command}`; its last words: {tail}")]
    Died { command: String, tail: String },
    /// It does not answer.
    #[error("did not answer `{command}` within {seconds} s")]
    Silent { command: String, seconds: u64 },
    /// It answered with a failure.
    #[error("refused `{command}`: {text}")]
    Refused { command: String, text: String },
    /// It said something that is no reply.
    #[error("broke the protocol at `{command}`: {line:?}")]
    Protocol { command: String, line: String },
}

/// A running engine. It is killed when dropped.
pub(crate) struct Engine {
    stdin: ChildStdin,
    lines: Receiver<String>,
    keeper: Keeper,
    replies: Replies,
    timeout: Duration,
}

/// The pipes of an engine for those who read and write on their own.
pub(crate) struct Parts {
    /// What it reads.
    pub(crate) stdin: ChildStdin,
    /// The lines it writes.
    pub(crate) lines: Receiver<String>,
    /// The process, and the end of its errors.
    pub(crate) keeper: Keeper,
}

/// Keeps a process, and kills it when dropped.
pub(crate) struct Keeper {
    child: Child,
    tail: Arc<Mutex<VecDeque<String>>>,
}

impl Engine {
    /// Starts an engine that has to answer every command within this time.
    pub(crate) fn start(line: &CommandLine, seed: u64, timeout: Duration) -> Result<Self, Fault> {
        let parts = Parts::start(line, seed)?;
        Ok(Self {
            stdin: parts.stdin,
            lines: parts.lines,
            keeper: parts.keeper,
            replies: Replies::default(),
            timeout,
        })
    }

    /// Sends a command and waits for its reply, success or failure.
    pub(crate) fn ask(&mut self, command: &str) -> Result<Reply, Fault> {
        let sent = writeln!(self.stdin, "{command}").and_then(|()| self.stdin.flush());
        if sent.is_err() {
            return Err(self.died(command));
        }
        let deadline = Instant::now() + self.timeout;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let line = match self.lines.recv_timeout(left) {
                Ok(line) => line,
                Err(RecvTimeoutError::Disconnected) => return Err(self.died(command)),
                Err(RecvTimeoutError::Timeout) => {
                    return Err(Fault::Silent {
                        command: shorten(command),
                        seconds: self.timeout.as_secs(),
                    });
                }
            };
            match self.replies.feed(&line) {
                None => {}
                Some(Event::Reply(reply)) => return Ok(reply),
                // Some engines greet, or end a reply with one empty line more.
                Some(Event::Stray(line)) if line.is_empty() => {}
                Some(Event::Stray(line)) => {
                    return Err(Fault::Protocol {
                        command: shorten(command),
                        line: shorten(&line),
                    });
                }
            }
        }
    }

    /// Sends a command that has to succeed, and returns the text of its reply.
    pub(crate) fn tell(&mut self, command: &str) -> Result<String, Fault> {
        let reply = self.ask(command)?;
        if reply.success {
            Ok(reply.text)
        } else {
            Err(Fault::Refused {
                command: shorten(command),
                text: shorten(&reply.text),
            })
        }
    }

    /// Whether the engine knows a command.
    pub(crate) fn knows(&mut self, command: &str) -> Result<bool, Fault> {
        let reply = self.ask(&format!("known_command {command}"))?;
        Ok(reply.success && reply.text == "true")
    }

    /// Processor seconds so far, where the system tells.
    pub(crate) fn cpu_seconds(&self) -> Option<f64> {
        process::cpu_seconds(self.keeper.pid())
    }

    /// The number of the process.
    pub(crate) fn pid(&self) -> u32 {
        self.keeper.pid()
    }

    /// Says `quit` and lets the engine end by itself, for a moment.
    pub(crate) fn quit(mut self) {
        let asked = writeln!(self.stdin, "quit").and_then(|()| self.stdin.flush());
        if asked.is_ok() {
            self.keeper.ends_within(FAREWELL);
        }
    }

    fn died(&self, command: &str) -> Fault {
        // Its last words may come a moment after its output has ended.
        thread::sleep(Duration::from_millis(100));
        Fault::Died {
            command: shorten(command),
            tail: self.keeper.last_words(),
        }
    }
}

impl Parts {
    /// Starts an engine and the threads that read from it.
    pub(crate) fn start(line: &CommandLine, seed: u64) -> Result<Self, Fault> {
        let mut command = line.command(seed);
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let program = command.get_program().to_string_lossy().into_owned();
        let mut child = command
            .spawn()
            .map_err(|error| Fault::Start(format!("{program}: {error}")))?;
        let no_pipe = || Fault::Start(format!("{program}: a pipe is missing"));
        let stdin = child.stdin.take().ok_or_else(no_pipe)?;
        let stdout = child.stdout.take().ok_or_else(no_pipe)?;
        let stderr = child.stderr.take().ok_or_else(no_pipe)?;
        let (sender, lines) = sync_channel(WAITING);
        thread::spawn(move || forward(stdout, &sender));
        let tail = Arc::new(Mutex::new(VecDeque::new()));
        let kept = Arc::clone(&tail);
        thread::spawn(move || keep(stderr, &kept));
        Ok(Self {
            stdin,
            lines,
            keeper: Keeper { child, tail },
        })
    }
}

impl Keeper {
    /// The number of the process.
    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// The end of what it wrote to standard error.
    pub(crate) fn last_words(&self) -> String {
        let tail = self.tail.lock().unwrap_or_else(PoisonError::into_inner);
        let lines: Vec<&str> = tail.iter().map(String::as_str).collect();
        match lines.is_empty() {
            true => "none".to_owned(),
            false => lines.join(" / "),
        }
    }

    /// Whether it has ended by itself, and well, within this time.
    pub(crate) fn ends_within(&mut self, time: Duration) -> bool {
        let start = Instant::now();
        while start.elapsed() < time {
            match self.child.try_wait() {
                Ok(Some(status)) => return status.success(),
                Ok(None) => thread::sleep(Duration::from_millis(10)),
                Err(_) => return false,
            }
        }
        false
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Sends the lines of a pipe on until nobody wants them or none are left.
fn forward(pipe: impl Read, sender: &SyncSender<String>) {
    let mut pipe = BufReader::new(pipe);
    while let Some(line) = next_line(&mut pipe) {
        if sender.send(line).is_err() {
            return;
        }
    }
}

fn keep(pipe: impl Read, tail: &Mutex<VecDeque<String>>) {
    let mut pipe = BufReader::new(pipe);
    while let Some(line) = next_line(&mut pipe) {
        let mut tail = tail.lock().unwrap_or_else(PoisonError::into_inner);
        if tail.len() == TAIL {
            tail.pop_front();
        }
        tail.push_back(shorten(&line));
    }
}

fn next_line(pipe: &mut impl BufRead) -> Option<String> {
    let mut line = Vec::new();
    let read = pipe.take(LONGEST).read_until(b'\n', &mut line).ok()?;
    if read == 0 {
        return None;
    }
    if line.last() == Some(&b'\n') {
        line.pop();
    }
    Some(String::from_utf8_lossy(&line).into_owned())
}

/// At most 300 characters, for messages.
pub(crate) fn shorten(text: &str) -> String {
    text.chars().take(300).collect()
}
