//! What the system knows of a process, where it tells (Linux): memory and processor time.

use std::fs;

/// How many ticks a second has in `/proc/PID/stat`: a constant of Linux that programs see,
/// whatever the kernel uses inside.
const TICKS: f64 = 100.0;

/// Resident memory in megabytes.
pub(crate) fn resident_megabytes(pid: u32) -> Option<f64> {
    resident(&fs::read_to_string(format!("/proc/{pid}/status")).ok()?)
}

/// Processor seconds so far, with those of children that have ended.
pub(crate) fn cpu_seconds(pid: u32) -> Option<f64> {
    cpu(&fs::read_to_string(format!("/proc/{pid}/stat")).ok()?)
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
    }
}
