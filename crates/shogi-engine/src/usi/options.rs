//! Options: every parameter there is, by the name that front ends know where they know one.

use tengen_engine::input::quoted;
use tengen_params::{Domain, Entry, Value, find, list};

use crate::{Parameters, Session};

/// The names that front ends know, and the parameters that they are.
const USUAL: [(&str, &str); 4] = [
    ("USI_Hash", "alphabeta.hash"),
    ("USI_Ponder", "budget.ponder"),
    ("MultiPV", "alphabeta.lines"),
    ("Threads", "budget.threads"),
];
/// The parameters that are files.
const FILES: [&str; 1] = ["eval.network"];
/// How an empty text is written.
const EMPTY: &str = "<empty>";
/// The largest number that every front end reads.
const LARGEST: u64 = i32::MAX as u64;

/// The parameters that are options: the name of a recipe is none.
fn entries(parameters: &Parameters) -> Vec<Entry> {
    let mut entries = list(parameters);
    entries.retain(|entry| entry.spec.group() != "recipe");
    entries
}

/// The lines that declare all options; the values of now are their defaults.
pub(super) fn declared(parameters: &Parameters) -> Vec<String> {
    entries(parameters).iter().map(declaration).collect()
}

fn declaration(entry: &Entry) -> String {
    let spec = entry.spec;
    let usual = USUAL.iter().find(|(_, name)| *name == spec.name);
    let name = usual.map_or(spec.name, |(usual, _)| usual);
    let value = match &entry.value {
        Value::Text(text) if text.is_empty() => EMPTY.to_owned(),
        Value::Count(count) => (*count).min(LARGEST).to_string(),
        value => value.to_string(),
    };
    let kind = match &spec.domain {
        Domain::Switch { .. } => format!("check default {value}"),
        Domain::Count { min, max, .. } => {
            format!("spin default {value} min {min} max {}", (*max).min(LARGEST))
        }
        Domain::Choice { variants, .. } => {
            let names = variants
                .iter()
                .map(|variant| format!(" var {}", variant.name));
            format!("combo default {value}{}", names.collect::<String>())
        }
        Domain::Text { .. } if FILES.contains(&spec.name) => format!("filename default {value}"),
        Domain::Text { .. } | Domain::Single { .. } | Domain::Double { .. } => {
            format!("string default {value}")
        }
    };
    format!("option name {name} type {kind}")
}

/// Does what follows `setoption`.
pub(super) fn set(session: &mut Session, text: &str) -> Result<(), String> {
    let (name, value) = divided(text)?;
    let usual = USUAL
        .iter()
        .find(|(usual, _)| usual.eq_ignore_ascii_case(name));
    let name = usual.map_or(name, |(_, name)| name);
    let value = if value == EMPTY { "" } else { value };
    let known = entries(session.parameters())
        .into_iter()
        .find(|entry| entry.spec.name.eq_ignore_ascii_case(name));
    let Some(known) = known else {
        let unknown = find(session.parameters(), name).err();
        let sentence = unknown.map(|error| error.to_string());
        let fallback = || format!("{} is no option", quoted(name));
        return Err(format!("setoption: {}", sentence.unwrap_or_else(fallback)));
    };
    // Front ends set everything before a game, and what is set anew starts the search afresh.
    if known.value.to_string() == value {
        return Ok(());
    }
    let set = session.set(known.spec.name, value);
    set.map_err(|error| format!("setoption: {error}"))
}

/// The name and the value of `name NAME value VALUE`.
fn divided(text: &str) -> Result<(&str, &str), String> {
    let wrong = || {
        let found = quoted(text);
        format!("setoption takes `name NAME value VALUE`, not {found}")
    };
    let rest = text.strip_prefix("name ").ok_or_else(wrong)?.trim_start();
    let (name, value) = match rest.split_once(" value") {
        Some((name, value)) if value.is_empty() || value.starts_with(' ') => (name, value),
        _ => return Err(wrong()),
    };
    Ok((name.trim(), value.trim()))
}

#[cfg(test)]
mod tests {
    use tengen_engine::Session;
    use tengen_shogi::Game;

    use super::*;
    use crate::Shogi;

    #[test]
    fn every_option_can_be_set_to_its_default() {
        let mut session = Session::<Shogi>::new(Parameters::default(), Game::default());
        let options = declared(session.parameters());
        assert!(options.len() > 20);
        for option in options {
            let words: Vec<&str> = option.split_whitespace().collect();
            let (name, default) = (words[2], words[6]);
            set(&mut session, &format!("name {name} value {default}")).unwrap();
            let upper = name.to_uppercase();
            set(&mut session, &format!("name {upper} value {default}")).unwrap();
        }
        assert_eq!(*session.parameters(), Parameters::default());
    }

    #[test]
    fn options_have_the_types_of_their_parameters() {
        let options = declared(&Parameters::default());
        for option in [
            "option name USI_Hash type spin default 64 min 1 max 65536",
            "option name USI_Ponder type check default false",
            "option name MultiPV type spin default 1 min 1 max 600",
            "option name Threads type spin default 1 min 1 max 1024",
            "option name eval.judge type combo default linear var linear var network var material",
            "option name eval.network type filename default <empty>",
            "option name budget.playouts type spin default 10000 min 0 max 2147483647",
            "option name time.lag type string default 0.1",
        ] {
            assert!(options.iter().any(|other| other == option), "{option}");
        }
        assert!(!options.iter().any(|option| option.contains("recipe.")));
    }
}
