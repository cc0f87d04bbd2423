//! The lines that a person types: edited on a terminal, read as they are from anything else.

use std::borrow::Cow;
use std::env;
use std::io::{self, BufRead, IsTerminal, Read, Write};

use anstyle::Style;
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{Config, Context, Editor, Helper};

use super::command::WORDS;
use crate::failure::Failure;
use crate::screen::{Screen, tame};

const BOLD: Style = Style::new().bold();

/// Longer lines are cut off.
const LONGEST: u64 = 4096;

/// What came of asking.
#[derive(PartialEq)]
pub(super) enum Typed {
    /// A line.
    Line(String),
    /// Ctrl-C.
    Interrupt,
    /// The end of the input, Ctrl-D on a terminal.
    End,
}

/// Standard input, line by line.
pub(super) struct Input {
    terminal: bool,
    editor: Option<Editor<Words, DefaultHistory>>,
}

impl Input {
    /// Lines are edited where a terminal is on both ends and can move its cursor.
    pub(super) fn stdin(screen: &Screen) -> Self {
        let terminal = io::stdin().is_terminal();
        let dumb = env::var_os("TERM").is_none_or(|term| term == "dumb" || term.is_empty());
        let edited = terminal && io::stdout().is_terminal() && (!dumb || cfg!(windows));
        // Several lines that are pasted are several commands.
        let config = Config::builder().bracketed_paste(false).build();
        let editor = edited.then(|| Editor::with_config(config));
        let editor = editor.and_then(Result::ok);
        let editor = editor.map(|mut editor| {
            let colored = screen.is_colored();
            editor.set_helper(Some(Words { colored }));
            editor
        });
        Self { terminal, editor }
    }

    /// Tests if a person sits at a terminal.
    pub(super) const fn is_terminal(&self) -> bool {
        self.terminal
    }

    /// Asks and waits for a line. What comes from a file or a pipe is shown, since nobody has typed it.
    pub(super) fn ask(&mut self, prompt: &str, screen: &mut Screen) -> Result<Typed, Failure> {
        if let Some(editor) = &mut self.editor {
            screen.flush()?;
            return edited(editor, prompt);
        }
        write!(screen, "{BOLD}{prompt}{BOLD:#} ")?;
        screen.flush()?;
        let line = read_line().map_err(|error| unreadable(&error))?;
        match &line {
            Some(line) if !self.terminal => writeln!(screen, "{}", tame(line.trim_end()))?,
            Some(_) => {}
            None => writeln!(screen)?,
        }
        Ok(line.map_or(Typed::End, Typed::Line))
    }
}

fn edited(editor: &mut Editor<Words, DefaultHistory>, prompt: &str) -> Result<Typed, Failure> {
    match editor.readline(&format!("{prompt} ")) {
        Ok(line) => {
            // A line that is not remembered was read all the same.
            let _remembered = editor.add_history_entry(line.as_str());
            Ok(Typed::Line(line))
        }
        Err(ReadlineError::Interrupted) => Ok(Typed::Interrupt),
        Err(ReadlineError::Eof) => Ok(Typed::End),
        Err(error) => Err(unreadable(&error)),
    }
}

fn unreadable(error: &impl std::fmt::Display) -> Failure {
    Failure::Failed(format!("the input cannot be read: {error}"))
}

/// The words that begin commands, which the tabulator completes.
struct Words {
    colored: bool,
}

impl Completer for Words {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        pos: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let begun = line.get(..pos).unwrap_or_default().to_lowercase();
        let fits = |word: &&&str| !begun.is_empty() && word.starts_with(&begun);
        let words = WORDS.iter().filter(fits).map(ToString::to_string);
        Ok((0, words.collect()))
    }
}

impl Highlighter for Words {
    fn highlight_prompt<'b, 's: 'b, 'p: 'b>(&'s self, prompt: &'p str, _: bool) -> Cow<'b, str> {
        match self.colored {
            true => Cow::Owned(format!("{BOLD}{prompt}{BOLD:#}")),
            false => Cow::Borrowed(prompt),
        }
    }
}

impl Hinter for Words {
    type Hint = String;
}

impl Validator for Words {}

impl Helper for Words {}

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
