//! Pairings: round robin, gauntlet, or given ones; and the players that a sweep makes.

use tengen_params::set;
use toml_edit::{Item, Value};

use super::form::{Form, did_you_mean, number};
use super::players::{Contender, Maker};
use crate::outline::{Point, Series, Sweep};

/// A rule that makes pairings.
#[derive(Clone, Copy)]
enum Schedule {
    RoundRobin,
    Gauntlet,
}

/// At most this many values of a sweep.
const MOST_VALUES: u64 = 200;

/// A sweep, and how many players before and after the swept one there were.
pub(super) struct Swept {
    /// The parameter, and the player whose it is.
    pub(super) sweep: Sweep,
    /// Its values.
    points: Vec<Point>,
}

/// Reads `[sweep]`.
pub(super) fn sweep(form: &Form<'_>, players: &[Contender]) -> Option<Swept> {
    let form = form.form("sweep")?;
    let player = form.needed_text("player");
    let parameter = form.needed_text("parameter");
    let points = points(&form);
    form.close();
    let (player, parameter, points) = (player?, parameter?, points?);
    let Some(swept) = players.iter().find(|p| p.name == player) else {
        form.wrong("player", no_player(&player, players));
        return None;
    };
    let Maker::Own(own) = &swept.maker else {
        form.wrong(
            "player",
            format!("{player} is an outside program; sweeps need a recipe's parameters"),
        );
        return None;
    };
    for point in &points {
        let mut trial = own.clone();
        if let Err(error) = set(trial.params_mut(), &parameter, &point.text) {
            form.wrong("parameter", error.to_string());
            return None;
        }
    }
    Some(Swept {
        sweep: Sweep { player, parameter },
        points,
    })
}

/// The values: an array, or `from`, `to` and `steps`, evenly or by equal factors (`scale = "log"`).
fn points(form: &Form<'_>) -> Option<Vec<Point>> {
    let values = form.values("values");
    let low = form.real("from", -1e12..=1e12);
    let high = form.real("to", -1e12..=1e12);
    let steps = form.whole("steps", 2..=MOST_VALUES);
    let log = form
        .choice("scale", &[("linear", false), ("log", true)])
        .unwrap_or(false);
    if let Some(values) = values {
        if values.is_empty() || values.len() as u64 > MOST_VALUES {
            form.wrong(
                "values",
                format!(
                    "a sweep has 1 to {MOST_VALUES} values, not {}",
                    values.len()
                ),
            );
            return None;
        }
        return Some(values.into_iter().map(point).collect());
    }
    let (Some(low), Some(high), Some(steps)) = (low, high, steps) else {
        form.faults().add(
            form.place(),
            "a sweep needs `values`, or `from`, `to` and `steps`",
        );
        return None;
    };
    if log && (low <= 0.0 || high <= 0.0) {
        form.wrong("scale", "a sweep by equal factors needs positive ends");
        return None;
    }
    let at = |step: u64| {
        let share = step as f64 / (steps - 1) as f64;
        let x = match log {
            true => low * (high / low).powf(share),
            false => low + (high - low) * share,
        };
        // Six digits: the seventh would only show how numbers are stored.
        let rounded: f64 = format!("{x:.5e}").parse().unwrap_or(x);
        Point {
            text: rounded.to_string(),
            number: Some(rounded),
        }
    };
    Some((0..steps).map(at).collect())
}

fn point(value: &Value) -> Point {
    let number = number(&Item::Value(value.clone()));
    let text = match value.as_str() {
        Some(text) => text.to_owned(),
        None => match (value.as_integer(), number) {
            (Some(n), _) => n.to_string(),
            (None, Some(x)) => x.to_string(),
            (None, None) => value.to_string().trim().to_owned(),
        },
    };
    Point { text, number }
}

impl Swept {
    /// Puts one player for each value in the place of the swept one.
    pub(super) fn unfold(&self, players: Vec<Contender>) -> Vec<Contender> {
        let mut unfolded = Vec::new();
        for player in players {
            match &player.maker {
                Maker::Own(own) if player.name == self.sweep.player => {
                    for point in &self.points {
                        let mut own = own.clone();
                        // Every value was tried when the sweep was read.
                        let _fits = set(own.params_mut(), &self.sweep.parameter, &point.text);
                        let shown = format!("{} = {}", self.sweep.parameter, point.text);
                        unfolded.push(Contender {
                            name: format!("{}[{}]", player.name, point.text),
                            maker: Maker::Own(own),
                            budget: player.budget,
                            what: format!("{}, {shown}", player.what),
                            at: Some(point.clone()),
                        });
                    }
                }
                _ => unfolded.push(player),
            }
        }
        unfolded
    }
}

/// The series of a match, by the indices of the players.
pub(super) fn pairings(
    form: &Form<'_>,
    players: &[Contender],
    base: &[String],
) -> Vec<(usize, usize)> {
    let schedule = form
        .choice(
            "schedule",
            &[
                ("round-robin", Schedule::RoundRobin),
                ("gauntlet", Schedule::Gauntlet),
            ],
        )
        .unwrap_or(Schedule::RoundRobin);
    let champion = form.text("champion");
    if form.has("champion") && !matches!(schedule, Schedule::Gauntlet) {
        form.wrong("champion", "a champion is for `schedule = \"gauntlet\"`");
    }
    if form.has("pairings") && (form.has("schedule") || form.has("champion")) {
        form.wrong("pairings", "give either `pairings` or a `schedule`");
    }
    let named = match given(form, base) {
        Some(pairs) => pairs,
        None => match schedule {
            Schedule::RoundRobin => {
                let later = |i: usize| (i + 1..base.len()).map(move |j| (i, j));
                (0..base.len()).flat_map(later).collect()
            }
            Schedule::Gauntlet => {
                let first = champion.map_or(Some(0), |name| {
                    let found = base.iter().position(|player| *player == name);
                    if found.is_none() {
                        form.wrong("champion", no_such(&name, base));
                    }
                    found
                });
                let others = |i: usize| {
                    (0..base.len())
                        .filter(move |&j| j != i)
                        .map(move |j| (i, j))
                };
                first.into_iter().flat_map(others).collect()
            }
        },
    };
    if named.is_empty() && base.len() < 2 {
        form.faults().add(
            form.place_of("players"),
            "a match needs two players, or `pairings` that let one play itself",
        );
    }
    let of = |name: &str| {
        let base_name = name.to_owned();
        players
            .iter()
            .enumerate()
            .filter(move |(_, p)| base_of(p) == base_name)
            .map(|(i, _)| i)
            .collect::<Vec<_>>()
    };
    let mut pairs = Vec::new();
    for (a, b) in named {
        for &i in &of(&base[a]) {
            for &j in &of(&base[b]) {
                // A swept player against itself keeps to one value.
                if a != b || i == j {
                    pairs.push((i, j));
                }
            }
        }
    }
    pairs
}

fn given(form: &Form<'_>, base: &[String]) -> Option<Vec<(usize, usize)>> {
    let values = form.values("pairings")?;
    let mut pairs = Vec::new();
    for value in values {
        let names: Option<Vec<&str>> = value
            .as_array()
            .and_then(|pair| pair.iter().map(Value::as_str).collect());
        let place = value.span().map_or(form.place(), |span| span.start);
        let Some([a, b]) = names.as_deref() else {
            form.faults()
                .add(place, "a pairing is an array of two names of players");
            continue;
        };
        let find = |name: &str| {
            let found = base.iter().position(|player| player == name);
            if found.is_none() {
                form.faults().add(place, no_such(name, base));
            }
            found
        };
        pairs.extend(find(a).zip(find(b)));
    }
    Some(pairs)
}

/// The name of a player before a sweep unfolded it.
pub(super) fn base_of(player: &Contender) -> &str {
    match &player.at {
        Some(_) => player.name.rsplit_once('[').map_or("", |(base, _)| base),
        None => &player.name,
    }
}

/// The series of two players.
pub(super) fn series(first: &Contender, second: Option<&Contender>, planned: u64) -> Series {
    let name = match second {
        Some(second) => format!("{}-vs-{}", first.name, second.name),
        None => first.name.clone(),
    };
    Series {
        name,
        first: first.name.clone(),
        second: second.map(|player| player.name.clone()),
        at: first.at.clone().or_else(|| second?.at.clone()),
        planned,
    }
}

fn no_player(name: &str, players: &[Contender]) -> String {
    let names: Vec<String> = players.iter().map(|p| p.name.clone()).collect();
    no_such(name, &names)
}

fn no_such(name: &str, players: &[String]) -> String {
    let hint = did_you_mean(name, players.iter().map(String::as_str));
    format!("there is no player {name:?}{hint}")
}
