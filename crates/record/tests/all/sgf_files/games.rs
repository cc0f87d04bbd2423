//! The games of files: replayed, refused, saved again.

use tengen_go::{Color, Game, Point, Rules, Size};
use tengen_record::sgf::{self, Info};

use super::{ILLEGAL, LONG_NAMES, SETUP, VARIATIONS, parse, parse_clean, replayed};

fn stones(replay: &sgf::Replay) -> String {
    let size = replay.game.size();
    let mut drawn = String::new();
    for point in Point::all(size) {
        drawn.push(match replay.game.at(point) {
            Some(Color::Black) => 'X',
            Some(Color::White) => 'O',
            None => '.',
        });
        if point.column() + 1 == size.get() {
            drawn.push('\n');
        }
    }
    drawn
}

#[test]
fn illegal_moves_are_named_and_the_game_goes_on() {
    let (collection, said) = parse(ILLEGAL);
    assert_eq!(said, [""; 0]);
    let (replay, said) = replayed(&collection.games[0]);
    assert_eq!(
        said,
        [
            "3:2: error: move 2 is illegal and played all the same: B4 would retake the ko at once; \
             play elsewhere or pass first",
            "4:8: error: move 4 is illegal and played all the same: E1 would be suicide, which the \
             rules forbid",
            "5:2: error: move 5 is illegal and left out: E2 is occupied: Black has a stone there",
            "5:8: error: move 6, \"ff\", is no point of a 5×5 board and is left out",
            "5:20: warning: move 8: Black plays out of turn",
        ]
    );
    assert_eq!((replay.moves, replay.illegal), (8, 4));
    // All but the two that were left out are moves of the game, with their prisoners: a stone each
    // in the ko, and the one that went into the corner.
    assert_eq!(replay.game.moves().len(), 6);
    assert_eq!(replay.game.captures(Color::Black), 2);
    assert_eq!(replay.game.captures(Color::White), 1);
    assert_eq!(stones(&replay), "XXO..\nXO.O.\n.XOX.\nX...X\n...X.\n");
}

#[test]
fn setup_stones_come_before_moves() {
    let (collection, said) = parse(SETUP);
    assert_eq!(
        said,
        ["1:52: warning: AB is there already in this node: their values are put together"]
    );
    let (replay, said) = replayed(&collection.games[0]);
    assert_eq!(
        said,
        [
            "1:19: error: AB names \"zz\", which is no point of a 19×19 board",
            "1:70: error: move 2 is illegal and left out: K10 is occupied: White has a stone there",
            "1:104: error: the setup of this node is left out: a stone set up at T1 would leave a \
             chain without a liberty; clear a point beside it",
        ]
    );
    let drawn = stones(&replay);
    let rows: Vec<&str> = drawn.lines().collect();
    assert_eq!(&rows[0][..5], "O.O..");
    assert_eq!(&rows[2][..5], "..X..");
    assert_eq!(&rows[3][..5], "...O.");
    assert_eq!(&rows[15][..5], "...X.");
    assert_eq!(drawn.matches('O').count(), 4);
    assert_eq!(drawn.matches('X').count(), 3);
}

#[test]
fn handicap_stones_that_are_only_counted_are_put_on_the_board() {
    let (collection, _) = parse(b"(;SZ[9]HA[2];W[ee])");
    let (replay, said) = replayed(&collection.games[0]);
    assert_eq!(
        said,
        ["1:8: warning: HA counts 2 stones, AB names none: put on their usual points"]
    );
    assert_eq!(stones(&replay).matches('X').count(), 2);
    assert_eq!(replay.game.handicap(), 2);
    // Here Black places them by moves.
    let (collection, _) = parse(b"(;SZ[9]HA[2];B[cc];B[gg];W[ee];B[ff])");
    let (replay, said) = replayed(&collection.games[0]);
    assert_eq!(said, [""; 0]);
    assert_eq!((replay.moves, replay.illegal), (4, 0));
}

#[test]
fn a_replay_can_stop_at_any_move() {
    let tree = parse_clean(VARIATIONS);
    let moves: Vec<usize> = (0..8)
        .map(|n| sgf::replay_to(&tree, n).unwrap().moves)
        .collect();
    assert_eq!(moves, [0, 1, 2, 3, 4, 5, 5, 5]);
}

#[test]
fn a_saved_game_is_the_same_game() {
    for bytes in [VARIATIONS, LONG_NAMES, ILLEGAL, SETUP] {
        let (collection, _) = parse(bytes);
        let replay = sgf::replay(&collection.games[0]).unwrap();
        let saved = sgf::from_game(&replay.game, &replay.info).to_sgf();
        let again = parse_clean(saved.as_bytes());
        let (again, said) = replayed(&again);
        // What was forced is forced again, with the same words.
        assert!(
            said.iter()
                .all(|said| said.contains("out of turn") || said.contains("played all the same")),
            "{saved} {said:?}"
        );
        for color in [Color::Black, Color::White] {
            assert_eq!(again.game.captures(color), replay.game.captures(color));
        }
        assert_eq!(stones(&again), stones(&replay), "{saved}");
        assert_eq!(again.game.turn(), replay.game.turn());
        assert!(again.game.moves().eq(replay.game.moves()));
        assert_eq!(again.game.komi(), replay.game.komi());
        assert_eq!(again.info.black, replay.info.black);
        assert_eq!(again.info.result, replay.info.result);
    }
}

#[test]
fn a_saved_game_implies_no_handicap_stones() {
    // The first move is unreadable, so White begins although the count stands.
    let (collection, _) = parse(b"(;HA[2];B[?];W[aa])");
    let replay = sgf::replay(&collection.games[0]).unwrap();
    assert_eq!(replay.game.handicap(), 2);
    let saved = sgf::from_game(&replay.game, &replay.info);
    let (again, said) = replayed(&saved.games[0]);
    assert_eq!(said, [""; 0]);
    assert_eq!(stones(&again), stones(&replay));
    assert_eq!(again.game.handicap(), 2);
}

#[test]
fn boards_that_cannot_be_played_get_a_sentence() {
    for (root, said) in [
        (
            "SZ[19:13]",
            "1:3: error: the board is 19×13; only square boards are played here",
        ),
        (
            "SZ[26]",
            "1:3: error: a board has a side from 2 to 25, not 26",
        ),
        (
            "SZ[big]",
            "1:3: error: the size of a board is a number from 2 to 25, not \"big\"",
        ),
        (
            "GM[2]",
            "1:3: error: this is not Go, which is GM[1], but GM[2]",
        ),
    ] {
        let (collection, _) = parse(format!("(;{root})").as_bytes());
        let error = sgf::replay(&collection.games[0]).err().unwrap();
        assert_eq!(error.to_string(), said);
    }
}

#[test]
fn every_komi_of_a_saved_game_comes_back() {
    for komi in [
        "7.25", "3.75", "-3.75", "600", "375", "200", "361", "650", "0", "10000", "-10000", "0.001",
    ] {
        let game = Game::new(Size::NINE, Rules::CHINESE, komi.parse().unwrap());
        let saved = sgf::from_game(&game, &Info::new(Size::NINE)).to_sgf();
        let (again, said) = replayed(&parse_clean(saved.as_bytes()));
        assert_eq!(said, [""; 0], "{saved}");
        assert_eq!(again.game.komi(), game.komi(), "{saved}");
        assert!(saved.contains("AP[Tengen:"), "{saved}");
    }
    let (collection, _) = parse(b"(;AP[Tengenoid:1]KM[3.75])");
    let (replay, said) = replayed(&collection.games[0]);
    assert_eq!(said, ["1:18: warning: komi 3.75 is read as 7.5 points"]);
    assert_eq!(replay.game.komi().to_string(), "7.5");
}

#[test]
fn suicide_is_judged_by_the_rules_if_the_record_names_any() {
    let game = |rules: &str| {
        let text = format!("(;SZ[5]{rules}AB[ba][bb][ac]AW[aa];W[ab])");
        replayed(&parse(text.as_bytes()).0.games[0])
    };
    let (replay, said) = game("");
    assert_eq!(
        said,
        [
            "1:29: warning: move 1 takes 2 stones of White off by suicide, which some rules allow \
             and others forbid; the record names none"
        ]
    );
    assert_eq!((replay.illegal, replay.game.captures(Color::Black)), (0, 2));
    let (replay, said) = game("RU[NZ]");
    assert_eq!((replay.illegal, said.len()), (0, 0));
    assert_eq!(replay.game.captures(Color::Black), 2);
    let (replay, said) = game("RU[Chinese]");
    assert_eq!(
        said,
        [
            "1:40: error: move 1 is illegal and played all the same: A4 would be suicide, which the \
             rules forbid"
        ]
    );
    assert_eq!((replay.illegal, replay.game.captures(Color::Black)), (1, 2));
    assert_eq!(stones(&replay), ".X...\n.X...\nX....\n.....\n.....\n");
}
