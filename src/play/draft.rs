//! The game that nobody has saved, kept in a file as it goes on: neither Ctrl-C nor a power cut takes it.

use std::fmt;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::PoisonError;

use tengen_record::sgf::now;

use super::alarm::Whereabouts;
use super::record::plain;
use crate::home::{self, Files};

/// So many games are kept, those that were played last.
const MOST: usize = 50;

/// An unsaved game in its file.
#[derive(Clone)]
pub(super) struct Kept {
    path: PathBuf,
    is_over: bool,
}

/// The sentence on where it is.
impl fmt::Display for Kept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path.display().to_string();
        write!(f, "Your game is in {path}; ")?;
        match path.contains(char::is_whitespace) {
            _ if self.is_over => write!(f, "it is finished."),
            true => write!(f, "`tengen play --load \"{path}\"` goes on."),
            false => write!(f, "`tengen play --load {path}` goes on."),
        }
    }
}

/// The file of an unsaved game, made with its first move.
#[derive(Default)]
pub(super) struct Draft {
    kept: Whereabouts,
    origin: Option<PathBuf>,
    trouble: Option<String>,
}

impl Draft {
    /// Where it is, for other threads.
    pub(super) fn whereabouts(&self) -> Whereabouts {
        self.kept.clone()
    }

    /// Why there is no file, if there should be one.
    pub(super) fn trouble(&self) -> Option<&str> {
        self.trouble.as_deref()
    }

    /// Writes the game; whether a reason that it cannot be is news.
    pub(super) fn write(
        &mut self,
        is_over: bool,
        save: impl FnOnce(&Path) -> Result<(), String>,
    ) -> bool {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let path = kept.as_ref().map(|kept| kept.path.clone());
        drop(kept);
        let is_new = path.is_none();
        let path = path.map_or_else(|| new_file(self.origin.as_deref()), Ok);
        let written = path.and_then(|path| {
            self.put(Some(Kept {
                path: path.clone(),
                is_over,
            }));
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
    pub(super) fn part(&mut self) -> Option<Kept> {
        self.put(None)
    }

    /// Takes the file away: the game is saved, or not wanted.
    pub(super) fn discard(&mut self) {
        if let Some(kept) = self.part() {
            // If somebody else took it away, it is not there either.
            let _absent = fs::remove_file(kept.path);
        }
    }

    /// Remembers the file that the game comes from, if it was kept there.
    pub(super) fn comes_from(&mut self, file: Option<&Path>) {
        let folder = folder().and_then(|folder| folder.canonicalize().ok());
        let file = file.and_then(|file| file.canonicalize().ok());
        let was_kept = |file: &PathBuf| is_kept(file) && file.parent() == folder.as_deref();
        self.origin = file.filter(was_kept);
    }

    /// Takes the file away that the game comes from: it is saved, unless it was saved to that very file.
    pub(super) fn settle(&mut self, saved: &Path) {
        let saved = saved.canonicalize().ok();
        let origin = self.origin.take();
        if let Some(origin) = origin.filter(|origin| saved.as_ref() != Some(origin)) {
            let _absent = fs::remove_file(origin);
        }
    }

    fn put(&self, kept: Option<Kept>) -> Option<Kept> {
        let mut place = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::replace(&mut *place, kept)
    }
}

/// A new, empty file among the unsaved games, named by the time; room is made for it, which does not cost the game that is
/// spared.
fn new_file(spared: Option<&Path>) -> Result<PathBuf, String> {
    let folder = folder().ok_or("there is no home folder")?;
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
    make_room(&folder, spared);
    Ok(path)
}

/// Takes the games away that are too many, those first whose last move was the longest ago.
fn make_room(folder: &Path, spared: Option<&Path>) {
    let modified = |path: &Path| path.metadata().and_then(|about| about.modified()).ok();
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let paths = entries.map(|entry| entry.path());
    let games = paths.filter(|path| is_kept(path));
    let mut games: Vec<_> = games.map(|path| (modified(&path), path)).collect();
    games.sort();
    let surplus = games.len().saturating_sub(MOST);
    for (_, path) in &games[..surplus] {
        if spared.is_none() || path.canonicalize().ok().as_deref() != spared {
            // If it cannot be removed, it stays; the new game is kept all the same.
            let _stays = fs::remove_file(path);
        }
    }
}

/// Tests if a file of that folder has a name that was made here, and not by a person.
fn is_kept(path: &Path) -> bool {
    let stem = path.file_stem().unwrap_or_default().as_encoded_bytes();
    let is_time = stem
        .iter()
        .all(|&b| b.is_ascii_digit() || b"T-".contains(&b));
    path.extension().is_some_and(|ending| ending == "sgf") && is_time
}

/// The folder of unsaved games.
fn folder() -> Option<PathBuf> {
    Some(home::folder(Files::State)?.join("games"))
}

#[cfg(test)]
mod tests {
    use super::MOST;
    use crate::play::KEEPING;

    #[test]
    fn help_says_how_many_games_are_kept() {
        assert!(KEEPING.contains(&format!("the last {MOST} ")), "{KEEPING}");
    }
}
