//! Whatever comes: no reader panics, and what one makes of it is a record that can be written.

use tengen_game::Rng;
use tengen_shogi::record::{Encoding, Format, MAX_BYTES, MAX_MOVES, Unreadable, read, write};
use tengen_shogi::{Board, Move};

const FORMATS: [Option<Format>; 4] = [
    None,
    Some(Format::Kif),
    Some(Format::Csa),
    Some(Format::Usi),
];

/// Records that stray from what is usual in as many ways as there are lines.
const SEEDS: [&str; 5] = [
    "手合割：二枚落ち\n下手：弟子\n最大手数：320\n*あ\n1 ６二銀(71) ( 0:16/00:00:16)\n2 ７六歩(77)\n3 ５四歩(53)\n4 反則負け\nまで3手で上手の反則負け\n変化：2手\n",
    "後手の持駒：飛　角二 金\n| ・ ・ ・ ・ ・ ・ ・v桂v玉|一\n| ・ ・ ・ ・ ・ ・ 龍 ・ ・|二\n| ・ ・ ・ ・ ・ ・ ・ ・v歩|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・v杏 ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| ・ ・ ・ ・ ・ ・ ・ ・ 王|九\n先手の持駒：銀　歩十三\n▲２二銀 △同　玉 ▲３三金打\n",
    "V3.0\nN+a\n$MAX_MOVES:99\nP1 *  *  *  *  *  *  * -KE-OU\nP5 *  *  *  *  * -NY *  *  *\nP9 *  *  *  *  *  *  *  * +OU\nP+00GI00FU\nP-00AL\n-\n-1112OU,T3\n+0015FU\n%TORYO\n/\nPI82HI\n-\n-4132KI\nT4.5\n%+ILLEGAL_ACTION\n",
    "position startpos moves 7g7f 3c3d 8h2b+ 3a2b B*5e resign\nsfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 17 moves G*5b\nl6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 99999999999\n",
    "先手：A\n▲７六歩 △３四歩 ▲２二角成 △同　銀 ▲５五角\nまで5手で先手の勝ち\n",
];

fn survive(bytes: &[u8]) {
    for format in FORMATS {
        let Ok(readings) = read(bytes, format) else {
            continue;
        };
        for record in readings.into_iter().filter_map(|reading| reading.record) {
            record.game(usize::MAX).unwrap();
            for format in [Format::Kif, Format::Csa, Format::Usi] {
                let text = write(&record, format, Encoding::Utf8).unwrap();
                let again = read(&text, Some(format)).unwrap().remove(0);
                let again = again.record.unwrap();
                assert_eq!(again.start, record.start);
                let moves = |steps: &[tengen_shogi::record::Step]| -> Vec<Move> {
                    steps.iter().map(|step| step.mv).collect()
                };
                assert_eq!(moves(&again.steps), moves(&record.steps));
            }
        }
    }
}

#[test]
fn damaged_records_are_survived() {
    let mut rng = Rng::new(11);
    let mut below = |n: usize| rng.below(n.max(1) as u32) as usize;
    for round in 0..500 {
        let mut bytes = SEEDS[round % SEEDS.len()].as_bytes().to_vec();
        for _ in 0..=below(4) {
            let (from, to) = (below(bytes.len()), below(bytes.len()));
            let other = SEEDS[below(SEEDS.len())].as_bytes();
            let piece = below(other.len());
            let piece = &other[piece..(piece + below(40)).min(other.len())];
            match below(4) {
                0 => bytes[from] = below(256) as u8,
                1 => drop(bytes.drain(from.min(to)..from.max(to).min(from.min(to) + 30))),
                2 => drop(bytes.splice(from..from, piece.iter().copied())),
                _ => bytes.truncate(from + 1),
            }
            if bytes.is_empty() {
                break;
            }
        }
        survive(&bytes);
    }
}

#[test]
fn damaged_positions_are_survived() {
    let mut rng = Rng::new(5);
    let signs = b"lnsgkprbLNSGKPRB+-/0123456789 bw\xe7";
    for round in 0..5000 {
        let mut text =
            b"l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1".to_vec();
        for _ in 0..=round % 4 {
            let place = rng.below(text.len() as u32) as usize;
            text[place] = signs[rng.below(signs.len() as u32) as usize];
        }
        let text = String::from_utf8_lossy(&text);
        if let Ok(board) = Board::from_sfen(&text) {
            assert_eq!(Board::from_sfen(&board.sfen()).unwrap(), board);
        }
        let _ = Board::from_usi(&text);
    }
}

#[test]
fn what_is_too_much_is_refused() {
    let long = vec![b'x'; MAX_BYTES + 1];
    assert_eq!(read(&long, None), Err(Unreadable::TooLong));
    assert_eq!(read(b" \n\r\n", None), Err(Unreadable::Empty));
    assert_eq!(
        read(&b"startpos\n".repeat(10_001), None),
        Err(Unreadable::TooMany)
    );
    assert_eq!(
        read(&b"+\n/\n".repeat(10_001), Some(Format::Csa)),
        Err(Unreadable::TooMany)
    );
    // Kings that walk about, never four times the same position.
    let mut board = Board::from_sfen("k8/9/9/9/9/9/9/9/8K b RBGSNLPrbgsnlp 1").unwrap();
    let mut rng = Rng::new(1);
    let mut text = format!("sfen {} moves", board.sfen());
    let mut moves = tengen_shogi::Moves::default();
    for _ in 0..=MAX_MOVES {
        board.legal(&mut moves);
        let walks: Vec<_> = moves.iter().filter(|mv| !mv.is_drop()).collect();
        let mv = walks[rng.below(walks.len() as u32) as usize];
        text += &format!(" {mv}");
        board.play(mv);
    }
    let reading = read(text.as_bytes(), None).unwrap().remove(0);
    let steps = reading.record.unwrap().steps.len();
    assert!(steps <= MAX_MOVES);
    assert!(!reading.faults.is_empty());
}
