//! The loop: a line, a command, a reply.

use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use super::Options;
use super::arguments::Arguments;
use super::line::Request;
use super::port::Port;
use super::reader::{Content, Inbox, Signals, Stop};
use super::table;
use crate::input::LONGEST;
use crate::level::Rank;
use crate::{Analysis, Control, Go, Session};

/// The response to a command: an answer, or an error message.
pub(super) type Outcome = Result<String, String>;

/// Whatever a command may use.
pub(super) struct Engine<'a> {
    pub(super) session: Session,
    /// The same player at full strength, once an analysis was asked of a level.
    analyst: Option<Session>,
    pub(super) options: &'a Options,
    pub(super) inbox: Inbox,
    pub(super) port: Port<'a>,
    /// The number of the line that is executed.
    pub(super) line: u64,
    /// The last search of this game, for commands that show it.
    pub(super) seen: Option<Analysis>,
    /// The position that this search is shown in: the one it was made for, or the one after the move it chose.
    pub(super) seen_at: u64,
    /// The position to be pondered about: the one after an own move.
    pub(super) pondered: Option<u64>,
    /// It was said in this game that a network is left out.
    told: bool,
    /// True if this command is the last.
    pub(super) quitting: bool,
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
            analyst: None,
            options,
            inbox,
            port: Port::new(out),
            line: 0,
            seen: None,
            seen_at: 0,
            pondered: None,
            told: false,
            quitting: false,
        }
    }

    /// Executes lines until there are no more or `quit` is among them.
    pub(super) fn serve(mut self) -> io::Result<()> {
        while !self.quitting {
            self.ponder();
            let Some(line) = self.inbox.take() else {
                break;
            };
            self.line = line.number;
            match line.content {
                Content::Nothing => {}
                Content::Request(request) => self.answer(&request),
                Content::TooLong(id) => {
                    self.port.begin(&id);
                    let sentence = format!("the line is longer than {LONGEST} bytes");
                    self.port.finish(&Err(sentence));
                }
            }
            self.port.failure()?;
        }
        Ok(())
    }

    fn answer(&mut self, request: &Request) {
        self.port.begin(&request.id);
        let outcome = self.guarded(|engine| engine.execute(request));
        self.finish(outcome, &request.command);
    }

    /// Replies with an outcome; without one the command has panicked.
    fn finish(&mut self, outcome: Option<Outcome>, command: &str) {
        let outcome = outcome.unwrap_or_else(|| {
            Err(format!(
                "internal error: {command} failed, which is a bug; the game is as before"
            ))
        });
        self.port.finish(&outcome);
    }

    fn execute(&mut self, request: &Request) -> Outcome {
        if request.command.is_empty() {
            return Err("syntax error: a command is missing after the id".to_owned());
        }
        let command = table::find(&request.command).ok_or("unknown command")?;
        (command.run)(self, Arguments::new(&request.rest))
    }

    /// Does something, and if it panics puts everything back that it may have left half done: the
    /// search is dropped and the game is as it was. Nothing else is changed in steps.
    fn guarded<T>(&mut self, task: impl FnOnce(&mut Self) -> T) -> Option<T> {
        let before = self.session.game().clone();
        let outcome = catch_unwind(AssertUnwindSafe(|| task(&mut *self)));
        if outcome.is_err() {
            self.forget();
            self.session.edit(|game| *game = before);
            self.pondered = None;
        }
        outcome.ok()
    }

    /// Thinks in the opponent's time, until a line comes in.
    fn ponder(&mut self) {
        let here = self.session.game().hash();
        let wanted = self.session.seated().budget.ponder && self.pondered == Some(here);
        let mut watch = self.watch(Stop::Input);
        if !wanted || watch.interrupted() {
            return;
        }
        self.guarded(|engine| engine.session.ponder(&mut watch));
        if !watch.interrupted() {
            // It has thought enough about this position.
            self.pondered = None;
        }
    }

    /// Sees to it that who analyses knows the game: the player at full strength, whatever its level.
    pub(super) fn brief(&mut self) {
        let mut parameters = self.session.parameters().clone();
        if parameters.level.rank == Rank::Full {
            self.analyst = None;
            return;
        }
        parameters.level.rank = Rank::Full;
        let game = self.session.game().clone();
        match &mut self.analyst {
            Some(analyst) if analyst.parameters() == &parameters => {
                analyst.edit(|known| *known = game);
            }
            _ => {
                let models = self.session.models().clone();
                self.analyst = Some(Session::with_models(parameters, models, game));
            }
        }
    }

    /// Who analyses, and where reports go.
    pub(super) fn analysis(&mut self) -> (&mut Session, &mut Port<'a>) {
        let analyst = self.analyst.as_mut().unwrap_or(&mut self.session);
        (analyst, &mut self.port)
    }

    /// A control that lets a search run until input ends it.
    pub(super) fn watch(&self, stop: Stop) -> Watch {
        Watch {
            signals: Arc::clone(&self.inbox.signals),
            line: self.line,
            stop,
        }
    }

    /// Keeps the findings of a search. If its tree could not grow any more, or it did without a network that was named (which
    /// is said once for a game), this is logged to standard error; a failure to write there is ignored.
    pub(super) fn remember(&mut self, analysis: Analysis) -> &Analysis {
        if analysis.full {
            let playouts = analysis.playouts;
            let _unheard = writeln!(
                io::stderr(),
                "The tree has used up its memory (tree.memory) in a search of {playouts} playouts."
            );
        }
        let size = self.session.game().size();
        let left_out = self.session.parameters().net.left_out(size);
        if let Some(sentence) = left_out.filter(|_| !self.told) {
            let _unheard = writeln!(io::stderr(), "{sentence}");
            self.told = true;
        }
        self.seen_at = self.session.game().hash();
        self.seen.insert(analysis)
    }

    /// Forgets what searches have learned.
    pub(super) fn forget(&mut self) {
        self.session.forget();
        self.analyst = None;
    }

    /// Forgets the past game.
    pub(super) fn begin_game(&mut self) {
        self.analyst = None;
        self.seen = None;
        self.pondered = None;
        self.told = false;
    }
}

/// Ends a search at input of some kind.
pub(super) struct Watch {
    signals: Arc<Signals>,
    line: u64,
    stop: Stop,
}

impl Control<Go> for Watch {
    fn interrupted(&mut self) -> bool {
        self.signals.stops(self.stop, self.line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Parameters;
    use tengen_go::{Color, Game, Komi, Move, Rules, Size};

    fn replies(text: &str, task: impl FnOnce(&mut Engine<'_>)) -> String {
        let mut parameters = Parameters::default();
        parameters.budget.playouts = 10;
        let game = Game::new(Size::MIN, Rules::CHINESE, Komi::ZERO);
        let inbox = Inbox::open(io::Cursor::new(text.as_bytes().to_vec())).unwrap();
        let mut out = Vec::new();
        let options = Options::default();
        let mut engine = Engine::new(Session::new(parameters, game), &options, inbox, &mut out);
        task(&mut engine);
        engine.serve().unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_panic_changes_nothing_and_the_next_command_is_answered() {
        let said = replies("move_history\n", |engine| {
            engine.session.play(Color::Black, Move::Pass).unwrap();
            let outcome = engine.guarded(|engine| {
                engine.session.undo();
                assert!(engine.session.game().moves().len() == 1, "half done");
            });
            assert_eq!(outcome, None);
        });
        assert_eq!(said, "= black pass\n\n");
    }

    #[test]
    fn a_level_is_analysed_at_full_strength_with_a_tree_that_lasts() {
        replies("", |engine| {
            engine.brief();
            assert!(engine.analyst.is_none());
            engine.session.set("net.mode", "review").unwrap();
            engine.session.set("tree.reuse", "true").unwrap();
            let full = engine.session.seated().clone();
            engine.session.set("level.rank", "15k").unwrap();
            engine.brief();
            let limits = crate::Limits {
                playouts: Some(20),
                ..Default::default()
            };
            let none = crate::Restriction::default();
            let visits = |engine: &mut Engine<'_>| {
                engine.brief();
                let (analyst, _) = engine.analysis();
                assert_eq!(analyst.seated(), &full);
                analyst.analyze(Color::Black, limits, &none, &mut ()).visits
            };
            let first = visits(engine);
            assert!(visits(engine) > first);
            engine.session.set("level.rank", "full").unwrap();
            engine.brief();
            assert!(engine.analyst.is_none());
        });
    }

    #[test]
    fn a_panic_within_a_command_is_its_reply() {
        let said = replies("", |engine| {
            engine.port.begin("5");
            let outcome: Option<Outcome> = engine.guarded(|_| panic!("a bug"));
            engine.finish(outcome, "name");
        });
        assert!(said.starts_with("?5 internal error: name failed"), "{said}");
        assert!(said.ends_with("\n\n"));
        let streamed = replies("name\n", |engine| {
            engine.port.begin("6");
            let outcome = engine.guarded(|engine| {
                engine.port.open();
                panic!("a bug")
            });
            engine.finish(outcome, "lz-analyze");
        });
        assert_eq!(streamed, "=6\n\n= Tengen\n\n");
    }

    #[test]
    fn lines_that_are_too_long_are_refused() {
        let long = format!("5 play b {}\n6 quit\n7 name\n", "x".repeat(LONGEST));
        let said = replies(&long, |_| {});
        assert_eq!(said, "?5 the line is longer than 1048576 bytes\n\n=6\n\n");
    }
}
