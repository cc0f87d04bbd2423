//! Levels: a named ladder of players from the absolute beginner to full strength.
//!
//! A level is a row of a table (`table`), which depends on the size of the board: moves drawn by instinct, which
//! overlooks much or little, and higher up a search of few playouts. `level.rank` names it; what it comes to is decided
//! when a player sits down to a board, so that boards may change. How the rows were found is in docs/levels.md.

mod table;

use tengen_go::Size;
use tengen_params::{choice, params};
use thiserror::Error;

use crate::Parameters;
use table::{Step, Way};

choice! {
    /// The ladder, from below.
    pub enum Rank {
        /// The lowest: it overlooks much of what is on the board.
        Kyu20 = "20k",
        /// It overlooks less.
        Kyu15 = "15k",
        /// The last below GNU Go.
        Kyu12 = "12k",
        /// As GNU Go 3.8 at level 10, by convention.
        Kyu9 = "9k",
        /// Two ranks above GNU Go.
        Kyu7 = "7k",
        /// Two ranks above 7k.
        Kyu5 = "5k",
        /// Two ranks above 5k.
        Kyu3 = "3k",
        /// The last of the kyu ranks.
        Kyu1 = "1k",
        /// The first of the dan ranks, and the last below full strength.
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

    /// The rank with this name, in letters of either case, or with this number.
    ///
    /// # Errors
    /// If there is none.
    pub fn of(text: &str) -> Result<Self, NoRank> {
        let is_named = |rank: &&Self| {
            rank.name().eq_ignore_ascii_case(text) || rank.number().to_string() == text
        };
        let found = Self::ALL.iter().find(is_named);
        found.copied().ok_or_else(|| NoRank(text.to_owned()))
    }
}

/// There is no level of this name or number.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no level {0:?}: it is one of {names}, or a number from 1 to {most}", names = Rank::ALL.map(Rank::name).join(", "), most = Rank::ALL.len())]
pub struct NoRank(pub String);

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
