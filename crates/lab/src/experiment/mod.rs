//! An experiment: a file that says who does what how often, and the units that follow from it.
//!
//! ```toml
//! kind = "match"
//! games = 200
//! size = 9
//! budget = { playouts = 500 }
//!
//! [players.rave]
//! [players.uct]
//! ```
//!
//! Everything is checked before anything runs, and faults are told with their lines. What results
//! depend on is hashed; unit ids and seeds follow from the hash, so that the same file gives the same
//! units everywhere. How often (`games`, `trials`), how results are waited for (`timeout`,
//! `attempts`), early stopping and words for people are not part of the hash: more games may be asked
//! for later, and those that are there stay.
//!
//! Read in this order: this file, `players`, `contest`, `schedule`, `openings`, `suites`, `lessons`, `claims`, then `form` (how a file is
//! read) and `bundle` (how it travels).

mod bundle;
mod claims;
mod contest;
mod form;
mod lessons;
mod openings;
mod players;
mod schedule;
mod suites;

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use tengen_params::toml;

pub use bundle::{Bundle, Files};
pub use claims::{Claim, Figure, Paper, Quantity, Relation};
pub use contest::Match;
pub use form::Fault;
pub use lessons::{Learn, Lesson};
pub use openings::{Openings, moves};
pub use players::{Contender, Maker, Program};
pub use suites::{Measure, Problems};

use crate::hash;
use crate::lesson::Supplies;
use crate::outline::{Kind, Outline, Series, Stop, Sweep};
use crate::player::Budget;
use crate::store::{Header, UnitKey};
use bundle::Beside;
use form::{Faults, Form};

/// The version of what is hashed: another one makes other experiments of the same files.
const VERSION: u32 = 1;

/// The keys of all kinds of experiments.
const KEYS: [&str; 27] = [
    "kind",
    "title",
    "about",
    "budget",
    "timeout",
    "attempts",
    "seed",
    "players",
    "sweep",
    "stop",
    "paper",
    "claims",
    "games",
    "size",
    "komi",
    "rules",
    "openings",
    "longest",
    "schedule",
    "champion",
    "pairings",
    "trials",
    "suite",
    "positions",
    "counts",
    "data",
    "models",
];

/// An experiment has at most so many units: their list has to fit into memory, and into a life.
const MOST_UNITS: u64 = 2_000_000;

/// An experiment that has been read and found right.
#[derive(Clone, Debug)]
pub struct Experiment {
    /// The file and what it refers to.
    pub bundle: Bundle,
    /// What reports call it.
    pub title: String,
    /// What it asks.
    pub about: String,
    /// The players; one for each value of a swept parameter.
    pub players: Vec<Contender>,
    /// What is done.
    pub task: Task,
    /// The sweep.
    pub sweep: Option<Sweep>,
    /// When a series ends early.
    pub stop: Option<Stop>,
    /// The paper it comes from.
    pub paper: Option<Paper>,
    /// What that paper claims.
    pub claims: Vec<Claim>,
    /// How long an engine may take to answer.
    pub timeout: Duration,
    /// How often a unit is tried before it is given up.
    pub attempts: u32,
    /// The hash of all that results depend on, in hexadecimal digits.
    pub hash: String,
}

/// What an experiment does.
#[derive(Clone, Debug)]
pub enum Task {
    /// Games between players.
    Match(Box<Match>),
    /// Answers to problems.
    Problems(Problems),
    /// Searches of positions.
    Measure(Measure),
    /// Models that are learned.
    Learn(Box<Learn>),
}

/// A piece of work with an id and a seed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// `SERIES/NUMBER`.
    pub id: String,
    /// The place of its series.
    pub series: usize,
    /// The number within the series, from 1.
    pub number: u64,
    /// From this all chance in it follows.
    pub seed: u64,
}

impl Experiment {
    /// Reads an experiment from its file.
    ///
    /// # Errors
    /// With all that is wrong with it.
    pub fn open(path: &Path) -> Result<Self, Vec<Fault>> {
        let file = path.display().to_string();
        let text = bundle::read(path).map_err(|sentence| {
            vec![Fault {
                file: file.clone(),
                line: 1,
                column: 1,
                sentence,
            }]
        })?;
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let mut beside = Beside::new(path);
        let mut experiment = Self::read(&stem, &text, &file, &mut beside)?;
        experiment.bundle.files = beside.read;
        Ok(experiment)
    }

    /// The programs that this machine does not have, each with its place in the file.
    #[must_use]
    pub fn missing_programs(&self) -> Vec<Fault> {
        let mut faults = Vec::new();
        for player in &self.players {
            if let Maker::Outside(program) = &player.maker
                && let Some(sentence) = program.missing()
            {
                faults.push(Fault {
                    file: format!("{}.toml", self.bundle.name),
                    line: program.place.0,
                    column: program.place.1,
                    sentence: format!("player {}: {sentence}", player.name),
                });
            }
        }
        faults
    }

    /// Reads an experiment from a bundle.
    ///
    /// # Errors
    /// With all that is wrong with it.
    pub fn unpack(mut bundle: Bundle) -> Result<Self, Vec<Fault>> {
        let file = format!("{}.toml", bundle.name);
        let mut read = Self::read(&bundle.name, &bundle.text, &file, &mut bundle.files)?;
        read.bundle = bundle;
        Ok(read)
    }

    fn read(name: &str, text: &str, file: &str, files: &mut dyn Files) -> Result<Self, Vec<Fault>> {
        let faults = Faults::new(text, file);
        let document = match toml::document(text) {
            Ok(document) => document,
            Err((place, fault)) => {
                faults.add(place, fault.to_string());
                return Err(faults.finish());
            }
        };
        let root = Form::new(document.as_table(), String::new(), 0, &faults);
        let read = Self::fill(name, text, &root, files);
        if read.is_none() {
            // Reading was broken off, so only what is a key nowhere is surely wrong.
            root.know(&KEYS);
        }
        root.close();
        let found = faults.finish();
        match read {
            Some(experiment) if found.is_empty() => Ok(experiment),
            _ => Err(found),
        }
    }

    fn fill(name: &str, text: &str, form: &Form<'_>, files: &mut dyn Files) -> Option<Self> {
        form.needed("kind");
        let kind = form.choice(
            "kind",
            &[
                ("match", Kind::Match),
                ("problems", Kind::Problems),
                ("measure", Kind::Measure),
                ("learn", Kind::Learn),
            ],
        );
        let title = form.text("title").unwrap_or_else(|| name.to_owned());
        let about = form.text("about").unwrap_or_default();
        let attempts = form.whole("attempts", 1..=100).unwrap_or(3);
        let seed = form.whole("seed", 0..=i64::MAX as u64).unwrap_or(1);
        if kind == Some(Kind::Learn) {
            let task = Task::Learn(Box::new(Learn::read(form)?));
            let mut experiment = Self::new(name, text, title, about.trim(), task);
            experiment.attempts = attempts as u32;
            experiment.complete(form, seed);
            return Some(experiment);
        }
        let budget = players::budget(form, "budget");
        let timeout = form.real("timeout", 0.1..=86_400.0).unwrap_or(60.0);
        let read = players::read(form, budget, files);
        let base: Vec<String> = read.iter().map(|player| player.name.clone()).collect();
        let swept = schedule::sweep(form, &read);
        let players = match &swept {
            Some(swept) => swept.unfold(read),
            None => read,
        };
        let task = match kind? {
            Kind::Match => Task::Match(Box::new(Match::read(form, &players, &base, files)?)),
            Kind::Problems => Task::Problems(Problems::read(form, files)?),
            Kind::Measure => {
                let task = Measure::read(form, &contest::game(form), files)?;
                needs_recipes(form, &players);
                Task::Measure(task)
            }
            Kind::Learn => return None,
        };
        let stop = contest::stop(form);
        if !matches!(task, Task::Match(_)) {
            only_for_matches(form, &players);
        }
        let mut experiment = Self {
            players,
            sweep: swept.map(|swept| swept.sweep),
            stop,
            timeout: Duration::from_secs_f64(timeout),
            attempts: attempts as u32,
            ..Self::new(name, text, title, about.trim(), task)
        };
        experiment.complete(form, seed);
        Some(experiment)
    }

    fn new(name: &str, text: &str, title: String, about: &str, task: Task) -> Self {
        Self {
            bundle: Bundle {
                name: name.to_owned(),
                text: text.to_owned(),
                files: BTreeMap::new(),
            },
            title,
            about: about.to_owned(),
            players: Vec::new(),
            task,
            sweep: None,
            stop: None,
            paper: None,
            claims: Vec::new(),
            timeout: Duration::from_secs(60),
            attempts: 1,
            hash: String::new(),
        }
    }

    /// Adds what follows from the rest: the hash and what is said about the series.
    fn complete(&mut self, form: &Form<'_>, seed: u64) {
        self.hash = hash::hex(self.description(seed).to_string().as_bytes());
        self.no_series_twice(form);
        self.not_too_much(form);
        let series = self.series();
        self.paper = claims::paper(form, self.kind(), &series);
        self.claims = claims::claims(form, self.kind(), &series);
    }

    fn no_series_twice(&self, form: &Form<'_>) {
        let mut names: Vec<String> = self.series().into_iter().map(|s| s.name).collect();
        names.sort();
        if let Some(pair) = names.windows(2).find(|pair| pair[0] == pair[1]) {
            let key = match self.task {
                Task::Learn(_) => "models",
                _ => "players",
            };
            form.wrong(key, format!("two series would be called {:?}", pair[0]));
        }
    }

    fn not_too_much(&self, form: &Form<'_>) {
        let series = self.series();
        let planned = series.iter().map(|series| series.planned);
        let all = planned.fold(0_u64, u64::saturating_add);
        if all > MOST_UNITS {
            let key = match self.task {
                Task::Match(_) => "games",
                Task::Problems(_) | Task::Measure(_) => "trials",
                Task::Learn(_) => "models",
            };
            form.wrong(
                key,
                format!(
                    "an experiment has at most {MOST_UNITS} units, and this one would have {all}"
                ),
            );
        }
    }

    /// All that results depend on.
    fn description(&self, seed: u64) -> serde_json::Value {
        let players: Vec<_> = self.players.iter().map(Contender::description).collect();
        let task = match &self.task {
            Task::Match(task) => task.description(),
            Task::Problems(task) => task.description(),
            Task::Measure(task) => task.description(),
            Task::Learn(task) => task.description(),
        };
        serde_json::json!({
            "version": VERSION,
            "seed": seed,
            "players": players,
            "task": task,
        })
    }

    /// What its units are.
    #[must_use]
    pub const fn kind(&self) -> Kind {
        match &self.task {
            Task::Match(_) => Kind::Match,
            Task::Problems(_) => Kind::Problems,
            Task::Measure(_) => Kind::Measure,
            Task::Learn(_) => Kind::Learn,
        }
    }

    /// The series, in the order of tables.
    #[must_use]
    pub fn series(&self) -> Vec<Series> {
        match &self.task {
            Task::Match(task) => {
                let series = |&(a, b): &(usize, usize)| {
                    schedule::series(&self.players[a], Some(&self.players[b]), task.games)
                };
                task.pairings.iter().map(series).collect()
            }
            Task::Problems(task) => self.each_alone(task.planned()),
            Task::Measure(task) => self.each_alone(task.planned()),
            Task::Learn(task) => task.series(),
        }
    }

    fn each_alone(&self, planned: u64) -> Vec<Series> {
        let players = self.players.iter();
        players
            .map(|player| schedule::series(player, None, planned))
            .collect()
    }

    /// All units, in the order in which they are to be done: the first ones of every series first, so
    /// that what is there at any time compares all of them.
    #[must_use]
    pub fn units(&self) -> Vec<Unit> {
        let series = self.series();
        let most = series.iter().map(|series| series.planned).max();
        let mut units = Vec::new();
        for first in (1..=most.unwrap_or(0)).step_by(self.stride() as usize) {
            for (place, one) in series.iter().enumerate() {
                let last = one.planned.min(first + self.stride() - 1);
                units.extend((first..=last).map(|number| self.unit(place, &one.name, number)));
            }
        }
        units
    }

    /// How many units of a series are done in a row: the two games of a pair stay together.
    const fn stride(&self) -> u64 {
        match &self.task {
            Task::Match(_) => 2,
            Task::Problems(_) | Task::Measure(_) | Task::Learn(_) => 1,
        }
    }

    fn unit(&self, series: usize, name: &str, number: u64) -> Unit {
        let id = format!("{name}/{number}");
        let seed = hash::seed(&self.hash, &id);
        Unit {
            id,
            series,
            number,
            seed,
        }
    }

    /// The unit of this id, also one beyond those that are asked for now; `None` if it cannot be one
    /// of this experiment.
    #[must_use]
    pub fn unit_of(&self, id: &str) -> Option<Unit> {
        let (name, number) = id.rsplit_once('/')?;
        let number = number.parse().ok().filter(|&number| number > 0)?;
        let series = self.series().into_iter().position(|one| one.name == name)?;
        Some(self.unit(series, name, number)).filter(|unit| unit.id == id)
    }

    /// The units as a store wants them. A place depends on series and number alone, so that units
    /// which are asked for later change nothing about those before them.
    #[must_use]
    pub fn keys(&self) -> Vec<UnitKey> {
        let series = self.series();
        let stride = self.stride();
        let key = |unit: Unit| {
            let (block, offset) = ((unit.number - 1) / stride, (unit.number - 1) % stride);
            UnitKey {
                series: series[unit.series].name.clone(),
                id: unit.id,
                place: (block * series.len() as u64 + unit.series as u64) * stride + offset,
            }
        };
        self.units().into_iter().map(key).collect()
    }

    /// Asks for so many units of each series: games, rounded up to pairs, or trials. That changes
    /// nothing about the units themselves. Models learn from at most so many games; if that makes a
    /// difference it is another experiment, with another hash.
    pub fn ask_for(&mut self, units: u64) {
        let units = units.max(1);
        match &mut self.task {
            Task::Match(task) => task.games = units.next_multiple_of(2),
            Task::Problems(task) => task.trials = units,
            Task::Measure(task) => task.trials = units,
            Task::Learn(task) => {
                let before = task.cap();
                task.cap_at(units);
                if task.cap() != before {
                    let text = format!("{} with at most {units} games", self.hash);
                    self.hash = hash::hex(text.as_bytes());
                }
            }
        }
    }

    /// Asks for no more than so many units, as [`Experiment::ask_for`] does: what is asked for already
    /// stays where it is less.
    pub fn ask_for_at_most(&mut self, units: u64) {
        let asked = match &self.task {
            Task::Match(task) => task.games,
            Task::Problems(task) => task.trials,
            Task::Measure(task) => task.trials,
            Task::Learn(_) => u64::MAX,
        };
        if units < asked {
            self.ask_for(units);
        }
    }

    /// Gives models that are to be learned their games, and a folder to be kept in. Experiments of
    /// other kinds need none.
    pub fn supply(&mut self, supplies: Supplies) {
        if let Task::Learn(task) = &mut self.task {
            task.supplies = Some(supplies);
        }
    }

    /// A line on what is going on in a unit, where units are long.
    #[must_use]
    pub fn news(&self) -> Option<String> {
        match &self.task {
            Task::Learn(task) => {
                let line = task.supplies.as_ref()?.news.line();
                (!line.is_empty()).then_some(line)
            }
            _ => None,
        }
    }

    /// What a store keeps of it.
    ///
    /// # Panics
    /// Never: a bundle is made of texts.
    #[must_use]
    pub fn header(&self) -> Header {
        Header {
            hash: self.hash.clone(),
            name: self.bundle.name.clone(),
            bundle: serde_json::json!(self.bundle).to_string(),
        }
    }

    /// What reports see of it.
    #[must_use]
    pub fn outline(&self) -> Outline {
        let settings = match &self.task {
            Task::Match(task) => task.settings(),
            Task::Problems(task) => task.settings(),
            Task::Measure(task) => task.settings(),
            Task::Learn(task) => task.settings(),
        };
        let (players, models) = match &self.task {
            Task::Learn(task) => (task.lines(), task.outline()),
            _ => (
                self.players.iter().map(Contender::line).collect(),
                Vec::new(),
            ),
        };
        Outline {
            name: self.bundle.name.clone(),
            title: self.title.clone(),
            about: self.about.clone(),
            kind: self.kind(),
            hash: self.hash.clone(),
            players,
            series: self.series(),
            sweep: self.sweep.clone(),
            settings,
            stop: self.stop,
            models,
        }
    }
}

/// Notes a fault for whatever makes sense in games alone.
fn only_for_matches(form: &Form<'_>, players: &[Contender]) {
    if form.has("stop") {
        form.wrong(
            "stop",
            "`stop` is for matches: the test is one of pairs of games",
        );
    }
    for player in players {
        if matches!(player.budget, Budget::Cpu(_) | Budget::Clock { .. }) {
            let sentence = format!(
                "player {} has a budget that is for matches; here it is playouts or seconds",
                player.name
            );
            form.wrong("players", sentence);
        }
    }
}

/// Notes a fault for every player that has no search of ours to be measured.
fn needs_recipes(form: &Form<'_>, players: &[Contender]) {
    for player in players {
        if matches!(player.maker, Maker::Outside(_)) {
            let sentence = format!(
                "player {} is an outside program; only searches of recipes can be measured",
                player.name
            );
            form.wrong("players", sentence);
        }
    }
}
