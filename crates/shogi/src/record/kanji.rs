//! Pieces, squares and numbers in Japanese.

use crate::PieceType;

/// Each kind with its character, and its name where that has two.
const KINDS: [(PieceType, char, &str); 14] = [
    (PieceType::PAWN, '歩', "歩"),
    (PieceType::LANCE, '香', "香"),
    (PieceType::KNIGHT, '桂', "桂"),
    (PieceType::SILVER, '銀', "銀"),
    (PieceType::GOLD, '金', "金"),
    (PieceType::BISHOP, '角', "角"),
    (PieceType::ROOK, '飛', "飛"),
    (PieceType::KING, '玉', "玉"),
    (PieceType::PRO_PAWN, 'と', "と"),
    (PieceType::PRO_LANCE, '杏', "成香"),
    (PieceType::PRO_KNIGHT, '圭', "成桂"),
    (PieceType::PRO_SILVER, '全', "成銀"),
    (PieceType::HORSE, '馬', "馬"),
    (PieceType::DRAGON, '龍', "龍"),
];

const DIGITS: [char; 10] = ['〇', '一', '二', '三', '四', '五', '六', '七', '八', '九'];

/// The character of a kind, as on its piece: `歩`, `杏` for a promoted lance.
#[must_use]
pub fn kanji(kind: PieceType) -> char {
    let row = KINDS.iter().find(|(each, ..)| *each == kind);
    row.map_or('・', |(_, character, _)| *character)
}

/// The name of a kind in a move: `歩`, `成香`.
pub(super) fn name(kind: PieceType) -> &'static str {
    let row = KINDS.iter().find(|(each, ..)| *each == kind);
    row.map_or("", |(.., name)| name)
}

/// The kind of a character.
pub(super) fn kind(character: char) -> Option<PieceType> {
    let character = match character {
        '王' => '玉',
        '竜' => '龍',
        '仝' => '全',
        other => other,
    };
    let row = KINDS.iter().find(|(_, each, _)| *each == character);
    row.map(|row| row.0)
}

/// The kind whose name a text begins with, and the rest of the text.
pub(super) fn take_kind(text: &str) -> Option<(PieceType, &str)> {
    let pairs = KINDS
        .iter()
        .filter(|(_, one, name)| !name.starts_with(*one));
    for (each, _, name) in pairs {
        if let Some(rest) = text.strip_prefix(name) {
            return Some((*each, rest));
        }
    }
    let mut characters = text.chars();
    let found = kind(characters.next()?)?;
    Some((found, characters.as_str()))
}

/// The digit of a character: ASCII, full-width or kanji.
pub(super) fn digit(character: char) -> Option<u32> {
    let wide = |c: char| (c as u32).checked_sub('０' as u32).filter(|n| *n <= 9);
    let place = || DIGITS.iter().position(|each| *each == character);
    let plain = character.to_digit(10).or_else(|| wide(character));
    plain.or_else(|| Some(place()? as u32))
}

/// The file of a square, full-width.
pub(super) fn wide(digit: u32) -> char {
    char::from_u32('０' as u32 + digit).unwrap_or('？')
}

/// `三`, `十八`: numbers up to 19.
pub(super) fn number(n: u32) -> String {
    let digit = |n: u32| DIGITS[(n % 10) as usize].to_string();
    match n {
        0..10 => digit(n),
        10 => "十".to_owned(),
        _ => format!("十{}", digit(n)),
    }
}

/// A number such as `三`, `十八`, `18`, `１８`; nothing is one.
pub(super) fn parse_number(text: &str) -> Option<u32> {
    let (mut number, mut tens) = (0_u32, 0);
    for character in text.chars() {
        match character {
            '十' if tens == 0 => (tens, number) = (number.max(1) * 10, 0),
            _ => number = number * 10 + digit(character)?,
        }
        if number > 99 || tens > 90 {
            return None;
        }
    }
    number += tens;
    Some(if text.is_empty() { 1 } else { number })
}

/// The rank of a square: `一`.
pub(super) fn rank(n: u32) -> char {
    DIGITS[(n % 10) as usize]
}
