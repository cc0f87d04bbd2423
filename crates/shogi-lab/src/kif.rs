//! A game as KIF: moves, times, win rates, and whatever the caller has to say about it.

use serde::Serialize;
use tengen_game::{Color, Game as _, GameResult};
use tengen_lab::record::{End as Ended, GameRecord, PerSide, Side, VoidRecord};
use tengen_shogi::record::{Close, Encoding, End, Format, Record, read, write};
use tengen_shogi::{Game, Move};

/// The record of a game. The lines, names with their values, go into the comment before the first move, after what the
/// game itself has to say; so a manifest is part of every record.
pub(crate) fn game(record: &GameRecord, start: &Game, lines: &[(&str, String)]) -> String {
    let game = replayed(start, &record.moves);
    let mut kif = titled(&game, &record.players, record.black);
    let own = [
        ("result", Some(record.result.clone())),
        ("end", Some(word(&record.end))),
        ("note", record.note.clone()),
        ("opening moves", Some(record.opening.to_string())),
    ];
    kif.preface = comment(own, lines);
    let timed = kif.steps.iter_mut().skip(record.opening);
    for ((step, &seconds), rate) in timed.zip(&record.seconds).zip(&record.winrates) {
        step.seconds = Some(seconds.round() as u32);
        step.comment = format!("{seconds:.3} s");
        if let Some(rate) = rate {
            step.comment += &format!(", win rate {:.1} %", 100.0 * rate);
        }
    }
    let end = match record.end {
        Ended::Score => game.ending().map(|ending| End::of(ending, game.turn())),
        Ended::Resignation => Some(End::Resigned),
        Ended::Forfeit => Some(End::Foul),
        Ended::Time => Some(End::Timeout),
        Ended::Length => Some(End::TooLong),
    };
    kif.close = end.map(close);
    text(&kif)
}

/// The record of a void game, as far as it went.
pub(crate) fn void(
    record: &VoidRecord,
    start: &Game,
    names: &PerSide<String>,
    black: Side,
    lines: &[(&str, String)],
) -> String {
    let mut kif = titled(&replayed(start, &record.moves), names, black);
    let own = [
        ("void", Some(word(&record.cause))),
        ("reason", Some(record.reason.clone())),
        ("last words", record.last_words.clone()),
    ];
    kif.preface = comment(own, lines);
    kif.close = Some(close(End::Stopped));
    text(&kif)
}

/// Nothing, if the record in KIF tells the same game.
///
/// # Errors
/// With what comes after a unit's name in a sentence, if not.
pub(crate) fn compare(record: &GameRecord, start: &Game, text: &str) -> Result<(), String> {
    let readings = read(text.as_bytes(), Some(Format::Kif))
        .map_err(|error| format!("has a record that is no KIF: {error}"))?;
    let reading = readings.first().ok_or("has an empty KIF record")?;
    let kif = reading.record.as_ref();
    let kif = kif.ok_or("has a KIF record that begins at no position")?;
    if let Some(fault) = reading.faults.iter().find(|_| reading.is_faulty()) {
        return Err(format!("has a KIF record with a fault: line {fault}"));
    }
    if kif.start != start.start().first() {
        return Err("begins at another position in its KIF record".to_owned());
    }
    let declared = kif
        .close
        .as_ref()
        .filter(|close| close.end == End::Declared);
    let declared = declared.map(|_| Move::DECLARE);
    let moves = kif.steps.iter().map(|step| step.mv).chain(declared);
    let moves: Vec<String> = moves.map(|mv| mv.to_string()).collect();
    if moves != record.moves {
        return Err("has other moves in its KIF record".to_owned());
    }
    let result: Option<GameResult> = record.result.parse().ok();
    if result.is_none_or(|result| result.winner() != kif.winner()) {
        let winner = kif.winner();
        let winner = winner.map_or_else(|| "nobody".to_owned(), |winner| winner.to_string());
        let result = &record.result;
        return Err(format!(
            "has the result {result}, and in its KIF record {winner} wins"
        ));
    }
    Ok(())
}

/// The game again from its record; it ends early at a move that cannot be played.
fn replayed(start: &Game, moves: &[String]) -> Game {
    let mut game = start.clone();
    for mv in moves {
        let turn = game.turn();
        let mv = Move::parse(mv);
        if mv.is_none_or(|mv| game.play(turn, mv).is_err()) {
            break;
        }
    }
    game
}

fn titled(game: &Game, names: &PerSide<String>, black: Side) -> Record {
    let mut kif = Record::of(game);
    let sides = black.as_black();
    for color in Color::BOTH {
        kif.names[color].clone_from(names.of(sides[color]));
    }
    kif
}

fn close(end: End) -> Close {
    Close {
        end,
        seconds: None,
        comment: String::new(),
    }
}

fn comment<const N: usize>(own: [(&str, Option<String>); N], lines: &[(&str, String)]) -> String {
    let own = own.into_iter();
    let own = own.filter_map(|(name, text)| Some(format!("{name}: {}", text?)));
    let lines = lines.iter().map(|(name, text)| format!("{name}: {text}"));
    own.chain(lines).collect::<Vec<_>>().join("\n")
}

fn text(kif: &Record) -> String {
    // UTF-8 has every character.
    let bytes = write(kif, Format::Kif, Encoding::Utf8).unwrap_or_default();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The word by which records keep it.
fn word(value: &impl Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(word)) => word,
        _ => String::new(),
    }
}
