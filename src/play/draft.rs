//! The game that nobody has saved, kept in a file as it goes on: neither Ctrl-C nor a power cut takes it.

use std::env;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::PoisonError;

use tengen_record::sgf::now;

use super::alarm::Whereabouts;
use super::record::plain;

/// The file of an unsaved game, made with its first move.
#[derive(Default)]
pub(super) struct Draft {
    kept: Whereabouts,
    trouble: Option<String>,
}

impl Draft {
    /// Where it is, for other threads.
    pub(super) fn whereabouts(&self) -> Whereabouts {
        self.kept.clone()
    }

    /// The file, if there is one.
    pub(super) fn path(&self) -> Option<PathBuf> {
        let kept = self.kept.lock();
        kept.unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Why there is no file, if there should be one.
    pub(super) fn trouble(&self) -> Option<&str> {
        self.trouble.as_deref()
    }

    /// Writes the game; whether a reason that it cannot be is news.
    pub(super) fn write(&mut self, save: impl FnOnce(&Path) -> Result<(), String>) -> bool {
        let is_new = self.path().is_none();
        let path = self.path().map_or_else(new_file, Ok);
        let written = path.and_then(|path| {
            self.put(Some(path.clone()));
            save(&path)
        });
        if is_new && written.is_err() {
            self.discard();
        }
        let news = written.is_err() && self.trouble.is_none();
        self.trouble = written.err();
        news
    }

    /// Leaves the file to the person; the next game gets another.
    pub(super) fn part(&mut self) -> Option<PathBuf> {
        let path = self.path();
        self.put(None);
        path
    }

    /// Takes the file away: the game is saved, or not wanted.
    pub(super) fn discard(&mut self) {
        if let Some(path) = self.part() {
            // If somebody else took it away, it is not there either.
            let _absent = fs::remove_file(path);
        }
    }

    fn put(&self, path: Option<PathBuf>) {
        *self.kept.lock().unwrap_or_else(PoisonError::into_inner) = path;
    }
}

/// The sentence on where an unsaved game is.
pub(super) fn to_go_on(path: &Path) -> String {
    let path = path.display().to_string();
    let quoted = match path.contains(char::is_whitespace) {
        true => format!("\"{path}\""),
        false => path.clone(),
    };
    format!("Your game is in {path}; `tengen play --load {quoted}` goes on.")
}

/// A new, empty file among the unsaved games, named by the time.
fn new_file() -> Result<PathBuf, String> {
    let folder = folder().ok_or("neither XDG_STATE_HOME nor HOME names a folder")?;
    fs::create_dir_all(&folder)
        .map_err(|error| format!("{} cannot be made: {}", folder.display(), plain(&error)))?;
    let name = now().replace(':', "");
    let mut path = folder.join(format!("{name}.sgf"));
    for number in 2.. {
        match File::create_new(&path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                path = folder.join(format!("{name}-{number}.sgf"));
            }
            Err(error) => {
                return Err(format!(
                    "{} cannot be written: {}",
                    path.display(),
                    plain(&error)
                ));
            }
            Ok(_) => break,
        }
    }
    Ok(path)
}

/// The folder of unsaved games, where programs keep what they have to remember.
fn folder() -> Option<PathBuf> {
    let named = |name: &str| env::var_os(name).filter(|value| !value.is_empty());
    let home = || Some(PathBuf::from(named("HOME")?).join(".local/state"));
    let state = named("XDG_STATE_HOME").or_else(|| named("LOCALAPPDATA"));
    let state = state.map(PathBuf::from).or_else(home)?;
    Some(state.join("tengen").join("games"))
}
