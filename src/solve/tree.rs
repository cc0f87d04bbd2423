//! A pair of problems as a game of an SGF collection, for people to look at.
//!
//! The board is set up as in both versions, komi is that of version A, the right move is marked with a
//! triangle, and the comment says in words what was proved.

use tengen_go::{Color, Komi, Move, Point, PointSet};
use tengen_record::pair as pair_of;
use tengen_record::sgf::{Collection, GameTree, Ident, Property, Value, compressed};
use tengen_solver::cgt::Relation;
use tengen_solver::problems::{Pair, Stand};

use super::line::{letter, place};
use crate::screen::count;

/// The record of a pair, as text.
pub(super) fn write(name: &str, pair: &Pair, lesson: Option<&str>) -> String {
    let mut tree = GameTree::new();
    let root = tree.root_mut();
    let size = pair.stones.size();
    let mut put = |ident: &str, values: Vec<Value>| {
        if let Some(ident) = Ident::read(ident).filter(|_| !values.is_empty()) {
            root.properties_mut()
                .push(Property::with_values(ident, values));
        }
    };
    let text = |text: &str| vec![Value::from_text(text)];
    put("SZ", text(&size.get().to_string()));
    put("GN", text(name));
    put("RU", text("Japanese"));
    put("KM", text(&pair.close.to_string()));
    for (ident, color) in [("AB", Color::Black), ("AW", Color::White)] {
        let own = |&point: &Point| pair.stones.at(point) == Some(color);
        let stones: PointSet = Point::all(size).filter(own).collect();
        put(ident, compressed(&stones));
    }
    put("PL", text(letter(pair.turn)));
    if let Move::Play(point) = pair.right {
        put("TR", vec![Value::from_raw(&pair_of(point))]);
    }
    put("C", text(&comment(name, pair, lesson)));
    Collection { games: vec![tree] }.to_sgf()
}

/// The proof, in words.
fn comment(name: &str, pair: &Pair, lesson: Option<&str>) -> String {
    let size = pair.stones.size();
    let right = pair.right.label(size);
    let mut lines = vec![format!("{name}: {} to move. {right} is right.", pair.turn)];
    lines.extend(lesson.map(str::to_owned));
    let after = |komi: Komi| komi.settle(pair.points).to_string();
    lines.push(format!(
        "Version A, komi {}: {right} wins ({}), and everything else loses.",
        pair.close,
        after(pair.close)
    ));
    let winner = match pair.stand {
        Stand::Ahead => pair.turn,
        Stand::Behind => !pair.turn,
    };
    lines.push(format!(
        "Version B, komi {}: {winner} wins whatever is played ({} after {right}).",
        pair.lopsided,
        after(pair.lopsided)
    ));
    let losses = pair.rivals.iter().map(|rival| {
        let depends = match rival.relation {
            Relation::Confused if rival.mv != Move::Pass => ", elsewhere perhaps better",
            _ => "",
        };
        format!("{} {}{depends}", rival.mv.label(size), rival.loss)
    });
    lines.push(format!(
        "Points lost: {}.",
        losses.collect::<Vec<_>>().join("; ")
    ));
    for area in &pair.areas {
        let open = count(area.open as u64, "open point");
        lines.push(format!(
            "Area at {}, {open}: {}, mean {}, temperature {}.",
            place(pair, area),
            area.value,
            area.mean,
            area.temperature
        ));
    }
    lines.join("\n")
}
