//! Learning: games to learn from and to be judged by, and the models that are learned.
//!
//! ```toml
//! kind = "learn"
//!
//! [data]
//! train = [0, 280000]
//! validate = [280000, 290000]
//! test = [290000, 300000]
//! moves = [0, 50]
//!
//! [[models]]
//! name = "ordinary"
//! set = { "broad.on" = false }
//!
//! [[models]]
//! name = "broad"
//! base = "ordinary"
//! curve = [3000, 10000]
//! sweep = { "broad.reach" = [3, 7] }
//!
//! [[models]]
//! name = "network"
//! file = "net-6x64"
//! base = "broad"
//! ```
//!
//! Every model is a series of one unit. `curve` makes further ones that learn from fewer games, and
//! `sweep` further ones with one parameter changed. One with a `file` is there already, and judged as it is: see
//! `given`. Where the games lie is no part of the file: see
//! [`Supplies`](crate::lesson::Supplies).

mod given;
mod lesson;
mod ranges;

use std::ops::Range;

pub use given::{Given, GivenBlend, ModelSource};
pub use lesson::Lesson;

use super::form::{Fault, Form, did_you_mean};
use crate::game::Discipline;
use crate::lesson::{Supplies, missing};
use crate::outline::{ModelLine, PlayerLine, Series};
use crate::record::Subset;
use ranges::Ranges;
use tengen_document::cell::grouped;

/// At most so many models, those of curves and sweeps included.
const MOST_MODELS: usize = 500;

/// Models that are learned, or judged as they are.
#[derive(Clone, Debug)]
pub struct Learn {
    /// The records to learn from; `None` only where nothing is learned.
    pub train: Option<Range<u64>>,
    /// Those to choose by.
    pub validate: Option<Range<u64>>,
    /// Those to be judged by in the end.
    pub test: Option<Range<u64>>,
    /// The moves of a game that count.
    pub moves: Range<usize>,
    /// The models.
    pub models: Vec<Lesson>,
    /// A model learns from no more games than this; where nothing is learned, it is judged by no more.
    pub(super) cap: Option<u64>,
    /// The games themselves, and where models are kept; `None` while nothing is to be learned.
    pub supplies: Option<Supplies>,
}

impl Learn {
    pub(super) fn read(form: &Form<'_>, game: &dyn Discipline) -> Option<Self> {
        form.needed("data");
        form.needed("models");
        let data = form.form("data");
        let models = form.forms("models");
        let learns = models.iter().any(|model| !model.has("file"));
        let ranges = data.as_ref().and_then(|data| Ranges::read(data, learns));
        if models.is_empty() && form.has("models") {
            form.wrong("models", "there are no models; add some as [[models]]");
        }
        let train = ranges.as_ref().and_then(|ranges| ranges.train.clone());
        let built_in = game.models();
        let mut lessons = Vec::new();
        let mut bases = Vec::new();
        for model in &models {
            let read = Lesson::read(model, train.as_ref(), &built_in);
            model.close();
            let Some(read) = read else { continue };
            if let Some(ranges) = &ranges {
                ranges.has(read[0].on, model);
                let blend = read[0]
                    .given
                    .as_ref()
                    .and_then(|given| given.blend.as_ref());
                if let Some(blend) = blend {
                    ranges.apart(read[0].on, &blend.records, model);
                }
            }
            bases.push((read[0].name.clone(), model.text("base"), model));
            lessons.extend(read);
        }
        if lessons.len() > MOST_MODELS {
            form.wrong(
                "models",
                format!(
                    "an experiment has at most {MOST_MODELS} models, and this one would have {}",
                    lessons.len()
                ),
            );
        }
        settle(&mut lessons, &bases);
        let ranges = ranges?;
        Some(Self {
            train: ranges.train,
            validate: ranges.validate,
            test: ranges.test,
            moves: ranges.moves,
            models: lessons,
            cap: None,
            supplies: None,
        })
    }

    /// The settings that results depend on, for the hash.
    pub(super) fn description(&self) -> serde_json::Value {
        serde_json::json!({
            "kind": "learn",
            "train": self.train.as_ref().map(|range| [range.start, range.end]),
            "validate": self.validate.as_ref().map(|range| [range.start, range.end]),
            "test": self.test.as_ref().map(|range| [range.start, range.end]),
            "moves": [self.moves.start, self.moves.end],
            "models": self.models.iter().map(Lesson::description).collect::<Vec<_>>(),
        })
    }

    pub(super) fn settings(&self) -> Vec<(String, String)> {
        let said = |range: &Range<u64>| {
            let (first, last) = (grouped(range.start), grouped(range.end.saturating_sub(1)));
            format!("records {first} to {last}")
        };
        let setting = |name: &str, value: String| (name.to_owned(), value);
        let train = self.train.iter().filter(|_| self.learns());
        let mut settings: Vec<_> = train
            .map(|range| setting("training", said(range)))
            .collect();
        if let Some(range) = self.records(Subset::Validation) {
            settings.push(setting("validation", said(&range)));
        }
        if let Some(range) = self.records(Subset::Test) {
            settings.push(setting("test", said(&range)));
        }
        let last = self.moves.end.saturating_sub(1);
        settings.push(setting(
            "moves",
            format!("{} to {last}, from 0", self.moves.start),
        ));
        if let Some(cap) = self.cap {
            let what = match self.learns() {
                true => "learn from",
                false => "be judged by",
            };
            let games = grouped(cap);
            settings.push(setting("cap", format!("{games} games to {what}")));
        }
        settings
    }

    pub(super) fn series(&self) -> Vec<Series> {
        let series = |model: &Lesson| Series {
            name: model.name.clone(),
            first: model.name.clone(),
            second: None,
            at: model.at.clone(),
            planned: 1,
        };
        self.models.iter().map(series).collect()
    }

    pub(super) fn lines(&self) -> Vec<PlayerLine> {
        let line = |model: &Lesson| PlayerLine {
            name: model.name.clone(),
            what: match (model.about.as_str(), model.what.as_str()) {
                ("", what) => what.to_owned(),
                (about, "") => about.to_owned(),
                (about, what) => format!("{about}: {what}"),
            },
            budget: model.spends(),
        };
        self.models.iter().map(line).collect()
    }

    pub(super) fn outline(&self) -> Vec<ModelLine> {
        let line = |model: &Lesson| ModelLine {
            series: model.name.clone(),
            games: model.games,
            on: model.on,
            base: model.base.clone(),
            curve: model.curve.clone(),
            given: model.given.is_some(),
        };
        self.models.iter().map(line).collect()
    }

    /// True if any model is learned.
    #[must_use]
    pub fn learns(&self) -> bool {
        self.models.iter().any(|model| model.given.is_none())
    }

    /// Lets no model learn from more games than this, and points of learning curves beyond it
    /// fall away. A third as many games, or a thousand, are enough to judge by then. Where nothing is learned, so many
    /// judge.
    pub(super) fn cap_at(&mut self, games: u64) {
        let most = match self.learns() {
            true => self.models.iter().map(|model| model.games).max(),
            false => {
                let judged = self
                    .models
                    .iter()
                    .filter_map(|model| self.records(model.on));
                judged.map(|range| range.end - range.start).max()
            }
        };
        if most.is_none_or(|most| most <= games) {
            return;
        }
        self.models.retain(|model| {
            model.curve.as_ref() == Some(&model.name)
                || model.games < games
                || model.curve.is_none()
        });
        for model in &mut self.models {
            model.games = model.games.min(games);
        }
        self.cap = Some(games);
    }

    /// The cap, where it makes a difference.
    #[must_use]
    pub const fn cap(&self) -> Option<u64> {
        self.cap
    }

    /// The records that a model is judged by.
    #[must_use]
    pub fn records(&self, on: Subset) -> Option<Range<u64>> {
        let all = match on {
            Subset::Test => self.test.clone(),
            Subset::Validation => self.validate.clone(),
        }?;
        let most = match self.cap {
            Some(cap) if self.learns() => (cap / 3).max(1000),
            cap => cap.unwrap_or(u64::MAX),
        };
        Some(all.start..all.end.min(all.start.saturating_add(most)))
    }

    /// The records that a model learns from; `None` where nothing is learned.
    #[must_use]
    pub fn training(&self, lesson: &Lesson) -> Option<Range<u64>> {
        let all = self.train.as_ref().filter(|_| lesson.given.is_none())?;
        Some(all.start..all.end.min(all.start.saturating_add(lesson.games)))
    }

    /// What is missing or wrong of models that should be there, each with its place in the file.
    pub(super) fn missing(&self, file: &str) -> Vec<Fault> {
        let each = |model: &Lesson| {
            let (source, error) = missing(model.given.as_ref()?)?;
            let sentence = format!("model {}: {error}", model.name);
            Some(source.fault(file.to_owned(), sentence))
        };
        self.models.iter().filter_map(each).collect()
    }
}

/// Gives every model what it is compared with: for a point of a curve the point of the base's
/// curve with as many games, if there is one.
fn settle(models: &mut [Lesson], bases: &[(String, Option<String>, &Form<'_>)]) {
    let known: Vec<(String, Subset)> = models.iter().map(|m| (m.name.clone(), m.on)).collect();
    for (name, base, form) in bases {
        let Some(base) = base else { continue };
        let Some((_, on)) = known.iter().find(|(known, _)| known == base) else {
            let hint = did_you_mean(base, known.iter().map(|(name, _)| name.as_str()));
            form.wrong("base", format!("there is no model {base:?}{hint}"));
            continue;
        };
        for model in models.iter_mut() {
            let of_curve = model.name != *name && model.curve.as_ref() == Some(name);
            if model.name != *name && !of_curve {
                continue;
            }
            if model.on != *on || model.name == *base {
                form.wrong(
                    "base",
                    format!(
                        "{name:?} cannot be compared with {base:?}: that takes another model that \
                         is judged on the same games"
                    ),
                );
                break;
            }
            let alike = format!("{base}[{}]", model.games);
            let found = of_curve && known.iter().any(|(name, _)| *name == alike);
            model.base = Some(if found { alike } else { base.clone() });
        }
    }
}
