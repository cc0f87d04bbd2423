//! Moves of the engine.

use tengen_go::{Color, Size};

use super::arguments::Arguments;
use super::engine::{Engine, Outcome};
use super::reader::Stop;
use crate::{Counting, Decision, Restriction, Session, Verdict, adviser};

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
    engine.forget();
    let mut watch = engine.watch(Stop::Interrupt);
    let mut apart = Session::new(parameters, engine.session.game().clone());
    let decision = apart.choose(color, &Restriction::default(), &mut watch);
    let label = verdict_label(decision.verdict, apart.game().size());
    engine.remember(decision.analysis);
    Ok(label)
}

pub(super) fn top_moves_black(engine: &mut Engine<'_>, _: Arguments<'_>) -> Outcome {
    Ok(top_moves(engine, Color::Black))
}

pub(super) fn top_moves_white(engine: &mut Engine<'_>, _: Arguments<'_>) -> Outcome {
    Ok(top_moves(engine, Color::White))
}

/// The most moves that are named as the best ones.
const TOP: usize = 10;

/// The best moves for a side, each with its weight, as GNU Go names them and Kigo draws them: hints, so they
/// are the adviser's. The weight is the share of the playouts in percent.
fn top_moves(engine: &mut Engine<'_>, color: Color) -> String {
    let game = engine.session.game();
    let mut adviser = adviser(game, engine.session.parameters().budget.seed);
    let limits = adviser.limits(color);
    let mut watch = engine.watch(Stop::Interrupt);
    let analysis = adviser.analyze(color, limits, &Restriction::default(), &mut watch);
    let all: u64 = analysis.candidates.iter().map(|c| c.visits).sum();
    let points = analysis.candidates.iter();
    let points = points.filter_map(|c| Some((c.mv.point()?, c.visits)));
    let pairs = points.take(TOP).map(|(point, visits)| {
        let share = 100.0 * visits as f64 / all.max(1) as f64;
        format!("{} {share:.1}", point.label(analysis.geometry))
    });
    pairs.collect::<Vec<_>>().join(" ")
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
