//! Learning with all positions in memory: shown pass by pass, refused where there are too many.

use std::ops::ControlFlow;

use tengen_pattern::learn::mm::Minorisation;
use tengen_pattern::learn::{GatherError, Pass, gather};
use tengen_pattern::team::{Extract, Sample};
use tengen_progress::StopFlag;

use super::data::{Games, Span};
use super::meter::Meter;
use crate::failure::{Failure, say};
use crate::screen::{count, thousands};

/// Learning by minorisation-maximisation.
pub(crate) struct Minorise<'a> {
    pub(crate) games: &'a Games,
    pub(crate) moves: Span,
    pub(crate) halt: &'a StopFlag,
    /// How many MiB the positions may take.
    pub(crate) memory: u64,
}

impl Minorise<'_> {
    /// Weights of so many features from all games, `total` of them, and how each pass went.
    ///
    /// # Errors
    /// If the positions take too much memory, or it was stopped.
    pub(crate) fn run<E: Extract>(
        &self,
        features: usize,
        total: u64,
        extract: impl Fn() -> E + Sync,
    ) -> Result<(Vec<f32>, Vec<Pass>), Failure> {
        let samples = self.gathered("gathering positions", &|| total, extract)?;
        let positions = samples.len() as u64;
        let learned = Minorisation::default()
            .learn_while(&samples, features, &mut |means| {
                let mean = means.last().copied().unwrap_or_default();
                say(format!(
                    "pass {}: mean log-likelihood {mean:.4}",
                    means.len() - 1
                ));
                self.flow()
            })
            .map_err(|error| Failure::Failed(error.to_string()))?;
        if self.halt.is_asked() {
            return Err(stopped());
        }
        let pass = |&mean: &f64| Pass {
            positions,
            log_likelihood: mean * positions as f64,
        };
        let passes = learned.likelihood.iter().skip(1).map(pass);
        Ok((learned.weights, passes.collect()))
    }

    /// Whether all positions fit, before anything longer is done with the games: they are gathered
    /// and let go. What they take depends on how many features a candidate can have, not on which,
    /// so `extract` need not know any yet.
    ///
    /// # Errors
    /// If they do not, or it was stopped.
    pub(crate) fn check<E: Extract>(&self, extract: impl Fn() -> E + Sync) -> Result<(), Failure> {
        let total = || self.games.expected();
        self.gathered("measuring positions", &total, extract)
            .map(drop)
    }

    /// All positions, of about so many games.
    fn gathered<E: Extract>(
        &self,
        what: &'static str,
        total: &dyn Fn() -> u64,
        extract: impl Fn() -> E + Sync,
    ) -> Result<Vec<Sample>, Failure> {
        let meter = Meter::new(what, 0);
        let bytes = self.memory << 20;
        let moves = self.moves.moves();
        let found = gather(self.games, &moves, bytes, extract, &mut |done| {
            meter.done(done, total().max(done), "");
            self.flow()
        });
        meter.finish();
        found.map_err(|error| match error {
            GatherError::TooMany { games, .. } => self.too_many(games),
            GatherError::Stopped => stopped(),
        })
    }

    fn flow(&self) -> ControlFlow<()> {
        match self.halt.is_asked() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }

    /// What is said if so many of the first games fit, and no more.
    fn too_many(&self, fit: u64) -> Failure {
        let start = self.games.corpus().range().start;
        let (enough, fewer) = match fit {
            0 => ("not enough for one game".to_owned(), String::new()),
            _ => (
                format!("enough for {}", count(fit, "game")),
                format!("fewer games (--games {start}..{}) or ", start + fit),
            ),
        };
        Failure::Failed(format!(
            "--by mm holds all positions in memory, {} MiB of them at most, which is {enough}: ask for \
             {fewer}fewer moves (--moves), for more memory (--memory), or learn --by gradient, which \
             reads the games again and again",
            thousands(self.memory)
        ))
    }
}

fn stopped() -> Failure {
    let sentence = "stopped; --by mm keeps nothing that is half-finished, and the same command \
                    begins anew";
    Failure::Failed(sentence.to_owned())
}
