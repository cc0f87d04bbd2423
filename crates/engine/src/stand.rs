//! The place of a search in a game, and the way from there to where the game is now.

use tengen_game::{Color, Game};

/// The game that a tree belongs to, as far as the tree can tell.
#[derive(Clone, Debug)]
pub struct Stand<M> {
    terms: u64,
    moves: Vec<(Color, M)>,
    turn: Color,
}

impl<M: Copy + Eq> Stand<M> {
    /// The place after the moves of a game, `turn` to move.
    #[must_use]
    pub fn new<G: Game<Move = M>>(game: &G, turn: Color) -> Self {
        Self {
            terms: game.terms(),
            moves: game.moves().collect(),
            turn,
        }
    }

    /// The moves that lead from here to there, if taking turns does.
    #[must_use]
    pub fn path(&self, later: &Self) -> Option<Vec<M>> {
        let new = later.moves.strip_prefix(self.moves.as_slice())?;
        let mut turn = self.turn;
        for &(color, _) in new {
            if color != turn {
                return None;
            }
            turn = !turn;
        }
        let same = self.terms == later.terms && turn == later.turn;
        same.then(|| new.iter().map(|&(_, mv)| mv).collect())
    }
}
