//! A table of a file that is read key by key, and notices what nobody asked for.
//!
//! Faults are collected, not thrown: a file is read to its end and all that is wrong with it is told
//! at once, each with its line and column.

use std::cell::RefCell;
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use tengen_params::{nearest, toml};
use toml_edit::{Item, TableLike, Value};

/// Something wrong in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The file's name as it was given.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
    /// The fault, in a sentence.
    pub sentence: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            file,
            line,
            column,
            sentence,
        } = self;
        write!(f, "{file}:{line}:{column}: {sentence}")
    }
}

/// Collects what is wrong with a text.
pub struct Faults<'a> {
    text: &'a str,
    file: &'a str,
    found: RefCell<Vec<(usize, String)>>,
}

impl<'a> Faults<'a> {
    pub(crate) const fn new(text: &'a str, file: &'a str) -> Self {
        Self {
            text,
            file,
            found: RefCell::new(Vec::new()),
        }
    }

    /// Notes a fault at a byte of the text.
    pub fn add(&self, place: usize, sentence: impl Into<String>) {
        self.found.borrow_mut().push((place, sentence.into()));
    }

    /// The text that is read.
    pub const fn text(&self) -> &'a str {
        self.text
    }

    /// All faults in the order in which they stand.
    pub(crate) fn finish(self) -> Vec<Fault> {
        let mut found = self.found.into_inner();
        found.sort();
        found.dedup();
        let locate = |(place, sentence)| {
            let (line, column) = toml::position(self.text, place);
            Fault {
                file: self.file.to_owned(),
                line,
                column,
                sentence,
            }
        };
        found.into_iter().map(locate).collect()
    }
}

/// A table with its place in the file.
pub struct Form<'a> {
    table: &'a dyn TableLike,
    /// The name of the table: empty for the whole file, else `players.rave`.
    path: String,
    /// Its offset in the file.
    place: usize,
    faults: &'a Faults<'a>,
    asked: RefCell<Vec<&'static str>>,
}

impl<'a> Form<'a> {
    pub(crate) fn new(
        table: &'a dyn TableLike,
        path: String,
        place: usize,
        faults: &'a Faults<'a>,
    ) -> Self {
        Self {
            table,
            path,
            place,
            faults,
            asked: RefCell::new(Vec::new()),
        }
    }

    /// The offset of the table in the file.
    pub const fn place(&self) -> usize {
        self.place
    }

    /// The collector of faults.
    pub const fn faults(&self) -> &'a Faults<'a> {
        self.faults
    }

    /// Notes a fault at a key of this table, or at the table if the key is not there.
    pub fn wrong(&self, key: &str, sentence: impl Into<String>) {
        self.faults.add(self.place_of(key), sentence);
    }

    /// The offset of the value of a key.
    pub fn place_of(&self, key: &str) -> usize {
        let item = self.table.get(key);
        let value = item.and_then(Item::span).map(|span| span.start);
        value.unwrap_or_else(|| item.map_or(self.place, |item| toml::place(self.table, key, item)))
    }

    /// The item of a key, which thereby is a known one.
    pub fn item(&self, key: &'static str) -> Option<&'a Item> {
        self.know(&[key]);
        self.table.get(key).filter(|item| !item.is_none())
    }

    /// Makes keys known without looking at them.
    pub fn know(&self, keys: &[&'static str]) {
        let mut asked = self.asked.borrow_mut();
        for key in keys {
            if !asked.contains(key) {
                asked.push(key);
            }
        }
    }

    /// True if there is such a key.
    pub fn has(&self, key: &'static str) -> bool {
        self.item(key).is_some()
    }

    fn expected(&self, key: &str, what: &str, item: &Item) {
        let name = self.name(key);
        self.wrong(
            key,
            format!("`{name}` takes {what}, not {}", toml::sort(item)),
        );
    }

    /// The whole name of a key.
    pub fn name(&self, key: &str) -> String {
        match self.path.as_str() {
            "" => key.to_owned(),
            path => format!("{path}.{key}"),
        }
    }

    /// A text.
    pub fn text(&self, key: &'static str) -> Option<String> {
        let item = self.item(key)?;
        let text = item.as_str();
        if text.is_none() {
            self.expected(key, "a text", item);
        }
        text.map(str::to_owned)
    }

    /// A text that has to be there.
    pub fn needed_text(&self, key: &'static str) -> Option<String> {
        self.needed(key)?;
        self.text(key)
    }

    /// Notes a fault if the key is missing.
    pub fn needed(&self, key: &'static str) -> Option<()> {
        if self.has(key) {
            return Some(());
        }
        let whole = self.name(key);
        self.faults
            .add(self.place, format!("`{whole}` is missing here"));
        None
    }

    /// A whole number in a range.
    pub fn whole(&self, key: &'static str, range: RangeInclusive<u64>) -> Option<u64> {
        let item = self.item(key)?;
        let (low, high) = (range.start(), range.end());
        let number = item.as_integer().and_then(|n| u64::try_from(n).ok());
        let fits = number.filter(|n| range.contains(n));
        if fits.is_none() {
            let what = format!("a whole number from {low} to {high}");
            match item.as_integer() {
                Some(n) => {
                    let name = self.name(key);
                    self.wrong(key, format!("`{name}` takes {what}, not {n}"));
                }
                None => self.expected(key, &what, item),
            }
        }
        fits
    }

    /// A number in a range.
    pub fn real(&self, key: &'static str, range: RangeInclusive<f64>) -> Option<f64> {
        let item = self.item(key)?;
        let number = number(item);
        let fits = number.filter(|x| range.contains(x));
        if fits.is_none() {
            let what = format!("a number from {} to {}", range.start(), range.end());
            match number {
                Some(x) => {
                    let name = self.name(key);
                    self.wrong(key, format!("`{name}` takes {what}, not {x}"));
                }
                None => self.expected(key, &what, item),
            }
        }
        fits
    }

    /// A switch.
    pub fn switch(&self, key: &'static str) -> Option<bool> {
        let item = self.item(key)?;
        let on = item.as_bool();
        if on.is_none() {
            self.expected(key, "true or false", item);
        }
        on
    }

    /// One of a few words.
    pub fn choice<T: Copy>(&self, key: &'static str, words: &[(&'static str, T)]) -> Option<T> {
        let word = self.text(key)?;
        let found = words.iter().find(|(name, _)| *name == word);
        if found.is_none() {
            let names = words.iter().map(|(name, _)| *name);
            let all: Vec<&str> = names.clone().collect();
            let name = self.name(key);
            let hint = did_you_mean(&word, names);
            self.wrong(
                key,
                format!("`{name}` is one of {}, not {word:?}{hint}", all.join(", ")),
            );
        }
        found.map(|&(_, value)| value)
    }

    /// Something that is written as a text or as a number, and reads itself.
    pub fn read<T>(&self, key: &'static str) -> Option<T>
    where
        T: FromStr,
        T::Err: fmt::Display,
    {
        let item = self.item(key)?;
        let text = match item.as_str() {
            Some(text) => text.to_owned(),
            None => match number(item) {
                Some(x) => x.to_string(),
                None => {
                    self.expected(key, "a text or a number", item);
                    return None;
                }
            },
        };
        text.parse()
            .map_err(|error| self.wrong(key, format!("`{}`: {error}", self.name(key))))
            .ok()
    }

    /// An array of texts.
    pub fn texts(&self, key: &'static str) -> Option<Vec<String>> {
        let item = self.item(key)?;
        let texts = item.as_array().and_then(|array| {
            let texts = array.iter().map(|value| value.as_str().map(str::to_owned));
            texts.collect::<Option<Vec<_>>>()
        });
        if texts.is_none() {
            self.expected(key, "an array of texts", item);
        }
        texts
    }

    /// An array of values of any sort.
    pub fn values(&self, key: &'static str) -> Option<Vec<&'a Value>> {
        let item = self.item(key)?;
        let array = item.as_array();
        if array.is_none() {
            self.expected(key, "an array", item);
        }
        array.map(|array| array.iter().collect())
    }

    /// A table.
    pub fn form(&self, key: &'static str) -> Option<Self> {
        let item = self.item(key)?;
        let table = item.as_table_like();
        if table.is_none() {
            self.expected(key, "a table", item);
        }
        table.map(|table| self.below(key, table, item))
    }

    /// Tables of an array of tables, `[[claims]]`.
    pub fn forms(&self, key: &'static str) -> Vec<Self> {
        let Some(item) = self.item(key) else {
            return Vec::new();
        };
        if let Some(tables) = item.as_array_of_tables() {
            let with_place = |table: &'a toml_edit::Table| {
                let place = table.span().map_or(self.place, |span| span.start);
                Self::new(table, self.name(key), place, self.faults)
            };
            return tables.iter().map(with_place).collect();
        }
        let tables = item.as_array().map(|array| {
            let inline = array.iter().map(|value| {
                let place = value.span().map_or(self.place, |span| span.start);
                let table = value.as_inline_table()?;
                Some(Self::new(table, self.name(key), place, self.faults))
            });
            inline.collect::<Option<Vec<_>>>()
        });
        tables.flatten().unwrap_or_else(|| {
            self.expected(key, "an array of tables", item);
            Vec::new()
        })
    }

    /// The tables in this one, by names that the file is free to choose.
    pub fn entries(&self) -> Vec<(&'a str, Self)> {
        let mut entries = Vec::new();
        for (key, item) in self.table.iter() {
            match item.as_table_like() {
                Some(table) => entries.push((key, self.below(key, table, item))),
                None => self.expected(key, "a table", item),
            }
        }
        entries
    }

    /// Everything in this table, by names that the file is free to choose.
    pub fn items(&self) -> Vec<(&'a str, &'a Item, usize)> {
        let items = self.table.iter();
        items
            .map(|(key, item)| (key, item, toml::place(self.table, key, item)))
            .collect()
    }

    /// Everything in this table, also in tables of it, with whole names: `ucb.c` and its item.
    pub fn flat(&self) -> Vec<(String, &'a Item, usize)> {
        let mut flat = Vec::new();
        for (key, item) in self.table.iter() {
            let place = toml::place(self.table, key, item);
            match item.as_table_like() {
                Some(table) => {
                    for (inner, item) in table.iter() {
                        let place = toml::place(table, inner, item);
                        flat.push((format!("{key}.{inner}"), item, place));
                    }
                }
                None => flat.push((key.to_owned(), item, place)),
            }
        }
        flat
    }

    fn below(&self, key: &str, table: &'a dyn TableLike, item: &Item) -> Self {
        let place = toml::place(self.table, key, item);
        Self::new(table, self.name(key), place, self.faults)
    }

    /// Notes every key that nobody has asked for.
    pub fn close(&self) {
        let asked = self.asked.borrow();
        for (key, item) in self.table.iter() {
            if asked.iter().all(|known| *known != key) {
                let hint = did_you_mean(key, asked.iter().copied());
                let place = toml::place(self.table, key, item);
                let name = self.name(key);
                let (here, known) = (self.place_name(), asked.join(", "));
                self.faults.add(
                    place,
                    match hint.as_str() {
                        "" => format!("there is no `{name}`; {here} takes {known}"),
                        hint => format!("there is no `{name}`{hint}"),
                    },
                );
            }
        }
    }

    fn place_name(&self) -> String {
        match self.path.as_str() {
            "" => "an experiment of this kind".to_owned(),
            path => format!("[{path}]"),
        }
    }
}

/// A number, whole or not.
pub(crate) fn number(item: &Item) -> Option<f64> {
    let number = item
        .as_float()
        .or_else(|| item.as_integer().map(|n| n as f64))?;
    number.is_finite().then_some(number)
}

/// ` (did you mean rave?)`, or nothing if no name is like it.
pub fn did_you_mean<'a>(given: &str, names: impl Iterator<Item = &'a str>) -> String {
    match nearest(given, names).first() {
        Some(name) => format!(" (did you mean {name}?)"),
        None => String::new(),
    }
}
