//! From stones to a problem: the region, who attacks, what the goal is; or why there is none.
//!
//! - The *region* is the inside of the stones' outline (see `place`), without a margin: what is outside
//!   belongs to the attacker. Problems of collections mean it so: the stones that surround are alive,
//!   however few of them are drawn, and nobody runs away.
//! - *Held* are the attacker's stones that are connected to the outside: they are safe, and no part of
//!   the play.
//!   Free points far from every stone of the defender's count as the outside, too, even where the stones
//!   that surround are farther away: a wall is taken to stand nearer (see `wall`).
//! - The *goal*: the attacker wants to leave the defender no more than a quarter of the points that his
//!   stones stood on, the defender wants more, in seki if need be; or any chain that lives for good. It is the
//!   side to move that is asked about.

use tengen_go::{Color, Illegal, Move, Point, PointSet, Stones};

use super::field::Field;
use super::figure::Figure;
use super::place::Place;
use super::state::{Side, State, Threats};

/// What the side to move is to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// To kill.
    Kill,
    /// To live.
    Live,
}

impl Goal {
    /// What the same side would have to do in the other role.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Kill => Self::Live,
            Self::Live => Self::Kill,
        }
    }
}

/// Why stones are no problem of life and death.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoProblem {
    /// There are no stones.
    #[error("there are no stones")]
    Empty,
    /// The stones cannot stand.
    #[error("the stones cannot stand: {0}")]
    Illegal(#[from] Illegal),
    /// Nobody is enclosed.
    #[error("there is no goal: {0} has no stones inside that could live or die")]
    NoGoal(Color),
    /// Nobody encloses anybody.
    #[error(
        "the region is open: neither side surrounds the other; say with a goal who is to kill or to live"
    )]
    Open,
    /// There are problems in several places.
    #[error(
        "there are {0} problems on one board, far from each other; put each on a board of its own"
    )]
    Several(usize),
    /// It does not fit.
    #[error("the region is too large: {0} points")]
    TooLarge(usize),
}

/// A problem.
#[derive(Clone, Debug)]
pub struct Enclosure {
    /// The board as it was given.
    pub board: Stones,
    /// Who surrounds.
    pub attacker: Color,
    /// Who is to move.
    pub turn: Color,
    /// Where it is decided: all points that can change hands.
    pub region: PointSet,
    /// The region as bits.
    pub field: Field,
}

/// Stones further apart than this belong to different problems.
const APART: usize = 5;
/// What is this many steps away from the defender's stones, or more, can fall to the attacker.
const FREE: usize = 3;
/// The part of the outer stones that has to be of one side.
const MAJORITY: (usize, usize) = (3, 5);

impl Enclosure {
    /// The problem that stones are, with so many free points around them; the goal, where it is given,
    /// says who attacks.
    ///
    /// # Errors
    /// If they are none.
    pub fn new(figure: &Figure, margin: usize, goal: Option<Goal>) -> Result<Self, NoProblem> {
        Self::cut(figure, margin, goal, FREE)
    }

    /// The same without a margin, and with as little room as can be: points that the defender does not
    /// touch fall to the attacker where he is nearer. Who lives here lives in any larger region too.
    ///
    /// # Errors
    /// If the stones are no problem.
    pub fn tight(figure: &Figure, goal: Option<Goal>) -> Result<Self, NoProblem> {
        Self::cut(figure, 0, goal, FREE - 1)
    }

    fn cut(
        figure: &Figure,
        margin: usize,
        goal: Option<Goal>,
        free: usize,
    ) -> Result<Self, NoProblem> {
        let board = figure.board()?;
        let place = Place::of(figure, margin).ok_or(NoProblem::Empty)?;
        let number = clusters(figure);
        if number > 1 {
            return Err(NoProblem::Several(number));
        }
        let attacker = match goal {
            Some(Goal::Kill) => figure.turn,
            Some(Goal::Live) => !figure.turn,
            None => {
                let [most, all] = [
                    place.outer[0].max(place.outer[1]),
                    place.outer[0] + place.outer[1],
                ];
                if most * MAJORITY.1 < all * MAJORITY.0 {
                    return Err(NoProblem::Open);
                }
                place.attacker
            }
        };
        let size = figure.size;
        let wall = wall(&board, &place.inside, attacker, free);
        let region: PointSet = place
            .inside
            .iter()
            .filter(|&point| !wall.contains(point))
            .collect();
        if !region
            .iter()
            .any(|point| board.at(point) == Some(!attacker))
        {
            return Err(NoProblem::NoGoal(!attacker));
        }
        let field = Field::new(size, &region, &wall);
        let mut field = field.ok_or(NoProblem::TooLarge(region.len()))?;
        let own = |&point: &Point| board.at(point) == Some(!attacker);
        field.target = field.bits(&region.iter().filter(own).collect());
        Ok(Self {
            board,
            attacker,
            turn: figure.turn,
            region,
            field,
        })
    }

    /// What the side to move is to do.
    #[must_use]
    pub fn goal(&self) -> Goal {
        match self.side() {
            Side::Attacker => Goal::Kill,
            Side::Defender => Goal::Live,
        }
    }

    /// Who the side to move is.
    #[must_use]
    pub fn side(&self) -> Side {
        match self.turn == self.attacker {
            true => Side::Attacker,
            false => Side::Defender,
        }
    }

    /// How many points of the region are empty.
    #[must_use]
    pub fn open(&self) -> usize {
        let empty = |&point: &Point| self.board.at(point).is_none();
        self.region.iter().filter(empty).count()
    }

    /// The position, with these threats elsewhere.
    #[must_use]
    pub fn state(&self, threats: Threats) -> State {
        let of = |color: Color| -> PointSet {
            let own = |&point: &Point| self.board.at(point) == Some(color);
            self.region.iter().filter(own).collect()
        };
        State {
            defender: self.field.bits(&of(!self.attacker)),
            attacker: self.field.bits(&of(self.attacker)),
            turn: self.side(),
            ko: self.board.ko().and_then(|point| self.field.bit(point)),
            threats,
        }
    }

    /// A move of the search as one of the board.
    #[must_use]
    pub fn named(&self, act: super::state::Act) -> Move {
        match act {
            super::state::Act::Play(bit) => self.field.point(bit).map_or(Move::Pass, Move::Play),
            super::state::Act::Pass => Move::Pass,
        }
    }
}

/// What belongs to the attacker for good: everything outside, the stones connected to it, and empty
/// points beside it that are nearer to the attacker's stones than to the defender's, and at least `free`
/// steps away from the latter.
fn wall(board: &Stones, inside: &PointSet, attacker: Color, free: usize) -> PointSet {
    let size = board.size();
    let distance = |point: Point, color: Color| {
        let own = inside
            .iter()
            .filter(|&other| board.at(other) == Some(color));
        let to = |other: Point| {
            point.column().abs_diff(other.column()) + point.row().abs_diff(other.row())
        };
        own.map(to).min().unwrap_or(usize::MAX)
    };
    let mut wall: PointSet = Point::all(size)
        .filter(|&point| !inside.contains(point))
        .collect();
    loop {
        let falls = |&point: &Point| {
            let touches = point.neighbours(size).any(|next| wall.contains(next));
            !wall.contains(point)
                && touches
                && match board.at(point) {
                    Some(color) => color == attacker,
                    None => {
                        let far = distance(point, !attacker);
                        far >= free && distance(point, attacker) < far
                    }
                }
        };
        let falling: Vec<Point> = inside.iter().filter(falls).collect();
        if falling.is_empty() {
            return wall;
        }
        wall.extend(falling);
    }
}

/// In how many places stones of both colours are.
fn clusters(figure: &Figure) -> usize {
    let mut rest = figure.stones.clone();
    let mut number = 0;
    while let Some(first) = rest.pop() {
        let mut cluster = vec![first];
        let mut next = 0;
        while next < cluster.len() {
            let at = cluster[next].0;
            let near = |&mut (point, _): &mut (Point, Color)| {
                point.column().abs_diff(at.column()) <= APART
                    && point.row().abs_diff(at.row()) <= APART
            };
            cluster.extend(rest.extract_if(.., near));
            next += 1;
        }
        let has = |color| cluster.iter().any(|&(_, other)| other == color);
        number += usize::from(has(Color::Black) && has(Color::White));
    }
    number
}
