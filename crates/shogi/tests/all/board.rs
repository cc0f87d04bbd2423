//! Boards: what may be set up, how many lines there are, what exchanges win.

use tengen_game::Rng;
use tengen_shogi::perft::perft;
use tengen_shogi::{Board, Move, Moves};

/// Three positions with the number of their lines by depth, known from other engines.
const LINES: [(&str, &[u64]); 3] = [
    (
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
        &[30, 900, 25_470, 719_731],
    ),
    (
        "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
        &[207, 28_684, 4_809_015],
    ),
    (
        "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1",
        &[593, 105_677],
    ),
];

#[test]
fn as_many_lines_as_others_find() {
    for (sfen, counts) in LINES {
        let mut board = Board::from_sfen(sfen).unwrap();
        for (depth, &count) in (1..).zip(counts) {
            assert_eq!(perft(&mut board, depth), count, "{sfen} at depth {depth}");
        }
        assert_eq!(board.sfen(), sfen);
    }
}

#[test]
fn what_is_no_position_gets_a_reason() {
    let cases = [
        ("", "is no position"),
        (
            "lnsg1gsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
            "0 kings",
        ),
        (
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b 5P 1",
            "23 pawns",
        ),
        ("P3k4/9/9/9/9/9/9/9/4K4 b - 1", "could never move"),
        ("4k4/9/9/9/9/9/9/4r4/4K4 w - 1", "in check"),
        ("4k4/9/9/9/9/9/9/9/4K5 b - 1", "is no position"),
    ];
    for (sfen, reason) in cases {
        let error = Board::from_sfen(sfen).unwrap_err().to_string();
        assert!(error.contains(reason), "{sfen}: {error}");
    }
}

#[test]
fn moves_can_be_taken_back() {
    let mut rng = Rng::new(3);
    for _ in 0..20 {
        let mut board = Board::start();
        let mut played = Vec::new();
        for _ in 0..150 {
            let mut moves = Moves::default();
            board.legal(&mut moves);
            if moves.is_empty() {
                break;
            }
            let chosen = rng.below(moves.len() as u32) as usize;
            let mv = moves.iter().nth(chosen).unwrap();
            assert_eq!(Move::parse(&mv.to_string()), Some(mv.bare()));
            assert_eq!(board.recall(mv.bare()), Some(mv));
            played.push((board.sfen(), board.key(), mv));
            board.play(mv);
            assert_eq!(Board::from_sfen(&board.sfen()).unwrap().key(), board.key());
        }
        for (sfen, key, mv) in played.into_iter().rev() {
            board.undo(mv);
            assert_eq!((board.sfen(), board.key()), (sfen, key));
        }
    }
}

#[test]
fn loud_and_quiet_moves_are_the_sensible_ones() {
    let mut rng = Rng::new(5);
    let mut board = Board::start();
    for _ in 0..300 {
        let mut sensible = Moves::default();
        board.sensible(&mut sensible);
        if sensible.is_empty() {
            board = Board::start();
            continue;
        }
        let mut parts: Vec<String> = Vec::new();
        let mut list = Moves::default();
        let kinds: &[fn(&Board, &mut Moves)] = match board.in_check() {
            true => &[Board::evasions],
            false => &[Board::captures, Board::quiets],
        };
        for kind in kinds {
            kind(&board, &mut list);
            let safe = list.iter().filter(|&mv| board.is_safe(mv));
            parts.extend(safe.map(|mv| mv.to_string()));
        }
        let mut whole: Vec<String> = sensible.iter().map(|mv| mv.to_string()).collect();
        parts.sort();
        whole.sort();
        assert_eq!(parts, whole, "{}", board.sfen());
        let chosen = rng.below(sensible.len() as u32) as usize;
        let mv = sensible.iter().nth(chosen).unwrap();
        board.play(mv);
    }
}

#[test]
fn exchanges_count_what_joins_in() {
    let wins = |sfen: &str, mv: &str, least: i32| {
        let board = Board::from_sfen(sfen).unwrap();
        board.exchange_wins(board.parse(mv).unwrap(), least)
    };
    // A pawn takes a pawn that a gold protects.
    let guarded = "4k4/9/4g4/4p4/4P4/9/9/9/4K4 b - 1";
    assert!(wins(guarded, "5e5d", 0));
    assert!(!wins(guarded, "5e5d", 1));
    // With a lance behind it the gold stays at home.
    let backed = "4k4/9/4g4/4p4/4P4/9/9/4L4/4K4 b - 1";
    assert!(wins(backed, "5e5d", 100));
    // A rook takes a guarded pawn.
    let dear = "4k4/9/4g4/4p4/9/9/9/4R4/4K4 b - 1";
    assert!(wins(dear, "5h5d", -850));
    assert!(!wins(dear, "5h5d", -849));
    // A king takes what nothing guards.
    assert!(wins("4k4/9/9/9/9/9/9/4p4/4K4 b - 1", "5i5h", 100));
}
