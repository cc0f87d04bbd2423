//! Whole files: good ones, old ones, odd ones, and every beginning of each.
//!
//! Here they are read; `games` replays them.

mod games;

use tengen_go::Color;
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
