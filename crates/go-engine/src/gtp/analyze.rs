//! Searches that report while they run.

use std::time::Duration;

use tengen_go::Size;

use super::analysis_request::AnalysisRequest;
use super::arguments::Arguments;
use super::engine::{Engine, Outcome, Watch};
use super::genmove::played;
use super::info::{Dialect, report};
use super::port::Port;
use super::reader::Stop;
use crate::{Analysis, Control, Go, Limits};

pub(super) fn lz_analyze(engine: &mut Engine<'_>, arguments: Arguments<'_>) -> Outcome {
    analyze(engine, arguments, Dialect::Leela)
}

pub(super) fn kata_analyze(engine: &mut Engine<'_>, arguments: Arguments<'_>) -> Outcome {
    analyze(engine, arguments, Dialect::Kata)
}

pub(super) fn lz_genmove(engine: &mut Engine<'_>, arguments: Arguments<'_>) -> Outcome {
    genmove(engine, arguments, Dialect::Leela)
}

pub(super) fn kata_genmove(engine: &mut Engine<'_>, arguments: Arguments<'_>) -> Outcome {
    genmove(engine, arguments, Dialect::Kata)
}

/// Does nothing: input ends an analysis before it is executed.
pub(super) fn stop(_: &mut Engine<'_>, _: Arguments<'_>) -> Outcome {
    Ok(String::new())
}

fn analyze(engine: &mut Engine<'_>, arguments: Arguments<'_>, dialect: Dialect) -> Outcome {
    let game = engine.session.game();
    let request = AnalysisRequest::read(arguments, game)?;
    let size = game.size();
    let watch = engine.watch(Stop::Input);
    engine.brief();
    let (analyst, port) = engine.analysis();
    let mut stream = Stream::open(port, watch, &request, dialect, size);
    let analysis = analyst.analyze(
        request.color,
        Limits::default(),
        &request.restriction,
        &mut stream,
    );
    stream.finish(&analysis);
    engine.remember(analysis);
    if !engine.port.is_broken() {
        engine.inbox.wait();
    }
    Ok(String::new())
}

fn genmove(engine: &mut Engine<'_>, arguments: Arguments<'_>, dialect: Dialect) -> Outcome {
    let game = engine.session.game();
    let request = AnalysisRequest::read(arguments, game)?;
    let size = game.size();
    let watch = engine.watch(Stop::Quit);
    let mut stream = Stream::open(&mut engine.port, watch, &request, dialect, size);
    let decision = engine
        .session
        .genmove(request.color, &request.restriction, &mut stream);
    stream.finish(&decision.analysis);
    let label = played(engine, decision);
    engine.port.line(&format!("play {label}"));
    Ok(String::new())
}

/// Reports on a search, and ends it when its input or its output does.
struct Stream<'p, 'a> {
    port: &'p mut Port<'a>,
    watch: Watch,
    request: &'p AnalysisRequest,
    dialect: Dialect,
    size: Size,
    /// The visits of the last report.
    reported: Option<u64>,
}

impl<'p, 'a> Stream<'p, 'a> {
    /// Begins a reply that reports fill.
    fn open(
        port: &'p mut Port<'a>,
        watch: Watch,
        request: &'p AnalysisRequest,
        dialect: Dialect,
        size: Size,
    ) -> Self {
        port.open();
        Self {
            port,
            watch,
            request,
            dialect,
            size,
            reported: None,
        }
    }

    /// The last report, unless it has been made already.
    fn finish(&mut self, analysis: &Analysis) {
        if self.reported != Some(analysis.visits) {
            self.report(analysis);
        }
    }
}

impl Control<Go> for Stream<'_, '_> {
    fn interrupted(&mut self) -> bool {
        self.port.is_broken() || self.watch.interrupted()
    }

    fn interval(&self) -> Option<Duration> {
        Some(self.request.interval)
    }

    fn report(&mut self, analysis: &Analysis) {
        let text = report(analysis, self.dialect, self.request, self.size);
        if !text.is_empty() {
            self.port.line(&text);
            self.reported = Some(analysis.visits);
        }
    }
}
