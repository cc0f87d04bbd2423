//! A player of late positions that wins first, and then takes what it can.
//!
//! A search that counts wins is careless where the game is decided, and one that looks away from the
//! real game (dynamic komi, difference games) may throw a close one away. This player is to be right in
//! both. It is our answer to the question that Nakamura and Ishida leave open (see
//! [`super::difference`]): which move is best depends on the rest of the board where two are
//! incomparable, so the real position is looked at, whole.
//!
//! * If the position is a sum of areas that can be solved, the solver says what every move is worth
//!   (`exact`).
//! * Otherwise the ordinary search begins at the real komi. In a close game it goes on. In a decided one
//!   it says which moves are worse than the best one by their chance to win (`safe`). Among the others the
//!   points decide: the same position is searched at other komis, until the last one is found that can
//!   still be won (`threshold`). There the largest move alone wins, as in a close game, and an ordinary
//!   search finds it.
//!
//! All our choices are in `docs/methods/difference-games.md`.

mod exact;
mod safe;
mod threshold;

use std::time::{Duration, Instant};

use tengen_go::{Color, Game};
use tengen_params::params;
use tengen_search::Shape;

use crate::root::stage;
use crate::{
    Analysis, Ban, Candidate, Control, DynamicKomi, Findings, Go, GoThinker, Limits, Restriction,
    Task, Thinker,
};
use threshold::{Look, Threshold};

params! {
    /// Late positions, played for points too.
    pub struct EndgameParams as endgame {
        /// Whether late positions are solved or searched at several komis: for the win first, then
        /// for points.
        on: bool = false;
        /// From which phase of the game on: 0 is the beginning, and at 1 stones are on four fifths of
        /// the board.
        from: f32 = 0.6, 0.0..=1.0;
        /// Whether positions that can be solved are.
        solver: bool = true;
        /// The most positions that the solver looks at.
        nodes: u64 = 100_000, 0..=1_000_000_000_000;
        /// Whether other positions are searched at several komis; if not, they are left to the
        /// ordinary search.
        search: bool = true;
        /// The win rate from which on a game is decided, and the one below which it is lost as surely: only
        /// then other komis are looked at.
        decided: f32 = 0.9, 0.5..=1.0;
        /// The most chance to win that is given up for points.
        risk: f32 = 0.02, 0.0..=1.0;
        /// The part of a move's budget after which a game is known to be decided or not.
        first: f32 = 0.2, 0.0..=1.0;
        /// The part that each search has which looks for the komi; the last search has the rest.
        probe: f32 = 0.05, 0.0..=1.0;
        /// The part of a second look at the komi that was lost last.
        doubt: f32 = 0.25, 0.0..=1.0;
        /// The fewest points by which a decided game is won or lost: closer ones are left to the ordinary
        /// search.
        margin: f32 = 2.0, 0.0..=1000.0;
        /// The fewest playouts of a move for each empty point of the board: with less, searches at other komis
        /// tell too little.
        density: f32 = 100.0, 0.0..=1_000_000.0;
        /// The exploration constant of searches at other komis.
        exploration: f32 = 0.5, 0.0..=100.0;
    }
}

/// An ordinary search, with what is known about endgames before and behind it.
pub(crate) struct EndgameSearch {
    params: EndgameParams,
    /// The search at the real komi. It has the tree that is kept, and answers questions that are not about moves.
    plain: Box<dyn GoThinker>,
    /// The search at all other komis.
    shifted: Box<dyn GoThinker>,
}

impl EndgameSearch {
    /// The player of two searches that are alike.
    pub(crate) fn new(
        params: &EndgameParams,
        plain: Box<dyn GoThinker>,
        shifted: Box<dyn GoThinker>,
    ) -> Self {
        Self {
            params: params.clone(),
            plain,
            shifted,
        }
    }

    /// Searches at the real komi, then at others.
    fn weigh(&mut self, task: &Task<'_>, control: &mut dyn Control<Go>) -> Analysis {
        let mut budget = MoveBudget::new(task.limits);
        let first = Task {
            limits: budget.part(self.params.first),
            ..*task
        };
        let real = self.plain.think(&first, control);
        budget.spend(&real);
        if !self.is_decided(&real) || !self.is_worth_it(task, &real) {
            return self.go_on(task, &mut budget, real, control);
        }
        let unsafe_moves = safe::worse(&real, f64::from(self.params.risk));
        let mut restriction = task.restriction.clone();
        restriction.bans.push(Ban {
            color: task.turn,
            moves: unsafe_moves,
            only: false,
            plies: 1,
        });
        let Some(best) = real.best() else {
            return real;
        };
        let mut threshold = Threshold::new(best.score, best.winrate >= 0.5);
        let mut found: Option<(i32, Analysis)> = None;
        while let Some((points, look)) = threshold.next() {
            if budget.is_empty() || control.interrupted() {
                break;
            }
            let limits = budget.part(match look {
                Look::Probe => self.params.probe,
                Look::Doubt => self.params.doubt,
                Look::Last => 1.0,
            });
            let analysis = self.at(task, points, limits, &restriction, control);
            budget.spend(&analysis);
            let won = analysis.best().is_some_and(|best| best.winrate >= 0.5);
            threshold.heard(points, won);
            if threshold.held() == Some(points) {
                found = Some((points, analysis));
            }
        }
        match found {
            Some((points, analysis)) => joined(real, points, analysis, &budget),
            None => real,
        }
    }

    fn is_decided(&self, real: &Analysis) -> bool {
        let Some(best) = real.best() else {
            return false;
        };
        let rate = best.winrate.max(1.0 - best.winrate);
        rate >= f64::from(self.params.decided) && best.score.abs() >= f64::from(self.params.margin)
    }

    /// Tests if the budget is large enough for several searches of such a board, judging by the first one.
    fn is_worth_it(&self, task: &Task<'_>, real: &Analysis) -> bool {
        let likely = real.playouts as f64 / f64::from(self.params.first.max(0.01));
        let all = match (task.limits.playouts, task.limits.time) {
            (Some(all), None) => all as f64,
            (Some(all), Some(_)) => likely.min(all as f64),
            (None, _) => likely,
        };
        let stones = Color::BOTH.map(|color| task.game.stones().stones(color));
        let empty = task.game.size().area() - stones.iter().sum::<usize>();
        all >= f64::from(self.params.density) * empty as f64
    }

    /// The rest of the search at the real komi.
    fn go_on(
        &mut self,
        task: &Task<'_>,
        budget: &mut MoveBudget,
        real: Analysis,
        control: &mut dyn Control<Go>,
    ) -> Analysis {
        if budget.is_empty() || control.interrupted() {
            return real;
        }
        let limits = Limits {
            early_stop: task.limits.early_stop,
            ..budget.part(1.0)
        };
        let analysis = self.plain.think(&Task { limits, ..*task }, control);
        budget.spend(&analysis);
        Analysis {
            playouts: budget.playouts,
            elapsed: budget.elapsed,
            ..analysis
        }
    }

    /// The search where the side to move gives so many points.
    fn at(
        &mut self,
        task: &Task<'_>,
        points: i32,
        limits: Limits,
        restriction: &Restriction,
        control: &mut dyn Control<Go>,
    ) -> Analysis {
        let game = giving(task.game, task.turn, points);
        let task = Task {
            game: &game,
            turn: task.turn,
            limits,
            restriction,
        };
        self.shifted.think(&task, &mut Silent(control))
    }
}

/// A game in which a side gives so many points more.
fn giving(game: &Game, side: Color, points: i32) -> Game {
    let mut game = game.clone();
    game.set_komi(game.komi().raised(points * side.sign()));
    game
}

/// The analysis of the real search, in the order of the search at another komi.
fn joined(real: Analysis, points: i32, shifted: Analysis, budget: &MoveBudget) -> Analysis {
    let given = f64::from(points);
    let winrate = real.winrate;
    let candidates = shifted.candidates.into_iter().map(|c| {
        let known = real.candidates.iter().find(|known| known.mv == c.mv);
        Candidate {
            winrate: known.map_or(winrate, |known| known.winrate),
            lcb: known.map_or(0.0, |known| known.lcb),
            score: c.score + given,
            ..c
        }
    });
    Analysis {
        candidates: candidates.collect(),
        findings: Findings {
            dynamic_komi: Some(DynamicKomi {
                points: given,
                winrate: shifted.winrate,
            }),
            ..real.findings
        },
        playouts: budget.playouts,
        visits: real.visits + budget.playouts - real.playouts,
        elapsed: budget.elapsed,
        full: real.full || shifted.full,
        ..real
    }
}

/// Interrupts as its caller does, and reports nothing: the values of a search at another komi are not
/// those of the game.
struct Silent<'a>(&'a mut dyn Control<Go>);

impl Control<Go> for Silent<'_> {
    fn interrupted(&mut self) -> bool {
        self.0.interrupted()
    }
}

/// A move's budget, and the part of it that is spent.
struct MoveBudget {
    limits: Limits,
    playouts: u64,
    elapsed: Duration,
}

impl MoveBudget {
    const fn new(limits: Limits) -> Self {
        Self {
            limits,
            playouts: 0,
            elapsed: Duration::ZERO,
        }
    }

    /// This part of the whole, as far as it is still there.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "parts are from 0 to 1"
    )]
    fn part(&self, part: f32) -> Limits {
        let part = f64::from(part);
        Limits {
            playouts: self.limits.playouts.map(|all| {
                let share = (all as f64 * part).ceil() as u64;
                share.min(all.saturating_sub(self.playouts)).max(1)
            }),
            time: self
                .limits
                .time
                .map(|all| all.mul_f64(part).min(all.saturating_sub(self.elapsed))),
            early_stop: false,
        }
    }

    fn spend(&mut self, analysis: &Analysis) {
        self.playouts += analysis.playouts;
        self.elapsed += analysis.elapsed;
    }

    fn is_empty(&self) -> bool {
        let playouts = self.limits.playouts;
        playouts.is_some_and(|all| self.playouts >= all)
            || self.limits.time.is_some_and(|all| self.elapsed >= all)
    }
}

impl Thinker<Go> for EndgameSearch {
    fn think(&mut self, task: &Task<'_>, control: &mut dyn Control<Go>) -> Analysis {
        if stage(task.game).phase < self.params.from {
            return self.plain.think(task, control);
        }
        let start = Instant::now();
        let answer = (self.params.solver)
            .then(|| exact::Answer::find(task, self.params.nodes))
            .flatten();
        let spent = start.elapsed();
        let limits = Limits {
            time: task.limits.time.map(|time| time.saturating_sub(spent)),
            ..task.limits
        };
        let task = &Task { limits, ..*task };
        match answer {
            Some(answer) => answer.shown(task, self.plain.as_mut(), control),
            None if self.params.search => self.weigh(task, control),
            None => self.plain.think(task, control),
        }
    }

    fn shape(&self) -> Shape {
        self.plain.shape()
    }

    fn rows(&self) -> Vec<(&'static str, Vec<u64>)> {
        self.plain.rows()
    }
}

impl GoThinker for EndgameSearch {
    fn ownership(&mut self, game: &Game, playouts: u64) -> Vec<f32> {
        self.plain.ownership(game, playouts)
    }
}
