//! The name of a worker, and whether it can still be at work.
//!
//! A name says which host, which process and which thread. The number of a process is used again
//! sooner or later, so the moment at which it started belongs to it. With that, whoever shares a
//! file of units with a process that was killed need not wait for its leases to end.

use std::fmt;

use super::WorkerName;

/// The parts of a name: `HOST:PROCESS:START:THREAD`.
struct Parts<'a> {
    host: &'a str,
    process: u32,
    start: u64,
}

impl WorkerName {
    /// The name of a thread of this process. Threads are numbered by the caller.
    #[must_use]
    pub fn new(thread: usize) -> Self {
        let process = std::process::id();
        let start = match look(process) {
            Look::Runs { start } => start,
            Look::Gone | Look::Unknown => 0,
        };
        Self(format!("{}:{process}:{start}:{thread}", host()))
    }

    /// True if the process of this name was one of this host and has ended.
    ///
    /// In doubt it may still run: its lease decides. To take a running one for dead does no harm
    /// beyond work done twice, because only the first result counts.
    #[must_use]
    pub fn is_dead(&self) -> bool {
        let Some(parts) = self.parts() else {
            return false;
        };
        if parts.host != host() {
            return false;
        }
        match look(parts.process) {
            Look::Runs { start } => parts.start != 0 && start != parts.start,
            Look::Gone => true,
            Look::Unknown => false,
        }
    }

    fn parts(&self) -> Option<Parts<'_>> {
        let mut words = self.0.rsplitn(4, ':');
        let _thread = words.next()?;
        let start = words.next()?.parse().ok()?;
        let process = words.next()?.parse().ok()?;
        let host = words.next()?;
        Some(Parts {
            host,
            process,
            start,
        })
    }
}

impl fmt::Display for WorkerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The state of a process of this host, as far as it can be seen.
enum Look {
    /// It runs, since so many ticks after the machine started; 0 if that cannot be seen.
    Runs {
        start: u64,
    },
    Gone,
    Unknown,
}

#[cfg(unix)]
fn look(process: u32) -> Look {
    if let Ok(stat) = std::fs::read(format!("/proc/{process}/stat"))
        && let Some((state, start)) = state_and_start(&String::from_utf8_lossy(&stat))
    {
        // One that was killed and not yet waited for by its parent works no more.
        return match state {
            'Z' | 'X' => Look::Gone,
            _ => Look::Runs { start },
        };
    }
    // There is no /proc here, or it shows only the own processes.
    let Some(pid) = i32::try_from(process)
        .ok()
        .and_then(rustix::process::Pid::from_raw)
    else {
        return Look::Unknown;
    };
    match rustix::process::test_kill_process(pid) {
        Ok(()) => Look::Runs { start: 0 },
        Err(rustix::io::Errno::SRCH) => Look::Gone,
        Err(_) => Look::Unknown,
    }
}

#[cfg(not(unix))]
fn look(_process: u32) -> Look {
    Look::Unknown
}

/// Reads `PID (NAME) STATE … START …`, in which the name may hold anything.
#[cfg(unix)]
fn state_and_start(stat: &str) -> Option<(char, u64)> {
    let (_, rest) = stat.rsplit_once(')')?;
    let mut words = rest.split_whitespace();
    let state = words.next()?.chars().next()?;
    // The state is the third word of the line, the start the 22nd.
    let start = words.nth(18)?.parse().ok()?;
    Some((state, start))
}

#[cfg(unix)]
fn host() -> String {
    let name = rustix::system::uname();
    name.nodename().to_string_lossy().into_owned()
}

#[cfg(not(unix))]
fn host() -> String {
    std::env::var("COMPUTERNAME").unwrap_or_else(|_| "localhost".to_owned())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn this_process_lives() {
        let name = WorkerName::new(3);
        assert!(name.0.ends_with(":3"));
        assert!(!name.is_dead());
    }

    #[test]
    fn a_process_that_ended_does_not_even_before_it_is_waited_for() {
        let mut child = std::process::Command::new("true").spawn().unwrap();
        let name = WorkerName(format!("{}:{}:1:0", host(), child.id()));
        child.wait().unwrap();
        assert!(name.is_dead());
    }

    #[test]
    fn a_later_process_of_the_same_number_is_another() {
        let name = WorkerName::new(0);
        let parts = name.parts().unwrap();
        let earlier = WorkerName(format!(
            "{}:{}:{}:0",
            parts.host,
            parts.process,
            parts.start + 1
        ));
        assert!(earlier.is_dead());
    }

    #[test]
    fn of_other_hosts_and_other_names_nothing_is_known() {
        for name in ["elsewhere:1:1:1", "somebody", "", "a:b:c:d"] {
            assert!(!WorkerName(name.to_owned()).is_dead(), "{name}");
        }
    }

    #[test]
    fn the_name_of_a_program_may_hold_brackets() {
        let stat = "7 (a) b) S 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 4711 20";
        assert_eq!(state_and_start(stat), Some(('S', 4711)));
    }
}
