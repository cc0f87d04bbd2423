//! Go as the laboratory knows it.
//!
//! Read in this order: this file (what an experiment file says about Go), [`GoBoard`] (a game, its
//! count in `count` and its records in `sgf`), [`GoPlayer`] (recipes, their models in `models`),
//! `openings`, `suites`, then [`Gtp`].

mod board;
mod count;
mod gtp;
mod models;
mod openings;
mod player;
mod sgf;
mod suites;

pub use board::GoBoard;
pub use gtp::Gtp;
pub use player::GoPlayer;

use tengen_go::{Game, Rules, Size};
use tengen_lab::experiment::{Files, Form, Opening};
use tengen_lab::game::{Board, Discipline, Games, OwnPlayer, Protocol, Suite};

/// Go.
#[derive(Clone, Copy, Debug)]
pub struct Go;

/// Go and no other game.
pub const GO: Games = Games(&[&Go]);

impl Discipline for Go {
    fn name(&self) -> &'static str {
        "go"
    }

    fn keys(&self) -> &'static [&'static str] {
        &["size", "komi", "rules"]
    }

    /// The empty board of `size`, `komi` and `rules`.
    fn board(&self, form: &Form<'_>) -> Box<dyn Board> {
        let size = form.whole("size", 2..=25).unwrap_or(9);
        let size = Size::new(size as usize).unwrap_or(Size::NINE);
        let rules: Rules = form.read("rules").unwrap_or_default();
        let komi = form.read("komi").unwrap_or_else(|| rules.usual_komi(0));
        GoBoard::of(Game::new(size, rules, komi))
    }

    fn usual_board(&self) -> Box<dyn Board> {
        let rules = Rules::CHINESE;
        GoBoard::of(Game::new(Size::NINE, rules, rules.usual_komi(0)))
    }

    fn recipe(&self, word: &str, files: &mut dyn Files) -> Result<Box<dyn OwnPlayer>, String> {
        GoPlayer::find(word, files)
    }

    fn usual_player(&self) -> Box<dyn OwnPlayer> {
        GoPlayer::of(Default::default())
    }

    fn suite(&self, form: &Form<'_>, files: &mut dyn Files) -> Option<Suite> {
        suites::read(form, files)
    }

    fn position(
        &self,
        form: &Form<'_>,
        name: &str,
        board: &dyn Board,
        files: &mut dyn Files,
    ) -> Option<Box<dyn Board>> {
        let position = suites::position(form, name, GoBoard::game(board)?, files)?;
        Some(GoBoard::of(position.game))
    }

    fn openings(
        &self,
        text: &str,
        file: &str,
        board: &dyn Board,
        most: usize,
    ) -> Result<Vec<Opening>, String> {
        openings::collection(text, file, GoBoard::expect(board)?, most)
    }

    fn can_be_learned(&self) -> bool {
        true
    }

    fn models(&self) -> Vec<(&'static str, &'static [u8])> {
        tengen_go_engine::Models::predictors()
    }

    fn ending(&self) -> &'static str {
        "sgf"
    }

    fn protocol(&self) -> Box<dyn Protocol> {
        Box::new(Gtp::default())
    }
}
