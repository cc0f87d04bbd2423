//! The player of a command: which recipe, what it may spend, and which game it plays.
//!
//! Every flag here is short for a parameter and is set by the parameter's own declaration, so that
//! what is wrong with it is said in the same words everywhere. The order is: the recipe, the user's
//! configuration file, single settings, then the flags.

use std::fs;
use std::process;
use std::thread;
use std::time::SystemTime;

use tengen_engine::Kit;
use tengen_game::Rng;
use tengen_go::{Game, Komi, Rules, Size};
use tengen_go_engine::level::Rank;
use tengen_go_engine::review::adopt;
use tengen_go_engine::{Go, Models, Parameters, Recipe, RecipeError, Session};
use tengen_params::{nearest, set, toml};
use tengen_record::sgf::Info;

use crate::configuration::Configuration;
use crate::failure::{Failure, say};
use crate::size::size;

/// What `--threads` takes beside numbers.
const AUTO: &str = "auto";
/// More threads than this are asked for by their number.
const MOST_THREADS: usize = 1024;

/// Who plays, and what.
#[derive(clap::Args)]
#[command(next_help_heading = "Player and game")]
#[group(id = "player")]
pub(crate) struct Args {
    /// The player: a name that `tengen recipes` lists, or a TOML file [default: default; with --net: net,
    /// with --model: playouts].
    #[arg(long, value_name = "NAME|FILE")]
    recipe: Option<String>,
    /// How strong it plays: 20k, 15k, 12k, 9k, 7k, 5k, 3k, 1k, 1d or full, or a number from 1 to 10; analyses are
    /// always by full strength [default: the recipe's, which is full].
    #[arg(long, value_name = "NAME|1..10")]
    level: Option<String>,
    /// Playouts for a move; without --time nothing else limits it.
    #[arg(long, value_name = "N")]
    playouts: Option<String>,
    /// Seconds for a move; without --playouts nothing else limits it.
    #[arg(long, value_name = "S")]
    time: Option<String>,
    /// How many threads search; auto takes as many as there are cores, but one where playouts are the only limit
    /// and a seed is given, so that the same moves come again [default: that of the recipe file, else auto in the
    /// commands play and analyze and 1 in others].
    #[arg(long, value_name = "T|auto")]
    threads: Option<String>,
    /// The model that gives moves their priors, a built-in one or a file [default: the recipe's].
    #[arg(long, value_name = "NAME|FILE")]
    model: Option<String>,
    /// The network that looks at positions, a built-in one or a file of KataGo's format [default: the recipe's].
    #[arg(long, value_name = "NAME|FILE")]
    net: Option<String>,
    /// Where the random numbers start [default: 1; where people play, another one every time unless
    /// the recipe is a file that names one].
    #[arg(long, value_name = "N")]
    seed: Option<String>,
    /// The side of the board [default: 19, in the terminal 9; that of a file].
    #[arg(long, value_name = "N", value_parser = size)]
    size: Option<Size>,
    /// White's points for moving second [default: 7.5, by Japanese rules 6.5, with handicap stones 0.5; that of a
    /// file].
    #[arg(long, value_name = "X", allow_hyphen_values = true)]
    komi: Option<Komi>,
    /// The rules: chinese, japanese, aga, new-zealand or tromp-taylor [default: chinese; those of a
    /// file].
    #[arg(long, value_name = "NAME")]
    rules: Option<Rules>,
    /// Set a parameter of the recipe, as `tengen recipes NAME` lists them; may be given several
    /// times.
    #[arg(long, value_name = "PART.NAME=VALUE")]
    set: Vec<String>,
    /// The user's configuration file.
    #[arg(skip)]
    configuration: Configuration,
}

impl Args {
    /// Takes what the user's configuration file says where no flag says otherwise.
    pub(crate) fn configure(&mut self, configuration: Configuration) {
        self.configuration = configuration;
    }

    /// The recipe by name or file: who names a network or patterns wants them to play.
    fn recipe(&self) -> &str {
        let usual = match (&self.net, &self.model) {
            (Some(_), _) => "net",
            (None, Some(_)) => "playouts",
            (None, None) => self.configuration.recipe.as_deref().unwrap_or("default"),
        };
        self.recipe.as_deref().unwrap_or(usual)
    }

    /// The parameters of the player; the seed is the recipe's where none was given.
    ///
    /// # Errors
    /// If there is no such recipe, parameter or model, or one does not take its value.
    pub(crate) fn parameters(&self) -> Result<Parameters, Failure> {
        let mut parameters = self.settled()?;
        let (level, limit) = (self.level_flag(), self.limit_flag());
        let rank = parameters.level.rank;
        if rank == Rank::Full {
            return self.checked(parameters);
        }
        match (level, limit) {
            (Some(_), Some(limit)) => {
                return Err(Failure::Usage(format!(
                    "{limit}: the level {} says how much a move may cost; leave one of the two out",
                    rank.name()
                )));
            }
            // What is asked for now counts for more than what is usual.
            (None, Some(limit)) => {
                parameters.level.rank = Rank::Full;
                let name = rank.name();
                say(format!(
                    "{limit} says how much a move may cost: the level {name} does not hold."
                ));
            }
            (Some(level), None) if !parameters.net.is_on() => {
                let name = &parameters.recipe.name;
                return Err(Failure::Usage(format!(
                    "{level}: the recipe {name} has no network, which levels draw on; with --recipe default one has"
                )));
            }
            _ => {}
        }
        self.checked(parameters)
    }

    /// The parameters of who judges games instead of playing them: at full strength, whatever level the recipe or the
    /// user's configuration file names.
    ///
    /// # Errors
    /// As [`Args::parameters`], and if a flag asks for another level.
    pub(crate) fn judging(&self) -> Result<Parameters, Failure> {
        let mut parameters = self.settled()?;
        if let Some(flag) = self.level_flag()
            && parameters.level.rank != Rank::Full
        {
            return Err(Failure::Usage(format!(
                "{flag}: analyses are by full strength, whoever has played; leave it out"
            )));
        }
        parameters.level.rank = Rank::Full;
        self.checked(parameters)
    }

    /// The flag that names the level, if one does.
    fn level_flag(&self) -> Option<&'static str> {
        let apart = || self.is_apart("level.rank").then_some("--set level.rank");
        self.level.as_ref().map(|_| "--level").or_else(apart)
    }

    /// The flag that limits what a move may cost, if one does.
    fn limit_flag(&self) -> Option<&'static str> {
        let flags = [
            ("--playouts", self.playouts.is_some()),
            ("--time", self.time.is_some()),
            ("--set budget.playouts", self.is_apart("budget.playouts")),
            ("--set budget.seconds", self.is_apart("budget.seconds")),
        ];
        let given = flags.iter().find(|(_, given)| *given);
        given.map(|(flag, _)| *flag)
    }

    /// The recipe with all that the configuration file and the flags set.
    fn settled(&self) -> Result<Parameters, Failure> {
        let mut parameters = recipe::<Go>(self.recipe())?.parameters;
        let chosen = self.recipe.is_some() || self.net.is_some() || self.model.is_some();
        self.configuration.apply(&mut parameters, chosen)?;
        for setting in &self.set {
            let Some((name, value)) = setting.split_once('=') else {
                let sentence = format!("--set takes PART.NAME=VALUE, not {setting:?}");
                return Err(Failure::Usage(sentence));
            };
            put(&mut parameters, "--set", name, value)?;
        }
        // A limit that is asked for alone is the only one.
        match (&self.playouts, &self.time) {
            (Some(_), None) => parameters.budget.seconds = 0.0,
            (None, Some(_)) => parameters.budget.playouts = 0,
            _ => {}
        }
        let flags = [
            ("--playouts", "budget.playouts", &self.playouts),
            ("--time", "budget.seconds", &self.time),
            ("--seed", "budget.seed", &self.seed),
            ("--model", "prior.model", &self.model),
            ("--net", "net.file", &self.net),
        ];
        for (flag, name, value) in flags {
            if let Some(value) = value {
                put(&mut parameters, flag, name, value)?;
            }
        }
        if let Some(level) = &self.level {
            let rank = Rank::of(level);
            let wrong = |none| Failure::Usage(format!("--level: {none}"));
            parameters.level.rank = rank.map_err(wrong)?;
        }
        match self.threads.as_deref() {
            Some(AUTO) => self.take_cores(&mut parameters),
            Some(number) => put(&mut parameters, "--threads", "budget.threads", number)?,
            None => {}
        }
        Ok(parameters)
    }

    /// The parameters, if they go together.
    fn checked(&self, parameters: Parameters) -> Result<Parameters, Failure> {
        if self.model.is_some() && !parameters.prior.on {
            let name = &parameters.recipe.name;
            return Err(Failure::Usage(format!(
                "--model: the recipe {name} uses no model; with --recipe playouts one does"
            )));
        }
        if self.net.is_some() && !parameters.net.is_on() {
            let name = &parameters.recipe.name;
            return Err(Failure::Usage(format!(
                "--net: the recipe {name} uses no network; with --recipe net one does"
            )));
        }
        if let (Some(_), Some(size)) = (&self.net, self.asked_size())
            && size > Size::NINETEEN
        {
            return Err(Failure::Usage(format!(
                "--net: networks know boards up to 19×19, not {size}"
            )));
        }
        Models::load(&parameters)?;
        Ok(parameters)
    }

    /// The same for a player that has the machine to itself: it takes all cores unless a number of threads was given.
    pub(crate) fn eager(&self, mut parameters: Parameters) -> Parameters {
        // A recipe that names several threads is meant literally.
        let given = self.threads.is_some() || self.is_given("budget.threads");
        if !given && parameters.budget.threads == 1 {
            self.take_cores(&mut parameters);
        }
        parameters
    }

    /// A thread for every core; one where more would cost the repetition that was asked for.
    fn take_cores(&self, parameters: &mut Parameters) {
        let repeats = self.is_seed_given() && parameters.budget.seconds == 0.0;
        // A history has an order, which one thread alone keeps.
        let alone = repeats || parameters.history.on;
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let most = MOST_THREADS.min(cores) as u32;
        parameters.budget.threads = if alone { 1 } else { most };
    }

    /// The parameters as those of a player that plays another game every time: a seed that was not given, by
    /// a flag or in the user's own recipe, is drawn, and said once on standard error so that the game can be repeated.
    pub(crate) fn enliven(&self, parameters: &mut Parameters) {
        if !self.is_seed_given() {
            let seed = drawn_seed();
            parameters.budget.seed = seed;
            say(seed_sentence(parameters));
        }
    }

    /// Tests if a seed was given.
    fn is_seed_given(&self) -> bool {
        self.seed.is_some() || self.is_given("budget.seed")
    }

    /// Tests if a parameter was set apart or is named by the user's own recipe.
    fn is_given(&self, name: &str) -> bool {
        self.is_apart(name) || self.configuration.names(name) || is_in_file(self.recipe(), name)
    }

    /// Tests if a parameter was set apart.
    fn is_apart(&self, name: &str) -> bool {
        let mut names = self.set.iter().filter_map(|set| set.split_once('='));
        names.any(|(set, _)| set.trim() == name)
    }

    /// A game by the flags on this board, whose komi suits so many handicap stones; they are still to be placed.
    pub(crate) fn game(&self, size: Size, handicap: usize) -> Game {
        let usual = &self.configuration;
        let rules = self.rules.or(usual.rules).unwrap_or_default();
        // The user's usual komi is that of the usual game.
        let is_usual = handicap == 0 && self.rules.is_none();
        let komi = self.komi.or(usual.komi.filter(|_| is_usual));
        let komi = komi.unwrap_or_else(|| rules.usual_komi(handicap));
        Game::new(size, rules, komi)
    }

    /// The game of a record, with the rules and the komi of the flags where some were given, and the
    /// usual ones where the record has none either.
    pub(crate) fn adopt(&self, game: Game, info: &Info) -> Game {
        adopt(game, info, self.rules, self.komi)
    }

    /// The rules and the komi that were asked for.
    pub(crate) const fn asked_rules(&self) -> (Option<Rules>, Option<Komi>) {
        (self.rules, self.komi)
    }

    /// The size that was asked for.
    pub(crate) const fn asked_size(&self) -> Option<Size> {
        self.size
    }

    /// The size of a new board, this one unless the flags or the user's configuration file name another.
    pub(crate) fn new_size(&self, usual: Size) -> Size {
        self.size.or(self.configuration.size).unwrap_or(usual)
    }

    /// A session on a board of 19×19 if no other was asked for, with a drawn seed unless one was
    /// given.
    ///
    /// # Errors
    /// As [`Args::parameters`].
    pub(crate) fn session(&self) -> Result<Session, Failure> {
        let mut parameters = self.parameters()?;
        self.enliven(&mut parameters);
        let size = self.new_size(Size::NINETEEN);
        Ok(Session::new(parameters, self.game(size, 0)))
    }
}

/// Says if a network that was named is left out on boards of this size.
pub(crate) fn tell_left_out(parameters: &Parameters, size: Size) {
    if let Some(sentence) = parameters.net.left_out(size) {
        say(sentence);
    }
}

/// The recipe of a game of this name or in this file.
///
/// # Errors
/// With a sentence that names the nearest, or what is wrong with the file.
pub(crate) fn recipe<K: Kit>(name: &str) -> Result<tengen_engine::Recipe<K>, Failure> {
    tengen_engine::Recipe::<K>::find(name).map_err(|error| match error {
        RecipeError::Unknown { .. } => {
            let hint = match nearest(name, tengen_engine::Recipe::<K>::names()).first() {
                Some(nearest) => format!(" (did you mean {nearest}?)"),
                None => String::new(),
            };
            Failure::Usage(format!("{error}{hint}"))
        }
        RecipeError::Wrong(lines) => Failure::Failed(lines.replace('\n', "\nerror: ")),
        RecipeError::Unreadable { .. } => Failure::Failed(error.to_string()),
    })
}

/// Tests if a recipe is a file that names a parameter. The built-in ones leave seed and threads to whoever plays.
fn is_in_file(recipe: &str, name: &str) -> bool {
    if Recipe::names().any(|built_in| built_in == recipe) {
        return false;
    }
    let Ok(text) = fs::read_to_string(recipe) else {
        return false;
    };
    let settings = toml::settings(&Parameters::default(), &text, recipe);
    settings.is_ok_and(|all| all.iter().any(|set| set.spec.name == name))
}

/// The seed of a player, and if it repeats its games: what goes by time or by threads comes out otherwise.
fn seed_sentence(parameters: &Parameters) -> String {
    let budget = &parameters.budget;
    let seed = budget.seed;
    // Levels count their playouts.
    let full = parameters.level.rank == Rank::Full;
    match full && (budget.seconds > 0.0 || budget.threads > 1 || budget.ponder) {
        false => format!("Seed {seed}: --seed {seed} repeats these games."),
        true => format!(
            "Seed {seed}. Only games whose moves are limited by playouts alone, on one thread, can be \
             repeated: --playouts N --seed {seed}."
        ),
    }
}

/// Sets a parameter; what is wrong is said about the flag.
fn put(parameters: &mut Parameters, flag: &str, name: &str, value: &str) -> Result<(), Failure> {
    set(parameters, name, value).map_err(|error| Failure::Usage(format!("{flag}: {error}")))
}

/// A seed that differs from run to run, short enough to be typed.
fn drawn_seed() -> u64 {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    let nanoseconds = now.map_or(0, |time| time.as_nanos());
    let mixed = nanoseconds as u64 ^ (u64::from(process::id()) << 40);
    u64::from(Rng::new(mixed).below(1_000_000))
}
