//! Moves of the engine.

use tengen_go::Size;

use super::arguments::Arguments;
use super::engine::{Engine, Outcome};
use super::reader::Stop;
use crate::{Counting, Decision, Restriction, Session, Verdict};

pub(super) fn genmove(engine: &mut Engine<'_>, mut arguments: Arguments<'_>) -> Outcome {
    let color = arguments.color()?;
    let mut watch = engine.watch(Stop::Interrupt);
    let decision = engine
        .session
        .genmove(color, &Restriction::default(), &mut watch);
    Ok(played(engine, decision))
}

pub(super) fn cleanup(engine: &mut Engine<'_>, mut arguments: Arguments<'_>) -> Outcome {
    let color = arguments.color()?;
    let mut watch = engine.watch(Stop::Interrupt);
    let decision = engine.session.clean_up(color, &mut watch);
    Ok(played(engine, decision))
}

/// Keeps the findings of the search, and returns the move that was played.
pub(super) fn played(engine: &mut Engine<'_>, decision: Decision) -> String {
    let label = verdict_label(decision.verdict, engine.session.game().size());
    engine.remember(decision.analysis);
    engine.pondered = Some(engine.session.game().hash());
    label
}

fn verdict_label(verdict: Verdict, size: Size) -> String {
    match verdict {
        Verdict::Play(mv) => mv.label(size),
        Verdict::Resign => "resign".to_owned(),
    }
}

/// A regression test asks what the engine would play: by a fresh search with a fixed number of
/// playouts on one thread, so that the answer depends on the position alone. The game goes on as if
/// nothing had been asked.
pub(super) fn reg_genmove(engine: &mut Engine<'_>, mut arguments: Arguments<'_>) -> Outcome {
    let color = arguments.color()?;
    let mut parameters = engine.session.parameters().clone();
    parameters.budget.seconds = 0.0;
    parameters.budget.threads = 1;
    parameters.resign.threshold = 0.0;
    // Two trees at once would take twice the memory that they may.
    engine.session.forget();
    let mut watch = engine.watch(Stop::Interrupt);
    let mut apart = Session::new(parameters, engine.session.game().clone());
    let decision = apart.choose(color, &Restriction::default(), &mut watch);
    let label = verdict_label(decision.verdict, apart.game().size());
    engine.remember(decision.analysis);
    Ok(label)
}

pub(super) fn explain_last_move(engine: &mut Engine<'_>, _: Arguments<'_>) -> Outcome {
    let Some(decision) = engine.session.last_decision() else {
        return Ok("no move was thought about in this game".to_owned());
    };
    let size = engine.session.game().size();
    let analysis = &decision.analysis;
    let mut text = format!(
        "{} {}: {} playouts, win rate {:.1} %, score {:+.1}",
        decision.color,
        verdict_label(decision.verdict, size),
        analysis.playouts,
        100.0 * analysis.winrate,
        analysis.score,
    );
    if let Some(komi) = analysis.findings.dynamic_komi {
        text.push_str(&format!(
            ", {:.1} % at {:+} points of dynamic komi",
            100.0 * komi.winrate,
            -komi.points,
        ));
    }
    if let Some(reason) = decision.reason {
        text.push_str("; ");
        text.push_str(reason);
    }
    for candidate in analysis.candidates.iter().take(5) {
        let line: Vec<String> = candidate.pv.iter().map(|mv| mv.label(size)).collect();
        text.push_str(&format!(
            "\n{}: {} playouts, win rate {:.1} %, {}",
            candidate.mv.label(size),
            candidate.visits,
            100.0 * candidate.winrate,
            line.join(" ")
        ));
    }
    Ok(text)
}
