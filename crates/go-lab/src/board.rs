//! A game of Go.

use std::any::Any;

use serde_json::{Map, Value};
use tengen_go::{Color, Game, Move, Point, PointSet, State};
use tengen_lab::game::{Board, BoardStatus, Count, Lengths};
use tengen_lab::record::{GameRecord, PerSide, Side, VoidRecord};
use tengen_process::Filling;
use tengen_record::{move_from_pair, pair};

use crate::{count, sgf};

/// A game of Go as the laboratory sees it. Moves are said as in GTP and kept as SGF pairs, where a
/// pass is empty.
#[derive(Clone, Debug)]
pub struct GoBoard(pub Game);

impl GoBoard {
    /// The board of a game.
    #[must_use]
    pub fn of(game: Game) -> Box<dyn Board> {
        Box::new(Self(game))
    }

    /// The game of Go on this board; `None` if it is one of another game.
    #[must_use]
    pub fn game(board: &dyn Board) -> Option<&Game> {
        let board = (board as &dyn Any).downcast_ref::<Self>();
        board.map(|Self(game)| game)
    }

    /// The same.
    ///
    /// # Errors
    /// With a reason without the player's name, if it is one of another game.
    pub(crate) fn expect(board: &dyn Board) -> Result<&Game, String> {
        Self::game(board).ok_or_else(|| "knows no other game than Go".to_owned())
    }
}

impl Board for GoBoard {
    fn boxed(&self) -> Box<dyn Board> {
        Box::new(self.clone())
    }

    fn empty(&self) -> Box<dyn Board> {
        let Self(game) = self;
        Self::of(Game::new(game.size(), game.rules(), game.komi()))
    }

    fn turn(&self) -> Color {
        self.0.turn()
    }

    fn play(&mut self, color: Color, mv: &str) -> Result<(), String> {
        let mv = parse(mv, &self.0)?;
        self.0.play(color, mv).map_err(|error| error.to_string())
    }

    fn reads(&self, word: &str) -> Result<String, String> {
        let size = self.0.size();
        let mv = Move::parse(word, size).ok_or_else(|| format!("is no move on {size}"))?;
        Ok(mv.label(size))
    }

    fn candidates(&self) -> Vec<String> {
        let size = self.0.size();
        let free = Point::all(size).filter(|&point| self.0.at(point).is_none());
        free.map(|point| point.label(size)).collect()
    }

    /// Under rules with simple ko the game also ends when the whole board repeats: these rules call
    /// that no result, and we call it a draw.
    fn status(&self) -> BoardStatus {
        match self.0.state() {
            State::Running => BoardStatus::Running,
            State::Over if self.0.rules().counts_what_stands() => BoardStatus::Over {
                by: "by passes",
                result: self.broken_off(),
                note: None,
            },
            State::Over => BoardStatus::Claimed { by: "by passes" },
            State::NoResult { first } => BoardStatus::Over {
                by: "by repeating the board",
                result: "0".to_owned(),
                note: Some(format!(
                    "the position after move {first} stood again: no result by the rules, \
                     taken as a draw"
                )),
            },
        }
    }

    /// Counts what stands; nothing is dead.
    fn broken_off(&self) -> String {
        self.0.score(&PointSet::EMPTY).to_string()
    }

    fn count(&self, claims: &PerSide<Option<String>>, names: &PerSide<String>) -> Count {
        count::count(&self.0, claims, names)
    }

    fn moves(&self) -> Vec<String> {
        let size = self.0.size();
        self.0.moves().map(|(_, mv)| mv.label(size)).collect()
    }

    fn kept(&self) -> Vec<String> {
        let letters = |(_, mv): (Color, Move)| mv.point().map(pair).unwrap_or_default();
        self.0.moves().map(letters).collect()
    }

    fn replay(&mut self, kept: &[String]) -> Result<(), String> {
        let Self(game) = self;
        for pair in kept {
            let mv = match pair.as_str() {
                "" => Move::Pass,
                pair => move_from_pair(pair.as_bytes(), game.size())
                    .ok_or_else(|| format!("has a move {pair:?} that is none"))?,
            };
            let color = game.turn();
            game.play(color, mv)
                .map_err(|error| format!("has an illegal move: {error}"))?;
        }
        Ok(())
    }

    fn lengths(&self) -> Lengths {
        let area = self.0.size().area();
        Lengths {
            ordinary: area as f64 * 0.75,
            limit: 3 * area,
            most: 100 * area,
            opening: area,
            random: area / 2,
        }
    }

    fn description(&self) -> Map<String, Value> {
        let Self(game) = self;
        let mut description = Map::new();
        description.insert("size".to_owned(), game.size().get().into());
        description.insert("komi".to_owned(), game.komi().to_string().into());
        description.insert("rules".to_owned(), format!("{:?}", game.rules()).into());
        description
    }

    fn position(&self) -> String {
        let Self(game) = self;
        let stones = |color: Color| -> String {
            let of_color = |point: &Point| game.at(*point) == Some(color);
            let points = Point::all(game.size()).filter(of_color);
            let labels: Vec<String> = points.map(|point| point.label(game.size())).collect();
            labels.join(" ")
        };
        format!(
            "{} {:?} {:?} komi {} black {} white {} {:?} to play",
            game.size(),
            game.rules(),
            game.handicap(),
            game.komi(),
            stones(Color::Black),
            stones(Color::White),
            game.turn()
        )
    }

    fn settings(&self) -> Vec<(String, String)> {
        let Self(game) = self;
        let setting = |name: &str, value: String| (name.to_owned(), value);
        vec![
            setting("board", game.size().to_string()),
            setting("komi", game.komi().to_string()),
            setting("rules", game.rules().name.to_owned()),
        ]
    }

    fn fill(&self, filling: &mut Filling) {
        filling.size = Some(self.0.size().get());
        filling.komi = Some(self.0.komi().to_string());
    }

    fn game_text(&self, record: &GameRecord, lines: &[(&str, String)]) -> String {
        sgf::sgf(record, &self.0, lines)
    }

    fn void_text(
        &self,
        record: &VoidRecord,
        names: &PerSide<String>,
        black: Side,
        lines: &[(&str, String)],
    ) -> String {
        sgf::void_sgf(record, &self.0, names, black, lines)
    }

    fn compare(&self, record: &GameRecord, text: &str) -> Result<(), String> {
        sgf::compare(record, text)
    }
}

/// A move as it is said.
///
/// # Errors
/// With the reason, if it is none.
pub(crate) fn parse(word: &str, game: &Game) -> Result<Move, String> {
    let size = game.size();
    Move::parse(word, size).ok_or_else(|| format!("{word:?} is no move on {size}"))
}
