//! Where a search stands in a game, and how it gets from there to where the game is now.

use tengen_go::{Color, Game, Komi, Move, Rules};

/// The game that a tree belongs to, as far as the tree can tell.
pub(super) struct Stand {
    start: u64,
    rules: Rules,
    /// Points for White, those for handicap included.
    komi: Komi,
    moves: Vec<(Color, Move)>,
    turn: Color,
}

impl Stand {
    /// After the moves of a game, `turn` to move.
    pub(super) fn new(game: &Game, turn: Color) -> Self {
        Self {
            start: game.start().hash(),
            rules: game.rules(),
            komi: game.agreed(),
            moves: game.moves().collect(),
            turn,
        }
    }

    /// The moves that lead from here to there, if taking turns does.
    pub(super) fn path(&self, later: &Self) -> Option<Vec<Move>> {
        let same =
            self.start == later.start && self.rules == later.rules && self.komi == later.komi;
        let new = later.moves.strip_prefix(self.moves.as_slice())?;
        let mut turn = self.turn;
        for &(color, _) in new {
            if color != turn {
                return None;
            }
            turn = !turn;
        }
        (same && turn == later.turn).then(|| new.iter().map(|&(_, mv)| mv).collect())
    }
}
