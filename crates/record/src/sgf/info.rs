//! Facts about a game from its root.

use tengen_go::{Color, Komi, Rules, Size};

use super::{GameTree, Ident, Property, number::spelled};
use crate::{Diagnostic, Diagnostics, GameResult, Severity, excerpt::shorten};

/// A player as the record names them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Player {
    /// The name; empty if the record has none.
    pub name: String,
    /// The rank as the record writes it; empty if it has none.
    pub rank: String,
}

/// Facts of a root. Texts are empty where it says nothing.
#[derive(Clone, Debug, PartialEq)]
pub struct Info {
    /// The size of the board; 19×19 unless the record says otherwise.
    pub size: Size,
    /// The komi, if the record names one; see [`Info::komi_under`].
    pub komi: Option<Komi>,
    /// The number of handicap stones.
    pub handicap: usize,
    /// The rules, if the record names any that are known here.
    pub rules: Option<Rules>,
    /// The result, if the record has one that makes sense.
    pub result: Option<GameResult>,
    /// The player of Black.
    pub black: Player,
    /// The player of White.
    pub white: Player,
    /// The date on which it was played.
    pub date: String,
    /// At which event.
    pub event: String,
    /// In which round.
    pub round: String,
    /// The place where it was played.
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
            let own = root.get(&Ident::AP).is_some_and(is_own);
            info.komi = read_komi(komi, own, found);
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

    /// The komi of the game by these rules: the usual one with this handicap where the record names none.
    #[must_use]
    pub fn komi_under(&self, rules: Rules) -> Komi {
        self.komi.unwrap_or_else(|| rules.usual_komi(self.handicap))
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
    let value = spelled(property);
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

/// Tests if AP names this program, which writes nothing but points.
fn is_own(program: &Property) -> bool {
    let value = program.value();
    value.parts().map_or(value.raw(), |(name, _)| name).trim() == "Tengen"
}

/// Reads a komi: of another program, as people and servers write it.
fn read_komi(property: &Property, own: bool, found: &mut Diagnostics) -> Option<Komi> {
    let given = property.value().trimmed();
    if given.is_empty() {
        return None;
    }
    let written = given.replace(',', ".").parse::<f64>().ok();
    let guess = written.filter(|_| !own).and_then(guess_points);
    let komi = guess.or(written).and_then(|points| Komi::new(points).ok());
    match komi {
        None => found.error(property.place(), || {
            let given = shorten(given);
            format!("komi is a number of points from -10000 to 10000, not {given:?}")
        }),
        Some(komi) if guess.is_some() => found.warning(property.place(), || {
            format!("komi {} is read as {komi} points", shorten(given))
        }),
        Some(_) => {}
    }
    komi
}

/// The points that a komi means which is hardly meant as it stands; `None` if it may well be.
///
/// Some servers leave out the decimal point: `650` is 6.5. And some count in stones, which are half
/// the points: `3.75`, and without its point `375`, are 7.5. Only a small number of quarters is
/// taken for stones.
fn guess_points(written: f64) -> Option<f64> {
    let is_whole = |number: f64| number % 1.0 == 0.0;
    let hundredths = (200.0..=10_000.0).contains(&written) && is_whole(written / 25.0);
    let points = if hundredths { written / 100.0 } else { written };
    let stones = points.abs() < 5.0 && is_whole(points * 4.0) && !is_whole(points * 2.0);
    let points = if stones { points * 2.0 } else { points };
    (hundredths || stones).then_some(points)
}

fn read_handicap(property: &Property, size: Size, found: &mut Diagnostics) -> usize {
    let value = spelled(property);
    let given = value.trimmed();
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
