//! The user's configuration file: what commands with a player take where no flag says otherwise.
//!
//! It names parameters as every other file does, and a recipe and a game besides. Only commands that play or analyse
//! read it: experiments, benchmarks and training must not depend on whose computer they run on.

mod place;

use std::io::Write;
use std::path::Path;

use tengen_go::{Komi, Rules, Size};
use tengen_go_engine::{Go, Parameters};
use tengen_params::toml::{self, Setting};
use tengen_params::{Params, Slot, Spec, Value, choice, get, params, set_value};

use crate::failure::Failure;
use crate::params::text;
use crate::player::recipe as recipe_of;
use crate::screen::Screen;
use place::Place;

/// The parameters that suit a computer or its user, whoever plays; `group.` stands for all of a group.
const WHOEVER_PLAYS: [&str; 3] = ["budget.", "time.", "tree.memory"];

choice! {
    /// The rules of a game.
    pub(crate) enum RuleSet {
        /// Area, positional superko.
        Chinese = "chinese",
        /// Territory, simple ko.
        Japanese = "japanese",
        /// Area, situational superko.
        Aga = "aga",
        /// Area, situational superko, suicide.
        NewZealand = "new-zealand",
        /// Area, positional superko, suicide.
        TrompTaylor = "tromp-taylor",
    }
}

params! {
    /// Who plays.
    pub(crate) struct Player as player {
        /// The recipe: a name that `tengen recipes` lists, or the full path of a TOML file.
        recipe: String = "default";
    }
}

params! {
    /// What is played where nothing else says so, such as a record.
    pub(crate) struct NewGame as game {
        /// The side of the board.
        size: u32 = 19, 2..=25;
        /// The rules.
        rules: RuleSet = RuleSet::Chinese;
        /// White's points for moving second, without handicap stones.
        komi: f64 = 7.5, -10_000.0..=10_000.0;
    }
}

/// The parameters of a player without the name of a recipe, which no file but a recipe has.
#[derive(Default)]
struct Nameless(Parameters);

impl Params for Nameless {
    fn visit(&self, each: &mut dyn FnMut(&'static Spec, Value)) {
        self.0.visit(&mut |spec, value| {
            if spec.group() != "recipe" {
                each(spec, value);
            }
        });
    }

    fn visit_mut(&mut self, each: &mut dyn FnMut(&'static Spec, Slot<'_>)) {
        self.0.visit_mut(&mut |spec, slot| {
            if spec.group() != "recipe" {
                each(spec, slot);
            }
        });
    }
}

/// What the file says.
#[derive(Clone, Debug, Default)]
pub(crate) struct Configuration {
    /// The recipe.
    pub(crate) recipe: Option<String>,
    /// The side of new boards.
    pub(crate) size: Option<Size>,
    /// The rules of new games.
    pub(crate) rules: Option<Rules>,
    /// The komi of new games without handicap stones.
    pub(crate) komi: Option<Komi>,
    settings: Vec<Setting>,
}

impl Configuration {
    /// Reads the user's file; nothing is set where there is none.
    ///
    /// # Errors
    /// If it cannot be read or says something wrong, or a file that was named is not there.
    pub(crate) fn read() -> Result<Self, Failure> {
        match Place::here() {
            Place::At { file, named } if named || file.exists() => Self::open(&file),
            Place::At { .. } | Place::Nowhere(_) => Ok(Self::default()),
        }
    }

    fn open(file: &Path) -> Result<Self, Failure> {
        Self::parse(&text(file)?, &file.display().to_string())
    }

    fn parse(text: &str, file: &str) -> Result<Self, Failure> {
        let mut known = (Player::default(), NewGame::default(), Nameless::default());
        let settings = toml::settings(&known, text, file).map_err(|faults| {
            let lines: Vec<String> = faults.iter().map(ToString::to_string).collect();
            Failure::Usage(lines.join("\nerror: "))
        })?;
        for setting in &settings {
            put(&mut known, setting)?;
        }
        let mut configuration = Self {
            settings,
            ..Self::default()
        };
        let (player, game, _) = known;
        let named = |name| configuration.names(name);
        let recipe = named("player.recipe").then_some(player.recipe);
        if let Some(name) = &recipe {
            recipe_of::<Go>(name).map_err(|failure| located(&failure, text, file))?;
        }
        // The ranges are those of the types, and the names those of rules.
        let size = named("game.size").then(|| Size::new(game.size as usize).ok());
        let rules = named("game.rules").then(|| game.rules.name().parse().ok());
        let komi = named("game.komi").then(|| Komi::new(game.komi).ok());
        configuration.recipe = recipe;
        configuration.size = size.flatten();
        configuration.rules = rules.flatten();
        configuration.komi = komi.flatten();
        Ok(configuration)
    }

    /// Tests if the file sets this parameter.
    pub(crate) fn names(&self, name: &str) -> bool {
        self.settings.iter().any(|set| set.spec.name == name)
    }

    /// Sets the parameters of the file. Of a recipe that a flag has `chosen`, only what suits the computer is
    /// set, and only what the recipe leaves open.
    ///
    /// # Errors
    /// If a parameter refuses what its declaration allows.
    pub(crate) fn apply(&self, parameters: &mut Parameters, chosen: bool) -> Result<(), Failure> {
        let untouched = Parameters::default().budget;
        let limits = |name: &str| matches!(name, "budget.playouts" | "budget.seconds");
        let is_limited = parameters.budget.playouts != untouched.playouts
            || parameters.budget.seconds != untouched.seconds;
        let counts = |setting: &&Setting| {
            let name = setting.spec.name;
            let open = match limits(name) {
                true => !is_limited,
                false => get(parameters, name).is_ok_and(|entry| entry.is_default()),
            };
            let of_players = !matches!(setting.spec.group(), "player" | "game");
            let suits = WHOEVER_PLAYS.iter().any(|start| name.starts_with(start));
            of_players && (!chosen || (suits && open))
        };
        let settings: Vec<&Setting> = self.settings.iter().filter(counts).collect();
        let named = |name| settings.iter().any(|set| set.spec.name == name);
        // A limit that is set alone is the only one, as with flags.
        match (named("budget.playouts"), named("budget.seconds")) {
            (true, false) => parameters.budget.seconds = 0.0,
            (false, true) => parameters.budget.playouts = 0,
            _ => {}
        }
        settings.iter().try_for_each(|set| put(parameters, set))
    }
}

/// What is wrong with the recipe of a file, with its line.
fn located(failure: &Failure, text: &str, file: &str) -> Failure {
    let place = || {
        let document = toml::document(text).ok()?;
        let player = document.as_table().get("player")?.as_table_like()?;
        Some(toml::place(player, "recipe", player.get("recipe")?))
    };
    let (line, column) = toml::position(text, place().unwrap_or(0));
    let sentence = failure.sentence().unwrap_or_default();
    let sentence = sentence.trim_start_matches("error: ");
    Failure::Usage(format!(
        "{file}:{line}:{column}: `player.recipe`: {sentence}"
    ))
}

fn put(parameters: &mut dyn Params, setting: &Setting) -> Result<(), Failure> {
    set_value(parameters, setting.spec.name, &setting.value)
        .map_err(|error| Failure::Usage(error.to_string()))
}

/// Says where the file is, and what it sets.
pub(crate) fn tell(screen: &mut Screen) -> Result<(), Failure> {
    let (file, named) = match Place::here() {
        Place::Nowhere(why) => {
            writeln!(screen, "No configuration file is read: {why}.")?;
            return Ok(());
        }
        Place::At { file, named } => (file, named),
    };
    let name = file.display();
    if !named && !file.exists() {
        writeln!(screen, "{name}: there is no such file.")?;
        return Ok(());
    }
    let settings = Configuration::open(&file)?.settings;
    match settings.is_empty() {
        true => writeln!(screen, "{name} sets nothing.")?,
        false => writeln!(screen, "{name} sets")?,
    }
    let widths = settings.iter().map(|set| set.spec.name.len());
    let width = widths.max().unwrap_or(0);
    for Setting { spec, value, .. } in &settings {
        writeln!(screen, "  {:width$}  {value}", spec.name)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use tengen_go_engine::Recipe;
    use tengen_params::check_declarations;

    use super::*;

    fn parameters(recipe: &str, text: &str, chosen: bool) -> Parameters {
        let configuration = Configuration::parse(text, "config.toml").unwrap();
        let mut parameters = Recipe::find(recipe).unwrap().parameters;
        configuration.apply(&mut parameters, chosen).unwrap();
        parameters
    }

    #[test]
    fn what_is_no_parameter_is_read_too() {
        let text =
            "[player]\nrecipe = \"uct\"\n[game]\nsize = 13\nrules = \"new-zealand\"\nkomi = 7\n";
        let read = Configuration::parse(text, "config.toml").unwrap();
        assert_eq!(read.recipe.as_deref(), Some("uct"));
        assert_eq!(read.size, Some(Size::THIRTEEN));
        assert_eq!(read.rules, Some(Rules::NEW_ZEALAND));
        assert_eq!(read.komi, Some(Komi::new(7.0).unwrap()));
        let empty = Configuration::parse("", "config.toml").unwrap();
        assert!(empty.recipe.is_none() && empty.size.is_none() && empty.komi.is_none());
    }

    #[test]
    fn the_declarations_are_sound() {
        let known = (Player::default(), NewGame::default(), Nameless::default());
        assert_eq!(check_declarations(&known), Ok(()));
    }

    #[test]
    fn every_name_of_rules_is_one() {
        for variant in RuleSet::VARIANTS {
            let rules: Rules = variant.name.parse().unwrap();
            assert_eq!(rules.to_string(), variant.name);
        }
        assert_eq!(RuleSet::VARIANTS.len(), Rules::ALL.len());
    }

    #[test]
    fn a_recipe_that_a_flag_chose_stays_itself() {
        let text =
            "[budget]\nseconds = 9\nthreads = 3\n[rave]\nequivalence = 77\n[tree]\nmemory = 33\n";
        let own = parameters("gnugo-uct", text, false);
        assert_eq!((own.budget.playouts, own.budget.seconds), (0, 9.0));
        assert_eq!(
            get(&own, "rave.equivalence").unwrap().value.number(),
            Some(77.0)
        );
        let chosen = parameters("gnugo-uct", text, true);
        let limits = (chosen.budget.playouts, chosen.budget.seconds);
        assert_eq!(limits, (8000, 0.0));
        assert_eq!(chosen.budget.threads, 3);
        assert_eq!(
            get(&chosen, "tree.memory").unwrap().value.number(),
            Some(33.0)
        );
        assert_eq!(
            get(&chosen, "rave.equivalence"),
            get(&parameters("gnugo-uct", "", true), "rave.equivalence")
        );
        // A recipe without limits takes those of the file, and one with threads of its own keeps them.
        let open = parameters("uct", text, true).budget;
        assert_eq!((open.playouts, open.seconds), (0, 9.0));
        assert_eq!(parameters("cygo", text, true).budget.threads, 2);
    }
}
