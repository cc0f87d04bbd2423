//! The system's view of a process, where there is one (Linux): memory and processor time.
//!
//! Processor time is that of the process, of its children that have ended, and of its descendants
//! that live, found by the lists of children in `/proc`. What a child took whose parent ended before
//! it is lost: the system keeps it nowhere. The system counts in hundredths of a second.

use std::fs;

/// The number of ticks in a second of `/proc/PID/stat`: a constant of Linux that programs see,
/// whatever the kernel uses inside.
const TICKS: f64 = 100.0;
/// No more descendants are looked at: an engine that starts processes without end must not keep us.
const MOST: usize = 256;

/// Resident memory in megabytes.
#[must_use]
pub fn resident_megabytes(pid: u32) -> Option<f64> {
    resident(&fs::read_to_string(format!("/proc/{pid}/status")).ok()?)
}

/// Processor seconds so far, with those of children, as the head of this module tells.
#[must_use]
pub fn cpu_seconds(pid: u32) -> Option<f64> {
    let mut sum = own_seconds(pid)?;
    let mut family = vec![pid];
    let mut next = 0;
    while let Some(&parent) = family.get(next) {
        for child in children(parent) {
            if family.len() >= MOST {
                return Some(sum);
            }
            // One that has ended meanwhile is in the count of its parent next time.
            sum += own_seconds(child).unwrap_or(0.0);
            family.push(child);
        }
        next += 1;
    }
    Some(sum)
}

fn own_seconds(pid: u32) -> Option<f64> {
    cpu(&fs::read_to_string(format!("/proc/{pid}/stat")).ok()?)
}

/// The children of all threads of a process.
fn children(pid: u32) -> Vec<u32> {
    let Ok(threads) = fs::read_dir(format!("/proc/{pid}/task")) else {
        return Vec::new();
    };
    threads
        .flatten()
        .filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok())
        .flat_map(|list| numbers(&list))
        .take(MOST)
        .collect()
}

fn numbers(list: &str) -> Vec<u32> {
    list.split_whitespace()
        .filter_map(|word| word.parse().ok())
        .collect()
}

fn resident(status: &str) -> Option<f64> {
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: f64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes / 1024.0)
}

fn cpu(stat: &str) -> Option<f64> {
    // The name of the program is in brackets and may hold anything; after it come single fields,
    // of which the 12th to the 15th are the times.
    let (_, fields) = stat.rsplit_once(')')?;
    let times: Vec<f64> = fields
        .split_whitespace()
        .skip(11)
        .take(4)
        .filter_map(|field| field.parse().ok())
        .collect();
    (times.len() == 4).then(|| times.iter().sum::<f64>() / TICKS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_and_time_are_read() {
        assert_eq!(resident("Name:\tx\nVmRSS:\t    2048 kB\n"), Some(2.0));
        assert_eq!(resident("Name:\tx\n"), None);
        let stat = "7 (a) b) S 1 7 7 0 -1 4194304 100 0 0 0 150 50 0 100 20 0 1 0 1 1 1";
        assert_eq!(cpu(stat), Some(3.0));
        assert_eq!(cpu("7 (a) S 1"), None);
        assert_eq!(numbers("12 7 \n"), [12, 7]);
    }
}
