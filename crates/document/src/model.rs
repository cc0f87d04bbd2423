//! A report before it has a form: sections of text, tables and figures.
//!
//! All renderers read this, so that what the terminal says and what the page says cannot differ.
//! Texts are plain; each renderer escapes them in its own way.

use super::cell::Cell;
use super::figure::Figure;

/// A report.
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    /// The title.
    pub title: String,
    /// A few words about kind and progress, below the title.
    pub subtitle: String,
    /// The question of the experiment, in paragraphs.
    pub about: Vec<String>,
    /// Warnings that a reader must know before trusting the figures.
    pub notes: Vec<String>,
    /// The parts.
    pub sections: Vec<Section>,
    /// Its origin, for its foot.
    pub origin: Vec<(String, String)>,
}

/// A part of a report under a heading.
#[derive(Clone, Debug, PartialEq)]
pub struct Section {
    /// The heading.
    pub title: String,
    /// The parts, in order.
    pub parts: Vec<Part>,
}

/// A piece of a section.
#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    /// A paragraph.
    Text(String),
    /// A table.
    Table(Table),
    /// A figure.
    Figure(Figure),
}

/// A table.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// Its file's name without an ending: small letters, digits and hyphens.
    pub name: String,
    /// A sentence that says what it shows.
    pub caption: String,
    /// The columns.
    pub columns: Vec<Column>,
    /// The rows; each has as many cells as there are columns.
    pub rows: Vec<Vec<Cell>>,
    /// True if it is too long for anything but its own file: per-problem figures and the like.
    pub long: bool,
}

/// A column of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its heading.
    pub title: String,
    /// On which side its cells are flush.
    pub align: Align,
    /// True if a narrow terminal may leave it out.
    pub minor: bool,
}

/// On which side cells are flush.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

impl Section {
    /// An empty section.
    #[must_use]
    pub fn new(title: &str) -> Self {
        Self {
            title: title.to_owned(),
            parts: Vec::new(),
        }
    }

    /// Adds a paragraph, unless it is empty.
    pub fn text(&mut self, text: impl Into<String>) {
        let text = text.into();
        if !text.is_empty() {
            self.parts.push(Part::Text(text));
        }
    }

    /// Adds a table, unless it has no rows.
    pub fn table(&mut self, table: Table) {
        if !table.rows.is_empty() {
            self.parts.push(Part::Table(table));
        }
    }

    /// Adds a figure, unless it shows nothing.
    pub fn figure(&mut self, figure: Figure) {
        if !figure.plot.is_empty() {
            self.parts.push(Part::Figure(figure));
        }
    }
}

impl Table {
    /// A table without columns or rows.
    #[must_use]
    pub fn new(name: &str, caption: impl Into<String>) -> Self {
        Self {
            name: slug(name),
            caption: caption.into(),
            columns: Vec::new(),
            rows: Vec::new(),
            long: false,
        }
    }

    /// With a column of words.
    #[must_use]
    pub fn words(self, title: &str) -> Self {
        self.column(title, Align::Left, false)
    }

    /// With a column of numbers.
    #[must_use]
    pub fn numbers(self, title: &str) -> Self {
        self.column(title, Align::Right, false)
    }

    /// With a column of numbers that a narrow terminal may leave out.
    #[must_use]
    pub fn minor(self, title: &str) -> Self {
        self.column(title, Align::Right, true)
    }

    fn column(mut self, title: &str, align: Align, minor: bool) -> Self {
        self.columns.push(Column {
            title: title.to_owned(),
            align,
            minor,
        });
        self
    }

    /// Adds a row, cut or filled up to the number of columns.
    pub fn row(&mut self, mut cells: Vec<Cell>) {
        cells.resize(self.columns.len(), Cell::Empty);
        self.rows.push(cells);
    }

    /// Without the columns in which every cell is empty.
    #[must_use]
    pub fn without_empty_columns(self) -> Self {
        let filled = |column: usize| {
            self.rows
                .iter()
                .any(|row| row.get(column).is_some_and(|cell| *cell != Cell::Empty))
        };
        let keep: Vec<usize> = (0..self.columns.len()).filter(|&at| filled(at)).collect();
        self.select(&keep)
    }

    /// With the columns of these numbers alone.
    #[must_use]
    pub fn select(&self, keep: &[usize]) -> Self {
        let pick = |row: &Vec<Cell>| {
            keep.iter()
                .map(|&at| row.get(at).cloned().unwrap_or(Cell::Empty))
                .collect()
        };
        Self {
            name: self.name.clone(),
            caption: self.caption.clone(),
            columns: keep
                .iter()
                .filter_map(|&at| self.columns.get(at).cloned())
                .collect(),
            rows: self.rows.iter().map(pick).collect(),
            long: self.long,
        }
    }
}

impl Document {
    /// The tables, in order.
    pub fn tables(&self) -> impl Iterator<Item = &Table> {
        self.parts().filter_map(|part| match part {
            Part::Table(table) => Some(table),
            _ => None,
        })
    }

    /// The figures, in order.
    pub fn figures(&self) -> impl Iterator<Item = &Figure> {
        self.parts().filter_map(|part| match part {
            Part::Figure(figure) => Some(figure),
            _ => None,
        })
    }

    fn parts(&self) -> impl Iterator<Item = &Part> {
        self.sections.iter().flat_map(|section| &section.parts)
    }
}

/// A name that is safe in a path and in an anchor: small letters, digits and single hyphens.
#[must_use]
pub fn slug(text: &str) -> String {
    let mut slug = String::new();
    for letter in text.chars().take(80) {
        if letter.is_ascii_alphanumeric() {
            slug.push(letter.to_ascii_lowercase());
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    let slug = slug.trim_end_matches('-');
    if slug.is_empty() {
        "unnamed".to_owned()
    } else {
        slug.to_owned()
    }
}
