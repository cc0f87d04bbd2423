//! Players that take part: recipes with their overrides, and programs of others.

use std::collections::BTreeMap;
use std::env;
use std::path::PathBuf;

use tengen_params::{list, toml};
use tengen_process::command_line::check_names;
use tengen_process::{CommandLine, Filling};

use super::bundle::Files;
use super::form::{Form, did_you_mean};
use crate::game::{Discipline, OwnPlayer};
use crate::outline::{PlayerLine, Point};
use crate::player::Budget;

/// A player of an experiment.
#[derive(Clone, Debug)]
pub struct Contender {
    /// The name; where a parameter of it is swept, with the value: `rave[0.3]`.
    pub name: String,
    /// The maker of its moves.
    pub maker: Maker,
    /// The budget it may spend.
    pub budget: Budget,
    /// Its recipe and what was changed, or its command: for people.
    pub what: String,
    /// The value of the swept parameter, if that is one of this player.
    pub at: Option<Point>,
}

/// A maker of a player's moves.
#[derive(Clone, Debug)]
pub enum Maker {
    /// A search in this process.
    Own(Box<dyn OwnPlayer>),
    /// A program of others.
    Outside(Program),
}

/// A program of others, which speaks the game's protocol.
#[derive(Clone, Debug, PartialEq)]
pub struct Program {
    /// The command line, with `{seed}`, `{size}`, `{komi}` and `{playouts}` to be filled in.
    pub command: String,
    /// The directory it is started in, if not the current one.
    pub directory: Option<String>,
    /// The commands it is sent before every game.
    pub start: Vec<String>,
    /// Seconds that it may take beyond its budget.
    pub extra: f64,
    /// The place of its command in the file: line and character.
    pub place: (usize, usize),
}

impl Program {
    /// The reason why there is no such program on this machine, with a like name that there is.
    #[must_use]
    pub fn missing(&self, game: &dyn Discipline) -> Option<String> {
        let line = CommandLine::parse(&self.command).ok()?;
        let line = line.in_directory(self.directory.as_ref().map(PathBuf::from));
        let mut filling = Filling {
            playouts: Some(1),
            ..Filling::from(1)
        };
        game.usual_board().fill(&mut filling);
        if line.program(&filling).is_some() {
            return None;
        }
        let name = line.words(&filling).ok()?.into_iter().next()?;
        if name.contains('/') {
            return Some(format!("there is no program {name}"));
        }
        let there = programs();
        let hint = did_you_mean(&name, there.iter().map(String::as_str));
        Some(format!(
            "no program {name} is found in the PATH{hint}; install it, or give its path"
        ))
    }
}

/// The names of all programs in the PATH.
fn programs() -> Vec<String> {
    let folders = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&folders)
        .filter_map(|folder| folder.read_dir().ok())
        .flatten()
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .collect()
}

/// The longest name of a player.
const LONGEST_NAME: usize = 60;

/// The players of `[players.NAME]`, in the order of the file.
pub(super) fn read(
    form: &Form<'_>,
    game: &dyn Discipline,
    usual: Option<Budget>,
    files: &mut dyn Files,
) -> Vec<Contender> {
    let Some(table) = form.form("players") else {
        form.needed("players");
        return Vec::new();
    };
    let mut players = Vec::new();
    for (name, form) in table.entries() {
        if !is_name(name) {
            form.faults().add(
                form.place(),
                format!(
                    "{name:?} is no name for a player; names have letters, digits and the signs \
                     . _ + -, and at most {LONGEST_NAME} characters"
                ),
            );
        }
        players.extend(player(name, &form, game, usual, files));
        form.close();
    }
    if players.is_empty() && table.entries().is_empty() {
        table.faults().add(
            table.place(),
            "there are no players; add some as [players.NAME]",
        );
    }
    players
}

/// Tests if a player may be called so: ids and file names are made of it.
pub(super) fn is_name(name: &str) -> bool {
    let fits = |c: char| c.is_alphanumeric() || matches!(c, '.' | '_' | '+' | '-');
    !name.is_empty() && name.chars().count() <= LONGEST_NAME && name.chars().all(fits)
}

fn player(
    name: &str,
    form: &Form<'_>,
    game: &dyn Discipline,
    usual: Option<Budget>,
    files: &mut dyn Files,
) -> Option<Contender> {
    let own = budget(form, "budget");
    if form.has("command") {
        form.know(&["directory", "start", "extra"]);
    } else {
        form.know(&["set"]);
    }
    match (form.item("recipe"), form.item("command")) {
        (Some(_), Some(_)) => {
            form.wrong(
                "command",
                format!("player {name:?} has both a recipe and a command; it is one or the other"),
            );
            None
        }
        (_, Some(_)) => outside(name, form, game, own, usual),
        (_, None) => recipe(name, form, game, own.or(usual), files),
    }
}

fn recipe(
    name: &str,
    form: &Form<'_>,
    game: &dyn Discipline,
    budget: Option<Budget>,
    files: &mut dyn Files,
) -> Option<Contender> {
    let word = form.text("recipe").unwrap_or_else(|| name.to_owned());
    let mut player = match game.recipe(&word, files) {
        Ok(player) => player,
        Err(sentence) => {
            form.wrong("recipe", sentence);
            return None;
        }
    };
    let mut changes = Vec::new();
    if let Some(changed) = form.form("set") {
        for (parameter, item, place) in changed.flat() {
            let text = form.faults().text();
            match toml::set_item(player.params_mut(), &parameter, item, text) {
                Ok(()) => changes.push(format!("{parameter} = {}", written(item))),
                Err(error) => form.faults().add(place, error.to_string()),
            }
        }
    }
    let budget = budget.unwrap_or_default();
    if budget.is_parameter() {
        budget.limit(player.budget_mut());
    }
    if matches!(budget, Budget::Cpu(_)) && !player.thinks_here() {
        let sentence = match player.budget().threads {
            1 => {
                "the search of this player has threads of its own, whose processor time is not known; give seconds or playouts"
            }
            _ => "a budget of processor seconds needs `budget.threads` to be 1",
        };
        form.wrong("budget", sentence);
    }
    let mut what = format!("recipe {word}");
    for change in &changes {
        what = format!("{what}, {change}");
    }
    Some(Contender {
        name: name.to_owned(),
        maker: Maker::Own(player),
        budget,
        what,
        at: None,
    })
}

/// An item as the file has it.
pub(super) fn written(item: &toml_edit::Item) -> String {
    item.to_string().trim().to_owned()
}

fn outside(
    name: &str,
    form: &Form<'_>,
    game: &dyn Discipline,
    own: Option<Budget>,
    usual: Option<Budget>,
) -> Option<Contender> {
    let command = form.needed_text("command")?;
    let start = form.texts("start").unwrap_or_default();
    let texts = || start.iter().chain([&command]);
    let takes_playouts = game.tells_playouts() || texts().any(|text| text.contains("{playouts}"));
    let budget = match (own, usual) {
        (Some(Budget::Playouts(_)), _) if !takes_playouts => {
            form.wrong(
                "budget",
                "playouts mean nothing to a program of others; write {playouts} where its command \
                 or `start` takes them, or give seconds or cpu",
            );
            None
        }
        (Some(own), _) => Some(own),
        // What is meant for searches of ours is no limit for others, who have settings of their own.
        (None, Some(Budget::Playouts(_))) if !takes_playouts => None,
        (None, usual) => usual,
    };
    if let Err(error) = CommandLine::parse(&command) {
        form.wrong("command", error.to_string());
    }
    for text in texts() {
        if let Err(error) = check_names(text) {
            let key = if *text == command { "command" } else { "start" };
            form.wrong(key, error.to_string());
        }
    }
    let program = Program {
        directory: form.text("directory"),
        start,
        place: toml::position(form.faults().text(), form.place_of("command")),
        extra: form.real("extra", 0.0..=3600.0).unwrap_or(1.0),
        command,
    };
    Some(Contender {
        name: name.to_owned(),
        what: program.command.clone(),
        maker: Maker::Outside(program),
        budget: budget.unwrap_or_default(),
        at: None,
    })
}

/// A budget: `{ playouts = 500 }`, `{ seconds = 1.5 }`, `{ cpu = 1.5 }`, or a clock with `main`,
/// `period` and `stones`.
pub(super) fn budget(form: &Form<'_>, key: &'static str) -> Option<Budget> {
    let inner = form.form(key)?;
    let playouts = inner.whole("playouts", 1..=1_000_000_000);
    let seconds = inner.real("seconds", 0.001..=86_400.0);
    let cpu = inner.real("cpu", 0.001..=86_400.0);
    let clock = inner.has("main") || inner.has("period");
    let main = inner.real("main", 0.0..=86_400.0);
    let period = inner.real("period", 0.001..=86_400.0);
    let stones = inner.whole("stones", 1..=1000);
    inner.close();
    let given = [
        playouts.map(Budget::Playouts),
        seconds.map(Budget::Seconds),
        cpu.map(Budget::Cpu),
        clock.then(|| Budget::Clock {
            main: main.unwrap_or(0.0),
            period: period.unwrap_or(0.0),
            stones: match period {
                Some(_) => stones.map_or(1, |n| n as u32),
                None => 0,
            },
        }),
    ];
    let given: Vec<Budget> = given.into_iter().flatten().collect();
    if given.len() > 1 {
        form.wrong(
            key,
            "a budget is one of playouts, seconds, cpu, or a clock of main, period and stones",
        );
    }
    if given.is_empty() && !(inner.has("playouts") || inner.has("seconds") || inner.has("cpu")) {
        form.wrong(
            key,
            "a budget needs one of playouts, seconds, cpu, or a clock of main, period and stones",
        );
    }
    given.first().copied()
}

impl Contender {
    /// The settings that results depend on, for the hash.
    pub(super) fn description(&self) -> serde_json::Value {
        let budget = format!("{:?}", self.budget);
        match &self.maker {
            Maker::Own(player) => {
                let values: BTreeMap<&str, String> = list(player.params())
                    .into_iter()
                    .filter(|entry| !entry.is_default() && !is_per_unit(entry.spec.name))
                    .map(|entry| (entry.spec.name, entry.value.to_string()))
                    .collect();
                serde_json::json!({"name": self.name, "parameters": values, "budget": budget})
            }
            Maker::Outside(program) => serde_json::json!({
                "name": self.name,
                "command": program.command,
                "directory": program.directory,
                "start": program.start,
                "extra": program.extra,
                "budget": budget,
            }),
        }
    }

    /// The player in a few words.
    pub(crate) fn line(&self) -> PlayerLine {
        PlayerLine {
            name: self.name.clone(),
            what: self.what.clone(),
            budget: self.spends(),
        }
    }

    fn spends(&self) -> String {
        match (self.budget, &self.maker) {
            (Budget::Playouts(n), Maker::Outside(_)) => format!("{n} playouts a move"),
            (Budget::Cpu(s), _) => format!("{s} processor seconds a move"),
            (
                Budget::Clock {
                    main,
                    period,
                    stones,
                },
                _,
            ) => match stones {
                0 => format!("{main} s a game"),
                1 => format!("{main} s, then {period} s a move"),
                n => format!("{main} s, then {period} s for {n} moves"),
            },
            (Budget::Seconds(s), Maker::Outside(_)) => format!("{s} s a move"),
            (Budget::Free, Maker::Outside(_)) => "its own settings".to_owned(),
            (_, Maker::Own(player)) => {
                let budget = player.budget();
                match (budget.playouts, budget.seconds) {
                    (0, s) => format!("{s} s a move"),
                    (n, 0.0) => format!("{n} playouts a move"),
                    (n, s) => format!("{n} playouts or {s} s a move"),
                }
            }
        }
    }
}

/// Names and words about a recipe change no result, and the seed is each unit's own.
fn is_per_unit(parameter: &str) -> bool {
    parameter == "budget.seed" || parameter.starts_with("recipe.")
}
