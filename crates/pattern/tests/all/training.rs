//! Trainings that are stopped, resumed and refused.

use std::fs;
use std::ops::ControlFlow::{self, Break, Continue};
use std::path::Path;
use std::time::Duration;

use tengen_pattern::corpus::Game;
use tengen_pattern::learn::{
    Checkpoint, Event, Features, LearnParams, Method, Stage, Subject, Trained, Training,
    TrainingError,
};
use tengen_pattern::scene::PatternParams;

use crate::learning::{games, params};
use crate::made::Folder;

fn training<'a>(
    subject: Subject<'a>,
    games: &'a [Game],
    checkpoint: &'a Path,
) -> Training<'a, [Game]> {
    Training::new(subject, games, 0..40, "these games", checkpoint)
}

/// Learns with so many threads, stopped at every so-manyth event and resumed until it is finished.
/// The number of runs besides.
fn in_parts(training: &Training<'_, [Game]>, threads: usize, events: usize) -> (Trained, usize) {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.unwrap().install(|| {
        for run in 1.. {
            let mut left = events;
            let ended = training.run(&mut |event| {
                // What stops it before there is a checkpoint would stop it for ever.
                left -= usize::from(!matches!(event, Event::Games { .. }));
                match left {
                    0 => Break(()),
                    _ => Continue(()),
                }
            });
            match ended {
                Ok(trained) => return (trained, run),
                Err(TrainingError::Stopped(Stage::Learning)) => {}
                Err(error) => panic!("{error}"),
            }
        }
        unreachable!("some run is the last")
    })
}

fn whole(training: &Training<'_, [Game]>) -> Trained {
    in_parts(training, 1, usize::MAX).0
}

#[test]
fn training_depends_neither_on_threads_nor_on_stops() {
    let games = games(24, 40);
    let params = params();
    let playout = LearnParams {
        batch: 5,
        ..LearnParams::default()
    };
    let folder = Folder::new("in-parts");
    for subject in [Subject::Patterns(&params), Subject::Playout(&playout)] {
        let checkpoint = folder.path().join("whole.part");
        let one = whole(&training(subject, &games, &checkpoint));
        assert_eq!(one.passes.len(), 2);
        assert!(one.passes[1].mean() > one.passes[0].mean());
        assert_eq!(one.weights.len(), one.basis.features.weights());
        // 5 batches a pass, and the end of the pass.
        for (threads, events, runs) in [(2, usize::MAX, 1), (3, 2, 12), (1, 7, 2), (2, 5, 3)] {
            let path = folder.path().join(format!("{threads}-{events}.part"));
            let mut training = training(subject, &games, &path);
            if events == 5 {
                training.pace = Duration::ZERO;
            }
            let (parts, number) = in_parts(&training, threads, events);
            assert_eq!(number, runs, "stopped every {events} events");
            assert_eq!(parts.weights, one.weights, "stopped every {events} events");
            assert_eq!(parts.passes, one.passes);
            assert_eq!(parts.basis.positions, one.basis.positions);
            // A finished training is there again at once.
            let (again, number) = in_parts(&training, threads, 2);
            assert_eq!((again.weights, number), (parts.weights, 1));
            assert!(again.spent + Duration::from_millis(1) >= parts.spent);
            fs::remove_file(path).unwrap();
        }
        fs::remove_file(checkpoint).unwrap();
    }
}

/// The sentence with which a checkpoint is refused.
fn refused(training: &Training<'_, [Game]>) -> String {
    let error = training.run(&mut |_| Continue(())).unwrap_err();
    let said = error.to_string();
    assert!(
        matches!(error, TrainingError::Checkpoint { .. }),
        "{error:?}"
    );
    let (path, reason) = said.split_once(" cannot be resumed: ").unwrap();
    assert_eq!(Path::new(path), training.checkpoint);
    reason.to_owned()
}

#[test]
fn a_checkpoint_that_is_damaged_or_of_something_else_is_refused() {
    let games = games(6, 20);
    let params = params();
    let folder = Folder::new("refused");
    let path = folder.path().join("a.part");
    let mut training = training(Subject::Patterns(&params), &games, &path);
    let one = whole(&training);
    let good = fs::read(&path).unwrap();
    let checkpoint = Checkpoint::load(&good, "these games").unwrap();
    assert!(matches!(checkpoint.basis.features, Features::Patterns(_)));
    assert_eq!(
        checkpoint
            .basis
            .save(&checkpoint.ascent, checkpoint.spent, "these games"),
        good
    );
    let damaged = "the model is damaged: its checksum does not fit, so bytes were lost or changed";
    let mut wrong = good.clone();
    *wrong.last_mut().unwrap() ^= 1;
    fs::write(&path, &wrong).unwrap();
    assert_eq!(refused(&training), damaged);
    fs::write(&path, &good[..good.len() / 2]).unwrap();
    assert_eq!(refused(&training), damaged);
    fs::write(&path, "rubbish").unwrap();
    assert_eq!(
        refused(&training),
        "this is no model of Tengen: it does not begin as they do"
    );
    // As checkpoints were before they began with a number of their own.
    let mut old = vec![200, 2];
    old.extend([b'x'; 328]);
    let seal = tengen_pattern::model::frame::seal;
    let kind = tengen_pattern::model::frame::Kind::Checkpoint;
    fs::write(&path, seal(kind, &old)).unwrap();
    assert_eq!(
        refused(&training),
        "another version of the program wrote it"
    );
    fs::write(&path, &good).unwrap();
    let other = "it was begun with other parameters or other games";
    training.task = "other games";
    assert_eq!(refused(&training), other);
    training.task = "these games";
    training.method = Method::Minorisation;
    assert_eq!(refused(&training), other);
    assert_eq!(fs::read(&path).unwrap(), good, "nothing is lost");
    training.method = Method::Gradient;
    training.fresh = true;
    assert_eq!(whole(&training).weights, one.weights);
}

#[test]
fn what_cannot_be_learned_has_its_error() {
    let games = games(6, 20);
    let folder = Folder::new("unlearned");
    let path = folder.path().join("a.part");
    let watch = &mut |_: Event<'_>| -> ControlFlow<()> { Continue(()) };
    let mut rare = PatternParams::default();
    rare.broad.on = false;
    rare.shape.minimum = 1000;
    rare.features.last = false;
    tengen_params::set(&mut rare, "features.liberties", "off").unwrap();
    let run = training(Subject::Patterns(&rare), &games, &path).run(watch);
    assert!(matches!(run, Err(TrainingError::NoFeatures)), "{run:?}");
    let (patterns, playout) = (params(), LearnParams::default());
    for subject in [Subject::Patterns(&patterns), Subject::Playout(&playout)] {
        for method in [Method::Gradient, Method::Minorisation] {
            let mut late = training(subject, &games, &path);
            late.moves = 30..40;
            late.method = method;
            let run = late.run(watch);
            assert!(matches!(run, Err(TrainingError::NoPositions)), "{run:?}");
            assert!(!path.exists());
        }
        let mut large = training(subject, &games, &path);
        large.method = Method::Minorisation;
        large.memory = 1 << 10;
        let run = large.run(watch);
        assert!(matches!(run, Err(TrainingError::Memory(_))), "{run:?}");
        let mut nowhere = training(subject, &games, &path);
        let gone = folder.path().join("gone/a.part");
        nowhere.checkpoint = &gone;
        let error = nowhere.run(watch).unwrap_err().to_string();
        assert!(error.contains("gone/a.part cannot be written: "), "{error}");
    }
}
