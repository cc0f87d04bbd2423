//! A player that plays what it is told to.

use std::collections::VecDeque;
use std::time::Duration;

use tengen_game::Color;
use tengen_lab::game::Board;
use tengen_lab::player::{Action, Failing, Player, Turn};
use tengen_lab::record::Cause;

/// Plays its moves, then passes.
pub(crate) struct Scripted {
    moves: VecDeque<String>,
    /// The stones it calls dead, or that it fails to say.
    pub(crate) dead: Result<Option<&'static str>, ()>,
    /// The number of times it was asked for dead stones.
    pub(crate) asked: usize,
    /// The move of the opponent's, by number, at which it fails.
    pub(crate) deaf_at: Option<usize>,
    heard: usize,
}

impl Scripted {
    /// Plays these moves.
    pub(crate) fn new(moves: &str) -> Self {
        Self {
            moves: moves.split_whitespace().map(str::to_owned).collect(),
            dead: Ok(None),
            asked: 0,
            deaf_at: None,
            heard: 0,
        }
    }
}

fn crash() -> Failing {
    Failing::Void {
        cause: Cause::Crash,
        reason: "fell over".to_owned(),
    }
}

impl Player for Scripted {
    fn begin(&mut self, _: &dyn Board) -> Result<(), Failing> {
        Ok(())
    }

    fn hear(&mut self, _: Color, _: &str) -> Result<(), Failing> {
        self.heard += 1;
        match self.deaf_at {
            Some(number) if number == self.heard => Err(crash()),
            _ => Ok(()),
        }
    }

    fn choose(&mut self, _: Color) -> Result<Turn, Failing> {
        let word = self.moves.pop_front().unwrap_or_else(|| "pass".to_owned());
        Ok(Turn {
            action: match word.as_str() {
                "resign" => Action::Resign,
                _ => Action::Play(word),
            },
            winrate: Some(0.25),
            playouts: Some(10),
        })
    }

    fn claim(&mut self) -> Result<Option<String>, Failing> {
        self.asked += 1;
        let dead = self.dead.map(|list| list.map(str::to_owned));
        dead.map_err(|()| crash())
    }

    fn thought(&self) -> Duration {
        Duration::from_secs(3)
    }

    fn cpu_seconds(&self) -> Option<f64> {
        None
    }
}
