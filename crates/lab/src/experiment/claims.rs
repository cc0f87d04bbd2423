//! Claims of a paper, as far as an experiment can tell: `[paper]` and `[[claims]]`.
//!
//! Neither is part of what is hashed: claims are read off results, they do not make them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use toml_edit::Item;

use super::form::{Form, did_you_mean, number};
use crate::outline::{Kind, Series};
use crate::record::FigureName;

/// The paper an experiment comes from, and how much of it is run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Paper {
    /// Authors, title, year; empty for an experiment of our own.
    pub cite: String,
    /// The table or figure.
    pub what: String,
    /// Units of a series for a quick look.
    pub quick: u64,
    /// Units of a series for a night.
    pub night: u64,
    /// Units of a series as in the paper.
    pub full: u64,
    /// Seconds that a unit takes a core, roughly, for lists where there are no results: a game, an answer, a
    /// search; of models, a game that is learned from or judged by.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// The four figures of models, by series, in the order of [`FigureName::ALL`].
    #[serde(default)]
    pub figures: BTreeMap<String, [f64; 4]>,
}

/// Something that a paper says and results can bear out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Claim {
    /// In a sentence.
    pub says: String,
    /// The series it is about.
    pub series: String,
    /// The quantity of the series.
    pub quantity: Quantity,
    /// The relation that is claimed of it.
    pub relation: Relation,
    /// The paper's own figure.
    pub paper: Option<Figure>,
}

/// A quantity of a series that a claim is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Quantity {
    /// The share of games that the first player wins, or of problems that are solved.
    Share,
    /// The share of the problems of a group that are solved.
    Group {
        /// The property by which problems are grouped.
        by: String,
        /// The group.
        group: String,
    },
    /// The share of games that Black wins, whoever that is.
    Black,
    /// The mean of a count of measurements.
    Count(String),
    /// A figure of a model.
    Figure(FigureName),
}

/// A relation that a claim states of its quantity.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Relation {
    /// It is above a number.
    Above(f64),
    /// It is below a number.
    Below(f64),
    /// It is within a margin of a number.
    Near {
        /// The number.
        value: f64,
        /// The margin.
        margin: f64,
    },
    /// It is greater than in another series.
    Greater(String),
    /// It is less than in another series.
    Less(String),
    /// Of a figure of a model: it is not below a number, whatever its interval.
    Least(f64),
    /// Of a figure of a model: it is not above a number, whatever its interval.
    Most(f64),
}

/// A figure of a paper.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Figure {
    /// So many of so many.
    Share {
        /// So many.
        wins: f64,
        /// Of so many.
        of: u64,
    },
    /// A number.
    Number(f64),
}

/// Reads `[paper]`.
pub(super) fn paper(form: &Form<'_>, kind: Kind, series: &[Series]) -> Option<Paper> {
    let form = form.form("paper")?;
    let most = 1..=10_000_000;
    let paper = Paper {
        cite: form.text("cite").unwrap_or_default(),
        what: form.text("what").unwrap_or_default(),
        quick: form.whole("quick", most.clone()).unwrap_or(20),
        night: form.whole("night", most.clone()).unwrap_or(200),
        full: form.whole("full", most).unwrap_or(1000),
        seconds: form.real("seconds", 0.0..=1e6),
        figures: match kind {
            Kind::Learn => figures(&form, series),
            _ => BTreeMap::new(),
        },
    };
    form.close();
    Some(paper)
}

/// The table of a paper on models: `figures = { NAME = [match rate, mean rank, top 20,
/// log-likelihood] }`.
fn figures(form: &Form<'_>, series: &[Series]) -> BTreeMap<String, [f64; 4]> {
    let mut figures = BTreeMap::new();
    let Some(table) = form.form("figures") else {
        return figures;
    };
    for (name, item, place) in table.items() {
        if series.iter().all(|series| series.name != name) {
            let hint = did_you_mean(name, series.iter().map(|series| series.name.as_str()));
            let sentence = format!("there is no series {name:?}{hint}");
            form.faults().add(place, sentence);
        }
        let row = item.as_array().and_then(|row| {
            let row = row.iter().map(|value| number(&Item::Value(value.clone())));
            <[f64; 4]>::try_from(row.collect::<Option<Vec<f64>>>()?).ok()
        });
        match row {
            Some(row) => {
                figures.insert(name.to_owned(), row);
            }
            None => form.faults().add(
                place,
                format!(
                    "`paper.figures.{name}` takes four numbers: match rate, mean rank, top 20 and \
                     log-likelihood"
                ),
            ),
        }
    }
    figures
}

/// Reads `[[claims]]` about these series.
pub(super) fn claims(form: &Form<'_>, kind: Kind, series: &[Series]) -> Vec<Claim> {
    let mut claims = Vec::new();
    for form in form.forms("claims") {
        claims.extend(claim(&form, kind, series));
        form.close();
    }
    claims
}

/// Reads `group = { BY = GROUP }`.
fn group(form: &Form<'_>) -> Option<Quantity> {
    let table = form.form("group")?;
    let mut items = table.items().into_iter();
    let one = items.next().filter(|_| items.next().is_none());
    let quantity = one.and_then(|(by, item, _)| {
        Some(Quantity::Group {
            by: by.to_owned(),
            group: item.as_str()?.to_owned(),
        })
    });
    if quantity.is_none() {
        let sentence = "`group` takes one name and one text, such as { version = \"B\" }";
        form.faults().add(table.place(), sentence);
    }
    quantity
}

fn claim(form: &Form<'_>, kind: Kind, series: &[Series]) -> Option<Claim> {
    let says = form.needed_text("says");
    let about = form.needed_text("series");
    if let Some(name) = &about {
        known(form, "series", name, series);
    }
    let black = form.choice("of", &[("first", false), ("black", true)]);
    let count = form.text("count");
    let named = FigureName::ALL.map(|name| (name.words(), name));
    let figure = form.choice("figure", &named);
    let quantity = match (count, figure, black) {
        (_, Some(figure), _) => Quantity::Figure(figure),
        (Some(count), ..) => Quantity::Count(count),
        (None, None, Some(true)) => Quantity::Black,
        (None, ..) => group(form).unwrap_or(Quantity::Share),
    };
    if kind != Kind::Problems && form.has("group") {
        form.faults().add(
            form.place(),
            "only claims about problems have a `group`: other results have none",
        );
    }
    if (kind == Kind::Learn) != form.has("figure") {
        form.faults().add(
            form.place(),
            "claims about models name their `figure`, and no other claims do",
        );
    }
    if (kind == Kind::Measure) != matches!(quantity, Quantity::Count(_)) {
        form.faults().add(
            form.place(),
            "claims about a measurement name its `count`, and no other claims do",
        );
    }
    let relation = relation(form, kind, series);
    let paper = form.form("paper").and_then(|form| {
        let wins = form.real("wins", 0.0..=1e9);
        let of = form.whole("of", 1..=1_000_000_000);
        let number = form.real("value", -1e12..=1e12);
        form.close();
        match (wins, of, number) {
            (Some(wins), Some(of), None) => Some(Figure::Share { wins, of }),
            (None, None, Some(number)) => Some(Figure::Number(number)),
            _ => {
                form.faults().add(
                    form.place(),
                    "a paper's figure is { wins = …, of = … } or { value = … }",
                );
                None
            }
        }
    });
    Some(Claim {
        says: says?,
        series: about?,
        quantity,
        relation: relation?,
        paper,
    })
}

/// The one key among `above`, `below`, `near`, `greater` and `less`; of models also `least` and
/// `most`.
fn relation(form: &Form<'_>, kind: Kind, series: &[Series]) -> Option<Relation> {
    let wide = -1e12..=1e12;
    let above = form.real("above", wide.clone()).map(Relation::Above);
    let below = form.real("below", wide.clone()).map(Relation::Below);
    let margin = form.real("margin", 0.0..=1e12);
    let (least, most) = match kind {
        Kind::Learn => (
            form.real("least", wide.clone()).map(Relation::Least),
            form.real("most", wide.clone()).map(Relation::Most),
        ),
        _ => (None, None),
    };
    let near = form.real("near", wide).map(|value| Relation::Near {
        value,
        margin: margin.unwrap_or(0.05),
    });
    let other = |key: &'static str| {
        let name = form.text(key)?;
        known(form, key, &name, series);
        Some(name)
    };
    let greater = other("greater").map(Relation::Greater);
    let less = other("less").map(Relation::Less);
    let given: Vec<Relation> = [above, below, near, greater, less, least, most]
        .into_iter()
        .flatten()
        .collect();
    if given.len() != 1 {
        let sentence = match kind {
            Kind::Learn => {
                "a claim has one of `above`, `below`, `near`, `least` and `most` (with a number), \
                 `greater` and `less` (with the name of another series)"
            }
            _ => {
                "a claim has one of `above`, `below` and `near` (with a number), `greater` and \
                 `less` (with the name of another series)"
            }
        };
        form.faults().add(form.place(), sentence);
    }
    given.into_iter().next()
}

fn known(form: &Form<'_>, key: &str, name: &str, series: &[Series]) {
    if series.iter().all(|series| series.name != name) {
        let hint = did_you_mean(name, series.iter().map(|series| series.name.as_str()));
        form.wrong(key, format!("there is no series {name:?}{hint}"));
    }
}
