//! Where the user's configuration file is.

use std::env;
use std::ffi::OsString;
use std::path::PathBuf;

use crate::home::{Files, folder_by};

/// The environment variable that names another file, or none.
const VARIABLE: &str = "TENGEN_CONFIG";

/// The place of the file.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// None is read, for this reason.
    Nowhere(&'static str),
    /// It is here, and has to be there if it was named.
    At {
        /// The path.
        file: PathBuf,
        /// True if the user named it.
        named: bool,
    },
}

impl Place {
    /// The place in this environment.
    pub(super) fn here() -> Self {
        Self::by(|name| env::var_os(name), env::home_dir())
    }

    /// The place by these variables and this home.
    fn by(variable: impl Fn(&str) -> Option<OsString>, home: Option<PathBuf>) -> Self {
        match variable(VARIABLE) {
            Some(file) if file.is_empty() => return Self::Nowhere("TENGEN_CONFIG is empty"),
            Some(file) => {
                return Self::At {
                    file: file.into(),
                    named: true,
                };
            }
            None => {}
        }
        match folder_by(Files::Configuration, variable, home) {
            Some(folder) => Self::At {
                file: folder.join("config.toml"),
                named: false,
            },
            None => Self::Nowhere("there is no home folder to look in"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_is_where_such_files_are() {
        let place = |variables: &[(&str, &str)], home: Option<&str>| {
            let value = |name: &str| {
                let found = variables.iter().find(|(variable, _)| *variable == name);
                found.map(|(_, value)| OsString::from(value))
            };
            Place::by(value, home.map(PathBuf::from))
        };
        let at = |file: &str, named| Place::At {
            file: PathBuf::from(file),
            named,
        };
        let xdg = ("XDG_CONFIG_HOME", "/x");
        if cfg!(unix) {
            assert_eq!(place(&[xdg], None), at("/x/tengen/config.toml", false));
            let usual = at("/home/me/.config/tengen/config.toml", false);
            assert_eq!(place(&[], Some("/home/me")), usual);
            let relative = [("XDG_CONFIG_HOME", "x")];
            assert_eq!(place(&relative, Some("/home/me")), usual);
        }
        assert_eq!(
            place(&[(VARIABLE, "my.toml"), xdg], None),
            at("my.toml", true)
        );
        assert!(matches!(
            place(&[(VARIABLE, ""), xdg], Some("/home/me")),
            Place::Nowhere(_)
        ));
        assert!(matches!(place(&[], None), Place::Nowhere(_)));
    }
}
