//! `tengen learn evaluate`: how well models and networks predict the moves of games.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tengen_document::model::Document;
use tengen_document::{Format, terminal, write_document};
use tengen_go_engine::{Models, Parameters};
use tengen_net::data::prediction::{Blend, ENOUGH, Predictor};
use tengen_params::{nearest, set};
use tengen_pattern::corpus::Corpus;
use tengen_pattern::corpus::Progress;
use tengen_pattern::evaluate::{
    EvaluateError, Evaluation, Figures, Resampling, evaluate_by, evaluate_while,
};
use tengen_pattern::file::read;
use tengen_pattern::local::{LocalExtract, LocalModel};
use tengen_pattern::model::{Model, ModelError};
use tengen_pattern::scene::SceneExtract;
use tengen_pattern::team::Extract;
use tengen_progress::StopFlag;

use super::card::origin;
use super::data::{self, Span, summary, tell_bad, unread};
use super::meter::Meter;
use super::{output, tables};
use crate::failure::{Failure, say};
use crate::screen::{Screen, count, width};

/// Which models, and on what.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The models, built-in ones by name or files, networks among them; those after the first are compared with it.
    #[arg(value_name = "NAME|FILE", required = true)]
    models: Vec<String>,
    #[command(flatten)]
    data: data::Args,
    /// Only these moves of each game, counted from 0.
    #[arg(long, value_name = "A..B", default_value_t = Span::ALL)]
    moves: Span,
    /// Blend the first network with the first patterns, too, weighed by what these games, counted as those of --games, make
    /// likeliest.
    #[arg(long, value_name = "A..B")]
    blend: Option<Span>,
    /// Write the tables and figures into this folder too: Markdown, CSV and SVG.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// A model's figures.
pub(crate) struct Judged {
    pub(crate) evaluation: Evaluation,
    pub(crate) figures: Figures,
}

impl Judged {
    /// With intervals.
    ///
    /// # Errors
    /// If there was nothing to be seen.
    pub(crate) fn new(evaluation: Evaluation) -> Result<Self, Failure> {
        let figures = Resampling::default()
            .figures(&evaluation)
            .ok_or_else(|| Failure::Failed("there is no position to evaluate".to_owned()))?;
        Ok(Self {
            evaluation,
            figures,
        })
    }

    /// `9,998 games, 1 bad record left out; 499,900 positions`.
    pub(crate) fn seen(&self) -> String {
        let positions = count(self.evaluation.all.positions, "position");
        format!("{}; {positions}", summary(&self.evaluation.tally))
    }
}

/// A model of some kind.
enum Loaded {
    Patterns(Arc<Model>),
    Local(Arc<LocalModel>),
    Network(Arc<tengen_net::Model>),
    /// A network and patterns, weighed.
    Blend(Arc<tengen_net::Model>, Arc<Model>, Blend),
}

/// Runs the command.
pub(crate) fn run(args: &Args, screen: &mut Screen) -> Result<(), Failure> {
    differ(&args.models)?;
    if let Some(folder) = &args.out {
        output::check_folder(folder)?;
    }
    let mut models: Vec<Loaded> = args
        .models
        .iter()
        .map(|name| load(name))
        .collect::<Result<_, _>>()?;
    let corpus = args.data.corpus()?;
    let mut names = names(&args.models);
    if let Some(games) = args.blend {
        let (blend, name) = args.blended(games, &corpus, &models, &names)?;
        models.push(blend);
        names.push(name);
    }
    // Nothing is kept of what is half judged, so Ctrl-C just ends the program.
    let halt = StopFlag::new();
    let mut judged: Vec<Judged> = Vec::new();
    for model in &models {
        judged.extend(match model {
            Loaded::Patterns(model) => {
                let extract = || SceneExtract::new(model.vocabulary().clone());
                judge(model.weights(), extract, &corpus, args.moves, &halt)?
            }
            Loaded::Local(model) => {
                let weights = model.weights();
                judge(weights, LocalExtract::new, &corpus, args.moves, &halt)?
            }
            Loaded::Network(model) => {
                let make = || Predictor::new(Arc::clone(model), None, Blend::POLICY);
                judge_by(make, &corpus, args.moves, &halt)?
            }
            Loaded::Blend(model, patterns, blend) => {
                let patterns = || Some(Arc::clone(patterns));
                let make = || Predictor::new(Arc::clone(model), patterns(), *blend);
                judge_by(make, &corpus, args.moves, &halt)?
            }
        });
    }
    let named: Vec<(String, &Judged)> = names.into_iter().zip(&judged).collect();
    if let Some(first) = judged.first() {
        tell_bad(&first.evaluation.tally);
    }
    let document = document(args, &named);
    write!(screen, "{}", terminal::terminal(&document, width()))?;
    if let Some(folder) = &args.out {
        let formats = [Format::Markdown, Format::Csv, Format::Svg];
        let written = write_document(folder, &document, &formats)
            .map_err(|error| Failure::Failed(error.to_string().trim_end_matches('.').to_owned()))?;
        say(format!(
            "{} in {}",
            count(written.len() as u64, "file"),
            folder.display()
        ));
    }
    Ok(())
}

fn document(args: &Args, models: &[(String, &Judged)]) -> Document {
    let seen = models.first().map(|(_, judged)| judged.seen());
    let base = models.first().map(|(name, _)| name.as_str());
    let mut notes = Vec::new();
    for (name, judged) in models {
        let unknown = judged.evaluation.unknown;
        if unknown > 0 {
            let games = count(unknown, "game");
            notes.push(format!(
                "{name} does not know the boards of {games}, which it is not judged by."
            ));
        }
    }
    for (name, judged) in models.iter().skip(1) {
        let others = models
            .first()
            .map_or(0, |(_, first)| first.evaluation.all.positions);
        if judged.evaluation.all.positions != others {
            notes.push(format!(
                "{name} sees other positions than {}, so the two cannot be compared one by one.",
                base.unwrap_or_default()
            ));
        }
    }
    let about = match models.len() {
        0 | 1 => Vec::new(),
        _ => vec![format!("Differences are to {}.", base.unwrap_or_default())],
    };
    let mut sections = tables::sections(models);
    if let (Some(section), Some(about)) = (sections.first_mut(), about.first()) {
        section.text(about.clone());
    }
    Document {
        title: "Move prediction".to_owned(),
        subtitle: format!(
            "Moves {} of games {}: {}.",
            args.moves,
            args.data.games(),
            seen.unwrap_or_default()
        ),
        about: Vec::new(),
        notes,
        sections,
        origin: origin(),
    }
}

impl Args {
    /// The first network with the first patterns, weighed by some games, and what that is called.
    fn blended(
        &self,
        games: Span,
        corpus: &Corpus,
        models: &[Loaded],
        names: &[String],
    ) -> Result<(Loaded, String), Failure> {
        let mut named = models.iter().zip(names);
        let network = named.clone().find_map(|(model, name)| match model {
            Loaded::Network(model) => Some((model, name)),
            _ => None,
        });
        let patterns = named.find_map(|(model, name)| match model {
            Loaded::Patterns(model) => Some((model, name)),
            _ => None,
        });
        let (Some((network, first)), Some((patterns, second))) = (network, patterns) else {
            let sentence = "--blend wants a network and a model of patterns among the models";
            return Err(Failure::Usage(sentence.to_owned()));
        };
        let judging = self.data.games();
        if games.start < judging.end && judging.start < games.end {
            let sentence = format!(
                "--blend {games} and --games {judging} have games in common: weights are judged by games \
                 that they were not found from"
            );
            return Err(Failure::Usage(sentence));
        }
        let corpus = corpus.within(games.range()).map_err(unread)?;
        let meter = Meter::new("weighing", 0);
        let mut predictor = Predictor::new(
            Arc::clone(network),
            Some(Arc::clone(patterns)),
            Blend::POLICY,
        );
        let mut views = Vec::new();
        let reader = corpus.read();
        let progress = reader.progress();
        for batch in reader {
            if views.len() >= ENOUGH {
                break;
            }
            for (_, game) in &batch.games(self.moves.moves().end).games {
                predictor.look(game, self.moves.moves(), &mut |_, view| {
                    views.push(view.clone());
                });
                meter.done(progress.records(), progress.expected(), "");
            }
        }
        meter.finish();
        let blend = Blend::fit(&views).ok_or_else(|| {
            Failure::Failed("there is no position to weigh the blend by".to_owned())
        })?;
        say(format!(
            "The moves of {} are likeliest by p^{:.3}·γ^{:.3}: net.temperature = {:.3}, net.patterns = {:.3}.",
            count(views.len() as u64, "position"),
            blend.policy,
            blend.patterns,
            1.0 / blend.policy,
            blend.patterns
        ));
        let loaded = Loaded::Blend(Arc::clone(network), Arc::clone(patterns), blend);
        Ok((loaded, format!("{first}+{second}")))
    }
}

/// Sees to it that no model is named twice: nobody could tell its columns apart.
fn differ(models: &[String]) -> Result<(), Failure> {
    for (place, name) in models.iter().enumerate() {
        if models[..place].contains(name) {
            return Err(Failure::Usage(format!(
                "the model {name:?} is named twice; each is evaluated once, and compared with the first"
            )));
        }
    }
    Ok(())
}

/// Short names of models: those of their files, or the whole paths where these are the same.
fn names(paths: &[String]) -> Vec<String> {
    let stem = |path: &String| {
        let stem = Path::new(path).file_stem().unwrap_or_default();
        stem.to_string_lossy().into_owned()
    };
    let stems: Vec<String> = paths.iter().map(stem).collect();
    let unique = |name: &String| stems.iter().filter(|other| *other == name).count() == 1;
    let named = stems.iter().zip(paths);
    named
        .map(|(stem, path)| match unique(stem) {
            true => stem.clone(),
            false => path.clone(),
        })
        .collect()
}

/// Reads a model of any kind: a built-in one, or else a file.
fn load(name: &str) -> Result<Loaded, Failure> {
    if let Some(loaded) = built_in(name)? {
        return Ok(loaded);
    }
    let wrong = |reason: String| Failure::Failed(format!("{name} cannot be used: {reason}"));
    let bytes = read(Path::new(name))?.ok_or_else(|| unknown(name))?;
    if tengen_net::file::is_network(&bytes) {
        let model =
            tengen_net::file::parse(&bytes[..]).map_err(|error| wrong(error.to_string()))?;
        return Ok(Loaded::Network(Arc::new(model)));
    }
    match Model::read(&bytes) {
        Ok(model) => Ok(Loaded::Patterns(Arc::new(model))),
        // A model of playouts, perhaps as plain lines.
        Err(error @ (ModelError::Foreign | ModelError::Other { .. })) => {
            match LocalModel::from_bytes(&bytes) {
                Ok(model) if !bytes.is_empty() => Ok(Loaded::Local(Arc::new(model))),
                _ => Err(wrong(error.to_string())),
            }
        }
        Err(error) => Err(wrong(error.to_string())),
    }
}

/// The built-in model of this name, if there is one.
fn built_in(name: &str) -> Result<Option<Loaded>, Failure> {
    let all = Models::built_in();
    let Some((parameter, _)) = all.iter().find(|(_, names)| names.contains(&name)) else {
        return Ok(None);
    };
    let failed = |error: String| Failure::Failed(error);
    let mut parameters = Parameters::default();
    set(&mut parameters, parameter, name).map_err(|error| failed(error.to_string()))?;
    let models = Models::load(&parameters).map_err(|fault| failed(fault.to_string()))?;
    Ok(match *parameter {
        "prior.model" => models.prior().cloned().map(Loaded::Patterns),
        "net.file" => models
            .nets()
            .next()
            .map(|net| Loaded::Network(Arc::new(net.model().clone()))),
        _ => models.gamma().cloned().map(Loaded::Local),
    })
}

/// The failure of a name that stands for nothing.
fn unknown(name: &str) -> Failure {
    let all = Models::built_in();
    let names: Vec<&str> = all.iter().flat_map(|(_, names)| names).copied().collect();
    let hint = match nearest(name, names.iter().copied()).first() {
        Some(near) => format!("; did you mean {near}?"),
        None => format!("; the built-in ones are {}", names.join(", ")),
    };
    Failure::Failed(format!("there is no model {name:?} and no such file{hint}"))
}

/// Evaluates weights on a corpus; `None` if it was halted.
pub(super) fn judge<E: Extract>(
    weights: &[f32],
    extract: impl Fn() -> E + Sync,
    corpus: &Corpus,
    moves: Span,
    halt: &StopFlag,
) -> Result<Option<Judged>, Failure> {
    judged(halt, |watch| {
        evaluate_while(corpus, moves.moves(), weights, extract, watch)
    })
}

/// Evaluates whatever predicts moves on a corpus; `None` if it was halted.
fn judge_by(
    make: impl Fn() -> Predictor + Sync,
    corpus: &Corpus,
    moves: Span,
    halt: &StopFlag,
) -> Result<Option<Judged>, Failure> {
    judged(halt, |watch| {
        evaluate_by(corpus, moves.moves(), make, watch)
    })
}

/// Runs an evaluation under a bar.
fn judged(
    halt: &StopFlag,
    run: impl FnOnce(
        &(dyn Fn(&Progress) -> ControlFlow<()> + Sync),
    ) -> Result<Option<Evaluation>, EvaluateError>,
) -> Result<Option<Judged>, Failure> {
    let meter = Meter::new("evaluating", 0);
    let evaluation = run(&|progress| {
        meter.done(progress.records(), progress.expected(), "");
        match halt.is_asked() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    });
    meter.finish();
    let evaluation = evaluation.map_err(|error| Failure::Failed(error.to_string()))?;
    evaluation.map(Judged::new).transpose()
}
