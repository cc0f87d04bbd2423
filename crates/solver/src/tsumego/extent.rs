//! The extent of a problem: its edges, its inside, and who attacks.
//!
//! - *Edges*. A side of the stones' bounding box within four lines of the edge is taken to reach
//!   it: the edge is part of the problem.
//! - *Inside*. The stones with a margin of free points around them, and all that lies between them
//!   and the edges they reach: the orthogonally convex hull of the stones and of their mirror
//!   images behind those edges. Following the outline rather than the box leaves less room in
//!   which nothing happens.
//! - *Attacker*. Looking at the stones along rows and columns from every side that is open, the
//!   first stone in each line is an outer one; who has most of them surrounds the other.

use tengen_go::{Color, Point, PointSet};

use super::figure::Figure;

/// An edge further away than this from all stones is not part of a problem.
const NEAR: usize = 3;

/// The extent of a problem as its stones tell it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Extent {
    /// The edges that it reaches.
    pub(super) edges: Edges,
    /// The points where it is decided.
    pub(super) inside: PointSet,
    /// The side that surrounds.
    pub(super) attacker: Color,
    /// The numbers of outer stones that are Black's and White's.
    pub(super) outer: [usize; 2],
}

/// The edges of the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Edges {
    pub(super) left: bool,
    pub(super) right: bool,
    pub(super) top: bool,
    pub(super) bottom: bool,
}

impl Extent {
    /// Of a problem, with so many free points around its stones; `None` if it has no stones.
    pub(super) fn of(problem: &Figure, margin: usize) -> Option<Self> {
        let edges = edges(problem)?;
        let outer = outer(problem, edges);
        Some(Self {
            edges,
            inside: inside(problem, edges, margin),
            attacker: match outer[0].cmp(&outer[1]) {
                std::cmp::Ordering::Greater => Color::Black,
                std::cmp::Ordering::Less => Color::White,
                std::cmp::Ordering::Equal => !problem.turn,
            },
            outer,
        })
    }
}

fn edges(problem: &Figure) -> Option<Edges> {
    let far = problem.size.get() - 1;
    let columns = || problem.stones.iter().map(|(point, _)| point.column());
    let rows = || problem.stones.iter().map(|(point, _)| point.row());
    Some(Edges {
        left: columns().min()? <= NEAR,
        right: columns().max()? + NEAR >= far,
        top: rows().min()? <= NEAR,
        bottom: rows().max()? + NEAR >= far,
    })
}

/// A place that may lie behind an edge.
type Spot = (isize, isize);

fn inside(problem: &Figure, edges: Edges, margin: usize) -> PointSet {
    let side = problem.size.get() as isize;
    let margin = margin as isize;
    let spots: Vec<Spot> = problem
        .stones
        .iter()
        .flat_map(|(point, _)| {
            let (x, y) = (point.column() as isize, point.row() as isize);
            (-margin..=margin).flat_map(move |i| (-margin..=margin).map(move |j| (x + i, y + j)))
        })
        .filter(|&(x, y)| (0..side).contains(&x) && (0..side).contains(&y))
        .collect();
    let images = |low: bool, high: bool| {
        [Some(0), low.then_some(-1), high.then_some(1)]
            .into_iter()
            .flatten()
    };
    // The image of a coordinate behind the low edge is -1-x, behind the high one 2·side-1-x.
    let image = |x: isize, behind: isize| match behind {
        0 => x,
        -1 => -1 - x,
        _ => 2 * side - 1 - x,
    };
    let all: Vec<Spot> = spots
        .iter()
        .flat_map(|&(x, y)| {
            images(edges.left, edges.right).flat_map(move |i| {
                images(edges.top, edges.bottom).map(move |j| (image(x, i), image(y, j)))
            })
        })
        .collect();
    Point::all(problem.size)
        .filter(|point| {
            let (px, py) = (point.column() as isize, point.row() as isize);
            let quadrant = |dx: isize, dy: isize| {
                all.iter()
                    .any(|&(x, y)| (x - px) * dx >= 0 && (y - py) * dy >= 0)
            };
            quadrant(1, 1) && quadrant(1, -1) && quadrant(-1, 1) && quadrant(-1, -1)
        })
        .collect()
}

/// The numbers of outer stones that are Black's and White's.
fn outer(problem: &Figure, edges: Edges) -> [usize; 2] {
    let lines = 0..problem.size.get();
    let in_row = |row: usize| problem.stones.iter().filter(move |(p, _)| p.row() == row);
    let in_column = |c: usize| problem.stones.iter().filter(move |(p, _)| p.column() == c);
    let mut outer: Vec<Color> = Vec::new();
    for line in lines {
        let column = |(point, _): &&(Point, Color)| point.column();
        let row = |(point, _): &&(Point, Color)| point.row();
        let seen = [
            (!edges.left).then(|| in_row(line).min_by_key(column)),
            (!edges.right).then(|| in_row(line).max_by_key(column)),
            (!edges.top).then(|| in_column(line).min_by_key(row)),
            (!edges.bottom).then(|| in_column(line).max_by_key(row)),
        ];
        outer.extend(
            seen.into_iter()
                .flatten()
                .flatten()
                .map(|(_, color)| *color),
        );
    }
    let black = outer.iter().filter(|&&color| color == Color::Black).count();
    [black, outer.len() - black]
}

#[cfg(test)]
mod tests {
    use tengen_go::Diagram;

    use super::*;

    /// A problem on the board of this drawing.
    pub(super) fn problem(drawing: &str) -> Figure {
        let stones = Diagram::parse(drawing).unwrap().stones;
        let size = stones.size();
        Figure {
            size,
            turn: Color::Black,
            stones: Point::all(size)
                .filter_map(|point| Some((point, stones.at(point)?)))
                .collect(),
        }
    }

    fn drawn(extent: &Extent, side: usize) -> String {
        let row = |y| -> String {
            (0..side)
                .map(
                    |x| match extent.inside.contains(Point::new(x, y).unwrap()) {
                        true => '#',
                        false => '.',
                    },
                )
                .collect()
        };
        (0..side).map(|y| row(y) + "\n").collect()
    }

    #[test]
    fn a_corner_reaches_two_edges_and_its_inside_follows_the_outline() {
        let problem = problem(
            ". . . . . . X O . .
             . . . . . . X O . .
             . . . . . . X O O O
             . . . . . . . X X X
             . . . . . . . . . .
             . . . . . . . . . .
             . . . . . . . . . .
             . . . . . . . . . .
             . . . . . . . . . .
             . . . . . . . . . .",
        );
        let extent = Extent::of(&problem, 1).unwrap();
        let edges = Edges {
            right: true,
            top: true,
            ..Edges::default()
        };
        assert_eq!(extent.edges, edges);
        assert_eq!(extent.attacker, Color::Black);
        assert_eq!(
            drawn(&extent, 10),
            ".....#####\n".repeat(4) + "......####\n" + &"..........\n".repeat(5)
        );
    }

    #[test]
    fn a_side_reaches_one_edge_and_free_lines_before_it_are_inside() {
        let problem = problem(
            ". . . . . . . . . . . . .
             . . . . . . . . . . . . .
             . . . . . X O O X . . . .
             . . . . . . X X . . . . .
             . . . . . . . . . . . . .
             . . . . . . . . . . . . .
             . . . . . . . . . . . . .
             . . . . . . . . . . . . .
             . . . . . . . . . . . . .
             . . . . . . . . . . . . .
             . . . . . . . . . . . . .
             . . . . . . . . . . . . .
             . . . . . . . . . . . . .",
        );
        let extent = Extent::of(&problem, 1).unwrap();
        assert!(extent.edges.top && !extent.edges.left && !extent.edges.bottom);
        assert_eq!(extent.attacker, Color::Black);
        assert_eq!(
            drawn(&extent, 13),
            "....######...\n".repeat(4) + ".....####....\n" + &".............\n".repeat(8)
        );
    }
}
