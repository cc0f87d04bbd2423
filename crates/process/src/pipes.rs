//! The pipes of a process, each with a thread of its own.

use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::thread;

use super::command_line::{CommandLine, Filling};
use super::engine::Fault;
use super::keeper::Keeper;
use super::tail::Tail;

/// Longer lines are cut into pieces of this length.
const LONGEST: u64 = 1 << 18;
/// The number of lines that may wait to be read before the engine has to wait.
const WAITING: usize = 64;

/// A running process and the ends of its pipes.
#[derive(Debug)]
pub struct Pipes {
    /// A channel whose bytes are written to it, when it reads.
    pub input: Sender<Vec<u8>>,
    /// The lines it writes, without their ends; closed when it has closed its output.
    pub lines: Receiver<String>,
    /// The process, and the end of its errors.
    pub keeper: Keeper,
}

impl Pipes {
    /// Starts a process and the threads that read from it and write to it.
    ///
    /// # Errors
    /// If the command lacks a value, or the program cannot be started.
    pub fn start(line: &CommandLine, filling: &Filling) -> Result<Self, Fault> {
        let mut command = line
            .command(filling)
            .map_err(|error| Fault::Start(error.to_string()))?;
        let mut child = spawn(&mut command).map_err(|error| {
            let sentence = line.why_not(&error, filling);
            Fault::Start(sentence)
        })?;
        let (Some(mut stdin), Some(stdout), Some(stderr)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(Fault::Start("a pipe is missing".to_owned()));
        };
        let (sender, lines) = sync_channel(WAITING);
        thread::spawn(move || forward(stdout, &sender));
        let tail = Tail::default();
        let kept = tail.clone();
        thread::spawn(move || kept.follow(stderr));
        let (input, to_write) = channel::<Vec<u8>>();
        thread::spawn(move || {
            for bytes in to_write {
                if stdin
                    .write_all(&bytes)
                    .and_then(|()| stdin.flush())
                    .is_err()
                {
                    return;
                }
            }
        });
        Ok(Self {
            input,
            lines,
            keeper: Keeper::new(child, tail),
        })
    }
}

/// Starts a process at the head of a group of its own, which no Ctrl-C of the terminal reaches.
fn spawn(command: &mut Command) -> std::io::Result<Child> {
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    // A program that was written a moment ago may still be open for writing in a process that is
    // being forked elsewhere; that passes.
    for _ in 0..20 {
        match command.spawn() {
            Err(error) if error.kind() == ErrorKind::ExecutableFileBusy => {
                thread::sleep(std::time::Duration::from_millis(10));
            }
            other => return other,
        }
    }
    command.spawn()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endless_lines_are_cut() {
        let mut pipe = BufReader::new(std::io::repeat(b'x').take(3 * LONGEST));
        for _ in 0..3 {
            assert_eq!(next_line(&mut pipe).unwrap().len() as u64, LONGEST);
        }
        assert_eq!(next_line(&mut pipe), None);
        let mut pipe = BufReader::new(&b"= a\xff\r\n\nend"[..]);
        assert_eq!(next_line(&mut pipe).unwrap(), "= a\u{fffd}\r");
        assert_eq!(next_line(&mut pipe).unwrap(), "");
        assert_eq!(next_line(&mut pipe).unwrap(), "end");
    }
}
