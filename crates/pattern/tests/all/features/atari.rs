//! Chains in atari: captured, extended, and those that a move puts there.

use super::{B, KO, ONE_LOOSE, W, check};

#[test]
fn captures() {
    let lone = ". X . . .
                X . a . .
                . X . . .
                . . . . .
                . . . . .";
    check(
        "capture",
        &[
            ("a chain that could get away, one stone", ONE_LOOSE, &[]),
            (
                "a chain that could get away, two stones",
                ". X X . .
                 X O O a .
                 . X X . .
                 . . . . .
                 . . . . .",
                &[],
            ),
            (
                "a chain that could get away, three stones or more",
                ". X X X . .
                 X O O O a .
                 . X X X . .
                 . . . . . .
                 . . . . . .
                 . . . . . .",
                &[],
            ),
            (
                "a chain that cannot get away, one stone",
                "X O a . .
                 X X . . .
                 . . . . .
                 . . . . .
                 . . . . .",
                &[],
            ),
            ("the chain of the last move, one stone", lone, &[(W, "B4")]),
            (
                "a chain that holds an own one in atari, one stone",
                ". . . . .
                 . O X O .
                 . X O a .
                 . . X . .
                 . . . . .",
                &[],
            ),
            ("none", ". X a \n . . . \n . O .", &[]),
        ],
    );
}

#[test]
fn escapes() {
    let running = "O . . . .
                   X a . . .
                   . . . . .
                   . . . . .
                   . . . . .";
    check(
        "escape",
        &[
            (
                "into atari again, in atari since before, one stone",
                "O O . . .
                 X a O . .
                 O . . . .
                 . . . . .
                 . . . . .",
                &[],
            ),
            (
                "to 2 liberties, in atari since before, one stone",
                "O . . . .
                 X a O . .
                 O . . . .
                 . . . . .
                 . . . . .",
                &[],
            ),
            (
                "to 3 liberties or more, in atari since the last move, one stone",
                running,
                &[(W, "A3")],
            ),
            (
                "to 3 liberties or more, in atari since before, one stone",
                running,
                &[(W, "A3"), (B, "E1"), (W, "E3")],
            ),
            (
                "to 3 liberties or more, in atari since before, more stones",
                "O O . . .
                 X X a . .
                 O O . . .
                 . . . . .
                 . . . . .",
                &[],
            ),
            ("none", running, &[]),
        ],
    );
}

#[test]
fn ataris() {
    let one = ". . X . .
               . X O a .
               . . . . .
               . . . . .
               . . . . .";
    check(
        "atari",
        &[
            ("to another chain, one stone", one, &[]),
            (
                "to the chain of the last move, one stone",
                &one.replace('O', "."),
                &[(W, "C4")],
            ),
            (
                "to two chains or more, one stone",
                ". X . X .
                 X O a O X
                 . . . . .
                 . . . . .
                 . . . . .",
                &[],
            ),
            (
                "to another chain, two stones",
                "X O a . .
                 X O X . .
                 . . . . .
                 . . . . .
                 . . . . .",
                &[],
            ),
            (
                "to another chain, three stones or more",
                "O O O a .
                 X X . . .
                 . . . . .
                 . . . . .
                 . . . . .",
                &[],
            ),
            ("during a ko to another chain, one stone", KO, &[(W, "B6")]),
            (
                "during a ko to two chains or more, one stone",
                &KO.replace("X O a .", "X O a O").replace(
                    "X . .\n                  . . . X O",
                    "X . X\n                  . . . X O",
                ),
                &[(W, "B6")],
            ),
            ("none", ONE_LOOSE, &[]),
        ],
    );
}

#[test]
fn self_ataris() {
    check(
        "self-atari",
        &[
            (
                "one liberty left, one stone",
                "a . . \n O . . \n . . .",
                &[],
            ),
            (
                "one liberty left, two stones",
                "X a O \n O . . \n . . .",
                &[],
            ),
            (
                "one liberty left, three stones or more",
                "X X a O
                 O O . .
                 . . . .
                 . . . .",
                &[],
            ),
            ("none", "a . . \n . . . \n . . .", &[]),
            ("none", "X O a . \n . X O . \n . . . . \n . . . .", &[]),
        ],
    );
}
