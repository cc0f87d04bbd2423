//! Bytes to trees, leniently.
//!
//! One loop over the characters with an explicit stack of open variations. What is not SGF is
//! stepped over and reported; what can only be meant one way is read that way. A value that the
//! end of the file cuts off is kept if it is running text and dropped otherwise, since half a
//! point or half a number says something else than the whole.

use super::{
    Collection, GameTree, Ident, NodeId, Property, Value,
    charset::decode,
    cursor::Cursor,
    growth::{Growth, Last},
};
use crate::{Diagnostic, Diagnostics, TextPosition, excerpt::shorten};

/// The largest file that is read, in bytes.
pub const MAX_BYTES: usize = 64 << 20;

/// The most nodes, properties, values and open variations together that are read from a file. A
/// game counts as twenty.
pub const MAX_ITEMS: usize = 4_000_000;

/// The cost of an empty game in memory and time, in nodes.
const GAME_ITEMS: usize = 20;

/// The reason why a file could not be read at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseError {
    /// Nothing in it looks like a game.
    #[error("there is no game in it: a game of SGF begins with (; and ends with )")]
    NoGame,
    /// It has more than [`MAX_BYTES`].
    #[error(
        "it has {0} bytes, and an SGF file may have at most {MAX_BYTES}: split it into several"
    )]
    TooLarge(usize),
}

/// Reads a file: its games, and what was wrong with it.
///
/// # Errors
/// If there is no game at all, or the file is larger than [`MAX_BYTES`].
pub fn parse(bytes: &[u8]) -> Result<(Collection, Vec<Diagnostic>), ParseError> {
    if bytes.len() > MAX_BYTES {
        return Err(ParseError::TooLarge(bytes.len()));
    }
    let decoded = decode(bytes);
    let mut found = Diagnostics::default();
    for warning in decoded.warnings {
        found.warning(TextPosition::START, || warning);
    }
    read(&decoded.text, found)
}

/// Reads a text whose charset is settled: its games, and what was wrong with it.
///
/// # Errors
/// If there is no game at all, or the text is larger than [`MAX_BYTES`].
pub fn parse_text(text: &str) -> Result<(Collection, Vec<Diagnostic>), ParseError> {
    if text.len() > MAX_BYTES {
        return Err(ParseError::TooLarge(text.len()));
    }
    read(text, Diagnostics::default())
}

fn read(text: &str, found: Diagnostics) -> Result<(Collection, Vec<Diagnostic>), ParseError> {
    let start = |opening| Parser {
        cursor: Cursor::new(text),
        found: found.clone(),
        games: Vec::new(),
        items: 0,
        opening,
    };
    let mut parser = start(Opening::Parenthesis);
    parser.games();
    if parser.games.is_empty() {
        parser = start(Opening::Semicolon);
        parser.games();
    }
    if parser.games.is_empty() {
        return Err(ParseError::NoGame);
    }
    let games = parser.games;
    Ok((Collection { games }, parser.found.finish()))
}

/// The character that a game begins with.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Opening {
    Parenthesis,
    /// Only if the file has no game otherwise.
    Semicolon,
}

struct Parser<'a> {
    cursor: Cursor<'a>,
    found: Diagnostics,
    games: Vec<GameTree>,
    items: usize,
    opening: Opening,
}

impl Parser<'_> {
    fn games(&mut self) {
        loop {
            let place = self.skip_to_game();
            if let Some(place) = place {
                self.found.warning(place, || {
                    let side = if self.games.is_empty() {
                        "before the first game"
                    } else {
                        "after the end of a game"
                    };
                    format!("text {side} is no part of SGF and is skipped")
                });
            }
            if self.cursor.peek().is_none() {
                return;
            }
            let tree = self.game();
            self.games.push(tree);
            if self.is_full() {
                return;
            }
        }
    }

    /// Steps to the next game or the end; where the text that is skipped begins, if there is any.
    fn skip_to_game(&mut self) -> Option<TextPosition> {
        let mut junk = None;
        loop {
            self.cursor.skip_space();
            if self.cursor.peek().is_none() || self.at_game() {
                return junk;
            }
            junk.get_or_insert(self.cursor.place());
            self.cursor.step();
            let opening = self.opening;
            self.cursor.take_while(|c| match opening {
                Opening::Parenthesis => c != '(',
                Opening::Semicolon => c != ';',
            });
        }
    }

    fn at_game(&self) -> bool {
        let mut ahead = self.cursor.clone();
        let opening = ahead.peek();
        ahead.step();
        ahead.skip_space();
        match (self.opening, opening, ahead.peek()) {
            (Opening::Parenthesis, Some(b'('), Some(b';')) => true,
            (Opening::Parenthesis, Some(b'('), Some(b'A'..=b'Z'))
            | (Opening::Semicolon, Some(b';'), Some(b'A'..=b'Z')) => {
                ahead.take_while(|c| c.is_ascii_alphanumeric());
                ahead.skip_space();
                ahead.peek() == Some(b'[')
            }
            _ => false,
        }
    }

    /// Tests if a `(` here begins another game rather than a variation: only roots have FF or GM.
    fn at_next_game(&self) -> bool {
        let mut ahead = self.cursor.clone();
        ahead.step();
        ahead.skip_space();
        if ahead.peek() != Some(b';') {
            return false;
        }
        ahead.step();
        ahead.skip_space();
        matches!(ahead.take_while(|c| c.is_ascii_alphanumeric()), "FF" | "GM")
    }

    fn game(&mut self) -> GameTree {
        if self.opening == Opening::Parenthesis {
            self.cursor.step();
            self.cursor.skip_space();
        } else {
            self.found.error(self.cursor.place(), || {
                "a game begins with (; but the ( is missing".to_owned()
            });
        }
        let place = self.cursor.place();
        if self.cursor.peek() == Some(b';') {
            self.cursor.step();
        } else {
            self.found.error(place, || {
                "a game begins with (; but the ; is missing".to_owned()
            });
        }
        self.items += GAME_ITEMS;
        let mut growth = Growth::new(place);
        while self.piece(&mut growth) {}
        growth.leave_node(&mut self.found);
        growth.tree
    }

    /// Reads the next piece of a game; whether the game goes on.
    fn piece(&mut self, growth: &mut Growth) -> bool {
        self.cursor.skip_space();
        let place = self.cursor.place();
        if self.is_full() {
            self.found.error(place, || {
                format!(
                    "the file has more than {MAX_ITEMS} nodes and properties: the rest is left out"
                )
            });
            return false;
        }
        match self.cursor.peek() {
            None => {
                if self.opening == Opening::Parenthesis {
                    self.unclosed(growth, "the file ends inside a game");
                }
                return false;
            }
            Some(b'(') => {
                if self.at_next_game() {
                    self.unclosed(growth, "another game begins inside this one");
                    return false;
                }
                self.cursor.step();
                self.items += 1;
                growth.leave_node(&mut self.found);
                growth.branches.push(growth.current);
                growth.last = Last::Open;
            }
            Some(b')') => {
                self.cursor.step();
                return self.close(growth, place);
            }
            Some(b';') => {
                self.cursor.step();
                if growth.last == Last::Close {
                    self.found.warning(place, || {
                        "a node after a variation is read as one more variation: a ( is missing"
                            .to_owned()
                    });
                }
                self.add_node(growth, place);
            }
            Some(b'[') => {
                self.cursor.bracketed();
                self.found.error(place, || {
                    "a value without a property is left out".to_owned()
                });
            }
            Some(b) if b.is_ascii_alphabetic() => self.property(growth, place),
            Some(_) => self.junk(place),
        }
        true
    }

    fn add_node(&mut self, growth: &mut Growth, place: TextPosition) {
        self.items += 1;
        growth.leave_node(&mut self.found);
        growth.current = growth.tree.add_at(growth.current, place);
        growth.last = Last::Node;
    }

    fn close(&mut self, growth: &mut Growth, place: TextPosition) -> bool {
        if growth.last == Last::Open {
            self.found
                .warning(place, || "a variation has no node".to_owned());
        }
        growth.leave_node(&mut self.found);
        growth.last = Last::Close;
        match growth.branches.pop() {
            Some(branch) => {
                growth.current = branch;
                true
            }
            None => false,
        }
    }

    fn unclosed(&mut self, growth: &Growth, what: &str) {
        let missing = growth.branches.len() + 1;
        self.found.error(self.cursor.place(), || {
            format!("{what}: {missing} closing ) missing")
        });
    }

    fn junk(&mut self, place: TextPosition) {
        let wrong = self.cursor.peek_char().unwrap_or(' ');
        self.cursor.step();
        self.cursor.take_while(|c| {
            !c.is_whitespace() && !c.is_ascii_alphabetic() && !matches!(c, '(' | ')' | ';' | '[')
        });
        self.found.error(place, || {
            format!("expected a property or one of ; ( ) and found {wrong:?}, which is skipped")
        });
    }

    fn property(&mut self, growth: &mut Growth, place: TextPosition) {
        let spelled = self.cursor.take_while(|c| c.is_ascii_alphanumeric());
        let Some(ident) = Ident::read(spelled) else {
            return;
        };
        self.cursor.skip_space();
        if self.cursor.peek() != Some(b'[') {
            self.found.error(place, || {
                format!("{} has no value and is left out", shorten(spelled))
            });
            return;
        }
        self.remark_name(&ident, spelled, growth, place);
        if growth.last != Last::Node {
            self.found.error(place, || {
                format!("a ; is missing before {}", shorten(ident.as_str()))
            });
            self.add_node(growth, place);
        }
        let values = self.values(&ident);
        if !values.is_empty() {
            self.items += 1;
            self.add_property(growth, ident, values, place);
        }
    }

    fn remark_name(&mut self, ident: &Ident, spelled: &str, growth: &Growth, place: TextPosition) {
        if !spelled.bytes().any(|b| b.is_ascii_uppercase()) {
            self.found.warning(place, || {
                format!(
                    "{} is read as {}",
                    shorten(spelled),
                    shorten(ident.as_str())
                )
            });
        }
        if growth.current != NodeId::ROOT && ident.is_format() {
            self.found.warning(place, || {
                format!("{ident} belongs into the first node of a game only")
            });
        }
    }

    fn values(&mut self, ident: &Ident) -> Vec<Value> {
        let mut values = Vec::with_capacity(1);
        while self.cursor.peek() == Some(b'[') && !self.is_full() {
            let place = self.cursor.place();
            let (raw, closed) = self.cursor.bracketed();
            self.items += 1;
            if !closed {
                let fate = if ident.is_text() {
                    "cut short"
                } else {
                    "left out"
                };
                self.found.error(place, || {
                    let name = shorten(ident.as_str());
                    format!("the file ends inside a value of {name}, which is {fate}")
                });
            }
            if closed || ident.is_text() {
                values.push(Value::from_brackets(raw));
            }
            self.cursor.skip_space();
        }
        values
    }

    fn add_property(
        &mut self,
        growth: &mut Growth,
        ident: Ident,
        values: Vec<Value>,
        place: TextPosition,
    ) {
        let properties = growth.tree.node_mut(growth.current).properties_mut();
        growth.crowded |= values.len() > 1;
        match growth.finder.find(properties, &ident) {
            Some(at) => {
                growth.crowded = true;
                self.found.warning(place, || {
                    let name = shorten(ident.as_str());
                    format!("{name} is there already in this node: their values are put together")
                });
                properties[at].extend(values);
            }
            None => properties.push(Property::with_values(ident, values).at(place)),
        }
    }

    fn is_full(&self) -> bool {
        self.items >= MAX_ITEMS
    }
}
