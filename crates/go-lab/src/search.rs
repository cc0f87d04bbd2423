//! A search at a board.

use std::time::Duration;

use tengen_engine::{Control, Decision, Restriction, Session, TimeSystem, Verdict};
use tengen_go::{Color, Move, Size};
use tengen_lab::game::{Answer, Measured, Problem, Sitting};
use tengen_lab::player::{Action, Turn};

use crate::board::parse;
use crate::measure::measure;
use crate::player::may_pass;

/// A session as the laboratory sees it.
pub(crate) struct Search(pub(crate) Session);

impl Search {
    fn size(&self) -> Size {
        self.0.game().size()
    }
}

impl Sitting for Search {
    fn set_clock(&mut self, system: TimeSystem) {
        self.0.clock_mut().set(system);
    }

    fn time_left(&mut self, color: Color, left: Duration, moves: u32) {
        self.0.clock_mut().time_left(color, left, moves);
    }

    fn play(&mut self, color: Color, mv: &str) -> Result<(), String> {
        let mv = parse(mv, self.0.game())?;
        self.0.play(color, mv).map_err(|error| error.to_string())
    }

    fn choose(&mut self, color: Color, control: &mut dyn Control) -> Turn {
        let size = self.size();
        turn(
            &self.0.genmove(color, &Restriction::default(), control),
            size,
        )
    }

    fn answer(&mut self, problem: &Problem, control: &mut dyn Control) -> Answer {
        let passes = may_pass(problem);
        let turn = self.0.game().turn();
        let decision = self.0.choose(turn, &Restriction::default(), control);
        let candidates = &decision.analysis.candidates;
        let other = || candidates.iter().find(|c| c.mv != Move::Pass);
        let answer = match decision.verdict {
            Verdict::Play(Move::Pass) | Verdict::Resign if !passes => {
                other().map_or(Move::Pass, |candidate| candidate.mv)
            }
            Verdict::Play(mv) => mv,
            Verdict::Resign => Move::Pass,
        };
        let winrate = candidates.iter().find(|c| c.mv == answer);
        Answer {
            mv: answer.label(self.size()),
            winrate: winrate.map(|candidate| candidate.winrate as f32),
            playouts: decision.analysis.playouts,
        }
    }

    fn measure(&mut self, control: &mut dyn Control) -> Measured {
        measure(&mut self.0, control)
    }

    /// The stones it holds to be dead.
    fn claim(&mut self) -> Option<String> {
        let size = self.size();
        let dead = self.0.dead_stones();
        let labels: Vec<String> = dead.iter().map(|point| point.label(size)).collect();
        Some(labels.join(" "))
    }
}

/// The decision as the referee hears it: the win rate is that of the move that is played, where the
/// search knows it.
fn turn(decision: &Decision, size: Size) -> Turn {
    let analysis = &decision.analysis;
    let played = match decision.verdict {
        Verdict::Play(mv) => Some(mv),
        Verdict::Resign => None,
    };
    let candidate = analysis
        .candidates
        .iter()
        .find(|candidate| played == Some(candidate.mv));
    let winrate = candidate.map_or(analysis.winrate, |candidate| candidate.winrate);
    Turn {
        action: played.map_or(Action::Resign, |mv| Action::Play(mv.label(size))),
        winrate: (analysis.visits > 0).then_some(winrate),
        playouts: Some(analysis.playouts),
    }
}
