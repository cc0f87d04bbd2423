//! Commands that pages name without their output: every subcommand, option, parameter and file of them is there.

use std::path::Path;

use crate::binary::run;

/// The calls of the program in a text of shell, words with their placeholders filled in. What follows three blanks, a `#`,
/// or what ends a command is not part of it; `a|b` stands for either.
pub(super) fn calls(text: &str) -> Vec<Vec<String>> {
    let text = text.replace("\\\n", " ");
    let mut calls = Vec::new();
    for line in text.lines() {
        let mut before = ' ';
        for (at, _) in line.match_indices("tengen ") {
            before = line[..at].chars().last().unwrap_or(before);
            if !" '\"".contains(before) {
                continue;
            }
            // What is in quotes is something; unless the call itself is in them.
            let rest = &line[at + "tengen ".len()..];
            let rest = match before {
                ' ' => quoted_filled(rest),
                quote => rest.split(quote).next().unwrap_or_default().to_owned(),
            };
            let ends = ["   ", " #", "'", "&", ">", ";", " | ", "<"];
            let end = ends.iter().filter_map(|end| rest.find(end)).min();
            let rest = &rest[..end.unwrap_or(rest.len())];
            let words = rest.split_whitespace().filter_map(word).collect();
            calls.extend(either(words));
        }
    }
    calls
}

/// A text with `1` for whatever is in double quotes.
fn quoted_filled(text: &str) -> String {
    let pieces = text.split('"').enumerate();
    pieces
        .map(|(at, piece)| if at % 2 == 1 { "1" } else { piece })
        .collect()
}

/// A word as somebody may type it: `FILE` and `$NAME` are something, `[--all]` is `--all`, `…` is nothing.
fn word(word: &str) -> Option<String> {
    let word = word.trim_matches(|c| "[]()`…,.".contains(c) && word != ".");
    let upper = !word.is_empty()
        && word
            .chars()
            .all(|c| c.is_ascii_uppercase() || "-_".contains(c));
    let filled = match word.find('$') {
        _ if upper => "1".to_owned(),
        Some(at) => {
            let name = |c: char| c.is_ascii_alphanumeric() || c == '_';
            let after = word[at + 1..].trim_start_matches(name);
            format!("{}1{after}", &word[..at])
        }
        None => word.to_owned(),
    };
    (!filled.is_empty()).then_some(filled)
}

/// One call for each way to read `a|b`.
fn either(words: Vec<String>) -> Vec<Vec<String>> {
    let Some(at) = words.iter().position(|word| word.contains('|')) else {
        return vec![words];
    };
    let mut calls = Vec::new();
    for one in words[at].split('|') {
        let mut call = words.clone();
        one.clone_into(&mut call[at]);
        calls.extend(either(call));
    }
    calls
}

/// What is wrong with a call, if anything is. Its words are parsed by the program itself, which answers `--help` only
/// where all that stands before it is known.
pub(super) fn fault(call: &[String]) -> Option<String> {
    let mut words: Vec<&str> = call.iter().map(String::as_str).collect();
    for (at, word) in words.iter().enumerate() {
        let next = words.get(at + 1).copied().unwrap_or_default();
        let asked: &[&str] = match *word {
            "--recipe" if words[0] == "usi" => &["recipes", "--game", "shogi", next],
            "--recipe" if !next.contains('.') && next != "1" => &["recipes", next],
            // What is learned has parameters of its own; they are read before the games, which are not there.
            "--set" if words[0] == "learn" => &[
                "learn",
                words[1],
                "--data",
                "target/none",
                "--out",
                "target/none",
                "--set",
                next,
            ],
            "--set" if words[0] == "usi" => &["params", "--game", "shogi", "--set", next],
            "--set" => &["params", "--set", next],
            "reproduce" if !next.starts_with('-') && !next.is_empty() && next != "1" => {
                &["reproduce", next, "--show", "--dir", "target/none"]
            }
            _ => &[],
        };
        if !asked.is_empty() {
            let (code, _, err) = run(asked);
            if code == 2 {
                return Some(err);
            }
        }
        let first = word.split('/').next().unwrap_or_default();
        if word.contains('/') && Path::new(first).is_dir() && !Path::new(word).exists() {
            return Some(format!("there is no {word}"));
        }
    }
    words.push("--help");
    let (code, _, err) = run(&words);
    // Prose names an option without its value.
    (code != 0 && !err.contains("a value is required")).then_some(err)
}
