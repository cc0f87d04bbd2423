//! Shogi as the laboratory knows it.
//!
//! Read in this order: this file (what an experiment file says about Shogi), [`ShogiBoard`] (a game, its records in
//! `kif`), [`ShogiPlayer`] (recipes), `openings` (lines of USI positions), `suites`, then [`Usi`].

mod board;
mod kif;
mod openings;
mod player;
mod suites;
mod usi;

pub use board::ShogiBoard;
pub use player::ShogiPlayer;
pub use usi::Usi;

use tengen_lab::experiment::{Files, Form, Opening};
use tengen_lab::game::{Board, Discipline, OwnPlayer, Protocol, Suite};
use tengen_shogi::{Declaration, Game, Rules};

/// Shogi.
#[derive(Clone, Copy, Debug)]
pub struct Shogi;

/// The words for declarations in experiment files.
const DECLARATIONS: [(&str, Declaration); 3] = [
    ("27", Declaration::Points27),
    ("24", Declaration::Points24),
    ("never", Declaration::Never),
];

impl Discipline for Shogi {
    fn name(&self) -> &'static str {
        "shogi"
    }

    fn keys(&self) -> &'static [&'static str] {
        &["start", "declaration"]
    }

    /// The position of `start`, with `declaration`. The limit of moves is the laboratory's `longest`.
    fn board(&self, form: &Form<'_>) -> Box<dyn Board> {
        let start = form.text("start").and_then(|text| {
            let read = tengen_shogi::Board::from_usi(&text);
            read.map_err(|error| form.wrong("start", error.to_string()))
                .ok()
        });
        let rules = Rules {
            declaration: form
                .choice("declaration", &DECLARATIONS)
                .unwrap_or_default(),
            most: 0,
        };
        let start = start.unwrap_or_else(tengen_shogi::Board::start);
        ShogiBoard::of(Game::new(start, rules))
    }

    fn usual_board(&self) -> Box<dyn Board> {
        ShogiBoard::of(Game::default())
    }

    fn recipe(&self, word: &str, files: &mut dyn Files) -> Result<Box<dyn OwnPlayer>, String> {
        ShogiPlayer::find(word, files)
    }

    fn usual_player(&self) -> Box<dyn OwnPlayer> {
        ShogiPlayer::of(Default::default())
    }

    fn suite(&self, form: &Form<'_>, files: &mut dyn Files) -> Option<Suite> {
        suites::read(form, files)
    }

    fn position(
        &self,
        form: &Form<'_>,
        _: &str,
        board: &dyn Board,
        _: &mut dyn Files,
    ) -> Option<Box<dyn Board>> {
        suites::position(form, board)
    }

    fn openings(
        &self,
        text: &str,
        file: &str,
        board: &dyn Board,
        most: usize,
    ) -> Result<Vec<Opening>, String> {
        openings::read(text, file, ShogiBoard::expect(board)?, most)
    }

    fn ending(&self) -> &'static str {
        "kif"
    }

    fn tells_playouts(&self) -> bool {
        true
    }

    fn protocol(&self) -> Box<dyn Protocol> {
        Box::new(Usi::default())
    }
}
