//! A policy whose moves and boards are looked at.

use tengen_game::Rng;
use tengen_go::board::{Board, Features, Moments, Side, Vertex};
use tengen_playout::{Attempt, Patterns, Policy, Recent, Turn};

/// A policy whose moves are looked at: which of them fit a 3×3 shape beside the last move?
///
/// If the policy asks for shapes there first and always, these are the moves that it made by them.
#[derive(Clone)]
pub(super) struct Watched<P> {
    policy: P,
    shapes: Patterns,
    pub(super) moves: u64,
    pub(super) fitting: u64,
    /// The stones after every turn of every playout, by their hash.
    pub(super) boards: Vec<u64>,
}

impl<P> Watched<P> {
    /// Looks at this policy.
    pub(super) fn new(policy: P) -> Self {
        Self {
            policy,
            shapes: Patterns::standard(),
            moves: 0,
            fitting: 0,
            boards: Vec::new(),
        }
    }
}

impl<const W: usize, const V: usize, P> Policy<W, V> for Watched<P>
where
    P: Policy<W, V>,
    P::Features: Features<Liberties = Moments>,
{
    type Features = P::Features;

    fn begin(&mut self, board: &Board<W, V, Self::Features>) {
        self.policy.begin(board);
    }

    fn turn<S: Side, A: Attempt<W, V, Self::Features>>(
        &mut self,
        board: &mut Board<W, V, Self::Features>,
        recent: Recent<W>,
        rng: &mut Rng,
        attempt: &mut A,
    ) -> Turn<W> {
        let places = recent.last.map_or(0, |last| {
            board.empties_like(last, |around| self.shapes.has::<S>(around))
        });
        let turn = self.policy.turn::<S, A>(board, recent, rng, attempt);
        if let (Turn::Played(v), Some(last)) = (turn, recent.last) {
            let fits = |d: u32| places >> d & 1 != 0 && board.towards(last, d) == Some(v);
            self.fitting += u64::from((0..8).any(fits));
        }
        self.moves += 1;
        turn
    }

    fn turned(&mut self, board: &Board<W, V, Self::Features>, mv: Option<Vertex<W>>) {
        self.policy.turned(board, mv);
        self.boards.push(board.hash());
    }
}
