//! Parts of a playout: a policy that moves, a gate that may refuse, a witness that sees.

use tengen_game::{Color, Rng};
use tengen_go::board::{Board, Features, Side, Vertex};

/// The last two moves before a turn; `None` is a pass or the beginning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Recent<const W: usize> {
    /// The opponent's.
    pub last: Option<Vertex<W>>,
    /// The mover's own before that.
    pub before: Option<Vertex<W>>,
}

impl<const W: usize> Recent<W> {
    /// After one more move.
    #[inline(always)]
    #[must_use]
    pub const fn then(self, mv: Option<Vertex<W>>) -> Self {
        Self {
            last: mv,
            before: self.last,
        }
    }
}

/// The result of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn<const W: usize> {
    /// A stone was played.
    Played(Vertex<W>),
    /// There was no move worth playing; the board has passed.
    Passed,
    /// The gate refused the chosen move and wants a new draw from the same position.
    Refused,
}

/// The result of trying a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trial {
    /// It is on the board.
    Played,
    /// It is illegal, or refused for this turn; try another.
    Not,
    /// It is refused and the turn has to start again.
    Again,
}

/// Chooses moves in playouts.
///
/// The policy offers each candidate to `attempt`, which plays it if it may: legality is tested in
/// the act of playing, and a gate can stand in between.
pub trait Policy<const W: usize, const V: usize> {
    /// The features that the board has to keep for this policy.
    type Features: Features;

    /// A playout begins here: whatever was remembered from turn to turn no longer holds.
    #[inline(always)]
    fn begin(&mut self, _board: &Board<W, V, Self::Features>) {}

    /// Plays one turn of `S`.
    fn turn<S: Side, A: Attempt<W, V, Self::Features>>(
        &mut self,
        board: &mut Board<W, V, Self::Features>,
        recent: Recent<W>,
        rng: &mut Rng,
        attempt: &mut A,
    ) -> Turn<W>;

    /// Sees the board after every turn, whoever chose the move; `None` is a pass.
    #[inline(always)]
    fn turned(&mut self, _board: &Board<W, V, Self::Features>, _mv: Option<Vertex<W>>) {}

    /// Sees a whole finished playout, for policies that learn: the moves in order from `first`'s
    /// first move on, after `before`, and who won (`None`: a draw).
    fn finished(
        &mut self,
        _before: Recent<W>,
        _first: Color,
        _moves: &[Option<Vertex<W>>],
        _winner: Option<Color>,
    ) {
    }
}

/// A policy's way of trying a move on the board.
pub trait Attempt<const W: usize, const V: usize, F: Features> {
    /// Plays the move if it is legal and admitted.
    fn attempt<S: Side>(&mut self, board: &mut Board<W, V, F>, v: Vertex<W>) -> Trial;

    /// True if a policy that has found no move may pass; if not, the turn has to start again.
    #[inline(always)]
    fn may_pass(&mut self) -> bool {
        true
    }
}

/// No gate: whatever is legal is played.
#[derive(Clone, Copy, Debug, Default)]
pub struct Open;

impl<const W: usize, const V: usize, F: Features> Attempt<W, V, F> for Open {
    #[inline(always)]
    fn attempt<S: Side>(&mut self, board: &mut Board<W, V, F>, v: Vertex<W>) -> Trial {
        if board.try_play::<S>(v) {
            Trial::Played
        } else {
            Trial::Not
        }
    }
}

/// A gate's answer to a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GateDecision {
    /// Play it.
    Admit,
    /// Draw again, freely: the same move may come up again. After a thousand
    /// times in one turn it is excluded all the same.
    Redraw,
    /// Draw again without this move. Where no other is left, the turn starts again and refused
    /// moves are drawn freely, so that nobody passes for want of what was refused.
    Exclude,
}

/// Watches the first moves of a playout and may refuse them; it holds the memory of the leaf that
/// the playout starts from.
pub trait Gate<const W: usize> {
    /// The number of moves of the playout that it wants to see; the rest pass freely.
    fn depth(&self) -> usize;

    /// Decides if move number `m` (from 0) of the playout, which is legal, may be played;
    /// `successor` computes the hash of the stones after it, with the side to move and the passes
    /// since the beginning of the playout. A move that it has excluded is not asked about again on
    /// that turn, however often the policy offers it.
    fn admit(&mut self, m: usize, mv: Vertex<W>, successor: impl FnOnce() -> u64) -> GateDecision;

    /// The playout has ended; `None` is a draw.
    fn finished(&mut self, winner: Option<Color>);
}

impl<const W: usize> Gate<W> for Open {
    #[inline(always)]
    fn depth(&self) -> usize {
        0
    }

    #[inline(always)]
    fn admit(&mut self, _: usize, _: Vertex<W>, _: impl FnOnce() -> u64) -> GateDecision {
        GateDecision::Admit
    }

    #[inline(always)]
    fn finished(&mut self, _: Option<Color>) {}
}

/// Sees the moves of a playout as they are played; `()` sees nothing.
pub trait Witness<const W: usize> {
    /// A move, or a pass.
    fn moved(&mut self, color: Color, mv: Option<Vertex<W>>);
}

impl<const W: usize> Witness<W> for () {
    #[inline(always)]
    fn moved(&mut self, _: Color, _: Option<Vertex<W>>) {}
}

impl<const W: usize> Witness<W> for Vec<Option<Vertex<W>>> {
    #[inline(always)]
    fn moved(&mut self, _: Color, mv: Option<Vertex<W>>) {
        self.push(mv);
    }
}
