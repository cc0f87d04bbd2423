//! The three stores: what all promise, and what becomes of each when things break.

mod documented;
mod files;
mod journal;
#[cfg(unix)]
mod killed;
#[cfg(unix)]
mod postgres;
#[cfg(unix)]
mod server;
mod sqlite;
mod suite;
