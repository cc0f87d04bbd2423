//! A model's card, beside it: from what it was learned, how, and how good it is.

use std::path::Path;

use tengen_document::cell::Cell;
use tengen_document::markdown;
use tengen_document::model::{Document, Section, Table};
use tengen_document::terminal;
use tengen_params::{Params, list};
use tengen_pattern::catalogue::Group;
use tengen_pattern::corpus::{Corpus, RecordTally};
use tengen_pattern::learn::{Method, Pass};

use super::data::{Span, summary, unread};
use super::evaluate::Judged;
use super::tables;
use crate::failure::Failure;
use crate::provenance;
use crate::screen::{count, tame, width};

/// The number of files that are named one by one.
const FILES: usize = 20;
/// The number of the strongest and of the weakest features that are named.
const EXTREMES: usize = 15;

/// The games that a model was learned from.
pub(crate) struct Data {
    /// Path, size and hash of the first files.
    files: Vec<(String, u64, String)>,
    /// The number of all files.
    count: usize,
    bytes: u64,
    hash: String,
    games: Span,
    moves: Span,
}

impl Data {
    /// Hashes the files.
    ///
    /// # Errors
    /// If one cannot be read.
    pub(crate) fn gather(corpus: &Corpus, games: Span, moves: Span) -> Result<Self, Failure> {
        let (hashes, hash) = corpus.hashes().map_err(unread)?;
        let named = corpus.files().iter().zip(hashes).take(FILES);
        Ok(Self {
            files: named
                .map(|(file, hash)| {
                    let name = file.path.file_name().unwrap_or_default();
                    (name.to_string_lossy().into_owned(), file.bytes, hash)
                })
                .collect(),
            count: corpus.files().len(),
            bytes: corpus.bytes(),
            hash,
            games,
            moves,
        })
    }

    /// The hash of all files.
    pub(crate) fn hash(&self) -> &str {
        &self.hash
    }

    /// The first files.
    pub(crate) fn files(&self) -> Table {
        let mut files = Table::new("files", "The files.")
            .words("File")
            .numbers("Bytes")
            .words("SHA-256");
        for (name, bytes, hash) in &self.files {
            files.row(vec![
                Cell::text(name),
                Cell::Count(*bytes),
                Cell::text(hash),
            ]);
        }
        files
    }

    /// What is said of them.
    pub(crate) fn section(&self, tally: &RecordTally, positions: u64) -> Section {
        let mut section = Section::new("Data");
        section.text(format!(
            "Moves {} of games {}: {}; {}.",
            self.moves,
            self.games,
            summary(tally),
            count(positions, "position")
        ));
        section.table(self.files());
        if self.count > self.files.len() {
            section.text(format!(
                "These are the first of {} with {} bytes; the SHA-256 of the hashes of all of them, \
                 one a line, is {}.",
                count(self.count as u64, "file"),
                self.bytes,
                self.hash
            ));
        }
        let mut bad =
            Table::new("bad", "The first records with something wrong in them.").words("Record");
        for record in &tally.named {
            let place = record
                .file
                .file_name()
                .unwrap_or_default()
                .to_string_lossy();
            let line = record.line.map_or(String::new(), |line| format!(":{line}"));
            let text = format!("{place}{line}: {}", record.reason);
            bad.row(vec![Cell::text(tame(&text))]);
        }
        section.table(bad);
        section
    }
}

/// Everything that is said about a model.
pub(crate) struct Card<'a> {
    pub(crate) path: &'a Path,
    pub(crate) data: &'a Data,
    pub(crate) tally: RecordTally,
    pub(crate) positions: u64,
    pub(crate) params: &'a dyn Params,
    pub(crate) method: Method,
    pub(crate) passes: &'a [Pass],
    pub(crate) judged: Option<&'a (Span, Judged)>,
    pub(crate) groups: Vec<Group>,
    pub(crate) weights: &'a [f32],
    pub(crate) name: &'a dyn Fn(u32) -> String,
    pub(crate) group: &'a dyn Fn(u32) -> String,
}

impl Card<'_> {
    /// The card as Markdown.
    pub(crate) fn write(&self) -> String {
        let sections = vec![
            self.data.section(&self.tally, self.positions),
            self.learning(),
            self.figures(),
            self.features(),
        ];
        markdown::markdown(&self.document(sections))
    }

    /// The summary at the end of learning, for a terminal.
    pub(crate) fn summary(&self) -> String {
        let document = self.document(vec![self.learning_curve(), self.figures()]);
        terminal::terminal(&document, width())
    }

    fn document(&self, mut sections: Vec<Section>) -> Document {
        sections.retain(|section| !section.parts.is_empty());
        let name = self.path.file_name().unwrap_or_default().to_string_lossy();
        Document {
            title: name.into_owned(),
            subtitle: format!(
                "{} learned from {}.",
                count(self.weights.len().saturating_sub(1) as u64, "feature"),
                count(self.tally.games, "game")
            ),
            about: Vec::new(),
            notes: Vec::new(),
            sections,
            origin: origin(),
        }
    }

    fn learning(&self) -> Section {
        let mut section = self.learning_curve();
        section.text(match self.method {
            Method::Gradient => "By gradient ascent.",
            Method::Minorisation => {
                "By minorisation-maximisation (R. Coulom 2007), every feature with one game won and \
                 one lost against a feature of strength 1; the parameters `learn.` have no part in it."
            }
        });
        let changed: Vec<String> = list(self.params)
            .iter()
            .filter(|entry| !entry.is_default())
            .map(|entry| {
                let (name, default) = (entry.spec.name, entry.spec.default_value());
                format!("{name} = {} (default {default})", entry.value)
            })
            .collect();
        section.text(match changed.is_empty() {
            true => "All parameters have their defaults.".to_owned(),
            false => format!(
                "Parameters that differ from their defaults: {}.",
                changed.join("; ")
            ),
        });
        section
    }

    fn learning_curve(&self) -> Section {
        let mut section = Section::new("Learning");
        let caption = match self.method {
            Method::Gradient => {
                "The passes over the games, each move predicted by the weights of its time."
            }
            Method::Minorisation => {
                "The passes over all columns of features, the moves predicted by the weights after each."
            }
        };
        let mut table = Table::new("passes", caption)
            .numbers("Pass")
            .numbers("Positions")
            .numbers("Mean log-likelihood");
        for (pass, number) in self.passes.iter().zip(1..) {
            table.row(vec![
                Cell::Count(number),
                Cell::Count(pass.positions),
                Cell::Number(pass.mean(), 4),
            ]);
        }
        section.table(table);
        section
    }

    fn figures(&self) -> Section {
        let mut section = Section::new("Figures");
        if let Some((span, judged)) = self.judged {
            section.text(format!(
                "On moves {} of games {span}: {}.",
                self.data.moves,
                judged.seen()
            ));
            let name = self.path.file_stem().unwrap_or_default().to_string_lossy();
            section.table(tables::figures(&[(name.into_owned(), judged)]));
        }
        section
    }

    fn features(&self) -> Section {
        let mut section = Section::new("Features");
        let mut groups = Table::new("groups", "How many features of each kind there are.")
            .words("Kind")
            .numbers("Features");
        for Group { name, count } in &self.groups {
            groups.row(vec![Cell::text(name), Cell::Count(*count as u64)]);
        }
        section.table(groups);
        let mut order: Vec<u32> = (1..).take(self.weights.len().saturating_sub(1)).collect();
        let weight = |id: &u32| self.weights.get(*id as usize).copied().unwrap_or(0.0);
        order.sort_by(|a, b| weight(b).total_cmp(&weight(a)).then(a.cmp(b)));
        let all: Vec<&u32> = order.iter().collect();
        // The many patterns would hide the few others.
        let is_pattern = |id: u32| (self.group)(id).contains("pattern");
        let others: Vec<&u32> = order.iter().filter(|&&id| !is_pattern(id)).collect();
        let several = if others.len() < all.len() {
            vec![(all, ""), (others, " that are no patterns")]
        } else {
            vec![(all, "")]
        };
        for (ids, which) in several {
            let strongest = ids.iter().take(EXTREMES);
            section.table(self.extremes(&format!("strongest features{which}"), strongest));
            let weakest = ids.iter().rev().take(EXTREMES);
            section.table(self.extremes(&format!("weakest features{which}"), weakest));
        }
        section
    }

    fn extremes<'b>(&self, which: &str, ids: impl Iterator<Item = &'b &'b u32>) -> Table {
        let mut table = Table::new(which, format!("The {which}."))
            .words("Feature")
            .numbers("Strength")
            .numbers("Weight");
        for &&id in ids {
            let weight = f64::from(self.weights.get(id as usize).copied().unwrap_or(0.0));
            table.row(vec![
                Cell::text((self.name)(id)),
                Cell::Measure(weight.exp()),
                Cell::Number(weight, 3),
            ]);
        }
        table
    }
}

/// The program and the command that made a document.
pub(crate) fn origin() -> Vec<(String, String)> {
    vec![
        (
            "Command".to_owned(),
            without_folders(&provenance::command()),
        ),
        ("Version".to_owned(), provenance::VERSION.to_owned()),
        ("Commit".to_owned(), provenance::COMMIT.to_owned()),
    ]
}

/// A command without the folders that absolute paths lead through: they are of one machine only.
fn without_folders(command: &str) -> String {
    let short = |word: &str| match word.rsplit_once('/') {
        Some((_, name)) if word.starts_with('/') => name.to_owned(),
        _ => word.to_owned(),
    };
    command.split(' ').map(short).collect::<Vec<_>>().join(" ")
}
