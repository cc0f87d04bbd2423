//! Models that are there before: found, read, blended and judged.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use tengen_net::Model as Network;
use tengen_net::data::prediction::{Blend, ENOUGH, Predictor};
use tengen_pattern::file::{self, FileError};
use tengen_pattern::model::{Model as Patterns, ModelError};
use tengen_progress::StopFlag;

use super::exam::Exam;
use super::{LessonError, Supplies};
use crate::experiment::{Given, GivenBlend, Learn, Lesson, ModelSource, did_you_mean};
use crate::hash;
use crate::record::{BlendRow, GivenRecord, LearningRecord};
use crate::run::ModelFile;

/// The reason why a model cannot be judged as it is.
#[derive(Debug, thiserror::Error)]
pub(crate) enum GivenError {
    #[error("there is no built-in model {name:?} and no such file{hint}")]
    Unknown { name: String, hint: String },
    #[error(transparent)]
    File(#[from] FileError),
    #[error("{name} cannot be used as a network: {source}")]
    Network {
        name: String,
        source: tengen_net::file::FileError,
    },
    #[error("{name} cannot be used as a model of patterns: {source}")]
    Patterns { name: String, source: ModelError },
    #[error("`file` has to be a network where `patterns` are blended with it, and {0} is none")]
    NoNetwork(String),
    #[error("`patterns` has to be a model of patterns, and {0} is a network")]
    NoPatterns(String),
}

/// A model of some kind.
enum Loaded {
    Patterns(Patterns),
    Network(Arc<Network>),
}

/// A model that is read and ready to be judged.
pub(super) enum Ready {
    Patterns(Patterns),
    Network(Arc<Network>),
    /// Both, with the records by which they are weighed.
    Blend(Arc<Network>, Arc<Patterns>, GivenBlend),
}

/// What is missing or wrong of a model, and whose fault it is; `None` if it can be used.
pub(crate) fn missing(given: &Given) -> Option<(&ModelSource, GivenError)> {
    let network = given.file.load().map_err(|error| (&given.file, error));
    let network = match (network, &given.blend) {
        (Ok(Loaded::Patterns(_)), Some(_)) => {
            let name = given.file.name.clone();
            Err((&given.file, GivenError::NoNetwork(name)))
        }
        (loaded, _) => loaded.map(drop),
    };
    let patterns = given.blend.as_ref().map_or(Ok(()), |blend| {
        let loaded = blend.patterns.patterns().map(drop);
        loaded.map_err(|error| (&blend.patterns, error))
    });
    network.and(patterns).err()
}

/// The files that a model is made of, by the keys that name them.
///
/// # Errors
/// If one is not there.
pub(crate) fn files(given: &Given) -> Result<Vec<(&'static str, ModelFile)>, GivenError> {
    let patterns = given.blend.as_ref().map(|blend| &blend.patterns);
    let sources = [("file", Some(&given.file)), ("patterns", patterns)];
    let sources = sources
        .into_iter()
        .filter_map(|(key, source)| Some((key, source?)));
    sources
        .map(|(key, source)| {
            let sha256 = hash::hex(&source.bytes()?);
            let name = source.name.clone();
            Ok((key, ModelFile { name, sha256 }))
        })
        .collect()
}

impl ModelSource {
    /// What the file holds.
    fn bytes(&self) -> Result<Vec<u8>, GivenError> {
        let mut built_in = self.built_in.iter();
        if let Some((_, bytes)) = built_in.find(|(name, _)| *name == self.name) {
            return Ok(bytes.to_vec());
        }
        file::read(Path::new(&self.name))?.ok_or_else(|| {
            let names: Vec<&str> = self.built_in.iter().map(|(name, _)| *name).collect();
            let hint = match did_you_mean(&self.name, names.iter().copied()) {
                hint if hint.is_empty() && !names.is_empty() => {
                    format!("; the built-in ones are {}", names.join(", "))
                }
                hint => hint,
            };
            let name = self.name.clone();
            GivenError::Unknown { name, hint }
        })
    }

    fn load(&self) -> Result<Loaded, GivenError> {
        let (bytes, name) = (self.bytes()?, self.name.clone());
        if tengen_net::file::is_network(&bytes) {
            let network = tengen_net::file::parse(&bytes[..]);
            let network = network.map_err(|source| GivenError::Network { name, source })?;
            return Ok(Loaded::Network(Arc::new(network)));
        }
        let patterns = Patterns::read(&bytes);
        let patterns = patterns.map_err(|source| GivenError::Patterns { name, source })?;
        Ok(Loaded::Patterns(patterns))
    }

    fn patterns(&self) -> Result<Patterns, GivenError> {
        match self.load()? {
            Loaded::Patterns(patterns) => Ok(patterns),
            Loaded::Network(_) => Err(GivenError::NoPatterns(self.name.clone())),
        }
    }
}

impl Ready {
    pub(super) fn new(given: &Given) -> Result<Self, GivenError> {
        Ok(match (given.file.load()?, &given.blend) {
            (Loaded::Patterns(patterns), None) => Self::Patterns(patterns),
            (Loaded::Network(network), None) => Self::Network(network),
            (Loaded::Network(network), Some(blend)) => {
                let patterns = Arc::new(blend.patterns.patterns()?);
                Self::Blend(network, patterns, blend.clone())
            }
            (Loaded::Patterns(_), Some(_)) => {
                return Err(GivenError::NoNetwork(given.file.name.clone()));
            }
        })
    }
}

/// Judges a model as it is; `None` if it was halted.
pub(super) fn judged(
    learn: &Learn,
    lesson: &Lesson,
    given: &Given,
    supplies: &Supplies,
    halt: &StopFlag,
) -> Result<Option<LearningRecord>, LessonError> {
    let exam = Exam::new(learn, lesson, supplies, halt)?;
    let files = files(given)?;
    let (found, blend) = match Ready::new(given)? {
        Ready::Patterns(patterns) => (exam.patterns(&patterns)?, None),
        Ready::Network(network) => {
            let make = || Predictor::new(Arc::clone(&network), None, Blend::POLICY);
            (exam.network(make)?, None)
        }
        Ready::Blend(network, patterns, plan) => {
            let make = |blend| {
                let patterns = Some(Arc::clone(&patterns));
                Predictor::new(Arc::clone(&network), patterns, blend)
            };
            let Some((blend, row)) = exam.weighed(make(Blend::POLICY), &plan.records)? else {
                return Ok(None);
            };
            (exam.network(|| make(blend))?, Some(row))
        }
    };
    let Some(mut record) = found else {
        return Ok(None);
    };
    let files: Vec<ModelFile> = files.into_iter().map(|(_, file)| file).collect();
    let task = task(&files, given.blend.as_ref(), learn, supplies);
    record.task = hash::hex(task.as_bytes());
    record.given = Some(GivenRecord { files, blend });
    Ok(Some(record))
}

impl Exam<'_> {
    /// The weights by which the moves of these records are likeliest.
    fn weighed(
        &self,
        mut predictor: Predictor,
        records: &Range<u64>,
    ) -> Result<Option<(Blend, BlendRow)>, LessonError> {
        let corpus = self.supplies.corpus.within(records.clone())?;
        let name = &self.lesson.name;
        let (mut views, mut games) = (Vec::new(), 0_u64);
        for game in corpus.games(self.moves.end) {
            if self.halt.is_now() {
                return Ok(None);
            }
            let all = records.end - records.start;
            let line = format!("{name}: it is weighed, {games} of {all} games");
            self.supplies.news.say(line);
            predictor.look(&game, self.moves.clone(), &mut |_, view| {
                views.push(view.clone());
            });
            games += 1;
            if views.len() >= ENOUGH {
                break;
            }
        }
        let Some(blend) = Blend::fit(&views) else {
            return Err(LessonError::NoGames {
                first: records.start,
                last: records.end - 1,
            });
        };
        let row = BlendRow {
            policy: blend.policy,
            patterns: blend.patterns,
            games,
            positions: views.len() as u64,
        };
        Ok(Some((blend, row)))
    }
}

/// All that the predictions of a model depend on, in words.
fn task(
    files: &[ModelFile],
    blend: Option<&GivenBlend>,
    learn: &Learn,
    supplies: &Supplies,
) -> String {
    let named = files
        .iter()
        .map(|file| format!("{} {}", file.name, file.sha256));
    let named: Vec<String> = named.collect();
    let weighed = blend.map_or_else(String::new, |blend| {
        let (records, moves) = (&blend.records, &learn.moves);
        format!(
            ", weighed by the records {} to {}, moves {} to {}, of {}",
            records.start, records.end, moves.start, moves.end, supplies.hash
        )
    });
    format!("As it is: {}{weighed}", named.join(" and "))
}
