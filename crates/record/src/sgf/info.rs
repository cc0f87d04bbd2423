//! What the root of a game says about it.

use tengen_go::{Color, Komi, Rules, Size};

use super::{GameTree, Ident, Property};
use crate::{Diagnostic, Diagnostics, GameResult, Severity};

/// A player as the record names them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Player {
    /// The name; empty if the record has none.
    pub name: String,
    /// The rank as the record writes it; empty if it has none.
    pub rank: String,
}

/// What the root says. Texts are empty where it says nothing.
#[derive(Clone, Debug, PartialEq)]
pub struct Info {
    /// The size of the board; 19×19 unless the record says otherwise.
    pub size: Size,
    /// The komi.
    pub komi: Option<Komi>,
    /// The number of handicap stones.
    pub handicap: usize,
    /// The rules, if the record names any that are known here.
    pub rules: Option<Rules>,
    /// The result, if the record has one that makes sense.
    pub result: Option<GameResult>,
    /// Who played Black.
    pub black: Player,
    /// Who played White.
    pub white: Player,
    /// When it was played.
    pub date: String,
    /// At which event.
    pub event: String,
    /// In which round.
    pub round: String,
    /// Where.
    pub place: String,
    /// The name of the game.
    pub name: String,
}

impl Info {
    /// Nothing known but the size.
    #[must_use]
    pub fn new(size: Size) -> Self {
        Self {
            size,
            komi: None,
            handicap: 0,
            rules: None,
            result: None,
            black: Player::default(),
            white: Player::default(),
            date: String::new(),
            event: String::new(),
            round: String::new(),
            place: String::new(),
            name: String::new(),
        }
    }

    /// Reads the root of a game; with it, what in it does not make sense.
    ///
    /// # Errors
    /// If the game is not Go, or on a board that is not square or has no size from 2 to 25.
    pub fn read(tree: &GameTree) -> Result<(Self, Vec<Diagnostic>), Diagnostic> {
        let mut found = Diagnostics::default();
        let info = Self::gather(tree, &mut found)?;
        Ok((info, found.finish()))
    }

    pub(super) fn gather(tree: &GameTree, found: &mut Diagnostics) -> Result<Self, Diagnostic> {
        let root = tree.root();
        if let Some(game) = root.get(&Ident::GM)
            && !matches!(game.value().trimmed(), "1" | "")
        {
            let number = shorten(game.value().trimmed());
            return Err(fatal(
                game,
                format!("this is not Go, which is GM[1], but GM[{number}]"),
            ));
        }
        let mut info = Self::new(Size::NINETEEN);
        if let Some(size) = root.get(&Ident::SZ) {
            info.size = read_size(size).map_err(|what| fatal(size, what))?;
        }
        if let Some(komi) = root.get(&Ident::KM) {
            info.komi = read_komi(komi, found);
        }
        if let Some(handicap) = root.get(&Ident::HA) {
            info.handicap = read_handicap(handicap, info.size, found);
        }
        if let Some(rules) = root.get(&Ident::RU) {
            info.rules = read_text(rules, found);
        }
        if let Some(result) = root.get(&Ident::RE) {
            info.result = read_text(result, found);
        }
        let text = |ident: Ident| {
            root.get(&ident)
                .map(|p| p.value().simple_text())
                .unwrap_or_default()
        };
        info.black = Player {
            name: text(Ident::PB),
            rank: text(Ident::BR),
        };
        info.white = Player {
            name: text(Ident::PW),
            rank: text(Ident::WR),
        };
        info.date = text(Ident::DT);
        info.event = text(Ident::EV);
        info.round = text(Ident::RO);
        info.place = text(Ident::PC);
        info.name = text(Ident::GN);
        Ok(info)
    }

    /// The player of a colour.
    #[must_use]
    pub fn player(&self, color: Color) -> &Player {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }
}

fn fatal(property: &Property, message: String) -> Diagnostic {
    Diagnostic {
        place: property.place(),
        severity: Severity::Error,
        message,
    }
}

fn read_size(property: &Property) -> Result<Size, String> {
    let value = property.value();
    let given = shorten(value.trimmed());
    let number = |text: &str| {
        text.trim()
            .parse::<usize>()
            .map_err(|_| format!("the size of a board is a number from 2 to 25, not {given:?}"))
    };
    let side = match value.parts() {
        None if value.trimmed().is_empty() => return Ok(Size::NINETEEN),
        None => number(value.raw())?,
        Some((width, height)) => {
            let (width, height) = (number(width)?, number(height)?);
            if width != height {
                return Err(format!(
                    "the board is {width}×{height}; only square boards are played here"
                ));
            }
            width
        }
    };
    Size::new(side).map_err(|error| error.to_string())
}

/// Reads a komi as people and servers write it.
///
/// Beside points there are counts in stones, which are half the points: `3.75` means 7.5, and some
/// servers leave out the decimal point as well, `375` for 7.5 points and `650` for 6.5.
fn read_komi(property: &Property, found: &mut Diagnostics) -> Option<Komi> {
    let given = property.value().trimmed();
    if given.is_empty() {
        return None;
    }
    let written = given.replace(',', ".").parse::<f64>().ok();
    let points = written.and_then(|komi| match komi {
        275.0 | 325.0 | 375.0 => Some(komi / 50.0),
        500.0..=1000.0 if komi % 50.0 == 0.0 => Some(komi / 100.0),
        -150.0..=150.0 if (komi * 4.0) % 2.0 == 0.0 => Some(komi),
        0.0..=150.0 if (komi * 4.0) % 1.0 == 0.0 => Some(komi * 2.0),
        -150.0..=150.0 => Some(komi),
        _ => None,
    });
    let komi = points.and_then(|points| Komi::new(points).ok());
    match komi {
        None => found.error(property.place(), || {
            let given = shorten(given);
            format!("komi is a number of points from -150 to 150, not {given:?}")
        }),
        Some(komi) if points != written => found.warning(property.place(), || {
            format!("komi {} is read as {komi} points", shorten(given))
        }),
        Some(_) => {}
    }
    komi
}

fn read_handicap(property: &Property, size: Size, found: &mut Diagnostics) -> usize {
    let given = property.value().trimmed();
    if given.is_empty() {
        return 0;
    }
    let stones = given.parse().ok().filter(|&n: &usize| n < size.area());
    if stones.is_none() {
        found.error(property.place(), || {
            let given = shorten(given);
            format!("handicap is a number of stones, not {given:?}")
        });
    }
    stones.unwrap_or(0)
}

/// Reads rules or a result; what makes no sense is lost, and said to be.
fn read_text<T>(property: &Property, found: &mut Diagnostics) -> Option<T>
where
    T: std::str::FromStr,
    T::Err: std::fmt::Display,
{
    let text = property.value().simple_text();
    if text.is_empty() {
        return None;
    }
    text.parse()
        .map_err(|error: T::Err| found.warning(property.place(), || error.to_string()))
        .ok()
}

fn shorten(text: &str) -> String {
    text.chars().take(40).collect()
}
