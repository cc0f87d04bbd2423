//! Parameters and recipes.

use std::fmt::Display;

use tengen_params::{Domain, Entry, get, list, toml};

use super::arguments::{Arguments, quoted};
use super::engine::{Engine, Outcome};
use crate::level::Rank;
use crate::{Parameters, Recipe};

/// KataGo's names of parameters that we have too, and the largest value that ours take: KataGo's
/// users write huge numbers for no limit.
const KATAGO: [(&str, &str, f64); 5] = [
    ("maxPlayouts", "budget.playouts", 1e12),
    ("maxVisits", "budget.playouts", 1e12),
    ("maxTime", "budget.seconds", 1e6),
    ("numSearchThreads", "budget.threads", 1024.0),
    ("ponderingEnabled", "budget.ponder", 1.0),
];

fn sentence(error: impl Display) -> String {
    error.to_string()
}

pub(super) fn param(engine: &mut Engine<'_>, mut arguments: Arguments<'_>) -> Outcome {
    let parameters = engine.session.parameters();
    let Some(name) = arguments.word() else {
        let line = |entry: &Entry| format!("{} {}", entry.spec.name, entry.value);
        let lines: Vec<String> = list(parameters).iter().map(line).collect();
        return Ok(lines.join("\n"));
    };
    if arguments.is_empty() {
        let entry = get(parameters, name).map_err(sentence)?;
        return Ok(entry.value.to_string());
    }
    set(engine, name, arguments.rest())
}

/// Sets a parameter. Below full strength the level says how much a move may cost, and nothing else may.
fn set(engine: &mut Engine<'_>, name: &str, value: &str) -> Outcome {
    let before = engine.session.parameters();
    let mut parameters = before.clone();
    tengen_params::set(&mut parameters, name, value).map_err(sentence)?;
    let limits = |parameters: &Parameters| {
        let budget = &parameters.budget;
        (budget.playouts, budget.seconds)
    };
    let rank = before.level.rank;
    if rank != Rank::Full && limits(&parameters) != limits(before) {
        return Err(format!(
            "{name}: the level {} says how much a move may cost; `level full` lets others say it",
            rank.name()
        ));
    }
    let session = &mut engine.session;
    session.set_parameters(parameters).map_err(sentence)?;
    Ok(String::new())
}

/// A level by name, or by number as programs for GNU Go send it.
pub(super) fn level(engine: &mut Engine<'_>, arguments: Arguments<'_>) -> Outcome {
    let text = arguments.rest();
    if text.is_empty() {
        let rank = engine.session.parameters().level.rank;
        return Ok(format!("{} ({} of 10)", rank.name(), rank.number()));
    }
    let rank = Rank::of(text).map_err(sentence)?;
    set(engine, "level.rank", rank.name())
}

pub(super) fn recipe(engine: &mut Engine<'_>, arguments: Arguments<'_>) -> Outcome {
    if arguments.is_empty() {
        return Ok(format!("\n{}", toml::write(engine.session.parameters())));
    }
    let recipe = Recipe::find(arguments.rest()).map_err(sentence)?;
    engine
        .session
        .set_parameters(recipe.parameters)
        .map_err(sentence)?;
    Ok(String::new())
}

pub(super) fn counters(engine: &mut Engine<'_>, _: Arguments<'_>) -> Outcome {
    let seen = engine.seen.as_ref().ok_or("there was no search yet")?;
    let mut lines = vec![
        format!("playouts {}", seen.playouts),
        format!("visits {}", seen.visits),
        format!("full {}", seen.full),
    ];
    for (name, count) in &seen.counters {
        lines.push(format!("{name} {count}"));
    }
    Ok(lines.join("\n"))
}

/// Our name of a parameter, and the largest value if the name is KataGo's.
fn resolved(name: &str) -> (&str, Option<f64>) {
    KATAGO
        .iter()
        .find(|(theirs, _, _)| *theirs == name)
        .map_or((name, None), |&(_, ours, most)| (ours, Some(most)))
}

pub(super) fn list_params(engine: &mut Engine<'_>, _: Arguments<'_>) -> Outcome {
    let entries = list(engine.session.parameters());
    let ours = entries.iter().map(|entry| entry.spec.name);
    let theirs = KATAGO.iter().map(|&(name, _, _)| name);
    Ok(theirs.chain(ours).collect::<Vec<_>>().join(" "))
}

pub(super) fn get_param(engine: &mut Engine<'_>, mut arguments: Arguments<'_>) -> Outcome {
    let (name, _) = resolved(arguments.need("the name of a parameter")?);
    let entry = get(engine.session.parameters(), name).map_err(sentence)?;
    Ok(entry.value.to_string())
}

pub(super) fn set_param(engine: &mut Engine<'_>, mut arguments: Arguments<'_>) -> Outcome {
    let (name, most) = resolved(arguments.need("the name of a parameter")?);
    let text = arguments.rest();
    if text.is_empty() {
        return Err(format!("an argument is missing: the value of {name}"));
    }
    let number: Option<f64> = text.parse().ok();
    let cut = most.zip(number).filter(|(most, number)| number > most);
    let text = cut.map_or_else(|| text.to_owned(), |(most, _)| most.to_string());
    set(engine, name, &text)
}

/// The dialog of GoGui, of a group or of all parameters: `[type] name value` a line; `name value` after the
/// same words sets one.
pub(super) fn gogui_param(engine: &mut Engine<'_>, mut arguments: Arguments<'_>) -> Outcome {
    let entries = list(engine.session.parameters());
    let mut word = arguments.word();
    let group = word.filter(|&word| entries.iter().any(|entry| entry.spec.group() == word));
    if group.is_some() {
        word = arguments.word();
    }
    let Some(name) = word else {
        let shown = entries
            .iter()
            .filter(|entry| group.is_none_or(|group| entry.spec.group() == group));
        return Ok(shown.map(dialog_line).collect::<Vec<_>>().join("\n"));
    };
    set(engine, name, arguments.rest())
        .map_err(|error| format!("{} cannot be set: {error}", quoted(name)))
}

fn dialog_line(entry: &Entry) -> String {
    let (kind, value) = match entry.spec.domain {
        Domain::Switch { .. } => {
            let on = entry.value.to_string() == "true";
            ("bool".to_owned(), u8::from(on).to_string())
        }
        Domain::Choice { variants, .. } => {
            let names: Vec<&str> = variants.iter().map(|variant| variant.name).collect();
            (format!("list/{}", names.join("/")), entry.value.to_string())
        }
        _ => ("string".to_owned(), entry.value.to_string()),
    };
    format!("[{kind}] {} {value}", entry.spec.name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_of_katago_stand_for_ours_within_their_range() {
        let mut parameters = Parameters::default();
        for (theirs, ours, most) in KATAGO {
            assert_eq!(resolved(theirs), (ours, Some(most)));
            let text = most.to_string();
            assert_eq!(tengen_params::set(&mut parameters, ours, &text), Ok(()));
        }
        assert_eq!(resolved("budget.seed"), ("budget.seed", None));
    }
}
