//! A program in another process.
//!
//! Every game has a process of its own, so nothing is carried from one to the next. Whatever goes
//! wrong, the process is gone with its children before the failure is told.
//!
//! Faults: a program that cannot be started, ends, does not answer, breaks the protocol or refuses
//! what it must accept (a legal move, a start-up command) makes the game void; so does an answer
//! that is no move on any board, such as `banana`. A move outside of this board is an illegal one
//! and loses, and so does being late.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use tengen_game::Color;
use tengen_process::command_line::check_names;
use tengen_process::{CommandLine, CommandLineError, Engine, Fault, Filling};
use tengen_progress::StopFlag;

use super::timer::{Timer, duration};
use super::{Action, Budget, Failing, Player, Turn};
use crate::game::{Board, Protocol};

/// The way in which a program is started and dealt with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutsideSpec {
    /// Its command line, with `{seed}`, `{size}`, `{komi}` and `{playouts}` to be filled in.
    pub command: String,
    /// The directory it runs in; the current one if none is given.
    pub directory: Option<PathBuf>,
    /// Lines of its protocol to begin a game with, after the board is set. Each has to succeed.
    /// They are filled in as the command line is.
    pub start: Vec<String>,
    /// The time it may take for a move beyond its budget.
    pub extra: Duration,
    /// The time it may take to answer anything; for a move, beyond its budget and the extra time.
    pub timeout: Duration,
}

impl OutsideSpec {
    /// A program in the current directory that gets a second for the way and two minutes to answer.
    #[must_use]
    pub fn new(command: &str) -> Self {
        Self {
            command: command.to_owned(),
            directory: None,
            start: Vec::new(),
            extra: Duration::from_secs(1),
            timeout: Duration::from_secs(120),
        }
    }

    /// The command line, if that and the start-up commands can be understood.
    ///
    /// # Errors
    /// If not.
    pub fn line(&self) -> Result<CommandLine, CommandLineError> {
        self.start.iter().try_for_each(|text| check_names(text))?;
        let line = CommandLine::parse(&self.command)?;
        Ok(line.in_directory(self.directory.clone()))
    }

    /// The time that a move is waited for that may take so long. Whoever answers within that time
    /// can be late, and only one that says nothing at all hangs.
    fn wait(&self, limit: Option<Duration>) -> Duration {
        let due = limit.map_or(Duration::ZERO, |limit| limit.saturating_add(self.extra));
        due.saturating_add(self.timeout)
    }
}

/// A program at the board.
#[derive(Debug)]
pub struct Outside {
    spec: OutsideSpec,
    budget: Budget,
    seed: u64,
    protocol: Box<dyn Protocol>,
    /// None before the game, and after a failure.
    engine: Option<Engine>,
    timer: Option<Timer>,
    /// True if it wants to hear how much time is left.
    hears_time: bool,
    thought: Duration,
    /// Processor seconds when they were last seen.
    cpu: Option<f64>,
    /// The text it wrote before it went.
    words: Option<String>,
    halt: StopFlag,
}

impl Outside {
    /// A program with this budget. Of the seed the lowest 31 bits are filled in, which every
    /// program can read.
    #[must_use]
    pub fn new(spec: OutsideSpec, protocol: Box<dyn Protocol>, budget: Budget, seed: u64) -> Self {
        Self {
            spec,
            budget,
            seed,
            protocol,
            engine: None,
            timer: None,
            hears_time: false,
            thought: Duration::ZERO,
            cpu: None,
            words: None,
            halt: StopFlag::new(),
        }
    }

    /// Sets the stop flag that ends every wait.
    #[must_use]
    pub fn halted_by(mut self, halt: &StopFlag) -> Self {
        self.halt = halt.clone();
        self
    }

    fn filling(&self, board: &dyn Board) -> Filling {
        let mut filling = Filling {
            playouts: match self.budget {
                Budget::Playouts(playouts) => Some(playouts),
                _ => None,
            },
            ..Filling::from(self.seed & 0x7fff_ffff)
        };
        board.fill(&mut filling);
        filling
    }

    fn sit_down(&mut self, board: &dyn Board) -> Result<(), Fault> {
        let understood = |error: CommandLineError| Fault::Start(error.to_string());
        let filling = self.filling(board);
        let line = self.spec.line().map_err(understood)?;
        let engine = Engine::start(&line, filling.clone(), self.spec.timeout)?;
        let engine = self.engine.insert(engine);
        engine.halted_by(&self.halt);
        let protocol = &mut self.protocol;
        protocol.set_board(engine, board)?;
        for command in &self.spec.start {
            protocol.tell(engine, &filling.fill(command).map_err(understood)?)?;
        }
        protocol.set_clock(engine, self.budget)?;
        self.timer = Timer::new(self.budget);
        self.hears_time = self.timer.is_some() && protocol.hears_time(engine)?;
        self.cpu = engine.cpu_seconds();
        if matches!(self.budget, Budget::Cpu(_)) && self.cpu.is_none() {
            return Err(Fault::Start(
                "it has a budget in processor seconds, which this system does not tell".to_owned(),
            ));
        }
        Ok(())
    }

    /// Says something to the program, and ends it if that fails.
    fn with<T, E: Into<Failing>>(
        &mut self,
        act: impl FnOnce(&mut dyn Protocol, &mut Engine) -> Result<T, E>,
    ) -> Result<T, Failing> {
        let done = match &mut self.engine {
            Some(engine) => act(&mut *self.protocol, engine).map_err(E::into),
            None => Err(Failing::from(Fault::Start(
                "it has not begun a game, or has failed in it".to_owned(),
            ))),
        };
        done.inspect_err(|_| self.end())
    }

    fn end(&mut self) {
        if let Some(engine) = self.engine.take() {
            self.cpu = engine.cpu_seconds().or(self.cpu);
            self.words = engine.kill();
        }
    }

    /// Lets it end by itself.
    fn leave(&mut self) {
        if let Some(engine) = self.engine.take() {
            engine.quit();
        }
    }

    /// Asks for a move; what it says, and how long it took.
    fn ask(&mut self, color: Color) -> Result<(String, Duration), Failing> {
        let left = self.timer.as_ref().map(|timer| timer.left(color));
        let left = left.filter(|_| self.hears_time);
        let wait = self.spec.wait(self.limit(color));
        if let Some((left, moves)) = left {
            self.with(|protocol, engine| protocol.time_left(engine, color, left, moves))?;
        }
        let start = Instant::now();
        let said = self.with(|protocol, engine| protocol.choose(engine, color, wait));
        let took = start.elapsed();
        self.thought += took;
        Ok((said?, took))
    }

    /// Parses an answer to the question for a move; a program whose answer means nothing is ended.
    fn understood(&mut self, said: &str) -> Result<Action, Failing> {
        let meant = self.protocol.action(said);
        meant.inspect_err(|_| self.end())
    }

    /// Starts the program as for a game, puts a position on its board, and asks for a move of the
    /// side to move: the first word of the answer, which is a move, one outside of the board or a
    /// resignation. Everything else is as in a game, but lateness is not judged. `file` is where the
    /// position may be written, and removed afterwards.
    ///
    /// # Errors
    /// If the program fails or refuses a command, answers with what is no move, or the file cannot
    /// be written.
    pub fn consider(&mut self, board: &dyn Board, file: &Path) -> Result<String, Failing> {
        self.begin(board)?;
        self.with(|protocol, engine| protocol.pose(engine, board, file))?;
        let (said, _) = self.ask(board.turn())?;
        match self.understood(&said) {
            Ok(_) | Err(Failing::Illegal(_)) => {
                let word = said.split_whitespace().next();
                Ok(word.unwrap_or_default().to_owned())
            }
            Err(failing) => Err(failing),
        }
    }

    /// The time of the next move, without the extra time, in seconds of whichever kind.
    fn limit(&self, color: Color) -> Option<Duration> {
        match self.budget {
            Budget::Free | Budget::Playouts(_) => None,
            Budget::Seconds(seconds) | Budget::Cpu(seconds) => Some(duration(seconds)),
            Budget::Clock { .. } => self.timer.as_ref().map(|timer| timer.allowed(color)),
        }
    }

    /// Holds the time of a move, and its processor time, against the budget.
    fn hold(&mut self, color: Color, took: Duration, cpu: Option<f64>) -> Result<(), Failing> {
        let Some(limit) = self.limit(color) else {
            return Ok(());
        };
        let (spent, kind) = match self.budget {
            Budget::Cpu(_) => (duration(cpu.unwrap_or(0.0)), "processor s"),
            _ => (took, "s"),
        };
        let extra = self.spec.extra;
        if spent > limit.saturating_add(extra) {
            return Err(Failing::Time(format!(
                "took {:.2} {kind} for a move, with {:.2} {kind} allowed and {:.2} on top",
                spent.as_secs_f64(),
                limit.as_secs_f64(),
                extra.as_secs_f64()
            )));
        }
        if let Some(timer) = &mut self.timer {
            timer.spend(color, took);
        }
        Ok(())
    }
}

impl Player for Outside {
    fn begin(&mut self, board: &dyn Board) -> Result<(), Failing> {
        self.leave();
        self.words = None;
        self.sit_down(board)
            .map_err(Failing::from)
            .inspect_err(|_| self.end())
    }

    fn hear(&mut self, color: Color, mv: &str) -> Result<(), Failing> {
        self.with(|protocol, engine| protocol.play(engine, color, mv))
    }

    fn choose(&mut self, color: Color) -> Result<Turn, Failing> {
        let before = self.cpu_seconds();
        let (said, took) = self.ask(color)?;
        self.cpu = self.cpu_seconds();
        let cpu = self.cpu.zip(before).map(|(after, before)| after - before);
        self.hold(color, took, cpu)?;
        let action = self.understood(&said)?;
        Ok(Turn {
            action,
            winrate: None,
            playouts: None,
        })
    }

    fn claim(&mut self) -> Result<Option<String>, Failing> {
        self.with(|protocol, engine| protocol.claim(engine))
    }

    fn thought(&self) -> Duration {
        self.thought
    }

    fn cpu_seconds(&self) -> Option<f64> {
        let now = self.engine.as_ref().and_then(Engine::cpu_seconds);
        now.or(self.cpu)
    }

    fn last_words(&self) -> Option<String> {
        let living = self.engine.as_ref().and_then(Engine::last_words);
        living.or_else(|| self.words.clone())
    }
}

impl Drop for Outside {
    fn drop(&mut self) {
        self.leave();
    }
}
