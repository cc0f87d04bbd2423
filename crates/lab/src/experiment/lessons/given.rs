//! Models that are judged as they are, and not learned: which files, and what is blended with which.

use std::ops::Range;

use tengen_document::cell::grouped;
use tengen_params::toml;

use super::super::form::{Fault, Form};
use super::ranges::{MOST_GAMES, range};

/// The keys that say how a model is learned.
const LEARNING: [&str; 4] = ["games", "set", "curve", "sweep"];

/// What the files of built-in models hold, by name.
pub(super) type BuiltIn = Vec<(&'static str, &'static [u8])>;

/// A model that is there before.
#[derive(Clone, Debug, PartialEq)]
pub struct Given {
    /// The model, a network if it is blended.
    pub file: ModelSource,
    /// What it is blended with.
    pub blend: Option<GivenBlend>,
}

/// Patterns that are blended with a network.
#[derive(Clone, Debug, PartialEq)]
pub struct GivenBlend {
    /// The patterns.
    pub patterns: ModelSource,
    /// The records by which the two are weighed.
    pub records: Range<u64>,
}

/// A model that is built in, or a file.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelSource {
    /// The name of a built-in one, or a path.
    pub name: String,
    /// The built-in ones there are.
    pub(crate) built_in: BuiltIn,
    /// The place of its name in the file: line and character.
    place: (usize, usize),
}

impl Given {
    /// Reads `file`, `patterns` and `blend` of a model; `None` without a `file`, or with faults.
    pub(super) fn read(form: &Form<'_>, built_in: &BuiltIn) -> Option<Self> {
        if !form.has("file") {
            for key in ["patterns", "blend"] {
                if form.has(key) {
                    let sentence = format!(
                        "`{}` is for a network that is there already, and no `file` names one",
                        form.name(key)
                    );
                    form.wrong(key, sentence);
                }
            }
            return None;
        }
        for key in LEARNING {
            if form.has(key) {
                let sentence = format!(
                    "`{}` is for models that are learned; this one is judged as it is, because it has a `file`",
                    form.name(key)
                );
                form.wrong(key, sentence);
            }
        }
        let file = ModelSource::read(form, "file", built_in);
        let patterns = ModelSource::read(form, "patterns", built_in);
        let records = range(form, "blend", MOST_GAMES);
        match (form.has("patterns"), form.has("blend")) {
            (true, false) => form.wrong(
                "patterns",
                "a network and `patterns` are weighed by games: name their records as \
                 `blend = [first, behind the last]`",
            ),
            (false, true) => form.wrong(
                "blend",
                "`blend` has the records by which a network and `patterns` are weighed, and there are no `patterns`",
            ),
            _ => {}
        }
        let blend = patterns.zip(records);
        Some(Self {
            file: file?,
            blend: blend.map(|(patterns, records)| GivenBlend { patterns, records }),
        })
    }

    /// What it is made of, in words.
    pub(super) fn words(&self) -> String {
        match &self.blend {
            Some(blend) => format!(
                "{} and {}, weighed by the records {} to {}",
                self.file.name,
                blend.patterns.name,
                grouped(blend.records.start),
                grouped(blend.records.end - 1)
            ),
            None => self.file.name.clone(),
        }
    }

    /// The settings that results depend on, for the hash.
    pub(super) fn description(&self) -> serde_json::Value {
        let blend = self.blend.as_ref();
        serde_json::json!({
            "file": self.file.name,
            "patterns": blend.map(|blend| &blend.patterns.name),
            "blend": blend.map(|blend| [blend.records.start, blend.records.end]),
        })
    }
}

impl ModelSource {
    fn read(form: &Form<'_>, key: &'static str, built_in: &BuiltIn) -> Option<Self> {
        Some(Self {
            name: form.text(key)?,
            built_in: built_in.clone(),
            place: toml::position(form.faults().text(), form.place_of(key)),
        })
    }

    /// A fault where it is named.
    pub(crate) fn fault(&self, file: String, sentence: String) -> Fault {
        Fault {
            file,
            line: self.place.0,
            column: self.place.1,
            sentence,
        }
    }
}
