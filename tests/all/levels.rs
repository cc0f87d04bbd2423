//! Levels, as who plays meets them.

use crate::binary::{assert_has, run, run_with_input};
use crate::player::play;

#[test]
fn a_level_is_told_and_repeats_its_games() {
    let (code, out, err) = play(
        &["--size", "5", "--level", "9k"],
        "level\nlevel 20K\nlevel 10\n",
    );
    assert_eq!(code, 0, "{err}");
    assert_has(&out, "you are Black. Level 9k; `help` lists the commands.");
    assert!(!out.contains("threads"), "{out}");
    let at_sight = "it moves at first sight, without looking ahead.";
    assert_has(&out, &format!("Level 9k: {at_sight}"));
    assert_has(&out, &format!("From now on level 20k: {at_sight}"));
    assert_has(&out, "From now on level full: a move may take 3 s.");
    assert_has(&err, "repeats these games");
    let game = || {
        let args = [
            "--size", "5", "--level", "15k", "--seed", "4", "--color", "white",
        ];
        let out = play(&args, "b2\na1\n").1;
        // Where the game is kept differs.
        let moves = out.lines().filter(|line| line.starts_with("Move "));
        moves.collect::<Vec<_>>().join("\n")
    };
    let first = game();
    assert_eq!(game(), first);
    assert_has(&first, "Move 3: Black plays ");
    assert_has(&first, "; at first sight.");
}

#[test]
fn a_wrong_level_is_a_wrong_usage() {
    for (args, part) in [
        (
            &["--level", "8k"][..],
            "--level: there is no level \"8k\": it is one of 20k, 15k, ",
        ),
        (&["--level", "11"], "1d, full, or a number from 1 to 10"),
        (
            &["--level", "9k", "--playouts", "5"],
            "--playouts: the level 9k says how much",
        ),
        (
            &["--level", "9k", "--time", "5"],
            "--time: the level 9k says how much",
        ),
        (
            &["--set", "level.rank=9k", "--set", "budget.playouts=5"],
            "--set budget.playouts: the level 9k says how much",
        ),
        (
            &["--level", "9k", "--recipe", "uct"],
            "--level: the recipe uct has no network, which levels draw on",
        ),
    ] {
        let (code, _, err) = run(&[&["gtp"], args].concat());
        assert_has(&err, part);
        assert_eq!(code, 2, "{err}");
    }
    let args = ["gtp", "--seed", "1", "--level", "3"];
    let (_, out, _) = run_with_input(&args, b"level\nquit\n");
    assert_has(&out, "= 12k (3 of 10)\n");
}
