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
//! ```
//!
//! Every model is a series of one unit. `curve` makes further ones that learn from fewer games, and
//! `sweep` further ones with one parameter changed. Where the games lie is no part of the file: see
//! [`Supplies`](crate::lesson::Supplies).

use std::collections::BTreeMap;
use std::ops::Range;

use tengen_params::{list, toml};
use tengen_pattern::learn::columns;
use tengen_pattern::scene::PatternParams;
use toml_edit::Item;

use super::form::{Form, did_you_mean, number};
use super::players::{is_name, written};
use crate::lesson::Supplies;
use crate::outline::{ModelLine, PlayerLine, Point, Series};
use crate::record::Subset;
use crate::report::cell::grouped;

/// No record has a larger number.
const MOST_GAMES: u64 = 1_000_000_000;
/// Nor a move.
const MOST_MOVES: u64 = 2_000;
/// At most so many models, those of curves and sweeps included.
const MOST_MODELS: usize = 500;

/// Models that are learned.
#[derive(Clone, Debug)]
pub struct Learn {
    /// The records to learn from.
    pub train: Range<u64>,
    /// Those to choose by.
    pub validate: Option<Range<u64>>,
    /// Those to be judged by in the end.
    pub test: Option<Range<u64>>,
    /// Which moves of a game.
    pub moves: Range<usize>,
    /// The models.
    pub models: Vec<Lesson>,
    /// A model learns from no more games than this.
    pub(super) cap: Option<u64>,
    /// The games themselves, and where models are kept; `None` while nothing is to be learned.
    pub supplies: Option<Supplies>,
}

/// A model to be learned.
#[derive(Clone, Debug, PartialEq)]
pub struct Lesson {
    /// The name, which is that of its series.
    pub name: String,
    /// What it is for.
    pub about: String,
    /// What is set, in words.
    what: String,
    /// How many of the records to learn from it takes, from the first one on.
    pub games: u64,
    /// On which records it is judged.
    pub on: Subset,
    /// All parameters of its learning.
    pub params: PatternParams,
    /// The model that it is compared with.
    pub base: Option<String>,
    /// The model whose learning curve it is a point of.
    curve: Option<String>,
    /// The value that makes it differ from the model it is a variant of.
    at: Option<Point>,
}

impl Learn {
    pub(super) fn read(form: &Form<'_>) -> Option<Self> {
        form.needed("data");
        form.needed("models");
        let data = form.form("data");
        let ranges = data.as_ref().and_then(Ranges::read);
        let models = form.forms("models");
        if models.is_empty() && form.has("models") {
            form.wrong("models", "there are no models; add some as [[models]]");
        }
        let train = ranges.as_ref().map(|ranges| ranges.train.clone());
        let mut lessons = Vec::new();
        let mut bases = Vec::new();
        for model in &models {
            let read = Lesson::read(model, train.as_ref());
            model.close();
            let Some(read) = read else { continue };
            if let Some(ranges) = &ranges {
                ranges.has(read[0].on, model);
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

    /// What results depend on, for the hash.
    pub(super) fn description(&self) -> serde_json::Value {
        let model = |model: &Lesson| {
            serde_json::json!({
                "name": model.name,
                "games": model.games,
                "on": model.on,
                "parameters": model.parameters(),
            })
        };
        serde_json::json!({
            "kind": "learn",
            "train": [self.train.start, self.train.end],
            "validate": self.validate.as_ref().map(|range| [range.start, range.end]),
            "test": self.test.as_ref().map(|range| [range.start, range.end]),
            "moves": [self.moves.start, self.moves.end],
            "models": self.models.iter().map(model).collect::<Vec<_>>(),
        })
    }

    pub(super) fn settings(&self) -> Vec<(String, String)> {
        let said = |range: &Range<u64>| {
            let (first, last) = (grouped(range.start), grouped(range.end.saturating_sub(1)));
            format!("records {first} to {last}")
        };
        let setting = |name: &str, value: String| (name.to_owned(), value);
        let mut settings = vec![setting("training", said(&self.train))];
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
            settings.push(setting(
                "cap",
                format!("{} games to learn from", grouped(cap)),
            ));
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
        };
        self.models.iter().map(line).collect()
    }

    /// Lets no model learn from more games than this, and points of learning curves beyond it
    /// fall away. A third as many games, or a thousand, are enough to judge by then.
    pub(super) fn cap_at(&mut self, games: u64) {
        let most = self.models.iter().map(|model| model.games).max();
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
        let most = self.cap.map_or(u64::MAX, |cap| (cap / 3).max(1000));
        Some(all.start..all.end.min(all.start.saturating_add(most)))
    }

    /// The records that a model learns from.
    #[must_use]
    pub fn training(&self, lesson: &Lesson) -> Range<u64> {
        self.train.start
            ..self
                .train
                .end
                .min(self.train.start.saturating_add(lesson.games))
    }
}

impl Lesson {
    /// Reads a table of `[[models]]`: a model and its variants.
    fn read(form: &Form<'_>, train: Option<&Range<u64>>) -> Option<Vec<Self>> {
        let name = form.needed_text("name");
        if let Some(name) = name.as_ref().filter(|name| !is_name(name)) {
            form.wrong(
                "name",
                format!(
                    "{name:?} is no name for a model; names have letters, digits and the signs \
                     . _ + -, and at most 60 characters"
                ),
            );
        }
        let all = train.map_or(MOST_GAMES, |train| train.end - train.start);
        let games = form.whole("games", 1..=all).unwrap_or(all);
        let on = [("test", Subset::Test), ("validation", Subset::Validation)];
        let on = form.choice("on", &on).unwrap_or(Subset::Test);
        let mut params = PatternParams::default();
        let mut changes = Vec::new();
        if let Some(changed) = form.form("set") {
            for (parameter, item, place) in changed.flat() {
                match toml::set_item(&mut params, &parameter, item, form.faults().text()) {
                    Ok(()) => changes.push(format!("{parameter} = {}", written(item))),
                    Err(error) => form.faults().add(place, error.to_string()),
                }
            }
        }
        if columns(&params) == 0 {
            let sentence = "every feature of the model is off, so there is nothing to learn";
            form.wrong("set", sentence);
        }
        form.know(&["base"]);
        let curve = curve(form, games);
        let main = Self {
            name: name?,
            about: form.text("about").unwrap_or_default(),
            what: changes.join(", "),
            games,
            on,
            params,
            base: None,
            curve: None,
            at: None,
        };
        let points = curve.into_iter().map(|games| main.with_games(games));
        let points: Vec<Self> = points.collect();
        let swept = main.swept(form);
        let mut models = vec![main];
        if !points.is_empty() {
            models[0].curve = Some(models[0].name.clone());
        }
        models.extend(points);
        models.extend(swept);
        Some(models)
    }

    /// The point of its learning curve with so many games.
    fn with_games(&self, games: u64) -> Self {
        let point = Point {
            text: games.to_string(),
            number: Some(games as f64),
        };
        Self {
            games,
            curve: Some(self.name.clone()),
            ..self.variant(&games.to_string(), point)
        }
    }

    /// The variants of `sweep`, each with one parameter changed.
    fn swept(&self, form: &Form<'_>) -> Vec<Self> {
        let mut models = Vec::new();
        let Some(swept) = form.form("sweep") else {
            return models;
        };
        for (parameter, item, place) in swept.flat() {
            let Some(values) = item.as_array() else {
                let sentence = format!("`sweep` takes an array of values for `{parameter}`");
                form.faults().add(place, sentence);
                continue;
            };
            for value in values {
                let item = Item::Value(value.clone());
                let text = value.as_str().map_or_else(|| written(&item), str::to_owned);
                let mut params = self.params.clone();
                if let Err(error) =
                    toml::set_item(&mut params, &parameter, &item, form.faults().text())
                {
                    form.faults().add(place, error.to_string());
                    break;
                }
                let point = Point {
                    number: number(&item),
                    text: text.clone(),
                };
                let mut variant = self.variant(&format!("{parameter}={text}"), point);
                let comma = if variant.what.is_empty() { "" } else { ", " };
                variant.what = format!("{}{comma}{parameter} = {text}", variant.what);
                variant.base = Some(self.name.clone());
                variant.params = params;
                models.push(variant);
            }
        }
        models
    }

    fn variant(&self, label: &str, at: Point) -> Self {
        Self {
            name: format!("{}[{label}]", self.name),
            about: String::new(),
            curve: None,
            at: Some(at),
            ..self.clone()
        }
    }

    /// All parameters by name.
    pub(crate) fn parameters(&self) -> BTreeMap<String, String> {
        let entries = list(&self.params).into_iter();
        entries
            .map(|entry| (entry.spec.name.to_owned(), entry.value.to_string()))
            .collect()
    }

    /// What it learns from and is judged by.
    pub(crate) fn spends(&self) -> String {
        let on = self.on.words();
        format!("{} games, judged on the {on} games", grouped(self.games))
    }

    /// The name of its files, without an ending.
    #[must_use]
    pub fn stem(&self) -> String {
        let mut stem = String::new();
        for letter in self.name.chars() {
            match letter {
                '[' | '=' => stem.push('-'),
                letter if letter.is_alphanumeric() || "._+-".contains(letter) => stem.push(letter),
                _ => {}
            }
        }
        stem
    }
}

/// The points of a learning curve, fewer games than the model itself learns from.
fn curve(form: &Form<'_>, games: u64) -> Vec<u64> {
    let mut points = Vec::new();
    for value in form.values("curve").unwrap_or_default() {
        let point = value.as_integer().and_then(|n| u64::try_from(n).ok());
        match point.filter(|&n| n > 0 && n < games) {
            Some(n) if !points.contains(&n) => points.push(n),
            Some(n) => form.wrong("curve", format!("`curve` names {n} games twice")),
            None => form.wrong(
                "curve",
                format!(
                    "`curve` takes numbers of games below the {games} of the model itself, not {}",
                    value.to_string().trim()
                ),
            ),
        }
    }
    points.sort_unstable();
    points
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

/// `[data]`: which records and moves.
struct Ranges {
    train: Range<u64>,
    validate: Option<Range<u64>>,
    test: Option<Range<u64>>,
    moves: Range<usize>,
}

impl Ranges {
    fn read(form: &Form<'_>) -> Option<Self> {
        form.needed("train");
        let train = range(form, "train", MOST_GAMES);
        let validate = range(form, "validate", MOST_GAMES);
        let test = range(form, "test", MOST_GAMES);
        let moves = range(form, "moves", MOST_MOVES);
        let given = form.has("moves");
        if !form.has("validate") && !form.has("test") {
            form.faults().add(
                form.place(),
                "[data] needs `test` or `validate`: games that models are judged by",
            );
        }
        form.close();
        let named = [("train", &train), ("validate", &validate), ("test", &test)];
        for (at, (key, one)) in named.iter().enumerate() {
            for (other, two) in &named[..at] {
                if let (Some(one), Some(two)) = (one, two)
                    && one.start < two.end
                    && two.start < one.end
                {
                    form.wrong(
                        key,
                        format!(
                            "`data.{key}` and `data.{other}` share the records {} to {}: a model is \
                             judged by games that nothing was learned from or chosen by",
                            one.start.max(two.start),
                            one.end.min(two.end) - 1
                        ),
                    );
                }
            }
        }
        let moves = match moves {
            Some(moves) => moves.start as usize..moves.end as usize,
            None if given => return None,
            None => 0..MOST_MOVES as usize,
        };
        Some(Self {
            train: train?,
            validate,
            test,
            moves,
        })
    }

    /// Notes a fault if there are no such records.
    fn has(&self, on: Subset, form: &Form<'_>) {
        let there = match on {
            Subset::Test => self.test.is_some(),
            Subset::Validation => self.validate.is_some(),
        };
        if !there {
            let key = match on {
                Subset::Test => "test",
                Subset::Validation => "validate",
            };
            form.wrong(
                "on",
                format!(
                    "a model is judged on the {} games, and [data] has no `{key}`",
                    on.words()
                ),
            );
        }
    }
}

/// `[first, last]`, the last one not included.
fn range(form: &Form<'_>, key: &'static str, most: u64) -> Option<Range<u64>> {
    let values = form.values(key)?;
    let whole = |value: &&toml_edit::Value| {
        let number = value.as_integer().and_then(|n| u64::try_from(n).ok());
        number.filter(|&n| n <= most)
    };
    let numbers: Option<Vec<u64>> = values.iter().map(whole).collect();
    match numbers.as_deref() {
        Some(&[start, end]) if start < end => Some(start..end),
        _ => {
            form.wrong(
                key,
                format!(
                    "`{}` takes two whole numbers [first, behind the last], the first one smaller, \
                     up to {most}",
                    form.name(key)
                ),
            );
            None
        }
    }
}
