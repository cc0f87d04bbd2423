//! The commands about rules.

use serde_json::{Map, Value};

use super::arguments::Arguments;
use super::engine::{Engine, Outcome};
use crate::kata_rules::{from_json, named, to_json};

pub(super) fn kgs_rules(engine: &mut Engine<'_>, arguments: Arguments<'_>) -> Outcome {
    let rules = named(arguments.rest())?;
    engine.session.edit(|game| game.set_rules(rules));
    Ok(String::new())
}

pub(super) fn get_rules(engine: &mut Engine<'_>, _: Arguments<'_>) -> Outcome {
    Ok(to_json(engine.session.game().rules()).to_string())
}

pub(super) fn set_rules(engine: &mut Engine<'_>, arguments: Arguments<'_>) -> Outcome {
    let text = arguments.rest();
    let rules = if text.starts_with('{') {
        let json: Map<String, Value> = serde_json::from_str(text)
            .map_err(|error| format!("the rules are no JSON: {error}"))?;
        from_json(engine.session.game().rules(), &json)?
    } else {
        named(text)?
    };
    engine.session.edit(|game| game.set_rules(rules));
    Ok(String::new())
}
