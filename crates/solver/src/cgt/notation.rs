//! The notation of values.

use std::cmp::Reverse;

use tengen_game::Color;

use super::store::Ups;
use super::{Dyadic, Games, Value};

/// A text stops after so many forms: a form that is small in the store may be long on paper.
const MAX_SHOWN: usize = 400;

/// Up to so many bars tell the options of options apart; beyond, braces do.
const MAX_BARS: usize = 3;

/// A form on paper: its text without outer braces, and the bars of its separator, 0 for a name.
struct Shown {
    text: String,
    bars: usize,
}

impl Shown {
    fn braced(self) -> String {
        match self.bars {
            0 => self.text,
            _ => format!("{{{}}}", self.text),
        }
    }
}

impl Games {
    /// The value in the usual notation.
    ///
    /// | text | value |
    /// | --- | --- |
    /// | `3`, `−1/2` | a number |
    /// | `*`, `*2`, `1*` | a nimber, a number and a nimber |
    /// | `↑`, `↓`, `⇑`, `3↑`, `↑*`, `1 + ↑` | ups, downs, three ups, with a star, with a number |
    /// | `±1` | `{1\|−1}` |
    /// | `+₂`, `−₂` | tiny, `{0\|\|0\|−2}`, and its negative, miny |
    /// | `{3\|1}`, `{5\|\|3\|0}` | options of Left and of Right: `{5\|\|3\|0}` is `{5\|{3\|0}}` |
    ///
    /// It does not depend on what else is in the store. A very long text ends in `…`s.
    #[must_use]
    pub fn show(&self, a: Value) -> String {
        self.shown(a, &mut MAX_SHOWN.clone()).braced()
    }

    fn shown(&self, a: Value, left_to_show: &mut usize) -> Shown {
        if let Some(text) = self.name(a) {
            return Shown { text, bars: 0 };
        }
        if *left_to_show == 0 {
            return Shown {
                text: "…".into(),
                bars: 0,
            };
        }
        *left_to_show -= 1;
        let left = self.side(self.options(a, Color::Black), left_to_show);
        let right = self.side(self.options(a, Color::White), left_to_show);
        let bars = 1 + left.bars.max(right.bars);
        Shown {
            text: format!("{}{}{}", left.text, "|".repeat(bars), right.text),
            bars,
        }
    }

    /// One side's options. One that stands alone needs no braces.
    fn side(&self, options: &[Value], left_to_show: &mut usize) -> Shown {
        let mut shown: Vec<_> = options
            .iter()
            .map(|&a| (self.mean(a), self.shown(a, left_to_show)))
            .collect();
        if shown.len() == 1
            && let Some((_, alone)) = shown.pop_if(|(_, alone)| alone.bars < MAX_BARS)
        {
            return alone;
        }
        let mut texts: Vec<_> = shown
            .into_iter()
            .map(|(mean, shown)| (Reverse(mean), shown.braced()))
            .collect();
        texts.sort_unstable_by(|(mean, text), (other_mean, other)| {
            (mean, text.len(), text).cmp(&(other_mean, other.len(), other))
        });
        let texts: Vec<String> = texts.into_iter().map(|(_, text)| text).collect();
        Shown {
            text: texts.join(","),
            bars: 0,
        }
    }

    /// The name of the value, if it has one.
    fn name(&self, a: Value) -> Option<String> {
        let form = self.form(a);
        if let Some(ups) = form.ups {
            return Some(ups.name());
        }
        let (&[left], &[right]) = (&*form.left, &*form.right) else {
            return None;
        };
        match (self.as_number(left), self.as_number(right)) {
            (Some(x), Some(y)) if y == -x => Some(format!("±{x}")),
            (Some(Dyadic::ZERO), None) => {
                let threat = self.threat(right, Color::White)?;
                (threat.signum() < 0).then(|| format!("+{}", subscript(-threat)))
            }
            (None, Some(Dyadic::ZERO)) => {
                let threat = self.threat(left, Color::Black)?;
                (threat.signum() > 0).then(|| format!("−{}", subscript(threat)))
            }
            _ => None,
        }
    }

    /// The threat of `side` in `a`, if `a` is a number against 0.
    fn threat(&self, a: Value, side: Color) -> Option<Dyadic> {
        let (&[threat], &[answer]) = (self.options(a, side), self.options(a, !side)) else {
            return None;
        };
        (self.as_number(answer) == Some(Dyadic::ZERO))
            .then(|| self.as_number(threat))
            .flatten()
    }
}

impl Ups {
    fn name(self) -> String {
        let star = match self.star {
            0 => String::new(),
            1 => "*".into(),
            k => format!("*{k}"),
        };
        let ups = match self.ups {
            0 => String::new(),
            1 => "↑".into(),
            2 => "⇑".into(),
            -1 => "↓".into(),
            -2 => "⇓".into(),
            n if n > 0 => format!("{n}↑"),
            n => format!("{}↓", n.unsigned_abs()),
        };
        match (self.number, self.ups, self.star) {
            (x, 0, 0) => x.to_string(),
            (Dyadic::ZERO, ..) => format!("{ups}{star}"),
            (x, 0, _) => format!("{x}{star}"),
            (x, ..) => format!("{x} + {ups}{star}"),
        }
    }
}

/// `₂`, or `_1/2`.
fn subscript(x: Dyadic) -> String {
    let text = x.to_string();
    let digit = |c: char| {
        let digit = c.to_digit(10)?;
        char::from_u32('₀' as u32 + digit)
    };
    text.chars()
        .map(digit)
        .collect::<Option<String>>()
        .unwrap_or_else(|| format!("_{text}"))
}
