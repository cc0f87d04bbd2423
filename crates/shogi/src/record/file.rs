//! Files of records: which format they have, in which encoding, and how many records.

use encoding_rs::{SHIFT_JIS, UTF_8};
use thiserror::Error;

use super::{Fault, Reading, Record, Severity, csa, kif, usi};

/// The most bytes that a file may have.
pub const MAX_BYTES: usize = 16 << 20;
/// The most records that a file may have.
pub const MAX_RECORDS: usize = 10_000;

/// A format of records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// KIF, and KI2, which is only read.
    Kif,
    /// CSA; `/` on a line of its own divides games.
    Csa,
    /// A position with moves on each line, as USI writes them.
    Usi,
}

/// An encoding of texts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    /// UTF-8.
    #[default]
    Utf8,
    /// Shift-JIS, as older programs expect it.
    ShiftJis,
}

/// A file cannot be read at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Unreadable {
    /// It is too long.
    #[error(
        "it has more than {MAX_BYTES} bytes, the most that a file of records may have: split it"
    )]
    TooLong,
    /// It has too many records.
    #[error("it has more than {MAX_RECORDS} records, the most that a file may have: split it")]
    TooMany,
    /// It has nothing in it.
    #[error("there is no game in it")]
    Empty,
}

/// A text has a character that an encoding lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("Shift-JIS has no character {0:?}: write UTF-8")]
pub struct Unwritable(pub char);

impl Format {
    /// The format that a file name ends with.
    #[must_use]
    pub fn of_name(name: &str) -> Option<Self> {
        let (_, ending) = name.rsplit_once('.')?;
        match ending.to_ascii_lowercase().as_str() {
            "kif" | "kifu" | "ki2" | "ki2u" => Some(Self::Kif),
            "csa" => Some(Self::Csa),
            "usi" | "sfen" => Some(Self::Usi),
            _ => None,
        }
    }

    /// The format that a text seems to have, by its first line that is no comment.
    fn of_text(text: &str) -> Self {
        let mut lines = text.lines().map(str::trim_end);
        let is_comment = |line: &&str| line.is_empty() || line.starts_with(['\'', '#', '/']);
        let line = lines.find(|line| !is_comment(line)).unwrap_or("");
        let word = line.split_whitespace().next().unwrap_or("");
        let is_sfen = word.bytes().filter(|&byte| byte == b'/').count() == 8;
        if is_sfen || ["startpos", "sfen", "position"].contains(&word) {
            return Self::Usi;
        }
        match line.as_bytes() {
            [b'V', b'0'..=b'9', ..] | [b'N', b'+' | b'-', ..] | [b'$', ..] => Self::Csa,
            [b'P', b'I' | b'+' | b'-' | b'1'..=b'9', ..] | [b'+' | b'-'] => Self::Csa,
            [b'+' | b'-', b'0'..=b'9', ..] | [b'%', ..] => Self::Csa,
            _ => Self::Kif,
        }
    }
}

/// Reads all records of a file; its format is found out where it is not known. UTF-8 and Shift-JIS are told apart.
///
/// # Errors
/// If the file is too large, or empty. Whatever else is wrong is in the readings.
pub fn read(bytes: &[u8], format: Option<Format>) -> Result<Vec<Reading>, Unreadable> {
    if bytes.len() > MAX_BYTES {
        return Err(Unreadable::TooLong);
    }
    let (text, broken) = match UTF_8.decode_with_bom_removal(bytes) {
        (text, false) => (text, false),
        (_, true) => SHIFT_JIS.decode_without_bom_handling(bytes),
    };
    let mut readings = match format.unwrap_or_else(|| Format::of_text(&text)) {
        _ if text.trim().is_empty() => return Err(Unreadable::Empty),
        Format::Kif => vec![kif::read(&text)],
        Format::Csa => games(&text)?,
        Format::Usi => lines(&text)?,
    };
    let Some(first) = readings.first_mut() else {
        return Err(Unreadable::Empty);
    };
    if broken {
        let line = text.lines().position(|line| line.contains('\u{fffd}'));
        let fault = Fault {
            line: line.unwrap_or(0) + 1,
            number: 0,
            severity: Severity::Warning,
            message: "there are bytes that are neither UTF-8 nor Shift-JIS".to_owned(),
        };
        first.faults.insert(0, fault);
    }
    Ok(readings)
}

/// The games of a CSA file.
fn games(text: &str) -> Result<Vec<Reading>, Unreadable> {
    let mut readings = Vec::new();
    let (mut begin, mut end, mut first, mut number) = (0, 0, 1, 1);
    for line in text.split_inclusive('\n').chain(["/"]) {
        if line.trim_end() == "/" {
            let game = &text[begin..end];
            if !game.trim().is_empty() {
                if readings.len() >= MAX_RECORDS {
                    return Err(Unreadable::TooMany);
                }
                readings.push(csa::read(game, first));
            }
            (begin, first) = (end + line.len(), number + 1);
        }
        end += line.len();
        number += 1;
    }
    Ok(readings)
}

/// The lines of a file of positions with moves.
fn lines(text: &str) -> Result<Vec<Reading>, Unreadable> {
    let lines = (1..).zip(text.lines().map(str::trim));
    let mut readings = Vec::new();
    for (number, line) in lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')) {
        if readings.len() >= MAX_RECORDS {
            return Err(Unreadable::TooMany);
        }
        readings.push(usi::read(line, number));
    }
    Ok(readings)
}

/// The bytes of a file with one record. Records of CSA and USI can be put one after another; `/` divides those of CSA.
///
/// # Errors
/// If the encoding lacks a character.
pub fn write(record: &Record, format: Format, encoding: Encoding) -> Result<Vec<u8>, Unwritable> {
    let name = match encoding {
        Encoding::Utf8 => "UTF-8",
        Encoding::ShiftJis => "Shift_JIS",
    };
    let text = match format {
        Format::Kif => format!("#KIF version=2.0 encoding={name}\n{}", kif::write(record)),
        Format::Csa => format!("'CSA encoding={name}\n{}", csa::write(record)),
        Format::Usi => usi::write(record),
    };
    if encoding == Encoding::Utf8 {
        return Ok(text.into_bytes());
    }
    match SHIFT_JIS.encode(&text) {
        (bytes, _, false) => Ok(bytes.into_owned()),
        _ => {
            let lacks = |c: &char| SHIFT_JIS.encode(c.encode_utf8(&mut [0; 4])).2;
            Err(Unwritable(text.chars().find(lacks).unwrap_or('?')))
        }
    }
}
