//! Clocks.

use std::time::Duration;

use super::arguments::{Arguments, quoted};
use super::engine::{Engine, Outcome};
use crate::TimeSystem;

/// The kinds of clocks that `kata-time_settings` takes.
const KINDS: [&str; 6] = [
    "none",
    "absolute",
    "byoyomi",
    "canadian",
    "fischer",
    "fischer-capped",
];
/// Those that KGS has.
const OF_KGS: usize = 4;

pub(super) fn time_settings(engine: &mut Engine<'_>, mut arguments: Arguments<'_>) -> Outcome {
    let main = arguments.seconds("main time")?;
    let period = arguments.seconds("byo-yomi time")?;
    let stones = arguments.count("byo-yomi stones")?;
    let system = TimeSystem::gtp(main, period, stones);
    engine.session.clock_mut().set(system);
    Ok(String::new())
}

pub(super) fn kgs_time_settings(engine: &mut Engine<'_>, arguments: Arguments<'_>) -> Outcome {
    settings(engine, arguments, &KINDS[..OF_KGS])
}

pub(super) fn kata_time_settings(engine: &mut Engine<'_>, arguments: Arguments<'_>) -> Outcome {
    settings(engine, arguments, &KINDS)
}

pub(super) fn kata_list_time_settings(_: &mut Engine<'_>, _: Arguments<'_>) -> Outcome {
    Ok(KINDS.join(" "))
}

fn settings(engine: &mut Engine<'_>, mut arguments: Arguments<'_>, kinds: &[&str]) -> Outcome {
    let word = arguments.need("the kind of clock")?;
    let kind = word.to_ascii_lowercase();
    if !kinds.contains(&kind.as_str()) {
        let kinds = kinds.join(", ");
        return Err(format!(
            "there is no clock {}; the kinds are {kinds}",
            quoted(word)
        ));
    }
    let system = read(&kind, &mut arguments)?;
    engine.session.clock_mut().set(system);
    Ok(String::new())
}

fn read(kind: &str, arguments: &mut Arguments<'_>) -> Result<TimeSystem, String> {
    if kind == "none" {
        return Ok(TimeSystem::None);
    }
    let main = arguments.seconds("main time")?;
    Ok(match kind {
        "byoyomi" => {
            let period = arguments.seconds("period time")?;
            let periods = arguments.count("the number of periods")?;
            TimeSystem::Japanese {
                main,
                period,
                periods,
            }
        }
        "canadian" => {
            let period = arguments.seconds("period time")?;
            let stones = arguments.count("the number of stones")?;
            TimeSystem::gtp(main, period, stones)
        }
        "fischer" => TimeSystem::Fischer {
            main,
            increment: arguments.seconds("increment")?,
        },
        "fischer-capped" => TimeSystem::FischerCapped {
            main,
            increment: arguments.seconds("increment")?,
            most: cap(arguments, "the limit of the main time")?,
            turn: cap(arguments, "the most time of a move")?,
        },
        _ => TimeSystem::Absolute { main },
    })
}

/// A limit, which a negative number takes away.
fn cap(arguments: &mut Arguments<'_>, what: &str) -> Result<Duration, String> {
    let mut ahead = *arguments;
    if ahead.word().is_some_and(|word| word.starts_with('-')) {
        *arguments = ahead;
        return Ok(Duration::MAX);
    }
    arguments.seconds(what)
}

pub(super) fn time_left(engine: &mut Engine<'_>, mut arguments: Arguments<'_>) -> Outcome {
    let color = arguments.color()?;
    // A clock that has run out may show less than nothing.
    let mut ahead = arguments;
    let late = ahead.word().is_some_and(|word| word.starts_with('-'));
    let left = if late {
        arguments = ahead;
        Duration::ZERO
    } else {
        arguments.seconds("the time left")?
    };
    let stones = if arguments.is_empty() {
        0
    } else {
        arguments.count("the number of stones")?
    };
    engine.session.clock_mut().time_left(color, left, stones);
    Ok(String::new())
}
