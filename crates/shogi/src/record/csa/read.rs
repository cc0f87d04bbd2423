//! Reading CSA.

use tengen_game::Color;

use super::{DECLARATION, FACTS, MOST, kind};
use crate::record::builder::Builder;
use crate::record::diagram::{Diagram, at, square};
use crate::record::fault::quoted;
use crate::record::{End, Reading};
use crate::{Board, Declaration, Move, PieceType, Rules};

/// Reads a game whose first line has this number.
pub(in crate::record) fn read(text: &str, first: usize) -> Reading {
    let mut reader = Reader {
        builder: Builder::new(&Board::start(), Rules::default()),
        diagram: None,
        rules: Rules::default(),
        begun: false,
    };
    let mut last = first;
    for (number, line) in (first..).zip(text.lines()) {
        last = number;
        reader.line(number, line.trim_end());
    }
    reader.begin(last, Color::Black);
    reader.builder.finish(0)
}

struct Reader {
    builder: Builder,
    /// The pieces, where they are set up.
    diagram: Option<Diagram>,
    rules: Rules,
    begun: bool,
}

impl Reader {
    fn line(&mut self, number: usize, line: &str) {
        let Some(first) = line.chars().next() else {
            return;
        };
        let rest = &line[first.len_utf8()..];
        match first {
            '\'' if rest.starts_with("CSA encoding") => {}
            '\'' => self.builder.comment(rest.strip_prefix('*').unwrap_or(rest)),
            'V' => {}
            'N' if rest.starts_with('+') => self.builder.name(Color::Black, rest[1..].trim()),
            'N' if rest.starts_with('-') => self.builder.name(Color::White, rest[1..].trim()),
            '$' => self.header(number, rest),
            '+' | '-' | 'T' | '%' | 'P' => {
                for statement in line.split(',') {
                    self.statement(number, statement.trim_end());
                }
            }
            _ => {
                let what = format!("{} is no statement of CSA", quoted(line));
                self.builder.warn(number, what);
            }
        }
    }

    fn header(&mut self, number: usize, line: &str) {
        let Some((key, text)) = line.split_once(':') else {
            let what = format!("{} lacks a colon", quoted(line));
            return self.builder.warn(number, what);
        };
        let (key, text) = (key.trim(), text.trim());
        let points = match text {
            "NONE" => Some(Declaration::Never),
            "27" => Some(Declaration::Points27),
            "24" => Some(Declaration::Points24),
            _ => None,
        };
        match (key, text.parse(), points) {
            (MOST, Ok(most), _) if !self.begun => self.rules.most = most,
            (DECLARATION, _, Some(points)) if !self.begun => self.rules.declaration = points,
            _ => {
                let ours = FACTS.iter().find(|(_, csa)| *csa == key);
                self.builder.fact(ours.map_or(key, |(ours, _)| ours), text);
            }
        }
    }

    fn statement(&mut self, number: usize, text: &str) {
        match text.as_bytes() {
            [] => {}
            [b'+'] => self.begin(number, Color::Black),
            [b'-'] => self.begin(number, Color::White),
            [b'P', ..] if self.begun => {
                let what = "the position is set up after the first move".to_owned();
                self.builder.error(number, what);
            }
            [b'P', ..] => {
                if self.setup(&text[1..]).is_none() {
                    let what = format!("{} sets up no pieces", quoted(text));
                    self.builder.no_start(number, what);
                }
            }
            [b'T', ..] => {
                let seconds = text[1..].split('.').next().unwrap_or("").parse();
                match seconds {
                    Ok(seconds) => self.builder.spent(seconds),
                    Err(_) => {
                        let what = format!("{} is no time in seconds", quoted(text));
                        self.builder.warn(number, what);
                    }
                }
            }
            [b'%', ..] => {
                self.begin(number, Color::Black);
                let turn = self.builder.board().turn();
                match End::from_csa(&text[1..], turn) {
                    Some(end) => self.builder.close(number, end),
                    None => {
                        let what = format!("{} is no known end of a game", quoted(text));
                        self.builder.warn(number, what);
                    }
                }
            }
            _ => {
                self.begin(number, Color::Black);
                match self.parse(text) {
                    Ok(mv) => self.builder.play(number, mv),
                    Err(why) => {
                        let message = format!("{}: {why}", quoted(text));
                        self.builder.unread(number, message);
                    }
                }
            }
        }
    }

    /// Sets pieces up: `I82HI`, `1-KY-KE…`, `+63FU00KI`, `-00AL`.
    fn setup(&mut self, text: &str) -> Option<()> {
        let diagram = self.diagram.get_or_insert_with(Diagram::empty);
        let first = text.chars().next()?;
        let rest = &text[first.len_utf8()..];
        match first {
            'I' => {
                *diagram = Diagram::of(&Board::start());
                for word in words(rest, 4) {
                    let (place, letters) = word?.split_at_checked(2)?;
                    let square = place_of(place)??;
                    let (_, removed) = diagram.squares[square.to_index()].take()?;
                    (kind(letters)? == removed).then_some(())?;
                }
            }
            '1'..='9' => {
                let rank = first.to_digit(10)?;
                let mut cells = words(rest, 3);
                for file in (1..=9).rev() {
                    let cell = cells.next().unwrap_or(Some("")).map(str::trim)?;
                    let piece = match cell {
                        "*" | "" => None,
                        _ => Some((side(cell)?, kind(&cell[1..])?)),
                    };
                    diagram.squares[square(file, rank)?.to_index()] = piece;
                }
                cells.next().is_none().then_some(())?;
            }
            _ => {
                let color = side(text)?;
                for word in words(rest, 4) {
                    match word?.split_at_checked(2)? {
                        ("00", "AL") => diagram.hold_rest(color),
                        (place, letters) => {
                            let kind = kind(letters)?;
                            match place_of(place)? {
                                Some(square) => {
                                    diagram.squares[square.to_index()] = Some((color, kind));
                                }
                                None => diagram.hold(color, kind, 1).then_some(())?,
                            }
                        }
                    }
                }
            }
        }
        Some(())
    }

    /// Begins the game, once its header is over.
    fn begin(&mut self, number: usize, turn: Color) {
        if std::mem::replace(&mut self.begun, true) {
            return;
        }
        let mut diagram = self.diagram.take();
        if turn == Color::White {
            diagram = diagram.or_else(|| Some(Diagram::of(&Board::start())));
        }
        let board = match &mut diagram {
            None => Ok(Board::start()),
            Some(diagram) => {
                diagram.turn = turn;
                diagram.board()
            }
        };
        match board {
            Ok(board) => self.builder.start(&board, self.rules),
            Err(error) => self.builder.no_start(number, error.to_string()),
        }
    }

    /// The move of `+7776FU`; `00` is the hand.
    fn parse(&self, text: &str) -> Result<Move, String> {
        let wrong = || "a move is written like +7776FU".to_owned();
        let board = self.builder.board();
        let parts = || {
            Some((
                side(text)?,
                text.get(1..3)?,
                text.get(3..5)?,
                text.get(5..)?,
            ))
        };
        let (color, from, to, letters) = parts().ok_or_else(wrong)?;
        let from = place_of(from).ok_or_else(wrong)?;
        let to = place_of(to).flatten().ok_or_else(wrong)?;
        let kind = kind(letters).ok_or_else(wrong)?;
        if color != board.turn() {
            return Err(format!("it is {}'s turn", board.turn()));
        }
        let Some(from) = from else {
            return Move::drop(kind, to).ok_or_else(|| "it can never be in hand".to_owned());
        };
        let stands = at(board, from).map_or(PieceType::NONE, |(_, kind)| kind);
        let promotes = stands != kind;
        if promotes && (stands.is_promoted() || stands != kind.demote()) {
            return Err(format!("no such piece is on {}", from.to_usi()));
        }
        Move::of(from, to, promotes).ok_or_else(|| "a piece goes to another square".to_owned())
    }
}

fn side(text: &str) -> Option<Color> {
    match text.chars().next()? {
        '+' => Some(Color::Black),
        '-' => Some(Color::White),
        _ => None,
    }
}

/// The square of two digits; none inside for `00`, the hand.
fn place_of(text: &str) -> Option<Option<crate::Square>> {
    let mut digits = text.chars().map(|c| c.to_digit(10));
    let (file, rank) = (digits.next()??, digits.next()??);
    match (file, rank) {
        (0, 0) => Some(None),
        _ => square(file, rank).map(Some),
    }
}

/// Pieces of so many bytes; the last may be shorter, and what is cut through a character is none.
fn words(text: &str, length: usize) -> impl Iterator<Item = Option<&str>> {
    (0..text.len())
        .step_by(length)
        .map(move |from| text.get(from..text.len().min(from + length)))
}
