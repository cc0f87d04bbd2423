//! The bounds of a problem: what is the attacker's for good, and what is the defender's.
//!
//! Outside of the stones' outline (see `extent`) everything is settled. A point there is the defender's if he is
//! nearer and it is out of the attacker's *reach*, and else the attacker's. So is an empty point inside that is
//! connected to it and out of the other side's reach:
//!
//! - to the attacker, as a rule: that is the *wall*. Chains of his with two liberties in it are *held*: never
//!   captured, and no part of the play. A chain with only one can be caught; that liberty is taken out
//!   of the wall, and who gets it is part of the play. In the narrowest region one liberty holds a chain.
//! - to the defender, where stones of his own touch such points: that is the *refuge*. Those stones are no part
//!   of the play either, and whatever connects to them lives.
//!
//! A side is so many steps away from a point: empty points can be walked over, stones of the other side
//! cannot, and the first step is a liberty. The reach is a number of such steps. It matters where the wall
//! has gaps: what the defender can reach within the outline is played out.

use std::collections::VecDeque;

use tengen_go::{Color, Point, PointSet, Size, Stones};

/// The settled points around a problem.
#[derive(Clone, Debug)]
pub(super) struct Bounds {
    /// The points that belong to the attacker for good.
    pub(super) wall: PointSet,
    /// The points that belong to the defender for good.
    pub(super) refuge: PointSet,
}

/// The steps within which the attacker's reach leaves no refuge, however narrow the region is: else a narrow
/// region could be the better one for the defender.
const CONTESTED: usize = 2;
/// A chain of the attacker with fewer liberties outside than this can be caught there, too.
const SAFE: usize = 2;

impl Bounds {
    /// Those around the inside of an outline.
    pub(super) fn of(
        board: &Stones,
        inside: &PointSet,
        attacker: Color,
        turn: Color,
        reach: usize,
    ) -> Self {
        let ours = steps(board, !attacker);
        let theirs = steps(board, attacker);
        // Who is not to move is nearer in case of doubt: it is the other side that has to prove something.
        let is_ours = |point: Point| match turn == attacker {
            true => ours.to(point) != usize::MAX && ours.to(point) <= theirs.to(point),
            false => ours.to(point) < theirs.to(point),
        };
        let is_safe = |point: Point| is_ours(point) && theirs.to(point) > reach.max(CONTESTED);
        let mut outside = [PointSet::EMPTY, PointSet::EMPTY];
        for (set, own) in outside.iter_mut().zip([false, true]) {
            let color = if own { !attacker } else { attacker };
            let seed = |&point: &Point| !inside.contains(point) && is_safe(point) == own;
            let joins = |point: Point| match board.at(point) {
                Some(stone) => own && stone == color,
                None if own => is_safe(point),
                None => !is_ours(point) && ours.to(point) > reach,
            };
            *set = Point::all(board.size()).filter(seed).collect();
            spread(board.size(), set, joins);
        }
        let [mut wall, nearer] = outside;
        let mut refuge = PointSet::EMPTY;
        for point in nearer.iter().filter(|&point| board.at(point).is_some()) {
            refuge.insert(point);
        }
        spread(board.size(), &mut refuge, |point| nearer.contains(point));
        wall.extend(nearer.iter().filter(|&point| !refuge.contains(point)));
        hold(board, inside, &mut wall, attacker, reach);
        Self { wall, refuge }
    }

    /// The region to be decided: all parts of the inside that have stones of the defender.
    pub(super) fn region(&self, board: &Stones, inside: &PointSet, attacker: Color) -> PointSet {
        let open = |point: Point| !self.wall.contains(point) && !self.refuge.contains(point);
        let own = |&point: &Point| open(point) && board.at(point) == Some(!attacker);
        let mut region: PointSet = inside.iter().filter(own).collect();
        loop {
            let beside = region
                .iter()
                .flat_map(|point| point.neighbours(board.size()));
            let more: Vec<Point> = beside
                .filter(|&point| open(point) && !region.contains(point))
                .collect();
            if more.is_empty() {
                return region;
            }
            region.extend(more);
        }
    }
}

/// Adds all points that join a set and are connected to it.
fn spread(size: Size, set: &mut PointSet, joins: impl Fn(Point) -> bool) {
    loop {
        let beside = set.iter().flat_map(|point| point.neighbours(size));
        let more: Vec<Point> = beside
            .filter(|&point| !set.contains(point) && joins(point))
            .collect();
        if more.is_empty() {
            return;
        }
        set.extend(more);
    }
}

/// Adds the attacker's stones that are held to the empty points of the wall. A chain with a single
/// liberty there is not: the liberty is taken out of the wall, and who gets it is part of the play; so is
/// what was connected to the outside only by way of it.
fn hold(board: &Stones, inside: &PointSet, wall: &mut PointSet, attacker: Color, reach: usize) {
    let size = board.size();
    let own = |point: Point| board.at(point) == Some(attacker);
    let stones: Vec<Point> = Point::all(size).filter(|&point| own(point)).collect();
    // The narrowest region is to be the best one for the attacker.
    let safe = if reach == 1 { 1 } else { SAFE };
    *wall = wall.iter().filter(|&point| !own(point)).collect();
    loop {
        let mut held = PointSet::EMPTY;
        let mut loose = Vec::new();
        for &stone in &stones {
            let mut chain = PointSet::EMPTY;
            chain.insert(stone);
            spread(size, &mut chain, own);
            let beside = chain.iter().flat_map(|point| point.neighbours(size));
            let outer: PointSet = beside.filter(|&point| wall.contains(point)).collect();
            match outer.len() {
                n if n >= safe => held.extend(chain.iter()),
                0 => {}
                _ => loose.extend(outer.iter()),
            }
        }
        if loose.is_empty() {
            wall.extend(held.iter());
            return;
        }
        let left: PointSet = wall.iter().filter(|point| !loose.contains(point)).collect();
        *wall = left
            .iter()
            .filter(|&point| !inside.contains(point))
            .collect();
        spread(size, wall, |point| left.contains(point));
    }
}

/// The number of steps of every point from the stones of a colour.
struct Steps {
    size: Size,
    steps: Vec<usize>,
}

impl Steps {
    fn to(&self, point: Point) -> usize {
        self.steps[point.row() * self.size.get() + point.column()]
    }
}

fn steps(board: &Stones, color: Color) -> Steps {
    let size = board.size();
    let index = |point: Point| point.row() * size.get() + point.column();
    let mut steps = vec![usize::MAX; size.get() * size.get()];
    let mut queue: VecDeque<Point> = Point::all(size)
        .filter(|&point| board.at(point) == Some(color))
        .collect();
    for &point in &queue {
        steps[index(point)] = 0;
    }
    while let Some(point) = queue.pop_front() {
        let next_step = steps[index(point)] + 1;
        for next in point.neighbours(size) {
            if board.at(next).is_none() && steps[index(next)] == usize::MAX {
                steps[index(next)] = next_step;
                queue.push_back(next);
            }
        }
    }
    Steps { size, steps }
}

#[cfg(test)]
mod tests {
    use tengen_go::Diagram;

    use super::super::extent::Extent;
    use super::super::figure::Figure;
    use super::*;

    /// The bounds of a drawing in which Black attacks and White is to move: `#` wall, `o` refuge.
    fn drawn(drawing: &str, reach: usize) -> String {
        let board = Diagram::parse(drawing).unwrap().stones;
        let figure = Figure::of(&board, Color::White);
        let extent = Extent::of(&figure, reach - 1).unwrap();
        let bounds = Bounds::of(&board, &extent.inside, Color::Black, Color::White, reach);
        let side = board.size().get();
        let sign = |x, y| {
            let point = Point::new(x, y).unwrap();
            match (bounds.wall.contains(point), bounds.refuge.contains(point)) {
                (true, _) => '#',
                (_, true) => 'o',
                _ => '.',
            }
        };
        (0..side)
            .map(|y| (0..side).map(|x| sign(x, y)).collect::<String>() + "\n")
            .collect()
    }

    /// White can take the stone beside the corner from the corner, though he cannot walk there yet.
    #[test]
    fn a_chain_with_one_liberty_outside_is_in_play() {
        let drawing = "
            . X . O X . . . .
            X O . O X . . . .
            X O O O X . . . .
            X X X X X . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .";
        let bounds = drawn(drawing, 2);
        assert!(bounds.starts_with("....#"), "{bounds}");
        assert_eq!(bounds.lines().nth(1).unwrap(), "#...#####");
    }

    /// The stone in the middle has one liberty outside. The two points above that are connected to the outside by it
    /// alone, and with them the chain beside them.
    #[test]
    fn a_pocket_behind_a_loose_liberty_is_in_play() {
        let drawing = "
            . . . . . X . X O X . . .
            . . . . . X . X O X . . .
            . . . . . . . X O X . . .
            . . . . X . X O O X . . .
            . . . . X . O O X . . . .
            . . . . X O O X . . . . .
            . . . . X X X . . . . . .
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .";
        let bounds = drawn(drawing, 2);
        let top: Vec<&str> = bounds.lines().take(3).collect();
        assert_eq!(top, ["######...####"; 3], "{bounds}");
    }

    /// A gap in the wall: how far White may push depends on the reach.
    #[test]
    fn a_gap_is_played_out_as_far_as_the_defender_reaches() {
        let drawing = "
            . . O X . . . . .
            O O O X . . . . .
            . . . X . . . . .
            X X . X . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .";
        let open = |reach| drawn(drawing, reach).matches('.').count();
        let counts: Vec<usize> = (1..=3).map(open).collect();
        assert!(counts.is_sorted() && counts[0] < counts[2], "{counts:?}");
    }

    /// White's stones on the right are outside: who connects to them lives.
    #[test]
    fn friends_outside_are_a_refuge() {
        let drawing = "
            . . O . X . O . .
            O O O . X . O . .
            X X X X . . O . .
            . . . . X X O . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .";
        let bounds = drawn(drawing, 1);
        assert_eq!(&bounds.lines().nth(1).unwrap()[6..7], "o", "{bounds}");
        assert_eq!(&bounds.lines().nth(1).unwrap()[..1], ".", "{bounds}");
    }
}
