//! A record with its review: what is written into it, and where to.

use std::fs;

use crate::binary::{Folder, assert_has, run};

/// A review of this game loses much in its first moves.
const GAME: &str = "\
(;GM[1]FF[4]SZ[5]KM[0.5]RU[Japanese]PB[A\\]b]C[Root \\] text\\\\]XX[kept]
;B[aa]C[mine]V[3]TE[1];W[bc];B[ba](;W[cb];B[bd])(;W[dd]C[other]))
(;GM[1]SZ[9]C[second];B[ee])
";

#[test]
fn a_review_is_written_into_the_record() {
    let folder = Folder::new("annotated");
    let record = folder.file("game.sgf", GAME);
    let out = folder.0.join("reviewed.sgf");
    let out = out.to_str().unwrap();
    let quick = ["--recipe", "uct", "--playouts", "400", "--seed", "1"];
    let review = |args: &[&str]| run(&[&["analyze", &record], args, &quick[..]].concat());
    let (code, told, _) = review(&["--sgf", out]);
    assert_eq!(code, 0);
    assert_has(&told, "5 moves.");
    let text = fs::read_to_string(out).unwrap();
    for part in [
        "PB[A\\]b]C[Root \\] text\\\\\n\nReviewed by Tengen",
        "XX[kept]",
        ";B[aa]C[mine\n\nBlack A5: ",
        "the search would play ",
        "]V[3]TE[1]",
        "]C[Better: Black ",
        ";W[dd]C[other]",
        "C[second]",
        "BM[2]",
    ] {
        assert_has(&text, part);
    }
    // TE and BM exclude each other, and the record's own judgement wins.
    let (first, _) = text.split_once(";W[bc]").unwrap();
    assert!(!first.contains("BM["), "{text}");
    assert_eq!(
        text.matches("SBKV[").count(),
        6 + text.matches("Better: ").count()
    );
    let (code, checked, _) = run(&["sgf", "check", out]);
    assert_eq!(code, 0, "{checked}");
    assert_has(&checked, "0 errors, 0 warnings");
    let (_, shown, _) = run(&["sgf", "show", out]);
    assert_has(&shown, "Moves     5");

    // Nothing is replaced unasked, and the record itself least of all.
    for (path, sentence) in [(out, "exists already"), (&record, "is the record itself")] {
        let (code, told, err) = review(&["--sgf", path]);
        assert_eq!((code, told.as_str()), (1, ""));
        assert_has(&err, sentence);
    }
    assert_eq!(fs::read_to_string(&record).unwrap(), GAME);
    let (code, lines, _) = review(&["--json", "--force", "--sgf", out]);
    assert_eq!((code, lines.lines().count()), (0, 6));
    assert_eq!(
        fs::read_to_string(out).unwrap(),
        text,
        "one seed, one review"
    );
    assert_eq!(review(&["--sgf", out, "--move", "1"]).0, 2);

    // The output takes the record, and then nothing else.
    let (code, lines, _) = review(&["--sgf", "-"]);
    assert_eq!((code, lines), (0, text));
    let (code, lines, err) = review(&["--sgf", "-", "--json"]);
    assert_eq!((code, lines.as_str()), (2, ""));
    assert_has(
        &err,
        "--json and --sgf - would both write to standard output",
    );
    let nowhere = folder.0.join("nowhere");
    let (code, lines, err) = review(&["--sgf", nowhere.join("x.sgf").to_str().unwrap()]);
    assert_eq!((code, lines.as_str()), (1, ""));
    assert_has(&err, "x.sgf cannot be written: there is no such folder");
    assert!(!nowhere.exists());
}

#[test]
fn a_second_review_takes_the_place_of_the_first() {
    let folder = Folder::new("reviewed-twice");
    let record = folder.file("game.sgf", GAME);
    let review = |file: &str, playouts: &str, seed: &str| {
        let args = ["analyze", file, "--sgf", "-", "--recipe", "uct"];
        let (code, out, err) =
            run(&[&args[..], &["--playouts", playouts, "--seed", seed]].concat());
        assert_eq!(code, 0, "{err}");
        out
    };
    let first = review(&record, "400", "1");
    let reviewed = folder.file("first.sgf", &first);
    let second = review(&record, "150", "2");
    assert_ne!(first, second);
    assert_eq!(review(&reviewed, "150", "2"), second);

    // What somebody has added since stays, and a variation with it.
    let (before, better) = first.split_once("C[Better: ").unwrap();
    let (last, _) = before.rsplit_once("(;").unwrap();
    let variation = &before[last.len() + 2..];
    let mv = &variation[..variation.find(']').unwrap() + 1];
    let noted = format!("{before}N[look]C[Better: {better}").replacen(
        "Reviewed by",
        "A good game.\n\nReviewed by",
        1,
    );
    let again = review(&folder.file("noted.sgf", noted), "150", "2");
    assert_has(&again, "N[look]");
    assert_has(&again, mv);
    assert_has(&again, "text\\\\\n\nA good game.\n\nReviewed by");
    assert_eq!(again.matches("Reviewed by").count(), 1, "{again}");
}
