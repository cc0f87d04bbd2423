//! Writing CSA.

use tengen_game::Color;

use super::{DECLARATION, FACTS, MOST, letters};
use crate::record::Record;
use crate::record::diagram::{Diagram, HANDS, at, file_and_rank};
use crate::{Board, Declaration, Rules};

/// The record as CSA, without the line that names the encoding: version 2.2, or 3.0 where it needs that.
pub(in crate::record) fn write(record: &Record) -> String {
    let usual = record.rules == Rules::default();
    let mut text = format!("V{}\n", if usual { "2.2" } else { "3.0" });
    for (sign, name) in [('+', &record.names.black), ('-', &record.names.white)] {
        if !name.is_empty() {
            text += &format!("N{sign}{}\n", line(name));
        }
    }
    for (key, fact) in &record.facts {
        let csa = FACTS.iter().find(|(ours, _)| ours == key);
        text += &format!(
            "${}:{}\n",
            csa.map_or(key.as_str(), |(_, csa)| csa),
            line(fact)
        );
    }
    if record.rules.most > 0 {
        text += &format!("${MOST}:{}\n", record.rules.most);
    }
    match record.rules.declaration {
        Declaration::Never => text += &format!("${DECLARATION}:NONE\n"),
        Declaration::Points24 => text += &format!("${DECLARATION}:24\n"),
        Declaration::Points27 => {}
    }
    comment(&record.preface, &mut text);
    position(&record.start, &mut text);
    let mut board = record.start.clone();
    for step in &record.steps {
        // A record that was read has legal moves alone.
        let Some(mv) = board.recall(step.mv) else {
            return text;
        };
        let place = |square| {
            let (file, rank) = file_and_rank(square);
            format!("{file}{rank}")
        };
        let from = mv.from().map_or_else(|| "00".to_owned(), place);
        let sign = sign(board.turn());
        board.play(mv);
        let kind = at(&board, mv.to()).map_or("", |(_, kind)| letters(kind));
        text += &format!("{sign}{from}{}{kind}\n", place(mv.to()));
        spent(step.seconds, &mut text);
        comment(&step.comment, &mut text);
    }
    if let Some(close) = &record.close {
        text += &format!("%{}\n", close.end.csa(record.turn()));
        spent(close.seconds, &mut text);
        comment(&close.comment, &mut text);
    }
    text
}

const fn sign(color: Color) -> char {
    match color {
        Color::Black => '+',
        Color::White => '-',
    }
}

/// A text on one line.
fn line(text: &str) -> String {
    let words: Vec<&str> = text.lines().map(str::trim).collect();
    words.join(" ")
}

fn comment(text: &str, out: &mut String) {
    for line in text.lines() {
        *out += &format!("'*{line}\n");
    }
}

fn spent(seconds: Option<u32>, out: &mut String) {
    if let Some(seconds) = seconds {
        *out += &format!("T{seconds}\n");
    }
}

/// The pieces, and the side to move.
fn position(board: &Board, out: &mut String) {
    let diagram = Diagram::of(board);
    if *board == Board::start() {
        *out += "PI\n";
    } else {
        for rank in 0..9 {
            *out += &format!("P{}", rank + 1);
            for file in (0..9).rev() {
                match diagram.squares[file * 9 + rank] {
                    Some((color, kind)) => *out += &format!("{}{}", sign(color), letters(kind)),
                    None => *out += " * ",
                }
            }
            out.push('\n');
        }
        for color in Color::BOTH {
            let held = HANDS.iter().zip(diagram.hands[color]);
            let held =
                held.map(|(&kind, count)| format!("00{}", letters(kind)).repeat(count as usize));
            let held: String = held.collect();
            if !held.is_empty() {
                *out += &format!("P{}{held}\n", sign(color));
            }
        }
    }
    *out += &format!("{}\n", sign(diagram.turn));
}
