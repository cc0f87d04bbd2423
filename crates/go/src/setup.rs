//! Stones put on the board without being played.

use tengen_game::Color;

use crate::{Illegal, Point, Stones};

/// The position after stones are put on points or taken away (`None`). If a point is named twice,
/// the last word counts. Nothing is captured, and no ko is left.
///
/// # Errors
/// If a point is not on the board or a chain would have no liberty.
pub(crate) fn arranged(
    mut stones: Stones,
    edits: impl IntoIterator<Item = (Point, Option<Color>)>,
) -> Result<Stones, Illegal> {
    let size = stones.size();
    let mut wanted = Vec::new();
    for (point, color) in edits {
        if !point.is_on(size) {
            return Err(Illegal::OffBoard { point, size });
        }
        if stones.at(point).is_some() {
            stones.lift(point);
        }
        wanted.retain(|&(earlier, _)| earlier != point);
        wanted.extend(color.map(|color| (point, color)));
    }
    // Liberties only vanish while stones are added, so a legal end has a legal way to it.
    for (point, color) in wanted {
        let opponents = stones.stones(!color);
        if !stones.place(color, point) || stones.stones(!color) != opponents {
            return Err(Illegal::NoLiberty { point, size });
        }
    }
    stones.forget_ko();
    Ok(stones)
}
