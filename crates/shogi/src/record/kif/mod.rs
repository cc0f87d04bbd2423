//! KIF: a move a line with the time it took, under a header of `word：text`; and KI2 with several moves a line.

mod read;
mod start;
mod write;

pub(super) use read::read;
pub(super) use write::write;

/// Words of the header: ours, and those of KIF.
const FACTS: [(&str, &str); 6] = [
    ("event", "棋戦"),
    ("site", "場所"),
    ("started", "開始日時"),
    ("ended", "終了日時"),
    ("time", "持ち時間"),
    ("opening", "戦型"),
];

/// The most moves of a game, and the points of a declaration, as words of the header.
const MOST: &str = "最大手数";
const DECLARATION: &str = "持将棋";
