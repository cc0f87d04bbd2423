//! Builds the search of a recipe.

use crate::{Analysis, Candidate, Control, Parameters, Task, Thinker};
use std::time::Duration;
use tengen_go::Size;

struct First;
impl Thinker for First {
    fn think(&mut self, task: &Task<'_>, _: &mut dyn Control) -> Analysis {
        let moves = task.game.legal_moves(task.turn);
        let candidates = moves
            .into_iter()
            .filter(|&m| task.restriction.allows(task.turn, m, 0))
            .take(3)
            .map(|mv| Candidate {
                mv,
                visits: 1,
                winrate: 0.5,
                score: 0.0,
                lcb: 0.0,
                prior: 0.0,
                rave: (0, 0.0),
                pv: vec![mv],
                pv_visits: vec![1],
            })
            .collect();
        Analysis {
            turn: task.turn,
            candidates,
            playouts: 1,
            visits: 1,
            winrate: 0.5,
            score: 0.0,
            score_stdev: 1.0,
            ownership: vec![0.0; task.game.size().area()],
            criticality: vec![0.0; task.game.size().area()],
            counters: vec![],
            elapsed: Duration::ZERO,
            full: false,
        }
    }
    fn forget(&mut self) {}
}

/// The search.
pub fn thinker(_parameters: &Parameters, _size: Size) -> Box<dyn Thinker> {
    Box::new(First)
}
