//! Positions that can be solved.

use std::time::Instant;

use tengen_go::Move;
use tengen_solver::endgame::{self, Proof, ScoredMove, solve};

use crate::{Analysis, Ban, Candidate, Control, Exact, Go, GoThinker, Limits, Restriction, Task};

/// The number of playouts of a solved position: they choose among equally good moves, and give the
/// ownership.
const PLAYOUTS: u64 = 400;

/// A move that no playout has looked at.
fn unseen(mv: &Move) -> Candidate {
    Candidate {
        mv: *mv,
        visits: 0,
        winrate: 0.0,
        score: 0.0,
        lcb: 0.0,
        prior: 0.0,
        rave: (0, 0.0),
        pv: vec![*mv],
        pv_visits: vec![0],
    }
}

/// The best moves, proved.
pub(super) struct Answer {
    /// All of them that may be played.
    best: Vec<Move>,
    /// The solver's scores of all moves that may be played.
    scores: Vec<ScoredMove>,
    /// The points that Black is ahead at the end, komi apart.
    points: i32,
    nodes: u64,
}

impl Answer {
    /// Solves the position, if that can be done within so many positions looked at, and in half of the
    /// time where that is limited.
    pub(super) fn find(task: &Task<'_>, nodes: u64) -> Option<Self> {
        let limits = endgame::Limits {
            open: 14,
            positions: 3_000,
            forms: 20_000,
            nodes,
            deadline: task.limits.time.map(|time| Instant::now() + time / 2),
            values: false,
            ..endgame::Limits::default()
        };
        let solution = solve(task.game, task.turn, &limits).ok()?;
        // Where repetition matters, a stone thrown anywhere may be a threat, which the solver does not look at.
        if solution.proof == Proof::WholeWithKo {
            return None;
        }
        let may = |mv| {
            task.restriction.allows(task.turn, mv, 0) && task.game.check(task.turn, mv).is_ok()
        };
        let scores: Vec<ScoredMove> = solution.moves.into_iter().filter(|s| may(s.mv)).collect();
        let sign = task.turn.sign();
        let points = scores.iter().map(|s| s.points).max_by_key(|p| p * sign)?;
        let mut best: Vec<Move> = scores
            .iter()
            .filter(|s| s.points == points)
            .map(|s| s.mv)
            .collect();
        // What costs nothing may be played.
        if best.len() > 1 {
            best.retain(|&mv| mv != Move::Pass);
        }
        Some(Self {
            best,
            scores,
            points,
            nodes: solution.nodes,
        })
    }

    /// The answer as the analysis of a search, with the playouts of a short one.
    pub(super) fn shown(
        &self,
        task: &Task<'_>,
        plain: &mut dyn GoThinker,
        control: &mut dyn Control<Go>,
    ) -> Analysis {
        let restriction = Restriction {
            bans: vec![Ban {
                color: task.turn,
                moves: self.best.clone(),
                only: true,
                plies: 1,
            }],
        };
        let playouts = task
            .limits
            .playouts
            .map_or(PLAYOUTS, |all| all.min(PLAYOUTS));
        let short = Task {
            limits: Limits {
                playouts: Some(playouts),
                ..task.limits
            },
            restriction: &restriction,
            ..*task
        };
        let mut analysis = plain.think(&short, control);
        let agreed = task.game.agreed();
        let hope = analysis.best().map_or(0.0, |best| best.winrate);
        // What the tree leaves out for an own eye may be right.
        if analysis.candidates.is_empty() {
            analysis.candidates.extend(self.best.first().map(unseen));
        }
        let sign = f64::from(task.turn.sign());
        let score = |points: i32| agreed.settle(points).black() * sign;
        let won = |points: i32| match score(points) {
            score if score > 0.0 => 1.0,
            score if score < 0.0 => 0.0,
            _ => 0.5,
        };
        for candidate in &mut analysis.candidates {
            candidate.winrate = won(self.points);
            candidate.lcb = candidate.winrate;
            candidate.score = score(self.points);
        }
        analysis.winrate = won(self.points);
        analysis.score = score(self.points);
        let pass = self.scores.iter().find(|s| s.mv == Move::Pass);
        analysis.findings.exact = Some(Exact {
            score: analysis.score,
            pass: pass.map(|pass| score(pass.points)),
            hope,
        });
        analysis.counters.push(("solver positions", self.nodes));
        analysis
    }
}
