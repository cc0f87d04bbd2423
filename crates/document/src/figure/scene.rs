//! A small writer of SVG: lines, boxes, marks and texts, with everything escaped.

use std::fmt::Write;

use super::{Setting, palette};
use crate::cell::plain;

/// The size of letters.
pub(super) const LETTER: f64 = 12.5;

/// On which side of its point a text lies.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// A drawing under way.
pub(super) struct Scene {
    pub(super) width: f64,
    pub(super) height: f64,
    body: String,
}

impl Scene {
    pub(super) const fn new(width: f64) -> Self {
        Self {
            width,
            height: 0.0,
            body: String::new(),
        }
    }

    /// True if it is drawn for a narrow screen.
    pub(super) const fn narrow(&self) -> bool {
        self.width < 500.0
    }

    pub(super) fn line(&mut self, class: &str, from: (f64, f64), to: (f64, f64)) {
        let ((x1, y1), (x2, y2)) = (from, to);
        let _ = writeln!(
            self.body,
            "<line class=\"{class}\" x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"/>",
            Coordinate(x1),
            Coordinate(y1),
            Coordinate(x2),
            Coordinate(y2)
        );
    }

    pub(super) fn rect(&mut self, class: &str, at: (f64, f64), size: (f64, f64)) {
        let _ = writeln!(
            self.body,
            "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"1.5\"/>",
            Coordinate(at.0),
            Coordinate(at.1),
            Coordinate(size.0.max(0.0)),
            Coordinate(size.1.max(0.0))
        );
    }

    /// A line through points, or the area they enclose.
    pub(super) fn path(&mut self, class: &str, points: &[(f64, f64)], closed: bool) {
        if points.is_empty() {
            return;
        }
        let _ = write!(self.body, "<path class=\"{class}\" d=\"");
        for (at, &(x, y)) in points.iter().enumerate() {
            let step = if at == 0 { 'M' } else { 'L' };
            let _ = write!(self.body, "{step}{} {}", Coordinate(x), Coordinate(y));
        }
        let end = if closed { "Z" } else { "" };
        let _ = writeln!(self.body, "{end}\"/>");
    }

    /// A mark of the shape that belongs to the colour.
    pub(super) fn mark(&mut self, colour: usize, (x, y): (f64, f64)) {
        let class = format!("mark c{}", palette::index(colour));
        match colour % 4 {
            0 => {
                let _ = writeln!(
                    self.body,
                    "<circle class=\"{class}\" cx=\"{}\" cy=\"{}\" r=\"4.5\"/>",
                    Coordinate(x),
                    Coordinate(y)
                );
            }
            1 => self.rect(&class, (x - 4.0, y - 4.0), (8.0, 8.0)),
            2 => self.path(
                &class,
                &[(x, y - 5.2), (x + 5.0, y + 3.8), (x - 5.0, y + 3.8)],
                true,
            ),
            _ => self.path(
                &class,
                &[(x, y - 5.6), (x + 5.6, y), (x, y + 5.6), (x - 5.6, y)],
                true,
            ),
        }
    }

    pub(super) fn text(&mut self, class: &str, (x, y): (f64, f64), anchor: Anchor, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let _ = writeln!(
            self.body,
            "<text class=\"{class}\" x=\"{}\" y=\"{}\" text-anchor=\"{anchor}\">{}</text>",
            Coordinate(x),
            Coordinate(y),
            xml(text)
        );
    }

    /// Begins a group that says `title` when it is pointed at; [`Scene::ungroup`] ends it.
    pub(super) fn group(&mut self, title: &str) {
        let _ = writeln!(self.body, "<g><title>{}</title>", xml(title));
    }

    pub(super) fn ungroup(&mut self) {
        self.body.push_str("</g>\n");
    }

    /// A text that is cut to fit, with all of it as its title.
    pub(super) fn label(
        &mut self,
        class: &str,
        at: (f64, f64),
        anchor: Anchor,
        text: &str,
        room: f64,
    ) {
        let short = cut(text, room);
        if short == plain(text) {
            self.text(class, at, anchor, text);
        } else {
            self.group(text);
            self.text(class, at, anchor, &short);
            self.ungroup();
        }
    }

    /// The drawing as an element, or as a file with a style and a white ground.
    pub(super) fn finish(self, caption: &str, setting: Setting) -> String {
        let (width, height) = (Coordinate(self.width), Coordinate(self.height.max(1.0)));
        let caption = xml(caption);
        let (head, ground) = match setting {
            Setting::Page => (String::new(), String::new()),
            Setting::File => (
                format!(
                    " xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\""
                ),
                format!(
                    "<style>{}</style>\n<rect class=\"ground\" width=\"{width}\" height=\"{height}\"/>\n",
                    palette::file_style()
                ),
            ),
        };
        format!(
            "<svg{head} class=\"plot\" viewBox=\"0 0 {width} {height}\" role=\"img\" \
             aria-label=\"{caption}\">\n{ground}{}</svg>\n",
            self.body
        )
    }
}

/// A place in a drawing: two digits after the point at most, and never what SVG cannot read.
struct Coordinate(f64);

impl std::fmt::Display for Coordinate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let value = if self.0.is_finite() { self.0 } else { 0.0 };
        let value = (value * 100.0).round() / 100.0;
        write!(f, "{}", if value == 0.0 { 0.0 } else { value })
    }
}

/// A text in which nothing is a mark of XML or HTML.
#[must_use]
pub fn xml(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in plain(text).chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            letter => escaped.push(letter),
        }
    }
    escaped
}

/// About how wide a text is, on the safe side.
pub(super) fn width(text: &str) -> f64 {
    let letter = |letter: char| match letter {
        'i' | 'j' | 'l' | 'I' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' | ' ' | '(' | ')'
        | 'f' | 't' | 'r' => 0.42,
        'm' | 'w' | 'M' | 'W' | '%' | '@' => 0.98,
        'A'..='Z' => 0.74,
        letter if crate::terminal::columns(letter.encode_utf8(&mut [0; 4])) == 2 => 1.05,
        letter if crate::terminal::columns(letter.encode_utf8(&mut [0; 4])) == 0 => 0.0,
        _ => 0.64,
    };
    plain(text).chars().map(letter).sum::<f64>() * LETTER
}

/// A text cut to fit, with an ellipsis in it where something is missing: names that begin alike
/// often end differently, so both ends are kept.
pub(super) fn cut(text: &str, room: f64) -> String {
    let text = plain(text);
    if width(&text) <= room {
        return text;
    }
    let room = (room - LETTER).max(0.0);
    let head = fitting(text.chars(), room * 0.6);
    let tail = fitting(text.chars().rev(), room - width(&head));
    let tail: String = tail.chars().rev().collect();
    format!("{}…{}", head.trim_end(), tail.trim_start())
}

/// As many letters as fit.
fn fitting(letters: impl Iterator<Item = char>, room: f64) -> String {
    let (mut text, mut used) = (String::new(), 0.0);
    for letter in letters {
        used += width(letter.encode_utf8(&mut [0; 4]));
        if used > room {
            break;
        }
        text.push(letter);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_name_keeps_both_ends_and_fits() {
        let name = "a very long name of a player – uct";
        let short = cut(name, 140.0);
        assert!(
            short.starts_with("a very") && short.ends_with("– uct"),
            "{short}"
        );
        assert!(width(&short) <= 140.0);
        assert_eq!(cut("uct", 140.0), "uct");
        assert_eq!(cut(name, 0.0), "…");
    }
}
