//! A player that judges moves in the difference game.
//!
//! Nakamura and Ishida, Game Programming Workshop 2015; the game itself, our reading of its
//! rules and the parts of its search are in [`tengen_difference`]. Everything else is the ordinary search. The
//! first move has to be on G, so the moves of the root are moves of the game; whatever the search says
//! of them (win rates, scores) is said of the difference game, where one half is an even game and the
//! pass is worth that.
//!
//! Questions that are not about moves (what is dead, who owns what) are answered by the playouts of the
//! ordinary search, on one board.

use tengen_difference::{Difference, Half, Sum, SumBoard, SumMove, SumStones, tax};
use tengen_engine::tree_search::{Counts, Reporter, recent};
use tengen_engine::{Admission, Control, Thinker};
use tengen_go::board::{Board, Features};
use tengen_go::{Color, Game, Move, Point};
use tengen_params::params;
use tengen_search::{Mcts, Shape};

use crate::root::situation;
use crate::tree_search::GoCounts;
use crate::{Analysis, Go, GoThinker, Task};

params! {
    /// Difference games.
    pub struct DifferenceParams as difference {
        /// Whether moves are judged in the difference game, the position beside its colour-reversed
        /// twin. Win rates and scores are those of that game then, and no tree is kept.
        on: bool = false;
        /// Under territory rules, which stones of a playout cost a point; those in the tree all do.
        stones: SumStones = SumStones::UntilPass;
        /// On which board the moves of playouts are.
        board: SumBoard = SumBoard::Points;
        /// With what chance a playout by `cascade` or `gamma` answers on the board of the last move,
        /// before a board is drawn.
        follow: f32 = 0.0, 0.0..=1.0;
    }
}

/// A tree search of difference games.
pub(crate) struct DifferenceSearch<const W: usize, const V: usize, F: Features> {
    mcts: Mcts<Sum<W, V, F>>,
    counts: GoCounts,
    /// The ordinary search of the same parameters.
    plain: Box<dyn GoThinker>,
}

impl<const W: usize, const V: usize, F: Features> DifferenceSearch<W, V, F> {
    /// A search whose threads fill these counts.
    pub(crate) const fn new(
        mcts: Mcts<Sum<W, V, F>>,
        counts: GoCounts,
        plain: Box<dyn GoThinker>,
    ) -> Self {
        Self {
            mcts,
            counts,
            plain,
        }
    }
}

/// The difference game of a game's position, `turn` to move. A pass just played in the game is none of
/// the sum.
fn root<const W: usize, const V: usize, F: Features>(game: &Game, turn: Color) -> Sum<W, V, F> {
    let board = situation(game, turn).board;
    Difference::new(board, turn, tax(game.rules().scoring))
}

/// The move of the game that a move of the sum is; none on the twin.
const fn on_original(mv: SumMove<Point>) -> Option<Move> {
    match mv {
        SumMove::Play(Half::Original, point) => Some(Move::Play(point)),
        SumMove::Play(Half::Twin, _) => None,
        SumMove::Pass => Some(Move::Pass),
    }
}

impl<const W: usize, const V: usize, F: Features> Thinker<Go> for DifferenceSearch<W, V, F>
where
    Board<W, V, F>: Send + Sync,
{
    fn think(&mut self, task: &Task<'_>, control: &mut dyn Control<Go>) -> Analysis {
        let root = root::<W, V, F>(task.game, task.turn);
        let line = recent(task.game, task.turn).into_iter().map(|mv| match mv {
            Move::Play(point) => SumMove::Play(Half::Original, point),
            Move::Pass => SumMove::Pass,
        });
        let line: Vec<_> = line.collect();
        self.mcts
            .set_root(root.clone(), &line, task.game.moves().len());
        self.counts.clear();
        let admission = Admission::new(task, &root, on_original);
        self.mcts
            .set_filter(admission.map(|admission| admission.filter(on_original)));
        let reporter = Reporter {
            task,
            counts: &self.counts,
            root,
            of_game: on_original,
        };
        reporter.search(&mut self.mcts, control)
    }

    fn shape(&self) -> Shape {
        self.mcts.shape()
    }
}

impl<const W: usize, const V: usize, F: Features> GoThinker for DifferenceSearch<W, V, F>
where
    Board<W, V, F>: Send + Sync,
{
    fn ownership(&mut self, game: &Game, playouts: u64) -> Vec<f32> {
        self.plain.ownership(game, playouts)
    }
}

#[cfg(test)]
mod tests;
