//! A match: the board, the openings, who plays whom how often, and when a series ends early.

use super::bundle::Files;
use super::form::Form;
use super::openings::{Opening, Openings};
use super::players::Contender;
use super::schedule;
use crate::game::{Board, Discipline};
use crate::hash;
use crate::outline::{Scale, Stop};
use crate::record::Side;

/// Games between players.
#[derive(Clone, Debug)]
pub struct Match {
    /// The board at the start, with its rules.
    pub board: Box<dyn Board>,
    /// The openings of the games.
    pub openings: Openings,
    /// After so many moves a game is broken off.
    pub longest: usize,
    /// The two players of each pairing, by places in the list of players.
    pub pairings: Vec<(usize, usize)>,
    /// Games of each pairing.
    pub games: u64,
}

impl Match {
    pub(super) fn read(
        form: &Form<'_>,
        game: &dyn Discipline,
        players: &[Contender],
        base: &[String],
        files: &mut dyn Files,
    ) -> Option<Self> {
        let games = form.whole("games", 1..=10_000_000);
        form.needed("games");
        if games.is_some_and(|games| games % 2 == 1) {
            form.wrong(
                "games",
                "games come in pairs with colours swapped: give an even number",
            );
        }
        let board = game.board(form);
        let openings = Openings::read(form, game, &*board, files);
        let lengths = board.lengths();
        let longest = form.whole("longest", 1..=lengths.most as u64);
        let pairings = schedule::pairings(form, players, base);
        Some(Self {
            longest: longest.map_or(lengths.limit, |moves| moves as usize),
            board,
            openings,
            pairings,
            games: games?,
        })
    }

    pub(super) fn description(&self) -> serde_json::Value {
        let mut description = self.board.description();
        description.insert("kind".to_owned(), "match".into());
        description.insert("openings".to_owned(), self.openings.description());
        description.insert("longest".to_owned(), self.longest.into());
        description.into()
    }

    pub(super) fn settings(&self) -> Vec<(String, String)> {
        let mut settings = self.board.settings();
        settings.push(("openings".to_owned(), self.openings.words()));
        settings
    }

    /// The opening of a game; the two games of a pair share it, and so do the pairs of one number in
    /// all series.
    #[must_use]
    pub fn opening(&self, experiment: &str, number: u64) -> Opening {
        let pair = number.saturating_sub(1) / 2;
        let seed = hash::seed(experiment, &format!("opening/{pair}"));
        self.openings.of_pair(pair, &*self.board, seed)
    }

    /// The board that a game with this opening begins at.
    ///
    /// # Errors
    /// With a sentence, if the opening has a start that is none.
    pub fn start(&self, opening: &Opening) -> Result<Box<dyn Board>, String> {
        match &opening.start {
            Some(start) => self.board.started(start),
            None => Ok(self.board.clone()),
        }
    }

    /// The side that is Black in the game of this number: the first player in odd ones.
    #[must_use]
    pub const fn black(number: u64) -> Side {
        match number % 2 {
            1 => Side::First,
            _ => Side::Second,
        }
    }
}

/// `[stop]`: a sequential test that ends a series.
pub(super) fn stop(form: &Form<'_>) -> Option<Stop> {
    let form = form.form("stop")?;
    let scales = [
        ("logistic", Scale::Logistic),
        ("normalised", Scale::Normalized),
        ("normalized", Scale::Normalized),
    ];
    let stop = Stop {
        scale: form.choice("scale", &scales).unwrap_or(Scale::Logistic),
        elo0: form.real("elo0", -1000.0..=1000.0).unwrap_or(0.0),
        elo1: form.real("elo1", -1000.0..=1000.0).unwrap_or(0.0),
        alpha: form.real("alpha", 1e-6..=0.5).unwrap_or(0.05),
        beta: form.real("beta", 1e-6..=0.5).unwrap_or(0.05),
    };
    form.needed("elo0");
    form.needed("elo1");
    if stop.elo0 >= stop.elo1 {
        form.wrong("elo1", "`stop.elo1` has to be greater than `stop.elo0`");
    }
    form.close();
    Some(stop)
}
