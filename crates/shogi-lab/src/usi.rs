//! USI: what is said to a program before and while it plays, and what its answers mean.

use std::path::Path;
use std::time::Duration;

use tengen_game::Color;
use tengen_lab::game::{Board, Introduction, Protocol};
use tengen_lab::player::{Action, Budget, Failing};
use tengen_lab::record::Cause;
use tengen_process::{Engine, Fault, shorten};
use tengen_shogi::Move;

use crate::ShogiBoard;

/// Options that every program has, whether it lists them or not.
const UNLISTED: [&str; 2] = ["USI_Hash", "USI_Ponder"];
/// So many lines that nobody asked for are told.
const TOLD: usize = 5;

/// A conversation in USI.
#[derive(Clone, Debug, Default)]
pub struct Usi {
    /// True once it has said `usiok`.
    greeted: bool,
    id: String,
    /// The options that it lists, and those that were set.
    options: Vec<String>,
    set: Vec<String>,
    /// Lines that nobody asked for.
    strays: Vec<String>,
    /// The position of the beginning, and the moves since then.
    start: String,
    moves: Vec<String>,
    /// The words after `go` that the experiment's file has for it.
    go: Option<String>,
    budget: Budget,
    /// What the side to move has left, and for how many moves.
    left: Option<(Duration, u32)>,
}

impl Protocol for Usi {
    fn oddities(&self) -> Vec<String> {
        let unknown = self.set.iter().filter(|name| {
            let known = |each: &str| each.eq_ignore_ascii_case(name);
            !UNLISTED.iter().any(|each| known(each)) && !self.options.iter().any(|each| known(each))
        });
        let unknown = unknown.map(|name| format!("It lists no option {name}, which `start` sets."));
        let strays = self.strays.iter();
        let strays = strays.map(|line| format!("It said {line:?}, which nobody had asked for."));
        unknown.chain(strays).collect()
    }

    fn introduce(&mut self, engine: &mut Engine) -> Result<Introduction, Fault> {
        self.greet(engine)?;
        let (name, version) = versioned(&self.id);
        Ok(Introduction {
            name: Some(name.to_owned()).filter(|name| !name.is_empty()),
            version: version.map(str::to_owned),
            protocol: None,
        })
    }

    fn lacks(&mut self, engine: &mut Engine) -> Result<Vec<String>, Fault> {
        self.greet(engine)?;
        Ok(Vec::new())
    }

    fn set_board(&mut self, engine: &mut Engine, board: &dyn Board) -> Result<(), Fault> {
        let game = ShogiBoard::expect(board).map_err(Fault::Start)?;
        self.start = position(game.start());
        self.moves = board.moves();
        self.greet(engine)
    }

    /// A line `go …` is kept for the questions for moves; others have no answer.
    fn tell(&mut self, engine: &mut Engine, line: &str) -> Result<(), Fault> {
        match line.split_once(char::is_whitespace) {
            Some(("go", words)) => self.go = Some(words.trim().to_owned()),
            Some(("setoption", words)) => {
                let name = words.trim().strip_prefix("name ").unwrap_or(words);
                let name = name.split_once(" value").map_or(name, |(name, _)| name);
                self.set.push(name.trim().to_owned());
                engine.send(line);
            }
            _ => engine.send(line),
        }
        Ok(())
    }

    /// Options have been set, so it gets ready for a game.
    fn set_clock(&mut self, engine: &mut Engine, budget: Budget) -> Result<(), Fault> {
        self.budget = budget;
        self.question().map_err(Fault::Start)?;
        let timeout = engine.timeout();
        self.ask(engine, "isready", timeout, |line| {
            (line == "readyok").then_some(())
        })?;
        engine.send("usinewgame");
        Ok(())
    }

    fn hears_time(&mut self, _: &mut Engine) -> Result<bool, Fault> {
        Ok(true)
    }

    fn time_left(
        &mut self,
        _: &mut Engine,
        _: Color,
        left: Duration,
        moves: u32,
    ) -> Result<(), Fault> {
        self.left = Some((left, moves));
        Ok(())
    }

    /// It hears of moves with the next position.
    fn play(&mut self, _: &mut Engine, _: Color, mv: &str) -> Result<(), Fault> {
        self.moves.push(mv.to_owned());
        Ok(())
    }

    fn choose(&mut self, engine: &mut Engine, _: Color, wait: Duration) -> Result<String, Fault> {
        let question = self.question().map_err(Fault::Start)?;
        for line in engine.unread() {
            // It would be taken for the answer to come.
            if line.starts_with("bestmove") {
                let command = "position".to_owned();
                let line = shorten(&line);
                return Err(Fault::Protocol { command, line });
            }
            self.notice(&line);
        }
        let mut position = format!("position {}", self.start);
        if !self.moves.is_empty() {
            position = format!("{position} moves {}", self.moves.join(" "));
        }
        engine.send(&position);
        let said = self.ask(engine, &question, wait, |line| {
            let answer = line.strip_prefix("bestmove")?;
            Some(answer.trim().to_owned())
        })?;
        if let Some(mv) = first(&said).and_then(Move::parse).filter(|mv| mv.is_real()) {
            self.moves.push(mv.to_string());
        }
        Ok(said)
    }

    fn action(&self, said: &str) -> Result<Action, Failing> {
        let word = first(said).unwrap_or_default();
        match Move::parse(word) {
            Some(mv) => Ok(Action::Play(mv.to_string())),
            None if word == "resign" => Ok(Action::Resign),
            None if looks_like_a_move(word) => Err(Failing::Illegal(format!(
                "{} is on no board of Shogi",
                shorten(word)
            ))),
            None => Err(Failing::Void {
                cause: Cause::Protocol,
                reason: format!("answered `go` with {:?}, which is no move", shorten(said)),
            }),
        }
    }

    fn pose(&mut self, _: &mut Engine, board: &dyn Board, _: &Path) -> Result<(), Failing> {
        let game = ShogiBoard::expect(board).map_err(Fault::Start)?;
        self.start = position(game.board());
        self.moves.clear();
        Ok(())
    }

    fn claim(&mut self, _: &mut Engine) -> Result<Option<String>, Fault> {
        Ok(None)
    }
}

impl Usi {
    /// Begins the conversation, once. Whatever the program says before it lists its options is a greeting.
    fn greet(&mut self, engine: &mut Engine) -> Result<(), Fault> {
        if self.greeted {
            return Ok(());
        }
        let (id, options) = (&mut self.id, &mut self.options);
        engine.ask_lines("usi", engine.timeout(), |line| {
            if let Some(words) = line.strip_prefix("id name ") {
                *id = shorten(words.trim());
            } else if let Some(words) = line.strip_prefix("option name ") {
                let option = words.split_once(" type ").map_or(words, |(name, _)| name);
                options.push(option.trim().to_owned());
            }
            (line.trim() == "usiok").then_some(())
        })?;
        self.greeted = true;
        Ok(())
    }

    /// Asks, and takes note of what is no answer.
    fn ask<T>(
        &mut self,
        engine: &mut Engine,
        command: &str,
        wait: Duration,
        mut answer: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Fault> {
        engine.ask_lines(command, wait, |line| {
            let taken = answer(line.trim());
            if taken.is_none() {
                self.notice(line);
            }
            taken
        })
    }

    fn notice(&mut self, line: &str) {
        let expected = matches!(first(line), None | Some("info" | "option" | "id"));
        if !expected && self.strays.len() < TOLD {
            self.strays.push(shorten(line));
        }
    }

    /// The question for a move: that of the experiment's file, or else one with the budget.
    ///
    /// # Errors
    /// With what comes after the program's name in a sentence, if there is none.
    fn question(&self) -> Result<String, String> {
        let seconds = match self.budget {
            Budget::Seconds(seconds) | Budget::Cpu(seconds) => Some(milliseconds(seconds)),
            _ => None,
        };
        match (self.go.as_deref(), seconds) {
            (Some("movetime"), Some(ms)) => return Ok(format!("go movetime {ms}")),
            (Some("movetime"), None) => {
                return Err("`go movetime` needs a budget in seconds".to_owned());
            }
            (Some(words), _) => return Ok(format!("go {words}")),
            (None, Some(ms)) => return Ok(format!("go btime 0 wtime 0 byoyomi {ms}")),
            (None, None) => {}
        }
        match self.budget {
            Budget::Playouts(nodes) => Ok(format!("go nodes {nodes}")),
            Budget::Clock { stones, .. } if stones > 1 => Err(format!(
                "its clock has {stones} moves a period, and USI knows one: leave `stones` out"
            )),
            Budget::Clock { main, period, .. } => Ok(self.clock(main, period)),
            _ => Err(
                "it has no budget; give it one, or a line such as \"go depth 8\" in `start`"
                    .to_owned(),
            ),
        }
    }

    /// A question by the clock. The other side's time is not known, and is said to be as much.
    fn clock(&self, main: f64, period: f64) -> String {
        let period = if period > 0.0 {
            milliseconds(period)
        } else {
            0
        };
        let main = match self.left {
            None => Duration::try_from_secs_f64(main).unwrap_or_default(),
            Some((left, 0)) => left,
            // Overtime has begun.
            Some(_) => Duration::ZERO,
        };
        let main = main.as_millis();
        format!("go btime {main} wtime {main} byoyomi {period}")
    }
}

/// A program's name and its version, which USI writes as one: from the first word with a digit on, as in
/// `Fairy-Stockfish 11.1 LB 64`.
fn versioned(id: &str) -> (&str, Option<&str>) {
    let mut places = id.match_indices(' ').map(|(at, _)| at);
    let digit = |at: &usize| {
        first(&id[*at..]).is_some_and(|word| word.contains(|c: char| c.is_ascii_digit()))
    };
    match places.find(digit) {
        Some(at) => (id[..at].trim(), Some(id[at..].trim())),
        None => (id, None),
    }
}

/// Whole milliseconds, one at least.
fn milliseconds(seconds: f64) -> u64 {
    ((seconds * 1000.0).floor() as u64).max(1)
}

/// A board as `position` names it.
fn position(board: &tengen_shogi::Board) -> String {
    match *board == tengen_shogi::Board::start() {
        true => "startpos".to_owned(),
        false => format!("sfen {}", board.sfen()),
    }
}

fn first(line: &str) -> Option<&str> {
    line.split_whitespace().next()
}

/// `7g7f`, `P*5j`, with squares of whatever board.
fn looks_like_a_move(word: &str) -> bool {
    let word = word.strip_suffix('+').unwrap_or(word).as_bytes();
    let square = |a: u8, b: u8| a.is_ascii_digit() && b.is_ascii_lowercase();
    match *word {
        [piece, b'*', a, b] => piece.is_ascii_alphabetic() && square(a, b),
        [a, b, c, d] => square(a, b) && square(c, d),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_moves_resignations_declarations_illegal_or_nonsense() {
        let said = |text: &str| Usi::default().action(text);
        let play = |mv: &str| Ok(Action::Play(mv.to_owned()));
        assert_eq!(said("7g7f ponder 3c3d"), play("7g7f"));
        assert_eq!(said("P*5e"), play("P*5e"));
        assert_eq!(said("8h2b+"), play("8h2b+"));
        assert_eq!(said("win"), play("win"));
        assert_eq!(said("resign"), Ok(Action::Resign));
        for outside in ["7j7k", "0a1b", "P*5k", "X*5e"] {
            let lost = said(outside);
            assert!(
                matches!(lost, Err(Failing::Illegal(_))),
                "{outside}: {lost:?}"
            );
        }
        for nonsense in ["", "(none)", "banana", "7g", "D4", "é4"] {
            let void = said(nonsense);
            assert!(
                matches!(void, Err(Failing::Void { .. })),
                "{nonsense}: {void:?}"
            );
        }
    }

    #[test]
    fn a_name_ends_where_the_version_begins() {
        let fairy = versioned("Fairy-Stockfish 11.1 LB 64");
        assert_eq!(fairy, ("Fairy-Stockfish", Some("11.1 LB 64")));
        assert_eq!(
            versioned("gpsshogi (smp) vm r3033"),
            ("gpsshogi (smp) vm", Some("r3033"))
        );
        assert_eq!(versioned("Bonanza6"), ("Bonanza6", None));
        assert_eq!(versioned(""), ("", None));
    }

    #[test]
    fn budgets_become_questions() {
        let asked = |budget, go: Option<&str>, left| {
            let usi = Usi {
                budget,
                go: go.map(str::to_owned),
                left,
                ..Usi::default()
            };
            usi.question()
        };
        let clock = |main, period, stones| Budget::Clock {
            main,
            period,
            stones,
        };
        let some = |text: &str| Ok(text.to_owned());
        let seconds = Budget::Seconds(0.25);
        assert_eq!(
            asked(seconds, None, None),
            some("go btime 0 wtime 0 byoyomi 250")
        );
        assert_eq!(
            asked(seconds, Some("movetime"), None),
            some("go movetime 250")
        );
        assert_eq!(
            asked(Budget::Free, Some("depth 8"), None),
            some("go depth 8")
        );
        assert_eq!(
            asked(Budget::Playouts(500), None, None),
            some("go nodes 500")
        );
        let both = clock(60.0, 5.0, 1);
        assert_eq!(
            asked(both, None, None),
            some("go btime 60000 wtime 60000 byoyomi 5000")
        );
        let left = Some((Duration::from_millis(1500), 0));
        assert_eq!(
            asked(both, None, left),
            some("go btime 1500 wtime 1500 byoyomi 5000")
        );
        let over = Some((Duration::from_secs(5), 1));
        assert_eq!(
            asked(both, None, over),
            some("go btime 0 wtime 0 byoyomi 5000")
        );
        let absolute = clock(60.0, 0.0, 0);
        assert_eq!(
            asked(absolute, None, left),
            some("go btime 1500 wtime 1500 byoyomi 0")
        );
        for (budget, go) in [
            (Budget::Free, None),
            (Budget::Free, Some("movetime")),
            (clock(60.0, 5.0, 3), None),
        ] {
            assert!(asked(budget, go, None).is_err(), "{budget:?}");
        }
    }
}
