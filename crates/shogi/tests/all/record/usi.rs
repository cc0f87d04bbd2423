//! Positions with moves.

use tengen_shogi::Board;
use tengen_shogi::record::{Encoding, Format, read, write};

use super::{faults, moves};

#[test]
fn every_line_is_a_record() {
    let sfen = "4k4/9/4P4/9/9/9/9/9/4K4 b G 17";
    let text = format!(
        "position startpos moves 7g7f 3c3d\n\n# a comment\nsfen {sfen}\n{sfen} moves G*5b\nstartpos\n"
    );
    let readings = read(text.as_bytes(), None).unwrap();
    let all: Vec<_> = readings
        .iter()
        .map(|r| r.record.as_ref().unwrap())
        .collect();
    assert!(readings.iter().all(|reading| reading.faults.is_empty()));
    assert_eq!(all.len(), 4);
    assert_eq!(
        (all[0].start.clone(), moves(all[0])),
        (Board::start(), "7g7f 3c3d".to_owned())
    );
    assert_eq!(
        (all[1].start.sfen(), moves(all[1])),
        (sfen.replace("17", "1"), String::new())
    );
    assert_eq!(moves(all[2]), "G*5b");
    let text = write(all[2], Format::Usi, Encoding::Utf8).unwrap();
    assert_eq!(text, b"sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1 moves G*5b\n");
    assert_eq!(
        write(all[3], Format::Usi, Encoding::Utf8).unwrap(),
        b"startpos\n"
    );
}

#[test]
fn faults_have_line_and_move() {
    let text = "startpos\nstartpos moves 7g7f 7g7f\nstartpos moves what\nsfen what\n";
    let readings = read(text.as_bytes(), None).unwrap();
    let said: Vec<String> = readings.iter().flat_map(faults).collect();
    assert_eq!(said.len(), 3);
    assert_eq!(said[0], "2: error: move 2: no piece may move so: 7g7f");
    assert_eq!(said[1], "3: error: move 1: \"what\" is no move");
    assert!(
        said[2].starts_with("4: error: \"sfen what\" is no position"),
        "{said:?}"
    );
    assert_eq!(readings[3].record, None);
}
