//! A cell of a table, with its type, and its text.
//!
//! People read few digits and a true minus sign; programs read all digits and a hyphen.

/// A cell of a table.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// Nothing.
    Empty,
    /// Words.
    Text(String),
    /// A count.
    Count(u64),
    /// A number with this many digits after the point.
    Number(f64, usize),
    /// A number with three significant digits: seconds, rates.
    Measure(f64),
    /// The same of what is not known below a limit, which is the second number.
    Above(f64, f64),
    /// A share, written as a percentage.
    Share(f64),
    /// An interval of shares, written as percentages.
    Shares(f64, f64),
    /// An interval with this many digits after the point. An open end is infinite.
    Range(f64, f64, usize),
    /// A number and its error.
    Estimate(f64, f64, usize),
    /// A probability.
    Chance(f64),
}

impl Cell {
    /// Words.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    /// A cell of what may be missing.
    pub fn maybe<T>(value: Option<T>, cell: impl FnOnce(T) -> Self) -> Self {
        value.map_or(Self::Empty, cell)
    }

    /// As people read it.
    #[must_use]
    pub fn display(&self) -> String {
        match *self {
            Self::Empty => String::new(),
            Self::Text(ref text) => plain(text),
            Self::Count(count) => grouped(count),
            Self::Number(value, digits) => number(value, digits),
            Self::Measure(value) => measure(value),
            Self::Above(value, least) if value < least => format!("< {least}"),
            Self::Above(value, _) => measure(value),
            Self::Share(share) => format!("{} %", number(share * 100.0, 1)),
            Self::Shares(low, high) => {
                format!("{}–{} %", number(low * 100.0, 1), number(high * 100.0, 1))
            }
            Self::Range(low, high, digits) => {
                format!("{} to {}", number(low, digits), number(high, digits))
            }
            Self::Estimate(value, error, digits) => {
                format!("{} ± {}", number(value, digits), number(error, digits))
            }
            Self::Chance(chance) => self::chance(chance),
        }
    }

    /// As programs read it: one value, or two for an interval or an estimate.
    #[must_use]
    pub fn raw(&self) -> [Option<String>; 2] {
        // An infinity is written as `inf` or `-inf`, which programs read.
        let bare = |value: f64| (!value.is_nan()).then(|| value.to_string());
        match *self {
            Self::Empty => [None, None],
            Self::Text(ref text) => [Some(plain(text)), None],
            Self::Count(count) => [Some(count.to_string()), None],
            Self::Number(value, _)
            | Self::Measure(value)
            | Self::Above(value, _)
            | Self::Share(value)
            | Self::Chance(value) => [bare(value), None],
            Self::Shares(low, high) | Self::Range(low, high, _) => [bare(low), bare(high)],
            Self::Estimate(value, error, _) => [bare(value), bare(error)],
        }
    }
}

/// A number with some digits after the point and a true minus sign.
#[must_use]
pub fn number(value: f64, digits: usize) -> String {
    if value.is_nan() {
        return "–".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { "∞" } else { "−∞" }.to_owned();
    }
    if value.abs() >= 1e15 {
        return format!("{value:.3e}").replace('-', "−");
    }
    let text = format!("{value:.digits$}");
    let zero = !text.contains(|digit: char| ('1'..='9').contains(&digit));
    match text.strip_prefix('-') {
        Some(rest) if zero => rest.to_owned(),
        Some(rest) => format!("−{rest}"),
        None => text,
    }
}

/// A number with three significant digits, or all before the point.
#[must_use]
pub fn measure(value: f64) -> String {
    let size = value.abs();
    if !size.is_finite() {
        return number(value, 0);
    }
    if size != 0.0 && size < 1e-4 {
        return format!("{value:.1e}").replace('-', "−");
    }
    let digits = match size {
        0.0 => 0,
        size if size >= 99.95 => 0,
        size if size >= 9.995 => 1,
        size if size >= 0.9995 => 2,
        size if size >= 0.099_95 => 3,
        size if size >= 0.009_995 => 4,
        _ => 5,
    };
    if (9_999.5..1e15).contains(&size) {
        let sign = if value < 0.0 { "−" } else { "" };
        return format!("{sign}{}", grouped(size.round() as u64));
    }
    number(value, digits)
}

/// A probability: more digits where it is close to 0 or to 1.
#[must_use]
pub fn chance(value: f64) -> String {
    match value {
        value if value.is_nan() => "–".to_owned(),
        value if value < 0.0001 => "< 0.0001".to_owned(),
        value if value < 0.001 => number(value, 4),
        value if value > 0.9999 && value < 1.0 => "> 0.9999".to_owned(),
        value if value > 0.999 && value < 1.0 => number(value, 4),
        value => number(value, 3),
    }
}

/// A count, from 10,000 on with commas.
#[must_use]
pub fn grouped(count: u64) -> String {
    let digits = count.to_string();
    if digits.len() < 5 {
        return digits;
    }
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A text on one line and without anything that steers a terminal or turns the direction of
/// writing.
#[must_use]
pub fn plain(text: &str) -> String {
    let steers = |letter: char| {
        letter.is_control()
            || matches!(letter, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    text.chars()
        .map(|letter| match letter {
            '\n' | '\r' | '\t' => ' ',
            letter if steers(letter) => '\u{fffd}',
            letter => letter,
        })
        .collect()
}
