//! A checkpoint of training: a file to resume from.

use std::sync::Arc;
use std::time::Duration;

use super::ascent::{Ascent, Pass};
use super::subject::{Basis, Features};
use crate::model::frame::{Kind, open, seal};
use crate::model::{ModelError, Reader, Writer, read_vocabulary, write_vocabulary};

/// The number that a body begins with. Those of earlier programs began with the length of the task's
/// text, which is larger.
const FORMAT: u64 = 2;

/// An error of resuming from a checkpoint.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CheckpointError {
    /// The file is not what it should be.
    #[error(transparent)]
    File(#[from] ModelError),
    /// The body is laid out otherwise.
    #[error("another version of the program wrote it")]
    Format,
    /// It was begun otherwise.
    #[error("it was begun with other parameters or other games")]
    Other,
}

/// The state of a training.
#[derive(Clone, Debug)]
pub struct Checkpoint {
    /// The features and the number of games.
    pub basis: Basis,
    /// The weights so far.
    pub ascent: Ascent,
    /// The time that was spent on it.
    pub spent: Duration,
}

impl Basis {
    /// The file of a checkpoint. `task` says what is learned, to be compared when it is read.
    #[must_use]
    pub fn save(&self, ascent: &Ascent, spent: Duration, task: &str) -> Vec<u8> {
        let mut body = Writer::default();
        body.number(FORMAT);
        body.text(task);
        body.number(u64::try_from(spent.as_millis()).unwrap_or(u64::MAX));
        match &self.features {
            Features::Patterns(vocabulary) => {
                body.number(1);
                write_vocabulary(vocabulary, &mut body);
            }
            Features::Local => body.number(0),
        }
        body.number(self.games);
        body.number(self.positions);
        ascent.write(&mut body);
        seal(Kind::Checkpoint, &body.0)
    }
}

impl Checkpoint {
    /// Reads a file that [`Basis::save`] made.
    ///
    /// # Errors
    /// If it is damaged, something else, or of another task.
    pub fn load(file: &[u8], task: &str) -> Result<Self, CheckpointError> {
        let body = open(Kind::Checkpoint, file)?;
        let mut body = Reader(&body);
        if body.number()? != FORMAT {
            return Err(CheckpointError::Format);
        }
        if body.text()? != task {
            return Err(CheckpointError::Other);
        }
        let spent = Duration::from_millis(body.number()?);
        let features = match body.number()? {
            0 => Features::Local,
            _ => Features::Patterns(Arc::new(read_vocabulary(&mut body)?)),
        };
        let basis = Basis {
            games: body.number()?,
            positions: body.number()?,
            features,
        };
        let ascent = Ascent::read(&mut body, basis.features.weights())?;
        body.end()?;
        Ok(Self {
            basis,
            ascent,
            spent,
        })
    }
}

impl Ascent {
    fn write(&self, body: &mut Writer) {
        body.floats(&self.weights);
        body.floats(&self.means);
        body.floats(&self.squares);
        body.number(self.steps);
        body.number(self.games);
        body.number(self.passes.len() as u64);
        for pass in &self.passes {
            body.number(pass.positions);
            body.number(pass.log_likelihood.to_bits());
        }
    }

    fn read(body: &mut Reader<'_>, features: usize) -> Result<Self, CheckpointError> {
        let ascent = Self {
            weights: body.floats()?,
            means: body.floats()?,
            squares: body.floats()?,
            steps: body.number()?,
            games: body.number()?,
            passes: (0..body.count(16)?)
                .map(|_| {
                    Ok(Pass {
                        positions: body.number()?,
                        log_likelihood: f64::from_bits(body.number()?),
                    })
                })
                .collect::<Result<_, ModelError>>()?,
        };
        let all = [&ascent.weights, &ascent.means, &ascent.squares];
        if all.iter().any(|w| w.len() != features) || ascent.passes.is_empty() {
            return Err(CheckpointError::Other);
        }
        Ok(ascent)
    }
}
