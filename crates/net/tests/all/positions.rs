//! Positions as text, and planes drawn as text.

use tengen_go::{Color, Diagram, Game, Komi, Move, Point, Rules, Size};
use tengen_net::Features;
use tengen_net::input::{Moment, Scratch, features};

/// The rules of networks that forbid nothing but the ko: Chinese ones.
pub(crate) fn game(text: &str, turn: Color, rules: Rules) -> Game {
    let stones = Diagram::parse(text).unwrap().stones;
    Game::from_position(stones, turn, rules, Komi::SEVEN_AND_A_HALF)
}

/// Plays moves by turns.
pub(crate) fn play(game: &mut Game, labels: &str) {
    for label in labels.split_whitespace() {
        let mv = Move::parse(label, game.size()).unwrap();
        let turn = game.turn();
        game.play(turn, mv).unwrap();
    }
}

/// The inputs of a game.
pub(crate) fn seen(game: &Game) -> Features {
    features(&Moment::of_game(game).unwrap(), &mut Scratch::new())
}

/// The inputs of a position under Chinese rules.
pub(crate) fn seen_at(text: &str, turn: Color) -> Features {
    seen(&game(text, turn, Rules::CHINESE))
}

/// The points of a plane, `*` and `.`, row by row.
pub(crate) fn plane(features: &Features, plane: u32) -> String {
    let side = features.size.get();
    let rows = features.planes[..side * side].chunks(side).map(|row| {
        row.iter()
            .map(|bits| if bits >> plane & 1 == 1 { '*' } else { '.' })
            .collect::<String>()
    });
    rows.collect::<Vec<_>>().join("\n")
}

/// A drawing of a plane without the spaces that make it readable.
pub(crate) fn drawn(text: &str) -> String {
    let rows = text
        .lines()
        .map(|l| l.split_whitespace().collect::<String>());
    rows.collect::<Vec<_>>().join("\n")
}

/// The labels of the points of a plane, in reading order.
pub(crate) fn labels(features: &Features, plane: u32) -> String {
    let size: Size = features.size;
    let found = Point::all(size).filter(|p| features.planes[p.index(size)] >> plane & 1 == 1);
    found.map(|p| p.label(size)).collect::<Vec<_>>().join(" ")
}
