//! The commands that read records: `sgf` for files of SGF, `games` for files of one game a line.

use std::fs;
use std::io::Write;
#[cfg(unix)]
use std::process::Stdio;

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::binary::{Folder, assert_has, command, run, run_with_input, told};

const GAME: &str = "(;GM[1]FF[4]SZ[5]KM[0.5]PB[Kuro]BR[2d]PW[Shiro]RE[B+3.5]RU[Japanese]
;B[cc];W[bc];B[bb];W[cb];B[bd];W[dc];B[ac];W[cd])
";

#[test]
fn what_cannot_be_read_gets_a_sentence() {
    let folder = Folder::new("unreadable");
    let junk: Vec<u8> = (0..4096_u32).map(|n| ((n * n) >> 3) as u8 | 0x80).collect();
    let junk = folder.file("junk.sgf", junk);
    let empty = Folder::new("empty");
    for verb in ["check", "show", "score"] {
        let (code, _, err) = run(&["sgf", verb, "no-such.sgf"]);
        assert_eq!(code, 1);
        assert_has(&err, "no-such.sgf does not exist");
        let (code, _, err) = run(&["sgf", verb, &junk]);
        assert_eq!(code, 1);
        assert_has(&err, "there is no game in it");
        let (code, _, err) = run(&["sgf", verb, empty.0.to_str().unwrap()]);
        assert_eq!(code, 1);
        assert_has(&err, "has no files that end in .sgf");
    }
    let (code, _, err) = run(&["games", "check", "no-such.tsv"]);
    assert_eq!(code, 1);
    assert_has(&err, "no-such.tsv does not exist");
    let (code, _, err) = run(&["games", "check", empty.0.to_str().unwrap()]);
    assert_eq!(code, 1);
    assert_has(&err, "is a folder");
}

#[test]
fn what_cannot_be_read_counts_as_an_error() {
    let folder = Folder::new("counted");
    let good = folder.file("good.sgf", GAME);
    let (code, out, err) = run(&["sgf", "check", "no-such.sgf", &good]);
    assert_eq!(code, 1);
    assert_eq!(out, "1 file, 1 game, 8 moves: 1 error, 0 warnings.\n");
    assert_eq!(err, "error: no-such.sgf does not exist\n");
}

#[test]
fn a_file_that_is_too_large_is_not_said_to_have_what_was_read_of_it() {
    let folder = Folder::new("large");
    let large = folder.file("large.sgf", "(;");
    let file = fs::File::options().write(true).open(&large).unwrap();
    file.set_len((64 << 20) + 1000).unwrap();
    let (code, _, err) = run(&["sgf", "show", &large]);
    assert_eq!(code, 1);
    assert_has(&err, "large.sgf has more than 67,108,864 bytes");
}

#[test]
fn nothing_is_written_by_halves() {
    let folder = Folder::new("halves");
    let one = folder.file("a.sgf", FINISHED);
    let two = folder.file("b.sgf", FINISHED);
    let pair = folder.file("pair.sgf", FINISHED.repeat(2));
    for files in [&[one.as_str(), &two][..], &[&pair], &[&one, "no-such.sgf"]] {
        let args = [&["sgf", "score", "--dead", "none"][..], files].concat();
        let (code, out, err) = run(&args);
        assert_eq!((code, out.as_str()), (2, ""), "{files:?}");
        assert_has(&err, "--dead names the stones of one game");
    }
    let (code, out, err) = run(&["sgf", "show", "--move", "99", &one]);
    assert_eq!((code, out.as_str()), (1, ""));
    assert_has(
        &err,
        "a.sgf has 2 moves, so there is no board after move 99",
    );
    // What cannot be shown leaves no empty line either.
    let long = folder.file("c.sgf", GAME);
    let (code, out, _) = run(&["sgf", "show", "--move", "3", &one, &long]);
    assert_eq!(code, 1);
    assert!(out.starts_with(&long), "{out}");
}

#[test]
fn a_good_record_is_checked_in_one_line() {
    let (code, out, err) = run_with_input(&["sgf", "check", "-"], GAME.as_bytes());
    assert_eq!((code, err.as_str()), (0, ""));
    assert_eq!(out, "1 file, 1 game, 8 moves: 0 errors, 0 warnings.\n");
}

#[test]
fn faults_are_named_with_their_places() {
    let folder = Folder::new("faults");
    let file = folder.file("bad.sgf", "(;SZ[5]\n;B[cc];W[cc];B[zz])");
    let (code, out, _) = run(&["sgf", "check", &file]);
    assert_eq!(code, 1);
    assert_has(&out, "bad.sgf:2:8: error: move 2 is illegal");
    assert_has(&out, "C3 is occupied: Black has a stone there");
    assert_has(&out, "bad.sgf:2:14: error: move 3");
    assert_has(&out, "1 file, 1 game, 3 moves: 2 errors, 0 warnings.");
    let odd = folder.file("odd.sgf", "(;SZ[5]KM[3.75];B[cc])");
    let (code, out, _) = run(&["sgf", "check", &odd]);
    assert_eq!(code, 0, "warnings alone are no failure: {out}");
    assert_has(&out, "warning: komi 3.75 is read as 7.5 points");
    let (code, out, _) = run(&["sgf", "check", folder.0.to_str().unwrap()]);
    assert_eq!(code, 1);
    assert_has(&out, "2 files, 2 games");
}

#[test]
fn a_record_is_shown_plainly() {
    let folder = Folder::new("show");
    let file = folder.file("game.sgf", GAME);
    let (code, out, err) = run(&["sgf", "show", &file]);
    assert_eq!((code, err.as_str()), (0, ""));
    let expected = "\
Black     Kuro 2d
White     Shiro
Rules     japanese
Komi      0.5
Handicap  none
Result    B+3.5
Size      5×5
Moves     8

   A B C D E
 5 . . . . .
 4 . X O . .
 3 X . X O .
 2 . X(O). .
 1 . . . . .
Move 8: White C2. Captured by Black 1, by White 0.
";
    assert_eq!(out, format!("{file}\n{expected}"));
    let (code, out, _) = run(&["sgf", "show", "--move", "1", &file]);
    assert_eq!(code, 0);
    assert_has(&out, " 3 . .(X). .\n");
    assert_has(&out, "Move 1: Black C3. Captured by Black 0, by White 0.");
    let (code, _, err) = run(&["sgf", "show", "--move", "9", &file]);
    assert_eq!(code, 1);
    assert_has(&err, "has 8 moves, so there is no board after move 9");
}

#[test]
fn colours_are_shown_where_they_are_wanted() {
    let folder = Folder::new("colours");
    let file = folder.file("game.sgf", GAME);
    let mut forced = command(&["sgf", "show", &file]);
    forced.env_remove("NO_COLOR").env("CLICOLOR_FORCE", "1");
    let (code, out, _) = told(forced.output().unwrap());
    assert_eq!(code, 0);
    assert_has(&out, "\u{1b}[");
    assert_has(&out, "●");
}

#[test]
fn names_in_a_record_do_not_steer_the_terminal() {
    let record = "(;SZ[5]PB[Ku\u{1b}[31mro\\];B[cc])";
    let (_, out, _) = run_with_input(&["sgf", "show", "-"], record.as_bytes());
    assert!(!out.contains('\u{1b}'), "{out}");
}

/// Black has four columns of seven, and a dead stone of White is among them.
const FINISHED: &str = "(;SZ[7]KM[2.5]RE[B+4.5]RU[Chinese]
AB[da][db][dc][dd][de][df][dg]AW[ea][eb][ec][ed][ee][ef][eg][bb];B[];W[])";

#[test]
fn a_record_is_scored_with_the_dead_estimated_or_given() {
    let args = ["sgf", "score", "-"];
    let (code, out, _) = run_with_input(&args, FINISHED.as_bytes());
    assert_eq!(code, 0);
    assert_has(&out, "Score     B+4.5\n");
    assert_has(&out, "Recorded  B+4.5\n");
    assert_has(&out, "Black     28 points\n");
    assert_has(&out, "Dead      B6 (estimated:");
    let given = ["sgf", "score", "--dead", "none", "-"];
    let (_, out, _) = run_with_input(&given, FINISHED.as_bytes());
    assert_has(&out, "Score     W+17.5\n");
    assert_has(&out, "Dead      no stones (as given)");
    let by_territory = ["sgf", "score", "--dead", "b6", "--rules", "japanese", "-"];
    let (_, out, _) = run_with_input(&by_territory, FINISHED.as_bytes());
    assert_has(&out, "Score     B+5.5\n");
    assert_has(&out, "Black     21 points and 1 prisoner\n");
    for wrong in ["Z9", "B3"] {
        let args = ["sgf", "score", "--dead", wrong, "-"];
        let (code, _, err) = run_with_input(&args, FINISHED.as_bytes());
        assert_eq!(code, 2);
        assert_has(&err, "--dead");
    }
}

const LINES: &str = "B+R\t6.5\t5d\t?\tmade:1\t2026-01-01\t3\tpdddqq\n\
                     W+0.5\t6.5\t?\t?\tmade:2\t2026-01-01\t2\tddtt\n";
const BAD_LINES: &str = "B+R\t6.5\t?\t?\tmade:3\t2026-01-01\t3\tpddddd\n\
                         nonsense\n";

#[test]
fn games_are_replayed() {
    let folder = Folder::new("games");
    let plain = folder.file("good.tsv", LINES);
    let (code, out, err) = run(&["games", "check", &plain]);
    assert_eq!((code, err.as_str()), (0, ""));
    assert_has(
        &out,
        "good.tsv: 2 games with 5 moves replayed legally, 0 bad lines;",
    );
    let (code, out, _) = run_with_input(&["games", "check", "-"], LINES.as_bytes());
    assert_eq!(code, 0);
    assert_has(&out, "-: 2 games");
}

#[test]
fn games_become_records() {
    let folder = Folder::new("records");
    let file = folder.file("games.tsv", format!("{BAD_LINES}{LINES}"));
    let (code, out, err) = run(&["games", "sgf", &file, "--count", "2"]);
    assert_eq!(code, 0);
    assert_has(&out, "GN[made:1]");
    assert_has(&out, ";B[pd];W[dd];B[qq]");
    assert_has(&out, "RE[W+0.5]");
    let illegal = "games.tsv:1: move 3 by Black is illegal: D16 is occupied";
    assert_has(&err, illegal);
    assert_has(&err, "games.tsv:2:9: the line ends before the komi");
    let path = folder.0.join("out.sgf");
    let output = path.to_str().unwrap();
    let args = ["games", "sgf", &file, "--skip", "2", "--least", "3"];
    let (code, out, err) = run(&[&args[..], &["--output", output]].concat());
    assert_eq!((code, out.as_str(), err.as_str()), (0, "", ""));
    assert_has(&fs::read_to_string(&path).unwrap(), "GN[made:1]");
    let (code, out, err) = run(&[&args[..], &["--count", "2"]].concat());
    assert_eq!((code, out.as_str()), (1, ""));
    assert_has(&err, "has 1 game like that, and 2 games were asked for");
}

#[test]
fn a_file_without_games_is_no_success() {
    let folder = Folder::new("no-games");
    let file = folder.file("none.tsv", "");
    let (code, out, err) = run(&["games", "check", &file]);
    assert_eq!((code, out.as_str()), (1, ""));
    assert_has(&err, "none.tsv holds no games");
}

#[test]
fn bad_lines_are_named_in_plain_and_packed_files() {
    let folder = Folder::new("bad-games");
    let text = format!("{LINES}{BAD_LINES}");
    let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
    gzip.write_all(text.as_bytes()).unwrap();
    let files = [
        folder.file("bad.tsv", &text),
        folder.file("bad.tsv.gz", gzip.finish().unwrap()),
    ];
    for file in &files {
        let (code, out, _) = run(&["games", "check", file]);
        assert_eq!(code, 1);
        let illegal = "3:37: move 3 by Black is illegal: D16 is occupied: White has a stone there";
        assert_has(&out, &format!("{file}:{illegal}\n"));
        assert_has(&out, &format!("{file}:4:"));
        assert_has(&out, "2 games with 5 moves replayed legally, 2 bad lines;");
    }
    let many = folder.file("many.tsv", "nonsense\n".repeat(1500));
    let (code, out, _) = run(&["games", "check", &many]);
    assert_eq!(code, 1);
    assert_has(&out, &format!("{many}:20:"));
    assert!(!out.contains(&format!("{many}:21:")), "{out}");
    assert_has(&out, "and 1,480 bad lines more");
    assert_has(&out, "1,500 bad lines;");
    assert_has(&out, " 0 games a second.");
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_ends_quietly() {
    let folder = Folder::new("pipe");
    let file = folder.file("many.sgf", GAME.repeat(2000));
    let mut command = command(&["sgf", "show", &file]);
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let (code, _, err) = told(child.wait_with_output().unwrap());
    assert_eq!((code, err.as_str()), (0, ""));
}
