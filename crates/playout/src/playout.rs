//! The loop: turns until both sides pass.

use tengen_game::{Color, Rng};
use tengen_go::Komi;
use tengen_go::board::{Black, Board, Features, Side, Vertex, White, passes_key, turn_key};

use crate::policy::{Attempt, Gate, GateDecision, Open, Policy, Recent, Trial, Turn, Witness};

/// The start of a playout, beside the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Start<const W: usize> {
    /// The side that moves first.
    pub turn: Color,
    /// The moves just before.
    pub recent: Recent<W>,
    /// True if the last of them was a pass: then one more ends the game.
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

/// The end of a playout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    /// Black's area minus White's, without komi.
    pub score: i32,
    /// The number of moves, passes included.
    pub moves: u32,
    /// True if the playout was cut off at twice the board's area, as an endless ko fight would be.
    pub capped: bool,
}

impl Ending {
    /// The winner at this komi; `None` is a draw.
    #[inline]
    #[must_use]
    pub const fn winner(self, komi: Komi) -> Option<Color> {
        komi.settle(self.score).winner()
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
    PlayoutState::new(board, start).go_on(board, policy, witness, rng)
}

/// Plays the board out behind a gate, which sees the first moves, may refuse them, and is told who
/// won at this komi.
#[inline]
pub fn play_out_gated<const W: usize, const V: usize, P, G, X>(
    board: &mut Board<W, V, P::Features>,
    start: Start<W>,
    policy: &mut P,
    gate: &mut G,
    komi: Komi,
    witness: &mut X,
    rng: &mut Rng,
) -> Ending
where
    P: Policy<W, V>,
    G: Gate<W>,
    X: Witness<W>,
{
    let ending = play_out_behind(board, start, policy, gate, witness, rng);
    gate.finished(ending.winner(komi));
    ending
}

/// The same where the caller knows better who won, and tells the gate.
#[inline]
pub fn play_out_behind<const W: usize, const V: usize, P, G, X>(
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
    let mut state = PlayoutState::new(board, start);
    let mut passes = 0;
    let mut excluded = Cells::default();
    for m in 0..gate.depth() {
        let mut gated = Gated {
            gate,
            m,
            key: passes_key(passes),
            refusals: 0,
            excluded: &mut excluded,
            excludes: false,
            free: false,
        };
        if state.step(board, policy, witness, rng, &mut gated) {
            // A gate can end a playout anywhere, with whole regions left open.
            return Ending {
                score: board.area_score(),
                ..state.ending(board)
            };
        }
        if gated.excludes {
            excluded = Cells::default();
        }
        passes += usize::from(state.passed);
    }
    state.go_on(board, policy, witness, rng)
}

/// A playout under way.
struct PlayoutState<const W: usize> {
    turn: Color,
    recent: Recent<W>,
    passed: bool,
    /// Both sides have passed.
    over: bool,
    moves: u32,
    cap: u32,
}

impl<const W: usize> PlayoutState<W> {
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

    /// Plays to the end without a gate, two turns a round so that each knows its colour. Not inlined
    /// and by value: this is nearly the whole of a playout, and the same code with a gate before it
    /// and without.
    #[inline(never)]
    fn go_on<const V: usize, P, X>(
        mut self,
        board: &mut Board<W, V, P::Features>,
        policy: &mut P,
        witness: &mut X,
        rng: &mut Rng,
    ) -> Ending
    where
        P: Policy<W, V>,
        X: Witness<W>,
    {
        // A copy whose address nobody has stays in registers, wherever the caller's lives.
        let own = &mut rng.clone();
        let mut white_begins = self.turn == Color::White;
        loop {
            if !white_begins
                && self.take::<Black, V, _, _, _>(board, policy, witness, own, &mut Open)
            {
                break;
            }
            white_begins = false;
            if self.take::<White, V, _, _, _>(board, policy, witness, own, &mut Open) {
                break;
            }
        }
        rng.clone_from(own);
        self.ending(board)
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
        // Two passes after real play leave no region larger than a point; any other end may.
        let settled = self.over && self.moves > 2;
        Ending {
            score: if settled {
                board.playout_score()
            } else {
                board.area_score()
            },
            moves: self.moves,
            capped: !self.over,
        }
    }
}

/// The number of times that a turn is drawn anew before a refused move is excluded: a policy that
/// always comes to the same move, as a rule or a remembered reply does, would never end otherwise.
const PATIENCE: u32 = 1000;

/// A set of cells, of any grid.
#[derive(Clone, Copy, Debug, Default)]
struct Cells([u64; 12]);

impl Cells {
    fn has(&self, cell: usize) -> bool {
        let word = self.0.get(cell / 64);
        word.is_some_and(|word| word >> (cell % 64) & 1 != 0)
    }

    fn add(&mut self, cell: usize) {
        if let Some(word) = self.0.get_mut(cell / 64) {
            *word |= 1 << (cell % 64);
        }
    }
}

/// The attempt of a gated turn.
struct Gated<'a, G> {
    gate: &'a mut G,
    m: usize,
    /// The share of the passes so far in hashes.
    key: u64,
    refusals: u32,
    /// The moves that are excluded on this turn.
    excluded: &'a mut Cells,
    /// True if there are any.
    excludes: bool,
    /// True if moves are excluded no more, since nothing but a pass was left.
    free: bool,
}

impl<const W: usize, const V: usize, F: Features, G: Gate<W>> Attempt<W, V, F> for Gated<'_, G> {
    fn attempt<S: Side>(&mut self, board: &mut Board<W, V, F>, v: Vertex<W>) -> Trial {
        if !board.allows::<S>(v) {
            return Trial::Not;
        }
        if self.excludes && !self.free && self.excluded.has(v.cell()) {
            return Trial::Not;
        }
        let successor = || board.hash_after::<S>(v) ^ turn_key(!S::COLOR) ^ self.key;
        match self.gate.admit(self.m, v, successor) {
            GateDecision::Admit if board.try_play::<S>(v) => Trial::Played,
            GateDecision::Admit => Trial::Not,
            GateDecision::Exclude if !self.free => {
                self.excluded.add(v.cell());
                self.excludes = true;
                Trial::Not
            }
            _ if self.refusals == PATIENCE => Trial::Not,
            GateDecision::Exclude | GateDecision::Redraw => {
                self.refusals += 1;
                Trial::Again
            }
        }
    }

    fn may_pass(&mut self) -> bool {
        let again = self.excludes && !self.free;
        self.free |= again;
        !again
    }
}
