//! Learning with all positions in memory: shown pass by pass, refused where there are too many.

use std::ops::ControlFlow;

use tengen_lab::halt::Halt;
use tengen_pattern::learn::mm::Minorisation;
use tengen_pattern::learn::{GatherError, Pass, gather};
use tengen_pattern::team::Extract;

use super::data::{Games, Span};
use super::meter::Meter;
use crate::failure::{Failure, say};
use crate::screen::{count, thousands};

/// No position of a game has fewer candidates in the mean.
const LEAST: u64 = 40;
/// And a usual one of the large board has so many.
const USUAL: u64 = 250;

/// Learning by minorisation-maximisation.
pub(crate) struct Minorise<'a> {
    pub(crate) games: &'a Games,
    pub(crate) moves: Span,
    pub(crate) halt: &'a Halt,
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
        let meter = Meter::new("gathering positions", 0);
        let bytes = self.memory << 20;
        let moves = self.moves.moves();
        let found = gather(self.games, &moves, bytes, extract, &mut |done| {
            meter.done(done, total.max(done), "");
            self.flow()
        });
        meter.finish();
        let samples = found.map_err(|error| match error {
            GatherError::TooMany { games, .. } => self.too_many(games),
            GatherError::Stopped => stopped(),
        })?;
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

    /// Whether the games that were read so far surely take too much memory, each candidate having
    /// so many features: known long before they are gathered.
    ///
    /// # Errors
    /// If they do.
    pub(crate) fn check(&self, width: usize) -> Result<(), Failure> {
        let tally = self.games.tally();
        let before = tally.games.saturating_mul(self.moves.start);
        let positions = tally.moves.saturating_sub(before);
        let most = (self.memory << 20) / (4 * width.max(1) as u64);
        if positions.saturating_mul(LEAST) <= most {
            return Ok(());
        }
        let fit = most / USUAL * tally.games / positions.max(1);
        Err(self.too_many(fit))
    }

    fn flow(&self) -> ControlFlow<()> {
        match self.halt.is_asked() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }

    fn too_many(&self, fit: u64) -> Failure {
        let (fit, all) = (fit.max(1), count(fit.max(1), "game"));
        let start = self.games.corpus().range().start;
        Failure::Failed(format!(
            "--by mm holds all positions in memory, {} MiB of them at most, into which about {all} \
             go: ask for fewer games (--games {start}..{}) or moves (--moves), for more memory \
             (--memory), or learn --by gradient, which reads the games again and again",
            thousands(self.memory),
            start + fit
        ))
    }
}

fn stopped() -> Failure {
    let sentence = "stopped; --by mm keeps nothing that is half-finished, and the same command \
                    begins anew";
    Failure::Failed(sentence.to_owned())
}
