//! Learning with all positions in memory.

use std::fs;
use std::path::Path;

use crate::binary::{Folder, assert_has, run};
use crate::learn::lesson::{games, learn};

const BY_MM: [&str; 4] = ["--by", "mm", "--set", "broad.on=false"];

#[test]
fn it_is_another_way_to_learn() {
    let folder = Folder::new("learn-mm");
    let data = folder.file("games.tsv", games(60, 10));
    let out = folder.0.join("mm.tpm");
    let out = out.to_str().unwrap();
    let mm = [&BY_MM[..], &["--validate", "40.."]].concat();
    let (code, said, err) = learn(&data, out, &mm);
    assert_eq!(code, 0, "{err}");
    assert_has(&err, "pass 2: mean log-likelihood");
    assert_has(&err, "The parameters `learn.` are of gradient ascent");
    assert_has(&said, "match rate");
    let card = fs::read_to_string(format!("{out}.md")).unwrap();
    assert_has(&card, "By minorisation-maximisation (R. Coulom 2007)");
    assert!(!Path::new(&format!("{out}.part")).exists());
    // What gradient ascent has left is not lost without a word.
    fs::write(format!("{out}.part"), "of an ascent").unwrap();
    let (code, _, err) = learn(&data, out, &mm);
    assert_eq!(code, 1);
    assert_has(&err, "--fresh begins anew");
    let playout = folder.0.join("mm.playout");
    let playout = playout.to_str().unwrap();
    let mut args = vec!["learn", "playout", "--by", "mm", "--data", &data];
    args.extend(["--games", "0..40", "--out", playout]);
    let (code, _, err) = run(&args);
    assert_eq!(code, 0, "{err}");
    let card = fs::read_to_string(format!("{playout}.md")).unwrap();
    assert_has(&card, "By minorisation-maximisation");
}

/// Both methods look for the same maximum, up to their priors; an ascent that ends too early is told
/// from one that has arrived.
#[test]
fn both_methods_find_the_same_likelihood() {
    let folder = Folder::new("learn-both");
    let data = folder.file("games.tsv", games(40, 10));
    let path = |name: &str| folder.0.join(name).to_str().unwrap().to_owned();
    let (mm, ascent, hasty) = (path("mm.tpm"), path("ascent.tpm"), path("hasty.tpm"));
    let passes = |n| vec!["--set", "broad.on=false", "--set", n];
    for (out, more) in [
        (&mm, BY_MM.to_vec()),
        (&ascent, passes("learn.passes=60")),
        (&hasty, passes("learn.passes=2")),
    ] {
        let (code, _, err) = learn(&data, out, &more);
        assert_eq!(code, 0, "{err}");
    }
    let tables = path("tables");
    let mut args = vec!["learn", "evaluate", &mm, &ascent, &hasty, "--data", &data];
    args.extend(["--moves", "0..8", "--out", &tables]);
    let (code, _, err) = run(&args);
    assert_eq!(code, 0, "{err}");
    let figures = fs::read_to_string(format!("{tables}/tables/figures.csv")).unwrap();
    let likelihood = |model: &str| -> f64 {
        let start = format!("{model},mean log-likelihood,");
        let mut found = figures.lines().filter_map(|line| line.strip_prefix(&start));
        let value = found.next().and_then(|rest| rest.split(',').next());
        value.unwrap().parse().unwrap()
    };
    let [mm, ascent, hasty] = ["mm", "ascent", "hasty"].map(likelihood);
    // By chance alone it is that of one move of some 357.
    assert!(mm > -4.0, "{figures}");
    assert!((mm - ascent).abs() < 0.06, "{figures}");
    assert!((mm - hasty).abs() > 0.06, "{figures}");
}

/// The number of games that is proposed fits, and one more does not.
#[test]
fn positions_that_do_not_fit_into_memory_are_refused_early_and_exactly() {
    let folder = Folder::new("learn-memory");
    let data = folder.file("games.tsv", games(40, 10));
    let out = folder.0.join("mm.model");
    let out = out.to_str().unwrap();
    for kind in ["patterns", "playout"] {
        let mut base = vec!["learn", kind, "--by", "mm", "--memory", "1"];
        base.extend(["--data", &data, "--out", out, "--games"]);
        let with = |games: &str| run(&[&base[..], &[games]].concat());
        let (code, _, err) = with("2..40");
        assert_eq!(code, 1, "{err}");
        assert_has(&err, "memory, 1 MiB of them at most, which is enough for");
        assert_has(&err, "or learn --by gradient");
        assert!(!err.contains("collecting"), "{err}");
        assert!(!Path::new(out).exists());
        let (_, rest) = err.split_once("(--games 2..").unwrap();
        let (end, _) = rest.split_once(')').unwrap();
        let end: u64 = end.parse().unwrap();
        let (code, _, err) = with(&format!("2..{}", end + 1));
        assert_eq!(code, 1, "{err}");
        assert_has(&err, &format!("(--games 2..{end})"));
        let (code, _, err) = with(&format!("2..{end}"));
        assert_eq!(code, 0, "{err}");
        fs::remove_file(out).unwrap();
    }
    let long = folder.file("long.tsv", games(1, 200));
    let mut args = vec!["learn", "playout", "--by", "mm", "--memory", "1"];
    args.extend(["--data", &long, "--out", out]);
    let (code, _, err) = run(&args);
    assert_eq!(code, 1, "{err}");
    assert_has(
        &err,
        "which is not enough for one game: ask for fewer moves",
    );
}
