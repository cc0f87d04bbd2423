//! Lines of a pair of problems: one for each version, and one for its proof.
//!
//! The lines are objects of JSON in the laboratory's format of whole positions. They are put together
//! by hand, so that the fields stand in the order in which people read them.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use tengen_go::{Color, Komi, Move, Point, Stones};
use tengen_solver::cgt::Relation;
use tengen_solver::problems::{Area, Pair, Stand};

/// The name of a pair, from 1 on.
pub(super) fn name(number: u64) -> String {
    format!("g{number:03}")
}

/// Version A and version B.
pub(super) fn versions(name: &str, pair: &Pair) -> [String; 2] {
    [("A", pair.close), ("B", pair.lopsided)].map(|(version, komi)| {
        let fields = [
            ("name", json!(format!("{name}-{version}"))),
            ("size", json!(pair.stones.size().get())),
            ("board", json!(board(&pair.stones))),
            ("turn", json!(letter(pair.turn))),
            ("komi", json!(komi.points())),
            ("rules", json!("japanese")),
            ("right", json!([pair.right.label(pair.stones.size())])),
            ("wrong", wrong(pair)),
            ("groups", groups(name, version, pair)),
        ];
        object(&fields)
    })
}

/// The proof of both, and what is learned from them, if anybody says so.
pub(super) fn summary(name: &str, pair: &Pair, lesson: Option<&str>) -> String {
    let size = pair.stones.size();
    let areas = pair.areas.iter().map(|area| {
        json!({
            "at": place(pair, area),
            "value": area.value,
            "mean": area.mean.to_string(),
            "temperature": area.temperature.to_string(),
            "open": area.open,
        })
    });
    let rivals = pair.rivals.iter().map(|rival| {
        json!({
            "move": rival.mv.label(size),
            "loss": rival.loss,
            "relation": rival.relation.reversed().sign(),
        })
    });
    let mut fields = vec![
        ("name", json!(name)),
        ("right", json!(pair.right.label(size))),
        ("score", json!(Komi::ZERO.settle(pair.points).to_string())),
        ("areas", areas.collect()),
        ("moves", rivals.collect()),
        ("proof", json!(pair.proof.word())),
        ("nodes", json!(pair.nodes)),
    ];
    fields.extend(lesson.map(|lesson| ("lesson", json!(lesson))));
    object(&fields)
}

/// The location of an area: its first empty point.
pub(super) fn place(pair: &Pair, area: &Area) -> String {
    let mut empty = area
        .points
        .iter()
        .filter(|&point| pair.stones.at(point).is_none());
    empty
        .next()
        .map_or_else(String::new, |point| point.label(pair.stones.size()))
}

/// The letter of a side.
pub(super) const fn letter(color: Color) -> &'static str {
    match color {
        Color::Black => "B",
        Color::White => "W",
    }
}

/// The rows from the top, in the symbols of diagrams.
fn board(stones: &Stones) -> String {
    let size = stones.size();
    let mut text = String::new();
    for point in Point::all(size) {
        if point.column() == 0 && point.row() > 0 {
            text.push('/');
        }
        text.push(match stones.at(point) {
            Some(Color::Black) => 'X',
            Some(Color::White) => 'O',
            None => '.',
        });
    }
    text
}

/// The other moves, by how they compare with the right one.
fn wrong(pair: &Pair) -> Value {
    let size = pair.stones.size();
    let mut kinds: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for rival in &pair.rivals {
        let kind = match (rival.mv, rival.relation) {
            (Move::Pass, _) => "pass",
            (_, Relation::Confused) => "incomparable",
            _ => "smaller",
        };
        kinds.entry(kind).or_default().push(rival.mv.label(size));
    }
    json!(kinds)
}

fn groups(name: &str, version: &str, pair: &Pair) -> Value {
    let case = match pair.is_incomparable() {
        true => format!("{version}, some incomparable"),
        false => format!("{version}, all comparable"),
    };
    json!({
        "case": case,
        "version": version,
        "pair": name,
        "areas": pair.areas.len().to_string(),
        "incomparable": if pair.is_incomparable() { "yes" } else { "no" },
        "stand": stand(pair.stand),
    })
}

/// The winner of version B, in a word.
pub(super) const fn stand(stand: Stand) -> &'static str {
    match stand {
        Stand::Ahead => "ahead",
        Stand::Behind => "behind",
    }
}

pub(super) fn object(fields: &[(&str, Value)]) -> String {
    let fields: Vec<String> = fields
        .iter()
        .map(|(name, value)| format!("{}:{value}", json!(name)))
        .collect();
    format!("{{{}}}\n", fields.join(","))
}
