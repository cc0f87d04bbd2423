//! Whole files: good ones, old ones, odd ones, and every beginning of each.
//!
//! One file for all of them, long as it is: the tests share the samples.

use tengen_go::{Color, Game, Point, Rules, Size};
use tengen_record::sgf::{self, Collection, GameTree, Ident, Info, NodeId, ParseError};

const VARIATIONS: &[u8] = include_bytes!("../data/variations.sgf");
const LONG_NAMES: &[u8] = include_bytes!("../data/long-names.sgf");
const GB18030: &[u8] = include_bytes!("../data/gb18030.sgf");
const SHIFT_JIS: &[u8] = include_bytes!("../data/shift_jis.sgf");
const ODD: &[u8] = include_bytes!("../data/odd.sgf");
const ILLEGAL: &[u8] = include_bytes!("../data/illegal.sgf");
const SETUP: &[u8] = include_bytes!("../data/setup.sgf");

fn parse(bytes: &[u8]) -> (Collection, Vec<String>) {
    let (collection, diagnostics) = sgf::parse(bytes).unwrap();
    let said = diagnostics.iter().map(ToString::to_string).collect();
    (collection, said)
}

/// Reads a file without faults that holds one game.
fn parse_clean(bytes: &[u8]) -> GameTree {
    let (mut collection, said) = parse(bytes);
    assert_eq!(said, [""; 0]);
    assert_eq!(collection.games.len(), 1);
    collection.games.remove(0)
}

fn text(tree: &GameTree, ident: &Ident) -> String {
    tree.root().get(ident).unwrap().value().text()
}

fn replayed(tree: &GameTree) -> (sgf::Replay, Vec<String>) {
    let replay = sgf::replay(tree).unwrap();
    let said = replay.diagnostics.iter().map(ToString::to_string).collect();
    (replay, said)
}

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
fn variations_and_unknown_properties_are_kept() {
    let tree = parse_clean(VARIATIONS);
    assert_eq!(tree.node_count(), 11);
    assert_eq!(tree.main_line().count(), 6);
    let second = tree.main_line().nth(2).unwrap();
    assert_eq!(tree.children(second).count(), 3);
    assert_eq!(tree.node(second).place().to_string(), "3:1");
    let unknown = tree.root().get(&Ident::read("XY").unwrap()).unwrap();
    assert_eq!(unknown.values()[1].raw(), "also: this\\]");
    assert_eq!(unknown.place().to_string(), "1:102");
    assert_eq!(
        Collection { games: vec![tree] }.to_sgf(),
        "(;FF[4]GM[1]CA[UTF-8]AP[Hand]SZ[9]KM[6.5]RU[Chinese]PB[Ada]BR[3d]PW[Bruno]WR[2d]\
         RE[W+R]DT[2020-02-20]XY[kept as it is][also: this\\]]\n\
         ;B[ee]C[The centre.];W[cc]\n\
         (;B[gc]N[main];W[];B[])\n\
         (;B[cg]LB[aa:1][bb:2]\n\
         (;W[gg])\n\
         (;W[gc]TR[aa:cc]VW[]))\n\
         (;PL[W];W[dd]))\n"
    );
}

#[test]
fn the_root_is_understood() {
    let (info, said) = Info::read(&parse_clean(VARIATIONS)).unwrap();
    assert!(said.is_empty());
    assert_eq!(info.size.get(), 9);
    assert_eq!(info.komi.unwrap().to_string(), "6.5");
    assert_eq!(info.rules.unwrap().name, "chinese");
    assert_eq!(info.result.unwrap().to_string(), "W+R");
    assert_eq!(info.player(Color::Black).name, "Ada");
    assert_eq!(info.player(Color::White).rank, "2d");
    assert_eq!(info.date, "2020-02-20");
}

#[test]
fn long_names_of_ff3_are_short_names() {
    let tree = parse_clean(LONG_NAMES);
    let (replay, said) = replayed(&tree);
    assert_eq!(said, [""; 0]);
    assert_eq!((replay.moves, replay.illegal), (4, 0));
    assert_eq!(replay.info.handicap, 2);
    assert_eq!(replay.info.black.name, "Old Style");
    assert_eq!(replay.info.result.unwrap().to_string(), "B+2.5");
    assert_eq!(replay.game.passes(), 2);
    let strict = Collection { games: vec![tree] }.to_sgf();
    assert_eq!(
        strict,
        "(;FF[4]GM[1]CA[UTF-8]SZ[19]HA[2]KM[0.5]AB[dd][pp]PB[Old Style]RE[B+2.5];W[pd];B[dp]\n\
         ;W[];B[])\n"
    );
}

#[test]
fn charsets_are_decoded_before_brackets_are_looked_for() {
    let tree = parse_clean(GB18030);
    assert_eq!(text(&tree, &Ident::PB), "古力");
    assert_eq!(text(&tree, &Ident::PW), "聂卫平");
    assert_eq!(text(&tree, &Ident::C), "乚乗 围棋");
    assert_eq!(tree.node_count(), 3);
    let tree = parse_clean(SHIFT_JIS);
    assert_eq!(text(&tree, &Ident::PB), "ソゼ");
    assert_eq!(tree.node_count(), 3);
    let strict = Collection { games: vec![tree] }.to_sgf();
    assert!(
        strict.starts_with("(;FF[4]GM[1]CA[UTF-8]SZ[19]PB[ソゼ]C[囲碁"),
        "{strict}"
    );
}

#[test]
fn odd_files_are_read_as_far_as_they_make_sense() {
    let (collection, said) = parse(ODD);
    assert_eq!(
        said,
        [
            "1:1: warning: text before the first game is no part of SGF and is skipped",
            "4:13: warning: km is read as KM",
            "5:2: error: B has one value only: the first is kept, 1 left out",
            "5:7: warning: B is there already in this node: their values are put together",
            "5:12: error: W has no value and is left out",
            "6:8: error: expected a property or one of ; ( ) and found '?', which is skipped",
            "6:22: error: expected a property or one of ; ( ) and found ']', which is skipped",
            "7:2: error: a ; is missing before B",
            "8:2: warning: a variation has no node",
            "8:3: warning: a node after a variation is read as one more variation: a ( is missing",
            "9:1: warning: text after the end of a game is no part of SGF and is skipped",
            "11:1: error: another game begins inside this one: 1 closing ) missing",
            "11:26: error: the file ends inside a value of C, which is cut short",
            "11:35: error: the file ends inside a game: 1 closing ) missing",
        ]
    );
    assert_eq!(collection.games.len(), 3);
    let (replay, said) = replayed(&collection.games[0]);
    assert_eq!(
        said,
        [
            "4:20: warning: a result is written B+3.5, W+R, B+T, W+F, B+, 0, Draw, Void or ?, not \
             \"who knows\"",
            "6:2: error: move 2 is illegal and left out: E5 is occupied: Black has a stone there",
            "6:11: error: move 3, \"zz\", is no point of a 9×9 board and is left out",
        ]
    );
    assert_eq!(replay.info.komi.unwrap().to_string(), "7.5");
    let last = &collection.games[2];
    assert_eq!(
        last.node(last.main_line().last().unwrap())
            .get(&Ident::C)
            .unwrap()
            .value()
            .raw(),
        "unfinish"
    );
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
fn every_beginning_of_a_file_says_a_part_of_the_whole() {
    for whole in [
        VARIATIONS, LONG_NAMES, GB18030, SHIFT_JIS, ILLEGAL, SETUP, ODD,
    ] {
        let (full, _) = parse(whole);
        let mut most = 0;
        for end in 0..whole.len() {
            let Ok((part, _)) = sgf::parse(&whole[..end]) else {
                assert_eq!(most, 0, "a game that was there is gone at byte {end}");
                continue;
            };
            let line = |tree: &GameTree| -> Vec<String> {
                let moves = |id: NodeId| {
                    let node = tree.node(id);
                    let moves = node.properties().iter().filter(|p| p.ident().is_move());
                    moves.map(|p| format!("{p:?}")).collect::<Vec<_>>()
                };
                tree.main_line().flat_map(moves).collect()
            };
            let (part, full) = (line(&part.games[0]), line(&full.games[0]));
            assert!(
                part.len() >= most,
                "a move that was there is gone at byte {end}"
            );
            assert!(
                full.starts_with(&part),
                "byte {end}: {part:?} does not begin {full:?}"
            );
            most = part.len();
        }
    }
}

#[test]
fn without_a_game_there_is_a_sentence() {
    for text in ["", "hello", "()", "(", "((((", ";", "(;", "\u{feff}"] {
        let result = sgf::parse(text.as_bytes());
        match text {
            "(;" => assert!(result.is_ok()),
            _ => assert_eq!(result.unwrap_err(), ParseError::NoGame, "{text:?}"),
        }
    }
    assert_eq!(
        ParseError::NoGame.to_string(),
        "there is no game in it: a game of SGF begins with (; and ends with )"
    );
}

#[test]
fn games_without_their_opening_are_read() {
    let (collection, said) = parse(b"SZ[9] ;B[aa];W[bb]");
    assert_eq!(
        said,
        [
            "1:1: warning: text before the first game is no part of SGF and is skipped",
            "1:7: error: a game begins with (; but the ( is missing",
        ]
    );
    assert_eq!(collection.games[0].node_count(), 2);
    let (collection, said) = parse(b"(SZ[9];B[aa])");
    assert_eq!(
        said,
        ["1:2: error: a game begins with (; but the ; is missing"]
    );
    assert_eq!(collection.games[0].node_count(), 2);
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
fn komi_is_read_in_points_and_in_stones() {
    for (written, read) in [
        ("6.5", Some("6.5")),
        ("-3.5", Some("-3.5")),
        ("7", Some("7")),
        ("6,5", Some("6.5")),
        ("3.75", Some("7.5")),
        ("375", Some("7.5")),
        ("325", Some("6.5")),
        ("650", Some("6.5")),
        ("150", Some("150")),
        ("151", Some("151")),
        ("361", Some("361")),
        ("199", Some("199")),
        ("200", Some("2")),
        ("600", Some("6")),
        ("7.25", Some("7.25")),
        ("-3.75", Some("-7.5")),
        ("4.9", Some("4.9")),
        ("-10000", Some("-10000")),
        ("10001", None),
        ("inf", None),
        ("NaN", None),
        ("x", None),
        ("", None),
    ] {
        let (collection, _) = parse(format!("(;KM[{written}])").as_bytes());
        let (info, said) = Info::read(&collection.games[0]).unwrap();
        assert_eq!(
            info.komi.map(|k| k.to_string()).as_deref(),
            read,
            "{written}"
        );
        let plain = read == Some(&written.replace(',', ".")) || written.is_empty();
        assert_eq!(said.is_empty(), plain, "{written}: {said:?}");
    }
}

#[test]
fn depth_and_breadth_cost_no_stack_and_no_square_time() {
    let deep = 100_000;
    let nested = "(;B[aa]".repeat(deep) + &")".repeat(deep);
    let tree = parse_clean(nested.as_bytes());
    assert_eq!(tree.node_count(), deep);
    let ladder = "(;B[aa](;W[bb])".repeat(deep) + &")".repeat(deep);
    let broad = format!("(;{})", "(;B[aa])".repeat(deep));
    let letter = |digit: u8| char::from(digit - b'0' + b'A');
    let name = |n: usize| -> String { n.to_string().bytes().map(letter).collect() };
    let names: String = (0..deep).map(|n| format!("X{}[]C[c]", name(n))).collect();
    let crowded = format!("(;{names})");
    for text in [
        nested,
        ladder,
        broad,
        crowded,
        "(;".repeat(deep),
        "(".repeat(deep) + "(;",
    ] {
        let (collection, _) = sgf::parse(text.as_bytes()).unwrap();
        let strict = collection.strict();
        let (again, said) = parse(collection.to_sgf().as_bytes());
        assert!(again == strict && said.is_empty());
        assert!(sgf::replay(&collection.games[0]).is_ok());
    }
}

#[test]
fn files_made_to_keep_a_reader_busy_are_cut() {
    let (collection, said) = parse("(;)".repeat(250_000).as_bytes());
    assert_eq!(collection.games.len(), 200_000);
    assert_eq!(
        said,
        [
            "1:600000: error: the file has more than 4000000 nodes and properties: the rest is left \
             out"
        ]
    );
    let busy = format!("(;{})", ";AB[aa:sr];AE[aa:sr]".repeat(1000));
    let (collection, _) = parse(busy.as_bytes());
    let (_, said) = replayed(&collection.games[0]);
    assert_eq!(
        said,
        ["1:5844: error: the setups change more than 200000 points: from here they are left out"]
    );
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
fn what_is_written_is_spelled_as_ff4_wants_it() {
    let (collection, _) = parse(
        b"(;SZ[9:9]KM[ 7,5 ]HA[2.0]TM[1800.]XX[7,5]B1[aa]KGSDE[x];W[ee]WL[12,5]OW[ 3];B[tt]V[,5])",
    );
    assert_eq!(
        collection.to_sgf(),
        "(;FF[4]GM[1]CA[UTF-8]SZ[9]KM[7.5]HA[2]TM[1800]XX[7,5]KGSDE[x];W[ee]WL[12.5]OW[3];B[]V[0.5])\n"
    );
    // What is read does not depend on whether it was written again.
    let (replay, _) = replayed(&collection.games[0]);
    assert_eq!((replay.game.handicap(), replay.illegal), (2, 0));
    let (again, _) = replayed(&collection.strict().games[0]);
    assert_eq!(again.info, replay.info);
    // A point of a large board is no pass, however its size is written.
    let (collection, _) = parse(b"(;SZ[21.0];B[tt])");
    assert!(collection.to_sgf().ends_with("SZ[21];B[tt])\n"));
    // Other games have their own properties.
    let (collection, _) = parse(b"(;GM[2]KM[7,5])");
    assert_eq!(collection.to_sgf(), "(;FF[4]GM[2]CA[UTF-8]KM[7,5])\n");
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
