//! Games as the laboratory knows them: moves are texts to it, and all that they mean is asked here.
//!
//! A [`Discipline`] is a game there is; it makes the other objects. A [`Board`] is a game that is
//! played, an [`OwnPlayer`] a recipe, [`Sitting`] its search at a board, and a [`Protocol`] the way in
//! which programs of others are spoken to. [`Games`] lists the disciplines: whoever opens an
//! experiment says which games there are.
//!
//! A move has two texts. It is *said* by players, by files and in answers (`D4`), and it is *kept* in
//! records (in SGF `dd`); both are the game's own, and may be the same.

mod board;
mod kit;
mod measured;
mod own;
mod problem;
mod protocol;

use std::fmt::Debug;

pub use board::{Board, BoardStatus, Count, Lengths};
pub use kit::{KitGame, KitPlayer};
pub use own::{Answer, Measured, OwnPlayer, Sitting};
pub use problem::{Position, Problem, Suite};
pub use protocol::{Introduction, Protocol};

use crate::experiment::{Files, Form, Opening};

/// A game there is.
pub trait Discipline: Debug + Sync {
    /// Its name in experiment files.
    fn name(&self) -> &'static str;

    /// The keys of an experiment file that [`Discipline::board`] reads.
    fn keys(&self) -> &'static [&'static str];

    /// The board at the start of a game, by the keys of an experiment file.
    fn board(&self, form: &Form<'_>) -> Box<dyn Board>;

    /// The board where no file says anything about it.
    fn usual_board(&self) -> Box<dyn Board>;

    /// The player of a recipe: one of those that are built in, or a file.
    ///
    /// # Errors
    /// With a sentence, if there is none or it is wrong.
    fn recipe(&self, word: &str, files: &mut dyn Files) -> Result<Box<dyn OwnPlayer>, String>;

    /// The player whose parameters are all at their defaults.
    fn usual_player(&self) -> Box<dyn OwnPlayer>;

    /// The problems of a `[suite]`; what is wrong is told to the form.
    fn suite(&self, form: &Form<'_>, files: &mut dyn Files) -> Option<Suite>;

    /// A position of `[[positions]]`, on a board like this one where it is given by moves; what is
    /// wrong is told to the form.
    fn position(
        &self,
        form: &Form<'_>,
        name: &str,
        board: &dyn Board,
        files: &mut dyn Files,
    ) -> Option<Box<dyn Board>>;

    /// The beginnings, with so many moves at most, of all games in a file.
    ///
    /// # Errors
    /// With a sentence that names the file.
    fn openings(
        &self,
        text: &str,
        file: &str,
        board: &dyn Board,
        most: usize,
    ) -> Result<Vec<Opening>, String>;

    /// The ending of names of files that hold a game for other programs.
    fn ending(&self) -> &'static str;

    /// True if models of its moves can be learned, as `kind = "learn"` does.
    fn can_be_learned(&self) -> bool {
        false
    }

    /// The models that are built in and foretell its moves: their names, and what their files hold.
    fn models(&self) -> Vec<(&'static str, &'static [u8])> {
        Vec::new()
    }

    /// True if its [`Protocol`] tells programs of others how many playouts they may make.
    fn tells_playouts(&self) -> bool {
        false
    }

    /// The way in which a program of others is spoken to, for one game.
    fn protocol(&self) -> Box<dyn Protocol>;
}

/// The games there are. The first is meant where a file names none.
#[derive(Clone, Copy, Debug)]
pub struct Games(pub &'static [&'static dyn Discipline]);

impl Games {
    /// The game that a file names as its `game`; `None`, with a fault, if there is no such.
    pub(crate) fn read(self, form: &Form<'_>) -> Option<&'static dyn Discipline> {
        if !form.has("game") {
            return self.0.first().copied();
        }
        let words: Vec<_> = self.0.iter().map(|&game| (game.name(), game)).collect();
        form.choice("game", &words)
    }

    /// True for the game that a file need not name.
    pub(crate) fn is_usual(self, game: &dyn Discipline) -> bool {
        self.0
            .first()
            .is_some_and(|usual| usual.name() == game.name())
    }

    /// The keys of the boards of all games.
    pub(crate) fn keys(self) -> Vec<&'static str> {
        let keys = self.0.iter().flat_map(|game| game.keys());
        keys.copied().collect()
    }
}
