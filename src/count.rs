//! The count at the end of a game, in words.

use tengen_go::score::{area, territory};
use tengen_go::{Color, Game, PointSet, Scoring};

use crate::screen::count;

/// One side's points before komi.
pub(crate) fn counted(game: &Game, dead: &PointSet, color: Color) -> String {
    let compensation = game.rules().compensation.points(game.handicap());
    let given = match (color, compensation) {
        (Color::White, 1..) => format!(" and {compensation} for the handicap"),
        _ => String::new(),
    };
    match game.rules().scoring {
        Scoring::Area => {
            let points = area(game.stones(), dead)[color].len() as u64;
            format!("{}{given}", count(points, "point"))
        }
        Scoring::Territory => {
            let taken = dead.iter().filter(|&p| game.at(p) == Some(!color)).count();
            let prisoners = (taken + game.captures(color)) as u64;
            let points = territory(game.stones(), dead)[color].len() as u64;
            let (points, prisoners) = (count(points, "point"), count(prisoners, "prisoner"));
            format!("{points} and {prisoners}{given}")
        }
    }
}

/// The points, as people write them.
pub(crate) fn labels(points: &PointSet, game: &Game) -> String {
    if points.is_empty() {
        return "no stones".to_owned();
    }
    let labels: Vec<String> = points.iter().map(|p| p.label(game.size())).collect();
    labels.join(" ")
}
