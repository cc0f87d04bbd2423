//! `tengen shogi show`: who played, and the board.

use std::io::Write;

use tengen_game::Game as _;
use tengen_shogi::record::{Reading, Record};
use tengen_shogi::{Declaration, Rules};

use super::draw::{Style, draw};
use super::{given, success_if};
use crate::failure::{Failure, say};
use crate::screen::{Screen, count, tame};

/// What to show.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Files of KIF, KI2, CSA or USI positions, - for standard input, or positions such as "startpos moves 7g7f".
    #[arg(value_name = "FILE|SFEN", required = true)]
    given: Vec<String>,
    /// Show the board after this many moves [default: all].
    #[arg(long = "move", value_name = "N")]
    number: Option<usize>,
    /// Draw pieces as letters.
    #[arg(long)]
    letters: bool,
}

/// Shows every record of every file.
pub(super) fn run(args: &Args, screen: &mut Screen) -> Result<(), Failure> {
    let style = Style::new(args.letters);
    let (mut all_well, mut begun) = (true, false);
    for text in &args.given {
        let given = match given(text) {
            Ok(given) => given,
            Err(fault) => {
                say(format!("error: {fault}"));
                all_well = false;
                continue;
            }
        };
        for (index, reading) in given.readings.iter().enumerate() {
            let Some(record) = &reading.record else {
                given.say_faults(reading);
                all_well = false;
                continue;
            };
            let title = given.title(index);
            let moves = record.steps.len();
            if let Some(number) = args.number.filter(|&number| number > moves) {
                let moves = count(moves as u64, "move");
                say(format!(
                    "error: {title} has {moves}, so there is no board after move {number}"
                ));
                all_well = false;
                continue;
            }
            if reading.is_faulty() {
                given.say_faults(reading);
                all_well = false;
            }
            if std::mem::replace(&mut begun, true) {
                writeln!(screen)?;
            }
            header(&title, reading, record, screen)?;
            position(record, args.number.unwrap_or(moves), style, screen)?;
        }
    }
    success_if(all_well)
}

/// A table of what the record says.
fn header(
    title: &str,
    reading: &Reading,
    record: &Record,
    screen: &mut Screen,
) -> Result<(), Failure> {
    let fact = |word| record.fact(word).unwrap_or("").to_owned();
    let mut moves = count(record.steps.len() as u64, "move");
    if reading.is_faulty() {
        moves += ", and something wrong";
    }
    if reading.variations > 0 {
        let variations = count(reading.variations as u64, "variation");
        moves += &format!("; {variations} left out");
    }
    let rows = [
        ("Event", fact("event")),
        ("Site", fact("site")),
        ("Date", fact("started")),
        ("Black", record.names.black.clone()),
        ("White", record.names.white.clone()),
        ("Time", fact("time")),
        ("Rules", rules(record.rules)),
        ("Result", result(record)),
        ("Length", moves),
    ];
    writeln!(screen, "{}", tame(title))?;
    for (name, text) in rows.iter().filter(|(_, text)| !text.is_empty()) {
        writeln!(screen, "{name:<8}  {}", tame(text))?;
    }
    writeln!(screen)?;
    Ok(())
}

/// The rules, where they are not the usual ones.
fn rules(rules: Rules) -> String {
    let mut words = Vec::new();
    match rules.declaration {
        Declaration::Never => words.push("no declarations".to_owned()),
        Declaration::Points24 => words.push("declarations by the rule of 24 points".to_owned()),
        Declaration::Points27 => {}
    }
    if rules.most > 0 {
        words.push(format!("a draw after {} moves", rules.most));
    }
    words.join(", ")
}

fn result(record: &Record) -> String {
    let Some(close) = &record.close else {
        return String::new();
    };
    let name = close.end.name(record.turn());
    match record.winner() {
        Some(winner) => format!("{winner} wins: {name}"),
        None => name,
    }
}

/// The board, and what led to it.
fn position(
    record: &Record,
    number: usize,
    style: Style,
    screen: &mut Screen,
) -> Result<(), Failure> {
    let game = record.game(number).map_err(|(number, illegal)| {
        Failure::Failed(format!("move {number} of the record: {illegal}"))
    })?;
    let step = number
        .checked_sub(1)
        .and_then(|last| record.steps.get(last));
    draw(screen, game.board(), step.map(|step| step.mv), style)?;
    let turn = game.turn();
    match step {
        Some(step) => writeln!(
            screen,
            "Move {number}: {} {}. {turn} to move.",
            !turn, step.mv
        )?,
        None => writeln!(screen, "{turn} to move.")?,
    }
    let comment = step.map_or(&record.preface, |step| &step.comment);
    for line in comment.lines() {
        writeln!(screen, "  {}", tame(line))?;
    }
    writeln!(screen, "SFEN {}", game.board().sfen())?;
    Ok(())
}
