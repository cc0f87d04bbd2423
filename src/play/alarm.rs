//! Ctrl-C in a game: a thought of the engine ends, and at any other time the game is left, which loses nothing.
//!
//! A line that is edited reads Ctrl-C as a key; what arrives here then is the system's request to terminate.

use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Mutex, PoisonError};

use tengen_progress::StopFlag;

use super::draft::Kept;
use crate::failure::{Failure, say};
use crate::signals::stop_on_signals;

/// The exit code of what was interrupted.
const INTERRUPTED: i32 = 130;

/// Where the unsaved game is kept, for whoever has to say so.
pub(super) type Whereabouts = Arc<Mutex<Option<Kept>>>;

/// Hears Ctrl-C and the system's request to terminate.
pub(super) struct Alarm {
    halt: StopFlag,
    thinking: Arc<AtomicBool>,
}

impl Alarm {
    /// Listens from now on. Without a person at a terminal nobody can be asked anything: the first signal ends the
    /// process.
    ///
    /// # Errors
    /// If signals cannot be handled.
    pub(super) fn set(terminal: bool, kept: Whereabouts) -> Result<Self, Failure> {
        let thinking = Arc::new(AtomicBool::new(false));
        let restore = terminal_as_it_is();
        let thinks = thinking.clone();
        let halt = stop_on_signals(move |halt| {
            if terminal && thinks.load(SeqCst) && !halt.is_asked() {
                halt.ask();
                return;
            }
            restore();
            let kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
            // On a terminal the prompt, or what is drawn below it, has begun the line.
            let begun = if io::stderr().is_terminal() { "\n" } else { "" };
            match &*kept {
                Some(kept) => say(format!("{begun}{kept}")),
                None if !begun.is_empty() => say(""),
                None => {}
            }
            std::process::exit(INTERRUPTED);
        })?;
        Ok(Self { halt, thinking })
    }

    /// Thinks; what thinks looks at the flag.
    pub(super) fn thinking<T>(&self, think: impl FnOnce(StopFlag) -> T) -> T {
        self.halt.reset();
        self.thinking.store(true, SeqCst);
        let thought = think(self.halt.clone());
        self.thinking.store(false, SeqCst);
        thought
    }

    /// Tests if the last thought was interrupted.
    pub(super) fn has_rung(&self) -> bool {
        self.halt.is_asked()
    }
}

/// Gives the terminal back as it is now: while a line is edited, it is in another mode.
#[cfg(unix)]
fn terminal_as_it_is() -> impl Fn() + Send {
    use rustix::termios::{OptionalActions, tcgetattr, tcsetattr};
    let usual = tcgetattr(io::stdin()).ok();
    move || {
        if let Some(usual) = &usual {
            // A terminal that is gone needs nothing.
            let _gone = tcsetattr(io::stdin(), OptionalActions::Now, usual);
        }
    }
}

#[cfg(not(unix))]
fn terminal_as_it_is() -> impl Fn() + Send {
    || {}
}
