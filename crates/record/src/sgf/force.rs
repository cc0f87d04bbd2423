//! Moves that the rules refuse and the players made all the same.

use tengen_go::{Color, Game, Point, Size};

/// Puts a stone on an empty point whatever the rules say; whether that led to a position.
pub(super) fn force(game: &mut Game, color: Color, point: Point) -> bool {
    let size = game.size();
    let mut stones: Vec<Option<Color>> = Point::all(size).map(|p| game.at(p)).collect();
    stones[point.index(size)] = Some(color);
    let mut edits = vec![(point, Some(color))];
    let beside = point
        .neighbours(size)
        .filter(|p| stones[p.index(size)] == Some(!color));
    for next in beside.chain([point]).collect::<Vec<_>>() {
        for dead in dead_chain(&stones, next, size) {
            stones[dead.index(size)] = None;
            edits.push((dead, None));
        }
    }
    let done = game.setup(edits).is_ok();
    game.set_turn(!color);
    done
}

/// The chain at `point` if it has no liberty, else nothing.
fn dead_chain(stones: &[Option<Color>], point: Point, size: Size) -> Vec<Point> {
    let color = stones[point.index(size)];
    let mut seen = vec![false; size.area()];
    let mut chain = Vec::new();
    let mut pending = Vec::new();
    if color.is_some() {
        seen[point.index(size)] = true;
        pending.push(point);
    }
    while let Some(stone) = pending.pop() {
        chain.push(stone);
        for next in stone.neighbours(size) {
            match stones[next.index(size)] {
                None => return Vec::new(),
                other if other == color && !seen[next.index(size)] => {
                    seen[next.index(size)] = true;
                    pending.push(next);
                }
                _ => {}
            }
        }
    }
    chain
}
