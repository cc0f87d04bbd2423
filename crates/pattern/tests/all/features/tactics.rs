//! Ladders, kos and connections.

use tengen_go::{Color, Diagram, Point};
use tengen_pattern::feature::{FeatureParams, FeatureSet, LibertyReading};

use super::{B, KO, ONE_LOOSE, TAKE, W, check, team};

#[test]
fn ladders() {
    let rest = ". . . . .\n . . . . .\n . . . . .";
    let board = |first: &str, second: &str| format!("{first}\n{second}\n{rest}");
    check(
        "ladder",
        &[
            (
                "extends a chain that is caught all the same",
                &board("O X a . .", "O O . . ."),
                &[],
            ),
            (
                "starts one that catches a stone",
                &board("X O . . .", "X a . . ."),
                &[],
            ),
            (
                "starts one that catches more stones",
                &board("X O O . .", "X X a . ."),
                &[],
            ),
            (
                "extends a chain, which gets away",
                "O . . . .
                 X a . . .
                 O . . . .
                 . . . . .
                 . . . . .",
                &[],
            ),
            (
                "extends a chain that one threatens since the last move",
                &board(". . X . .", ". . a . ."),
                &[(W, "B5")],
            ),
            (
                "gives an atari that starts none",
                &board(". . X . .", ". X O a ."),
                &[],
            ),
            ("none", &board(". X a . .", ". . . . ."), &[]),
        ],
    );
}

#[test]
fn kos() {
    let taken: &[(Color, &str)] = &[(B, "B3"), (W, "D1")];
    let fill = ". O X .
                O . O X
                . O X .
                . . . .";
    let stand = ". O X .
                 O X a X
                 . O X .
                 . . . .";
    check(
        "ko",
        &[
            ("takes a ko", TAKE, &[]),
            ("fills a ko", stand, &[]),
            (
                "captures while a ko may not be retaken",
                &KO.replace(
                    "a .\n                  . . . . . . .",
                    "a .\n                  . . . . X . .",
                ),
                &[(W, "B6")],
            ),
            ("none", KO, &[(W, "B6")]),
            ("none", ONE_LOOSE, &[]),
        ],
    );
    // The mark appears only when the stone is taken, so this one is asked by hand.
    let mut board = Diagram::parse(fill).unwrap().stones;
    let size = board.size();
    let point = |label| Point::parse(label, size).unwrap();
    for &(color, label) in taken {
        assert!(board.play(color, point(label)));
    }
    let params = FeatureParams {
        ko: true,
        last: false,
        liberties: LibertyReading::Off,
        ..FeatureParams::default()
    };
    let mut set = FeatureSet::new(&params, size);
    let recent = [Some(point("D1")), Some(point("B3"))];
    let ids = team(&mut set, &board, B, recent, point("C3"));
    assert_eq!(
        set.value_name(ids[0]),
        "ko: fills the ko that the own move before took"
    );
}

#[test]
fn connections() {
    check(
        "connection",
        &[
            ("connects two chains", ". . . \n X a X \n . . .", &[]),
            (
                "connects three chains or more",
                ". X . \n X a X \n . . .",
                &[],
            ),
            ("cuts two chains", ". . . \n O a O \n . . .", &[]),
            ("cuts three chains or more", ". O . \n O a O \n . . .", &[]),
            ("connects and cuts", ". X . \n O a O \n . X .", &[]),
            // Two stones at a corner are two chains; the corner makes them one.
            ("connects two chains", ". X . \n X a . \n . . .", &[]),
            ("none", "X X . \n X a . \n . . O", &[]),
        ],
    );
}
