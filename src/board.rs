//! A board on the screen: coordinates, stones, and the last move marked.
//!
//! Without colours it is the plain diagram of [`Drawing`]; with them, round stones on wood.

use std::io::{self, Write};

use anstyle::{AnsiColor, Color as Paint, Effects, RgbColor, Style};
use tengen_go::{Color, Drawing, Point, Stones};

use crate::screen::Screen;

const WOOD: Paint = Paint::Rgb(RgbColor(214, 166, 94));
const LINE: Paint = Paint::Rgb(RgbColor(128, 96, 48));
const INK: Paint = Paint::Rgb(RgbColor(0, 0, 0));
const SHELL: Paint = Paint::Rgb(RgbColor(255, 255, 255));
const MARK: Style = Style::new()
    .fg_color(Some(Paint::Ansi(AnsiColor::Red)))
    .bg_color(Some(WOOD))
    .effects(Effects::BOLD);

/// Draws the board; `last` is the point of the last move.
pub(crate) fn draw(screen: &mut Screen, stones: &Stones, last: Option<Point>) -> io::Result<()> {
    let drawing = Drawing::new(stones).last(last);
    if !screen.is_colored() {
        return write!(screen, "{drawing}");
    }
    // One write a board: a picture that is redrawn in place must not flicker.
    let mut picture = Vec::new();
    paint(&mut picture, stones, &drawing, last)?;
    screen.write_all(&picture)
}

/// A mark on a point that no stone is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    /// A letter or another character.
    Letter(char),
    /// A side's territory: `x` is Black's, `o` White's, small squares where there are colours.
    Territory(Color),
}

/// Draws the board with marks on its empty points.
pub(crate) fn draw_marked(
    screen: &mut Screen,
    stones: &Stones,
    mark: impl Fn(Point) -> Option<Mark>,
) -> io::Result<()> {
    let drawing = Drawing::new(stones);
    let plain = drawing.to_string();
    let colored = screen.is_colored();
    let side = stones.size().get();
    let mut picture = Vec::new();
    writeln!(picture, "{}", plain.lines().next().unwrap_or_default())?;
    for row in 0..side {
        write!(picture, "{:2}", side - row)?;
        for point in (0..side).filter_map(|column| Point::new(column, row)) {
            let mark = mark(point).filter(|_| stones.at(point).is_none());
            if colored {
                bracket(&mut picture, false, false)?;
            } else {
                write!(picture, " ")?;
            }
            match (mark, colored) {
                (None, true) => stone(&mut picture, stones.at(point), drawing.symbol(point))?,
                (None, false) => write!(picture, "{}", drawing.symbol(point))?,
                (Some(mark), true) => mark.paint(&mut picture)?,
                (Some(mark), false) => write!(picture, "{}", mark.symbol())?,
            }
        }
        if colored {
            bracket(&mut picture, false, false)?;
        }
        writeln!(picture)?;
    }
    screen.write_all(&picture)
}

impl Mark {
    const fn symbol(self) -> char {
        match self {
            Self::Letter(letter) => letter,
            Self::Territory(Color::Black) => 'x',
            Self::Territory(Color::White) => 'o',
        }
    }

    fn paint(self, out: &mut Vec<u8>) -> io::Result<()> {
        let (style, sign) = match self {
            Self::Letter(letter) => (MARK, letter),
            Self::Territory(color) => {
                let paint = match color {
                    Color::Black => INK,
                    Color::White => SHELL,
                };
                let style = Style::new().fg_color(Some(paint)).bg_color(Some(WOOD));
                (style, '▪')
            }
        };
        write!(out, "{style}{sign}{style:#}")
    }
}

fn paint(
    out: &mut Vec<u8>,
    stones: &Stones,
    drawing: &Drawing<'_>,
    last: Option<Point>,
) -> io::Result<()> {
    let plain = drawing.to_string();
    let letters = plain.lines().next().unwrap_or_default();
    let side = stones.size().get();
    writeln!(out, "{letters}")?;
    for row in 0..side {
        write!(out, "{:2}", side - row)?;
        let mut after_last = false;
        for point in (0..side).filter_map(|column| Point::new(column, row)) {
            let is_last = last == Some(point);
            bracket(out, is_last, after_last)?;
            stone(out, stones.at(point), drawing.symbol(point))?;
            after_last = is_last;
        }
        bracket(out, false, after_last)?;
        writeln!(out)?;
    }
    Ok(())
}

/// Writes the sign between two points.
fn bracket(out: &mut Vec<u8>, opens: bool, closes: bool) -> io::Result<()> {
    let sign = match (opens, closes) {
        (true, _) => '(',
        (_, true) => ')',
        _ => ' ',
    };
    write!(out, "{MARK}{sign}{MARK:#}")
}

fn stone(out: &mut Vec<u8>, color: Option<Color>, symbol: char) -> io::Result<()> {
    let (paint, sign) = match color {
        Some(Color::Black) => (INK, '●'),
        Some(Color::White) => (SHELL, '●'),
        None if symbol == '+' => (LINE, '+'),
        None => (LINE, '·'),
    };
    let style = Style::new().fg_color(Some(paint)).bg_color(Some(WOOD));
    write!(out, "{style}{sign}{style:#}")
}
