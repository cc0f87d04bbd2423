//! A model learned and judged, or judged as it is: a unit of an experiment of kind `learn`.
//!
//! Learning is long, so it survives its own end. What is learned has a text, its
//! [`task`]: parameters, games, moves. A model's file says of which task it is, and so
//! does its checkpoint; whatever of the task is there is taken over, whoever made it.
//! Files lie beside the store, `NAME.tpm` the model, `NAME.part` the checkpoint, `NAME.json` how
//! its learning went.
//!
//! Read in this order: [`Supplies`] (games and files), `study` (learning), `exam` (judging),
//! `given` (models that are there, networks among them), `estimate` (how long it takes).

mod estimate;
mod exam;
mod files;
mod given;
mod study;

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tengen_pattern::corpus::{Corpus, CorpusError};
use tengen_pattern::file::FileError;
use tengen_pattern::learn::{TrainingError, task};
use tengen_progress::StopFlag;

pub(crate) use estimate::estimate;
pub(crate) use given::{files, missing};

use crate::experiment::{Learn, Lesson};
use crate::hash;
use crate::record::{Body, Cause, LearningRecord, VoidRecord};

/// The time between two checkpoints.
const PACE: Duration = Duration::from_secs(120);

/// The games, and where models are kept.
#[derive(Clone, Debug)]
pub struct Supplies {
    /// The files of games.
    corpus: Corpus,
    /// The hash of each file.
    hashes: Vec<String>,
    /// The hash of all of them.
    hash: String,
    /// The folder where models are kept.
    folder: PathBuf,
    /// The time between two checkpoints.
    pub pace: Duration,
    /// The progress, in a line.
    pub news: News,
}

/// A line on what is going on. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct News(Arc<Mutex<String>>);

/// The reason why a model could not be learned or judged.
#[derive(Debug, thiserror::Error)]
enum LessonError {
    #[error("there are no games to learn from or to be judged by: name their files")]
    NoSupplies,
    #[error(transparent)]
    Corpus(#[from] CorpusError),
    #[error("none of the records {first} to {last} is a game with a stone played at these moves")]
    NoGames { first: u64, last: u64 },
    #[error(transparent)]
    File(#[from] FileError),
    #[error(transparent)]
    Training(#[from] TrainingError),
    #[error(transparent)]
    Exam(#[from] tengen_pattern::evaluate::EvaluateError),
    #[error("the experiment has no games to learn from")]
    NoTraining,
    #[error("the experiment has no games to judge by")]
    NoExam,
    #[error(transparent)]
    Given(#[from] given::GivenError),
}

impl Supplies {
    /// The games in these files and folders, all of which are read once to know them again.
    ///
    /// # Errors
    /// If one cannot be read.
    pub fn new(data: &[PathBuf], folder: &Path) -> Result<Self, CorpusError> {
        let corpus = Corpus::open(data, 0..u64::MAX)?;
        let (hashes, hash) = corpus.hashes()?;
        Ok(Self {
            hashes,
            hash,
            corpus,
            folder: folder.to_owned(),
            pace: PACE,
            news: News::default(),
        })
    }

    /// The files: where each lies, how large it is, and its hash.
    pub fn files(&self) -> impl Iterator<Item = (&Path, u64, &str)> {
        let files = self.corpus.files().iter().zip(&self.hashes);
        files.map(|(file, hash)| (file.path.as_path(), file.bytes, hash.as_str()))
    }

    /// The hash of all files, which says whether the games are the same.
    #[must_use]
    pub fn hash(&self) -> &str {
        &self.hash
    }
}

impl News {
    /// Says something.
    pub fn say(&self, line: impl Into<String>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = line.into();
    }

    /// The line that was said last.
    #[must_use]
    pub fn line(&self) -> String {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }
}

/// Learns a model and judges it, or judges it as it is; nothing that counts if `halt` is set.
pub(crate) fn perform(learn: &Learn, lesson: &Lesson, halt: &StopFlag) -> Body {
    let supplies = learn.supplies.as_ref();
    let start = Instant::now();
    let done = supplies
        .ok_or(LessonError::NoSupplies)
        .and_then(|supplies| match &lesson.given {
            Some(given) => {
                let found = given::judged(learn, lesson, given, supplies, halt)?;
                Ok(found.map(|record| LearningRecord {
                    judged_in: start.elapsed().as_secs_f64(),
                    ..record
                }))
            }
            None => learned(learn, lesson, supplies, halt),
        });
    if let Some(supplies) = supplies {
        supplies.news.say("");
    }
    match done {
        Ok(Some(record)) => Body::Learning(Box::new(record)),
        Ok(None) => void(lesson, "it was halted"),
        Err(error) => void(lesson, &error.to_string()),
    }
}

fn learned(
    learn: &Learn,
    lesson: &Lesson,
    supplies: &Supplies,
    halt: &StopFlag,
) -> Result<Option<LearningRecord>, LessonError> {
    let records = learn.training(lesson).ok_or(LessonError::NoTraining)?;
    let corpus = supplies.corpus.within(records)?;
    let task = task(&lesson.params, &corpus, &supplies.hash, &learn.moves);
    let study = study::Study {
        lesson,
        supplies,
        corpus,
        moves: learn.moves.clone(),
        task: &task,
        halt,
    };
    let Some((model, log)) = study.model()? else {
        return Ok(None);
    };
    let start = Instant::now();
    let exam = exam::Exam::new(learn, lesson, supplies, halt)?;
    supplies.news.say(format!("{}: it is judged", lesson.name));
    let Some(mut record) = exam.patterns(&model)? else {
        return Ok(None);
    };
    record.task = hash::hex(task.as_bytes());
    record.games = log.games;
    record.positions = log.positions;
    record.passes = log.passes;
    record.learned_in = log.seconds;
    record.judged_in = start.elapsed().as_secs_f64();
    Ok(Some(record))
}

fn void(lesson: &Lesson, reason: &str) -> Body {
    Body::Void(VoidRecord {
        cause: Cause::Data,
        player: Some(lesson.name.clone()),
        reason: reason.to_owned(),
        last_words: None,
        moves: Vec::new(),
    })
}
