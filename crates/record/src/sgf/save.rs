//! A game to a record.

use tengen_go::{Color, Game, Move, Point, Rules};

use super::{Collection, GameTree, Ident, Info, NodeId, Property, Value};
use crate::pair;

/// A record of a game: where it started, its moves, and what is known about it.
///
/// Size, komi, handicap and rules are the game's own; of `info` the people, the result and the
/// occasion are taken.
#[must_use]
pub fn from_game(game: &Game, info: &Info) -> Collection {
    let mut tree = GameTree::new();
    let root = tree.root_mut();
    let mut put = |ident: Ident, text: &str| {
        if !text.is_empty() {
            root.set(ident, Value::from_text(text));
        }
    };
    put(Ident::AP, concat!("Tengen:", env!("CARGO_PKG_VERSION")));
    put(Ident::SZ, &game.size().get().to_string());
    // Rules that only borrow the name of a rule set are better left unnamed.
    if Rules::ALL.contains(&game.rules()) {
        put(Ident::RU, rules_name(game.rules()));
    }
    put(Ident::KM, &game.komi().to_string());
    if game.handicap() > 0 {
        put(Ident::HA, &game.handicap().to_string());
    }
    put(Ident::GN, &info.name);
    put(Ident::PB, &info.black.name);
    put(Ident::BR, &info.black.rank);
    put(Ident::PW, &info.white.name);
    put(Ident::WR, &info.white.rank);
    put(Ident::DT, &info.date);
    put(Ident::EV, &info.event);
    put(Ident::RO, &info.round);
    put(Ident::PC, &info.place);
    if let Some(result) = info.result {
        put(Ident::RE, &result.to_string());
    }
    root.properties_mut().extend(setup(game));
    let mut last = NodeId::ROOT;
    for (color, mv) in game.moves() {
        last = tree.add(last);
        let ident = match color {
            Color::Black => Ident::B,
            Color::White => Ident::W,
        };
        let value = match mv {
            Move::Play(point) => Value::from_raw(&pair(point)),
            Move::Pass => Value::default(),
        };
        tree.node_mut(last).set(ident, value);
    }
    Collection { games: vec![tree] }
}

/// The stones of the start, and whose turn it was unless it was Black's on an empty board.
fn setup(game: &Game) -> Vec<Property> {
    let size = game.size();
    let mut properties = Vec::new();
    for (ident, color) in [(Ident::AB, Color::Black), (Ident::AW, Color::White)] {
        let stones: Vec<Value> = Point::all(size)
            .filter(|&point| game.start().at(point) == Some(color))
            .map(|point| Value::from_raw(&pair(point)))
            .collect();
        if !stones.is_empty() {
            properties.push(Property::with_values(ident, stones));
        }
    }
    let turn = game.moves().next().map_or(game.turn(), |(color, _)| color);
    if !properties.is_empty() || turn == Color::White {
        let letter = match turn {
            Color::Black => "B",
            Color::White => "W",
        };
        properties.push(Property::new(Ident::PL, Value::from_raw(letter)));
    }
    properties
}

/// The rules as RU spells them.
fn rules_name(rules: Rules) -> &'static str {
    match rules.name {
        "chinese" => "Chinese",
        "japanese" => "Japanese",
        "aga" => "AGA",
        "new-zealand" => "NZ",
        "tromp-taylor" => "Tromp-Taylor",
        other => other,
    }
}
