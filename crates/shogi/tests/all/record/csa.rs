//! CSA.

use tengen_game::Color;
use tengen_shogi::record::{Encoding, End, Format, read, write};

use super::{faults, good, moves, reading};

const GAME: &str = "\
'CSA encoding=UTF-8
V2.2
N+Kuro
N-Shiro
$EVENT:League, round 3
$START_TIME:2020/01/02 10:00:00
$REMARK:own word
'*before the first
PI
+
+7776FU
T16
-3334FU,T62
'*the answer
'** 12 -8822UM
+8822UM
T1
-3122GI
+0055KA
T3.500
%TORYO,T5
";

#[test]
fn a_whole_game() {
    let record = good(GAME, Format::Csa);
    assert_eq!(moves(&record), "7g7f 3c3d 8h2b+ 3a2b B*5e");
    assert_eq!(
        (&*record.names.black, &*record.names.white),
        ("Kuro", "Shiro")
    );
    assert_eq!(record.fact("event"), Some("League, round 3"));
    assert_eq!(record.fact("REMARK"), Some("own word"));
    assert_eq!(record.preface, "before the first");
    assert_eq!(record.steps[1].comment, "the answer\n* 12 -8822UM");
    let seconds: Vec<_> = record.steps.iter().map(|s| s.seconds).collect();
    assert_eq!(seconds, [Some(16), Some(62), Some(1), None, Some(3)]);
    let close = record.close.as_ref().unwrap();
    assert_eq!((close.end, close.seconds), (End::Resigned, Some(5)));
    let text = write(&record, Format::Csa, Encoding::Utf8).unwrap();
    assert_eq!(
        good(std::str::from_utf8(&text).unwrap(), Format::Csa),
        record
    );
}

#[test]
fn every_last_word() {
    let words = [
        ("TORYO", End::Resigned),
        ("CHUDAN", End::Stopped),
        ("SENNICHITE", End::Repetition),
        ("TIME_UP", End::Timeout),
        ("ILLEGAL_MOVE", End::Foul),
        ("+ILLEGAL_ACTION", End::OpponentsFoul),
        ("-ILLEGAL_ACTION", End::Foul),
        ("JISHOGI", End::Impasse),
        ("KACHI", End::Declared),
        ("HIKIWAKE", End::Drawn),
        ("MAX_MOVES", End::TooLong),
        ("TSUMI", End::Mate),
        ("FUZUMI", End::NoMate),
        ("ERROR", End::Stopped),
    ];
    for (word, end) in words {
        let reading = reading(&format!("PI\n+\n+7776FU\n%{word}\n"), Format::Csa);
        assert!(!reading.is_faulty(), "{:?}", reading.faults);
        let record = reading.record.unwrap();
        assert_eq!(record.close.as_ref().unwrap().end, end, "{word}");
        let text = write(&record, Format::Csa, Encoding::Utf8).unwrap();
        assert_eq!(read(&text, None).unwrap()[0].record.as_ref(), Some(&record));
    }
}

#[test]
fn positions_are_set_up_in_three_ways() {
    let ranks = "\
P1 *  *  *  *  *  *  * -KE-OU
P2 *  *  *  *  *  * +RY *  *
P3 *  *  *  *  *  *  *  * -FU
P4
P5 *  *  *  *  * -NY *  *  *
P6 *  *  *  *  *  *  *  *  *
P7 *  *  *  *  *  *  *  *  *
P8 *  *  *  *  *  *  *  *  *
P9 *  *  *  *  *  *  *  * +OU
P+00GI00FU00FU
P-00HI00KA00KA00KI
-
";
    let record = good(ranks, Format::Csa);
    assert_eq!(
        record.start.sfen(),
        "7nk/6+R2/8p/9/5+l3/9/9/9/8K w S2Pr2bg 1"
    );
    let record = good("PI82HI22KA\n-\n-7162GI\n", Format::Csa);
    assert_eq!(record.start.turn(), Color::White);
    let start = "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";
    assert_eq!(record.start.sfen(), start);
    let record = good("P-11OU\nP+33KI\nP+00KI\nP-00AL\n+\n", Format::Csa);
    assert_eq!(
        record.start.sfen(),
        "8k/9/6G2/9/9/9/9/9/9 b G2r2b2g4s4n4l18p 1"
    );
}

#[test]
fn several_games_in_a_file() {
    let text = "PI\n+\n+7776FU\n%TORYO\n/\nPI\n+\n+2726FU\n+3334FU\n/\n\n";
    let readings = read(text.as_bytes(), None).unwrap();
    assert_eq!(readings.len(), 2);
    assert_eq!(readings[0].faults, []);
    assert_eq!(
        faults(&readings[1]),
        ["9: error: move 2: \"+3334FU\": it is White's turn"]
    );
}

#[test]
fn faults_have_line_and_move() {
    let cases = [
        (
            "PI\n+\n+7775FU\n",
            "3: error: move 1: no piece may move so: 7g7e",
        ),
        (
            "PI\n+\n+7776KI\n",
            "3: error: move 1: \"+7776KI\": no such piece is on 7g",
        ),
        (
            "PI\n+\n+77\n",
            "3: error: move 1: \"+77\": a move is written like +7776FU",
        ),
        (
            "PI\n+\n+0055OU\n",
            "3: error: move 1: \"+0055OU\": it can never be in hand",
        ),
        ("P1-XX\n", "1: error: \"P1-XX\" sets up no pieces"),
        ("PI82KA\n", "1: error: \"PI82KA\" sets up no pieces"),
        (
            "PI\n+\n%WHAT\n",
            "3: warning: \"%WHAT\" is no known end of a game",
        ),
        (
            "PI\n+\nhello\n",
            "3: warning: \"hello\" is no statement of CSA",
        ),
        (
            "PI\n+\n+7776FU\nTx\n",
            "4: warning: \"Tx\" is no time in seconds",
        ),
    ];
    for (text, said) in cases {
        let reading = reading(text, Format::Csa);
        assert_eq!(
            faults(&reading).first().map(String::as_str),
            Some(said),
            "{text}"
        );
    }
    let reading = reading("P-11OU\n-\n", Format::Csa);
    assert_eq!(reading.record, None);
    assert!(
        faults(&reading)[0].starts_with("2: error: "),
        "{:?}",
        reading.faults
    );
}

#[test]
fn an_illegal_move_may_be_what_lost_the_game() {
    for word in ["%ILLEGAL_MOVE", "%-ILLEGAL_ACTION"] {
        let text = format!("PI\n+\n+7776FU\n-3335FU\n{word}\n");
        let reading = reading(&text, Format::Csa);
        assert!(!reading.is_faulty());
        assert_eq!(
            reading.record.unwrap().winner(),
            Some(Color::Black),
            "{word}"
        );
    }
}
