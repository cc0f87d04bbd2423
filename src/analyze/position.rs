//! A position of a record, and what a search found there.

use tengen_engine::{Analysis, Limits, Parameters, Restriction, Session};
use tengen_go::{Color, Game, Move};
use tengen_record::sgf::{GameTree, Replay, replay_to};

use crate::failure::Failure;
use crate::player;
use crate::screen::tame;
use crate::thinking::Thinking;

/// A position of a record.
#[derive(Clone)]
pub(super) struct Position {
    /// How many moves were played before it.
    pub(super) number: usize,
    /// The game up to there.
    pub(super) game: Game,
    /// What the record plays next, if it has a next move and that is legal.
    pub(super) played: Option<(Color, Move)>,
}

impl Position {
    /// The position after so many moves of the main line.
    pub(super) fn of(
        tree: &GameTree,
        number: usize,
        player: &player::Args,
    ) -> Result<Self, Failure> {
        let after = |number| {
            let replayed = replay_to(tree, number);
            replayed.map_err(|fatal| Failure::Failed(tame(&fatal.to_string())))
        };
        let now: Replay = after(number)?;
        let next: Replay = after(number.saturating_add(1))?;
        let legal = next.moves > now.moves && next.illegal == now.illegal;
        let mut game = player.adopt(now.game, &now.info);
        let played = next.game.last_move().filter(|_| legal);
        if let Some((color, _)) = played {
            game.set_turn(color);
        }
        Ok(Self {
            number,
            game,
            played,
        })
    }
}

/// A position that was searched.
#[derive(Clone)]
pub(super) struct Searched {
    pub(super) position: Position,
    pub(super) analysis: Analysis,
}

impl Searched {
    /// The win rate and the score of the best move, in the view of a side; those of the position
    /// where no move was tried.
    pub(super) fn value(&self, view: Color) -> (f64, f64) {
        let analysis = &self.analysis;
        let root = (analysis.winrate, analysis.score);
        let (winrate, score) = analysis
            .best()
            .map_or(root, |best| (best.winrate, best.score));
        if analysis.turn == view {
            (winrate, score)
        } else {
            (1.0 - winrate, -score)
        }
    }
}

/// Searches a position with all that the player may spend on a move.
///
/// The player is made anew for it: what it found elsewhere, and how far its random numbers are, must
/// not matter.
pub(super) fn search(parameters: &Parameters, position: Position, shown: bool) -> Searched {
    let mut session = Session::new(parameters.clone(), position.game.clone());
    let turn = position.game.turn();
    let limits = Limits {
        // What is not the best move should be known as well as that allows.
        early_stop: false,
        ..session.limits(turn)
    };
    let none = Restriction::default();
    let analysis = if shown {
        let mut thinking = Thinking::new(limits, position.game.size());
        session.analyze(turn, limits, &none, &mut thinking)
    } else {
        session.analyze(turn, limits, &none, &mut ())
    };
    Searched { position, analysis }
}
