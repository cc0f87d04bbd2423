//! Running other programs from the root of the project.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::{Failure, Outcome};

/// The folder of the workspace.
pub(crate) fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_owned()
}

/// A program, to be run at the root.
pub(crate) fn program(name: impl AsRef<OsStr>, args: &[&str]) -> Command {
    let mut command = Command::new(name);
    command.args(args).current_dir(root());
    command
}

/// The cargo that runs this.
pub(crate) fn cargo(args: &[&str]) -> Command {
    program(
        std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()),
        args,
    )
}

/// Runs a program to its end.
pub(crate) fn run(command: &mut Command) -> Outcome {
    let name = named(command);
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err(Failure::Failed(format!("`{name}` failed; see above"))),
        Err(error) => Err(Failure::Failed(format!("`{name}` cannot be run: {error}"))),
    }
}

/// Tests if a program is there and works.
pub(crate) fn works(command: &mut Command) -> bool {
    let silent = command.stdout(Stdio::null()).stderr(Stdio::null());
    silent
        .stdin(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// The command as somebody would type it.
pub(crate) fn named(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let mut words = vec![program.file_name().unwrap_or(program.as_os_str())];
    words.extend(command.get_args());
    let words: Vec<_> = words.iter().map(|word| word.to_string_lossy()).collect();
    words.join(" ")
}

/// The folder of what is built.
pub(crate) fn target() -> PathBuf {
    let set = std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    root().join(set.unwrap_or_else(|| "target".into()))
}
