//! The lines that a person types.

use std::io::{self, BufRead, IsTerminal, Read, Write};

use anstyle::Style;

use crate::failure::Failure;
use crate::screen::{Screen, tame};

const BOLD: Style = Style::new().bold();

/// Longer lines are cut off.
const LONGEST: u64 = 4096;

/// Standard input, line by line.
pub(super) struct Input {
    terminal: bool,
}

impl Input {
    pub(super) fn stdin() -> Self {
        Self {
            terminal: io::stdin().is_terminal(),
        }
    }

    /// Asks and waits for a line; `None` at the end of the input. What comes from a file or a pipe
    /// is shown, since nobody has typed it.
    pub(super) fn ask(&self, prompt: &str, screen: &mut Screen) -> Result<Option<String>, Failure> {
        write!(screen, "{BOLD}{prompt}{BOLD:#} ")?;
        screen.flush()?;
        let line = read_line()
            .map_err(|error| Failure::Failed(format!("the input cannot be read: {error}")))?;
        match &line {
            Some(line) if !self.terminal => writeln!(screen, "{}", tame(line.trim_end()))?,
            Some(_) => {}
            None => writeln!(screen)?,
        }
        Ok(line)
    }
}

fn read_line() -> io::Result<Option<String>> {
    let mut stdin = io::stdin().lock();
    let mut bytes = Vec::new();
    stdin.by_ref().take(LONGEST).read_until(b'\n', &mut bytes)?;
    let mut ended = bytes.len() < LONGEST as usize || bytes.ends_with(b"\n");
    while !ended {
        let rest = stdin.fill_buf()?;
        let newline = rest.iter().position(|&byte| byte == b'\n');
        ended = newline.is_some() || rest.is_empty();
        let taken = newline.map_or(rest.len(), |place| place + 1);
        stdin.consume(taken);
    }
    let line = (!bytes.is_empty()).then(|| String::from_utf8_lossy(&bytes).into_owned());
    Ok(line)
}
