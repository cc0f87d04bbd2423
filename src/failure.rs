//! Failures that end a command early, and the sentences that tell the user of them.

use std::fmt::Display;
use std::io::{self, Write};
use std::panic::PanicHookInfo;

use tengen_go_engine::ModelFault;

/// A reason that a command did not succeed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The command was called in a way that it cannot be.
    Usage(String),
    /// The command was right and its work failed.
    Failed(String),
    /// Whatever is wrong has been said already.
    Said,
    /// Whoever read the output has stopped, as `head` does; that is no fault.
    Unread,
}

impl Failure {
    /// The exit code.
    pub(crate) const fn code(&self) -> u8 {
        match self {
            Self::Unread => 0,
            Self::Failed(_) | Self::Said => 1,
            Self::Usage(_) => 2,
        }
    }

    /// The sentence that is left to be said.
    pub(crate) fn sentence(&self) -> Option<String> {
        match self {
            Self::Usage(sentence) | Self::Failed(sentence) => Some(format!("error: {sentence}")),
            Self::Said | Self::Unread => None,
        }
    }
}

/// Only writing output yields a bare error; code that reads files says which.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::Unread,
            _ => Self::Failed(format!("the output cannot be written: {error}")),
        }
    }
}

/// A model that parameters name is not there, or cannot be used.
impl From<ModelFault> for Failure {
    fn from(fault: ModelFault) -> Self {
        Self::Failed(fault.to_string())
    }
}

/// Writes a sentence to standard error. If nobody reads that, nothing can be done about it.
pub(crate) fn say(sentence: impl Display) {
    let _unheard = writeln!(io::stderr(), "{sentence}");
}

/// The sentence that a user reads when the program is wrong, not the input.
pub(crate) fn bug(info: &PanicHookInfo<'_>) -> String {
    let what = info.payload_as_str().unwrap_or("no reason was given");
    let place = info
        .location()
        .map_or_else(String::new, |place| format!(" ({place})"));
    format!(
        "This is a bug in Tengen, not your fault: {}{place}. \
         Please report it with the command that led to it.",
        what.trim_end_matches('.')
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_broken_pipe_is_no_failure() {
        let failure = Failure::from(io::Error::from(io::ErrorKind::BrokenPipe));
        assert_eq!((failure.code(), failure.sentence()), (0, None));
        let full = Failure::from(io::Error::from(io::ErrorKind::StorageFull));
        assert_eq!(full.code(), 1);
        assert!(
            full.sentence()
                .is_some_and(|s| s.starts_with("error: the output"))
        );
    }
}
