//! Playouts of two boards as one game.
//!
//! The player to move has one move, on either board, and passes for both. Two policies choose the
//! board: [`Everywhere`] draws evenly among the moves of both, as a program with random playouts would;
//! [`OnEach`] asks any [`Policy`] of one board, which sees that board's own last moves. A turn that
//! is spent on the other board is a pass on this one as far as ko goes, and no turn at all as far as
//! answers go: a threat is still there when its board's turn comes.
//!
//! The rules of the beginning ([`Opening`]) are kept: those turns are played apart, so that the loop
//! of the rest asks nothing about them.

mod each;
mod everywhere;
mod local;

use tengen_game::{Color, Rng};
use tengen_go::board::{Black, Board, Features, Side, Vertex, White};
#[cfg(doc)]
use tengen_playout::Policy;
use tengen_playout::{Attempt, Open, Trial};

use crate::{Half, Opening};

pub use each::OnEach;
pub use everywhere::Everywhere;
pub use local::Local;

pub(crate) use local::locals;

tengen_params::choice! {
    /// On which of two boards a move of a playout is.
    pub enum SumBoard {
        /// All points of both boards are equally likely, so the more open board gets more moves.
        Points = "points",
        /// Either board, equally likely, as long as it has a move.
        Even = "even",
    }
}

/// The start of a playout of two boards, beside the boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SumStart<const W: usize> {
    /// The side that moves first.
    pub turn: Color,
    /// The moves just before, on each board.
    pub locals: [Local<W>; 2],
    /// The board of the last move; `None` after a pass or at the beginning.
    pub last: Option<Half>,
    /// True if the last turn was a pass: then one more ends the game.
    pub passed: bool,
    /// The rules of the beginning that still bind.
    pub opening: Opening<Vertex<W>>,
}

/// The end of a playout of two boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SumEnding {
    /// Black's area minus White's, of both boards together.
    pub score: i32,
    /// Black's stones played minus White's.
    pub lead: i32,
    /// The same up to the first pass. From then on a side mostly fills its own territory, which
    /// players who count it would not do.
    pub lead_until_pass: i32,
    /// The number of turns, passes included.
    pub moves: u32,
    /// True if the playout was cut off at twice the area of both boards.
    pub capped: bool,
}

/// Chooses moves in playouts of two boards.
pub trait SumPolicy<const W: usize, const V: usize> {
    /// The features that the boards have to keep for it.
    type Features: Features;

    /// A playout begins here.
    #[inline(always)]
    fn begin(&mut self, _boards: &[Board<W, V, Self::Features>; 2]) {}

    /// Plays one turn of `S`: a move, which is a pass on the other board, or a pass on both.
    /// `last` is the board of the opponent's last move; moves on the twin go through `twin`.
    fn turn<S: Side, A: Attempt<W, V, Self::Features>>(
        &mut self,
        boards: &mut [Board<W, V, Self::Features>; 2],
        locals: &mut [Local<W>; 2],
        last: Option<Half>,
        rng: &mut Rng,
        twin: &mut A,
    ) -> Option<(Half, Vertex<W>)>;
}

/// One point is banned.
struct Barred<const W: usize>(Vertex<W>);

impl<const W: usize, const V: usize, F: Features> Attempt<W, V, F> for Barred<W> {
    fn attempt<S: Side>(&mut self, board: &mut Board<W, V, F>, v: Vertex<W>) -> Trial {
        match v == self.0 {
            true => Trial::Not,
            false => Open.attempt::<S>(board, v),
        }
    }
}

/// Every point is.
struct Closed;

impl<const W: usize, const V: usize, F: Features> Attempt<W, V, F> for Closed {
    fn attempt<S: Side>(&mut self, _: &mut Board<W, V, F>, _: Vertex<W>) -> Trial {
        Trial::Not
    }
}

/// Plays both boards out; they are left as the playout ended. `witness` sees every turn; `None` is a
/// pass.
pub fn play_out_sum<const W: usize, const V: usize, P>(
    boards: &mut [Board<W, V, P::Features>; 2],
    start: SumStart<W>,
    policy: &mut P,
    witness: &mut impl FnMut(Option<(Half, Vertex<W>)>),
    rng: &mut Rng,
) -> SumEnding
where
    P: SumPolicy<W, V>,
{
    policy.begin(boards);
    let mut state = SumState {
        boards,
        policy,
        witness,
        locals: start.locals,
        last: start.last,
        passed: start.passed,
        over: false,
        lead: 0,
        until_pass: None,
        moves: 0,
    };
    let (turn, bound) = state.open(start.turn, start.opening, rng);
    if !state.is_over() {
        state.go_on(turn, rng);
    }
    state.ending(bound)
}

/// A playout under way.
struct SumState<'a, const W: usize, const V: usize, P: SumPolicy<W, V>, X> {
    boards: &'a mut [Board<W, V, P::Features>; 2],
    policy: &'a mut P,
    witness: &'a mut X,
    locals: [Local<W>; 2],
    last: Option<Half>,
    passed: bool,
    /// Both sides have passed.
    over: bool,
    lead: i32,
    /// The lead when somebody passed first.
    until_pass: Option<i32>,
    moves: u32,
}

impl<const W: usize, const V: usize, P, X> SumState<'_, W, V, P, X>
where
    P: SumPolicy<W, V>,
    X: FnMut(Option<(Half, Vertex<W>)>),
{
    fn cap(&self) -> u32 {
        4 * self.boards[0].size().area() as u32
    }

    fn is_over(&self) -> bool {
        self.over || self.moves >= self.cap()
    }

    /// The turns that the rules of the beginning bind; whose turn it is then, and whether they still
    /// do, since the playout has ended.
    fn open(
        &mut self,
        mut turn: Color,
        mut opening: Opening<Vertex<W>>,
        rng: &mut Rng,
    ) -> (Color, bool) {
        while opening != Opening::Free && !self.is_over() {
            let played = match opening {
                Opening::First => self.step(turn, rng, &mut Closed),
                Opening::Banned(to, mirror) if to == turn => {
                    self.step(turn, rng, &mut Barred(mirror))
                }
                _ => self.step(turn, rng, &mut Open),
            };
            opening = match (opening, played) {
                (Opening::First, Some((_, first))) => Opening::Banned(!turn, first),
                (Opening::First, None) | (_, Some((Half::Twin, _))) => Opening::Free,
                (as_before, _) => as_before,
            };
            turn = !turn;
        }
        (turn, opening != Opening::Free)
    }

    /// One turn of whoever is to move.
    fn step<A>(&mut self, turn: Color, rng: &mut Rng, twin: &mut A) -> Option<(Half, Vertex<W>)>
    where
        A: Attempt<W, V, P::Features>,
    {
        match turn {
            Color::Black => self.take::<Black, A>(rng, twin),
            Color::White => self.take::<White, A>(rng, twin),
        }
    }

    /// The rest, two turns a round so that each knows its colour.
    fn go_on(&mut self, turn: Color, rng: &mut Rng) {
        // A copy whose address nobody has stays in registers.
        let own = &mut rng.clone();
        let cap = self.cap();
        let mut white_begins = turn == Color::White;
        loop {
            if !white_begins {
                self.take::<Black, Open>(own, &mut Open);
                if self.over | (self.moves >= cap) {
                    break;
                }
            }
            white_begins = false;
            self.take::<White, Open>(own, &mut Open);
            if self.over | (self.moves >= cap) {
                break;
            }
        }
        rng.clone_from(own);
    }

    #[inline(always)]
    fn take<S: Side, A>(&mut self, rng: &mut Rng, twin: &mut A) -> Option<(Half, Vertex<W>)>
    where
        A: Attempt<W, V, P::Features>,
    {
        let Self {
            boards,
            policy,
            locals,
            ..
        } = self;
        let played = policy.turn::<S, A>(boards, locals, self.last, rng, twin);
        (self.witness)(played);
        self.moves += 1;
        self.last = played.map(|(half, _)| half);
        if played.is_some() {
            self.lead += S::COLOR.sign();
            self.passed = false;
        } else {
            self.until_pass.get_or_insert(self.lead);
            self.over = self.passed;
            self.passed = true;
        }
        played
    }

    fn ending(&self, bound: bool) -> SumEnding {
        // Two passes after real play leave no region larger than a point; any other end may, and so
        // may a move that was banned.
        let settled = self.over && self.moves > 2 && !bound;
        let score = |board: &Board<W, V, P::Features>| match settled {
            true => board.playout_score(),
            false => board.area_score(),
        };
        SumEnding {
            score: self.boards.iter().map(score).sum(),
            lead: self.lead,
            lead_until_pass: self.until_pass.unwrap_or(self.lead),
            moves: self.moves,
            capped: !self.over,
        }
    }
}
