//! GTP: what is said to a program before and while it plays, and what its answers mean.

use std::fs;
use std::path::Path;
use std::time::Duration;

use tengen_go::{Color, Game, Move, Point, Size};
use tengen_lab::game::{Board, Introduction, Protocol};
use tengen_lab::player::{Action, Budget, Failing};
use tengen_lab::record::Cause;
use tengen_process::{Engine, Fault, shorten};
use tengen_record::sgf::{Info, from_game};

use crate::GoBoard;

/// The commands that a player cannot do without.
const NEEDED: [&str; 5] = ["boardsize", "clear_board", "komi", "play", "genmove"];

/// A conversation in version 2 of the Go Text Protocol.
#[derive(Clone, Debug)]
pub struct Gtp {
    size: Size,
    /// The command that asks for a move.
    genmove: &'static str,
}

impl Default for Gtp {
    fn default() -> Self {
        Self {
            size: Size::NINE,
            genmove: "genmove",
        }
    }
}

impl Protocol for Gtp {
    fn introduce(&mut self, engine: &mut Engine) -> Result<Introduction, Fault> {
        let mut told = |command: &str| -> Result<Option<String>, Fault> {
            let reply = engine.ask(command)?;
            Ok(reply.success.then(|| shorten(&reply.text)))
        };
        Ok(Introduction {
            name: told("name")?,
            version: told("version")?,
            protocol: told("protocol_version")?,
        })
    }

    fn lacks(&mut self, engine: &mut Engine) -> Result<Vec<String>, Fault> {
        let mut problems = Vec::new();
        let version = engine.ask("protocol_version")?;
        if version.success && version.text != "2" {
            problems.push(format!(
                "It speaks version {} of GTP; version 2 is spoken here.",
                version.text
            ));
        }
        let listed = engine.ask("list_commands")?;
        for command in NEEDED {
            let known = match listed.success {
                true => listed.text.split_whitespace().any(|word| word == command),
                false => engine.knows(command)?,
            };
            if !known {
                problems.push(format!(
                    "It says that it does not know `{command}`, which a player needs."
                ));
            }
        }
        Ok(problems)
    }

    /// Tells a program size, komi and, if it wants to hear them, the rules.
    fn set_board(&mut self, engine: &mut Engine, board: &dyn Board) -> Result<(), Fault> {
        let game = GoBoard::expect(board).map_err(Fault::Start)?;
        self.size = game.size();
        engine.tell(&format!("boardsize {}", game.size().get()))?;
        engine.tell("clear_board")?;
        set_terms(engine, game)
    }

    fn tell(&mut self, engine: &mut Engine, line: &str) -> Result<(), Fault> {
        engine.tell(line).map(drop)
    }

    fn set_clock(&mut self, engine: &mut Engine, budget: Budget) -> Result<(), Fault> {
        set_clock(engine, budget)
    }

    fn hears_time(&mut self, engine: &mut Engine) -> Result<bool, Fault> {
        engine.knows("time_left")
    }

    fn time_left(
        &mut self,
        engine: &mut Engine,
        color: Color,
        left: Duration,
        moves: u32,
    ) -> Result<(), Fault> {
        let (letter, left) = (color.letter(), left.as_secs());
        engine
            .tell(&format!("time_left {letter} {left} {moves}"))
            .map(drop)
    }

    fn play(&mut self, engine: &mut Engine, color: Color, mv: &str) -> Result<(), Fault> {
        engine
            .tell(&format!("play {} {mv}", color.letter()))
            .map(drop)
    }

    fn choose(
        &mut self,
        engine: &mut Engine,
        color: Color,
        wait: Duration,
    ) -> Result<String, Fault> {
        let command = format!("{} {}", self.genmove, color.letter());
        engine.tell_within(&command, wait)
    }

    fn action(&self, said: &str) -> Result<Action, Failing> {
        action(said, self.size)
    }

    /// The stones come as an SGF file if the program loads such, which leaves no history that a
    /// search could look at, and else as moves. A path with a space cannot be said in GTP, so then
    /// moves it is. Komi and rules are told again after a file, which may have changed them.
    fn pose(&mut self, engine: &mut Engine, board: &dyn Board, file: &Path) -> Result<(), Failing> {
        let game = GoBoard::expect(board).map_err(Fault::Start)?;
        let path = file
            .to_str()
            .filter(|path| !path.contains(char::is_whitespace));
        match path {
            Some(path) if engine.knows("loadsgf")? => load(engine, game, path)?,
            _ => {
                for (point, color) in stones(game) {
                    self.play(engine, color, &point.label(game.size()))?;
                }
            }
        }
        if engine.knows("reg_genmove")? {
            self.genmove = "reg_genmove";
        }
        Ok(())
    }

    fn claim(&mut self, engine: &mut Engine) -> Result<Option<String>, Fault> {
        let reply = engine.ask("final_status_list dead")?;
        Ok(reply.success.then_some(reply.text))
    }
}

/// Tells a program komi and, if it wants to hear them, the rules.
fn set_terms(engine: &mut Engine, game: &Game) -> Result<(), Fault> {
    engine.tell(&format!("komi {}", game.komi()))?;
    if engine.knows("kata-set-rules")? {
        engine.tell(&format!("kata-set-rules {}", game.rules().name))?;
    }
    Ok(())
}

/// Tells a program its time. GTP has whole seconds; broken ones need the command of KataGo, and are
/// rounded down where it is not known (but not to nothing, which means no limit).
fn set_clock(engine: &mut Engine, budget: Budget) -> Result<(), Fault> {
    let (main, period, stones) = match budget {
        Budget::Seconds(seconds) => (0.0, seconds, 1),
        Budget::Clock {
            main, stones: 0, ..
        } => (main, 0.0, 0),
        Budget::Clock {
            main,
            period,
            stones,
        } => (main, period, stones),
        Budget::Free | Budget::Playouts(_) | Budget::Cpu(_) => return Ok(()),
    };
    let broken = main.fract() != 0.0 || period.fract() != 0.0;
    if broken && engine.knows("kata-time_settings")? {
        let settings = match stones {
            0 => format!("kata-time_settings absolute {main}"),
            _ => format!("kata-time_settings canadian {main} {period} {stones}"),
        };
        return engine.tell(&settings).map(drop);
    }
    if engine.knows("time_settings")? {
        let whole = |seconds: f64| match seconds {
            s if s > 0.0 => s.floor().max(1.0),
            _ => 0.0,
        };
        let (main, period) = (whole(main), whole(period));
        engine.tell(&format!("time_settings {main} {period} {stones}"))?;
    }
    Ok(())
}

/// The meaning of an answer to `genmove`.
fn action(said: &str, size: Size) -> Result<Action, Failing> {
    let word = said.split_whitespace().next().unwrap_or_default();
    if word.eq_ignore_ascii_case("resign") {
        return Ok(Action::Resign);
    }
    if let Some(mv) = Move::parse(word, size) {
        return Ok(Action::Play(mv.label(size)));
    }
    let mut letters = word.chars();
    let letter = letters.next().is_some_and(|c| c.is_ascii_alphabetic());
    let number = letters.as_str();
    if letter && !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()) {
        return Err(Failing::Illegal(format!(
            "{} is not on a {size} board",
            shorten(word)
        )));
    }
    Err(Failing::Void {
        cause: Cause::Protocol,
        reason: format!(
            "answered `genmove` with {:?}, which is no move",
            shorten(said)
        ),
    })
}

fn load(engine: &mut Engine, game: &Game, path: &str) -> Result<(), Failing> {
    fs::write(path, sgf(game)).map_err(|error| Failing::Void {
        cause: Cause::Fault,
        reason: format!("cannot be given {path}, which cannot be written: {error}"),
    })?;
    let told = engine.tell(&format!("loadsgf {path}"));
    let _ = fs::remove_file(path);
    told?;
    Ok(set_terms(engine, game)?)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_moves_resignations_illegal_or_nonsense() {
        let said = |text: &str| action(text, Size::NINE);
        assert_eq!(said("d4"), Ok(Action::Play("D4".to_owned())));
        assert_eq!(said("PASS"), Ok(Action::Play("pass".to_owned())));
        assert_eq!(said("Resign"), Ok(Action::Resign));
        for outside in ["T19", "i5", "A0", "A100", "Z9"] {
            let lost = said(outside);
            assert!(matches!(lost, Err(Failing::Illegal(_))), "{outside}");
        }
        for nonsense in ["", "banana", "D", "44", "D4x", "é4"] {
            let void = said(nonsense);
            assert!(matches!(void, Err(Failing::Void { .. })), "{nonsense}");
        }
    }
}
