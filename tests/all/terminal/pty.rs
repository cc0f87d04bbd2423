//! The binary at a terminal: a pseudo-terminal of which a test has the other end.

use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::process::{Child, Command};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use rustix::fs::{Mode, OFlags, open};
use rustix::process::{Pid, Signal, kill_process};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

/// What is not there by then does not come.
const PATIENCE: Duration = Duration::from_secs(300);

/// A program, and a person at its terminal.
pub(crate) struct Terminal {
    keyboard: File,
    child: Child,
    shown: Arc<Mutex<String>>,
}

impl Terminal {
    /// Starts a command at a terminal of this kind with 80 columns.
    pub(crate) fn start(mut command: Command, kind: &str) -> Self {
        command.env("TERM", kind);
        let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&ours).unwrap();
        unlockpt(&ours).unwrap();
        let size = Winsize {
            ws_row: 40,
            ws_col: 80,
            ws_xpixel: 0,
            ws_ypixel: 0,
        };
        tcsetwinsize(&ours, size).unwrap();
        let name = ptsname(&ours, Vec::new()).unwrap();
        let flags = OFlags::RDWR | OFlags::NOCTTY;
        let theirs: OwnedFd = open(&name, flags, Mode::empty()).unwrap();
        command.stdin(theirs.try_clone().unwrap());
        command.stdout(theirs.try_clone().unwrap()).stderr(theirs);
        let child = command.spawn().unwrap();
        // The command holds their end as long as it lives.
        drop(command);
        let keyboard = File::from(ours);
        let mut screen = keyboard.try_clone().unwrap();
        let shown = Arc::new(Mutex::new(String::new()));
        let seen = shown.clone();
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            // At the end of the program the other end is gone.
            while let Ok(n @ 1..) = screen.read(&mut bytes) {
                let text = String::from_utf8_lossy(&bytes[..n]).into_owned();
                seen.lock().unwrap().push_str(&text);
            }
        });
        Self {
            keyboard,
            child,
            shown,
        }
    }

    /// Types.
    pub(crate) fn keys(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).unwrap();
    }

    /// Waits for a text that was not shown before; what was shown up to its end is done with.
    pub(crate) fn wait_for(&mut self, text: &str) -> String {
        let start = Instant::now();
        loop {
            let mut shown = self.shown.lock().unwrap();
            if let Some(place) = shown.find(text) {
                let rest = shown.split_off(place + text.len());
                return std::mem::replace(&mut shown, rest);
            }
            assert!(start.elapsed() < PATIENCE, "{text:?} is not in:\n{shown}");
            drop(shown);
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Sends what Ctrl-C sends while no line is edited.
    pub(crate) fn interrupt(&self) {
        self.signal(Signal::INT);
    }

    /// Sends a signal.
    pub(crate) fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).unwrap();
    }

    /// Waits for the end of the program: its exit code.
    pub(crate) fn end(&mut self) -> Option<i32> {
        self.child.wait().unwrap().code()
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // A test that has failed leaves it running.
        let _ended = self.child.kill();
        let _ended = self.child.wait();
    }
}
