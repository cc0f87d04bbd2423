//! Games to and from files.

use std::io;
use std::path::{Path, PathBuf};

use tengen_go::Game;
use tengen_pattern::file;
use tengen_record::sgf::{Info, from_game, replay};

use crate::player;
use crate::screen::tame;
use crate::sgf::read;
use crate::source::Source;

/// Writes a game so that the file either holds all of it or is what it was: beside it first, then
/// in its place.
///
/// # Errors
/// With a sentence.
pub(super) fn save(path: &Path, game: &Game, info: &Info) -> Result<(), String> {
    if path.is_dir() {
        return Err(format!(
            "{} is a folder; name a file in it.",
            path.display()
        ));
    }
    let written = file::replace(path, from_game(game, info).to_sgf().as_bytes());
    written.map_err(|error| {
        let reason = plain(&error.source);
        format!("{} cannot be written: {reason}.", path.display())
    })
}

/// The words of the system without its number for them.
pub(super) fn plain(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such folder".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        _ => error.to_string(),
    }
}

/// The name with `.sgf` behind it, if it has no ending and is not a folder.
pub(super) fn with_ending(path: &Path) -> PathBuf {
    if path.extension().is_none() && path.file_name().is_some() && !path.is_dir() {
        path.with_extension("sgf")
    } else {
        path.to_owned()
    }
}

/// A game from a file.
pub(super) struct Loaded {
    /// The first game of the file, at the end of its main line.
    pub(super) game: Game,
    /// True if its komi was asked for or is the record's own.
    pub(super) komi_is_named: bool,
    /// The date on which it was played; empty if the record has none.
    pub(super) date: String,
    /// The faults of the file, a sentence each.
    pub(super) faults: Vec<String>,
}

/// Reads the first game of a file.
///
/// # Errors
/// With a sentence, if there is none that can be played.
pub(super) fn load(path: &Path, player: &player::Args) -> Result<Loaded, String> {
    let record = read(Source::File(path.to_owned()))?;
    let path = path.display();
    let Some(tree) = record.games.games.first() else {
        return Err(format!("there is no game in {path}"));
    };
    let replay = replay(tree).map_err(|fatal| format!("{path}:{}", tame(&fatal.to_string())))?;
    let mut faults = record.diagnostics;
    faults.extend(replay.diagnostics);
    faults.sort_by_key(|fault| fault.place);
    let faults = faults
        .iter()
        .map(|fault| format!("{path}:{}", tame(&fault.to_string())));
    let faults = faults.collect();
    let game = player.adopt(replay.game, &replay.info);
    let komi_is_named = player.asked_rules().1.or(replay.info.komi).is_some();
    Ok(Loaded {
        game,
        komi_is_named,
        date: replay.info.date,
        faults,
    })
}
