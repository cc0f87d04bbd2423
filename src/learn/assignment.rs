//! Arguments of both kinds of learning, and what they begin with.

use std::path::PathBuf;

use tengen_params::list;
use tengen_pattern::corpus::Corpus;
use tengen_pattern::file::with;
use tengen_pattern::learn::{LearnParams, Method};
use tengen_pattern::scene::PatternParams;
use tengen_pattern::team::Extract;
use tengen_progress::StopFlag;

use super::card::Data;
use super::data::{self, Games, Span};
use super::evaluate::{Judged, judge};
use super::output;
use crate::failure::{Failure, say};
use crate::params::{put, read_file};
use crate::signals::stop_on_signals;

/// How strengths are found.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum By {
    /// Gradient ascent: reads the games in every pass, so that there may be any number of them.
    Gradient,
    /// Minorisation-maximisation (Coulom 2007): exact, with all positions in memory.
    Mm,
}

/// What to learn from, how, and where to.
#[derive(clap::Args)]
#[group(skip)]
pub(crate) struct Args {
    #[command(flatten)]
    data: data::Args,
    /// Learn from these moves of each game, counted from 0.
    #[arg(long, value_name = "A..B", default_value_t = Span::ALL)]
    pub(crate) moves: Span,
    /// Say how good the model is on these games, counted as those of --games.
    #[arg(long, value_name = "A..B")]
    validate: Option<Span>,
    /// Where the model goes; beside it OUT.md, which says how it was made, and OUT.part, with which
    /// a stopped command goes on.
    #[arg(long, value_name = "OUT")]
    pub(crate) out: PathBuf,
    /// Begin anew even if OUT.part is there.
    #[arg(long)]
    pub(crate) fresh: bool,
    /// How strengths are found.
    #[arg(long, value_name = "METHOD", default_value = "gradient")]
    by: By,
    /// With --by mm, how many MiB the positions may take.
    #[arg(long, value_name = "MIB", default_value_t = 2048)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    pub(crate) memory: u64,
    /// Read parameters of learning from a TOML file, as `tengen params --learning --toml` writes it.
    #[arg(long, value_name = "FILE.toml")]
    config: Option<PathBuf>,
    /// Set a parameter, after the file; `tengen params --learning` lists them. May be given several
    /// times.
    #[arg(long, value_name = "NAME=VALUE")]
    set: Vec<String>,
}

/// The checked inputs that learning begins with.
pub(crate) struct Ground {
    pub(crate) data: Data,
    pub(crate) games: Games,
    /// The games that judge the model.
    pub(crate) validation: Option<(Span, Corpus)>,
    pub(crate) halt: StopFlag,
    /// The file of the checkpoint.
    pub(crate) part: PathBuf,
}

impl Args {
    /// The method by which strengths are found.
    pub(crate) const fn method(&self) -> Method {
        match self.by {
            By::Gradient => Method::Gradient,
            By::Mm => Method::Minorisation,
        }
    }

    /// Judges a model that has been written on the games that judge it, if there are some.
    ///
    /// # Errors
    /// If it was stopped, or no game can judge it.
    pub(crate) fn judged<E: Extract>(
        &self,
        ground: &Ground,
        weights: &[f32],
        extract: impl Fn() -> E + Sync,
    ) -> Result<Option<(Span, Judged)>, Failure> {
        let Some((span, corpus)) = &ground.validation else {
            return Ok(None);
        };
        if let Some(judged) = judge(weights, extract, corpus, self.moves, &ground.halt)? {
            return Ok(Some((*span, judged)));
        }
        let next = match self.by {
            By::Gradient => "the same command goes on from there",
            By::Mm => "`tengen learn evaluate` judges it",
        };
        Err(Failure::Failed(format!(
            "stopped while the model was judged; it is complete and in {}, and {next}",
            self.out.display()
        )))
    }

    /// All parameters: defaults, then the file, then the single settings.
    ///
    /// # Errors
    /// If there is no such parameter, or it does not take its value.
    pub(crate) fn pattern_params(&self) -> Result<PatternParams, Failure> {
        let mut params = self.file()?;
        put(&mut params, &self.set)?;
        Ok(params)
    }

    /// Those of learning itself. The file may be one for patterns too: what it says of features is
    /// named as having no part.
    ///
    /// # Errors
    /// If there is no such parameter, or it does not take its value.
    pub(crate) fn learn_params(&self) -> Result<LearnParams, Failure> {
        let all = self.file()?;
        let unused: Vec<&str> = list(&all)
            .iter()
            .filter(|entry| !entry.is_default() && entry.spec.group() != "learn")
            .map(|entry| entry.spec.name)
            .collect();
        if let (Some(path), false) = (&self.config, unused.is_empty()) {
            say(format!(
                "Of {}, this has no part in models of playouts: {}.",
                path.display(),
                unused.join(", ")
            ));
        }
        let mut params = all.learn;
        put(&mut params, &self.set)?;
        Ok(params)
    }

    fn file(&self) -> Result<PatternParams, Failure> {
        let mut params = PatternParams::default();
        if let Some(path) = &self.config {
            read_file(&mut params, path)?;
        }
        Ok(params)
    }

    /// Opens the games and sees to it that the model can be written.
    ///
    /// # Errors
    /// If one of them cannot be.
    pub(crate) fn begin(&self) -> Result<Ground, Failure> {
        let corpus = self.data.corpus()?;
        for ending in ["", ".md", ".part"] {
            output::check(&with(&self.out, ending))?;
        }
        let validation = self.data.validation(self.validate, self.moves, &corpus)?;
        let halt = halt()?;
        Ok(Ground {
            data: Data::gather(&corpus, self.data.games(), self.moves)?,
            games: Games::new(corpus),
            validation,
            halt,
            part: with(&self.out, ".part"),
        })
    }
}

/// A stop flag that is set at Ctrl-C: once to end after saving, twice to end at once.
///
/// # Errors
/// If signals cannot be heard.
pub(crate) fn halt() -> Result<StopFlag, Failure> {
    stop_on_signals(|halt| match halt.ask() {
        true => std::process::exit(130),
        false => say("\nStopping as soon as all is saved. Again to stop at once."),
    })
}
