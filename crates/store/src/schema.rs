//! The tables of the two databases: the same, in two dialects. `docs/lab-store.md` explains them to
//! those who ask the databases themselves.

/// Counts up whenever the tables change in a way that older programs cannot deal with.
pub(crate) const VERSION: i64 = 1;

/// The tables for SQLite.
pub(crate) const SQLITE: &str = include_str!("schema/sqlite.sql");

/// The tables for PostgreSQL, in the schema that is first in the search path.
pub(crate) const POSTGRES: &str = include_str!("schema/postgres.sql");

/// The reason why a store of another version cannot be used, if so.
pub(crate) fn refuse_version(store: &str, version: i64) -> Option<String> {
    if version == VERSION {
        return None;
    }
    Some(format!(
        "The tables in {store} are of version {version}, and this Tengen knows version {VERSION}: \
         use the Tengen that made them, or another store."
    ))
}
