//! Levels: a named ladder of players from the absolute beginner to full strength.
//!
//! A level is a row of a table (`table`), which depends on the size of the board: moves drawn by instinct, which
//! overlooks much or little, and higher up a search of few playouts. `level.rank` names it; what it comes to is decided
//! when a player sits down to a board, so that boards may change. How the rows were found is in docs/levels.md.

mod table;

use tengen_go::Size;
use tengen_params::{choice, params};

use crate::Parameters;
use table::{Step, Way};

choice! {
    /// The ladder, from below.
    pub enum Rank {
        /// An absolute beginner.
        Kyu20 = "20k",
        /// Knows the rules and some shapes.
        Kyu15 = "15k",
        /// Plays a game through with ups and downs.
        Kyu12 = "12k",
        /// As GNU Go 3.8 at level 10, by convention.
        Kyu9 = "9k",
        /// A little above.
        Kyu7 = "7k",
        /// A player of a club.
        Kyu5 = "5k",
        /// A good player of a club.
        Kyu3 = "3k",
        /// The last step before the masters.
        Kyu1 = "1k",
        /// A master's first step.
        Dan1 = "1d",
        /// The recipe as it is.
        Full = "full",
    }
}

params! {
    /// How strong a player plays.
    pub struct LevelParams as level {
        /// Its rank on the ladder. Below full strength it says how much a move may cost, how moves are chosen and when a
        /// game is given up; `tengen params` has the rest.
        rank: Rank = Rank::Full;
    }
}

impl Rank {
    /// All of them, from below.
    pub const ALL: [Self; 10] = [
        Self::Kyu20,
        Self::Kyu15,
        Self::Kyu12,
        Self::Kyu9,
        Self::Kyu7,
        Self::Kyu5,
        Self::Kyu3,
        Self::Kyu1,
        Self::Dan1,
        Self::Full,
    ];

    /// Its number, from 1 for the beginner to 10 for full strength: what programs for GNU Go send.
    #[must_use]
    pub const fn number(self) -> usize {
        self as usize + 1
    }

    /// The rank with this name or number.
    #[must_use]
    pub fn of(text: &str) -> Option<Self> {
        let number = text.parse::<usize>().ok();
        let by_number = number.and_then(|n| Self::ALL.get(n.checked_sub(1)?));
        let by_name = || {
            Self::ALL
                .iter()
                .find(|rank| rank.name().eq_ignore_ascii_case(text))
        };
        by_number.or_else(by_name).copied()
    }
}

/// The parameters of a player on a board of this size, by its level.
pub(crate) fn seated(parameters: &Parameters, size: Size) -> Parameters {
    let mut seated = parameters.clone();
    let Some(step) = table::step(parameters.level.rank, size) else {
        return seated;
    };
    let Step { playouts, way } = step;
    let known = size.get() <= parameters.net.largest();
    seated
        .budget
        .limit_playouts(if known { playouts } else { playouts.max(BLIND) });
    seated.budget.threads = 1;
    seated.budget.ponder = false;
    seated.search.tree.reuse = false;
    seated.search.choice.early_stop = false;
    seated.net.symmetries = 1;
    seated.resign.threshold = HOPELESS;
    seated.resign.moves = PATIENCE;
    seated.resign.earliest = (size.area() / 3) as u32;
    match way {
        Way::Instinct {
            overlook,
            temperature,
        } => {
            seated.instinct.on = true;
            seated.instinct.overlook = overlook;
            seated.instinct.temperature = temperature;
        }
        Way::Search { temperature } => {
            seated.instinct.on = false;
            seated.search.choice.temperature = temperature;
        }
    }
    seated
}

/// A player of a level resigns below this win rate,
const HOPELESS: f32 = 0.03;
/// after so many own moves in a row.
const PATIENCE: u32 = 5;
/// Without a network so many playouts tell at least who wins.
const BLIND: u64 = 200;
