//! Strengths that were learned for playouts: one weight a feature, by name.
//!
//! A file has the frame of all models around lines of a weight and a name. The bare lines are read
//! too, so that people can write them.

use thiserror::Error;

use super::{Ataris, FEATURES, Proximity, SelfAtari, Shapes, Tactic, Team, first};
use crate::model::ModelError;
use crate::model::frame::{Kind, open, seal};
use crate::team::NONE;

/// The logarithms of the strengths of all local features.
#[derive(Clone, Debug, PartialEq)]
pub struct LocalModel {
    weights: Box<[f32]>,
}

/// A reason that a model cannot be read.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum LocalError {
    /// Damaged, of another kind, or from a newer program.
    #[error(transparent)]
    Frame(#[from] ModelError),
    /// Not text.
    #[error("the playout model is not text; it should be lines of a number and a name")]
    NotText,
    /// A line without a number.
    #[error("line {line} of the playout model is `{text}`; it should be a number and a name")]
    BadLine {
        /// The number of the line, from 1.
        line: usize,
        /// The text of the line.
        text: String,
    },
    /// A name that is not known, or twice.
    #[error(
        "line {line} of the playout model names the feature `{name}`, which is unknown here or \
         there twice; the model may be of a newer version"
    )]
    BadName {
        /// The number of the line, from 1.
        line: usize,
        /// The name on it.
        name: String,
    },
    /// A number that is none or too large.
    #[error(
        "line {line} of the playout model gives the weight `{weight}`; \
         it should be a number between -20 and 20"
    )]
    BadWeight {
        /// The number of the line, from 1.
        line: usize,
        /// The weight on it.
        weight: String,
    },
    /// Too many or too few weights.
    #[error("there are {found} weights of local features where there should be {expected}")]
    Count {
        /// The number of weights there are.
        found: usize,
        /// The number there should be.
        expected: usize,
    },
}

/// No weight is larger, or smaller than its negative.
const LIMIT: f32 = 20.0;
/// The longest piece of a file that a message repeats.
const QUOTED: usize = 60;

impl LocalModel {
    /// A model in which every move is as strong as any other.
    #[must_use]
    pub fn even() -> Self {
        Self {
            weights: vec![0.0; FEATURES].into(),
        }
    }

    /// The model of these weights by number, as learning yields them; they are limited to ±20.
    ///
    /// # Errors
    /// If there are not [`FEATURES`] of them.
    pub fn from_weights(weights: &[f32]) -> Result<Self, LocalError> {
        if weights.len() != FEATURES {
            return Err(LocalError::Count {
                found: weights.len(),
                expected: FEATURES,
            });
        }
        let tame = |&weight: &f32| {
            if weight.is_nan() {
                0.0
            } else {
                weight.clamp(-LIMIT, LIMIT)
            }
        };
        let mut weights: Box<[f32]> = weights.iter().map(tame).collect();
        weights[NONE as usize] = 0.0;
        Ok(Self { weights })
    }

    /// A model made by hand, to compare with learned ones and for tests: captures and answers first,
    /// no self-atari.
    #[must_use]
    pub fn by_hand() -> Self {
        let mut model = Self::even();
        let mut set = |first: usize, weights: &[f32]| {
            model.weights[first..first + weights.len()].copy_from_slice(weights);
        };
        set(first::ATARIS, &[0.7, 3.0, 3.5]);
        set(first::SELF_ATARI, &[-1.5, -1.5, -4.0]);
        set(first::PLACE, &[1.6, 1.4]);
        set(first::TACTIC, &[1.5, 2.0, 2.5, 1.5, 1.5]);
        let shapes = Shapes::new();
        for class in 1..Shapes::COUNT {
            let square = shapes.example(class).square();
            let around = [1, 3, 5, 7].map(|place| square[place]);
            let count = |color: u8| around.iter().filter(|&&c| c == color).count();
            let (own, theirs) = (count(1), count(2));
            model.weights[first::SHAPE + class] = match (own, theirs, count(0)) {
                (1.., 1.., 1..) => 0.8,
                (0, 1, _) => 0.3,
                (1, 0, _) => 0.1,
                (0, 3.., _) => -2.0,
                (3.., 0, _) => -1.5,
                _ => 0.0,
            };
        }
        model
    }

    /// The weights by number.
    #[must_use]
    pub fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// The weight of a team: the logarithm of the move's strength.
    #[must_use]
    pub fn score(&self, team: &Team) -> f32 {
        let weight = |id: u32| self.weights.get(id as usize).copied().unwrap_or(0.0);
        team.ids().into_iter().map(weight).sum()
    }

    /// The weight of a shape, seen by the mover.
    #[must_use]
    pub fn shape(&self, class: usize) -> f32 {
        self.weights
            .get(first::SHAPE + class)
            .copied()
            .unwrap_or(0.0)
    }

    /// The weight of resolving ataris.
    #[must_use]
    pub fn ataris(&self, ataris: Ataris) -> f32 {
        match ataris.0 {
            0 => 0.0,
            some => self.weights[first::ATARIS + usize::from(some) - 1],
        }
    }

    /// The weight of a self-atari.
    #[must_use]
    pub fn self_atari(&self, kind: SelfAtari) -> f32 {
        self.weights[first::SELF_ATARI + kind as usize]
    }

    /// The weight of a place.
    #[must_use]
    pub fn place(&self, place: Proximity) -> f32 {
        match place {
            Proximity::Elsewhere => 0.0,
            _ => self.weights[first::PLACE + place as usize - 1],
        }
    }

    /// The weight of a tactic.
    #[must_use]
    pub fn tactic(&self, kind: Tactic) -> f32 {
        self.weights[first::TACTIC + kind as usize]
    }

    /// The names of the features by number.
    #[must_use]
    pub fn names() -> Vec<String> {
        let shapes = Shapes::new();
        let mut names = vec!["none".to_owned()];
        names.extend((0..Shapes::COUNT).map(|class| shapes.name(class)));
        names.extend(["escape", "capture", "capture and escape"].map(str::to_owned));
        names.extend(SelfAtari::ALL.map(|kind| format!("self-atari {}", words(kind))));
        names.extend(
            Proximity::ALL[1..]
                .iter()
                .map(|&place| format!("place {}", words(place))),
        );
        names.extend(Tactic::ALL.map(|kind| format!("tactic {}", words(kind))));
        names
    }

    /// The model as a file; weights of 0 are left out.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut text = String::new();
        for (weight, name) in self.weights.iter().zip(Self::names()) {
            if *weight != 0.0 {
                text.push_str(&format!("{weight} {name}\n"));
            }
        }
        seal(Kind::Local, text.as_bytes())
    }

    /// Reads what [`LocalModel::to_bytes`] wrote, or the lines without the frame.
    ///
    /// # Errors
    /// If the file is damaged, of another kind or from a newer program, or if a line is not a number
    /// and a name, or names what is not known.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, LocalError> {
        match open(Kind::Local, bytes) {
            Ok(lines) => Self::from_lines(&lines),
            Err(ModelError::Foreign) => Self::from_lines(bytes),
            Err(error) => Err(error.into()),
        }
    }

    fn from_lines(bytes: &[u8]) -> Result<Self, LocalError> {
        let text = std::str::from_utf8(bytes).map_err(|_| LocalError::NotText)?;
        let names = Self::names();
        let numbers: std::collections::HashMap<&str, usize> = names
            .iter()
            .enumerate()
            .map(|(number, name)| (name.as_str(), number))
            .collect();
        let mut seen = vec![false; FEATURES];
        let mut model = Self::even();
        for (i, text) in text.lines().enumerate() {
            let line = i + 1;
            let (weight, name) = text.split_once(' ').ok_or_else(|| LocalError::BadLine {
                line,
                text: quoted(text),
            })?;
            let number = numbers
                .get(name)
                .copied()
                .filter(|&number| number != NONE as usize);
            let number = number.filter(|&number| !std::mem::replace(&mut seen[number], true));
            let number = number.ok_or_else(|| LocalError::BadName {
                line,
                name: quoted(name),
            })?;
            model.weights[number] = weight
                .parse()
                .ok()
                .filter(|weight: &f32| weight.abs() <= LIMIT)
                .ok_or_else(|| LocalError::BadWeight {
                    line,
                    weight: quoted(weight),
                })?;
        }
        Ok(model)
    }
}

fn quoted(text: &str) -> String {
    text.chars().take(QUOTED).collect()
}

/// The name of a variant in words.
fn words(variant: impl std::fmt::Debug) -> String {
    let mut words = String::new();
    for letter in format!("{variant:?}").chars() {
        if letter.is_uppercase() && !words.is_empty() {
            words.push('-');
        }
        words.extend(letter.to_lowercase());
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_feature_has_a_name_of_its_own() {
        let mut names = LocalModel::names();
        assert_eq!(names.len(), FEATURES);
        assert!(names.contains(&"tactic save-by-extending".to_owned()));
        names.sort();
        names.dedup();
        assert_eq!(names.len(), FEATURES);
    }

    #[test]
    fn what_is_written_is_read_again() {
        let model = LocalModel::by_hand();
        assert_eq!(LocalModel::from_bytes(&model.to_bytes()), Ok(model));
        assert_eq!(LocalModel::from_bytes(b""), Ok(LocalModel::even()));
    }

    #[test]
    fn a_damaged_file_or_one_of_another_kind_is_refused() {
        let file = LocalModel::by_hand().to_bytes();
        for i in 0..file.len() {
            assert!(LocalModel::from_bytes(&file[..i]).is_err() || i == 0);
        }
        let mut wrong = file;
        *wrong.last_mut().unwrap() ^= 1;
        let error = LocalModel::from_bytes(&wrong).unwrap_err().to_string();
        assert!(error.contains("damaged"), "{error}");
        let other = seal(Kind::Patterns, b"1.5 capture");
        let error = LocalModel::from_bytes(&other).unwrap_err().to_string();
        assert!(error.contains("not a model of playouts"), "{error}");
        let lines = LocalModel::from_bytes(b"1.5 capture").unwrap();
        assert_eq!(LocalModel::from_bytes(&lines.to_bytes()), Ok(lines));
    }

    #[test]
    fn what_is_wrong_is_said() {
        let error = |bytes: &[u8]| LocalModel::from_bytes(bytes).unwrap_err().to_string();
        assert!(error(b"\xff\xfe").contains("not text"));
        assert!(error(b"1.5 capture\n0.5").starts_with("line 2 of the playout model is `0.5`"));
        assert!(error(b"1.5 wisdom").contains("`wisdom`"));
        assert!(error(b"1.5 capture\n1.5 capture").contains("twice"));
        assert!(error(b"inf capture").contains("`inf`"));
        assert!(error(b"NaN capture").contains("`NaN`"));
        let few = LocalModel::from_weights(&[0.0; 3]).unwrap_err().to_string();
        assert!(few.starts_with("there are 3 weights"));
    }
}
