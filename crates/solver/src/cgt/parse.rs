//! Reading values as they are written.

use super::fault::{MAX_LENGTH, MAX_NESTING};
use super::{Dyadic, Fault, Games, ParseError, TooLarge, Value};

impl Games {
    /// The value that is written, as [`Self::show`] writes it or in ASCII.
    ///
    /// In ASCII `-` is `−`, `^` and `v` are `↑` and `↓`, `+-1` is `±1`, and `+_2` and `-_2` are tiny
    /// and miny. Sums are written `a + b` and `a - b`, with parentheses where wanted; `{|}` is 0.
    /// There is no product: `2*3` is `2 + *3`, though `3^` is `^ + ^ + ^`.
    ///
    /// # Errors
    /// If the text is no game, or a too large one.
    pub fn parse(&mut self, text: &str) -> Result<Value, ParseError> {
        let text: Vec<char> = text.chars().take(MAX_LENGTH + 1).collect();
        if text.len() > MAX_LENGTH {
            return Err(ParseError {
                column: MAX_LENGTH + 1,
                fault: Fault::Length,
            });
        }
        let end = text.len();
        let mut parser = Parser {
            games: self,
            text,
            at: 0,
            nesting: 0,
        };
        let value = parser.sum(end)?;
        match parser.peek(end) {
            None => Ok(value),
            Some(c) => Err(parser.fault(Fault::Rest(c))),
        }
    }
}

struct Parser<'a> {
    games: &'a mut Games,
    text: Vec<char>,
    at: usize,
    nesting: usize,
}

type Parsed<T> = Result<T, ParseError>;

impl Parser<'_> {
    fn fault(&self, fault: impl Into<Fault>) -> ParseError {
        ParseError {
            column: self.at + 1,
            fault: fault.into(),
        }
    }

    /// The answer of the games, with the column at which they were asked.
    fn ask<T>(&mut self, question: impl FnOnce(&mut Games) -> Result<T, TooLarge>) -> Parsed<T> {
        question(self.games).map_err(|error| self.fault(error))
    }

    /// The next character that is no space, before `end`.
    fn peek(&mut self, end: usize) -> Option<char> {
        while self.at < end && self.text[self.at].is_whitespace() {
            self.at += 1;
        }
        self.next(end)
    }

    /// The next character before `end`.
    fn next(&self, end: usize) -> Option<char> {
        self.text[..end].get(self.at).copied()
    }

    /// Reads something within something else.
    fn within<T>(&mut self, read: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.nesting == MAX_NESTING {
            return Err(self.fault(Fault::Nesting));
        }
        self.nesting += 1;
        let result = read(self);
        self.nesting -= 1;
        result
    }

    fn sum(&mut self, end: usize) -> Parsed<Value> {
        let mut sum = self.term(end)?;
        while let Some(sign @ ('+' | '-' | '−')) = self.peek(end) {
            self.at += 1;
            let mut term = self.term(end)?;
            if sign != '+' {
                term = self.ask(|games| games.negative(term))?;
            }
            sum = self.ask(|games| games.add(sum, term))?;
        }
        Ok(sum)
    }

    fn term(&mut self, end: usize) -> Parsed<Value> {
        let first = self.peek(end);
        let second = self.text[..end].get(self.at + 1).copied();
        let is_subscript = |c: char| c == '_' || subscript_digit(c).is_some();
        match (first, second) {
            (Some('+'), Some(c)) if is_subscript(c) => self.tiny(end),
            (Some('-' | '−'), Some(c)) if is_subscript(c) => {
                let tiny = self.tiny(end)?;
                self.ask(|games| games.negative(tiny))
            }
            (Some('+'), Some('-' | '−')) => {
                self.at += 2;
                self.plus_minus(end)
            }
            (Some('±'), _) => {
                self.at += 1;
                self.plus_minus(end)
            }
            (Some('-' | '−'), _) => {
                self.at += 1;
                let term = self.within(|parser| parser.term(end))?;
                self.ask(|games| games.negative(term))
            }
            (Some('{'), _) => {
                let close = self.closing('}', end)?;
                let value = self.game(self.at + 1, close)?;
                self.at = close + 1;
                Ok(value)
            }
            (Some('('), _) => {
                let close = self.closing(')', end)?;
                self.at += 1;
                let value = self.within(|parser| parser.sum(close))?;
                match self.peek(close) {
                    Some(c) => return Err(self.fault(Fault::Rest(c))),
                    None => self.at = close + 1,
                }
                Ok(value)
            }
            (Some('0'..='9'), _) => self.number_and_more(end),
            (Some('*' | '^' | '↑' | '⇑' | 'v' | '↓' | '⇓'), _) => self.ups_and_star(end, 1),
            (c, _) => Err(self.fault(Fault::NoGame(c))),
        }
    }

    /// `±` is behind.
    fn plus_minus(&mut self, end: usize) -> Parsed<Value> {
        let left = self.within(|parser| parser.term(end))?;
        let right = self.ask(|games| games.negative(left))?;
        self.ask(|games| games.game(&[left], &[right]))
    }

    /// `+_2`, or its sign alone another.
    fn tiny(&mut self, end: usize) -> Parsed<Value> {
        self.at += 1;
        let mut digits = String::new();
        while let Some(digit) = self.next(end).and_then(subscript_digit) {
            digits.push(digit);
            self.at += 1;
        }
        let threat = if digits.is_empty() {
            self.at += 1;
            match self.peek(end) {
                Some('0'..='9') => {
                    let x = self.number(end)?;
                    self.ask(|games| games.number(x))?
                }
                Some('{' | '(') => self.within(|parser| parser.term(end))?,
                c => return Err(self.fault(Fault::NoGame(c))),
            }
        } else {
            let n = digits.parse().map_err(|_| self.fault(TooLarge))?;
            self.ask(|games| games.integer(n))?
        };
        self.ask(|games| games.tiny(threat))
    }

    /// A number; so many ups if an arrow follows; with a nimber if a star does.
    fn number_and_more(&mut self, end: usize) -> Parsed<Value> {
        let x = self.number(end)?;
        match self.next(end) {
            Some('^' | '↑' | '⇑' | 'v' | '↓' | '⇓') if x.is_integer() => {
                let times = i32::try_from(x.numerator()).map_err(|_| self.fault(TooLarge))?;
                self.ups_and_star(end, times)
            }
            Some('*') => {
                let star = self.ups_and_star(end, 1)?;
                let x = self.ask(|games| games.number(x))?;
                self.ask(|games| games.add(x, star))
            }
            _ => self.ask(|games| games.number(x)),
        }
    }

    /// Arrows of one direction, `times` over, and a nimber; one of them may be missing.
    fn ups_and_star(&mut self, end: usize, times: i32) -> Parsed<Value> {
        let step = |c: char| match c {
            '^' | '↑' => 1,
            '⇑' => 2,
            'v' | '↓' => -1,
            '⇓' => -2,
            _ => 0,
        };
        let mut arrows = 0;
        while let Some(more) = self.next(end).map(step)
            && more != 0
            && more * arrows >= 0
        {
            arrows += more;
            self.at += 1;
        }
        let ups = times.checked_mul(arrows);
        let ups = ups.ok_or_else(|| self.fault(TooLarge))?;
        let mut star = 0;
        if self.next(end) == Some('*') {
            self.at += 1;
            star = match self.next(end) {
                Some('0'..='9') => {
                    let digits = self.digits(end)?;
                    u32::try_from(digits).map_err(|_| self.fault(TooLarge))?
                }
                _ => 1,
            };
        }
        self.ask(|games| games.ups(ups, star))
    }

    fn number(&mut self, end: usize) -> Parsed<Dyadic> {
        let numerator = self.digits(end)?;
        let mut exponent = 0;
        if self.next(end) == Some('/') {
            self.at += 1;
            let column = self.at;
            let denominator = match self.next(end) {
                Some('0'..='9') => self.digits(end)?,
                _ => 0,
            };
            if denominator <= 0 || denominator.count_ones() != 1 {
                self.at = column;
                return Err(self.fault(Fault::Denominator));
            }
            exponent = denominator.trailing_zeros();
        }
        Dyadic::new(numerator, exponent).map_err(|error| self.fault(error))
    }

    /// The digits that follow, of which there is at least one.
    fn digits(&mut self, end: usize) -> Parsed<i64> {
        let mut n: i64 = 0;
        while let Some(digit) = self.next(end).and_then(|c| c.to_digit(10)) {
            let longer = n.checked_mul(10).and_then(|n| n.checked_add(digit.into()));
            n = longer.ok_or_else(|| self.fault(TooLarge))?;
            self.at += 1;
        }
        Ok(n)
    }

    /// The place at which the brace or parenthesis that opens here is closed.
    fn closing(&self, close: char, end: usize) -> Parsed<usize> {
        let mut depth = 0;
        for (i, &c) in self.text[..end].iter().enumerate().skip(self.at) {
            match c {
                '{' | '(' => depth += 1,
                '}' | ')' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                if c == close {
                    return Ok(i);
                }
                break;
            }
        }
        Err(self.fault(Fault::Unclosed(self.text[self.at])))
    }

    /// The separators of a text outside braces: where each begins and ends.
    fn separators(&self, start: usize, end: usize) -> Vec<(usize, usize)> {
        let mut separators: Vec<(usize, usize)> = Vec::new();
        let mut depth = 0;
        for i in start..end {
            match self.text[i] {
                '{' | '(' => depth += 1,
                '}' | ')' => depth -= 1,
                '|' if depth == 0 => match separators.last_mut() {
                    Some((_, last_end)) if *last_end == i => *last_end += 1,
                    _ => separators.push((i, i + 1)),
                },
                _ => {}
            }
        }
        separators
    }

    /// Reads what stands between braces, or would if they had not been left out.
    fn game(&mut self, start: usize, end: usize) -> Parsed<Value> {
        self.at = start;
        let separators = self.separators(start, end);
        let bars = separators.iter().map(|(from, to)| to - from).max();
        let Some(bars) = bars else {
            self.at = end;
            return Err(self.fault(Fault::NoBar));
        };
        let mut outer = separators.iter().filter(|(from, to)| to - from == bars);
        let Some(&(left_end, right_start)) = outer.next() else {
            return Err(self.fault(Fault::NoBar));
        };
        if let Some(&(second, _)) = outer.next() {
            self.at = second;
            return Err(self.fault(Fault::SecondBar(bars)));
        }
        self.within(|parser| {
            let left = parser.side(start, left_end)?;
            let right = parser.side(right_start, end)?;
            parser.ask(|games| games.game(&left, &right))
        })
    }

    /// One side's options.
    fn side(&mut self, start: usize, end: usize) -> Parsed<Vec<Value>> {
        self.at = start;
        if !self.separators(start, end).is_empty() {
            return Ok(vec![self.game(start, end)?]);
        }
        let mut options = Vec::new();
        while self.peek(end).is_some() || !options.is_empty() {
            options.push(self.sum(end)?);
            match self.peek(end) {
                None => break,
                Some(',') => self.at += 1,
                Some(c) => return Err(self.fault(Fault::Rest(c))),
            }
        }
        Ok(options)
    }
}

fn subscript_digit(c: char) -> Option<char> {
    let digit = u32::from(c).checked_sub('₀' as u32)?;
    char::from_digit(digit, 10)
}
