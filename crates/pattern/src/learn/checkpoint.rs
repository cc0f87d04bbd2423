//! A checkpoint of training: a file to resume from.

use std::sync::Arc;

use super::ascent::{Ascent, Pass};
use super::collect::Collected;
use crate::model::frame::{Kind, open, seal};
use crate::model::{ModelError, Reader, Writer, read_vocabulary, write_vocabulary};

/// An error of resuming from a checkpoint.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CheckpointError {
    /// The file is not what it should be.
    #[error(transparent)]
    File(#[from] ModelError),
    /// Training was begun with another task.
    #[error("it was begun with other parameters or other games")]
    Other,
}

impl Collected {
    /// The checkpoint of the vocabulary and of its weights so far. `task` says what is learned, to be
    /// compared when it is read.
    #[must_use]
    pub fn save(&self, ascent: &Ascent, task: &str) -> Vec<u8> {
        let mut body = Writer::default();
        body.text(task);
        write_vocabulary(&self.vocabulary, &mut body);
        body.number(self.games);
        body.number(self.positions);
        ascent.write(&mut body);
        seal(Kind::Checkpoint, &body.0)
    }

    /// Reads a checkpoint.
    ///
    /// # Errors
    /// If the file is damaged or its task is another.
    pub fn load(file: &[u8], task: &str) -> Result<(Self, Ascent), CheckpointError> {
        let body = open(Kind::Checkpoint, file)?;
        let mut body = Reader(&body);
        if body.text()? != task {
            return Err(CheckpointError::Other);
        }
        let vocabulary = read_vocabulary(&mut body)?;
        let collected = Self {
            games: body.number()?,
            positions: body.number()?,
            vocabulary: Arc::new(vocabulary),
        };
        let ascent = Ascent::read(&mut body, collected.vocabulary.len())?;
        body.end()?;
        Ok((collected, ascent))
    }
}

impl Ascent {
    /// The checkpoint of weights so far whose features need not be collected.
    #[must_use]
    pub fn save(&self, task: &str) -> Vec<u8> {
        let mut body = Writer::default();
        body.text(task);
        self.write(&mut body);
        seal(Kind::Checkpoint, &body.0)
    }

    /// Reads a checkpoint.
    ///
    /// # Errors
    /// If the file is damaged, or its task or the number of its features is another.
    pub fn load(file: &[u8], task: &str, features: usize) -> Result<Self, CheckpointError> {
        let body = open(Kind::Checkpoint, file)?;
        let mut body = Reader(&body);
        if body.text()? != task {
            return Err(CheckpointError::Other);
        }
        let ascent = Self::read(&mut body, features)?;
        body.end()?;
        Ok(ascent)
    }

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
