//! README.md and the pages of `docs/` say what is so: their transcripts repeat, their commands are known, their
//! snippets are what they claim to be, and their links lead somewhere.
//!
//! | a block that begins with | is |
//! | --- | --- |
//! | ```` ``` ```` and a line `$ command` | a transcript: its commands are run one by one in the page's folder, and print what it says (see `output`); `$ cat FILE` writes the file first. What follows `to play: ` is typed. |
//! | ```` ``` slow ```` | one that `cargo xtask test --all` runs |
//! | ```` ```clock ```` | one of which words with digits are not compared |
//! | ```` ```rust PATH ```` and any other language | a quotation from that file of the repository, with `…` for what is left out |
//! | ```` ```toml ````, ```` ```toml NAME ```` | an experiment, a recipe or a user's configuration, in the page's folder under that name |
//! | ```` ```json ````, ```` ```json NAME ```` | JSON, an object a line or one in all |
//! | ```` ```gtp OPTIONS ```` | a dialogue with `tengen gtp OPTIONS`: what begins a paragraph is sent, the rest comes back |
//! | ```` ```sh ````, four blanks | shell: the calls of `tengen` in it are known, as are those in the prose |
//! | ```` ```text ````, other languages, four blanks without a call | what `unchecked.txt` counts |

mod commands;
mod output;
mod page;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

use page::{Block, Page};

use crate::binary::{Folder, command, plain, run, run_with_input, told};

/// What is not checked: the page, the language of the blocks, how many there are, and why.
const UNCHECKED: &str = include_str!("unchecked.txt");

/// All pages.
fn pages() -> Vec<Page> {
    let mut folders = vec![PathBuf::from("docs")];
    let mut paths = vec!["README.md".to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "md") {
                paths.push(path.to_str().unwrap().to_owned());
            }
        }
    }
    paths.sort();
    paths.iter().map(|path| Page::read(path)).collect()
}

/// Fails with all that is wrong.
fn assert_none(faults: &[String]) {
    assert!(
        faults.is_empty(),
        "{} faults:\n\n{}",
        faults.len(),
        faults.join("\n\n")
    );
}

/// A folder with the files of a page, in which paths of the repository lead into it.
fn folder(page: &Page, what: &str) -> Folder {
    let name = page.path.replace(['/', '.'], "-");
    let folder = Folder::new(&format!("documents-{what}-{name}"));
    for shared in ["docs", "experiments", "models"] {
        symlink(fs::canonicalize(shared).unwrap(), folder.0.join(shared)).unwrap();
    }
    for (name, text) in page.blocks.iter().flat_map(Block::files) {
        folder.file(name, text);
    }
    folder
}

/// Runs the transcripts of all pages, those that are slow or the others.
fn repeat(slow: bool) {
    let mut faults = Vec::new();
    let path = Path::new(env!("CARGO_BIN_EXE_tengen")).parent().unwrap();
    let path = format!("{}:{}", path.display(), std::env::var("PATH").unwrap());
    for page in pages() {
        let transcripts = page.blocks.iter().filter(|block| block.is("slow") == slow);
        let folder = folder(&page, if slow { "slow" } else { "quick" });
        for block in transcripts {
            for (command, expected) in block.steps() {
                if command.starts_with("cat ") {
                    continue;
                }
                let typed = expected
                    .lines()
                    .filter_map(|line| line.split_once("to play: "));
                let typed: Vec<&str> = typed.map(|(_, typed)| typed).collect();
                folder.file(".typed", typed.join("\n") + "\n");
                let mut shell = Command::new("sh");
                shell.args(["-c", &format!("exec 2>&1 < .typed; {command}")]);
                plain(&mut shell);
                shell.current_dir(&folder.0).env("PATH", &path);
                let (_, actual, _) = told(shell.output().unwrap());
                if !output::fits(&expected, &actual, block.is("clock")) {
                    faults.push(format!("{}: `{command}` prints\n{actual}", block.place));
                }
            }
        }
    }
    assert_none(&faults);
}

#[test]
fn transcripts_repeat() {
    repeat(false);
}

#[test]
#[ignore = "slow: run by cargo xtask test --all"]
fn slow_transcripts_repeat() {
    repeat(true);
}

#[test]
fn commands_are_known() {
    let mut calls: BTreeMap<Vec<String>, String> = BTreeMap::new();
    for page in pages() {
        let shell = ["", "slow", "clock", "sh", "indented"];
        let blocks = page
            .blocks
            .iter()
            .filter(|block| shell.contains(&block.language()));
        let blocks = blocks.map(|block| (block.place.clone(), block.text.clone()));
        let prose = page
            .code()
            .into_iter()
            .map(|code| (page.path.clone(), code));
        for (place, text) in blocks.chain(prose) {
            for call in commands::calls(&text) {
                calls.entry(call).or_insert_with(|| place.clone());
            }
        }
    }
    assert!(calls.len() > 100, "only {} calls are found", calls.len());
    let chores = fs::read_to_string("xtask/src/main.rs").unwrap();
    for page in pages() {
        let text = fs::read_to_string(&page.path).unwrap();
        for rest in text.split("cargo xtask ").skip(1) {
            let chore: String = rest.chars().take_while(char::is_ascii_lowercase).collect();
            assert!(
                chores.contains(&format!("\"{chore}\"")),
                "{}: cargo xtask {chore}",
                page.path
            );
        }
    }
    let fault = |(call, place): (&Vec<String>, &String)| {
        Some(format!(
            "{place}: tengen {}\n{}",
            call.join(" "),
            commands::fault(call)?
        ))
    };
    assert_none(&calls.iter().filter_map(fault).collect::<Vec<_>>());
}

#[test]
fn snippets_are_what_they_say() {
    let mut faults = Vec::new();
    let mut left: BTreeMap<(String, String), usize> = BTreeMap::new();
    for page in pages() {
        let folder = folder(&page, "snippets");
        for block in &page.blocks {
            let fault = match block.language() {
                _ if let Some(file) = block.quotes() => {
                    let text = fs::read_to_string(file).unwrap();
                    (!output::quoted(&block.text, &text)).then(|| format!("this is not in {file}"))
                }
                "" | "slow" | "clock" => (!block.text.starts_with("$ ")).then(|| {
                    "say behind the fence what this is; tests/all/documents says how".to_owned()
                }),
                "toml" => toml(block, &folder),
                "json" => json(&block.text),
                "gtp" => gtp(block),
                "sh" | "indented" if !commands::calls(&block.text).is_empty() => None,
                other => {
                    *left
                        .entry((page.path.clone(), other.to_owned()))
                        .or_default() += 1;
                    None
                }
            };
            faults.extend(fault.map(|fault| format!("{}: {fault}", block.place)));
        }
    }
    let known = UNCHECKED.lines().map(|line| {
        let [page, language, n, _, ..] = line.split_whitespace().collect::<Vec<_>>()[..] else {
            panic!("page, language, number and reason: {line}");
        };
        (
            (page.to_owned(), language.to_owned()),
            n.parse::<usize>().unwrap(),
        )
    });
    let known: BTreeMap<_, _> = known.collect();
    let places: BTreeSet<_> = left.keys().chain(known.keys()).collect();
    for place @ (page, language) in places {
        let (n, listed) = (
            left.get(place).unwrap_or(&0),
            known.get(place).unwrap_or(&0),
        );
        if n != listed {
            faults.push(format!(
                "{page} has {n} blocks `{language}` that nothing checks, and unchecked.txt lists {listed}: write them so \
                 that they are checked, or list them there with the reason"
            ));
        }
    }
    assert_none(&faults);
}

/// Reads an experiment, a recipe or a user's configuration as the program does.
fn toml(block: &Block, folder: &Folder) -> Option<String> {
    let name = block.rest().first().copied().unwrap_or("snippet.toml");
    let file = folder.file(name, &block.text);
    // What experiments on Shogi may begin at.
    folder.file("positions.sfen", "startpos\n");
    let (code, _, err) = match &block.text {
        text if text.starts_with("[recipe]") => run(&["recipes", &file]),
        text if text.starts_with("[player]") => {
            let mut read = command(&["params", "--where"]);
            told(read.env("TENGEN_CONFIG", &file).output().unwrap())
        }
        text if text.starts_with("kind = ") => run(&["lab", "check", "--dry", &file]),
        _ => {
            return Some(
                "this is no experiment, recipe or configuration: name the file it is from"
                    .to_owned(),
            );
        }
    };
    (code != 0).then_some(err)
}

fn json(text: &str) -> Option<String> {
    let read = |text: &str| serde_json::from_str::<serde_json::Value>(text);
    let whole = read(text).err()?;
    let line = text.lines().find(|line| read(line).is_err());
    line.map(|line| format!("{line}\n{whole}"))
}

/// Has a dialogue by GTP.
fn gtp(block: &Block) -> Option<String> {
    let (mut sent, mut expected, mut begins) = (String::new(), String::new(), true);
    for line in block.text.lines() {
        let to = if begins { &mut sent } else { &mut expected };
        if !line.is_empty() {
            *to += &format!("{line}\n");
        }
        begins = line.is_empty();
    }
    let (_, actual, _) = run_with_input(&[&["gtp"], &block.rest()[..]].concat(), sent.as_bytes());
    let actual = actual.replace("\n\n", "\n");
    (!output::fits(&expected, &actual, false)).then(|| format!("it answers\n{actual}"))
}

#[test]
fn links_lead_somewhere() {
    let mut all = pages();
    all.extend(["ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"].map(Page::read));
    let mut faults = Vec::new();
    let links: usize = all.iter().map(|page| page.links().len()).sum();
    assert!(links > 100, "only {links} links are found");
    for page in &all {
        for link in page.links() {
            let (file, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let path = match file {
                "" => PathBuf::from(&page.path),
                file => Path::new(&page.path).with_file_name(file),
            };
            let anchors = || Page::read(path.to_str().unwrap()).anchors();
            if !path.exists() || !anchor.is_empty() && !anchors().iter().any(|own| own == anchor) {
                faults.push(format!("{}: {link} leads nowhere", page.path));
            }
        }
    }
    assert_none(&faults);
}
