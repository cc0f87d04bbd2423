//! Reading KIF and KI2.

use tengen_game::Color;

use super::start::{Setup, handicap};
use super::{DECLARATION, FACTS, MOST};
use crate::record::builder::Builder;
use crate::record::diagram::{at, square};
use crate::record::fault::quoted;
use crate::record::{End, Reading, kanji, ki2};
use crate::{Board, Declaration, Move, Rules, Square};

/// The signs of the sides before moves.
const SIGNS: [char; 8] = ['▲', '△', '▼', '▽', '☗', '☖', '⛊', '⛉'];

/// Reads a record; its variations are counted.
pub(in crate::record) fn read(text: &str) -> Reading {
    let mut reader = Reader {
        builder: Builder::new(&Board::start(), Rules::default()),
        handicap: Board::start(),
        setup: Setup::new(),
        rules: Rules::default(),
        begun: false,
        number: None,
        last: None,
        until: None,
    };
    let mut variations = 0;
    let mut last = 1;
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        last = number;
        // All variations come after the main line.
        if line.starts_with("変化：") {
            variations += 1;
        } else if variations == 0 {
            reader.line(number, line);
        }
    }
    reader.begin(last);
    reader.conclude();
    reader.builder.finish(variations)
}

struct Reader {
    builder: Builder,
    handicap: Board,
    setup: Setup,
    rules: Rules,
    begun: bool,
    /// The number that the file gave the last move.
    number: Option<u32>,
    /// Where the last move went.
    last: Option<Square>,
    /// The sentence that sums the game up, and its line.
    until: Option<(usize, String)>,
}

impl Reader {
    fn line(&mut self, number: usize, line: &str) {
        let Some(first) = line.chars().next() else {
            return;
        };
        let turn = |side: &str| match side {
            "先手番" | "下手番" => Some(Color::Black),
            "後手番" | "上手番" => Some(Color::White),
            _ => None,
        };
        match first {
            '#' | '&' | '+' => {}
            '*' => self.builder.comment(&line[1..]),
            '|' | '｜' if !self.begun => {
                if let Err(message) = self.setup.rank(line) {
                    self.builder.no_start(number, message);
                }
            }
            _ if SIGNS.contains(&first) => self.several(number, line),
            _ if is_files(line) || line.starts_with("手数") => {}
            '0'..='9' | '０'..='９' => self.step(number, line),
            _ if line.starts_with("まで") => self.until = Some((number, line.to_owned())),
            _ => match (turn(line), line.split_once('：')) {
                (Some(color), _) => self.setup.turn(color),
                (None, Some((key, text))) => self.header(number, key.trim(), text.trim()),
                (None, None) => {
                    let what = format!("{} is neither a move nor a header", quoted(line));
                    self.builder.warn(number, what);
                }
            },
        }
    }

    fn header(&mut self, number: usize, key: &str, text: &str) {
        let hand = match key {
            "先手の持駒" | "下手の持駒" | "先手の持ち駒" | "下手の持ち駒" => {
                self.setup.hand(Color::Black, text)
            }
            "後手の持駒" | "上手の持駒" | "後手の持ち駒" | "上手の持ち駒" => {
                self.setup.hand(Color::White, text)
            }
            "手合割" => match (text, handicap(text)) {
                (_, Some(board)) => {
                    self.handicap = board;
                    Ok(())
                }
                ("その他" | "", None) => Ok(()),
                (_, None) => Err(format!("{} is no known handicap", quoted(text))),
            },
            "先手" | "下手" => return self.builder.name(Color::Black, text),
            "後手" | "上手" => return self.builder.name(Color::White, text),
            MOST if !self.begun => {
                let most = text.trim_end_matches('手').parse();
                most.map(|most| self.rules.most = most)
                    .map_err(|_| format!("{} is no number of moves", quoted(text)))
            }
            DECLARATION if !self.begun && declaration(text).is_some() => {
                self.rules.declaration = declaration(text).unwrap_or_default();
                Ok(())
            }
            _ => {
                let ours = FACTS.iter().find(|(_, kif)| *kif == key);
                self.builder.fact(ours.map_or(key, |(ours, _)| ours), text);
                Ok(())
            }
        };
        if let Err(message) = hand {
            self.builder.no_start(number, message);
        }
    }

    /// Sets the board up, once its header is over.
    fn begin(&mut self, number: usize) {
        if std::mem::replace(&mut self.begun, true) {
            return;
        }
        let board = match self.setup.is_begun() {
            true => self.setup.board(),
            false => Ok(self.handicap.clone()),
        };
        match board {
            Ok(board) => self.builder.start(&board, self.rules),
            Err(message) => self.builder.no_start(number, message),
        }
    }

    /// A line of KIF: `  1 ７六歩(77)   ( 0:16/00:00:16)`.
    fn step(&mut self, number: usize, line: &str) {
        self.begin(number);
        let end = line.find(|c: char| !c.is_numeric() || kanji::digit(c).is_none());
        let (own, rest) = line.split_at(end.unwrap_or(line.len()));
        self.count(number, own);
        let rest = rest.trim_start();
        let word = rest.split([' ', '　', '(']).next().unwrap_or(rest);
        if let Some(end) = End::from_kif(word) {
            self.builder.close(number, end);
        } else {
            match self.parse(rest) {
                Ok(mv) => {
                    self.last = Some(mv.to());
                    self.builder.play(number, mv);
                }
                Err(message) => self.builder.unread(number, message),
            }
        }
        if let Some(seconds) = spent(rest) {
            self.builder.spent(seconds);
        }
    }

    /// Compares the number of a move with the one before.
    fn count(&mut self, number: usize, own: &str) {
        let own = own.chars().try_fold(0_u32, |n, c| {
            n.checked_mul(10)?.checked_add(kanji::digit(c)?)
        });
        if let (Some(own), Some(before)) = (own, self.number) {
            if before.checked_add(1) != Some(own) && self.builder.is_open() {
                let what = format!("move {own} comes after move {before}");
                self.builder.warn(number, what);
            }
        }
        self.number = own;
    }

    /// The move of a line of KIF.
    fn parse(&self, text: &str) -> Result<Move, String> {
        let wrong = |why: &str| {
            let word = text.split(" (").next().unwrap_or(text);
            format!("{}: {why}", quoted(word.trim_end()))
        };
        let text = text.trim_start_matches(SIGNS);
        let (to, rest) = target(text, self.last).map_err(&wrong)?;
        let (kind, rest) = kanji::take_kind(rest).ok_or_else(|| wrong("no piece is named"))?;
        let (marks, origin) = match rest.find(['(', ' ', '　']) {
            Some(end) => rest.split_at(end),
            None => (rest, ""),
        };
        let mut origin = origin.strip_prefix('(').unwrap_or("").chars();
        let from = origin.next().zip(origin.next()).and_then(|(file, rank)| {
            let close = origin.next() == Some(')');
            square(file.to_digit(10)?, rank.to_digit(10)?).filter(|_| close)
        });
        let Some(from) = from else {
            return match marks.is_empty() || marks.contains('打') {
                true => Move::drop(kind, to).ok_or_else(|| wrong("no such piece can be in hand")),
                false => Err(wrong("it is not said where the piece comes from")),
            };
        };
        if at(self.builder.board(), from).map(|(_, kind)| kind) != Some(kind) {
            return Err(wrong(&format!("no such piece is on {}", from.to_usi())));
        }
        let promotes = marks.contains('成') && !marks.contains('不');
        Move::of(from, to, promotes).ok_or_else(|| wrong("a piece goes to another square"))
    }

    /// A line of KI2: `▲７六歩 △３四歩 ▲同　銀右`.
    fn several(&mut self, number: usize, line: &str) {
        self.begin(number);
        for text in line.split(SIGNS).map(str::trim) {
            if text.is_empty() || !self.builder.is_open() {
                continue;
            }
            if let Some(end) = End::from_kif(text) {
                self.builder.close(number, end);
                continue;
            }
            let target = target(text, self.last).map_err(str::to_owned);
            let found = target.and_then(|(to, rest)| ki2::resolve(self.builder.board(), to, rest));
            match found {
                Ok(mv) => {
                    self.last = Some(mv.to());
                    self.builder.play(number, mv);
                }
                Err(why) => {
                    let message = format!("{}: {why}", quoted(text));
                    self.builder.unread(number, message);
                }
            }
        }
    }

    /// Takes the end from the last sentence, where no move line told it.
    fn conclude(&mut self) {
        let Some((line, text)) = self.until.take() else {
            return;
        };
        let has = |word: &str| text.contains(word);
        let turn = self.builder.record().turn();
        let black = has("先手") || has("下手");
        let named = match black {
            true => Some(Color::Black),
            false if has("後手") || has("上手") => Some(Color::White),
            false => None,
        };
        let winner = named.map(|side| if has("負け") { !side } else { side });
        let end = match winner {
            _ if has("中断") => End::Stopped,
            _ if has("千日手") => End::Repetition,
            _ if has("持将棋") => End::Impasse,
            _ if has("不詰") => End::NoMate,
            _ if has("詰") => End::Mate,
            _ if has("引") => End::Drawn,
            Some(winner) if has("反則") && winner == turn => End::OpponentsFoul,
            Some(_) if has("反則") => End::Foul,
            Some(winner) if has("入玉") && winner == turn => End::Declared,
            Some(winner) if winner == turn => return,
            Some(_) if has("切れ") => End::Timeout,
            Some(_) => End::Resigned,
            None => return,
        };
        if self.builder.is_open() {
            self.builder.close(line, end);
        }
    }
}

/// The square that a move goes to, and what follows.
fn target(text: &str, last: Option<Square>) -> Result<(Square, &str), &'static str> {
    if let Some(rest) = text.strip_prefix('同') {
        let to = last.ok_or("there is no move before")?;
        return Ok((to, rest.trim_start()));
    }
    let mut characters = text.chars();
    let mut digit = || characters.next().and_then(kanji::digit);
    let place = digit().zip(digit());
    let to = place.and_then(|(file, rank)| square(file, rank));
    Ok((to.ok_or("no square is named")?, characters.as_str()))
}

/// `９ ８ ７ ６ ５ ４ ３ ２ １`, above a diagram.
fn is_files(line: &str) -> bool {
    let mut words = line.split_whitespace();
    words.clone().count() == 9 && words.all(|word| word.chars().count() == 1)
}

/// The seconds of `( 0:16/00:00:16)`.
fn spent(text: &str) -> Option<u32> {
    let (_, time) = text.split_once(" (").or_else(|| text.rsplit_once('('))?;
    let (time, _) = time.split_once('/')?;
    time.split(':').try_fold(0_u32, |sum, part| {
        let part: u32 = part.trim().parse().ok()?;
        sum.checked_mul(60)?.checked_add(part)
    })
}

fn declaration(text: &str) -> Option<Declaration> {
    match text {
        "なし" => Some(Declaration::Never),
        "27点法" => Some(Declaration::Points27),
        "24点法" => Some(Declaration::Points24),
        _ => None,
    }
}
