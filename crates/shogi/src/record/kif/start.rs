//! How a game of KIF begins: even, with a handicap, or from a diagram.

use tengen_game::Color;

use crate::record::diagram::{Diagram, HANDS};
use crate::record::fault::quoted;
use crate::record::kanji::{self, kanji};
use crate::{Board, PieceType};

/// The names of handicaps, and the first two ranks of each.
const HANDICAPS: [(&str, &str); 17] = [
    ("平手", "lnsgkgsnl/1r5b1"),
    ("香落ち", "lnsgkgsn1/1r5b1"),
    ("右香落ち", "1nsgkgsnl/1r5b1"),
    ("角落ち", "lnsgkgsnl/1r7"),
    ("飛車落ち", "lnsgkgsnl/7b1"),
    ("飛落ち", "lnsgkgsnl/7b1"),
    ("飛香落ち", "lnsgkgsn1/7b1"),
    ("二枚落ち", "lnsgkgsnl/9"),
    ("三枚落ち", "lnsgkgsn1/9"),
    ("四枚落ち", "1nsgkgsn1/9"),
    ("五枚落ち", "2sgkgsn1/9"),
    ("左五枚落ち", "1nsgkgs2/9"),
    ("六枚落ち", "2sgkgs2/9"),
    ("左七枚落ち", "2sgkg3/9"),
    ("右七枚落ち", "3gkgs2/9"),
    ("八枚落ち", "3gkg3/9"),
    ("十枚落ち", "4k4/9"),
];

const REST: &str = "ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL";

fn sfen(name: &str, ranks: &str) -> String {
    // Who gives a handicap moves first.
    let turn = if name == "平手" { 'b' } else { 'w' };
    format!("{ranks}/{REST} {turn} - 1")
}

/// The board of a handicap.
pub(super) fn handicap(name: &str) -> Option<Board> {
    let (name, ranks) = HANDICAPS.iter().find(|(each, _)| *each == name)?;
    Board::from_sfen(&sfen(name, ranks)).ok()
}

/// The name of the handicap that a board is.
pub(super) fn handicap_of(board: &Board) -> Option<&'static str> {
    let text = board.sfen();
    let found = HANDICAPS
        .iter()
        .find(|(name, ranks)| sfen(name, ranks) == text);
    found.map(|(name, _)| *name)
}

/// A diagram that is read rank by rank.
pub(super) struct Setup {
    diagram: Diagram,
    ranks: usize,
}

impl Setup {
    pub(super) fn new() -> Self {
        Self {
            diagram: Diagram::empty(),
            ranks: 0,
        }
    }

    /// Tests if there is a diagram.
    pub(super) const fn is_begun(&self) -> bool {
        self.ranks > 0
    }

    pub(super) const fn turn(&mut self, turn: Color) {
        self.diagram.turn = turn;
    }

    /// Reads a rank: `| ・v香 ・ 歩 …|一`.
    pub(super) fn rank(&mut self, line: &str) -> Result<(), String> {
        let cells = line.trim_start_matches(['|', '｜']);
        let cells = cells.split(['|', '｜']).next().unwrap_or(cells);
        let mut color = Color::Black;
        let mut file = 9;
        for character in cells.chars() {
            let piece = match character {
                'v' | 'V' | 'ｖ' | '▽' => {
                    color = Color::White;
                    continue;
                }
                '・' | '.' | '･' => None,
                ' ' | '　' | '^' | '▲' => continue,
                other => match kanji::kind(other) {
                    Some(kind) => Some((color, kind)),
                    None => return Err(format!("{other:?} is no piece")),
                },
            };
            if file == 0 || self.ranks == 9 {
                return Err("a diagram has nine ranks of nine squares".to_owned());
            }
            file -= 1;
            self.diagram.squares[file * 9 + self.ranks] = piece;
            color = Color::Black;
        }
        if file != 0 {
            return Err(format!("a rank has nine squares, not {}", 9 - file));
        }
        self.ranks += 1;
        Ok(())
    }

    /// Reads a hand: `飛　金二　歩十八`, or `なし`.
    pub(super) fn hand(&mut self, color: Color, text: &str) -> Result<(), String> {
        for word in text.split_whitespace().filter(|word| *word != "なし") {
            let wrong = || format!("{} is no piece in hand", quoted(word));
            let mut rest = word;
            // Some write them without spaces between.
            while let Some(first) = rest.chars().next() {
                let kind = kanji::kind(first).ok_or_else(wrong)?;
                rest = &rest[first.len_utf8()..];
                let end = rest.find(|c| kanji::digit(c).is_none() && c != '十');
                let (number, after) = rest.split_at(end.unwrap_or(rest.len()));
                let number = kanji::parse_number(number).ok_or_else(wrong)?;
                if !self.diagram.hold(color, kind, number) {
                    return Err(wrong());
                }
                rest = after;
            }
        }
        Ok(())
    }

    pub(super) fn board(&self) -> Result<Board, String> {
        if self.ranks < 9 {
            return Err(format!("the diagram has {} ranks, not nine", self.ranks));
        }
        self.diagram.board().map_err(|error| error.to_string())
    }
}

/// A board as a diagram, with hands and the side to move.
pub(super) fn diagram(board: &Board, text: &mut String) {
    let diagram = Diagram::of(board);
    let hand = |color: Color| {
        let held = HANDS.iter().zip(diagram.hands[color]);
        let words: Vec<String> = held
            .filter(|(_, count)| *count > 0)
            .map(|(&kind, count)| match count {
                1 => kanji(kind).to_string(),
                n => format!("{}{}", kanji(kind), kanji::number(n)),
            })
            .collect();
        match words.is_empty() {
            true => "なし".to_owned(),
            false => words.join("　"),
        }
    };
    *text += &format!("後手の持駒：{}\n", hand(Color::White));
    *text += "  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n";
    for rank in 0..9 {
        text.push('|');
        for file in (0..9).rev() {
            let (prefix, kind) = match diagram.squares[file * 9 + rank] {
                Some((Color::White, kind)) => ('v', kind),
                Some((Color::Black, kind)) => (' ', kind),
                None => (' ', PieceType::NONE),
            };
            text.push(prefix);
            text.push(kanji(kind));
        }
        *text += &format!("|{}\n", kanji::rank(rank as u32 + 1));
    }
    *text += "+---------------------------+\n";
    *text += &format!("先手の持駒：{}\n", hand(Color::Black));
    *text += match diagram.turn {
        Color::Black => "先手番\n",
        Color::White => "後手番\n",
    };
}
