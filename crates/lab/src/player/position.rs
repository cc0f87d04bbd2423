//! A position on a program's board that it has not played to, and the move it says there.

use std::fs;
use std::path::Path;

use tengen_go::{Color, Game, Move, Point};
use tengen_record::sgf::{Info, from_game};

use super::speech::set_terms;
use super::{Failing, Outside, Player};
use crate::record::Cause;

impl Outside {
    /// Starts the program as for a game, puts a position on its board, and asks for a move of the
    /// side to move: the first word of the answer, which is a move, a point outside of the board or
    /// a resignation. Everything else is as in a game, but lateness is not judged.
    ///
    /// The stones come as an SGF file if the program loads such, which leaves no history that a
    /// search could look at, and else as moves. `file` is where that file is written, and removed
    /// afterwards; a path with a space cannot be said in GTP, so then moves it is. Komi and rules
    /// are told again after a file, which may have changed them.
    ///
    /// # Errors
    /// If the program fails or refuses a command, answers with what is no move, or the file cannot
    /// be written.
    pub fn consider(&mut self, game: &Game, file: &Path) -> Result<String, Failing> {
        self.begin(game)?;
        let path = file
            .to_str()
            .filter(|path| !path.contains(char::is_whitespace));
        match path {
            Some(path) if self.with(|engine| engine.knows("loadsgf"))? => self.load(game, path)?,
            _ => {
                for (point, color) in stones(game) {
                    self.hear(color, Move::Play(point))?;
                }
            }
        }
        let genmove = match self.with(|engine| engine.knows("reg_genmove"))? {
            true => "reg_genmove",
            false => "genmove",
        };
        let (said, _) = self.ask(genmove, game.turn())?;
        match self.understood(&said) {
            Ok(_) | Err(Failing::Illegal(_)) => {
                let word = said.split_whitespace().next();
                Ok(word.unwrap_or_default().to_owned())
            }
            Err(failing) => Err(failing),
        }
    }

    fn load(&mut self, game: &Game, path: &str) -> Result<(), Failing> {
        fs::write(path, sgf(game)).map_err(|error| Failing::Void {
            cause: Cause::Fault,
            reason: format!("cannot be given {path}, which cannot be written: {error}"),
        })?;
        let told = self.with(|engine| engine.tell(&format!("loadsgf {path}")));
        let _ = fs::remove_file(path);
        told?;
        self.with(|engine| set_terms(engine, game))
    }
}

fn stones(game: &Game) -> impl Iterator<Item = (Point, Color)> + '_ {
    Point::all(game.size()).filter_map(|point| Some((point, game.at(point)?)))
}

/// The position as a record without moves.
fn sgf(game: &Game) -> String {
    let stones = game.stones().clone();
    let start = Game::from_position(stones, game.turn(), game.rules(), game.komi());
    from_game(&start, &Info::new(game.size())).to_sgf()
}
