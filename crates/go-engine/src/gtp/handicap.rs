//! Handicap stones.

use tengen_go::handicap::{fixed as fixed_points, max_fixed, max_free};
use tengen_go::{HandicapError, Point, Size};

use super::arguments::{Arguments, labels};
use super::engine::{Engine, Outcome};

/// The error message, which begins with GTP's own words.
fn refusal(error: HandicapError) -> String {
    let kind = match error {
        HandicapError::Fixed { .. } | HandicapError::Free { .. } => "invalid number of stones",
        HandicapError::NotEmpty => "board not empty",
        HandicapError::Twice { .. } | HandicapError::Illegal(_) => "bad vertex list",
    };
    format!("{kind}: {error}")
}

pub(super) fn fixed(engine: &mut Engine<'_>, mut arguments: Arguments<'_>) -> Outcome {
    let stones = arguments.count("the number of stones")? as usize;
    let size = engine.session.game().size();
    let given = engine.session.edit(|game| game.fixed_handicap(stones));
    Ok(labels(given.map_err(refusal)?, size))
}

/// GTP lets an engine place fewer stones than asked for; those beyond the usual points are left out.
pub(super) fn place_free(engine: &mut Engine<'_>, mut arguments: Arguments<'_>) -> Outcome {
    let stones = arguments.count("the number of stones")? as usize;
    let size = engine.session.game().size();
    if !(2..=max_free(size)).contains(&stones) {
        return Err(refusal(HandicapError::Free { size, stones }));
    }
    let points = usual_points(size, stones);
    let given = engine.session.edit(|game| game.free_handicap(&points));
    given.map_err(refusal)?;
    Ok(labels(points, size))
}

/// The points of a fixed handicap; on boards that have none, every other point.
fn usual_points(size: Size, stones: usize) -> Vec<Point> {
    fixed_points(size, stones.min(max_fixed(size))).unwrap_or_else(|_| {
        Point::all(size)
            .filter(|point| (point.row() + point.column()) % 2 == 0)
            .take(stones)
            .collect()
    })
}

pub(super) fn set_free(engine: &mut Engine<'_>, mut arguments: Arguments<'_>) -> Outcome {
    let size = engine.session.game().size();
    let mut points = Vec::new();
    while !arguments.is_empty() {
        let point = arguments.point(size);
        points.push(point.map_err(|why| format!("bad vertex list: {why}"))?);
    }
    let given = engine.session.edit(|game| game.free_handicap(&points));
    given.map_err(refusal)?;
    Ok(String::new())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_board_has_points_for_two_stones() {
        for side in 2..=25 {
            let size = Size::new(side).unwrap();
            let mut game = tengen_go::Game::new(size, Default::default(), Default::default());
            for stones in [2, max_free(size)] {
                let points = usual_points(size, stones);
                assert!((2..=stones).contains(&points.len()), "{size} {stones}");
            }
            assert_eq!(game.free_handicap(&usual_points(size, 2)), Ok(()));
        }
    }
}
