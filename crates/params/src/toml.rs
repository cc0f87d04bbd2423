//! Parameters in TOML files: written with all that is known about them, read all or nothing.

mod read;
mod write;

pub use read::{Setting, document, place, position, read, set_item, settings, sort};
pub use write::write;

use crate::error::{ParamError, hint};

/// A file longer than this is not read: it cannot be a file of parameters.
pub const LONGEST: usize = 1 << 20;

/// A file with more inline tables than this and more dots than [`MOST_DOTS`] is not read.
pub const MOST_BRACES: usize = 32;

/// A file with more dots than this and more inline tables than [`MOST_BRACES`] is not read.
pub const MOST_DOTS: usize = 2000;

/// A fault in a file, and where it is: `player.toml:3:8: there is no …`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}:{column}: {fault}")]
pub struct TomlError {
    /// The file's name as the caller gave it.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
    /// The fault.
    pub fault: TomlFault,
}

/// A fault in a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TomlFault {
    /// A name or a value is wrong.
    #[error(transparent)]
    Param(#[from] ParamError),
    /// No group has the name of this table.
    #[error("there is no group of parameters {given}{}", hint(nearest))]
    UnknownGroup {
        /// The name as given, quoted.
        given: String,
        /// Groups like it, the most similar first.
        nearest: Vec<&'static str>,
    },
    /// A group is given something that is not a table.
    #[error("`{group}` is a group of parameters and takes a table such as [{group}], not {given}")]
    NotATable {
        /// The group.
        group: &'static str,
        /// The sort of thing that is there instead.
        given: &'static str,
    },
    /// A parameter is given twice, in two spellings.
    #[error("`{name}` is given twice, first in line {first}")]
    Twice {
        /// The parameter.
        name: &'static str,
        /// The line where it is given first.
        first: usize,
    },
    /// The text is not TOML.
    #[error("this is not valid TOML: {0}")]
    Syntax(String),
    /// The file is longer than any file of parameters.
    #[error("a file of parameters has at most {LONGEST} bytes, and this one has {0}")]
    TooLong(usize),
    /// The file could nest tables without end.
    #[error(
        "a file with more than {MOST_DOTS} dots has at most {MOST_BRACES} signs `{{`; \
         write groups as tables with a head such as [search]"
    )]
    TooDeep,
    /// Only the first faults are reported.
    #[error("there are more faults after this place; the first {0} are told")]
    More(usize),
}
