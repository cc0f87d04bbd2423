//! Opening a file, and saying what is wrong with it.

use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags, TransactionBehavior};

use super::{Sqlite, Trouble};
use crate::{StoreError, schema};

/// The time to wait while others write. A transaction takes milliseconds.
const PATIENCE: Duration = Duration::from_secs(60);

impl Sqlite {
    /// Opens the store in a file, which is created if it is not there.
    ///
    /// # Errors
    /// If the file cannot be opened or created, or is something else.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
        let mut store = Self::connect(path, flags)?;
        store.set_up()?;
        Ok(store)
    }

    /// Opens the store in a file that must be there.
    ///
    /// # Errors
    /// If there is no such file, or it cannot be opened, or is something else.
    pub fn open_existing(path: &Path) -> Result<Self, StoreError> {
        must_exist(path)?;
        let mut store = Self::connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        store.set_up()?;
        Ok(store)
    }

    /// Opens the store in a file to read only, also while others write, and also where one may not
    /// write. What would write is an error.
    ///
    /// # Errors
    /// If there is no such file, or it cannot be opened, or is something else.
    pub fn open_to_read(path: &Path) -> Result<Self, StoreError> {
        must_exist(path)?;
        let mut store = Self::connect(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        let mut version = store.version();
        let shut = |error| is(error, ErrorCode::CannotOpen) || is(error, ErrorCode::ReadOnly);
        if matches!(&version, Err(Trouble::Sqlite(error)) if shut(error)) {
            // The folder is not ours to write, so that the shared memory of readers and writers
            // cannot be set up. If nobody left a log behind, then the file alone is all.
            if !beside(path, "-wal").exists() {
                store = Self::connect_unchanging(path)?;
                version = store.version();
            }
        }
        match version.map_err(|trouble| store.sentence("open", trouble))? {
            Some(version) => store.check(version).map(|()| store),
            None => Err(StoreError::Broken(format!(
                "{} is empty: nothing has been started in it yet.",
                store.shown()
            ))),
        }
    }

    fn connect(path: &Path, flags: OpenFlags) -> Result<Self, StoreError> {
        // Without URI, so that any name of a file is only that.
        let flags = flags | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(path, flags);
        Self::connected(path, connection)
    }

    fn connect_unchanging(path: &Path) -> Result<Self, StoreError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
            | OpenFlags::SQLITE_OPEN_NO_MUTEX
            | OpenFlags::SQLITE_OPEN_URI;
        let mut name = String::from("file:");
        for letter in path.to_string_lossy().chars() {
            match letter {
                '?' => name += "%3f",
                '#' => name += "%23",
                '%' => name += "%25",
                _ => name.push(letter),
            }
        }
        name += "?immutable=1";
        Self::connected(path, Connection::open_with_flags(name, flags))
    }

    fn connected(path: &Path, opened: rusqlite::Result<Connection>) -> Result<Self, StoreError> {
        let connection = opened
            .and_then(|connection| {
                connection.busy_timeout(PATIENCE)?;
                connection.pragma_update(None, "foreign_keys", true)?;
                Ok(connection)
            })
            .map_err(|error| StoreError::Broken(sentence(path, "open", &error)))?;
        Ok(Self {
            path: path.to_owned(),
            connection,
        })
    }

    /// Sets the file up for many writers, and makes the tables if there are none.
    fn set_up(&mut self) -> Result<(), StoreError> {
        // Looked at first: to set up what is somebody else's would change it.
        let version = self.version();
        let version = version.map_err(|trouble| self.sentence("open", trouble))?;
        if let Some(version) = version {
            self.check(version)?;
        }
        self.write_ahead()
            .map_err(|error| self.sentence("set up", error.into()))?;
        if version.is_none() {
            self.make_tables()
                .map_err(|trouble| self.sentence("set up", trouble))?;
        }
        Ok(())
    }

    fn write_ahead(&self) -> rusqlite::Result<()> {
        self.connection.pragma_update(None, "synchronous", "FULL")?;
        // Two processes that open a new file at once are told at once that it is busy, however
        // patient they are: both hold what the other waits for.
        let mut tries = 0;
        loop {
            match self.connection.pragma_update(None, "journal_mode", "WAL") {
                Err(error) if is(&error, ErrorCode::DatabaseBusy) && tries < 200 => {
                    tries += 1;
                    std::thread::sleep(Duration::from_millis(20));
                }
                other => return other,
            }
        }
    }

    fn make_tables(&mut self) -> Result<(), Trouble> {
        let behavior = TransactionBehavior::Immediate;
        let transaction = self.connection.transaction_with_behavior(behavior)?;
        let there: bool =
            transaction.query_row("SELECT EXISTS (SELECT 1 FROM sqlite_schema)", [], |row| {
                row.get(0)
            })?;
        if !there {
            transaction.execute_batch(schema::SQLITE)?;
            transaction.execute("INSERT INTO store (version) VALUES (?1)", [schema::VERSION])?;
            transaction.commit()?;
        }
        Ok(())
    }

    /// The version of the tables; `None` if there are none.
    fn version(&self) -> Result<Option<i64>, Trouble> {
        let tables: i64 =
            self.connection
                .query_row("SELECT COUNT(*) FROM sqlite_schema", [], |row| row.get(0))?;
        if tables == 0 {
            return Ok(None);
        }
        let ours: bool = self.connection.query_row(
            "SELECT COUNT(*) = 2 FROM sqlite_schema
             WHERE type = 'table' AND name IN ('store', 'void_attempt')",
            [],
            |row| row.get(0),
        )?;
        if !ours {
            let sentence = format!(
                "{} is an SQLite database, but not a store of experiments: choose another file.",
                self.shown()
            );
            return Err(StoreError::Broken(sentence).into());
        }
        let version = self
            .connection
            .query_row("SELECT MAX(version) FROM store", [], |row| row.get(0))?;
        Ok(Some(version))
    }

    fn check(&self, version: i64) -> Result<(), StoreError> {
        match schema::refuse_version(&self.shown(), version) {
            None => Ok(()),
            Some(sentence) => Err(StoreError::Broken(sentence)),
        }
    }

    /// The name of the store in sentences.
    pub(super) fn shown(&self) -> String {
        self.path.display().to_string()
    }

    /// A fault in words for people.
    pub(super) fn sentence(&self, doing: &str, trouble: Trouble) -> StoreError {
        match trouble {
            Trouble::Ours(error) => error,
            Trouble::Sqlite(error) => StoreError::Broken(sentence(&self.path, doing, &error)),
        }
    }
}

fn must_exist(path: &Path) -> Result<(), StoreError> {
    if path.exists() {
        return Ok(());
    }
    Err(StoreError::Broken(format!(
        "There is no store {}: nothing has been run yet, or it is elsewhere.",
        path.display()
    )))
}

fn beside(path: &Path, ending: &str) -> std::path::PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

fn is(error: &rusqlite::Error, code: ErrorCode) -> bool {
    error.sqlite_error_code() == Some(code)
}

fn sentence(path: &Path, doing: &str, error: &rusqlite::Error) -> String {
    let path = path.display();
    match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => format!(
            "Cannot {doing}: the disk that holds {path} is full. All that was kept before is safe; \
             make room and go on."
        ),
        Some(ErrorCode::NotADatabase) => {
            format!("{path} is not an SQLite database: choose another file.")
        }
        Some(ErrorCode::DatabaseCorrupt) => format!(
            "{path} is damaged ({error}): cannot {doing}. Take a copy from elsewhere, or save with \
             `sqlite3 {path} .recover` what is left."
        ),
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => format!(
            "Cannot {doing}: other programs have kept {path} locked for {} s.",
            PATIENCE.as_secs()
        ),
        Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => {
            format!("Cannot {doing}: {path} may not be written ({error}).")
        }
        Some(ErrorCode::CannotOpen) => format!(
            "{path} cannot be opened: does its folder exist, and may you write there? ({error})"
        ),
        _ => format!("Cannot {doing} in {path}: {error}."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Header, Reception, Report, Store, UnitKey, WorkerName, Worth};

    fn report(length: usize) -> Report {
        Report {
            worth: Worth::Counted,
            body: format!("\"{}\"", "x".repeat(length)),
            sgf: None,
            manifest: String::new(),
        }
    }

    /// SQLite says the same when it may not use more pages as when the disk has no more.
    #[test]
    fn a_full_disk_is_said_and_loses_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("full.db");
        let mut store = Sqlite::open(&path).unwrap();
        let header = Header {
            hash: "1".to_owned(),
            name: "full".to_owned(),
            bundle: "{}".to_owned(),
        };
        let units = ["a/1", "a/2"].map(|id| UnitKey {
            id: id.to_owned(),
            series: "a".to_owned(),
            place: 0,
        });
        store.prepare(&header, &units).unwrap();
        let worker = WorkerName::new(0);
        let lease = Duration::from_secs(600);
        let first = store.claim(&worker, lease).unwrap().unwrap();
        store.finish(&worker, &first, &report(10)).unwrap();
        let second = store.claim(&worker, lease).unwrap().unwrap();
        let limit = |store: &Sqlite, pages: u32| {
            let sql = format!("PRAGMA max_page_count = {pages}");
            store.connection.query_row(&sql, [], |_| Ok(())).unwrap();
        };
        limit(&store, 1);
        let error = store.finish(&worker, &second, &report(100_000));
        let error = error.unwrap_err().to_string();
        assert!(error.contains("is full"), "{error}");
        assert_eq!(store.results().unwrap().len(), 1);
        assert_eq!(store.tally().unwrap().running, 1);
        limit(&store, 1_000_000);
        let again = store.finish(&worker, &second, &report(100_000)).unwrap();
        assert_eq!(again, Reception::Kept);
        assert_eq!(store.results().unwrap().len(), 2);
        drop(store);
    }
}
