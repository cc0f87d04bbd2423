//! The three stores: what all promise, and what becomes of each when things break.

#[path = "store/documented.rs"]
mod documented;
#[path = "store/files.rs"]
mod files;
#[path = "store/journal.rs"]
mod journal;
#[cfg(unix)]
#[path = "store/killed.rs"]
mod killed;
#[cfg(unix)]
#[path = "store/postgres.rs"]
mod postgres;
#[cfg(unix)]
#[path = "store/server.rs"]
mod server;
#[path = "store/sqlite.rs"]
mod sqlite;
#[path = "store/suite.rs"]
mod suite;
