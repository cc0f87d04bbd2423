//! Problems of life and death drawn by chance and proved: Black to kill in a corner, by one move alone.
//!
//! An eye space is grown from the corner, White stands around it, Black around White; a stone of the wall
//! is left out here, one is put inside there. Most of that is dead or alive whoever begins. What is kept has one
//! first move that kills without a ko threat, even if White has [`Threats::MANY`], while every other is
//! proved to fail even if Black has as many. The region has a free point around the stones, so that
//! gaps in the wall can be pushed through.
//!
//! [`Threats::MANY`]: super::Threats::MANY

use std::collections::{BTreeMap, BTreeSet};

use tengen_game::Rng;
use tengen_go::{Color, Move, Point, Size};

use super::figure::Figure;
use super::first::Fate;
use super::problem::{Enclosure, Goal};
use super::solve::{Limits, Solver, Status};

/// The board that problems are on.
const SIDE: usize = 19;
/// Rows and columns of the corner that an eye space is in.
const ROOM: (usize, usize) = (4, 5);
/// The number of points of an eye space.
const SPACE: std::ops::RangeInclusive<u32> = 5..=10;
/// The number of cases of a hundred in which a stone of White's wall is left out.
const HOLES: u32 = 12;
/// The number of cases of a hundred in which a point of the eye space has a stone.
const INMATES: u32 = 22;

/// A problem with its one right move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// The stones; Black is to kill.
    pub figure: Figure,
    /// The move that does.
    pub right: Point,
    /// All other first moves of the region; they fail.
    pub wrong: Vec<Point>,
    /// The number of positions that its proof took, the failing of the other moves aside.
    pub nodes: u64,
}

/// Draws until a figure is a problem; one drawing never gives the same stones twice. It never ends.
pub struct Drawing {
    rng: Rng,
    solver: Solver,
    limits: Limits,
    seen: BTreeSet<Vec<(usize, bool)>>,
    /// The number of figures that were looked at.
    pub looked: u64,
}

impl Drawing {
    /// A drawing whose chance comes from this seed, and what the proof of a move may cost. Limits in nodes alone
    /// give the same problems everywhere.
    #[must_use]
    pub fn new(seed: u64, limits: Limits) -> Self {
        Self {
            rng: Rng::new(seed),
            solver: Solver::default(),
            limits,
            seen: BTreeSet::new(),
            looked: 0,
        }
    }

    /// The problem that a figure is; `None` if it has not just one right move, or if that is not found out
    /// within the limits.
    fn judge(&mut self, figure: Figure) -> Option<Drawn> {
        self.solver.table.forget();
        let problem = Enclosure::new(&figure, 1, Some(Goal::Kill)).ok()?;
        let answer = self.solver.solve(&problem, None, &self.limits);
        let Some(Move::Play(right)) = answer.first.filter(|_| answer.status == Status::Won) else {
            return None;
        };
        let fates = self.solver.first_moves(&problem, None, &self.limits);
        let is_right = |&(mv, fate): &(Move, Fate)| match mv == Move::Play(right) {
            true => fate == Fate::Wins,
            false => fate == Fate::Fails,
        };
        let others = fates.iter().filter_map(|(mv, _)| mv.point());
        let wrong = others.filter(|&point| point != right).collect();
        fates.iter().all(is_right).then_some(Drawn {
            figure,
            right,
            wrong,
            nodes: answer.nodes,
        })
    }
}

impl Iterator for Drawing {
    type Item = Drawn;

    fn next(&mut self) -> Option<Drawn> {
        loop {
            self.looked += 1;
            let Some(figure) = corner(&mut self.rng) else {
                continue;
            };
            let stones = figure.stones.iter();
            let key =
                stones.map(|(point, color)| (point.index(figure.size), *color == Color::Black));
            if !self.seen.insert(key.collect()) {
                continue;
            }
            if let Some(drawn) = self.judge(figure) {
                return Some(drawn);
            }
        }
    }
}

/// A figure in the upper right corner; `None` if its stones cannot stand.
fn corner(rng: &mut Rng) -> Option<Figure> {
    let size = Size::new(SIDE).ok()?;
    let space = space(size, rng)?;
    let mut chance = |percent: u32| rng.below(100) < percent;
    let mut stones: BTreeMap<Point, Color> = BTreeMap::new();
    let holes = chance(70);
    let inmates = chance(80);
    for &point in &around(size, &space, false) {
        if !(holes && chance(HOLES)) {
            stones.insert(point, Color::White);
        }
    }
    let wall: BTreeSet<Point> = around(size, &space, false).union(&space).copied().collect();
    for &point in &around(size, &wall, true) {
        // What touches White only at a corner is there every other time.
        let beside = point.neighbours(size).any(|next| wall.contains(&next));
        if beside || chance(50) {
            stones.insert(point, Color::Black);
        }
    }
    for &point in &space {
        if inmates && chance(INMATES) {
            let color = [Color::Black, Color::White][usize::from(chance(45))];
            stones.insert(point, color);
        }
    }
    let figure = Figure {
        size,
        turn: Color::Black,
        stones: stones.into_iter().collect(),
    };
    figure.board().is_ok().then_some(figure)
}

/// A connected set of points in the corner.
fn space(size: Size, rng: &mut Rng) -> Option<BTreeSet<Point>> {
    let (rows, columns) = ROOM;
    let is_room = |point: Point| point.row() < rows && point.column() + columns >= SIDE;
    let start = Point::new(SIDE - 1 - rng.below(2) as usize, rng.below(2) as usize)?;
    let mut space = BTreeSet::from([start]);
    let wanted = SPACE.start() + rng.below(SPACE.end() - SPACE.start() + 1);
    while space.len() < wanted as usize {
        let beside: Vec<Point> = around(size, &space, false)
            .into_iter()
            .filter(|&point| is_room(point))
            .collect();
        space.insert(beside[rng.below(u32::try_from(beside.len()).ok()?) as usize]);
    }
    Some(space)
}

/// The points beside a set of points, those at its corners included if they are wanted.
fn around(size: Size, set: &BTreeSet<Point>, corners: bool) -> BTreeSet<Point> {
    let beside = |point: Point| {
        let (x, y) = (point.column(), point.row());
        let diagonal = move |dx: usize, dy: usize| {
            let (x, y) = ((x + dx).checked_sub(1)?, (y + dy).checked_sub(1)?);
            Point::new(x, y).filter(|_| x < size.get() && y < size.get())
        };
        let corners = [(0, 0), (0, 2), (2, 0), (2, 2)]
            .into_iter()
            .filter(move |_| corners);
        let corners = corners.filter_map(move |(dx, dy)| diagonal(dx, dy));
        point.neighbours(size).chain(corners)
    };
    let all = set.iter().flat_map(|&point| beside(point));
    all.filter(|point| !set.contains(point)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits() -> Limits {
        Limits {
            time: std::time::Duration::from_secs(3600),
            nodes: 3_000,
        }
    }

    #[test]
    fn what_is_drawn_has_one_right_move_and_comes_again_from_its_seed() {
        let drawn: Vec<Drawn> = Drawing::new(3, limits()).take(2).collect();
        assert_eq!(drawn, Drawing::new(3, limits()).take(2).collect::<Vec<_>>());
        assert_ne!(drawn[0].figure, drawn[1].figure);
        for drawn in drawn {
            // Proved again by a solver that has seen nothing else.
            let problem = Enclosure::new(&drawn.figure, 1, Some(Goal::Kill)).unwrap();
            let fates = Solver::default().first_moves(&problem, None, &limits());
            let of = |wanted: Fate| -> Vec<Point> {
                let moves = fates.iter().filter(|(_, fate)| *fate == wanted);
                moves.filter_map(|(mv, _)| mv.point()).collect()
            };
            assert_eq!(of(Fate::Wins), [drawn.right]);
            assert_eq!(of(Fate::Fails), drawn.wrong);
            assert_eq!(fates.len(), 1 + drawn.wrong.len());
        }
    }

    #[test]
    fn a_figure_stays_in_its_corner() {
        let mut rng = Rng::new(1);
        for figure in std::iter::repeat_with(|| corner(&mut rng))
            .flatten()
            .take(50)
        {
            for (point, _) in figure.stones {
                assert!(point.row() <= ROOM.0 + 1 && point.column() + ROOM.1 + 2 >= SIDE);
            }
        }
    }
}
