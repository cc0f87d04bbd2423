//! The loop: turns until both sides pass.

use tengen_game::{Color, Rng};
use tengen_go::board::{Black, Board, Features, Side, Vertex, WHITE_TO_MOVE, White};

use crate::policy::{Attempt, Gate, Open, Policy, Recent, Trial, Turn, Verdict, Witness};

/// Where a playout starts, beside the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Start<const W: usize> {
    /// Who moves first.
    pub turn: Color,
    /// The moves just before.
    pub recent: Recent<W>,
    /// Whether the last of them was a pass: then one more ends the game.
    pub passed: bool,
}

impl<const W: usize> Start<W> {
    /// The beginning of a game.
    pub const NEW_GAME: Self = Self {
        turn: Color::Black,
        recent: Recent {
            last: None,
            before: None,
        },
        passed: false,
    };
}

/// How a playout ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    /// Black's area minus White's, without komi.
    pub score: i32,
    /// How many moves, passes included.
    pub moves: u32,
    /// Whether the playout was cut off at twice the board's area, as an endless ko fight would be.
    pub capped: bool,
}

impl Ending {
    /// Who wins at this komi; `None` is a draw.
    #[inline]
    #[must_use]
    pub fn winner(self, komi: f32) -> Option<Color> {
        let margin = self.score as f32 - komi;
        if margin > 0.0 {
            Some(Color::Black)
        } else if margin < 0.0 {
            Some(Color::White)
        } else {
            None
        }
    }
}

/// Plays the board out, ungated. The board is left as the playout ended.
#[inline]
pub fn play_out<const W: usize, const V: usize, P, X>(
    board: &mut Board<W, V, P::Features>,
    start: Start<W>,
    policy: &mut P,
    witness: &mut X,
    rng: &mut Rng,
) -> Ending
where
    P: Policy<W, V>,
    X: Witness<W>,
{
    policy.begin(board);
    let mut course = Course::new(board, start);
    course.go_on(board, policy, witness, rng)
}

/// Plays the board out behind a gate, which sees the first moves and may refuse them.
///
/// The gate is not told who won: only the caller knows the komi. It calls [`Gate::finished`].
#[inline]
pub fn play_out_gated<const W: usize, const V: usize, P, G, X>(
    board: &mut Board<W, V, P::Features>,
    start: Start<W>,
    policy: &mut P,
    gate: &mut G,
    witness: &mut X,
    rng: &mut Rng,
) -> Ending
where
    P: Policy<W, V>,
    G: Gate<W>,
    X: Witness<W>,
{
    policy.begin(board);
    let mut course = Course::new(board, start);
    for m in 0..gate.depth() {
        let mut gated = Gated { gate, m };
        if course.step(board, policy, witness, rng, &mut gated) {
            return course.ending(board);
        }
    }
    course.go_on(board, policy, witness, rng)
}

/// A playout under way.
struct Course<const W: usize> {
    turn: Color,
    recent: Recent<W>,
    passed: bool,
    /// Both sides have passed.
    over: bool,
    moves: u32,
    cap: u32,
}

impl<const W: usize> Course<W> {
    fn new<const V: usize, F: Features>(board: &Board<W, V, F>, start: Start<W>) -> Self {
        let Start {
            turn,
            recent,
            passed,
        } = start;
        Self {
            turn,
            recent,
            passed,
            over: false,
            moves: 0,
            cap: 2 * board.size().area() as u32,
        }
    }

    /// Plays to the end without a gate, two turns a round so that each knows its colour.
    #[inline(always)]
    fn go_on<const V: usize, P, X>(
        &mut self,
        board: &mut Board<W, V, P::Features>,
        policy: &mut P,
        witness: &mut X,
        rng: &mut Rng,
    ) -> Ending
    where
        P: Policy<W, V>,
        X: Witness<W>,
    {
        if self.turn == Color::White
            && self.take::<White, V, _, _, _>(board, policy, witness, rng, &mut Open)
        {
            return self.ending(board);
        }
        loop {
            if self.take::<Black, V, _, _, _>(board, policy, witness, rng, &mut Open)
                || self.take::<White, V, _, _, _>(board, policy, witness, rng, &mut Open)
            {
                return self.ending(board);
            }
        }
    }

    /// One turn of whoever is to move; true if the playout is over.
    fn step<const V: usize, P, X, A>(
        &mut self,
        board: &mut Board<W, V, P::Features>,
        policy: &mut P,
        witness: &mut X,
        rng: &mut Rng,
        attempt: &mut A,
    ) -> bool
    where
        P: Policy<W, V>,
        X: Witness<W>,
        A: Attempt<W, V, P::Features>,
    {
        self.turn = !self.turn;
        match !self.turn {
            Color::Black => self.take::<Black, V, _, _, _>(board, policy, witness, rng, attempt),
            Color::White => self.take::<White, V, _, _, _>(board, policy, witness, rng, attempt),
        }
    }

    /// One turn of `S`; true if the playout is over.
    #[inline(always)]
    fn take<S: Side, const V: usize, P, X, A>(
        &mut self,
        board: &mut Board<W, V, P::Features>,
        policy: &mut P,
        witness: &mut X,
        rng: &mut Rng,
        attempt: &mut A,
    ) -> bool
    where
        P: Policy<W, V>,
        X: Witness<W>,
        A: Attempt<W, V, P::Features>,
    {
        let played = loop {
            match policy.turn::<S, A>(board, self.recent, rng, attempt) {
                Turn::Played(v) => break Some(v),
                Turn::Passed => break None,
                Turn::Refused => {}
            }
        };
        policy.turned(board, played);
        witness.moved(S::COLOR, played);
        self.recent = self.recent.then(played);
        self.moves += 1;
        self.over = played.is_none() & self.passed;
        self.passed = played.is_none();
        self.over | (self.moves >= self.cap)
    }

    fn ending<const V: usize, F: Features>(&self, board: &Board<W, V, F>) -> Ending {
        Ending {
            score: board.playout_score(),
            moves: self.moves,
            capped: !self.over,
        }
    }
}

/// The attempt of a gated turn.
struct Gated<'a, G> {
    gate: &'a mut G,
    m: usize,
}

impl<const W: usize, const V: usize, F: Features, G: Gate<W>> Attempt<W, V, F> for Gated<'_, G> {
    fn attempt<S: Side>(&mut self, board: &mut Board<W, V, F>, v: Vertex<W>) -> Trial {
        let Some(hash) = board.successor::<S>(v) else {
            return Trial::Not;
        };
        let to_move = if S::COLOR == Color::Black {
            WHITE_TO_MOVE
        } else {
            0
        };
        match self.gate.admit(self.m, v, hash ^ to_move) {
            Verdict::Admit if board.try_play::<S>(v) => Trial::Played,
            Verdict::Admit | Verdict::Exclude => Trial::Not,
            Verdict::Redraw => Trial::Again,
        }
    }
}
