//! The command that starts an engine, as somebody types it.

use std::process::Command;

/// A command that cannot be understood.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum CommandLineError {
    /// No words.
    #[error("the command of an engine is empty; give a program and its arguments")]
    Empty,
    /// A quote without its end.
    #[error("the command of an engine has a quote that is not closed: {0}")]
    Unclosed(String),
}

/// The words of a command; `{seed}` in them is still to be replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CommandLine {
    words: Vec<String>,
}

impl CommandLine {
    /// Splits at spaces. Single and double quotes keep words together, a backslash outside of
    /// single quotes takes the next character as it is.
    pub(crate) fn parse(text: &str) -> Result<Self, CommandLineError> {
        let mut words = Vec::new();
        let mut word: Option<String> = None;
        let mut quote: Option<char> = None;
        let mut rest = text.chars();
        while let Some(c) = rest.next() {
            match (quote, c) {
                (Some(open), c) if open == c => quote = None,
                (None, '\'' | '"') => {
                    quote = Some(c);
                    word.get_or_insert_default();
                }
                (None | Some('"'), '\\') => word.get_or_insert_default().extend(rest.next()),
                (None, c) if c.is_whitespace() => words.extend(word.take()),
                (_, c) => word.get_or_insert_default().push(c),
            }
        }
        if quote.is_some() {
            return Err(CommandLineError::Unclosed(text.to_owned()));
        }
        words.extend(word);
        if words.is_empty() {
            return Err(CommandLineError::Empty);
        }
        Ok(Self { words })
    }

    /// The process to start, with this seed.
    pub(crate) fn command(&self, seed: u64) -> Command {
        let mut words = self.words_with(seed).into_iter();
        let mut command = Command::new(words.next().unwrap_or_default());
        command.args(words);
        command
    }

    fn words_with(&self, seed: u64) -> Vec<String> {
        let seed = seed.to_string();
        let words = self.words.iter();
        words.map(|word| word.replace("{seed}", &seed)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        CommandLine::parse(text).unwrap().words
    }

    #[test]
    fn words_quotes_and_backslashes_are_understood() {
        assert_eq!(words(" tengen  gtp "), ["tengen", "gtp"]);
        assert_eq!(
            words("a 'b c' \"d \\\" e\" f\\ g"),
            ["a", "b c", "d \" e", "f g"]
        );
        assert_eq!(words("a '' b"), ["a", "", "b"]);
        assert_eq!(words("--set='x \\ y'z"), ["--set=x \\ yz"]);
    }

    #[test]
    fn what_is_no_command_is_refused() {
        assert_eq!(CommandLine::parse("  "), Err(CommandLineError::Empty));
        assert!(matches!(
            CommandLine::parse("a 'b"),
            Err(CommandLineError::Unclosed(_))
        ));
    }

    #[test]
    fn the_seed_is_put_in_everywhere() {
        let line = CommandLine::parse("e --seed {seed} --name=x{seed}").unwrap();
        assert_eq!(line.words_with(7), ["e", "--seed", "7", "--name=x7"]);
    }
}
