//! A game as SGF: moves, times, win rates, and whatever the caller has to say about it.

use tengen_go::{Color, Game, Move};
use tengen_lab::record::{GameRecord, PerSide, Side, VoidRecord};
use tengen_record::sgf::{Collection, Ident, Info, Value, from_game, parse_text, replay, today};
use tengen_record::{GameResult, move_from_pair, pair};

/// The record of a game. The lines, names with their values, go into the comment of the root, after
/// what the game itself has to say; so a manifest is part of every record.
pub(crate) fn sgf(record: &GameRecord, start: &Game, lines: &[(&str, String)]) -> String {
    let game = replayed(start, &record.moves);
    let mut collection = titled(
        &game,
        &record.players,
        record.black,
        record.result.parse().ok(),
    );
    let own = [
        ("end", Some(word(&record.end))),
        ("note", record.note.clone()),
        ("dispute", record.dispute.clone()),
        ("opening moves", Some(record.opening.to_string())),
    ];
    let own = own
        .into_iter()
        .filter_map(|(name, text)| Some((name, text?)));
    comment(&mut collection, own.chain(lines.iter().cloned()));
    for (index, &seconds) in record.seconds.iter().enumerate() {
        let mut text = format!("{seconds:.3} s");
        if let Some(rate) = record.winrates.get(index).copied().flatten() {
            text.push_str(&format!(", win rate {:.1} %", 100.0 * rate));
        }
        // The root is the first node of the line, and the opening comes next.
        note_move(&mut collection, 1 + record.opening + index, &text);
    }
    collection.to_sgf()
}

/// The record of a void game, as far as it went.
pub(crate) fn void_sgf(
    record: &VoidRecord,
    start: &Game,
    names: &PerSide<String>,
    black: Side,
    lines: &[(&str, String)],
) -> String {
    let game = replayed(start, &record.moves);
    let mut collection = titled(&game, names, black, Some(GameResult::Void));
    let own = [
        ("void", Some(word(&record.cause))),
        ("reason", Some(record.reason.clone())),
        ("last words", record.last_words.clone()),
    ];
    let own = own
        .into_iter()
        .filter_map(|(name, text)| Some((name, text?)));
    comment(&mut collection, own.chain(lines.iter().cloned()));
    collection.to_sgf()
}

/// Nothing, if the record in SGF tells the same game.
///
/// # Errors
/// With what comes after a unit's name in a sentence, if not.
pub(crate) fn compare(record: &GameRecord, text: &str) -> Result<(), String> {
    let (collection, _) =
        parse_text(text).map_err(|error| format!("has a record that is no SGF: {error}"))?;
    let tree = collection.games.first().ok_or("has an empty SGF record")?;
    let replayed = replay(tree)
        .map_err(|error| format!("has an SGF record that cannot be replayed: {error}"))?;
    let moves: Vec<String> = replayed
        .game
        .moves()
        .map(|(_, mv)| mv.point().map(pair).unwrap_or_default())
        .collect();
    if moves != record.moves {
        return Err("has other moves in its SGF record".to_owned());
    }
    let result = replayed.info.result.map(|result| result.to_string());
    match result {
        Some(result) if result == record.result => Ok(()),
        other => Err(format!(
            "has the result {} and in its SGF record {}",
            record.result,
            other.unwrap_or_else(|| "none".to_owned())
        )),
    }
}

/// The game again from its record; it ends early at a move that cannot be played.
fn replayed(start: &Game, moves: &[String]) -> Game {
    let mut game = start.clone();
    for letters in moves {
        let turn = game.turn();
        let mv: Option<Move> = move_from_pair(letters.as_bytes(), game.size());
        if mv.is_none_or(|mv| game.play(turn, mv).is_err()) {
            break;
        }
    }
    game
}

fn titled(
    game: &Game,
    names: &PerSide<String>,
    black: Side,
    result: Option<GameResult>,
) -> Collection {
    let mut info = Info::new(game.size());
    let sides = black.as_black();
    info.black.name.clone_from(names.of(sides[Color::Black]));
    info.white.name.clone_from(names.of(sides[Color::White]));
    info.result = result;
    // A record is written when its game has been played.
    info.date = today();
    from_game(game, &info)
}

fn comment<'a>(collection: &mut Collection, lines: impl Iterator<Item = (&'a str, String)>) {
    let lines: Vec<String> = lines
        .map(|(name, text)| format!("{name}: {text}"))
        .collect();
    if let Some(tree) = collection.games.first_mut() {
        let root = tree.root_mut();
        root.set(Ident::C, Value::from_text(&lines.join("\n")));
    }
}

fn note_move(collection: &mut Collection, node: usize, text: &str) {
    let Some(tree) = collection.games.first_mut() else {
        return;
    };
    // The nodes of a game without variations come in the order of its moves.
    if let Some(id) = tree.ids().nth(node) {
        tree.node_mut(id).set(Ident::C, Value::from_text(text));
    }
}

/// The word by which records keep it.
fn word(value: &impl serde::Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(word)) => word,
        _ => String::new(),
    }
}
