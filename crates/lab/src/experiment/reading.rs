//! Reading of an experiment: from its file, or from a bundle that travelled; with all that is
//! wrong with it.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use tengen_params::toml;

use super::bundle::{self, Beside, Bundle, Files};
use super::form::{Fault, Faults, Form};
use super::{
    Contender, Experiment, Learn, Maker, Match, Measure, Problems, Work, claims, contest, players,
    schedule,
};
use crate::game::{Discipline, Games};
use crate::hash;
use crate::outline::Kind;
use crate::player::Budget;

/// The keys of all kinds of experiments, but for those of a game's board.
const KEYS: [&str; 25] = [
    "kind",
    "game",
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

impl Experiment {
    /// Reads an experiment, on one of these games, from its file.
    ///
    /// # Errors
    /// With all that is wrong with it.
    pub fn open(path: &Path, games: Games) -> Result<Self, Vec<Fault>> {
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
        let mut experiment = Self::read(&stem, &text, &file, games, &mut beside)?;
        experiment.bundle.files = beside.read;
        Ok(experiment)
    }

    /// Reads an experiment, on one of these games, from a bundle.
    ///
    /// # Errors
    /// With all that is wrong with it.
    pub fn unpack(mut bundle: Bundle, games: Games) -> Result<Self, Vec<Fault>> {
        let file = format!("{}.toml", bundle.name);
        let Bundle { name, text, files } = &mut bundle;
        let mut read = Self::read(name, text, &file, games, files)?;
        read.bundle = bundle;
        Ok(read)
    }

    fn read(
        name: &str,
        text: &str,
        file: &str,
        games: Games,
        files: &mut dyn Files,
    ) -> Result<Self, Vec<Fault>> {
        let faults = Faults::new(text, file);
        let document = match toml::document(text) {
            Ok(document) => document,
            Err((place, fault)) => {
                faults.add(place, fault.to_string());
                return Err(faults.finish());
            }
        };
        let root = Form::new(document.as_table(), String::new(), 0, &faults);
        let read = Self::fill(name, text, &root, games, files);
        if read.is_none() {
            // Reading was broken off, so only what is a key nowhere is surely wrong.
            root.know(&KEYS);
            root.know(&games.keys());
        }
        root.close();
        let found = faults.finish();
        match read {
            Some(experiment) if found.is_empty() => Ok(experiment),
            _ => Err(found),
        }
    }

    fn fill(
        name: &str,
        text: &str,
        form: &Form<'_>,
        games: Games,
        files: &mut dyn Files,
    ) -> Option<Self> {
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
        let game = games.read(form)?;
        let title = form.text("title").unwrap_or_else(|| name.to_owned());
        let about = form.text("about").unwrap_or_default();
        let attempts = form.whole("attempts", 1..=100).unwrap_or(3);
        let seed = form.whole("seed", 0..=i64::MAX as u64).unwrap_or(1);
        if kind == Some(Kind::Learn) {
            if !game.can_be_learned() {
                let name = game.name();
                form.wrong("kind", format!("there is nothing to learn of {name} yet"));
            }
            let work = Work::Learn(Box::new(Learn::read(form, game)?));
            let mut experiment = Self::new(name, text, title, about.trim(), game, work);
            experiment.attempts = attempts as u32;
            experiment.complete(form, seed, games);
            return Some(experiment);
        }
        let budget = players::budget(form, "budget");
        let timeout = form.real("timeout", 0.1..=86_400.0).unwrap_or(60.0);
        let read = players::read(form, game, budget, files);
        let base: Vec<String> = read.iter().map(|player| player.name.clone()).collect();
        let swept = schedule::sweep(form, &read);
        let players = match &swept {
            Some(swept) => swept.unfold(read),
            None => read,
        };
        let work = match kind? {
            Kind::Match => {
                let contest = Match::read(form, game, &players, &base, files)?;
                Work::Match(Box::new(contest))
            }
            Kind::Problems => Work::Problems(Problems::read(form, game, files)?),
            Kind::Measure => {
                let measure = Measure::read(form, game, files)?;
                needs_recipes(form, &players);
                Work::Measure(measure)
            }
            Kind::Learn => return None,
        };
        let stop = contest::stop(form);
        if !matches!(work, Work::Match(_)) {
            only_for_matches(form, &players);
        }
        let mut experiment = Self {
            players,
            sweep: swept.map(|swept| swept.sweep),
            stop,
            timeout: Duration::from_secs_f64(timeout),
            attempts: attempts as u32,
            ..Self::new(name, text, title, about.trim(), game, work)
        };
        experiment.complete(form, seed, games);
        Some(experiment)
    }

    fn new(
        name: &str,
        text: &str,
        title: String,
        about: &str,
        game: &'static dyn Discipline,
        work: Work,
    ) -> Self {
        Self {
            bundle: Bundle {
                name: name.to_owned(),
                text: text.to_owned(),
                files: BTreeMap::new(),
            },
            title,
            about: about.to_owned(),
            game,
            players: Vec::new(),
            work,
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
    fn complete(&mut self, form: &Form<'_>, seed: u64, games: Games) {
        self.hash = hash::hex(self.description(seed, games).to_string().as_bytes());
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
            let key = match self.work {
                Work::Learn(_) => "models",
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
            let key = match self.work {
                Work::Match(_) => "games",
                Work::Problems(_) | Work::Measure(_) => "trials",
                Work::Learn(_) => "models",
            };
            form.wrong(
                key,
                format!(
                    "an experiment has at most {MOST_UNITS} units, and this one would have {all}"
                ),
            );
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
