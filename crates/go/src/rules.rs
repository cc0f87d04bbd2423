//! Rules that the players agreed on: suicide, repetition, counting, passes, handicap compensation.
//!
//! A rule set is a value, not a type: everything that asks about the rules reads a field, and a
//! rule set that nobody has named yet is one more constant. The fast board knows none of this; it
//! forbids suicide and the immediate retaking of a ko, and [`crate::Game`] adds the rest.

use std::fmt;
use std::str::FromStr;

use crate::Komi;

/// May a player take the last liberty of an own chain without capturing?
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Suicide {
    /// Such a move is illegal.
    Forbidden,
    /// Such a move removes the own chain, which then belongs to the opponent's prisoners.
    Allowed,
}

/// The repetitions that are illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ko {
    /// Only a ko may not be retaken at once. Longer cycles are legal; when one closes without a
    /// pass in it, the game has no result (see [`crate::Game::no_result`]).
    Simple,
    /// No stone may recreate a position that has stood before, whoever was to move.
    Positional,
    /// No stone may recreate a position that has stood before with the same side to move.
    Situational,
}

/// The way of counting at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scoring {
    /// Living stones and the points they surround.
    Area,
    /// Surrounded points and prisoners.
    Territory,
}

/// White's compensation for Black's handicap stones.
///
/// Under area counting each handicap stone is itself a point for Black, which some rules give back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Compensation {
    /// Nothing.
    None,
    /// One point for each handicap stone.
    PerStone,
    /// One point for each handicap stone but the first, which stands for Black's first move.
    PerStoneButFirst,
}

impl Compensation {
    /// White's points for this many handicap stones.
    #[must_use]
    pub const fn points(self, stones: usize) -> usize {
        match self {
            Self::None => 0,
            Self::PerStone => stones,
            Self::PerStoneButFirst => stones.saturating_sub(1),
        }
    }
}

/// A rule set.
///
/// A pass costs nothing under any of them: the pass stones of the AGA only make territory counting
/// agree with area counting, and where they are used we count area.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// The name by which [`FromStr`] finds the set.
    pub name: &'static str,
    /// The legality of suicide.
    pub suicide: Suicide,
    /// The repetitions that are illegal.
    pub ko: Ko,
    /// The way of counting at the end.
    pub scoring: Scoring,
    /// White's compensation for handicap stones.
    pub compensation: Compensation,
    /// The number of passes in a row that end the game.
    pub passes: usize,
}

impl Rules {
    /// The komi that is usual under these rules; with handicap stones, of which there are two at least, only
    /// what rules out a draw.
    #[must_use]
    pub const fn usual_komi(&self, handicap: usize) -> Komi {
        match self.scoring {
            _ if handicap >= 2 => Komi::HALF,
            Scoring::Area => Komi::SEVEN_AND_A_HALF,
            Scoring::Territory => Komi::SIX_AND_A_HALF,
        }
    }

    /// True if the board is counted as it stands, dead stones and all: those of Tromp and Taylor do,
    /// while people elsewhere take dead stones off by agreement.
    #[must_use]
    pub fn counts_what_stands(&self) -> bool {
        self.name == Self::TROMP_TAYLOR.name
    }

    /// Chinese rules, as programs play them.
    ///
    /// No suicide. The printed rules forbid every repetition of the whole board, hence positional
    /// superko (referees rule otherwise on triple ko, but programs need a rule that decides).
    /// Area. White is given back one point for each handicap stone, since these count as area.
    pub const CHINESE: Self = Self {
        name: "chinese",
        suicide: Suicide::Forbidden,
        ko: Ko::Positional,
        scoring: Scoring::Area,
        compensation: Compensation::PerStone,
        passes: 2,
    };

    /// The logical rules of John Tromp and Bill Taylor.
    ///
    /// Suicide is legal (that of one stone repeats the position and so never is), positional
    /// superko, area, and nothing for handicap stones, which the rules do not know.
    pub const TROMP_TAYLOR: Self = Self {
        name: "tromp-taylor",
        suicide: Suicide::Allowed,
        ko: Ko::Positional,
        scoring: Scoring::Area,
        compensation: Compensation::None,
        passes: 2,
    };

    /// Japanese rules.
    ///
    /// No suicide, simple ko, territory and prisoners. A cycle of the whole board ends the game
    /// without result. Handicap stones are no territory, so there is nothing to give back. Life
    /// and death by hypothetical play is not decided here: scoring takes the dead stones as given.
    pub const JAPANESE: Self = Self {
        name: "japanese",
        suicide: Suicide::Forbidden,
        ko: Ko::Simple,
        scoring: Scoring::Territory,
        compensation: Compensation::None,
        passes: 2,
    };

    /// The rules of the American Go Association, counted by area: no suicide, situational superko,
    /// one point for each handicap stone but the first.
    pub const AGA: Self = Self {
        name: "aga",
        suicide: Suicide::Forbidden,
        ko: Ko::Situational,
        scoring: Scoring::Area,
        compensation: Compensation::PerStoneButFirst,
        passes: 2,
    };

    /// The rules of New Zealand: suicide, situational superko, area, nothing for handicap stones.
    pub const NEW_ZEALAND: Self = Self {
        name: "new-zealand",
        suicide: Suicide::Allowed,
        ko: Ko::Situational,
        scoring: Scoring::Area,
        compensation: Compensation::None,
        passes: 2,
    };

    /// All named rule sets.
    pub const ALL: [Self; 5] = [
        Self::CHINESE,
        Self::TROMP_TAYLOR,
        Self::JAPANESE,
        Self::AGA,
        Self::NEW_ZEALAND,
    ];
}

/// Chinese rules: what Go programs play unless told otherwise.
impl Default for Rules {
    fn default() -> Self {
        Self::CHINESE
    }
}

/// The name.
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name)
    }
}

/// Other names of the rule sets, in lower case without spaces and punctuation. `RU` of SGF has
/// `AGA`, `GOE`, `Japanese` and `NZ`; the two letters of countries are common as well. Korean rules
/// differ from Japanese ones only in disputes that scoring here never decides. `GOE` are the rules of
/// Ing Chang-ki: suicide, area and nothing for handicap stones, as with Tromp and Taylor; their
/// doctrine of fighting and disturbing kos is not known here, positional superko stands for it.
const ALIASES: [(&str, Rules); 23] = [
    ("chinese", Rules::CHINESE),
    ("china", Rules::CHINESE),
    ("cn", Rules::CHINESE),
    ("zh", Rules::CHINESE),
    ("area", Rules::CHINESE),
    ("tromptaylor", Rules::TROMP_TAYLOR),
    ("tromp", Rules::TROMP_TAYLOR),
    ("tt", Rules::TROMP_TAYLOR),
    ("logical", Rules::TROMP_TAYLOR),
    ("goe", Rules::TROMP_TAYLOR),
    ("ing", Rules::TROMP_TAYLOR),
    ("japanese", Rules::JAPANESE),
    ("japan", Rules::JAPANESE),
    ("jp", Rules::JAPANESE),
    ("ja", Rules::JAPANESE),
    ("territory", Rules::JAPANESE),
    ("korean", Rules::JAPANESE),
    ("kr", Rules::JAPANESE),
    ("aga", Rules::AGA),
    ("bga", Rules::AGA),
    ("french", Rules::AGA),
    ("newzealand", Rules::NEW_ZEALAND),
    ("nz", Rules::NEW_ZEALAND),
];

/// Names of so few letters are near to anything.
const SHORT: usize = 3;

/// A name that no rule set has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there are no rules called {given:?}{}; there are {}", hint(*nearest), names())]
pub struct UnknownRules {
    /// The text that was given, cut to a readable length.
    pub given: String,
    /// The valid name that may be meant: one that a slip or two turn into what was given.
    pub nearest: Option<&'static str>,
}

fn hint(nearest: Option<&'static str>) -> String {
    nearest.map_or_else(String::new, |name| format!(" (did you mean {name}?)"))
}

/// The names of all rule sets as a sentence lists them.
fn names() -> String {
    let names = Rules::ALL.map(|rules| rules.name);
    match names.as_slice() {
        [others @ .., last] if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        names => names.concat(),
    }
}

/// Reads a name or an alias, whatever its case, spaces and hyphens: `Tromp Taylor`, `tt`, `NZ`.
impl FromStr for Rules {
    type Err = UnknownRules;

    fn from_str(text: &str) -> Result<Self, UnknownRules> {
        let key: String = text
            .chars()
            .filter(|c| c.is_alphanumeric())
            .flat_map(char::to_lowercase)
            .take(40)
            .collect();
        let key = key.strip_suffix("rules").unwrap_or(&key);
        if let Some((_, rules)) = ALIASES.iter().find(|(alias, _)| *alias == key) {
            return Ok(*rules);
        }
        // Of short names a slip leaves nothing, so they are never meant.
        let slips = |alias: &str| Some(edits(alias, key)).filter(|&n| n <= alias.len() / 3);
        let near = ALIASES
            .iter()
            .filter(|(alias, _)| alias.len() > SHORT)
            .filter_map(|(alias, rules)| Some((slips(alias)?, rules.name)));
        Err(UnknownRules {
            given: text.chars().take(40).collect(),
            nearest: near.min_by_key(|&(slips, _)| slips).map(|(_, name)| name),
        })
    }
}

/// The number of letters that must be put in, taken out or changed to get from `a` to `b`.
fn edits(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, &y) in b.iter().enumerate() {
            let changed = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_is_found_by_its_name_in_any_dress() {
        for rules in Rules::ALL {
            assert_eq!(rules.name.parse(), Ok(rules));
            assert_eq!(rules.name.to_uppercase().parse(), Ok(rules));
            assert_eq!(format!("{} Rules", rules.name).parse(), Ok(rules));
        }
        for (text, rules) in [
            ("Tromp Taylor", Rules::TROMP_TAYLOR),
            ("CN", Rules::CHINESE),
            ("Jp", Rules::JAPANESE),
            ("NZ", Rules::NEW_ZEALAND),
            ("New Zealand", Rules::NEW_ZEALAND),
            ("GOE", Rules::TROMP_TAYLOR),
            ("Ing", Rules::TROMP_TAYLOR),
        ] {
            assert_eq!(text.parse(), Ok(rules), "{text}");
        }
    }

    #[test]
    fn an_unknown_name_is_answered_with_one_that_is_really_near() {
        for (text, nearest) in [
            ("chinees", Some("chinese")),
            ("japnese", Some("japanese")),
            ("tromptailor", Some("tromp-taylor")),
            ("foo", None),
            ("checkers", None),
            ("", None),
        ] {
            let error = text.parse::<Rules>().unwrap_err();
            assert_eq!(error.nearest, nearest, "{text:?}");
            let said = error.to_string();
            assert_eq!(said.contains("did you mean"), nearest.is_some(), "{said}");
            for rules in Rules::ALL {
                assert!(said.contains(rules.name), "{said}");
            }
            assert!(
                said.ends_with("there are chinese, tromp-taylor, japanese, aga and new-zealand"),
                "{said}"
            );
        }
        let long = "x".repeat(1_000_000).parse::<Rules>().unwrap_err();
        assert_eq!(long.given.len(), 40);
    }

    #[test]
    fn the_usual_komi_with_a_handicap_only_rules_out_a_draw() {
        let points = |rules: Rules, handicap| rules.usual_komi(handicap).points();
        for handicap in [0, 1] {
            assert_eq!(points(Rules::CHINESE, handicap), 7.5);
            assert_eq!(points(Rules::JAPANESE, handicap), 6.5);
        }
        assert!(Rules::ALL.iter().all(|&rules| points(rules, 2) == 0.5));
    }

    #[test]
    fn compensation_counts_stones() {
        assert_eq!(Compensation::None.points(9), 0);
        assert_eq!(Compensation::PerStone.points(4), 4);
        assert_eq!(Compensation::PerStoneButFirst.points(4), 3);
        assert_eq!(Compensation::PerStoneButFirst.points(0), 0);
    }
}
