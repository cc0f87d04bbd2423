//! The loop: a line, a command, what it says.

use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

use tengen_engine::input::{LONGEST, quoted};
use tengen_game::Game as _;
use tengen_shogi::{Board, Game};

use super::port::Port;
use super::reader::{Inbox, Line};
use super::request::Request;
use super::thinking::bestmove;
use super::{Options, options, position};
use crate::{Session, Verdict};

/// Whatever a command may use.
pub(super) struct Engine<'a> {
    pub(super) session: Session,
    options: &'a Options,
    pub(super) inbox: Inbox,
    pub(super) port: Port<'a>,
    /// The number of the line that is executed.
    pub(super) line: u64,
    /// The answer to a `go` that has not been asked for yet.
    pending: Option<Pending>,
    /// True if this command is the last.
    quitting: bool,
}

/// See [`Engine::pending`].
struct Pending {
    answer: String,
    request: Request,
}

impl<'a> Engine<'a> {
    pub(super) fn new(
        session: Session,
        options: &'a Options,
        inbox: Inbox,
        out: &'a mut dyn Write,
    ) -> Self {
        Self {
            session,
            options,
            inbox,
            port: Port::new(out),
            line: 0,
            pending: None,
            quitting: false,
        }
    }

    /// Executes lines until there are no more or `quit` is among them.
    pub(super) fn serve(mut self) -> io::Result<()> {
        while !self.quitting {
            let Some(Line { number, text }) = self.inbox.take() else {
                break;
            };
            self.line = number;
            match text {
                Some(text) => self.guarded(&text),
                None => {
                    let sentence = format!("a line is longer than {LONGEST} bytes");
                    self.port.tell(&sentence);
                }
            }
            self.port.failure()?;
        }
        self.settle();
        self.port.failure()
    }

    /// Executes a line. A panic is told, and the search that may be half done is dropped; a `go` is answered all the same.
    fn guarded(&mut self, text: &str) {
        let done = catch_unwind(AssertUnwindSafe(|| self.execute(text)));
        if done.is_ok() {
            return;
        }
        self.session.forget();
        let word = text.split(' ').next().unwrap_or_default();
        let sentence = format!("internal error: {} failed, which is a bug", quoted(word));
        self.port.tell(&sentence);
        if matches!(word, "go" | "ponderhit") {
            let game = self.session.game();
            let first = game.legal_moves(game.turn()).first().copied();
            let verdict = first.map_or(Verdict::Resign, Verdict::Play);
            let answer = bestmove(verdict, None, game);
            self.port.say(&answer);
        }
    }

    fn execute(&mut self, text: &str) {
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        let rest = rest.trim_start();
        if matches!(word, "stop" | "usinewgame" | "position" | "go" | "quit") {
            self.settle();
        }
        let outcome = match word {
            "usi" => {
                self.introduce();
                Ok(())
            }
            "isready" => self.prepare(),
            "setoption" => options::set(&mut self.session, rest),
            "usinewgame" => {
                let rules = self.session.parameters().rules();
                self.session.new_game(Game::new(Board::start(), rules));
                Ok(())
            }
            "position" => self.set_position(rest),
            "go" => {
                let request = self.request(rest);
                self.go(request);
                Ok(())
            }
            "ponderhit" => {
                self.ponderhit(rest);
                Ok(())
            }
            "quit" => {
                self.quitting = true;
                Ok(())
            }
            "" | "stop" | "gameover" => Ok(()),
            _ => Err(format!("{} is no command", quoted(word))),
        };
        if let Err(sentence) = outcome {
            self.port.tell(&sentence);
        }
    }

    /// Says the answer that waits.
    fn settle(&mut self) {
        if let Some(pending) = self.pending.take() {
            self.port.say(&pending.answer);
        }
    }

    fn introduce(&mut self) {
        let Options { name, version } = self.options;
        self.port.say(&format!("id name {name} {version}"));
        self.port.say("id author the Tengen authors");
        for line in options::declared(self.session.parameters()) {
            self.port.say(&line);
        }
        self.port.say("usiok");
    }

    /// Makes the search, with its table, before a clock runs.
    fn prepare(&mut self) -> Result<(), String> {
        self.session.thinker();
        let fault = self.session.fault().map(ToString::to_string);
        self.port.say("readyok");
        fault.map_or(Ok(()), Err)
    }

    fn set_position(&mut self, text: &str) -> Result<(), String> {
        let read = position::read(text, self.session.parameters().rules())?;
        self.session.edit(|game| *game = read);
        Ok(())
    }

    /// What is asked for; what cannot be heeded is told.
    fn request(&mut self, text: &str) -> Request {
        let (request, faults) = Request::read(text, self.session.game());
        faults.iter().for_each(|fault| self.port.tell(fault));
        request
    }

    fn go(&mut self, request: Request) {
        let answer = self.think(&request);
        match request.is_open() && request.mate.is_none() {
            true => self.pending = Some(Pending { answer, request }),
            false => self.port.say(&answer),
        }
    }

    /// The opponent has played the move that was thought about: the clock runs now.
    fn ponderhit(&mut self, text: &str) {
        let Some(pending) = self.pending.take_if(|pending| pending.request.ponder) else {
            return;
        };
        let times = self.request(text);
        let mut request = pending.request;
        request.ponder = false;
        request.take_times(&times);
        self.go(request);
    }
}

#[cfg(test)]
mod tests {
    use tengen_shogi::Move;

    use super::*;
    use crate::Parameters;

    fn said(text: &str, task: impl FnOnce(&mut Engine<'_>)) -> String {
        let mut parameters = Parameters::default();
        parameters.budget.playouts = 10;
        let inbox = Inbox::open(io::Cursor::new(text.as_bytes().to_vec())).unwrap();
        let mut out = Vec::new();
        let options = Options::default();
        let session = Session::new(parameters, Game::default());
        let mut engine = Engine::new(session, &options, inbox, &mut out);
        task(&mut engine);
        engine.serve().unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn lines_that_are_too_long_are_refused() {
        let long = format!("position {}\nisready\n", "x".repeat(LONGEST));
        let said = said(&long, |_| {});
        assert_eq!(
            said,
            "info string a line is longer than 1048576 bytes\nreadyok\n"
        );
    }

    #[test]
    fn the_answer_waits_until_the_game_goes_on() {
        for next in [
            "stop",
            "position startpos",
            "usinewgame",
            "quit",
            "go mate 1",
            "",
        ] {
            let said = said(&format!("{next}\n"), |engine| {
                engine.pending = Some(Pending {
                    answer: "bestmove 7g7f".to_owned(),
                    request: Request::default(),
                });
                engine.guarded("gameover win");
                engine.guarded("ponderhit");
            });
            assert!(said.starts_with("bestmove 7g7f\n"), "{next}: {said}");
            assert_eq!(said.matches("bestmove").count(), 1);
        }
    }

    #[test]
    fn the_game_is_the_one_that_was_set() {
        said("", |engine| {
            engine.guarded("position startpos moves 7g7f 3c3d");
            engine.guarded("position startpos moves 7g7f 7g7f");
            let mut moves = engine.session.game().moves();
            assert_eq!(moves.next_back().unwrap().1, Move::parse("3c3d").unwrap());
        });
    }
}
