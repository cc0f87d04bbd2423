//! Checkpoints: all that training resumes from, in one file.
//!
//! Eight letters and a version, the settings, how far training is, the network as a file of its own, then all weights,
//! what the optimiser remembers of them, and their average. A CRC-32 of all that ends it.

use std::path::Path;

use tengen_pattern::file;

use super::optimiser::Optimiser;
use super::{LossWeights, Settings, TrainError, Trainer};
use crate::kernel::simd::Isa;

const MAGIC: &[u8; 8] = b"TENGENNT";
/// The version that is written and read.
const VERSION: u32 = 1;

fn crc(bytes: &[u8]) -> u32 {
    let mut crc = flate2::Crc::new();
    crc.update(bytes);
    crc.sum()
}

impl Settings {
    /// All numbers that are not counts, in the order of the file.
    fn numbers(&mut self) -> [&mut f32; 17] {
        let LossWeights {
            policy,
            soft,
            reply,
            result,
            win,
            lead,
            score,
            deviation,
            ownership,
        } = &mut self.weights;
        [
            &mut self.rate,
            &mut self.floor,
            &mut self.beta1,
            &mut self.beta2,
            &mut self.epsilon,
            &mut self.decay,
            &mut self.clip,
            &mut self.average,
            policy,
            soft,
            reply,
            result,
            win,
            lead,
            score,
            deviation,
            ownership,
        ]
    }
}

impl Trainer {
    /// Writes all that training resumes from, in place of a file that may be there.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn checkpoint(&self, path: &Path) -> Result<(), TrainError> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        let mut settings = self.settings;
        for number in [self.steps, self.seen, settings.warm_up, settings.positions] {
            bytes.extend(number.to_le_bytes());
        }
        for number in settings.numbers() {
            bytes.extend(number.to_le_bytes());
        }
        let mut model = Vec::new();
        crate::file::write(&self.model, &mut model)
            .map_err(|error| TrainError::Model(error.to_string()))?;
        bytes.extend((model.len() as u64).to_le_bytes());
        bytes.extend(model);
        let Optimiser {
            mean,
            square,
            average,
        } = &self.optimiser;
        for numbers in [&self.ready.weights, mean, square, average] {
            bytes.extend((numbers.len() as u64).to_le_bytes());
            for number in numbers {
                bytes.extend(number.to_le_bytes());
            }
        }
        bytes.extend(crc(&bytes).to_le_bytes());
        Ok(file::replace(path, &bytes)?)
    }

    /// Resumes from a checkpoint, as if training had never stopped; `None` if there is no such file.
    ///
    /// # Errors
    /// If the file cannot be read or is no whole checkpoint.
    pub fn resume(path: &Path, isa: Isa, threads: usize) -> Result<Option<Self>, TrainError> {
        let Some(bytes) = file::read(path)? else {
            return Ok(None);
        };
        let trainer = parse(&bytes, isa, threads);
        let trainer = trainer.map_err(|reason| TrainError::Checkpoint {
            path: path.display().to_string(),
            reason,
        })?;
        Ok(Some(trainer))
    }
}

/// What is left of a file.
struct Rest<'a>(&'a [u8]);

impl<'a> Rest<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], String> {
        let (head, rest) = self.0.split_at_checked(count).ok_or("it is cut short")?;
        self.0 = rest;
        Ok(head)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], String> {
        let (head, rest) = self.0.split_first_chunk().ok_or("it is cut short")?;
        self.0 = rest;
        Ok(*head)
    }

    fn count(&mut self) -> Result<u64, String> {
        Ok(u64::from_le_bytes(self.array()?))
    }

    fn len(&mut self) -> Result<usize, String> {
        usize::try_from(self.count()?).map_err(|_| "it is cut short".to_owned())
    }

    fn numbers(&mut self) -> Result<Vec<f32>, String> {
        let len = self.len()?.checked_mul(4).ok_or("it is cut short")?;
        let numbers = self.take(len)?.as_chunks().0.iter();
        Ok(numbers.map(|bytes| f32::from_le_bytes(*bytes)).collect())
    }
}

fn parse(bytes: &[u8], isa: Isa, threads: usize) -> Result<Trainer, String> {
    let body = bytes
        .strip_prefix(MAGIC)
        .ok_or("it does not begin as they do")?;
    let version: &[u8; 4] = body.first_chunk().ok_or("it is cut short")?;
    let version = u32::from_le_bytes(*version);
    if version != VERSION {
        return Err(format!(
            "it has version {version}, and this program reads version {VERSION}"
        ));
    }
    let (bytes, sum) = bytes.split_last_chunk::<4>().ok_or("it is cut short")?;
    if crc(bytes) != u32::from_le_bytes(*sum) {
        return Err("its checksum does not fit, so bytes were lost or changed".to_owned());
    }
    let mut rest = Rest(&bytes[MAGIC.len() + 4..]);
    let (steps, seen) = (rest.count()?, rest.count()?);
    let mut settings = Settings {
        warm_up: rest.count()?,
        positions: rest.count()?,
        ..Settings::default()
    };
    for number in settings.numbers() {
        *number = f32::from_le_bytes(rest.array()?);
    }
    let len = rest.len()?;
    let model = rest.take(len)?;
    let model = crate::file::parse(model).map_err(|error| error.to_string())?;
    let mut trainer =
        Trainer::new(model, settings, isa, threads).map_err(|error| error.to_string())?;
    let weights = rest.numbers()?;
    let optimiser = Optimiser {
        mean: rest.numbers()?,
        square: rest.numbers()?,
        average: rest.numbers()?,
    };
    let all = [
        &weights,
        &optimiser.mean,
        &optimiser.square,
        &optimiser.average,
    ];
    if !rest.0.is_empty() || all.iter().any(|x| x.len() != trainer.graph.len) {
        return Err("its weights are not those of its network".to_owned());
    }
    trainer.ready.weights = weights;
    trainer.ready.renew(&trainer.graph);
    trainer.optimiser = optimiser;
    (trainer.steps, trainer.seen) = (steps, seen);
    Ok(trainer)
}
