//! Writing KIF.

use tengen_game::Color;

use super::start::{diagram, handicap_of};
use super::{DECLARATION, FACTS, MOST};
use crate::record::diagram::{at, file_and_rank};
use crate::record::{End, Record, kanji};
use crate::{Board, Declaration, Move, Rules, Square};

/// The record as KIF, without the line that names the encoding.
pub(in crate::record) fn write(record: &Record) -> String {
    let mut text = String::new();
    for (key, fact) in &record.facts {
        let kif = FACTS.iter().find(|(ours, _)| ours == key);
        text += &format!(
            "{}：{}\n",
            kif.map_or(key.as_str(), |(_, kif)| kif),
            line(fact)
        );
    }
    rules(record.rules, &mut text);
    let handicap = handicap_of(&record.start);
    let (black, white) = match handicap {
        Some("平手") | None => ("先手", "後手"),
        Some(_) => ("下手", "上手"),
    };
    match handicap {
        Some(name) => text += &format!("手合割：{name}\n"),
        None => diagram(&record.start, &mut text),
    }
    for (side, name) in [(black, &record.names.black), (white, &record.names.white)] {
        if !name.is_empty() {
            text += &format!("{side}：{}\n", line(name));
        }
    }
    text += "手数----指手---------消費時間--\n";
    comment(&record.preface, &mut text);
    let mut board = record.start.clone();
    let mut last = None;
    let mut clock = Clock::default();
    for (number, step) in (1..).zip(&record.steps) {
        let mut word = move_text(&board, step.mv, last);
        clock.add(number, step.seconds, &mut word);
        text += &format!("{number:4} {word}\n");
        comment(&step.comment, &mut text);
        last = Some(step.mv.to());
        // A record that was read has legal moves alone.
        let Some(mv) = board.recall(step.mv) else {
            return text;
        };
        board.play(mv);
    }
    if let Some(close) = &record.close {
        let number = record.steps.len() + 1;
        let mut word = close.end.kif().to_owned();
        clock.add(number, close.seconds, &mut word);
        text += &format!("{number:4} {word}\n");
        comment(&close.comment, &mut text);
        let moves = record.steps.len();
        let names = |color| if color == Color::Black { black } else { white };
        text += &match (record.winner(), close.end) {
            (Some(winner), End::Foul | End::OpponentsFoul) => {
                format!("まで{moves}手で{}の反則負け\n", names(!winner))
            }
            (Some(winner), _) => format!("まで{moves}手で{}の勝ち\n", names(winner)),
            (None, end) => format!("まで{moves}手で{}\n", end.kif()),
        };
    }
    text
}

/// A text on one line.
fn line(text: &str) -> String {
    let words: Vec<&str> = text.lines().map(str::trim).collect();
    words.join(" ")
}

fn comment(text: &str, out: &mut String) {
    for line in text.lines() {
        *out += &format!("*{line}\n");
    }
}

fn rules(rules: Rules, out: &mut String) {
    if rules.most > 0 {
        *out += &format!("{MOST}：{}\n", rules.most);
    }
    match rules.declaration {
        Declaration::Never => *out += &format!("{DECLARATION}：なし\n"),
        Declaration::Points24 => *out += &format!("{DECLARATION}：24点法\n"),
        Declaration::Points27 => {}
    }
}

/// `７六歩(77)`, `同　銀成(31)`, `５五角打`.
fn move_text(board: &Board, mv: Move, last: Option<Square>) -> String {
    let (file, rank) = file_and_rank(mv.to());
    let place = match last == Some(mv.to()) {
        true => "同　".to_owned(),
        false => format!("{}{}", kanji::wide(file), kanji::rank(rank)),
    };
    if let Some(kind) = mv.dropped() {
        return format!("{place}{}打", kanji::name(kind));
    }
    let from = mv.from().unwrap_or(mv.to());
    let name = at(board, from).map_or("", |(_, kind)| kanji::name(kind));
    let promotion = if mv.is_promotion() { "成" } else { "" };
    let (file, rank) = file_and_rank(from);
    format!("{place}{name}{promotion}({file}{rank})")
}

/// The time that each side has used so far.
#[derive(Default)]
struct Clock {
    used: [u64; 2],
}

impl Clock {
    /// Adds `   ( 0:16/00:00:16)` to a move, if its time is known.
    fn add(&mut self, number: usize, seconds: Option<u32>, word: &mut String) {
        let Some(seconds) = seconds else {
            return;
        };
        let used = &mut self.used[number % 2];
        *used += u64::from(seconds);
        let (hours, minutes) = (*used / 3600, *used / 60 % 60);
        *word += &format!(
            "   ({:2}:{:02}/{hours:02}:{minutes:02}:{:02})",
            seconds / 60,
            seconds % 60,
            *used % 60
        );
    }
}
