//! From a record to a text and back.

use proptest::prelude::*;
use tengen_game::{Color, Game as _, Rng};
use tengen_shogi::record::{Close, Encoding, End, Format, Record, read, write};
use tengen_shogi::{Board, Declaration, Game, Rules};

const ENDS: [End; 12] = [
    End::Resigned,
    End::Mate,
    End::Declared,
    End::Timeout,
    End::Foul,
    End::OpponentsFoul,
    End::Repetition,
    End::Impasse,
    End::Drawn,
    End::TooLong,
    End::Stopped,
    End::NoMate,
];

const STARTS: [&str; 4] = [
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
    "7nk/6+R2/8p/9/5+l3/9/9/9/9 b S13Pr2bg 1",
];

/// A game of random moves.
fn random(seed: u64, start: &str, length: u64, rules: Rules) -> Game {
    let mut rng = Rng::new(seed);
    let mut game = Game::new(Board::from_sfen(start).unwrap(), rules);
    for _ in 0..length {
        let moves = game.legal_moves(game.turn());
        if moves.is_empty() {
            break;
        }
        let mv = moves[rng.below(moves.len() as u32) as usize];
        if mv.is_real() {
            game.play(game.turn(), mv).unwrap();
        }
    }
    game
}

/// A line that formats keep: no space around it.
fn line() -> impl Strategy<Value = String> {
    "[a-z歩玉金,:*'/%+0-9]([ a-z歩玉金,:*'/%+0-9]{0,12}[a-z歩玉])?"
}

prop_compose! {
    fn records()(
        seed in any::<u64>(),
        start in prop::sample::select(&STARTS[..]),
        length in 0_u64..250,
        most in prop::sample::select(vec![0, 320]),
        declaration in prop::sample::select(vec![
            Declaration::Never, Declaration::Points24, Declaration::Points27,
        ]),
        names in [line(), line()],
        event in prop::option::of(line()),
        preface in prop::collection::vec(line(), 0..3),
        comments in prop::collection::vec((any::<prop::sample::Index>(), line()), 0..9),
        timed in any::<bool>(),
        end in prop::option::of(prop::sample::select(&ENDS[..])),
        last in prop::option::of(line()),
    ) -> Record {
        let mut record = Record::of(&random(seed, start, length, Rules { declaration, most }));
        [record.names.black, record.names.white] = names;
        record.facts.extend(event.map(|event| ("event".to_owned(), event)));
        record.preface = preface.join("\n");
        let steps = record.steps.len();
        for (place, text) in comments {
            if steps > 0 {
                record.steps[place.index(steps)].comment = text;
            }
        }
        let mut rng = Rng::new(seed);
        for step in &mut record.steps {
            step.seconds = timed.then(|| rng.below(5000));
        }
        record.close = end.map(|end| Close {
            end,
            seconds: timed.then_some(7),
            comment: last.unwrap_or_default(),
        });
        record
    }
}

fn again(record: &Record, format: Format, encoding: Encoding) -> Record {
    let bytes = write(record, format, encoding).unwrap();
    let mut readings = read(&bytes, None).unwrap();
    assert_eq!(readings.len(), 1);
    let reading = readings.remove(0);
    assert!(!reading.is_faulty(), "{:?}", reading.faults);
    reading.record.unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn kif_and_csa_keep_everything(record in records()) {
        for format in [Format::Kif, Format::Csa] {
            for encoding in [Encoding::Utf8, Encoding::ShiftJis] {
                prop_assert_eq!(&again(&record, format, encoding), &record);
            }
        }
        let through = again(&again(&record, Format::Kif, Encoding::ShiftJis), Format::Csa, Encoding::Utf8);
        prop_assert_eq!(&through, &record);
    }

    #[test]
    fn usi_keeps_the_start_and_the_moves(record in records()) {
        let back = again(&record, Format::Usi, Encoding::Utf8);
        prop_assert_eq!(&back.start, &record.start);
        let moves = |record: &Record| record.steps.iter().map(|step| step.mv).collect::<Vec<_>>();
        prop_assert_eq!(moves(&back), moves(&record));
    }
}

#[test]
fn a_game_is_recorded_with_its_end() {
    let mut game = Game::new(
        Board::from_sfen("4k4/9/4P4/9/9/9/9/9/4K4 b G 1").unwrap(),
        Rules::default(),
    );
    assert_eq!(Record::of(&game).close, None);
    let mv = tengen_shogi::Move::parse("G*5b").unwrap();
    game.play(Color::Black, mv).unwrap();
    let record = Record::of(&game);
    assert_eq!(record.close.as_ref().unwrap().end, End::Mate);
    assert_eq!(record.winner(), Some(Color::Black));
    assert_eq!(record.game(1).unwrap().ending(), game.ending());
}
