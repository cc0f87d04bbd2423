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

/// Words of the header that set the board up.
const SETUP: [&str; 11] = [
    "手合割",
    "先手の持駒",
    "下手の持駒",
    "後手の持駒",
    "上手の持駒",
    "先手の持ち駒",
    "下手の持ち駒",
    "後手の持ち駒",
    "上手の持ち駒",
    MOST,
    DECLARATION,
];

/// Tests if a word of the header says something about the game, and its line can be taken for nothing else.
fn is_fact(key: &str) -> bool {
    let others = ["先手", "下手", "後手", "上手"];
    let begins = ["まで", "手数", "変化"];
    key.starts_with(char::is_alphabetic)
        && !key.contains('：')
        && !SETUP.contains(&key)
        && !others.contains(&key)
        && !begins.iter().any(|word| key.starts_with(word))
}
