//! CSA: the format of engine matches, in its versions 2 and 3.

mod read;
mod write;

pub(super) use read::read;
pub(super) use write::write;

use crate::PieceType;

/// Words of the header: ours, and those of CSA.
const FACTS: [(&str, &str); 6] = [
    ("event", "EVENT"),
    ("site", "SITE"),
    ("started", "START_TIME"),
    ("ended", "END_TIME"),
    ("time", "TIME_LIMIT"),
    ("opening", "OPENING"),
];

/// The most moves of a game, and the points of a declaration, as words of the header.
const MOST: &str = "MAX_MOVES";
const DECLARATION: &str = "JISHOGI";

/// The kinds with their letters.
const KINDS: [(PieceType, &str); 14] = [
    (PieceType::PAWN, "FU"),
    (PieceType::LANCE, "KY"),
    (PieceType::KNIGHT, "KE"),
    (PieceType::SILVER, "GI"),
    (PieceType::GOLD, "KI"),
    (PieceType::BISHOP, "KA"),
    (PieceType::ROOK, "HI"),
    (PieceType::KING, "OU"),
    (PieceType::PRO_PAWN, "TO"),
    (PieceType::PRO_LANCE, "NY"),
    (PieceType::PRO_KNIGHT, "NK"),
    (PieceType::PRO_SILVER, "NG"),
    (PieceType::HORSE, "UM"),
    (PieceType::DRAGON, "RY"),
];

fn kind(letters: &str) -> Option<PieceType> {
    let row = KINDS.iter().find(|(_, each)| *each == letters);
    row.map(|row| row.0)
}

fn letters(kind: PieceType) -> &'static str {
    let row = KINDS.iter().find(|(each, _)| *each == kind);
    row.map_or("**", |row| row.1)
}
