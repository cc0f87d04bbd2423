//! From stones to a problem: the region, who attacks, what the goal is; or why there is none.
//!
//! - The *region* is the inside of the stones' outline (see `extent`) as far as it is not settled (see
//!   `bounds`). Problems of collections mean it so: the stones that surround are alive, however few of
//!   them are drawn, and nobody runs far.
//! - The *goal*: the attacker wants to leave the defender no more than a quarter of the points that his
//!   stones stood on, the defender wants more, in seki if need be; or any chain that lives for good. It is the
//!   side to move that is asked about.

use tengen_go::{Color, Illegal, Move, Point, PointSet, Stones};

use super::bounds::Bounds;
use super::extent::Extent;
use super::field::Field;
use super::figure::Figure;
use super::state::{Side, State, Threats};

/// The goal of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// To kill.
    Kill,
    /// To live.
    Live,
}

impl Goal {
    /// The goal of the same side in the other role.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Kill => Self::Live,
            Self::Live => Self::Kill,
        }
    }

    /// In a word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Kill => "kill",
            Self::Live => "live",
        }
    }
}

/// A reason that stones are no problem of life and death.
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
    /// The side that surrounds.
    pub attacker: Color,
    /// The side to move.
    pub turn: Color,
    /// The points where it is decided: all that can change hands.
    pub region: PointSet,
    /// The region as bits.
    pub field: Field,
}

/// Stones further apart than this belong to different problems.
const APART: usize = 5;
/// The part of the outer stones that has to be of one side.
const MAJORITY: (usize, usize) = (3, 5);

impl Enclosure {
    /// The problem that stones are, with so many free points around them; the goal, where it is given,
    /// says who attacks.
    ///
    /// # Errors
    /// If they are none.
    pub fn new(figure: &Figure, margin: usize, goal: Option<Goal>) -> Result<Self, NoProblem> {
        let reach = margin + 1;
        let board = figure.board()?;
        let extent = Extent::of(figure, margin).ok_or(NoProblem::Empty)?;
        let number = clusters(figure);
        if number > 1 {
            return Err(NoProblem::Several(number));
        }
        let attacker = match goal {
            Some(Goal::Kill) => figure.turn,
            Some(Goal::Live) => !figure.turn,
            None => {
                let [most, all] = [
                    extent.outer[0].max(extent.outer[1]),
                    extent.outer[0] + extent.outer[1],
                ];
                if most * MAJORITY.1 < all * MAJORITY.0 {
                    return Err(NoProblem::Open);
                }
                extent.attacker
            }
        };
        let bounds = Bounds::of(&board, &extent.inside, attacker, figure.turn, reach);
        let region = bounds.region(&board, &extent.inside, attacker);
        let own = |&point: &Point| board.at(point) == Some(!attacker);
        if !region.iter().any(|point| own(&point)) {
            return Err(NoProblem::NoGoal(!attacker));
        }
        let field = Field::new(figure.size, &region, &bounds.wall, &bounds.refuge);
        let mut field = field.ok_or(NoProblem::TooLarge(region.len()))?;
        field.target = field.bits(&region.iter().filter(own).collect());
        Ok(Self {
            board,
            attacker,
            turn: figure.turn,
            region,
            field,
        })
    }

    /// The goal of the side to move.
    #[must_use]
    pub fn goal(&self) -> Goal {
        match self.side() {
            Side::Attacker => Goal::Kill,
            Side::Defender => Goal::Live,
        }
    }

    /// The role of the side to move.
    #[must_use]
    pub fn side(&self) -> Side {
        match self.turn == self.attacker {
            true => Side::Attacker,
            false => Side::Defender,
        }
    }

    /// The number of empty points of the region.
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

/// The number of places where stones of both colours are.
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
