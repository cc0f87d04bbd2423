//! A model to be learned or to be judged as it is, and the variants that its curve and its sweep make of it.

use std::collections::BTreeMap;
use std::ops::Range;

use tengen_document::cell::grouped;
use tengen_params::{list, toml};
use tengen_pattern::learn::columns;
use tengen_pattern::scene::PatternParams;
use toml_edit::Item;

use super::super::form::{Form, number};
use super::super::players::{is_name, written};
use super::given::{BuiltIn, Given};
use super::ranges::MOST_GAMES;
use crate::outline::Point;
use crate::record::Subset;

/// A model to be learned, or to be judged as it is.
#[derive(Clone, Debug, PartialEq)]
pub struct Lesson {
    /// The name, which is that of its series.
    pub name: String,
    /// The purpose of it.
    pub about: String,
    /// The settings, in words.
    pub(super) what: String,
    /// The model that is judged as it is, where nothing is learned.
    pub given: Option<Given>,
    /// The number of the records to learn from that it takes, from the first one on; 0 where nothing is learned.
    pub games: u64,
    /// The records on which it is judged.
    pub on: Subset,
    /// All parameters of its learning, where it is learned.
    pub params: PatternParams,
    /// The model that it is compared with.
    pub base: Option<String>,
    /// The model whose learning curve it is a point of.
    pub(super) curve: Option<String>,
    /// The value that makes it differ from the model it is a variant of.
    pub(super) at: Option<Point>,
}

impl Lesson {
    /// Reads a table of `[[models]]`: a model and its variants.
    pub(super) fn read(
        form: &Form<'_>,
        train: Option<&Range<u64>>,
        built_in: &BuiltIn,
    ) -> Option<Vec<Self>> {
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
        let on = [("test", Subset::Test), ("validation", Subset::Validation)];
        let on = form.choice("on", &on).unwrap_or(Subset::Test);
        form.know(&["base"]);
        let given = Given::read(form, built_in);
        let main = Self {
            name: name.unwrap_or_default(),
            about: form.text("about").unwrap_or_default(),
            what: given.as_ref().map_or_else(String::new, Given::words),
            given,
            games: 0,
            on,
            params: PatternParams::default(),
            base: None,
            curve: None,
            at: None,
        };
        let models = match form.has("file") {
            true => {
                form.know(&["games", "set", "curve", "sweep"]);
                main.given.is_some().then(|| vec![main])
            }
            false => Some(main.learned(form, train)),
        };
        models.filter(|models| !models[0].name.is_empty())
    }

    /// The model as it is learned, and its variants.
    fn learned(mut self, form: &Form<'_>, train: Option<&Range<u64>>) -> Vec<Self> {
        let all = train.map_or(MOST_GAMES, |train| train.end - train.start);
        self.games = form.whole("games", 1..=all).unwrap_or(all);
        let mut changes = Vec::new();
        if let Some(changed) = form.form("set") {
            for (parameter, item, place) in changed.flat() {
                match toml::set_item(&mut self.params, &parameter, item, form.faults().text()) {
                    Ok(()) => changes.push(format!("{parameter} = {}", written(item))),
                    Err(error) => form.faults().add(place, error.to_string()),
                }
            }
        }
        if columns(&self.params) == 0 {
            let sentence = "every feature of the model is off, so there is nothing to learn";
            form.wrong("set", sentence);
        }
        self.what = changes.join(", ");
        let points = curve(form, self.games).into_iter();
        let points: Vec<Self> = points.map(|games| self.with_games(games)).collect();
        let swept = self.swept(form);
        let mut models = vec![self];
        if !points.is_empty() {
            models[0].curve = Some(models[0].name.clone());
        }
        models.extend(points);
        models.extend(swept);
        models
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

    /// The settings that results depend on, for the hash.
    pub(super) fn description(&self) -> serde_json::Value {
        match &self.given {
            Some(given) => serde_json::json!({
                "name": self.name,
                "on": self.on,
                "given": given.description(),
            }),
            None => serde_json::json!({
                "name": self.name,
                "games": self.games,
                "on": self.on,
                "parameters": self.parameters(),
            }),
        }
    }

    /// All parameters by name; none where nothing is learned.
    pub(crate) fn parameters(&self) -> BTreeMap<String, String> {
        if self.given.is_some() {
            return BTreeMap::new();
        }
        let entries = list(&self.params).into_iter();
        entries
            .map(|entry| (entry.spec.name.to_owned(), entry.value.to_string()))
            .collect()
    }

    /// The games it learns from and is judged by, in words.
    pub(crate) fn spends(&self) -> String {
        let on = self.on.words();
        match self.given {
            Some(_) => format!("judged on the {on} games"),
            None => format!("{} games, judged on the {on} games", grouped(self.games)),
        }
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
