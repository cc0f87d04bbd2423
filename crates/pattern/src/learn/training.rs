//! A training from its first game to its weights: resumed from a checkpoint, watched, saved, stopped.
//!
//! By gradient ascent it is saved when its features are known, now and then, when it is stopped and
//! when it is finished, each time so that it ends with the same weights to the last bit. By
//! minorisation-maximisation nothing is saved.

use std::ops::{ControlFlow, Range};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::checkpoint::{Checkpoint, CheckpointError};
use super::event::{Event, Stage, TrainingError, Watch};
use super::mm::Minorisation;
use super::subject::{Basis, Features, Subject};
use super::{Ascent, GatherError, Method, Pass, Source, Step, collect, gather};
use crate::file;
use crate::local::LocalExtract;
use crate::model::Model;
use crate::scene::{PatternParams, SceneExtract, Vocabulary};
use crate::shape::Dictionary;
use crate::team::{Extract, Sample};

/// After how many games it is told how far counting them is.
const COUNTED: u64 = 100;

/// A training: its subject, its games and its checkpoint.
#[derive(Debug)]
pub struct Training<'a, S: ?Sized> {
    /// The thing that is learned.
    pub subject: Subject<'a>,
    /// The games.
    pub games: &'a S,
    /// The moves of each game that are learned from.
    pub moves: Range<usize>,
    /// The text of the task: a checkpoint of another one is not resumed.
    pub task: &'a str,
    /// The file of the checkpoint.
    pub checkpoint: &'a Path,
    /// The time between two checkpoints.
    pub pace: Duration,
    /// True if a checkpoint that is there is to be removed.
    pub fresh: bool,
    /// The method that finds the weights.
    pub method: Method,
    /// The bytes that positions may take in memory by minorisation-maximisation.
    pub memory: u64,
}

/// The result of a training.
#[derive(Clone, Debug)]
pub struct Trained {
    /// The features, and what they were learned from.
    pub basis: Basis,
    /// Their weights.
    pub weights: Vec<f32>,
    /// All passes.
    pub passes: Vec<Pass>,
    /// The time that it took, all runs together.
    pub spent: Duration,
}

impl Trained {
    /// The model of patterns that was learned, with the text of its task.
    ///
    /// # Errors
    /// If the features are local ones.
    pub fn model(&self, task: &str) -> Result<Model, TrainingError> {
        match &self.basis.features {
            Features::Patterns(vocabulary) => {
                let model = Model::new(vocabulary.clone(), self.weights.clone());
                Ok(model.with_origin(task))
            }
            Features::Local => Err(TrainingError::NoFeatures),
        }
    }
}

impl<'a, S: Source + ?Sized> Training<'a, S> {
    /// Gradient ascent with a checkpoint every minute, resumed if there is one.
    pub const fn new(
        subject: Subject<'a>,
        games: &'a S,
        moves: Range<usize>,
        task: &'a str,
        checkpoint: &'a Path,
    ) -> Self {
        Self {
            subject,
            games,
            moves,
            task,
            checkpoint,
            pace: Duration::from_secs(60),
            fresh: false,
            method: Method::Gradient,
            memory: 2 << 30,
        }
    }

    /// Learns to the end. The checkpoint of a finished training stays until somebody removes it, so
    /// that whatever is done with the weights can be done again.
    ///
    /// # Errors
    /// If it was stopped, there is nothing to learn, or files or memory do not allow it.
    pub fn run(&self, watch: &mut Watch<'_>) -> Result<Trained, TrainingError> {
        let start = Instant::now();
        let begun = self.begun()?;
        match self.method {
            Method::Gradient => self.ascend(begun, start, watch),
            Method::Minorisation => self.minorise(start, watch),
        }
    }

    /// The checkpoint, if there is one.
    fn begun(&self) -> Result<Option<Checkpoint>, TrainingError> {
        if self.fresh {
            file::remove(self.checkpoint)?;
            return Ok(None);
        }
        let Some(bytes) = file::read(self.checkpoint)? else {
            return Ok(None);
        };
        let found = match self.method {
            Method::Gradient => Checkpoint::load(&bytes, self.task),
            // What gradient ascent has left there is not to be lost without a word.
            Method::Minorisation => Err(CheckpointError::Other),
        };
        found.map(Some).map_err(|reason| TrainingError::Checkpoint {
            path: self.checkpoint.to_owned(),
            reason,
        })
    }

    /// Learns by gradient ascent.
    fn ascend(
        &self,
        begun: Option<Checkpoint>,
        start: Instant,
        watch: &mut Watch<'_>,
    ) -> Result<Trained, TrainingError> {
        let resumed = begun.as_ref().map(|checkpoint| {
            let Checkpoint { basis, ascent, .. } = checkpoint;
            ascent.passes().len() as u64 * basis.games + ascent.games()
        });
        let Checkpoint {
            basis,
            mut ascent,
            spent: before,
        } = match begun {
            Some(checkpoint) => checkpoint,
            None => {
                let basis = self.collect(watch)?;
                let ascent = Ascent::new(basis.features.weights());
                Checkpoint {
                    basis,
                    ascent,
                    spent: Duration::ZERO,
                }
            }
        };
        let save = |ascent: &Ascent| {
            let spent = before + start.elapsed();
            let bytes = basis.save(ascent, spent, self.task);
            file::replace(self.checkpoint, &bytes).map(|()| spent)
        };
        if resumed.is_none() {
            save(&ascent)?;
        }
        let told = Event::Begun {
            basis: &basis,
            resumed,
        };
        going_on(watch(told), Stage::Learning)?;
        let params = self.subject.learn();
        let all = u64::from(params.passes) * basis.games;
        let mut saved = Instant::now();
        let mut outcome = Ok(());
        let mut each = |ascent: &Ascent, step: &Step| {
            let done = (step.passes as u64 - 1) * basis.games + step.games;
            let step = *step;
            let flow = watch(Event::Step { step, done, all });
            if flow.is_break() || saved.elapsed() >= self.pace {
                saved = Instant::now();
                outcome = save(ascent).map(drop);
            }
            match outcome {
                Ok(()) => flow,
                Err(_) => ControlFlow::Break(()),
            }
        };
        let (games, moves) = (self.games, &self.moves);
        let flow = match &basis.features {
            Features::Patterns(vocabulary) => {
                let extract = || SceneExtract::new(vocabulary.clone());
                ascent.climb(params, games, basis.games, moves, extract, &mut each)
            }
            Features::Local => {
                let extract = LocalExtract::new;
                ascent.climb(params, games, basis.games, moves, extract, &mut each)
            }
        };
        outcome?;
        // Who breaks off after the last pass has nothing to resume.
        if ascent.passes().len() < params.passes as usize {
            going_on(flow, Stage::Learning)?;
        }
        let spent = save(&ascent)?;
        let passes = ascent.passes().to_vec();
        self.trained(basis, ascent.weights, passes, spent)
    }

    /// Learns by minorisation-maximisation, with all positions in memory.
    fn minorise(&self, start: Instant, watch: &mut Watch<'_>) -> Result<Trained, TrainingError> {
        if let Subject::Patterns(params) = self.subject {
            // What positions take depends on how many features a move can have, not on which.
            let blank = Arc::new(blank(params));
            let extract = || SceneExtract::new(blank.clone());
            self.gather(Stage::Measuring, extract, watch)?;
        }
        let basis = self.collect(watch)?;
        let told = Event::Begun {
            basis: &basis,
            resumed: None,
        };
        going_on(watch(told), Stage::Learning)?;
        let samples = match &basis.features {
            Features::Patterns(vocabulary) => {
                let extract = || SceneExtract::new(vocabulary.clone());
                self.gather(Stage::Gathering, extract, watch)?
            }
            Features::Local => self.gather(Stage::Gathering, LocalExtract::new, watch)?,
        };
        let mut flow = ControlFlow::Continue(());
        let features = basis.features.weights();
        let learned = Minorisation::default().learn_while(&samples, features, &mut |means| {
            let mean = means.last().copied().unwrap_or_default();
            let number = means.len() - 1;
            flow = watch(Event::Pass { number, mean });
            flow
        })?;
        going_on(flow, Stage::Learning)?;
        let positions = samples.len() as u64;
        let pass = |&mean: &f64| Pass {
            positions,
            log_likelihood: mean * positions as f64,
        };
        let passes = learned.likelihood.iter().skip(1).map(pass).collect();
        self.trained(basis, learned.weights, passes, start.elapsed())
    }

    /// The features of the games and how many games there are.
    fn collect(&self, watch: &mut Watch<'_>) -> Result<Basis, TrainingError> {
        let stage = Stage::Collecting;
        let params = match self.subject {
            Subject::Patterns(params) => params,
            Subject::Playout(_) => return self.count(watch),
        };
        let passes = if params.shape.size > 0 { 2 } else { 1 };
        let found = collect(params, self.games, &self.moves, &mut |games, pass| {
            watch(Event::Games {
                stage,
                games,
                pass,
                passes,
            })
        });
        let found = found.ok_or(TrainingError::Stopped(stage))?;
        if found.positions == 0 {
            return Err(TrainingError::NoPositions);
        }
        if found.vocabulary.is_empty() {
            return Err(TrainingError::NoFeatures);
        }
        Ok(Basis {
            features: Features::Patterns(found.vocabulary),
            games: found.games,
            positions: found.positions,
        })
    }

    /// The local features. The rate of ascent falls with the part that is done, so the games have to be
    /// counted.
    fn count(&self, watch: &mut Watch<'_>) -> Result<Basis, TrainingError> {
        let stage = Stage::Collecting;
        let mut games = 0;
        for _ in self.games.games(self.moves.end) {
            games += 1;
            if games % COUNTED == 1 {
                let told = Event::Games {
                    stage,
                    games,
                    pass: 1,
                    passes: 1,
                };
                going_on(watch(told), stage)?;
            }
        }
        if games == 0 {
            return Err(TrainingError::NoPositions);
        }
        Ok(Basis {
            features: Features::Local,
            games,
            positions: 0,
        })
    }

    fn gather<E: Extract>(
        &self,
        stage: Stage,
        extract: impl Fn() -> E + Sync,
        watch: &mut Watch<'_>,
    ) -> Result<Vec<Sample>, TrainingError> {
        let mut each = |games| {
            watch(Event::Games {
                stage,
                games,
                pass: 1,
                passes: 1,
            })
        };
        let found = gather(self.games, &self.moves, self.memory, extract, &mut each);
        found.map_err(|error| match error {
            GatherError::Stopped => TrainingError::Stopped(stage),
            error @ GatherError::TooMany { .. } => TrainingError::Memory(error),
        })
    }

    fn trained(
        &self,
        mut basis: Basis,
        weights: Vec<f32>,
        passes: Vec<Pass>,
        spent: Duration,
    ) -> Result<Trained, TrainingError> {
        if basis.positions == 0 {
            basis.positions = passes.first().map_or(0, |pass| pass.positions);
        }
        if basis.positions == 0 {
            file::remove(self.checkpoint)?;
            return Err(TrainingError::NoPositions);
        }
        Ok(Trained {
            basis,
            weights,
            passes,
            spent,
        })
    }
}

fn going_on(flow: ControlFlow<()>, stage: Stage) -> Result<(), TrainingError> {
    match flow {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(TrainingError::Stopped(stage)),
    }
}

/// A vocabulary that knows nothing yet.
fn blank(params: &PatternParams) -> Vocabulary {
    let size = params.shape.size as usize;
    let shapes = (size > 0).then(|| Dictionary::new(size, Vec::new()));
    Vocabulary::new(params.clone(), shapes, Vec::new())
}
