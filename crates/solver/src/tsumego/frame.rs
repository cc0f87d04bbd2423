//! The frame: the rest of the board, filled such that the local result decides the game.
//!
//! Problems come with their local stones only, and on an empty board an engine has better things
//! to do than to solve them. So around the inside (see `extent`) everything is settled:
//!
//! ```text
//!    A B C D E F G H J      a corner problem, White surrounded, cut out as 9×9:
//!  9 O O O X . X O . .      a free margin of one point around the local stones,
//!  8 O . O X . X O . .      then a wall of the attacker (X), then the defender's land (O).
//!  7 O O O X . X O O O      Both are solid but for two eyes of one point each.
//!  6 O O O X . . X X X
//!  5 O O O X X . . . .
//!  …
//! ```
//!
//! - The *wall* is everything next to the inside, diagonally too, and belongs to the attacker:
//!   nothing runs away, and the surrounding stones can connect to something that lives.
//! - The *land of the defender* grows from the point farthest from the inside until it has the size
//!   that makes the game even; the attacker has all the rest. Both are single solid chains with two
//!   eyes of one point: unconditionally alive by Benson's theorem, which is checked for every
//!   frame. There are no dame between them and no ko threats in them.
//! - The *balance*: if all of the inside becomes the attacker's, the attacker wins by 5.5 or 6.5.
//!   Every point that the defender keeps there takes two away, so three or four living points turn
//!   the game: less than any group that lives, in seki too, needs, and more than the odd neutral
//!   point costs. Komi is 7.5 where the land can be cut to measure, and else whatever makes the
//!   same margin.
//! - The *board* is cut down to 9×9 or 13×13 where the frame fits with a komi that is not far from
//!   7.5: a search is cheaper there. Edges that the problem reaches stay edges; those it does not
//!   reach are kept away by the frame.

use tengen_go::{Color, Illegal, Komi, Point, PointSet, Stones};

use super::cut::Cut;
use super::extent::Extent;
use super::figure::{Figure, arrange};

/// The komi to come close to.
const KOMI: f64 = 7.5;
/// Boards to cut to, the whole board of the problem aside.
const CUTS: [usize; 2] = [9, 13];
/// The number of points by which the komi of a cut board may miss [`KOMI`].
const STRETCH: f64 = 12.0;

/// A problem with its frame.
#[derive(Clone, Debug)]
pub struct Framed {
    /// The whole position.
    pub stones: Stones,
    /// The komi that makes the local result decide.
    pub komi: Komi,
    /// The side that surrounds.
    pub attacker: Color,
    /// The points where it is decided.
    pub inside: PointSet,
    /// The column and row of the problem that the upper left corner is.
    pub corner: (usize, usize),
}

/// A problem that has no frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FrameError {
    /// There are no stones.
    #[error("the problem has no stones")]
    Empty,
    /// Its own stones cannot stand.
    #[error("the problem cannot stand: {0}")]
    Illegal(#[from] Illegal),
    /// It takes too much of the board.
    #[error("no living frame fits around the problem")]
    NoRoom,
}

impl Framed {
    /// Puts the frame around a problem, with so many free points around its stones.
    ///
    /// # Errors
    /// If it has no stones, if they cannot stand, or if they leave no room for a frame.
    pub fn new(problem: &Figure, margin: usize) -> Result<Self, FrameError> {
        let extent = Extent::of(problem, margin).ok_or(FrameError::Empty)?;
        arrange(problem.size, &problem.stones)?;
        let whole = problem.size.get();
        for side in CUTS.into_iter().filter(|&side| side < whole) {
            let framed = Cut::new(problem, &extent, side).and_then(|cut| cut.frame());
            if let Some(framed) = framed
                && (framed.komi.points() - KOMI).abs() <= STRETCH
            {
                return Ok(framed);
            }
        }
        Cut::new(problem, &extent, whole)
            .and_then(|cut| cut.frame())
            .ok_or(FrameError::NoRoom)
    }

    /// A point of the problem on this board; `None` if the board was cut before it.
    #[must_use]
    pub fn here(&self, point: Point) -> Option<Point> {
        let column = point.column().checked_sub(self.corner.0)?;
        let row = point.row().checked_sub(self.corner.1)?;
        Point::new(column, row).filter(|point| point.is_on(self.stones.size()))
    }

    /// A point of this board in the problem.
    #[must_use]
    pub fn there(&self, point: Point) -> Option<Point> {
        Point::new(point.column() + self.corner.0, point.row() + self.corner.1)
    }
}

#[cfg(test)]
mod tests {
    use tengen_go::{Game, Rules, Size, Suicide, benson};

    use super::*;

    /// A problem on 19×19 whose upper right corner (or whose whole top) is drawn.
    fn problem(turn: Color, drawing: &str) -> Figure {
        let rows: Vec<&str> = drawing.lines().map(str::trim).collect();
        let width = rows[0].split(' ').count();
        let mut stones = Vec::new();
        for (y, row) in rows.iter().enumerate() {
            for (x, symbol) in row.split(' ').enumerate() {
                let color = match symbol {
                    "X" => Color::Black,
                    "O" => Color::White,
                    _ => continue,
                };
                stones.push((Point::new(19 - width + x, y).unwrap(), color));
            }
        }
        Figure {
            size: Size::NINETEEN,
            turn,
            stones,
        }
    }

    fn problems() -> Vec<Figure> {
        vec![
            problem(
                Color::White,
                "X O . .
                 X O . .
                 X O O O
                 X X X X",
            ),
            problem(
                Color::Black,
                ". O . . X . . . .
                 . O X . X X . X .
                 . O X X . . X O O
                 . . O O X X X O .
                 . . . . O O O . .",
            ),
            problem(
                Color::White,
                ". . . X . O . . O . . X . . . . . .
                 . . . X O . . . . O O X . . . . . .
                 . . X . X O O O O X X . . . . . . .
                 . . . . . X X X X . . . . . . . . .",
            ),
            problem(
                Color::White,
                "X O . . . . . . . . . . . . . . . . O
                 X O . O . . . O . . . O . . . O . O X
                 . X O O O O O O O O O O O O O O O O X
                 . . X X X X X X X X X X X X X X X X .",
            ),
        ]
    }

    fn score(framed: &Framed, dead: &PointSet) -> f64 {
        let turn = Color::Black;
        let stones = framed.stones.clone();
        let game = Game::from_position(stones, turn, Rules::CHINESE, framed.komi);
        game.score(dead).black() * f64::from(framed.attacker.sign())
    }

    fn defenders(framed: &Framed) -> PointSet {
        let of_defender = |&p: &Point| framed.stones.at(p) == Some(!framed.attacker);
        framed.inside.iter().filter(of_defender).collect()
    }

    #[test]
    fn frames_are_legal_alive_and_without_dame() {
        for problem in problems() {
            let framed = Framed::new(&problem, 1).unwrap();
            let size = framed.stones.size();
            let [black, white] = Color::BOTH.map(|color| {
                let life = benson::unconditional_life(&framed.stones, color, Suicide::Allowed);
                (life.stones, life.territory)
            });
            for point in Point::all(size).filter(|&point| !framed.inside.contains(point)) {
                let safe = [black.0, black.1, white.0, white.1];
                let owners = safe.iter().filter(|set| set.contains(point)).count();
                assert_eq!(owners, 1, "{point:?}\n{}", drawn(&framed));
            }
            for &(point, color) in &problem.stones {
                let here = framed.here(point).unwrap();
                assert_eq!(framed.stones.at(here), Some(color));
                assert_eq!(framed.there(here), Some(point));
                assert!(framed.inside.contains(here));
            }
        }
    }

    #[test]
    fn killing_everything_wins_by_a_little() {
        for problem in problems() {
            let framed = Framed::new(&problem, 1).unwrap();
            let margin = score(&framed, &defenders(&framed));
            let wanted = match framed.attacker {
                Color::Black => 5.5,
                Color::White => 6.5,
            };
            assert_eq!(margin, wanted, "{}", drawn(&framed));
        }
    }

    /// The group has two eyes; the attacker has filled the margin and still loses.
    #[test]
    fn the_smallest_life_turns_the_game() {
        let alive = problem(
            Color::White,
            "X O . O
             X O O .
             X X O O
             . X X X",
        );
        let framed = Framed::new(&alive, 1).unwrap();
        assert_eq!(framed.attacker, Color::Black);
        let mut stones = framed.stones.clone();
        let life = benson::unconditional_life(&stones, Color::White, Suicide::Allowed);
        let margin: Vec<Point> = framed
            .inside
            .iter()
            .filter(|&p| stones.at(p).is_none() && !life.territory.contains(p))
            .collect();
        for point in margin {
            assert!(stones.place(Color::Black, point));
        }
        let filled = Framed { stones, ..framed };
        assert!(score(&filled, &PointSet::EMPTY) < 0.0, "{}", drawn(&filled));
        assert!(score(&filled, &defenders(&filled)) > 0.0);
    }

    #[test]
    fn small_corners_are_cut_out_and_wide_sides_are_not() {
        let sizes: Vec<usize> = problems()
            .iter()
            .map(|problem| Framed::new(problem, 1).unwrap().stones.size().get())
            .collect();
        assert_eq!(sizes[0], 9);
        assert_eq!(sizes[3], 19);
        for problem in &problems()[..2] {
            let komi = Framed::new(problem, 1).unwrap().komi.points();
            assert!((komi - KOMI).abs() <= STRETCH, "{komi}");
        }
    }

    #[test]
    fn what_leaves_no_room_is_refused() {
        let mut empty = problems().remove(0);
        empty.stones.clear();
        assert_eq!(Framed::new(&empty, 1).unwrap_err(), FrameError::Empty);
        let twice = Figure {
            stones: [Color::Black, Color::White]
                .map(|color| (Point::new(16, 2).unwrap(), color))
                .to_vec(),
            ..empty.clone()
        };
        let error = Framed::new(&twice, 1).unwrap_err();
        assert!(matches!(error, FrameError::Illegal(_)), "{error}");
        let size = Size::new(5).unwrap();
        let everywhere = Figure {
            size,
            stones: [(0, 0), (4, 4), (2, 2)]
                .map(|(x, y)| (Point::new(x, y).unwrap(), Color::Black))
                .to_vec(),
            ..empty
        };
        assert_eq!(Framed::new(&everywhere, 1).unwrap_err(), FrameError::NoRoom);
    }

    fn drawn(framed: &Framed) -> String {
        tengen_go::Drawing::new(&framed.stones).to_string()
    }
}
