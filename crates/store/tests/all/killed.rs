//! Processes that are killed in the middle of their work: nothing is lost, nothing counted twice.
//!
//! The process that is killed is this test program itself, started again to run one test only, and
//! told by a variable to work.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use tengen_store::{Journal, Reception, Shard, Sqlite, Store, Worth};

use crate::files::Folder;
use crate::suite::{LONG, header, report, units, worker};

const FOLDER: &str = "TENGEN_STORE_TEST_FOLDER";
const NUMBER: u64 = 150;

fn open(folder: &Path) -> Box<dyn Store> {
    if folder.join("journal").exists() {
        let path = folder.join("journal.jsonl");
        Box::new(Journal::open(&path, Shard::WHOLE).unwrap())
    } else {
        Box::new(Sqlite::open(&folder.join("store.db")).unwrap())
    }
}

/// Works, and writes down what the store said it has.
fn work(folder: &Path) {
    let mut store = open(folder);
    store.prepare(&header(), &units(NUMBER)).unwrap();
    let file = folder.join(format!("kept-{}", std::process::id()));
    let mut kept = File::create(file).unwrap();
    let worker = worker(0);
    while let Some(claim) = store.claim(&worker, LONG).unwrap() {
        let body = format!("{} by {}", claim.unit, std::process::id());
        let report = report(Worth::Counted, &body);
        let reception = store.finish(&worker, &claim, &report).unwrap();
        assert_eq!(reception, Reception::Kept);
        // In one piece, so that a kill leaves a line or none.
        let line = format!("{}\t{}\n", claim.unit, report.body);
        kept.write_all(line.as_bytes()).unwrap();
    }
}

#[test]
fn a_process_works() {
    if let Some(folder) = std::env::var_os(FOLDER) {
        work(Path::new(&folder));
    }
}

fn start(folder: &Path) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "killed::a_process_works"])
        .env(FOLDER, folder)
        .stdout(Stdio::null())
        .spawn()
        .unwrap()
}

/// The results of which processes were told that they are kept.
fn told(folder: &Path) -> BTreeMap<String, String> {
    let mut told = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if !name.starts_with("kept-") {
            continue;
        }
        for line in fs::read_to_string(&path).unwrap().lines() {
            let (unit, body) = line.split_once('\t').unwrap();
            let before = told.insert(unit.to_owned(), body.to_owned());
            assert_eq!(before, None, "{unit} was kept twice");
        }
    }
    told
}

/// Kills processes when they are in the middle of their work, then finishes.
fn kill_and_go_on(folder: &Path, at_once: usize) {
    let mut children: Vec<Child> = Vec::new();
    for round in 1..=5 {
        while children.len() < at_once {
            children.push(start(folder));
        }
        while told(folder).len() < round * 15 {
            assert!(children[0].try_wait().unwrap().is_none(), "it ended early");
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        let mut killed = children.remove(0);
        killed.kill().unwrap();
        killed.wait().unwrap();
    }
    for mut child in children {
        child.kill().unwrap();
        child.wait().unwrap();
    }
    // Their leases are long, and yet nobody has to wait for them.
    work(folder);
    let told = told(folder);
    let results = open(folder).results().unwrap();
    assert_eq!(results.len() as u64, NUMBER);
    let bodies: BTreeMap<_, _> = results
        .iter()
        .map(|kept| (kept.unit.clone(), kept.body.clone()))
        .collect();
    assert_eq!(bodies.len() as u64, NUMBER);
    for (unit, body) in told {
        assert_eq!(bodies[&unit], body, "{unit} was kept and then changed");
    }
}

#[test]
fn sqlite_survives_kills_of_its_processes() {
    let folder = Folder::new();
    kill_and_go_on(folder.path(), 2);
}

#[test]
fn a_journal_survives_kills_of_its_process() {
    let folder = Folder::new();
    fs::write(folder.file("journal"), "").unwrap();
    kill_and_go_on(folder.path(), 1);
}
