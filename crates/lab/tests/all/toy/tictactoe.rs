//! Tic-tac-toe as the laboratory sees it: its players are sessions.

use std::any::Any;
use std::collections::BTreeMap;

use serde_json::{Map, Value};
use tengen_engine::tictactoe::{self, Match};
use tengen_game::{Color, Game};
use tengen_lab::experiment::{Files, Form, Opening};
use tengen_lab::game::{
    Board, BoardStatus, Count, Discipline, KitGame, KitPlayer, Lengths, OwnPlayer, Problem,
    Protocol, Suite,
};
use tengen_lab::record::{GameRecord, PerSide, Side, VoidRecord};
use tengen_process::Filling;

/// The game.
#[derive(Debug)]
pub(crate) struct TicTacToe;

impl KitGame for TicTacToe {
    type Kit = tictactoe::TicTacToe;

    fn game(board: &dyn Board) -> Result<&Match, String> {
        let board = (board as &dyn Any).downcast_ref::<Squares>();
        board
            .map(|Squares(game)| game)
            .ok_or_else(|| "knows tic-tac-toe alone".to_owned())
    }
}

impl Discipline for TicTacToe {
    fn name(&self) -> &'static str {
        "tic-tac-toe"
    }

    fn keys(&self) -> &'static [&'static str] {
        &[]
    }

    fn board(&self, _: &Form<'_>) -> Box<dyn Board> {
        self.usual_board()
    }

    fn usual_board(&self) -> Box<dyn Board> {
        Box::new(Squares(Match::START))
    }

    fn recipe(&self, word: &str, files: &mut dyn Files) -> Result<Box<dyn OwnPlayer>, String> {
        KitPlayer::<Self>::find(word, files)
    }

    fn usual_player(&self) -> Box<dyn OwnPlayer> {
        KitPlayer::<Self>::of(Default::default())
    }

    /// `moves = "a1 a3 b1 b3"` and `right = "c1"`.
    fn suite(&self, form: &Form<'_>, _: &mut dyn Files) -> Option<Suite> {
        let (moves, right) = (form.needed_text("moves")?, form.needed_text("right")?);
        form.close();
        let mut board = self.usual_board();
        for mv in moves.split_whitespace() {
            board.play(board.turn(), mv).ok()?;
        }
        let problem = Problem {
            name: moves,
            groups: BTreeMap::new(),
            board,
            right: vec![right],
            wrong: BTreeMap::new(),
        };
        Some(Suite {
            file: "none".to_owned(),
            problems: vec![problem],
            left_out: 0,
        })
    }

    fn position(
        &self,
        form: &Form<'_>,
        _: &str,
        board: &dyn Board,
        _: &mut dyn Files,
    ) -> Option<Box<dyn Board>> {
        let mut board = board.boxed();
        for mv in form.needed_text("moves")?.split_whitespace() {
            let played = board.play(board.turn(), mv);
            played.map_err(|error| form.wrong("moves", error)).ok()?;
        }
        Some(board)
    }

    fn openings(
        &self,
        _: &str,
        file: &str,
        _: &dyn Board,
        _: usize,
    ) -> Result<Vec<Opening>, String> {
        Err(format!("{file} holds no games of tic-tac-toe"))
    }

    fn ending(&self) -> &'static str {
        "txt"
    }

    fn protocol(&self) -> Box<dyn Protocol> {
        unreachable!("no program speaks of it")
    }
}

/// A game on a board.
#[derive(Clone, Debug)]
struct Squares(Match);

impl Squares {
    fn text(moves: &[String], lines: &[(&str, String)]) -> String {
        let lines: String = lines.iter().map(|(_, text)| format!(" {text}")).collect();
        format!("{}\n{lines}", moves.join(" "))
    }
}

impl Board for Squares {
    fn boxed(&self) -> Box<dyn Board> {
        Box::new(self.clone())
    }

    fn empty(&self) -> Box<dyn Board> {
        Box::new(Self(Match::START))
    }

    fn turn(&self) -> Color {
        self.0.turn()
    }

    fn play(&mut self, color: Color, mv: &str) -> Result<(), String> {
        let mv = Match::parse(mv, ()).ok_or_else(|| format!("{mv:?} is no square"))?;
        self.0.play(color, mv).map_err(|error| error.to_string())
    }

    fn reads(&self, word: &str) -> Result<String, String> {
        let mv = Match::parse(word, ()).ok_or("is no square")?;
        Ok(Match::label(mv, ()))
    }

    fn candidates(&self) -> Vec<String> {
        let legal = self.0.legal_moves(self.0.turn()).into_iter();
        legal.map(|mv| Match::label(mv, ())).collect()
    }

    fn status(&self) -> BoardStatus {
        match self.0.status() {
            tengen_game::Status::Ended(outcome) => BoardStatus::Over {
                by: "by the board",
                result: match outcome.winner {
                    Some(winner) => format!("{}+", winner.letter().to_ascii_uppercase()),
                    None => "0".to_owned(),
                },
                note: None,
            },
            _ => BoardStatus::Running,
        }
    }

    fn broken_off(&self) -> String {
        "0".to_owned()
    }

    fn count(&self, _: &PerSide<Option<String>>, _: &PerSide<String>) -> Count {
        unreachable!("there is nothing to count")
    }

    fn moves(&self) -> Vec<String> {
        self.0.moves().map(|(_, mv)| Match::label(mv, ())).collect()
    }

    fn kept(&self) -> Vec<String> {
        self.moves()
    }

    fn replay(&mut self, kept: &[String]) -> Result<(), String> {
        let mut moves = kept.iter();
        moves.try_for_each(|mv| self.play(self.turn(), mv))
    }

    fn lengths(&self) -> Lengths {
        Lengths {
            ordinary: 8.0,
            limit: 9,
            most: 9,
            opening: 4,
            random: 4,
        }
    }

    fn description(&self) -> Map<String, Value> {
        Map::new()
    }

    fn position(&self) -> String {
        self.moves().join(" ")
    }

    fn settings(&self) -> Vec<(String, String)> {
        vec![("board".to_owned(), "3×3".to_owned())]
    }

    fn fill(&self, _: &mut Filling) {}

    fn game_text(&self, record: &GameRecord, lines: &[(&str, String)]) -> String {
        Self::text(&record.moves, lines)
    }

    fn void_text(
        &self,
        record: &VoidRecord,
        _: &PerSide<String>,
        _: Side,
        lines: &[(&str, String)],
    ) -> String {
        Self::text(&record.moves, lines)
    }

    fn compare(&self, record: &GameRecord, text: &str) -> Result<(), String> {
        match text.lines().next() == Some(record.moves.join(" ").as_str()) {
            true => Ok(()),
            false => Err("is another game".to_owned()),
        }
    }
}
