//! A model of patterns.

use std::sync::Arc;

use sha2::{Digest, Sha256};
use tengen_params::toml;

use super::frame::{Kind, open, seal};
use super::{ModelError, Reader, Writer};
use crate::corpus::hexadecimal;
use crate::scene::{PatternParams, Vocabulary};
use crate::shape::{Dictionary, MAX_SIZE, Rings, Shape};

/// The weight is so many steps.
const STEPS: f32 = 2048.0;

/// A vocabulary and the weight (the logarithm of the strength) of each of its features.
#[derive(Clone, Debug)]
pub struct Model {
    vocabulary: Arc<Vocabulary>,
    weights: Vec<f32>,
    origin: String,
}

impl Model {
    /// A model of these weights, rounded as its file has them. Weights that are missing are 0.
    #[must_use]
    pub fn new(vocabulary: Arc<Vocabulary>, mut weights: Vec<f32>) -> Self {
        weights.resize(vocabulary.len(), 0.0);
        weights[0] = 0.0;
        for weight in &mut weights {
            *weight = f32::from(steps(*weight)) / STEPS;
        }
        Self {
            vocabulary,
            weights,
            origin: String::new(),
        }
    }

    /// With a text on where it comes from: the games and the moves of them, and what else identifies the
    /// learning.
    #[must_use]
    pub fn with_origin(mut self, origin: impl Into<String>) -> Self {
        self.origin = origin.into();
        self
    }

    /// The origin of the model.
    #[must_use]
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// The features that it knows by name.
    #[must_use]
    pub const fn vocabulary(&self) -> &Arc<Vocabulary> {
        &self.vocabulary
    }

    /// The weights, by the numbers of the vocabulary.
    #[must_use]
    pub fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// The file.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        seal(Kind::Patterns, &self.body())
    }

    /// The SHA-256 in hexadecimal digits of all that it is, however its file is packed.
    #[must_use]
    pub fn hash(&self) -> String {
        hexadecimal(&Sha256::digest(self.body()))
    }

    fn body(&self) -> Vec<u8> {
        let mut body = Writer::default();
        body.text(&self.origin);
        write_vocabulary(&self.vocabulary, &mut body);
        body.number(self.weights.len() as u64);
        // Low bytes apart from high ones: they compress better.
        for weight in &self.weights {
            body.0.push(steps(*weight).to_le_bytes()[0]);
        }
        for weight in &self.weights {
            body.0.push(steps(*weight).to_le_bytes()[1]);
        }
        body.0
    }

    /// Reads a file.
    ///
    /// # Errors
    /// If it is damaged, something else, or from a later version.
    pub fn read(file: &[u8]) -> Result<Self, ModelError> {
        let body = open(Kind::Patterns, file)?;
        let mut body = Reader(&body);
        let origin = body.text()?;
        let vocabulary = read_vocabulary(&mut body)?;
        let count = body.count(16)?;
        if count != vocabulary.len() {
            return Err(ModelError::damaged(
                "it has other features than this program, so its weights mean something else",
            ));
        }
        let (low, high) = (body.bytes(count)?, body.bytes(count)?);
        body.end()?;
        let weights = low
            .iter()
            .zip(high)
            .map(|(&low, &high)| f32::from(i16::from_le_bytes([low, high])) / STEPS);
        let weights = weights.collect();
        Ok(Self::new(Arc::new(vocabulary), weights).with_origin(origin))
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "floats saturate as integers"
)]
fn steps(weight: f32) -> i16 {
    (weight * STEPS).round() as i16
}

/// Parameters, stone patterns, broad patterns.
pub(crate) fn write_vocabulary(vocabulary: &Vocabulary, body: &mut Writer) {
    body.text(&toml::write(vocabulary.params()));
    let shapes = vocabulary.shapes().map_or(&[][..], Dictionary::shapes);
    body.number(shapes.len() as u64);
    let rings = Rings::new(vocabulary.params().shape.size as usize);
    for (ring, shape) in shapes {
        body.0.push(*ring);
        let points = rings.points(usize::from(*ring));
        for four in (0..points).step_by(4) {
            let bits = (four..(four + 4).min(points))
                .map(|place| shape.get(place) << (2 * (place - four)))
                .sum();
            body.0.push(bits);
        }
    }
    body.number(vocabulary.codes().len() as u64);
    let mut before = 0;
    for &code in vocabulary.codes() {
        body.number(u64::from(code - before));
        before = code;
    }
}

pub(crate) fn read_vocabulary(body: &mut Reader<'_>) -> Result<Vocabulary, ModelError> {
    let mut params = PatternParams::default();
    let text = body.text()?;
    toml::read(&mut params, text, "the model's parameters").map_err(|errors| {
        let said = errors.first().map(ToString::to_string);
        ModelError::damaged(said.unwrap_or_default())
    })?;
    let size = params.shape.size as usize;
    let rings = Rings::new(size.min(MAX_SIZE));
    let count = body.count(16)?;
    let mut shapes = Vec::with_capacity(count);
    for _ in 0..count {
        let ring = body.bytes(1)?[0];
        if usize::from(ring) >= rings.count() {
            return Err(ModelError::damaged("a pattern is larger than the largest"));
        }
        let points = rings.points(usize::from(ring));
        let mut shape = Shape::EMPTY;
        for (bytes, &bits) in body.bytes(points.div_ceil(4))?.iter().enumerate() {
            for place in 4 * bytes..(4 * bytes + 4).min(points) {
                shape.set(place, bits >> (2 * (place % 4)) & 3);
            }
        }
        shapes.push((ring, shape));
    }
    let count = body.count(8)?;
    let mut codes = Vec::with_capacity(count);
    let mut code = 0u32;
    for _ in 0..count {
        let step = u32::try_from(body.number()?).ok();
        code = step
            .and_then(|step| code.checked_add(step))
            .filter(|&code| code < u32::MAX)
            .ok_or_else(|| ModelError::damaged("a broad pattern has an impossible code"))?;
        codes.push(code);
    }
    let dictionary = (size > 0).then(|| Dictionary::new(size, shapes));
    Ok(Vocabulary::new(params, dictionary, codes))
}
