//! The moves of a difference game that enter the tree: those of each board, and one pass.

use tengen_game::Position;
use tengen_go::board::{Board, Features, Vertex};
use tengen_go::{Komi, Move, Point, Situation};
use tengen_search::{Expand, Seedling};

use crate::playout::locals;
use crate::{Half, Opening, Sum, SumMove};

/// The moves that would enter the tree on each board alone, by rules, knowledge and priors, each with
/// that board's last moves.
///
/// Priors are shares of a board, so both boards have half. The pass is that of the board of the last
/// move, where a move elsewhere is not taken for a pass to be answered.
pub struct SumMoves<const W: usize, const V: usize, F: Features> {
    one: Box<dyn Expand<Situation<W, V, F>>>,
    seedlings: Vec<Seedling>,
}

impl<const W: usize, const V: usize, F: Features> SumMoves<W, V, F> {
    /// Moves on both boards, of what enters the tree on one.
    #[must_use]
    pub fn new(one: Box<dyn Expand<Situation<W, V, F>>>) -> Self {
        Self {
            one,
            seedlings: Vec::new(),
        }
    }
}

/// The line that the expansion of one board is told: its last two moves.
fn line_of<const W: usize>(recent: [Option<Vertex<W>>; 2]) -> [Move; 2] {
    recent.map(|mv| mv.map_or(Move::Pass, |v| Move::Play(v.point())))
}

impl<const W: usize, const V: usize, F: Features> Expand<Sum<W, V, F>> for SumMoves<W, V, F>
where
    Board<W, V, F>: Send + Sync,
{
    fn expand(
        &mut self,
        position: &Sum<W, V, F>,
        line: &[SumMove<Point>],
        moves: &mut Vec<Seedling>,
    ) {
        let begins = position.opening() == Opening::First;
        let pass = position.codes() - 1;
        let of_pass = match line.last() {
            Some(&SumMove::Play(half, _)) => half,
            _ => Half::Original,
        };
        let mut locals = locals(position, line);
        for half in Half::BOTH {
            if begins && half == Half::Twin {
                break;
            }
            let local = &mut locals[half.index()];
            local.await_move(position.turn());
            let own = line_of([local.recent.before, local.recent.last]);
            // Before the first move the line is the game's own, which may be shorter.
            let own = match begins {
                true => own.get(2 - line.len().min(2)..).unwrap_or_default(),
                false => &own,
            };
            let board = position.board(half).clone();
            let alone = Situation::new(board, position.turn(), Komi::ZERO);
            self.seedlings.clear();
            self.one.expand(&alone, own, &mut self.seedlings);
            for &seedling in &self.seedlings {
                let mv = match alone.decode(usize::from(seedling.code)) {
                    Move::Play(point) if position.admits(half, point) => SumMove::Play(half, point),
                    Move::Pass if half == of_pass => SumMove::Pass,
                    _ => continue,
                };
                let code = position.code(mv);
                debug_assert!(code <= pass);
                moves.push(Seedling {
                    code: u16::try_from(code).unwrap_or(u16::MAX),
                    ..seedling
                });
            }
        }
        let sum: f32 = moves.iter().map(|m| m.prior).sum();
        for seedling in moves.iter_mut().filter(|_| sum > 0.0) {
            seedling.prior /= sum;
        }
    }
}
