//! The settings of KataGo's that queries override, as far as there is something like them here.

use std::time::Duration;

use tengen_go::Color;

use crate::Limits;
use crate::input::quoted;

/// The side in whose view values are told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum View {
    /// Black.
    Black,
    /// White.
    White,
    /// Whose turn it is.
    #[default]
    SideToMove,
}

impl View {
    /// The side, where it is this one's turn.
    #[must_use]
    pub const fn side(self, turn: Color) -> Color {
        match self {
            Self::Black => Color::Black,
            Self::White => Color::White,
            Self::SideToMove => turn,
        }
    }
}

/// The settings.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Settings {
    /// The view of values.
    pub view: View,
    /// The most visits of a position, by its field or setting.
    pub visits: Option<u64>,
    /// The most playouts of a position, which are the same here; the smaller number holds.
    pub playouts: Option<u64>,
    /// The most time for a position.
    pub time: Option<Duration>,
}

/// The response to a setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heed {
    /// It is heeded, or it asks for what is done anyway.
    Yes,
    /// It is not, for this reason.
    No(String),
}

/// Settings that are known and not heeded: the values that ask for nothing, and the reason.
const UNHEEDED: [(&str, &[&str], &str); 5] = [
    (
        "wideRootNoise",
        &["0", "0.0"],
        "searches have no noise at their roots",
    ),
    ("antiMirror", &["false"], "mirror play is not looked for"),
    (
        "ignorePreRootHistory",
        &["false"],
        "the last moves are always looked at",
    ),
    (
        "humanSLProfile",
        &[""],
        "there are no networks of human play",
    ),
    (
        "analysisPVLen",
        &[],
        "it is a field of a query, not a setting",
    ),
];

impl Settings {
    /// Sets one by its name.
    ///
    /// # Errors
    /// If it is heeded and does not take the value, with a sentence.
    pub fn set(&mut self, name: &str, value: &str) -> Result<Heed, String> {
        let number = |most: f64| {
            let number: Option<f64> = value.parse().ok();
            let within = number.filter(|n| (0.0..=most).contains(n));
            let wrong = || format!("{name} is a number from 0 to {most}, not {}", quoted(value));
            within.ok_or_else(wrong)
        };
        match name {
            "reportAnalysisWinratesAs" => self.view = view(value)?,
            "maxVisits" | "maxPlayouts" => {
                let most = Some((number(MOST_VISITS as f64)? as u64).max(1));
                match name {
                    "maxVisits" => self.visits = most,
                    _ => self.playouts = most,
                }
            }
            "maxTime" => self.time = Some(Duration::from_secs_f64(number(MOST_SECONDS)?)),
            _ => return Ok(unheeded(name, value)),
        }
        Ok(Heed::Yes)
    }

    /// The limits of a search, if any are set.
    #[must_use]
    pub fn limits(&self) -> Option<Limits> {
        let playouts = self.visits.into_iter().chain(self.playouts).min();
        let any = playouts.is_some() || self.time.is_some();
        any.then_some(Limits {
            playouts,
            time: self.time,
            early_stop: false,
        })
    }
}

/// The most visits that can be asked for.
pub(super) const MOST_VISITS: i64 = 1 << 50;
/// The most seconds that can be asked for.
const MOST_SECONDS: f64 = 1e9;

fn view(value: &str) -> Result<View, String> {
    match value.to_ascii_uppercase().as_str() {
        "BLACK" | "B" => Ok(View::Black),
        "WHITE" | "W" => Ok(View::White),
        "SIDETOMOVE" => Ok(View::SideToMove),
        _ => Err(format!(
            "reportAnalysisWinratesAs is BLACK, WHITE or SIDETOMOVE, not {}",
            quoted(value)
        )),
    }
}

fn unheeded(name: &str, value: &str) -> Heed {
    let mut known = UNHEEDED.iter();
    match known.find(|(known, ..)| *known == name) {
        Some((_, nothing, _)) if nothing.contains(&value) => Heed::Yes,
        Some((.., reason)) => Heed::No(format!("{name} is not heeded: {reason}")),
        None => Heed::No(format!("{} is not known", quoted(name))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn views_limits_and_nothing_else_are_heeded() {
        let mut settings = Settings::default();
        assert_eq!(settings.limits(), None);
        for (name, value) in [
            ("reportAnalysisWinratesAs", "black"),
            ("maxTime", "8.0"),
            ("maxVisits", "500"),
            ("maxPlayouts", "1000"),
            ("wideRootNoise", "0.0"),
            ("ignorePreRootHistory", "false"),
        ] {
            assert_eq!(settings.set(name, value), Ok(Heed::Yes), "{name}");
        }
        assert_eq!(settings.view.side(Color::White), Color::Black);
        let limits = settings.limits().unwrap();
        assert_eq!(limits.playouts, Some(500));
        assert_eq!(limits.time, Some(Duration::from_secs(8)));
        for (name, value, word) in [
            ("wideRootNoise", "0.04", "noise"),
            ("humanSLProfile", "rank_5k", "human"),
            ("cpuctExploration", "1", "not known"),
        ] {
            let heed = settings.set(name, value);
            assert!(matches!(heed, Ok(Heed::No(why)) if why.contains(word)));
        }
        for (name, value) in [
            ("reportAnalysisWinratesAs", "RED"),
            ("maxVisits", "many"),
            ("maxTime", "-1"),
            ("maxTime", "NaN"),
        ] {
            assert!(settings.set(name, value).is_err(), "{name} {value}");
        }
    }
}
