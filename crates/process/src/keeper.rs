//! A process with its children, until it is gone.

use std::process::{Child, ExitStatus};
use std::thread;
use std::time::{Duration, Instant};

use super::tail::Tail;
use super::usage;

/// The time to wait for a process that was killed. The system may keep one that waits for a disk.
const BURIAL: Duration = Duration::from_secs(2);
/// The time between two looks if a process has ended.
const GLANCE: Duration = Duration::from_millis(5);

/// Keeps a process, and kills it with its children when dropped.
#[derive(Debug)]
pub struct Keeper {
    /// Taken when it is given up.
    child: Option<Child>,
    pid: u32,
    tail: Tail,
    /// The status at its end, once that is known.
    status: Option<ExitStatus>,
}

impl Keeper {
    /// Takes charge of a process that is the head of its own group.
    pub(crate) fn new(child: Child, tail: Tail) -> Self {
        Self {
            pid: child.id(),
            child: Some(child),
            tail,
            status: None,
        }
    }

    /// The number of the process.
    #[must_use]
    pub const fn pid(&self) -> u32 {
        self.pid
    }

    /// The end of what it wrote to standard error. What is on its way is waited for briefly.
    #[must_use]
    pub fn last_words(&self) -> Option<String> {
        self.tail.settle(match self.child {
            Some(_) => Duration::from_millis(50),
            None => Duration::from_millis(500),
        });
        self.tail.text()
    }

    /// Processor seconds so far, with those of its children, where the system tells.
    #[must_use]
    pub fn cpu_seconds(&self) -> Option<f64> {
        self.child.as_ref()?;
        usage::cpu_seconds(self.pid)
    }

    /// True if it ends by itself, and well, within this time.
    pub fn ends_within(&mut self, time: Duration) -> bool {
        self.waits(time) && self.bury().is_some_and(|status| status.success())
    }

    /// The status at its end, in words such as `exit status: 3`, if it ended by itself; whatever is
    /// left of it is killed.
    pub fn end(&mut self) -> Option<String> {
        // Output ends a moment before the process does.
        let by_itself = self.waits(Duration::from_millis(500));
        let status = self.bury().filter(|_| by_itself);
        status.map(|status| status.to_string())
    }

    /// True if it has ended within this time. It stays a zombie, so that its number is not given to
    /// another process before its group is killed.
    pub(crate) fn waits(&mut self, time: Duration) -> bool {
        let Some(child) = &mut self.child else {
            return true;
        };
        let start = Instant::now();
        while !has_ended(child) {
            if start.elapsed() >= time {
                return false;
            }
            thread::sleep(GLANCE);
        }
        true
    }

    /// Kills what is left of the group, and takes the end of the process from the system.
    pub fn bury(&mut self) -> Option<ExitStatus> {
        let Some(mut child) = self.child.take() else {
            return self.status;
        };
        kill_group(&mut child);
        let start = Instant::now();
        while start.elapsed() < BURIAL {
            match child.try_wait() {
                Ok(Some(status)) => {
                    self.status = Some(status);
                    return self.status;
                }
                Ok(None) => thread::sleep(GLANCE),
                Err(_) => return None,
            }
        }
        // It cannot be killed now; a thread of its own waits for it.
        thread::spawn(move || child.wait());
        None
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        self.bury();
    }
}

#[cfg(unix)]
fn kill_group(child: &mut Child) {
    use rustix::process::{Pid, Signal, kill_process_group};
    let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
    let _ = child.kill();
}

#[cfg(not(unix))]
fn kill_group(child: &mut Child) {
    let _ = child.kill();
}

/// Tests if a child has ended and waits to be taken.
#[cfg(unix)]
fn has_ended(child: &mut Child) -> bool {
    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
    let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    // An error says that there is no such child any more.
    !matches!(waitid(WaitId::Pid(Pid::from_child(child)), look), Ok(None))
}

#[cfg(not(unix))]
fn has_ended(child: &mut Child) -> bool {
    !matches!(child.try_wait(), Ok(None))
}
