//! The card of an evaluation of Shogi, beside it: from what it was learned, how, and how good it is.

use std::path::Path;

use tengen_alphabeta::train::Settings;
use tengen_document::cell::Cell;
use tengen_document::markdown::markdown;
use tengen_document::model::{Document, Section, Table};
use tengen_document::terminal::terminal;

use super::curve::Curves;
use super::shogi::errors;
use crate::learn::card::origin;
use crate::screen::width;

/// Everything that is said about an evaluation.
pub(super) struct Card<'a> {
    pub(super) path: &'a Path,
    pub(super) kind: &'static str,
    /// The files of games.
    pub(super) data: Table,
    /// How many games and positions there were.
    pub(super) words: String,
    pub(super) settings: &'a Settings,
    /// What it began with.
    pub(super) from: Option<&'a Path>,
    /// The error of material alone.
    pub(super) material: f64,
    pub(super) curves: &'a Curves,
}

impl Card<'_> {
    /// The card as Markdown, with the files that its curves are drawn in.
    pub(super) fn write(&self, drawn: &[String]) -> String {
        let mut data = Section::new("Data");
        data.text(format!("{}.", self.words));
        data.table(self.data.clone());
        markdown(&self.document(vec![data, self.learning(drawn), self.figures()]))
    }

    /// The summary at the end of training, for a terminal.
    pub(super) fn summary(&self) -> String {
        terminal(&self.document(vec![self.figures()]), width())
    }

    fn document(&self, sections: Vec<Section>) -> Document {
        let what = match self.kind {
            "network" => "A network",
            _ => "A linear evaluation",
        };
        Document {
            title: name(self.path),
            subtitle: format!("{what} for Shogi: hundredths of a pawn for the side to move."),
            about: Vec::new(),
            notes: Vec::new(),
            sections,
            origin: origin(),
        }
    }

    fn learning(&self, drawn: &[String]) -> Section {
        let mut section = Section::new("Learning");
        let Settings {
            epochs,
            batch,
            rate,
            target,
            seed,
        } = self.settings;
        section.text(format!(
            "Epochs: {epochs}; positions a step: {batch}; rate at first: {rate}; share of the result: {}; seed: {seed}; {:.1} \
             minutes of training.",
            target.result,
            self.curves.seconds() / 60.0
        ));
        if let Some(from) = self.from {
            section.text(format!("It began with {}.", name(from)));
        }
        if !drawn.is_empty() {
            section.text(format!("The curves: {}.", drawn.join(", ")));
        }
        section
    }

    fn figures(&self) -> Section {
        let mut section = Section::new("Figures");
        let mut table = Table::new(
            "figures",
            "The mean squared error of the chance of winning that a value stands for.",
        )
        .words("Positions")
        .words("Evaluation")
        .numbers("Error");
        let mut row = |positions, evaluation: &str, error| {
            table.row(vec![
                Cell::text(positions),
                Cell::text(evaluation),
                Cell::Number(error, 5),
            ]);
        };
        if let Some((learned, apart)) = errors(self.curves) {
            row("learned from", "this one", learned);
            row("kept apart", "this one", apart);
        }
        row("kept apart", "material alone", self.material);
        section.table(table);
        section
    }
}

/// A file without its folders.
fn name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}
