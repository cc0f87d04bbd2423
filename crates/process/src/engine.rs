//! A conversation with an engine: a command, and its reply within a given time.

use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

use tengen_progress::StopFlag;

use super::command_line::{CommandLine, Filling};
use super::pipes::Pipes;
use super::reply::{Event, Replies, Reply};
use super::tail::shorten;

/// The time that an engine may take to end after `quit`.
const FAREWELL: Duration = Duration::from_secs(2);

/// The time between two looks of a wait at the stop flag.
const GLANCE: Duration = Duration::from_millis(200);

/// A fault of an engine.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Fault {
    /// It cannot be started.
    #[error("cannot be started: {0}")]
    Start(String),
    /// It has ended, or closed its output.
    #[error("{}{}", died(.command, .status.as_deref()), last(.tail.as_deref()))]
    Died {
        /// The command it did not answer.
        command: String,
        /// The status at its end; `None` if it only closed its output and had to be killed.
        status: Option<String>,
        /// The end of its standard error.
        tail: Option<String>,
    },
    /// It does not answer.
    #[error("did not answer `{command}` within {seconds} s")]
    Silent {
        /// The command.
        command: String,
        /// The time that it was waited for.
        seconds: f64,
    },
    /// It answered with a failure.
    #[error("refused `{command}`: {text}")]
    Refused {
        /// The command.
        command: String,
        /// The text that it sent.
        text: String,
    },
    /// Its answer is not wanted any more: the stop flag was set.
    #[error("was not waited for: the run ends")]
    Halted,
    /// It said something that is no reply.
    #[error("broke the protocol at `{command}`: it said {line:?}, which is no reply")]
    Protocol {
        /// The command.
        command: String,
        /// The line that it sent.
        line: String,
    },
}

fn died(command: &str, status: Option<&str>) -> String {
    match status {
        Some(status) => format!("ended at `{command}` ({status})"),
        None => format!("closed its output at `{command}`"),
    }
}

fn last(tail: Option<&str>) -> String {
    tail.map_or_else(String::new, |tail| {
        format!("; its last words: {}", tail.replace('\n', " / "))
    })
}

impl Fault {
    /// The sentence without the engine's last words, for records that keep these apart.
    #[must_use]
    pub fn without_words(&self) -> String {
        match self {
            Self::Died {
                command, status, ..
            } => died(command, status.as_deref()),
            other => other.to_string(),
        }
    }
}

/// A running engine. It is killed with its children when dropped.
#[derive(Debug)]
pub struct Engine {
    pipes: Pipes,
    replies: Replies,
    timeout: Duration,
    halt: StopFlag,
}

impl Engine {
    /// Starts an engine that has to answer every command within this time.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn start(
        line: &CommandLine,
        filling: impl Into<Filling>,
        timeout: Duration,
    ) -> Result<Self, Fault> {
        Ok(Self {
            pipes: Pipes::start(line, &filling.into())?,
            replies: Replies::default(),
            timeout,
            halt: StopFlag::new(),
        })
    }

    /// Sets the stop flag that ends every wait.
    pub fn halted_by(&mut self, halt: &StopFlag) {
        self.halt = halt.clone();
    }

    /// Sends a command and waits for its reply, success or failure.
    ///
    /// # Errors
    /// If there is none in time. The engine is of no use then.
    pub fn ask(&mut self, command: &str) -> Result<Reply, Fault> {
        self.ask_within(command, self.timeout)
    }

    /// The same, with a time of its own.
    ///
    /// # Errors
    /// If there is no reply in time. The engine is of no use then.
    pub fn ask_within(&mut self, command: &str, timeout: Duration) -> Result<Reply, Fault> {
        let start = Instant::now();
        self.send(command);
        loop {
            let line = self.line(command, start, timeout)?;
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

    /// Sends a line, without waiting for anything.
    pub fn send(&self, line: &str) {
        // If the writer has gone, so has the engine, and reading will tell.
        let _ = self.pipes.input.send(format!("{line}\n").into_bytes());
    }

    /// Sends a command of a protocol whose replies are lines, and reads lines until one is the reply: until `take` makes
    /// something of one.
    ///
    /// # Errors
    /// If there is none in time. The engine is of no use then.
    pub fn ask_lines<T>(
        &mut self,
        command: &str,
        timeout: Duration,
        mut take: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Fault> {
        let start = Instant::now();
        self.send(command);
        loop {
            let line = self.line(command, start, timeout)?;
            if let Some(taken) = take(line.trim_end_matches('\r')) {
                return Ok(taken);
            }
        }
    }

    /// The lines that it has written and nobody has read, as far as they are there.
    pub fn unread(&self) -> Vec<String> {
        self.pipes.lines.try_iter().collect()
    }

    /// The next line that it writes while this command is waited for.
    fn line(&mut self, command: &str, start: Instant, timeout: Duration) -> Result<String, Fault> {
        loop {
            // An engine may write faster than we read, so the clock is looked at for every line.
            let left = timeout.saturating_sub(start.elapsed());
            if left.is_zero() {
                return Err(self.silent(command, timeout));
            }
            if self.halt.is_now() {
                return Err(Fault::Halted);
            }
            match self.pipes.lines.recv_timeout(left.min(GLANCE)) {
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Disconnected) => return Err(self.died(command)),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// The time that it has to answer.
    #[must_use]
    pub const fn timeout(&self) -> Duration {
        self.timeout
    }

    /// Sends a command that has to succeed, and returns the text of its reply.
    ///
    /// # Errors
    /// If it does not succeed in time.
    pub fn tell(&mut self, command: &str) -> Result<String, Fault> {
        self.tell_within(command, self.timeout)
    }

    /// The same, with a time of its own.
    ///
    /// # Errors
    /// If it does not succeed in time.
    pub fn tell_within(&mut self, command: &str, timeout: Duration) -> Result<String, Fault> {
        let reply = self.ask_within(command, timeout)?;
        if reply.success {
            Ok(reply.text)
        } else {
            Err(Fault::Refused {
                command: shorten(command),
                text: shorten(&reply.text),
            })
        }
    }

    /// Asks if the engine knows a command.
    ///
    /// # Errors
    /// If it does not answer in time; one without `known_command` counts as knowing none.
    pub fn knows(&mut self, command: &str) -> Result<bool, Fault> {
        let reply = self.ask(&format!("known_command {command}"))?;
        Ok(reply.success && reply.text == "true")
    }

    /// Processor seconds so far, with its children, where the system tells.
    #[must_use]
    pub fn cpu_seconds(&self) -> Option<f64> {
        self.pipes.keeper.cpu_seconds()
    }

    /// The number of the process.
    #[must_use]
    pub const fn pid(&self) -> u32 {
        self.pipes.keeper.pid()
    }

    /// The end of what it wrote to standard error.
    #[must_use]
    pub fn last_words(&self) -> Option<String> {
        self.pipes.keeper.last_words()
    }

    /// Kills it, and returns the end of what it wrote to standard error.
    #[must_use]
    pub fn kill(mut self) -> Option<String> {
        self.pipes.keeper.bury();
        self.last_words()
    }

    /// Sends `quit` and waits briefly for the engine to end by itself; true if it did.
    pub fn quit(self) -> bool {
        let Self { mut pipes, .. } = self;
        let _ = pipes.input.send(b"quit\n".to_vec());
        // Nobody reads any more, so that a full pipe holds it no longer.
        drop((pipes.input, pipes.lines));
        pipes.keeper.waits(FAREWELL)
    }

    fn silent(&self, command: &str, timeout: Duration) -> Fault {
        Fault::Silent {
            command: shorten(command),
            seconds: timeout.as_secs_f64(),
        }
    }

    fn died(&mut self, command: &str) -> Fault {
        let status = self.pipes.keeper.end();
        Fault::Died {
            command: shorten(command),
            status,
            tail: self.last_words(),
        }
    }
}
