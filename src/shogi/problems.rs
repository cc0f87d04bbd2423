//! Positions in which a mate is looked for: one a line, as an SFEN or as `plies<TAB>sfen<TAB>line`, or the starts of records.

use std::path::Path;

use tengen_shogi::Board;
use tengen_shogi::record::{Format, read};

use super::is_position;
use crate::source::Source;

/// The longest file that is read.
const LONGEST: usize = 64 << 20;

/// A position in which a mate is looked for.
pub(super) struct Problem {
    /// The file and the line that it comes from.
    pub(super) place: String,
    /// The position.
    pub(super) board: Board,
    /// The plies of the mate, where the file says so.
    pub(super) wanted: Option<usize>,
}

/// Calls `each` with every problem of an argument, or with a sentence on a line that is none.
///
/// # Errors
/// With a sentence, if there is nothing to be read.
pub(super) fn problems<E>(
    text: &str,
    mut each: impl FnMut(Result<Problem, String>) -> Result<(), E>,
) -> Result<Result<(), E>, String> {
    if is_position(text) {
        return Ok(each(problem(text, "position".to_owned())));
    }
    let source = Source::new(Path::new(text));
    let bytes = source.bytes(LONGEST)?;
    if bytes.len() > LONGEST {
        return Err(format!("{source} has more than {LONGEST} bytes: split it"));
    }
    if let Some(format @ (Format::Kif | Format::Csa)) = Format::of_name(text) {
        let readings = read(&bytes, Some(format));
        let readings = readings.map_err(|error| format!("{source} cannot be read: {error}"))?;
        for reading in readings {
            let line = reading.faults.first().map_or(1, |fault| fault.line);
            let found = match (reading.record, reading.faults.first()) {
                (Some(record), _) => Ok(Problem {
                    place: source.to_string(),
                    board: record.start,
                    wanted: None,
                }),
                (None, Some(fault)) => Err(format!("{source}:{fault}")),
                (None, None) => Err(format!("{source}:{line}: there is no position")),
            };
            if let Err(end) = each(found) {
                return Ok(Err(end));
            }
        }
        return Ok(Ok(()));
    }
    let text = String::from_utf8_lossy(&bytes);
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if let Err(end) = each(problem(line, format!("{source}:{number}"))) {
            return Ok(Err(end));
        }
    }
    Ok(Ok(()))
}

/// The problem of a line.
fn problem(line: &str, place: String) -> Result<Problem, String> {
    let mut fields = line.split('\t');
    let first = fields.next().unwrap_or("");
    let (plies, position) = match fields.next() {
        Some(position) => (Some(first), position),
        None => (None, first),
    };
    let wanted = match plies.map(str::parse) {
        Some(Ok(plies)) => Some(plies),
        Some(Err(_)) => {
            return Err(format!(
                "{place}: the first column is the number of plies of the mate, not {first:?}"
            ));
        }
        None => None,
    };
    let position = position.trim();
    let position = position.strip_prefix("position ").unwrap_or(position);
    match Board::from_usi(position) {
        Ok(board) => Ok(Problem {
            place,
            board,
            wanted,
        }),
        Err(error) => Err(format!("{place}: {error}")),
    }
}
