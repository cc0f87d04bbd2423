//! PostgreSQL, for the tests of the store for many machines: they start a server of their own.
//!
//! It is installed with Debian's package manager, if there is one and it may be used. Nothing of
//! what the system does with it is used: no service, no cluster.

use std::path::Path;
use std::process::Command;

use crate::shell::{self, named, program, works};

/// The variable that lets the tests pass without PostgreSQL.
pub(crate) const SKIP: &str = "TENGEN_SKIP_POSTGRES";

/// The reason why PostgreSQL is not there and cannot be had; installs it if it can.
pub(crate) fn missing() -> Option<String> {
    if is_installed() {
        return None;
    }
    let by_hand = "install PostgreSQL's server, on Debian the package `postgresql`";
    if !works(&mut program("apt-get", &["--version"])) {
        return Some(format!("PostgreSQL is not installed; {by_hand}"));
    }
    let Some(prefix) = privilege() else {
        return Some(format!(
            "PostgreSQL is not installed, and only root could do it; {by_hand}"
        ));
    };
    for args in [
        &["update", "-q"][..],
        &[
            "install",
            "-q",
            "-y",
            "--no-install-recommends",
            "postgresql",
        ],
    ] {
        let mut command = apt(prefix, args);
        println!(
            "   PostgreSQL is not installed; trying `{}`",
            named(&command)
        );
        // The list may be out of date and yet good enough: only the end counts.
        let _ = shell::run(&mut command);
    }
    if is_installed() {
        return None;
    }
    Some(format!(
        "PostgreSQL is not installed, and apt-get could not do it; {by_hand}"
    ))
}

/// Tests if the server's programs are in the path, or where Debian has them.
fn is_installed() -> bool {
    if works(&mut program("initdb", &["--version"])) {
        return true;
    }
    let versions = std::fs::read_dir("/usr/lib/postgresql");
    let has_server = |folder: &Path| folder.join("bin/initdb").exists();
    versions.is_ok_and(|mut versions| {
        versions.any(|entry| entry.is_ok_and(|entry| has_server(&entry.path())))
    })
}

/// The prefix that makes a command run as root: nothing if we are, `sudo` if it asks for no
/// password.
fn privilege() -> Option<&'static [&'static str]> {
    let user = program("id", &["-u"]).output();
    if user.is_ok_and(|output| output.stdout.trim_ascii() == b"0") {
        return Some(&[]);
    }
    works(&mut program("sudo", &["-n", "true"])).then_some(&["sudo", "-n"])
}

fn apt(prefix: &[&str], args: &[&str]) -> Command {
    let words: Vec<&str> = prefix
        .iter()
        .copied()
        .chain(["env", "DEBIAN_FRONTEND=noninteractive", "apt-get"])
        .chain(args.iter().copied())
        .collect();
    program(words[0], &words[1..])
}
