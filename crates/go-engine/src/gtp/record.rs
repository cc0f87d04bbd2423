//! Records of games.

use std::fs::{self, File};
use std::io::Read;

use tengen_go::{Game, Rules};
use tengen_record::sgf::{self, Info, MAX_BYTES};

use super::arguments::{Arguments, quoted};
use super::engine::{Engine, Outcome};
use crate::review::adopt;

pub(super) fn loadsgf(engine: &mut Engine<'_>, arguments: Arguments<'_>) -> Outcome {
    let (file, before) = file_and_move(arguments.rest());
    if file.is_empty() {
        return Err("an argument is missing: the file of the record".to_owned());
    }
    let game = load(file, before, engine.session.game().rules())
        .map_err(|why| format!("cannot load file: {} {why}", quoted(file)))?;
    engine.session.new_game(game);
    engine.begin_game();
    Ok(String::new())
}

/// The path, which may have spaces, and a number after it.
fn file_and_move(text: &str) -> (&str, Option<usize>) {
    let numbered = text
        .rsplit_once(' ')
        .and_then(|(file, number)| Some((file.trim_end(), number.parse().ok()?)));
    match numbered {
        Some((file, number)) => (file, Some(number)),
        None => (text, None),
    }
}

/// The game up to the position before a move, under these rules where the record does not name its own.
fn load(file: &str, before: Option<usize>, rules: Rules) -> Result<Game, String> {
    let mut bytes = Vec::new();
    File::open(file)
        .and_then(|file| file.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes))
        .map_err(|error| format!("cannot be read: {error}"))?;
    let (collection, _) = sgf::parse(&bytes).map_err(|error| format!("is no record: {error}"))?;
    let tree = collection.games.first().ok_or("has no game")?;
    let moves = before.map_or(usize::MAX, |number| number.saturating_sub(1));
    let replay = sgf::replay_to(tree, moves).map_err(|error| error.to_string())?;
    if replay.illegal > 0 {
        let mut errors = replay.diagnostics.iter();
        let first = errors.find(|found| found.severity == tengen_record::Severity::Error);
        return Err(first.map_or_else(|| "is illegal".to_owned(), ToString::to_string));
    }
    let rules = replay.info.rules.unwrap_or(rules);
    Ok(adopt(replay.game, &replay.info, Some(rules), None))
}

pub(super) fn printsgf(engine: &mut Engine<'_>, arguments: Arguments<'_>) -> Outcome {
    let game = engine.session.game();
    let info = Info {
        date: sgf::today(),
        ..Info::new(game.size())
    };
    let text = sgf::from_game(game, &info).to_sgf();
    let file = arguments.rest();
    if file.is_empty() {
        return Ok(text);
    }
    fs::write(file, text)
        .map_err(|error| format!("{} cannot be written: {error}", quoted(file)))?;
    Ok(String::new())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_without_a_komi_has_the_usual_one() {
        let file = tempfile::NamedTempFile::new().unwrap();
        for (root, rules, komi) in [
            ("", Rules::CHINESE, 7.5),
            ("", Rules::JAPANESE, 6.5),
            ("RU[Japanese]", Rules::CHINESE, 6.5),
            ("HA[4]", Rules::CHINESE, 0.5),
            ("HA[4]KM[5.5]", Rules::CHINESE, 5.5),
        ] {
            fs::write(file.path(), format!("(;SZ[9]{root})")).unwrap();
            let game = load(file.path().to_str().unwrap(), None, rules).unwrap();
            assert_eq!(game.komi().points(), komi, "{root:?} by {rules} rules");
        }
    }

    #[test]
    fn a_path_may_have_spaces_and_a_number_after_it() {
        assert_eq!(file_and_move("a.sgf"), ("a.sgf", None));
        assert_eq!(file_and_move("a.sgf 12"), ("a.sgf", Some(12)));
        assert_eq!(
            file_and_move("my games/a b.sgf 1"),
            ("my games/a b.sgf", Some(1))
        );
        assert_eq!(file_and_move("a b.sgf"), ("a b.sgf", None));
        assert_eq!(file_and_move(""), ("", None));
    }
}
