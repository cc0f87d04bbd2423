//! The store in an append-only file, and its merging.

use std::path::{Path, PathBuf};

use tengen_store::{
    Header, Journal, Merged, Reception, Shard, Sqlite, Store, StoreError, Worth, merge,
};

use crate::files::Folder;
use crate::suite::{Backend, LONG, PROMISES, header, report, units, worker};

struct InJournal(Journal);

impl Backend for InJournal {
    fn open(&self) -> Box<dyn Store> {
        Box::new(self.0.clone())
    }

    fn is_of_one(&self) -> bool {
        true
    }
}

/// Works on all units of a shard but some; one unit in three is void at first.
fn work(path: &Path, shard: &str, number: u64, leave: usize) {
    let mut store = Journal::open(path, shard.parse().unwrap()).unwrap();
    store.prepare(&header(), &units(number)).unwrap();
    store.keep_manifest(&format!("of {shard}"), "text").unwrap();
    let all = store.tally().unwrap().open;
    for turn in 0..(all as usize).saturating_sub(leave) {
        let claim = store.claim(&worker(0), LONG).unwrap().unwrap();
        if turn % 3 == 0 {
            let void = report(Worth::Void { last: false }, shard);
            store.finish(&worker(0), &claim, &void).unwrap();
            let again = store.claim(&worker(0), LONG).unwrap().unwrap();
            assert_eq!(again.attempt, 2);
            let counted = report(Worth::Counted, shard);
            store.finish(&worker(0), &again, &counted).unwrap();
        } else {
            let counted = report(Worth::Counted, shard);
            store.finish(&worker(0), &claim, &counted).unwrap();
        }
    }
}

fn refused(result: Result<Journal, StoreError>) -> String {
    result.map(|_| ()).unwrap_err().to_string()
}

#[test]
fn a_journal_keeps_all_promises() {
    let folder = Folder::new();
    for (number, (name, promise)) in PROMISES.iter().enumerate() {
        println!("{name}");
        let path = folder.file(&format!("{number}.jsonl"));
        let backend = InJournal(Journal::open(&path, Shard::WHOLE).unwrap());
        promise(&backend);
        // What is read again is what was there; only claims end with their process.
        let state = |store: &mut dyn Store| {
            let tally = store.tally().ok();
            (
                store.header().unwrap(),
                store.results().ok(),
                store.voids().ok(),
                store.manifests().ok(),
                tally.map(|tally| (tally.done, tally.void)),
            )
        };
        let before = state(&mut *backend.open());
        drop(backend);
        let mut again = Journal::open(&path, Shard::WHOLE).unwrap();
        assert_eq!(state(&mut again), before, "{name}");
    }
}

#[test]
fn shards_share_the_units() {
    let folder = Folder::new();
    let mut seen = Vec::new();
    for index in 1..=3 {
        let path = folder.file(&format!("{index}.jsonl"));
        let mut store = Journal::open(&path, Shard::new(index, 3).unwrap()).unwrap();
        store.prepare(&header(), &units(10)).unwrap();
        while let Some(claim) = store.claim(&worker(0), LONG).unwrap() {
            seen.push(claim.unit);
        }
    }
    seen.sort();
    let mut all: Vec<_> = units(10).into_iter().map(|unit| unit.id).collect();
    all.sort();
    assert_eq!(seen, all);
}

#[test]
fn a_second_writer_is_refused() {
    let folder = Folder::new();
    let path = folder.file("a.jsonl");
    let first = Journal::open(&path, Shard::WHOLE).unwrap();
    let error = refused(Journal::open(&path, Shard::WHOLE));
    assert!(error.contains("in use by another process"), "{error}");
    drop(first);
    Journal::open(&path, Shard::WHOLE).unwrap();
}

#[test]
fn another_shard_is_refused() {
    let folder = Folder::new();
    let path = folder.file("a.jsonl");
    drop(Journal::open(&path, "1/4".parse().unwrap()).unwrap());
    let error = refused(Journal::open(&path, "2/4".parse().unwrap()));
    assert!(error.contains("shard 1/4, not of 2/4"), "{error}");
}

#[test]
fn a_torn_last_line_is_dropped_wherever_it_was_torn() {
    let folder = Folder::new();
    let path = folder.file("a.jsonl");
    let copy = folder.file("b.jsonl");
    work(&path, "1/1", 5, 2);
    let whole = std::fs::read(&path).unwrap();
    let results = Journal::open(&path, Shard::WHOLE).unwrap().results();
    let results = results.unwrap();
    let lines: Vec<_> = whole.split_inclusive(|&byte| byte == b'\n').collect();
    let last = lines.last().unwrap().len();
    for torn in 1..=last {
        let mut bytes = whole[..whole.len() - torn].to_vec();
        if torn % 7 == 0 {
            // After a power cut there may be zeros, and even the end without the middle.
            bytes.resize(whole.len(), 0);
            if torn % 2 == 0 {
                *bytes.last_mut().unwrap() = b'\n';
            }
        }
        std::fs::write(&copy, &bytes).unwrap();
        let mut store = Journal::open(&copy, Shard::WHOLE).unwrap();
        assert_eq!(store.results().unwrap(), results[..results.len() - 1]);
        // It goes on where it stopped.
        let claim = store.claim(&worker(0), LONG).unwrap().unwrap();
        assert_eq!(claim.unit, results.last().unwrap().unit);
        let counted = report(Worth::Counted, "again");
        store.finish(&worker(0), &claim, &counted).unwrap();
        drop(store);
        let mut store = Journal::open(&copy, Shard::WHOLE).unwrap();
        assert_eq!(store.results().unwrap().len(), results.len());
    }
    // Torn before the first line was whole.
    for length in 0..lines[0].len() {
        std::fs::write(&copy, &whole[..length]).unwrap();
        let mut store = Journal::open(&copy, Shard::WHOLE).unwrap();
        assert_eq!(store.header().unwrap(), None);
    }
}

#[test]
fn what_is_no_journal_is_refused_and_left_alone() {
    let folder = Folder::new();
    let path = folder.file("a.jsonl");
    let texts = [
        "A text without a line's end.",
        "{\"a\": 1}\n{\"b\": 2}\n",
        "{\"journal\":\n",
        "{\"journal\":{\"version\":7,\"shard\":\"1/1\"}}\n",
        "\n\n\n",
    ];
    for text in texts {
        std::fs::write(&path, text).unwrap();
        let error = refused(Journal::open(&path, Shard::WHOLE));
        assert!(error.contains("line 1"), "{error}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    }
    let path = folder.file("b.jsonl");
    work(&path, "1/1", 5, 2);
    let good = std::fs::read_to_string(&path).unwrap();
    let damaged = good.replacen("\"reports\"", "\"rep\"", 1);
    std::fs::write(&path, &damaged).unwrap();
    let error = refused(Journal::open(&path, Shard::WHOLE));
    assert!(error.contains("line 4"), "{error}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), damaged);
}

fn shards(folder: &Folder, number: u64, leave: usize) -> Vec<PathBuf> {
    let paths: Vec<_> = (1..=4)
        .map(|i| folder.file(&format!("{i}.jsonl")))
        .collect();
    for (index, path) in paths.iter().enumerate() {
        work(path, &format!("{}/4", index + 1), number, leave);
    }
    paths
}

#[test]
fn merging_joins_shards_and_twice_is_once() {
    let folder = Folder::new();
    let paths = shards(&folder, 22, 1);
    let mut store = Sqlite::open(&folder.file("all.db")).unwrap();
    let merged = merge(&mut store, &paths).unwrap();
    let expected = Merged {
        results: 18,
        voids: 7,
        duplicates: 0,
    };
    assert_eq!(merged, expected);
    let state = (store.results().unwrap(), store.voids().unwrap());
    assert_eq!(store.tally().unwrap().open, 4);
    assert_eq!(store.header().unwrap(), Some(header()));
    assert_eq!(store.manifests().unwrap().len(), 4);
    let again = merge(&mut store, &paths).unwrap();
    assert_eq!((again.results, again.voids, again.duplicates), (0, 0, 25));
    assert_eq!((store.results().unwrap(), store.voids().unwrap()), state);
    // The shards go on, and so can the store that they were merged into.
    let paths = shards(&folder, 22, 0);
    let more = merge(&mut store, &paths).unwrap();
    assert_eq!((more.results, store.tally().unwrap().done), (4, 22));
}

#[test]
fn merging_lets_the_first_result_win() {
    let folder = Folder::new();
    let paths = shards(&folder, 8, 0);
    let mut store = Sqlite::open(&folder.file("all.db")).unwrap();
    store.prepare(&header(), &units(8)).unwrap();
    let claim = store.claim(&worker(0), LONG).unwrap().unwrap();
    let mine = report(Worth::Counted, "mine");
    let kept = store.finish(&worker(0), &claim, &mine).unwrap();
    assert_eq!(kept, Reception::Kept);
    let merged = merge(&mut store, &paths).unwrap();
    assert_eq!((merged.results, merged.duplicates), (7, 1));
    assert_eq!(store.results().unwrap()[0].body, mine.body);
}

#[test]
fn merging_another_experiment_is_refused_before_anything_changes() {
    let folder = Folder::new();
    let mut paths = shards(&folder, 8, 0);
    let other = folder.file("other.jsonl");
    let mut journal = Journal::open(&other, Shard::WHOLE).unwrap();
    let header = Header {
        hash: "other".to_owned(),
        ..header()
    };
    journal.prepare(&header, &units(2)).unwrap();
    paths.push(other);
    let mut store = Sqlite::open(&folder.file("all.db")).unwrap();
    let error = merge(&mut store, &paths).unwrap_err();
    assert!(matches!(error, StoreError::OtherExperiment(_)));
    assert!(error.to_string().contains("other.jsonl"), "{error}");
    assert_eq!(store.header().unwrap(), None);
    let error = merge(&mut store, &[folder.file("none.jsonl")]).unwrap_err();
    assert!(error.to_string().contains("none.jsonl"), "{error}");
}
