//! A network's card, beside it: from what it was learned, how, and how good it is.

use std::path::Path;

use serde_json::Value;
use tengen_document::cell::Cell;
use tengen_document::markdown::markdown;
use tengen_document::model::{Document, Section, Table};
use tengen_document::terminal::terminal;
use tengen_net::Model;
use tengen_net::train::TrainParams;
use tengen_params::list;

use super::curve::Curves;
use crate::learn::card::origin;
use crate::screen::{count, width};

/// The figures of the table, with their digits.
const FIGURES: [(&str, &str, usize); 9] = [
    ("accuracy", "move that was played is the first choice", 4),
    ("policy", "cross-entropy of the move that was played", 4),
    ("soft", "cross-entropy of the teacher's moves", 4),
    ("reply", "cross-entropy of the reply", 4),
    ("brier", "Brier score of the game's result", 4),
    ("result", "cross-entropy of the game's result", 4),
    ("win", "cross-entropy of the teacher's win probability", 4),
    ("lead", "Huber's loss of the teacher's lead", 4),
    ("ownership", "squared error of the teacher's ownership", 4),
];

/// Everything that is said about a network.
pub(crate) struct Card<'a> {
    pub(crate) path: &'a Path,
    pub(crate) data: Section,
    /// Sentences about what was learned from.
    pub(crate) words: &'a [String],
    pub(crate) params: &'a TrainParams,
    pub(crate) model: &'a Model,
    pub(crate) positions: u64,
    pub(crate) batch: u64,
    pub(crate) curves: &'a Curves,
}

impl Card<'_> {
    /// The card as Markdown, with the files that its curves are drawn in.
    pub(crate) fn write(&self, drawn: &[String]) -> String {
        let mut learning = self.learning();
        if !drawn.is_empty() {
            learning.text(format!("The curves: {}.", drawn.join(", ")));
        }
        let sections = vec![self.data.clone(), learning, self.figures()];
        markdown(&self.document(sections))
    }

    /// The summary at the end of training, for a terminal.
    pub(crate) fn summary(&self) -> String {
        terminal(&self.document(vec![self.figures()]), width())
    }

    fn document(&self, mut sections: Vec<Section>) -> Document {
        sections.retain(|section| !section.parts.is_empty());
        let name = self.path.file_name().unwrap_or_default().to_string_lossy();
        Document {
            title: name.into_owned(),
            subtitle: format!(
                "A network of {} and {} trained on {}, in KataGo's format (version 8).",
                count(self.model.blocks.len() as u64, "block"),
                count(self.model.stem.outputs as u64, "channel"),
                count(self.positions, "position")
            ),
            about: Vec::new(),
            notes: Vec::new(),
            sections,
            origin: origin(),
        }
    }

    fn learning(&self) -> Section {
        let mut section = Section::new("Learning");
        for words in self.words {
            section.text(words.clone());
        }
        section.text(format!(
            "{} in batches of {}, each turned by chance, one in ten without its past; KataGo's \
             Chinese rules whatever the game's; a komi that is unknown is 7.5. {:.1} hours of training.",
            count(self.positions, "position"),
            self.batch,
            self.curves.seconds() / 3600.0
        ));
        let values: Vec<String> = list(self.params)
            .iter()
            .map(|entry| format!("{} = {}", entry.spec.name, entry.value))
            .collect();
        section.text(format!("Parameters: {}.", values.join("; ")));
        section
    }

    fn figures(&self) -> Section {
        let mut section = Section::new("Figures");
        let Some(last) = self.curves.last() else {
            return section;
        };
        let mut table = Table::new(
            "figures",
            "The averaged weights on positions that they were not learned from; of training, the \
             weights of their time.",
        )
        .words("Positions")
        .words("Figure")
        .numbers("Value");
        for (group, values) in last.iter().filter(|(_, value)| value.is_object()) {
            for (key, name, digits) in FIGURES {
                if let Some(value) = values.get(key).and_then(Value::as_f64) {
                    table.row(vec![
                        Cell::text(group),
                        Cell::text(name),
                        Cell::Number(value, digits),
                    ]);
                }
            }
        }
        section.table(table);
        section
    }
}
