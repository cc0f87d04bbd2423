//! The store in a file.

use std::path::PathBuf;

use tengen_store::{Reception, Sqlite, Store, WorkerName, Worth};

use crate::documented;
use crate::files::Folder;
use crate::suite::{Backend, LONG, PROMISES, header, report, units, worker};

struct InFile(PathBuf);

impl Backend for InFile {
    fn open(&self) -> Box<dyn Store> {
        Box::new(Sqlite::open(&self.0).unwrap())
    }

    fn is_of_one(&self) -> bool {
        true
    }
}

fn filled(folder: &Folder) -> PathBuf {
    let path = folder.file("filled.db");
    let mut store = Sqlite::open(&path).unwrap();
    store.prepare(&header(), &units(40)).unwrap();
    for _ in 0..20 {
        let claim = store.claim(&worker(0), LONG).unwrap().unwrap();
        let report = report(Worth::Counted, &"x".repeat(500));
        store.finish(&worker(0), &claim, &report).unwrap();
    }
    path
}

fn refused(result: Result<Sqlite, tengen_store::StoreError>) -> String {
    result.map(|_| ()).unwrap_err().to_string()
}

#[test]
fn sqlite_keeps_all_promises() {
    let folder = Folder::new();
    for (number, (name, promise)) in PROMISES.iter().enumerate() {
        println!("{name}");
        promise(&InFile(folder.file(&format!("{number}.db"))));
    }
}

#[test]
fn sqlite_answers_the_documented_queries() {
    let folder = Folder::new();
    let path = folder.file("a.db");
    documented::fill(&mut Sqlite::open(&path).unwrap());
    let connection = rusqlite::Connection::open(&path).unwrap();
    for (query, rows) in documented::queries().into_iter().zip(documented::ROWS) {
        let mut statement = connection.prepare(query).unwrap();
        let found = statement.query_map([], |_| Ok(())).unwrap().count();
        assert_eq!(found, rows, "{query}");
    }
}

#[test]
fn many_open_a_new_file_at_once() {
    let folder = Folder::new();
    let path = folder.file("new.db");
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                let mut store = Sqlite::open(&path).unwrap();
                store.prepare(&header(), &units(10)).unwrap();
            });
        }
    });
    assert_eq!(Sqlite::open(&path).unwrap().tally().unwrap().open, 10);
}

#[test]
fn what_a_dead_process_claimed_is_open_at_once() {
    let folder = Folder::new();
    let mut store = Sqlite::open(&folder.file("a.db")).unwrap();
    store.prepare(&header(), &units(3)).unwrap();
    let mine = worker(0);
    let mut child = std::process::Command::new("true").spawn().unwrap();
    let host = mine.0.split(':').next().unwrap();
    let dead = WorkerName(format!("{host}:{}:1:0", child.id()));
    child.wait().unwrap();
    let elsewhere = WorkerName(format!("not-{host}:{}:1:0", child.id()));
    store.claim(&elsewhere, LONG).unwrap().unwrap();
    let lost = store.claim(&dead, LONG).unwrap().unwrap();
    let tally = store.tally().unwrap();
    assert_eq!((tally.open, tally.running), (2, 1));
    let again = store.claim(&mine, LONG).unwrap().unwrap();
    assert_eq!(again.unit, lost.unit);
    let tally = store.tally().unwrap();
    assert_eq!((tally.open, tally.running), (1, 2));
}

#[test]
fn a_reader_sees_what_a_writer_does_and_writes_nothing() {
    let folder = Folder::new();
    let path = filled(&folder);
    let mut writer = Sqlite::open(&path).unwrap();
    let mut reader = Sqlite::open_to_read(&path).unwrap();
    assert_eq!(reader.header().unwrap(), Some(header()));
    let claim = writer.claim(&worker(0), LONG).unwrap().unwrap();
    let reported = report(Worth::Counted, "new");
    let reception = writer.finish(&worker(0), &claim, &reported).unwrap();
    assert_eq!(reception, Reception::Kept);
    assert_eq!(reader.results().unwrap().len(), 21);
    assert_eq!(reader.tally().unwrap().done, 21);
    let error = reader.claim(&worker(0), LONG).unwrap_err().to_string();
    assert!(error.contains("may not be written"), "{error}");
}

#[test]
fn a_missing_file_is_said_to_be_missing() {
    let folder = Folder::new();
    let path = folder.file("none.db");
    for error in [
        refused(Sqlite::open_existing(&path)),
        refused(Sqlite::open_to_read(&path)),
    ] {
        assert!(error.contains("There is no store"), "{error}");
    }
    assert!(!path.exists());
    let error = refused(Sqlite::open(&folder.file("no/such/folder.db")));
    assert!(error.contains("does its folder exist"), "{error}");
    // Somebody was killed before he could begin.
    std::fs::write(&path, "").unwrap();
    let error = refused(Sqlite::open_to_read(&path));
    assert!(error.contains("nothing has been started"), "{error}");
    Sqlite::open_existing(&path).unwrap();
}

#[test]
fn what_is_no_store_is_refused_and_left_alone() {
    let folder = Folder::new();
    let text = folder.file("text.db");
    let words = "This is a text, and not a short one. ".repeat(100);
    std::fs::write(&text, &words).unwrap();
    let error = refused(Sqlite::open(&text));
    assert!(error.contains("not an SQLite database"), "{error}");
    assert_eq!(std::fs::read_to_string(&text).unwrap(), words);

    let foreign = folder.file("foreign.db");
    let connection = rusqlite::Connection::open(&foreign).unwrap();
    connection.execute_batch("CREATE TABLE store (a)").unwrap();
    drop(connection);
    let before = std::fs::read(&foreign).unwrap();
    for result in [Sqlite::open(&foreign), Sqlite::open_to_read(&foreign)] {
        let error = refused(result);
        assert!(error.contains("not a store of experiments"), "{error}");
    }
    assert_eq!(std::fs::read(&foreign).unwrap(), before);
}

#[test]
fn a_newer_store_is_refused() {
    let folder = Folder::new();
    let path = filled(&folder);
    let connection = rusqlite::Connection::open(&path).unwrap();
    connection
        .execute_batch("UPDATE store SET version = 99")
        .unwrap();
    drop(connection);
    for result in [Sqlite::open(&path), Sqlite::open_to_read(&path)] {
        let error = refused(result);
        assert!(error.contains("version 99"), "{error}");
    }
}

#[test]
fn a_truncated_file_is_said_to_be_damaged() {
    let folder = Folder::new();
    let whole = std::fs::read(filled(&folder)).unwrap();
    for length in [50, 100, 2000, 4096, whole.len() / 2, whole.len() - 4096] {
        let path = folder.file(&format!("{length}.db"));
        std::fs::write(&path, &whole[..length]).unwrap();
        let result = Sqlite::open(&path).and_then(|mut store| store.results());
        let error = result.map(|results| results.len()).unwrap_err().to_string();
        let said = error.contains("damaged") || error.contains("not an SQLite database");
        assert!(said, "{length}: {error}");
    }
}

#[test]
fn garbage_in_the_middle_never_panics() {
    let folder = Folder::new();
    let whole = std::fs::read(filled(&folder)).unwrap();
    for page in 0..whole.len() / 4096 {
        let path = folder.file(&format!("{page}.db"));
        let mut bytes = whole.clone();
        for byte in &mut bytes[page * 4096 + 100..][..400] {
            *byte = byte.wrapping_mul(31).wrapping_add(77);
        }
        std::fs::write(&path, &bytes).unwrap();
        let Ok(mut store) = Sqlite::open(&path) else {
            continue;
        };
        let _ = store.results();
        let _ = store.tally();
        let _ = store.claim(&worker(0), LONG);
    }
}

#[cfg(unix)]
#[test]
fn a_store_in_a_folder_that_may_not_be_written_can_be_read() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    let path = filled(&folder);
    let locked = std::fs::Permissions::from_mode(0o555);
    std::fs::set_permissions(folder.path(), locked).unwrap();
    // Root may write everywhere; then this is the usual way to read.
    let read = Sqlite::open_to_read(&path).and_then(|mut store| store.results());
    let unlocked = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(folder.path(), unlocked).unwrap();
    assert_eq!(read.unwrap().len(), 20);
}
