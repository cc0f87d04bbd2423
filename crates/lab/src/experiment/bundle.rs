//! An experiment's file with all the files it refers to, so that it can be run where they are not.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

/// No file that belongs to an experiment is longer than this.
const LONGEST: u64 = 64 << 20;

/// A file and those it refers to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bundle {
    /// The name of the experiment: that of its file, without the ending.
    pub name: String,
    /// The text of the file.
    pub text: String,
    /// The texts of the files it refers to, by the names it calls them.
    #[serde(default)]
    pub files: BTreeMap<String, String>,
}

/// A source of the files that an experiment refers to.
pub trait Files {
    /// The text of a file.
    ///
    /// # Errors
    /// With a sentence, if it cannot be read.
    fn text(&mut self, name: &str) -> Result<String, String>;
}

/// Files on disk, beside the experiment's own; what is read is remembered.
pub(crate) struct Beside {
    directory: PathBuf,
    pub(crate) read: BTreeMap<String, String>,
}

impl Beside {
    pub(crate) fn new(file: &Path) -> Self {
        Self {
            directory: file.parent().unwrap_or(Path::new("")).to_owned(),
            read: BTreeMap::new(),
        }
    }
}

impl Files for Beside {
    fn text(&mut self, name: &str) -> Result<String, String> {
        let text = read(&self.directory.join(name))?;
        self.read.insert(name.to_owned(), text.clone());
        Ok(text)
    }
}

impl Files for BTreeMap<String, String> {
    fn text(&mut self, name: &str) -> Result<String, String> {
        self.get(name)
            .cloned()
            .ok_or_else(|| format!("{name:?} is not among the experiment's files"))
    }
}

/// Reads a text file of bounded length.
///
/// # Errors
/// With a sentence that names the file.
pub(super) fn read(path: &Path) -> Result<String, String> {
    let shown = path.display();
    let mut bytes = Vec::new();
    fs::File::open(path)
        .and_then(|file| file.take(LONGEST + 1).read_to_end(&mut bytes))
        .map_err(|error| format!("{shown} cannot be read: {error}"))?;
    if bytes.len() as u64 > LONGEST {
        return Err(format!("{shown} is longer than {LONGEST} bytes"));
    }
    String::from_utf8(bytes).map_err(|_| format!("{shown} is not text in UTF-8"))
}
