//! The command that starts an engine, as somebody types it.
//!
//! `{seed}`, `{size}`, `{komi}` and `{playouts}` in it are filled in when it is started. Whatever
//! else stands in braces is left alone unless it looks like such a name: lower-case letters and
//! underscores only.

use std::env;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The names that can be filled in.
const NAMES: [&str; 4] = ["seed", "size", "komi", "playouts"];

/// A command that cannot be understood, or not be filled in.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CommandLineError {
    /// No words.
    #[error("the command of an engine is empty; give a program and its arguments")]
    Empty,
    /// A quote without its end.
    #[error("the command of an engine has a quote that is not closed: {0}")]
    Unclosed(String),
    /// A name in braces that means nothing.
    #[error("{{{0}}} cannot be filled in; there are {{seed}}, {{size}}, {{komi}} and {{playouts}}")]
    Unknown(String),
    /// A name in braces that means nothing here.
    #[error("{{{0}}} cannot be filled in here: {1}")]
    Missing(&'static str, &'static str),
}

/// The values that are filled in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filling {
    /// The seed.
    pub seed: u64,
    /// The side of the board.
    pub size: Option<usize>,
    /// The komi, in words such as `7.5`.
    pub komi: Option<String>,
    /// The playouts of a move.
    pub playouts: Option<u64>,
}

/// A seed and nothing else.
impl From<u64> for Filling {
    fn from(seed: u64) -> Self {
        Self {
            seed,
            ..Self::default()
        }
    }
}

impl Filling {
    /// Fills a text in.
    ///
    /// # Errors
    /// If it names in braces what is not known, or not known here.
    pub fn fill(&self, text: &str) -> Result<String, CommandLineError> {
        let mut filled = String::new();
        let mut rest = text;
        while let Some((before, name, after)) = next_name(rest) {
            filled.push_str(before);
            filled.push_str(&self.value(name)?);
            rest = after;
        }
        filled.push_str(rest);
        Ok(filled)
    }

    fn value(&self, name: &str) -> Result<String, CommandLineError> {
        let value = match name {
            "seed" => Ok(self.seed.to_string()),
            "size" => self
                .size
                .map(|size| size.to_string())
                .ok_or(("size", "the size of the board is not known")),
            "komi" => self.komi.clone().ok_or(("komi", "the komi is not known")),
            "playouts" => self.playouts.map(|playouts| playouts.to_string()).ok_or((
                "playouts",
                "the player has no budget in playouts; give it one, or write the number",
            )),
            other => return Err(CommandLineError::Unknown(other.to_owned())),
        };
        value.map_err(|(name, why)| CommandLineError::Missing(name, why))
    }
}

/// The text before the next name in braces, the name, and the text after it.
fn next_name(text: &str) -> Option<(&str, &str, &str)> {
    for (open, _) in text.match_indices('{') {
        let inside = &text[open + 1..];
        let letters = inside
            .bytes()
            .take_while(|b| b.is_ascii_lowercase() || *b == b'_')
            .count();
        let (name, after) = inside.split_at(letters);
        if let Some(after) = after.strip_prefix('}').filter(|_| !name.is_empty()) {
            return Some((&text[..open], name, after));
        }
    }
    None
}

/// Checks that all names in braces mean something.
///
/// # Errors
/// If one does not.
pub fn check_names(text: &str) -> Result<(), CommandLineError> {
    let mut rest = text;
    while let Some((_, name, after)) = next_name(rest) {
        if !NAMES.contains(&name) {
            return Err(CommandLineError::Unknown(name.to_owned()));
        }
        rest = after;
    }
    Ok(())
}

/// The words of a command, still to be filled in, and where to run it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandLine {
    words: Vec<String>,
    directory: Option<PathBuf>,
}

impl CommandLine {
    /// Splits a text into words as a shell does.
    ///
    /// # Errors
    /// If there are no words, a quote is not closed, or a name in braces means nothing.
    pub fn parse(text: &str) -> Result<Self, CommandLineError> {
        let words =
            shlex::split(text).ok_or_else(|| CommandLineError::Unclosed(text.to_owned()))?;
        if words.first().is_none_or(String::is_empty) {
            return Err(CommandLineError::Empty);
        }
        words.iter().try_for_each(|word| check_names(word))?;
        Ok(Self {
            words,
            directory: None,
        })
    }

    /// The same, run in this directory. A program whose name has a slash and does not begin with
    /// one is looked for there.
    #[must_use]
    pub fn in_directory(mut self, directory: Option<PathBuf>) -> Self {
        self.directory = directory;
        self
    }

    /// The words with everything filled in; the first is the program.
    ///
    /// # Errors
    /// If something is not known.
    pub fn words(&self, filling: &Filling) -> Result<Vec<String>, CommandLineError> {
        self.words.iter().map(|word| filling.fill(word)).collect()
    }

    /// The process to start.
    pub(crate) fn command(&self, filling: &Filling) -> Result<Command, CommandLineError> {
        let mut words = self.words(filling)?.into_iter();
        let mut command = Command::new(words.next().unwrap_or_default());
        command.args(words);
        // Our own program is an engine, too, and plays the same on everybody's computer.
        command.env("TENGEN_CONFIG", "");
        if let Some(directory) = &self.directory {
            command.current_dir(directory);
        }
        Ok(command)
    }

    /// The path of a file that is named as seen from the working directory.
    #[must_use]
    pub fn located(&self, name: &str) -> PathBuf {
        match &self.directory {
            Some(directory) => directory.join(name),
            None => PathBuf::from(name),
        }
    }

    /// The file of the program, if it can be found.
    #[must_use]
    pub fn program(&self, filling: &Filling) -> Option<PathBuf> {
        let name = self.words(filling).ok()?.into_iter().next()?;
        if name.contains('/') || (cfg!(windows) && name.contains('\\')) {
            return Some(self.located(&name)).filter(|path| path.is_file());
        }
        let paths = env::var_os("PATH")?;
        env::split_paths(&paths)
            .map(|folder| folder.join(&name))
            .find(|path| path.is_file())
    }

    /// The reason why the program could not be started, in a sentence.
    pub(crate) fn why_not(&self, error: &io::Error, filling: &Filling) -> String {
        let words = self.words(filling).unwrap_or_default();
        let name = words.first().map_or("", String::as_str);
        if let Some(directory) = self.directory.as_deref().filter(|path| !path.is_dir()) {
            return format!("there is no directory {} to run it in", directory.display());
        }
        let found = self.program(filling);
        match (error.kind(), found.as_deref().map(Path::display)) {
            (ErrorKind::NotFound, None) if name.contains('/') => {
                format!("there is no program {}", self.located(name).display())
            }
            (ErrorKind::NotFound, None) => {
                format!("no program {name} is found in the PATH; install it, or give its path")
            }
            (ErrorKind::NotFound, Some(path)) => {
                format!("{path} is there, but what it has to be run by is not: see its first line")
            }
            (ErrorKind::PermissionDenied, Some(path)) => {
                format!("{path} may not be run as a program ({error})")
            }
            _ => format!("{name}: {error}"),
        }
    }
}

#[cfg(test)]
mod tests;
