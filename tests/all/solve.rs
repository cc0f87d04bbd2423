//! `tengen solve`: endgames solved; in `problems` drawn and proved again.

mod problems;

use serde_json::{Value, json};

use crate::binary::{assert_has, run, run_with_input};

/// Black closes a corridor for a point, or White enters it; and a neutral point is left.
const CORRIDOR: &str = ". X X X O O .
                        X X X X O O O
                        X X . . O O O
                        X X X X O O O
                        X X X . O O O
                        X . X X O . O
                        X X X X O O O";

/// Black may take the stone at D5 by E5, and White may take back.
const KO: &str = ". X . X O . O O .
                  X X X X O O O O O
                  X . X X O O O . O
                  X X X X O O O O O
                  X X X O . O . O O
                  X X X X O O O O O
                  X X X X O O . O O
                  . X X X O O O O O
                  X X X X O O O . O";

/// A drawn board as a record that sets it up, with what else the root says.
fn sgf(board: &str, root: &str) -> String {
    let letter = |n: usize| char::from(b'a' + n as u8);
    let [mut black, mut white] = [String::new(), String::new()];
    for (y, row) in board.lines().enumerate() {
        for (x, cell) in row.split_whitespace().enumerate() {
            let point = format!("[{}{}]", letter(x), letter(y));
            match cell {
                "X" => black += &point,
                "O" => white += &point,
                _ => {}
            }
        }
    }
    let setup = |name: &str, points: &str| match points {
        "" => String::new(),
        points => format!("{name}{points}"),
    };
    let side = board.lines().count();
    let (black, white) = (setup("AB", &black), setup("AW", &white));
    format!("(;GM[1]FF[4]SZ[{side}]{root}{black}{white})")
}

fn endgame(board: &str, root: &str, more: &[&str]) -> (i32, String, String) {
    let args = [&["solve", "endgame", "-"], more].concat();
    run_with_input(&args, sgf(board, root).as_bytes())
}

/// The object that `--json` prints.
fn object(board: &str, root: &str, more: &[&str]) -> Value {
    let (code, out, err) = endgame(board, root, &[&["--json"], more].concat());
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    serde_json::from_str(&out).unwrap()
}

/// Without the line that says how long it took.
fn timeless(out: &str) -> String {
    let lines = out.lines().filter(|line| !line.starts_with("Searched"));
    lines.map(|line| format!("{line}\n")).collect()
}

#[test]
fn a_corridor_is_drawn_valued_and_solved() {
    let (code, out, err) = endgame(CORRIDOR, "RU[Japanese]KM[0.5]PL[B]", &[]);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    let expected = "\
- at the start: 7×7, japanese rules, komi 0.5.

   A B C D E F G
 7 x X X X O O o
 6 X X X X O O O
 5 X X a a O O O
 4 X X X X O O O
 3 X X X b O O O
 2 X x X X O o O
 1 X X X X O O O

To move   Black
Open      3 open points in 2 areas
Score     B+0.5
Line      D5 D3 pass pass
Proof     sum of areas, no repetition matters

Area  Points  Open  Mean  Temperature  Value
a          2     2   1/2          1/2  {1|*}
b          1     1     0            0  *

Move    Board  With komi  Loses  Against D5
D5        B+1      B+0.5      0  =
C5          0      W+0.5      1  <
D3          0      W+0.5      1  <
pass        0      W+0.5      1  ∥
";
    assert_eq!(timeless(&out), expected);
}

#[test]
fn the_object_says_the_same() {
    let found = object(CORRIDOR, "RU[Japanese]KM[0.5]PL[W]", &[]);
    assert_eq!(
        (&found["turn"], &found["solved"]),
        (&"W".into(), &true.into())
    );
    assert_eq!(
        (&found["points"], &found["score"]),
        (&0.into(), &"W+0.5".into())
    );
    assert_eq!(found["line"], json!(["D5", "C5", "D3", "pass", "pass"]));
    assert_eq!(
        found["moves"][1],
        json!({"move": "D3", "points": 1, "score": "B+0.5", "loss": 1, "relation": "<"})
    );
    assert_eq!(
        found["areas"][0],
        json!({"name": "a", "points": ["C5", "D5"], "open": 2, "positions": 4, "ko": false,
               "value": "{1|*}", "mean": "1/2", "temperature": "1/2", "exact": true})
    );
    assert_eq!(found["proof"], "sum");
}

#[test]
fn komi_rules_and_the_side_to_move_can_be_asked_for() {
    let found = object(
        CORRIDOR,
        "RU[Japanese]KM[0.5]PL[W]",
        &["--rules", "chinese", "--komi", "-3", "--to-play", "B"],
    );
    assert_eq!(found["rules"], "chinese");
    assert_eq!(found["komi"], -3.0);
    assert_eq!(found["turn"], "B");
    let (code, out, _) = endgame(CORRIDOR, "PL[B]", &["--rules", "chinese"]);
    assert_eq!(code, 0);
    assert_has(
        &out,
        "7×7, chinese rules, komi 7.5 (the usual one: the record names none).",
    );
    assert_has(&out, "The values are those by territory.\n");
    let (code, _, err) = endgame(CORRIDOR, "", &["--to-play", "red"]);
    assert_eq!(code, 2);
    assert_has(&err, "the side to move is B or W");
}

#[test]
fn positions_within_a_game_are_solved() {
    let record = sgf(CORRIDOR, "RU[Japanese]KM[0]PL[B]").replace(")", ";B[dc];W[de];B[];W[])");
    let solve = |more: &[&str]| {
        let args = [&["solve", "endgame", "-"], more].concat();
        run_with_input(&args, record.as_bytes())
    };
    let (code, out, _) = solve(&["--move", "1"]);
    assert_eq!(code, 0, "{out}");
    assert_has(&out, "- after move 1: ");
    assert_has(&out, "\nTo move   White\n");
    assert_has(&out, "\nScore     B+1\n");
    let (code, _, err) = solve(&["--move", "5"]);
    assert_eq!(code, 1);
    assert_has(&err, "- has 4 moves, so there is no position after move 5");
    let (code, _, err) = solve(&[]);
    assert_eq!(code, 1);
    assert_has(
        &err,
        "error: - after move 4: the answer is unknown: the game is over: ",
    );
}

#[test]
fn what_cannot_be_solved_gets_a_sentence() {
    let unknown = |board: &str, root: &str, more: &[&str], part: &str| {
        let (code, out, err) = endgame(board, root, more);
        assert_eq!(code, 1, "{out}{err}");
        assert_has(&err, "error: - at the start: the answer is unknown: ");
        assert_has(&err, part);
        assert!(!out.contains("Score"), "{out}");
        let (code, out, again) = endgame(board, root, &[more, &["--json"]].concat());
        assert_eq!((code, &again), (1, &err));
        let object: Value = serde_json::from_str(&out).unwrap();
        assert_eq!(object["solved"], false);
        assert_has(object["unknown"].as_str().unwrap(), part);
    };
    let empty = ". . . . . . . . .\n".repeat(9);
    unknown(
        &empty,
        "",
        &[],
        "no stone on the board lives unconditionally",
    );
    let open =
        "X . X . X . . . .\nX X X X X . . . .\n".to_owned() + &". . . . . . . . .\n".repeat(7);
    unknown(&open, "", &[], "open points; at most 24 can be solved");
    unknown(CORRIDOR, "", &["--nodes", "1"], "no answer within 1 nodes");
}

#[test]
fn an_area_with_a_ko_has_no_value() {
    let (code, out, err) = endgame(KO, "KM[0]RU[Chinese]", &[]);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert_has(&out, "unknown: play in the area may repeat a position (ko)");
    assert_has(&out, "\nProof     whole board, repetition forbidden\n");
}

#[test]
fn what_is_no_record_gets_a_sentence() {
    let (code, out, err) = run_with_input(&["solve", "endgame", "-"], b"no record");
    assert_eq!((code, out.as_str()), (1, ""));
    assert_has(
        &err,
        "error: - cannot be read as SGF: there is no game in it",
    );
    let (code, _, err) = run(&["solve", "endgame", "no-such.sgf"]);
    assert_eq!(code, 1);
    assert_has(&err, "no-such.sgf does not exist");
    assert_eq!(run(&["solve", "endgame", "-", "--seconds", "0"]).0, 2);
    assert_eq!(run(&["solve", "endgame", "-", "--nodes", "0"]).0, 2);
}
