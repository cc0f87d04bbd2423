//! Judgements and their files.

use std::fs;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use tengen_go::{Size, Symmetry};
use tengen_net::data::labelling::Labelling;
use tengen_net::data::labels::{Matter, Origin, end_of_piece, open};
use tengen_net::data::{Games, Labels, Lesson};
use tengen_net::random::Plan;
use tengen_net::{Isa, Network, Output};

use super::games;

fn origin() -> Origin {
    Origin {
        net: "random".to_owned(),
        matter: Matter::Records {
            data: "hash".to_owned(),
            games: 0..100,
        },
        size: Size::NINE,
        seed: 5,
    }
}

fn network() -> Arc<Network> {
    let model = Plan::old(8, 1).model();
    Arc::new(Network::new(&model, Size::NINE, Isa::best()).unwrap())
}

/// Judges the positions up to a number, going on where the file ends; where it began.
fn judge(path: &Path, games: &Games, to: u64, threads: usize, most: u64) -> u64 {
    let mut before = 0;
    let mut journal = open(path, &origin(), |piece| {
        before = end_of_piece(piece).unwrap();
    })
    .unwrap();
    let labelling = Labelling {
        games,
        network: network(),
        seed: 5,
        threads,
    };
    let see = |done| match done >= most {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    };
    labelling.run(&mut journal, before, to, see).unwrap();
    before
}

#[test]
fn a_judgement_survives_packing_and_turning() {
    let mut output = Output::default();
    let size = Size::NINE;
    for (place, logit) in output.policy.iter_mut().enumerate() {
        *logit = (place * 37 % 101) as f32 / 25.0;
    }
    for (place, owner) in output.ownership.iter_mut().enumerate() {
        *owner = ((place * 29 % 57) as f32 / 28.0 - 1.0).clamp(-1.0, 1.0);
    }
    output.value = [1.0, 0.0, -3.0];
    output.lead = -12.3;
    let symmetry = Symmetry::ALL[5];
    let lesson = Lesson::of(&output, size, symmetry, (0..81).filter(|p| p % 3 != 0));
    assert_eq!(lesson.policy.len(), 24);
    assert!(lesson.policy.is_sorted_by(|a, b| a.1 >= b.1));
    assert!(lesson.policy.iter().all(|(place, _)| place % 3 != 0));
    let mut bytes = Vec::new();
    lesson.write(&mut bytes);
    assert_eq!(bytes.len(), 9 + 4 * 24 + 41);
    let mut rest = &bytes[..];
    let read = Lesson::read(&mut rest, size).unwrap();
    assert!(rest.is_empty());
    assert!((read.win - lesson.win).abs() < 1e-4);
    assert!((read.lead - lesson.lead).abs() < 0.02);
    for (a, b) in read.policy.iter().zip(&lesson.policy) {
        assert!(a.0 == b.0 && (a.1 - b.1).abs() < 1e-4);
    }
    for (a, b) in read.ownership.iter().zip(&lesson.ownership) {
        assert!((a - b).abs() <= 0.5 / 7.0 + 1e-6);
    }
    // Turned again as the network saw it, its ownership is the network's.
    let mut seen = lesson;
    seen.turn(size, symmetry);
    assert_eq!(seen.ownership, output.ownership[..81]);
    for cut in 0..bytes.len() {
        assert_eq!(Lesson::read(&mut &bytes[..cut], size), None);
    }
}

#[test]
fn positions_are_the_same_however_often_judging_was_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let games = games(Size::NINE, 30, 20);
    let (whole, parts) = (folder.path().join("whole"), folder.path().join("parts"));
    assert_eq!(judge(&whole, &games, 300, 2, 300), 0);
    assert_eq!(judge(&parts, &games, 300, 2, 64), 0);
    // What was being written when the power went is taken away.
    let good = fs::metadata(&parts).unwrap().len();
    let mut file = fs::OpenOptions::new().append(true).open(&parts).unwrap();
    file.write_all(&[200, 1, 0, 0, 9, 9, 9, 9, 1, 2, 3])
        .unwrap();
    drop(file);
    let before = Labels::read(&parts).unwrap().len() as u64;
    assert!((64..300).contains(&before));
    assert_eq!(judge(&parts, &games, 300, 1, 300), before);
    assert!(fs::metadata(&parts).unwrap().len() > good);
    let (whole, parts) = (Labels::read(&whole).unwrap(), Labels::read(&parts).unwrap());
    assert_eq!((whole.len(), parts.len()), (300, 300));
    let mut plies = std::collections::HashSet::new();
    for n in 0..300 {
        let (record, ply, lesson) = parts.get(n).unwrap();
        assert_eq!(whole.get(n).unwrap(), (record, ply, lesson));
        assert!(ply < games.get(games.find(record).unwrap()).unwrap().moves());
        plies.insert((record, ply));
    }
    // Ten of each game, and hardly one of them twice.
    assert!(plies.len() > 260, "{}", plies.len());
    assert_eq!(whole.part(|record| record == 10).len(), 10);
}

#[test]
fn more_can_be_judged_later() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("labels");
    let games = games(Size::NINE, 10, 20);
    judge(&path, &games, 30, 1, 30);
    assert_eq!(judge(&path, &games, 50, 1, 50), 30);
    assert_eq!(Labels::read(&path).unwrap().len(), 50);
}

#[test]
fn a_file_from_something_else_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("labels");
    let games = games(Size::NINE, 10, 20);
    judge(&path, &games, 10, 1, 10);
    let other = Origin {
        matter: Matter::Records {
            data: "another".to_owned(),
            games: 0..100,
        },
        ..origin()
    };
    let error = open(&path, &other, |_| {}).unwrap_err().to_string();
    assert!(error.contains("games whose hash is hash"), "{error}");
    assert!(
        error.contains("this is games whose hash is another"),
        "{error}"
    );
    let bytes = fs::read(&path).unwrap();
    let foreign = folder.path().join("foreign");
    fs::write(&foreign, b"(;GM[1]SZ[19])").unwrap();
    let error = Labels::read(&foreign).unwrap_err().to_string();
    assert!(error.contains("is no file of judged positions"), "{error}");
    assert!(open(&foreign, &origin(), |_| {}).is_err());
    assert_eq!(fs::read(&foreign).unwrap(), b"(;GM[1]SZ[19])");
    let error = Labels::read(&folder.path().join("none")).unwrap_err();
    assert!(error.to_string().contains("does not exist"), "{error}");
    // A byte that changed within is damage, not an end.
    let mut damaged = bytes.clone();
    damaged[20] ^= 1;
    fs::write(&path, &damaged).unwrap();
    let error = open(&path, &origin(), |_| {}).unwrap_err().to_string();
    assert!(error.contains("is damaged at byte 8"), "{error}");
    assert_eq!(fs::read(&path).unwrap(), damaged);
}

#[test]
fn a_beginning_that_was_cut_short_is_begun_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("labels");
    for start in [&b""[..], b"TENG", b"TENGEN\x00\x01\x50\x00"] {
        fs::write(&path, start).unwrap();
        drop(open(&path, &origin(), |_| {}).unwrap());
        assert_eq!(Labels::read(&path).unwrap().origin, origin());
    }
}
