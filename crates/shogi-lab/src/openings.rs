//! Openings from a file: positions and games as USI writes them, one a line, or a game in KIF or CSA.

use tengen_game::Game as _;
use tengen_lab::experiment::{Opening, still_runs};
use tengen_lab::game::Board;
use tengen_shogi::Game;
use tengen_shogi::record::{Format, Reading, read as records};

use crate::ShogiBoard;

/// The beginnings of all games of a file, with so many moves at most. A line is `startpos moves 7g7f …`, an SFEN, or an
/// SFEN with moves; empty lines and those with `#` are passed over.
///
/// # Errors
/// With a sentence, if one of them is none.
pub(crate) fn read(
    text: &str,
    file: &str,
    game: &Game,
    most: usize,
) -> Result<Vec<Opening>, String> {
    let mut openings = Vec::new();
    let mut add = |text: &str, format: Format, what: &str| -> Result<(), String> {
        let readings = records(text.as_bytes(), Some(format));
        let readings = readings.map_err(|error| format!("{what} is no game: {error}"))?;
        for reading in &readings {
            let opening = opening(reading, game, most);
            openings.push(opening.map_err(|error| format!("{what} {error}"))?);
        }
        Ok(())
    };
    match Format::of_name(file) {
        Some(format @ (Format::Kif | Format::Csa)) => add(text, format, file)?,
        _ => {
            for (number, line) in (1..).zip(text.lines().map(str::trim)) {
                if !line.is_empty() && !line.starts_with('#') {
                    add(line, Format::Usi, &format!("line {number} of {file}"))?;
                }
            }
        }
    }
    match openings.is_empty() {
        true => Err(format!("{file} has no positions")),
        false => Ok(openings),
    }
}

fn opening(reading: &Reading, game: &Game, most: usize) -> Result<Opening, String> {
    let wrong = reading.faults.iter().find(|_| reading.is_faulty());
    let message = wrong.map(|fault| fault.message.clone());
    let record = match (&reading.record, message) {
        (Some(record), None) => record,
        (_, message) => {
            let message = message.unwrap_or_else(|| "it begins at no position".to_owned());
            return Err(format!("is no opening: {message}"));
        }
    };
    let mut board = ShogiBoard(Game::new(record.start.clone(), game.rules()));
    let mut moves = Vec::new();
    for step in record.steps.iter().take(most) {
        let mv = step.mv.to_string();
        let played = board.play(board.0.turn(), &mv);
        played.map_err(|error| format!("is not legal here: {error}"))?;
        moves.push(mv);
    }
    still_runs(&board)?;
    let elsewhere = record.start != game.start().first();
    Ok(Opening {
        start: elsewhere.then(|| record.start.sfen()),
        moves,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str, most: usize) -> Result<Vec<Opening>, String> {
        read(text, "o.sfen", &Game::default(), most)
    }

    #[test]
    fn lines_are_positions_games_or_both() {
        let sfen = "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2";
        let text = format!(
            "# openings\n\nstartpos moves 7g7f 3c3d 2g2f\n{sfen}\nposition sfen {sfen} moves 3c3d\n"
        );
        let read = lines(&text, 2).unwrap();
        assert_eq!(read.len(), 3);
        assert_eq!((&read[0].start, read[0].moves.len()), (&None, 2));
        let start = read[1].start.as_deref().unwrap();
        assert!(
            start.starts_with(sfen.rsplit_once(' ').unwrap().0),
            "{start}"
        );
        assert_eq!(read[1].moves, Vec::<String>::new());
        assert_eq!(
            (&read[2].start, read[2].moves.as_slice()),
            (&read[1].start, &["3c3d".to_owned()][..])
        );
    }

    #[test]
    fn what_is_no_opening_is_told_with_its_line() {
        for (text, said) in [
            ("startpos moves 7g7f 7g7f", "line 1 of o.sfen is no opening"),
            ("\n\nhello", "line 3 of o.sfen"),
            ("4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1", "ends the game by mate"),
            ("# nothing", "has no positions"),
        ] {
            let error = lines(text, 10).unwrap_err();
            assert!(error.contains(said), "{error}");
        }
    }
}
