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
//! Read in this order: this file, `units`, `reading`, `players`, `contest`, `schedule`, `openings`,
//! `suites`, `lessons`, `claims`, then `form` (how a file is read) and `bundle` (how it travels).

mod bundle;
mod claims;
mod contest;
mod form;
mod lessons;
mod openings;
mod players;
mod reading;
mod schedule;
mod suites;
mod units;

use std::time::Duration;

use tengen_store::Header;

pub use bundle::{Bundle, Files};
pub use claims::{Claim, Figure, Paper, Quantity, Relation};
pub use contest::Match;
pub use form::{Fault, Faults, Form, did_you_mean};
pub use lessons::{Given, GivenBlend, Learn, Lesson, ModelSource};
pub use openings::{Opening, Openings, moves, still_runs};
pub use players::{Contender, Maker, Program};
pub use suites::{Measure, Problems};
pub use units::Unit;

use crate::game::{Discipline, Games};
use crate::lesson::Supplies;
use crate::outline::{Kind, Outline, Series, Stop, Sweep};

/// The version of what is hashed: another one makes other experiments of the same files.
///
/// Parameters at their defaults are not hashed, so that results outlive the coming of a new parameter.
/// A default that changes therefore needs another version here; the tests of each game watch over that.
const VERSION: u32 = 2;

/// An experiment that has been read and found right.
#[derive(Clone, Debug)]
pub struct Experiment {
    /// The file and what it refers to.
    pub bundle: Bundle,
    /// The title in reports.
    pub title: String,
    /// The question it asks.
    pub about: String,
    /// The game it is about.
    pub game: &'static dyn Discipline,
    /// The players; one for each value of a swept parameter.
    pub players: Vec<Contender>,
    /// The work that is done.
    pub work: Work,
    /// The sweep.
    pub sweep: Option<Sweep>,
    /// The test that ends a series early.
    pub stop: Option<Stop>,
    /// The paper it comes from.
    pub paper: Option<Paper>,
    /// The claims of that paper.
    pub claims: Vec<Claim>,
    /// The time an engine may take to answer.
    pub timeout: Duration,
    /// The number of attempts at a unit before it is given up.
    pub attempts: u32,
    /// The hash of all that results depend on, in hexadecimal digits.
    pub hash: String,
}

/// The work of an experiment.
#[derive(Clone, Debug)]
pub enum Work {
    /// Games between players.
    Match(Box<Match>),
    /// Answers to problems.
    Problems(Problems),
    /// Searches of positions.
    Measure(Measure),
    /// Models that are learned.
    Learn(Box<Learn>),
}

impl Experiment {
    /// The programs that this machine does not have, and models that are to be judged as they are and are not there
    /// or of no use, each with its place in the file.
    #[must_use]
    pub fn missing(&self) -> Vec<Fault> {
        let file = format!("{}.toml", self.bundle.name);
        let mut faults = match &self.work {
            Work::Learn(task) => task.missing(&file),
            _ => Vec::new(),
        };
        for player in &self.players {
            if let Maker::Outside(program) = &player.maker
                && let Some(sentence) = program.missing(self.game)
            {
                faults.push(Fault {
                    file: file.clone(),
                    line: program.place.0,
                    column: program.place.1,
                    sentence: format!("player {}: {sentence}", player.name),
                });
            }
        }
        faults
    }

    /// All that results depend on; the usual game is not named.
    fn description(&self, seed: u64, games: Games) -> serde_json::Value {
        let players: Vec<_> = self.players.iter().map(Contender::description).collect();
        let task = match &self.work {
            Work::Match(task) => task.description(),
            Work::Problems(task) => task.description(),
            Work::Measure(task) => task.description(),
            Work::Learn(task) => task.description(),
        };
        let mut description = serde_json::json!({
            "version": VERSION,
            "seed": seed,
            "players": players,
            "task": task,
        });
        if !games.is_usual(self.game) {
            description["game"] = self.game.name().into();
        }
        description
    }

    /// The kind of its units.
    #[must_use]
    pub const fn kind(&self) -> Kind {
        match &self.work {
            Work::Match(_) => Kind::Match,
            Work::Problems(_) => Kind::Problems,
            Work::Measure(_) => Kind::Measure,
            Work::Learn(_) => Kind::Learn,
        }
    }

    /// The number of threads that a unit keeps busy: those of the player with the most, since one
    /// thinks at a time. Of programs nothing is known, and one is supposed.
    #[must_use]
    pub fn threads(&self) -> usize {
        let threads = self.players.iter().map(|player| match &player.maker {
            Maker::Own(player) => player.budget().threads as usize,
            Maker::Outside(_) => 1,
        });
        threads.max().unwrap_or(1)
    }

    /// The series, in the order of tables.
    #[must_use]
    pub fn series(&self) -> Vec<Series> {
        match &self.work {
            Work::Match(task) => {
                let series = |&(a, b): &(usize, usize)| {
                    schedule::series(&self.players[a], Some(&self.players[b]), task.games)
                };
                task.pairings.iter().map(series).collect()
            }
            Work::Problems(task) => self.each_alone(task.planned()),
            Work::Measure(task) => self.each_alone(task.planned()),
            Work::Learn(task) => task.series(),
        }
    }

    fn each_alone(&self, planned: u64) -> Vec<Series> {
        let players = self.players.iter();
        players
            .map(|player| schedule::series(player, None, planned))
            .collect()
    }

    /// Gives models that are to be learned their games, and a folder to be kept in. Experiments of
    /// other kinds need none.
    pub fn supply(&mut self, supplies: Supplies) {
        if let Work::Learn(task) = &mut self.work {
            task.supplies = Some(supplies);
        }
    }

    /// A line on what is going on in a unit, where units are long.
    #[must_use]
    pub fn news(&self) -> Option<String> {
        match &self.work {
            Work::Learn(task) => {
                let line = task.supplies.as_ref()?.news.line();
                (!line.is_empty()).then_some(line)
            }
            _ => None,
        }
    }

    /// The header that a store keeps of it.
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

    /// The outline that reports see of it.
    #[must_use]
    pub fn outline(&self) -> Outline {
        let settings = match &self.work {
            Work::Match(task) => task.settings(),
            Work::Problems(task) => task.settings(),
            Work::Measure(task) => task.settings(),
            Work::Learn(task) => task.settings(),
        };
        let (players, models) = match &self.work {
            Work::Learn(task) => (task.lines(), task.outline()),
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
