//! The archive of a release, made of the program that is tested.

use std::env;
use std::process::Command;

use crate::binary::{Folder, assert_has, told};

/// The chore with these arguments.
fn dist(args: &[&str]) -> (i32, String, String) {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.args(["run", "--quiet", "--package", "xtask", "--", "dist"]);
    let here = env!("CARGO_MANIFEST_DIR");
    told(cargo.args(args).current_dir(here).output().unwrap())
}

#[test]
fn a_release_has_all_that_belongs_to_it() {
    let binary = env!("CARGO_BIN_EXE_tengen");
    let (code, out, err) = dist(&["--list", "--binary", binary]);
    assert_eq!(code, 0, "{err}");
    let start = format!("tengen-{}-", env!("CARGO_PKG_VERSION"));
    let names = out.lines().map(|line| {
        assert!(line.starts_with(&start), "{line}");
        line.split_once('/').unwrap().1
    });
    let names: Vec<&str> = names.collect();
    let program = format!("tengen{}", env::consts::EXE_SUFFIX);
    for name in [
        program.as_str(),
        "README.md",
        "CHANGELOG.md",
        "LICENSE-MIT",
        "LICENSE-APACHE",
        "THIRD-PARTY.txt",
        "docs/lab.md",
        "completions/tengen.bash",
        "completions/_tengen",
        "man/man1/tengen.1",
        "man/man1/tengen-lab-run.1",
    ] {
        assert!(names.contains(&name), "{name} is not in:\n{out}");
    }
    // Whatever the README points to is there.
    let readme = include_str!("../../README.md");
    let links = readme
        .split("](")
        .skip(1)
        .filter_map(|rest| rest.split(')').next());
    for link in links.filter(|link| !link.contains("://") && !link.starts_with('#')) {
        assert!(names.contains(&link), "{link} is not in:\n{out}");
    }
}

#[test]
fn what_is_no_program_of_ours_is_not_packed() {
    let folder = Folder::new("archive");
    let cargo = env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let (code, _, err) = dist(&["--binary", &cargo, "--out", folder.0.to_str().unwrap()]);
    assert_eq!(code, 1);
    assert_has(&err, "is no tengen");
    assert_eq!(dist(&["--lits"]).0, 2);
}
