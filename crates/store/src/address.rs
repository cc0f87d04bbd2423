//! The address of a store: the name of a file, or the address of a server.

use std::fmt;
use std::path::{Path, PathBuf};

use super::{Postgres, Sqlite, Store, StoreError, postgres};

/// The address of a store. Shown without passwords.
#[derive(Clone, PartialEq, Eq)]
pub enum Address {
    /// A file of SQLite.
    Sqlite(PathBuf),
    /// A server of PostgreSQL: `postgres://USER:PASSWORD@HOST:PORT/DATABASE`.
    Postgres(String),
}

/// Opens the store at an address, or that in the default file if none is given. A file is created
/// if it is not there.
///
/// # Errors
/// If it cannot be opened.
pub fn open(address: Option<&str>, default: &Path) -> Result<Box<dyn Store>, StoreError> {
    Address::new(address, default).open()
}

impl Address {
    /// Reads `postgres://…`, `postgresql://…`, `sqlite:FILE` or the name of a file.
    #[must_use]
    pub fn new(address: Option<&str>, default: &Path) -> Self {
        match address {
            None => Self::Sqlite(default.to_owned()),
            Some(url) if is_server(url) => Self::Postgres(url.to_owned()),
            Some(file) => Self::Sqlite(file.strip_prefix("sqlite:").unwrap_or(file).into()),
        }
    }

    /// Opens the store there. A file is created if it is not there.
    ///
    /// # Errors
    /// If it cannot be opened.
    pub fn open(&self) -> Result<Box<dyn Store>, StoreError> {
        Ok(match self {
            Self::Sqlite(path) => Box::new(Sqlite::open(path)?),
            Self::Postgres(url) => Box::new(Postgres::open(url)?),
        })
    }

    /// Opens the store there to read what is in it. The experiment is named by its hash, because a
    /// server has many; a file has one, which [`Store::header`] names to a caller that asks for
    /// another.
    ///
    /// # Errors
    /// If it is not there or cannot be opened, or the server does not have the experiment.
    pub fn open_to_read(&self, hash: &str) -> Result<Box<dyn Store>, StoreError> {
        Ok(match self {
            Self::Sqlite(path) => Box::new(Sqlite::open_to_read(path)?),
            Self::Postgres(url) => {
                let mut store = Postgres::open(url)?;
                store.choose(hash)?;
                Box::new(store)
            }
        })
    }
}

fn is_server(address: &str) -> bool {
    ["postgres://", "postgresql://"]
        .iter()
        .any(|scheme| address.starts_with(scheme))
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sqlite(path) => path.display().fmt(f),
            Self::Postgres(url) => f.write_str(&postgres::shown(url)),
        }
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Address({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_a_server_or_a_file() {
        let default = Path::new("here.db");
        let of = |text| Address::new(Some(text), default);
        assert_eq!(
            Address::new(None, default),
            Address::Sqlite("here.db".into())
        );
        assert_eq!(of("sqlite:a.db"), Address::Sqlite("a.db".into()));
        assert_eq!(of("b/a.db"), Address::Sqlite("b/a.db".into()));
        assert!(matches!(of("postgres://host/lab"), Address::Postgres(_)));
        assert!(matches!(of("postgresql://host/lab"), Address::Postgres(_)));
    }

    #[test]
    fn passwords_are_never_shown() {
        let urls = [
            "postgres://anna:geheim@host:5433/lab",
            "postgres://host/lab?user=anna&password=geheim",
            "postgres://anna:geheim@ho st:port/lab",
            "postgres://anna:ge@heim:geheim@host/lab?geheim=geheim",
            "postgres://anna:ge@heim@host/lab",
            "postgres://anna:12/geheim@host/lab",
        ];
        for url in urls {
            let address = Address::new(Some(url), Path::new(""));
            let shown = format!("{address} {address:?}");
            assert!(!shown.contains("heim"), "{shown}");
            assert!(shown.contains("PostgreSQL"), "{shown}");
        }
    }

    #[test]
    fn a_wrong_address_is_refused_without_its_password() {
        let address = Address::new(Some("postgres://anna:geheim@host:port/lab"), Path::new(""));
        let error = address.open().err().map(|error| error.to_string());
        let error = error.unwrap_or_default();
        assert!(error.contains("postgres://USER:PASSWORD@HOST"), "{error}");
        assert!(!error.contains("geheim"), "{error}");
    }
}
