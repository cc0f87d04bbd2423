//! A game of Shogi.

use std::any::Any;

use serde_json::{Map, Value};
use tengen_game::{Color, Game as _};
use tengen_lab::game::{Board, BoardStatus, Count, Lengths};
use tengen_lab::record::{GameRecord, PerSide, Side, VoidRecord};
use tengen_process::Filling;
use tengen_shogi::{Ending, Game, Move};

use crate::{DECLARATIONS, kif};

/// A game of Shogi as the laboratory sees it. Moves are said and kept as in USI; `win` is a declaration.
#[derive(Clone, Debug)]
pub struct ShogiBoard(pub Game);

impl ShogiBoard {
    /// The board of a game.
    #[must_use]
    pub fn of(game: Game) -> Box<dyn Board> {
        Box::new(Self(game))
    }

    /// The game of Shogi on this board.
    ///
    /// # Errors
    /// With a reason without the player's name, if it is one of another game.
    pub fn expect(board: &dyn Board) -> Result<&Game, String> {
        let board = (board as &dyn Any).downcast_ref::<Self>();
        board
            .map(|Self(game)| game)
            .ok_or_else(|| "knows no other game than Shogi".to_owned())
    }

    fn declaration(&self) -> &'static str {
        let rule = self.0.rules().declaration;
        let found = DECLARATIONS.iter().find(|(_, each)| *each == rule);
        found.map_or("", |(word, _)| word)
    }
}

impl Board for ShogiBoard {
    fn boxed(&self) -> Box<dyn Board> {
        Box::new(self.clone())
    }

    fn empty(&self) -> Box<dyn Board> {
        let Self(game) = self;
        Self::of(Game::new(game.start().clone(), game.rules()))
    }

    /// An SFEN.
    fn started(&self, start: &str) -> Result<Box<dyn Board>, String> {
        let board = tengen_shogi::Board::from_usi(start).map_err(|error| error.to_string())?;
        Ok(Self::of(Game::new(board, self.0.rules())))
    }

    fn turn(&self) -> Color {
        self.0.turn()
    }

    fn play(&mut self, color: Color, mv: &str) -> Result<(), String> {
        let mv = Move::parse(mv).ok_or_else(|| format!("{mv:?} is no move of Shogi"))?;
        self.0.play(color, mv).map_err(|error| error.to_string())
    }

    fn reads(&self, word: &str) -> Result<String, String> {
        let mv = Move::parse(word).ok_or("is no move of Shogi")?;
        Ok(mv.to_string())
    }

    fn candidates(&self) -> Vec<String> {
        let legal = self.0.legal_moves(self.0.turn()).into_iter();
        legal.map(|mv| mv.to_string()).collect()
    }

    fn status(&self) -> BoardStatus {
        let Some(ending) = self.0.ending() else {
            return BoardStatus::Running;
        };
        let (by, note) = match ending {
            Ending::Mate(_) => ("by mate", None),
            Ending::Declared(_) => ("by declaration", Some("won by declaration")),
            Ending::Repetition => (
                "by repetition",
                Some("the position came for the fourth time"),
            ),
            Ending::PerpetualCheck(_) => (
                "by perpetual check",
                Some(
                    "the position came for the fourth time, and the loser gave check all the time",
                ),
            ),
            Ending::TooLong => ("by its length", None),
        };
        BoardStatus::Over {
            by,
            result: match ending.winner() {
                Some(winner) => format!("{}+", winner.letter().to_ascii_uppercase()),
                None => self.broken_off(),
            },
            note: note.map(str::to_owned),
        }
    }

    /// A draw.
    fn broken_off(&self) -> String {
        "0".to_owned()
    }

    /// The rules decide, so nobody is asked.
    fn count(&self, _: &PerSide<Option<String>>, _: &PerSide<String>) -> Count {
        Count {
            result: self.broken_off(),
            note: None,
            dispute: None,
        }
    }

    fn moves(&self) -> Vec<String> {
        let mut moves: Vec<String> = self.0.moves().map(|(_, mv)| mv.to_string()).collect();
        if let Some(Ending::Declared(_)) = self.0.ending() {
            moves.push(Move::DECLARE.to_string());
        }
        moves
    }

    fn kept(&self) -> Vec<String> {
        self.moves()
    }

    fn replay(&mut self, kept: &[String]) -> Result<(), String> {
        for mv in kept {
            let played = self.play(self.turn(), mv);
            played.map_err(|error| format!("has an illegal move: {error}"))?;
        }
        Ok(())
    }

    fn lengths(&self) -> Lengths {
        Lengths {
            ordinary: 120.0,
            limit: 512,
            most: 10_000,
            opening: 500,
            random: 100,
        }
    }

    fn description(&self) -> Map<String, Value> {
        let mut description = Map::new();
        description.insert("start".to_owned(), self.0.start().sfen().into());
        description.insert("declaration".to_owned(), self.declaration().into());
        description
    }

    fn position(&self) -> String {
        let (sfen, declaration) = (self.0.board().sfen(), self.declaration());
        format!("{sfen} declaration {declaration}")
    }

    fn settings(&self) -> Vec<(String, String)> {
        let start = self.0.start();
        let even = *start == tengen_shogi::Board::start();
        let start = if even {
            "startpos".to_owned()
        } else {
            start.sfen()
        };
        let points = match self.declaration() {
            "never" => "none".to_owned(),
            points => format!("{points} to declare"),
        };
        vec![("start".to_owned(), start), ("points".to_owned(), points)]
    }

    fn fill(&self, _: &mut Filling) {}

    fn game_text(&self, record: &GameRecord, lines: &[(&str, String)]) -> String {
        kif::game(record, &self.0, lines)
    }

    fn void_text(
        &self,
        record: &VoidRecord,
        names: &PerSide<String>,
        black: Side,
        lines: &[(&str, String)],
    ) -> String {
        kif::void(record, &self.0, names, black, lines)
    }

    fn compare(&self, record: &GameRecord, text: &str) -> Result<(), String> {
        kif::compare(record, &self.0, text)
    }
}
