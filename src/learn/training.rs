//! A training as its user sees it: bars and lines while it runs, a sentence if it ends early.

use std::ops::ControlFlow;

use tengen_pattern::corpus::{Corpus, RecordTally};
use tengen_pattern::learn::{
    Basis, Event, Features, GatherError, LearnParams, Method, Source, Stage, Subject, Trained,
    Training, TrainingError, task_by,
};

use super::assignment::{Args, Ground};
use super::data::{Games, Span, tell_bad};
use super::meter::Meter;
use crate::failure::{Failure, say};
use crate::screen::{count, thousands};

/// Learns from the games; the text of the task besides.
///
/// # Errors
/// If it was stopped, or there is nothing to learn, or files or memory do not allow it.
pub(crate) fn train(
    args: &Args,
    ground: &Ground,
    subject: Subject<'_>,
) -> Result<(Trained, String), Failure> {
    let (games, moves, method) = (&ground.games, args.moves.moves(), args.method());
    if method == Method::Minorisation && *subject.learn() != LearnParams::default() {
        say("The parameters `learn.` are of gradient ascent and have no part in --by mm.");
    }
    let task = task_by(method, subject, games.corpus(), ground.data.hash(), &moves);
    let mut training = Training::new(subject, games, moves, &task, &ground.part);
    training.fresh = args.fresh;
    training.method = method;
    training.memory = args.memory << 20;
    let mut display = Display {
        ground,
        subject,
        total: 0,
        before: 0,
        meter: None,
        lines: Vec::new(),
    };
    let ended = training.run(&mut |event| {
        display.tell(&event);
        match ground.halt.is_asked() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    });
    display.finish();
    match ended {
        Ok(trained) => Ok((trained, task)),
        Err(error) => Err(sentence(args, ground, subject, error)),
    }
}

/// The records that were read, also if nothing had to be because all was learned before.
pub(crate) fn games_read(games: &Games, moves: Span) -> RecordTally {
    let tally = games.tally();
    if tally.records() > 0 {
        return tally;
    }
    games.games(moves.moves().end).for_each(drop);
    games.tally()
}

/// The display of a training.
struct Display<'a> {
    ground: &'a Ground,
    subject: Subject<'a>,
    /// The number of games, once it is known.
    total: u64,
    /// The games of all passes that an earlier command has learned from.
    before: u64,
    meter: Option<(Stage, Meter)>,
    /// The lines to print when the bar is gone.
    lines: Vec<String>,
}

impl Display<'_> {
    fn tell(&mut self, event: &Event<'_>) {
        match *event {
            Event::Games {
                stage,
                games,
                pass,
                passes,
            } => self.games(stage, games, pass as u64, passes as u64),
            Event::Begun { basis, resumed } => self.begun(basis, resumed),
            Event::Step { step, done, all } => {
                let mean = format!("{:.4}", step.pass.mean());
                let pass = format!("pass {} of {}", step.passes, self.subject.learn().passes);
                if step.ended {
                    self.lines
                        .push(format!("{pass}: mean log-likelihood {mean}"));
                    return;
                }
                let message = format!("{pass}, mean log-likelihood {mean}");
                self.meter(Stage::Learning).done(done, all, &message);
            }
            Event::Pass { number, mean } => {
                self.finish();
                say(format!("pass {number}: mean log-likelihood {mean:.4}"));
            }
        }
    }

    /// Games are gone through before anything is learned from them.
    fn games(&mut self, stage: Stage, games: u64, pass: u64, passes: u64) {
        let total = match stage {
            Stage::Gathering => self.total,
            _ => self.ground.games.expected(),
        };
        let total = total.max(games);
        let message = match (stage, self.subject) {
            (Stage::Collecting, Subject::Patterns(_)) => format!("pass {pass} of {passes}"),
            _ => String::new(),
        };
        let done = (pass - 1) * total + games;
        self.meter(stage).done(done, passes * total, &message);
    }

    fn begun(&mut self, basis: &Basis, resumed: Option<u64>) {
        self.finish();
        self.total = basis.games;
        if let Some(before) = resumed {
            self.before = before;
            say(format!("Going on with {}.", self.ground.part.display()));
        }
        if let Features::Patterns(vocabulary) = &basis.features {
            say(format!(
                "{} in {}",
                count(vocabulary.len() as u64 - 1, "feature"),
                count(basis.positions, "position")
            ));
        }
    }

    /// The bar of a stage.
    fn meter(&mut self, stage: Stage) -> &Meter {
        if self.meter.as_ref().is_some_and(|(of, _)| *of != stage) {
            self.finish();
        }
        let what = match (stage, self.subject) {
            (Stage::Measuring, _) => "measuring positions",
            (Stage::Collecting, Subject::Patterns(_)) => "collecting features",
            (Stage::Collecting, Subject::Playout(_)) => "counting games",
            (Stage::Gathering, _) => "gathering positions",
            (Stage::Learning, _) => "learning",
        };
        let before = self.before;
        let (_, meter) = self
            .meter
            .get_or_insert_with(|| (stage, Meter::new(what, before)));
        meter
    }

    /// Takes the bar away and says what waited for that.
    fn finish(&mut self) {
        if let Some((_, meter)) = self.meter.take() {
            meter.finish();
        }
        self.lines.drain(..).for_each(say);
    }
}

/// The failure of a training that ended early.
fn sentence(args: &Args, ground: &Ground, subject: Subject<'_>, error: TrainingError) -> Failure {
    Failure::Failed(match error {
        TrainingError::Stopped(stage) => match (stage, subject, args.method()) {
            (Stage::Collecting, Subject::Patterns(_), _) => {
                "stopped before there was anything to save; the same command begins anew".to_owned()
            }
            (Stage::Collecting, Subject::Playout(_), _) => {
                "stopped while the games were counted; the same command begins there".to_owned()
            }
            (_, _, Method::Minorisation) => {
                "stopped; --by mm keeps nothing that is half-finished, and the same command begins anew"
                    .to_owned()
            }
            (_, _, Method::Gradient) => format!(
                "stopped; what was learned is in {}, and the same command goes on",
                ground.part.display()
            ),
        },
        TrainingError::Checkpoint { .. } => format!("{error}; --fresh begins anew"),
        TrainingError::NoPositions => {
            let tally = ground.games.tally();
            tell_bad(&tally);
            nothing(&tally, ground.games.corpus(), args.moves)
        }
        TrainingError::Memory(GatherError::TooMany { games, .. }) => {
            too_many(args, ground.games.corpus(), games)
        }
        error => error.to_string(),
    })
}

/// The message if there is nothing to learn from.
fn nothing(tally: &RecordTally, corpus: &Corpus, moves: Span) -> String {
    let range = corpus.range();
    match tally.records() {
        0 => format!(
            "there is no game to learn from: the files hold none in the range {}",
            Span {
                start: range.start,
                end: range.end
            }
        ),
        _ => format!(
            "there is no position to learn from: of {} none has a stone played at moves {moves}",
            count(tally.records(), "record")
        ),
    }
}

/// The message if so many of the first games fit into memory, and no more.
fn too_many(args: &Args, corpus: &Corpus, fit: u64) -> String {
    let start = corpus.range().start;
    let (enough, fewer) = match fit {
        0 => ("not enough for one game".to_owned(), String::new()),
        _ => (
            format!("enough for {}", count(fit, "game")),
            format!("fewer games (--games {start}..{}) or ", start + fit),
        ),
    };
    format!(
        "--by mm holds all positions in memory, {} MiB of them at most, which is {enough}: ask for \
         {fewer}fewer moves (--moves), for more memory (--memory), or learn --by gradient, which \
         reads the games again and again",
        thousands(args.memory)
    )
}
