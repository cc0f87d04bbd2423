//! The binary under test: how it is started, and what came of it.

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The binary with these arguments, without colours and a user's configuration, and with nothing to read.
pub(crate) fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
    command.args(args).stdin(Stdio::null());
    plain(&mut command);
    command
}

/// Has a command do without colours and what a user has at home.
pub(crate) fn plain(command: &mut Command) {
    command.env("NO_COLOR", "1").env_remove("CLICOLOR_FORCE");
    command.env("TENGEN_CONFIG", "");
    // Games that are not saved are kept here.
    command.env("XDG_STATE_HOME", env!("CARGO_TARGET_TMPDIR"));
}

/// Exit code, standard output and standard error.
pub(crate) fn run(args: &[&str]) -> (i32, String, String) {
    told(command(args).output().unwrap())
}

/// Exit code, standard output and standard error of what has run.
pub(crate) fn told(output: Output) -> (i32, String, String) {
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    let code = output.status.code().unwrap();
    (code, text(output.stdout), text(output.stderr))
}

/// As [`run`], with something to read.
#[allow(dead_code, reason = "not every suite has something to say")]
pub(crate) fn run_with_input(args: &[&str], input: &[u8]) -> (i32, String, String) {
    feed(command(args), input)
}

/// Runs a command that has something to read.
pub(crate) fn feed(mut command: Command, input: &[u8]) -> (i32, String, String) {
    let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = piped.stderr(Stdio::piped()).spawn().unwrap();
    // A program that refuses its arguments does not wait for what there is to read.
    match child.stdin.take().unwrap().write_all(input) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => {}
        written => written.unwrap(),
    }
    told(child.wait_with_output().unwrap())
}

/// A folder of one test, gone at its end.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    /// An empty folder whose name begins so; tests in other processes may want the same name.
    pub(crate) fn new(name: &str) -> Self {
        let own = format!("{name}-{}", std::process::id());
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(own);
        let _absent = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    /// Writes a file and returns its path.
    pub(crate) fn file(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        let path = self.0.join(name);
        fs::write(&path, bytes).unwrap();
        path.to_str().unwrap().to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _left = fs::remove_dir_all(&self.0);
    }
}

/// Fails with the whole text if a part is not in it.
pub(crate) fn assert_has(text: &str, part: &str) {
    assert!(text.contains(part), "{part:?} is not in:\n{text}");
}
