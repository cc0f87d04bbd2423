//! Where a user's own files are.

use std::env;
use std::ffi::OsString;
use std::path::PathBuf;

/// The files that a user has of a program.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Files {
    /// What somebody has written.
    Configuration,
    /// What the program has to remember.
    State,
}

/// The folder of such files, if there is a place for it.
pub(crate) fn folder(files: Files) -> Option<PathBuf> {
    folder_by(files, |name| env::var_os(name), env::home_dir())
}

/// The folder by these variables and this home: where the XDG Base Directory Specification has it; on Windows, unless that is
/// asked for, where programs there keep such files.
pub(crate) fn folder_by(
    files: Files,
    variable: impl Fn(&str) -> Option<OsString>,
    home: Option<PathBuf>,
) -> Option<PathBuf> {
    let (xdg, at_home, on_windows) = match files {
        Files::Configuration => ("XDG_CONFIG_HOME", ".config", "APPDATA"),
        Files::State => ("XDG_STATE_HOME", ".local/state", "LOCALAPPDATA"),
    };
    // What is relative, or empty, is to be ignored, says the specification.
    let named = |name| {
        let folder = variable(name).map(PathBuf::from);
        folder.filter(|folder| folder.is_absolute())
    };
    let usual = || match cfg!(windows) {
        true => named(on_windows),
        false => home.map(|home| home.join(at_home)),
    };
    Some(named(xdg).or_else(usual)?.join("tengen"))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn relative_folders_and_those_of_another_system_are_ignored() {
        for (files, xdg, usual) in [
            (
                Files::Configuration,
                "XDG_CONFIG_HOME",
                "/me/.config/tengen",
            ),
            (Files::State, "XDG_STATE_HOME", "/me/.local/state/tengen"),
        ] {
            let place = |variable: &str, value: &str| {
                let value = |name: &str| (name == variable).then(|| OsString::from(value));
                folder_by(files, value, Some(PathBuf::from("/me")))
            };
            assert_eq!(place(xdg, "/x"), Some(PathBuf::from("/x/tengen")));
            for (variable, value) in [
                (xdg, "x"),
                (xdg, ""),
                ("APPDATA", "/w"),
                ("LOCALAPPDATA", "/w"),
            ] {
                assert_eq!(
                    place(variable, value),
                    Some(PathBuf::from(usual)),
                    "{variable}={value}"
                );
            }
            assert_eq!(folder_by(files, |_| None, None), None);
        }
    }
}
