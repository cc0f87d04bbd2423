//! The features of playouts: few, local, and cheap enough to be rated after every move.
//!
//! A move's strength is the product of at most five factors, one of each kind:
//! * its 3×3 *shape*, folded over the symmetries and seen by the mover ([`Shapes`]),
//! * the *ataris* that it resolves: a chain captured, an own chain extended ([`Ataris`]),
//! * whether it is *self-atari*, and of which kind ([`SelfAtari`]),
//! * where it lies, if next to the last move ([`Proximity`]),
//! * what it does to the chains at the last move ([`Tactic`]).
//!
//! The first two belong to the point and hold until something changes around it, as does the throwing
//! in of a single stone ([`is_throw_in`]); a sampler keeps them in sums. Other self-atari is asked
//! only of a move that was drawn. The last two hold for one turn and concern a handful of points; the
//! move before the last is not among the features, as it would cost as much as the last.
//!
//! [`LocalExtract`] turns games into samples for learning, [`LocalModel`] holds what was learned. Both
//! and the sampler ask the same functions of this module, so what is learned can be played as it is;
//! the rules that a sampler has beside it are its own.

mod extract;
mod model;
mod shapes;
mod tactic;

use tengen_go::board::{Black, Board, Features, Moments, Neighbourhood, Side, Vertex, White};

pub use extract::LocalExtract;
pub use model::{LocalError, LocalModel};
pub use shapes::Shapes;
pub use tactic::{Tactic, Tactics, Threats};

use crate::team::NONE;

/// The number of features of a team.
pub const WIDTH: usize = 5;

/// The features of one move, one of each kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Team {
    /// The class of the 3×3 shape, seen by the mover.
    pub shape: usize,
    /// The ataris that the move resolves, seen by the mover.
    pub ataris: Ataris,
    /// The kind of self-atari, if the move is one.
    pub self_atari: Option<SelfAtari>,
    /// The place of the move by the last one.
    pub place: Proximity,
    /// The tactic at the last move.
    pub tactic: Option<Tactic>,
}

impl Team {
    /// The numbers of the features; [`NONE`] where there is none of a kind.
    #[must_use]
    pub fn ids(&self) -> [u32; WIDTH] {
        let after = |first: usize, number: usize| (first + number) as u32;
        let ataris = first::ATARIS + self.ataris.0 as usize;
        let place = first::PLACE + self.place as usize;
        [
            after(first::SHAPE, self.shape),
            // The first of these kinds is "nothing", which has no strength of its own.
            if self.ataris == Ataris::NONE {
                NONE
            } else {
                ataris as u32 - 1
            },
            self.self_atari
                .map_or(NONE, |kind| after(first::SELF_ATARI, kind as usize)),
            if self.place == Proximity::Elsewhere {
                NONE
            } else {
                place as u32 - 1
            },
            self.tactic
                .map_or(NONE, |kind| after(first::TACTIC, kind as usize)),
        ]
    }
}

/// The first numbers of each kind of feature.
pub(crate) mod first {
    use super::{Ataris, Proximity, SelfAtari, Shapes, Tactic};

    pub(crate) const SHAPE: usize = 1;
    pub(crate) const ATARIS: usize = SHAPE + Shapes::COUNT;
    pub(crate) const SELF_ATARI: usize = ATARIS + Ataris::COUNT - 1;
    pub(crate) const PLACE: usize = SELF_ATARI + SelfAtari::COUNT;
    pub(crate) const TACTIC: usize = PLACE + Proximity::COUNT - 1;
    pub(crate) const END: usize = TACTIC + Tactic::COUNT;
}

/// One more than the largest feature.
pub const FEATURES: usize = first::END;

/// The chains in atari whose last liberty a point is: bit 0 the mover's, bit 1 the opponent's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ataris(u8);

impl Ataris {
    /// No chain.
    pub const NONE: Self = Self(0);
    /// The number of values.
    pub const COUNT: usize = 4;

    /// Of the mover's chains and of the opponent's.
    #[must_use]
    pub const fn new(own: bool, opposing: bool) -> Self {
        Self(own as u8 | (opposing as u8) << 1)
    }

    /// True if the move captures.
    #[must_use]
    pub const fn captures(self) -> bool {
        self.0 & 2 != 0
    }

    /// By bits 0 for Black's chains and 1 for White's, as [`lasts`] tells, seen by `S`.
    #[must_use]
    pub const fn seen_by<S: Side>(lasts: u8) -> Self {
        if S::CODE == Black::CODE {
            Self(lasts & 3)
        } else {
            Self((lasts & 1) << 1 | (lasts >> 1 & 1))
        }
    }
}

/// Tests if the empty point `v` is the last liberty of a chain of Black (bit 0), of White (bit 1).
#[inline(always)]
#[must_use]
pub fn lasts<const W: usize, const V: usize, F>(board: &Board<W, V, F>, v: Vertex<W>) -> u8
where
    F: Features<Liberties = Moments>,
{
    u8::from(board.has_atari_beside::<Black>(v)) | u8::from(board.has_atari_beside::<White>(v)) << 1
}

/// A kind of self-atari. Playouts let all but the first lower a move's strength, never
/// raise it: a learned strength above 1 counts as 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SelfAtari {
    /// A single stone, thrown in.
    ThrowIn,
    /// A few stones that fill an eye space but for one point.
    Fill,
    /// Two stones or more, for nothing.
    GiveAway,
}

impl SelfAtari {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::ThrowIn, Self::Fill, Self::GiveAway];
    /// The number of kinds.
    pub const COUNT: usize = Self::ALL.len();

    /// The kind that a stone of `S` on the empty point `v` is, if any; `ataris` are those that it
    /// resolves. Asked of most moves that are drawn, so the usual answer comes early.
    #[inline(always)]
    #[must_use]
    pub fn of<S: Side, const W: usize, const V: usize, F>(
        board: &Board<W, V, F>,
        v: Vertex<W>,
        ataris: Ataris,
    ) -> Option<Self>
    where
        F: Features<Liberties = Moments>,
    {
        if ataris.captures() || !board.is_short::<S>(v) {
            None
        } else if !board.touches::<S>(v) {
            Some(Self::ThrowIn)
        } else if fills_eye::<S, W, V, F>(board, v) {
            Some(Self::Fill)
        } else {
            Some(Self::GiveAway)
        }
    }
}

/// Tests if a stone of `S` at the empty point `v` puts two or more own stones in atari for nothing:
/// if it is [`SelfAtari::GiveAway`].
///
/// A single stone may be thrown in, and a few may fill an eye space, which has to happen before a
/// group with one large eye can be captured.
#[inline(always)]
#[must_use]
pub fn is_give_away<S: Side, const W: usize, const V: usize, F>(
    board: &Board<W, V, F>,
    v: Vertex<W>,
) -> bool
where
    F: Features<Liberties = Moments>,
{
    board.touches::<S>(v) && board.is_self_atari::<S>(v) && !fills_eye::<S, W, V, F>(board, v)
}

/// The largest chain that may be given away to spoil an eye.
const BAIT: usize = 4;

/// Tests if the chain that a self-atari at `v` makes is small and fills an eye space but for one
/// point: then the only liberty left has no empty neighbour.
#[inline(never)]
fn fills_eye<S: Side, const W: usize, const V: usize, F: Features>(
    board: &Board<W, V, F>,
    v: Vertex<W>,
) -> bool {
    let mut stones = [v; BAIT];
    let mut len = 1;
    for own in board.neighbours_of::<S>(v) {
        for stone in board.stones_of(own) {
            if stones[..len].contains(&stone) {
                continue;
            }
            if len == BAIT {
                return false;
            }
            stones[len] = stone;
            len += 1;
        }
    }
    let liberty = stones[..len]
        .iter()
        .flat_map(|&stone| board.empties_beside(stone))
        .find(|&empty| empty != v);
    liberty.is_none_or(|liberty| board.empties_beside(liberty).all(|empty| empty == v))
}

/// The place of a move by the last one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proximity {
    /// Not next to the last move.
    Elsewhere,
    /// Beside the last move.
    BesideLast,
    /// Diagonally next to the last move.
    DiagonalToLast,
}

impl Proximity {
    /// All places.
    pub const ALL: [Self; 3] = [Self::Elsewhere, Self::BesideLast, Self::DiagonalToLast];
    /// The number of values.
    pub const COUNT: usize = Self::ALL.len();

    /// The place of `v` after this move. The guard column keeps the ends of neighbouring rows at
    /// least two cells apart, so the numbers of cells tell.
    #[inline(always)]
    #[must_use]
    pub fn of<const W: usize>(v: Vertex<W>, last: Option<Vertex<W>>) -> Self {
        let apart = last.map_or(0, |last| v.cell().abs_diff(last.cell()));
        if (apart == 1) | (apart == W) {
            Self::BesideLast
        } else if (apart == W - 1) | (apart == W + 1) {
            Self::DiagonalToLast
        } else {
            Self::Elsewhere
        }
    }
}

/// Tests if a move of `S` with this pattern and these ataris is [`SelfAtari::ThrowIn`], the only kind
/// that a pattern tells: a stone that touches no own one and one empty point, and captures nothing.
#[must_use]
pub fn is_throw_in<S: Side>(around: Neighbourhood, ataris: Ataris) -> bool {
    let square = around.square();
    let beside = [1, 3, 5, 7].map(|place| u16::from(square[place]));
    let count = |code: u16| beside.iter().filter(|&&other| other == code).count();
    !ataris.captures() && count(S::CODE) == 0 && count(0) == 1
}

/// Tests if `S` may be drawn at the empty point with this pattern and these ataris at all: it is no
/// own eye, and not ringed by opposing chains that stay.
#[inline]
#[must_use]
pub fn is_open<S: Side>(around: Neighbourhood, ataris: Ataris) -> bool {
    !around.is_eye::<S>() && (!around.is_ringed::<S::Opponent>() || ataris.captures())
}
