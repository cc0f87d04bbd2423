//! The end of a game.

use tengen_go::{Point, PointSet};

use super::arguments::{Arguments, labels, quoted};
use super::engine::{Engine, Outcome};
use crate::Counting;

pub(super) fn final_score(engine: &mut Engine<'_>, _: Arguments<'_>) -> Outcome {
    Ok(engine.session.final_score().to_string())
}

/// A chain a line. Sekis are not told from other living stones.
pub(super) fn final_status_list(engine: &mut Engine<'_>, mut arguments: Arguments<'_>) -> Outcome {
    let status = arguments.need("a status, which is alive, dead or seki")?;
    let dead = match status {
        "alive" => false,
        "dead" => true,
        "seki" => return Ok(String::new()),
        _ => {
            let status = quoted(status);
            return Err(format!("a status is alive, dead or seki, not {status}"));
        }
    };
    let marked = engine.session.dead_stones();
    let stones = engine.session.game().stones();
    let mut seen = PointSet::EMPTY;
    let mut lines = Vec::new();
    for point in Point::all(stones.size()) {
        let wanted = stones.at(point).is_some() && marked.contains(point) == dead;
        if wanted && !seen.contains(point) {
            let mut chain: Vec<Point> = stones.chain(point).collect();
            chain.sort_unstable();
            seen.extend(chain.iter().copied());
            lines.push(labels(chain, stones.size()));
        }
    }
    Ok(lines.join("\n"))
}
