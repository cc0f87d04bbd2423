//! Reports as files.

use std::fs;
use std::path::PathBuf;

use tengen_document::Format;
use tengen_lab::findings::Findings;
use tengen_lab::report::write;

use crate::report::samples::{measures, problems, round_robin};

fn directory(name: &str) -> PathBuf {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("report-{name}"));
    if directory.exists() {
        fs::remove_dir_all(&directory).unwrap();
    }
    directory
}

#[test]
fn all_forms_are_written_and_nothing_else() {
    let directory = directory("all");
    let findings = round_robin(&["a", "b", "c", "d"], 6);
    let written = write(&directory, &findings, &Format::ALL).unwrap();
    for name in [
        "summary.json",
        "report.md",
        "report.html",
        "report.tex",
        "tables/results.csv",
        "tables/ratings.csv",
        "figures/shares.svg",
        "figures/ratings.svg",
        "figures/lengths.svg",
        "figures/time.svg",
    ] {
        assert!(
            written.contains(&directory.join(name)),
            "{name} in {written:?}"
        );
    }
    let mut found = 0;
    for folder in ["", "tables", "figures"] {
        let entries = fs::read_dir(directory.join(folder)).unwrap();
        found += entries
            .filter(|e| e.as_ref().unwrap().path().is_file())
            .count();
    }
    assert_eq!(found, written.len());
    let json = fs::read_to_string(directory.join("summary.json")).unwrap();
    let back: Findings = serde_json::from_str(&json).unwrap();
    assert_eq!(back.units, findings.units);
}

#[test]
fn what_markdown_links_to_is_there() {
    let directory = directory("links");
    for findings in [problems(&["a", "b"], 1), measures()] {
        write(&directory, &findings, &[Format::Markdown]).unwrap();
        let text = fs::read_to_string(directory.join("report.md")).unwrap();
        let links: Vec<&str> = text
            .split("](")
            .skip(1)
            .filter_map(|rest| rest.split_once(')').map(|(link, _)| link))
            .collect();
        assert!(!links.is_empty());
        for link in links {
            assert!(directory.join(link).is_file(), "{link}");
        }
    }
}

#[test]
fn writing_twice_gives_the_same_files() {
    let directory = directory("twice");
    let findings = problems(&["a", "b"], 1);
    let first = write(&directory, &findings, &Format::ALL).unwrap();
    let read = |files: &[PathBuf]| -> Vec<String> {
        files
            .iter()
            .map(|file| fs::read_to_string(file).unwrap())
            .collect()
    };
    let before = read(&first);
    let second = write(&directory, &findings, &Format::ALL).unwrap();
    assert_eq!(first, second);
    assert_eq!(before, read(&second));
}

#[test]
fn a_place_that_cannot_be_written_is_named() {
    let directory = directory("file");
    fs::create_dir_all(&directory).unwrap();
    let file = directory.join("here");
    fs::write(&file, "a file").unwrap();
    let error = write(&file, &measures(), &[Format::Json])
        .unwrap_err()
        .to_string();
    assert!(error.contains(&file.display().to_string()), "{error}");
}
