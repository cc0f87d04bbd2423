//! Administrative commands: name, version, help, quitting, processor time, caches, seeds.

use tengen_params::list;

use super::arguments::{Arguments, quoted};
use super::engine::{Engine, Outcome};
use super::table::{COMMANDS, Command, find};

pub(super) fn protocol_version(_: &mut Engine<'_>, _: Arguments<'_>) -> Outcome {
    Ok("2".to_owned())
}

pub(super) fn name(engine: &mut Engine<'_>, _: Arguments<'_>) -> Outcome {
    Ok(engine.options.name.clone())
}

pub(super) fn version(engine: &mut Engine<'_>, _: Arguments<'_>) -> Outcome {
    Ok(engine.options.version.clone())
}

pub(super) fn known_command(_: &mut Engine<'_>, mut arguments: Arguments<'_>) -> Outcome {
    let known = arguments.word().is_some_and(|name| find(name).is_some());
    Ok(known.to_string())
}

pub(super) fn list_commands(_: &mut Engine<'_>, _: Arguments<'_>) -> Outcome {
    let names: Vec<&str> = COMMANDS.iter().map(|command| command.name).collect();
    Ok(names.join("\n"))
}

pub(super) fn help(_: &mut Engine<'_>, mut arguments: Arguments<'_>) -> Outcome {
    let line = |command: &Command| {
        let Command {
            name, usage, help, ..
        } = command;
        let gap = if usage.is_empty() { "" } else { " " };
        format!("{name}{gap}{usage}: {help}")
    };
    match arguments.word() {
        None => Ok(COMMANDS.iter().map(line).collect::<Vec<_>>().join("\n")),
        Some(name) => find(name)
            .map(line)
            .ok_or_else(|| format!("there is no command {}", quoted(name))),
    }
}

pub(super) fn quit(engine: &mut Engine<'_>, _: Arguments<'_>) -> Outcome {
    engine.quitting = true;
    Ok(String::new())
}

pub(super) fn describe_engine(engine: &mut Engine<'_>, _: Arguments<'_>) -> Outcome {
    let mut lines = vec![format!(
        "{} {}",
        engine.options.name, engine.options.version
    )];
    for entry in list(engine.session.parameters()) {
        if !entry.is_default() {
            lines.push(format!("{} = {}", entry.spec.name, entry.value));
        }
    }
    Ok(lines.join("\n"))
}

#[cfg(unix)]
pub(super) fn cpu_time(_: &mut Engine<'_>, _: Arguments<'_>) -> Outcome {
    use rustix::time::{ClockId, clock_gettime};
    let used = clock_gettime(ClockId::ProcessCPUTime);
    let seconds = used.tv_sec as f64 + used.tv_nsec as f64 * 1e-9;
    Ok(format!("{seconds:.3}"))
}

#[cfg(not(unix))]
pub(super) fn cpu_time(_: &mut Engine<'_>, _: Arguments<'_>) -> Outcome {
    Err("this system does not tell the CPU time of a process".to_owned())
}

pub(super) fn clear_cache(engine: &mut Engine<'_>, _: Arguments<'_>) -> Outcome {
    engine.forget();
    Ok(String::new())
}

pub(super) fn get_random_seed(engine: &mut Engine<'_>, _: Arguments<'_>) -> Outcome {
    Ok(engine.session.parameters().budget.seed.to_string())
}

pub(super) fn set_random_seed(engine: &mut Engine<'_>, mut arguments: Arguments<'_>) -> Outcome {
    let seed = arguments.need("a seed, which is a whole number")?;
    let set = engine.session.set("budget.seed", seed);
    set.map_err(|error| error.to_string())?;
    Ok(String::new())
}
