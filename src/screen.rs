//! Standard output: in colour on a terminal, plain everywhere else.

use std::io::{self, Stdout, StdoutLock, Write};

use anstream::{AutoStream, ColorChoice};

/// Standard output. Colours are dropped unless a terminal shows them; `NO_COLOR` and
/// `CLICOLOR_FORCE` are heeded.
pub(crate) struct Screen {
    stream: AutoStream<StdoutLock<'static>>,
    colored: bool,
}

impl Screen {
    /// The standard output of this process.
    pub(crate) fn stdout() -> Self {
        let stdout: Stdout = io::stdout();
        let choice = AutoStream::choice(&stdout);
        Self {
            colored: choice != ColorChoice::Never,
            stream: AutoStream::new(stdout.lock(), choice),
        }
    }

    /// True if colours are shown.
    pub(crate) const fn is_colored(&self) -> bool {
        self.colored
    }

    /// Tests if so many lines, none longer than so many columns, can be written over: those that
    /// have scrolled away or were broken cannot.
    #[cfg(feature = "bench")]
    pub(crate) fn can_redraw(&self, lines: usize, columns: usize) -> bool {
        let fits = |(height, width)| lines < height && columns <= width;
        io::IsTerminal::is_terminal(&io::stdout()) && self.colored && extent().is_none_or(fits)
    }
}

impl Write for Screen {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stream.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

/// The number of lines and columns that the terminal shows, where the system tells.
#[cfg(unix)]
pub(crate) fn extent() -> Option<(usize, usize)> {
    let size = rustix::termios::tcgetwinsize(io::stdout()).ok()?;
    let extent = (usize::from(size.ws_row), usize::from(size.ws_col));
    Some(extent).filter(|&(rows, columns)| rows > 0 && columns > 0)
}

#[cfg(not(unix))]
pub(crate) fn extent() -> Option<(usize, usize)> {
    None
}

/// The number of columns for tables.
pub(crate) fn width() -> usize {
    extent().map_or(100, |(_, columns)| columns)
}

/// Text from a file without the control characters that would steer a terminal.
pub(crate) fn tame(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() { '\u{fffd}' } else { c })
        .collect()
}

/// `1 game`, `2 games`, `300,000 games`.
pub(crate) fn count(n: u64, noun: &str) -> String {
    let plural = if n == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", thousands(n))
}

/// `1,234,567`.
pub(crate) fn thousands(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped() {
        assert_eq!(thousands(0), "0");
        assert_eq!(thousands(999), "999");
        assert_eq!(thousands(1000), "1,000");
        assert_eq!(count(1, "game"), "1 game");
        assert_eq!(count(1_234_567, "game"), "1,234,567 games");
    }

    #[test]
    fn escapes_do_not_reach_the_terminal() {
        assert_eq!(tame("a\u{1b}[31mb\n"), "a\u{fffd}[31mb\u{fffd}");
    }
}
