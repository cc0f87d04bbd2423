//! Stores, which hand out units and keep results.
//!
//! A unit is delivered at least once and its result is counted exactly once. A worker *claims* a
//! unit for the length of a lease and renews the lease while it works; a worker that dies, or
//! sleeps past the lease, loses the unit to another. A result goes in under the unit's id as the key, in
//! one transaction with the end of the claim; a second one, from a worker that slept, is
//! refused as too late and changes nothing.
//!
//! Attempts that came to nothing (an engine crashed, hung or broke the protocol) are kept apart, by
//! unit and number of the attempt. The unit is handed out again until its attempts are used up.
//!
//! Three stores keep this promise and pass the same tests: [`Sqlite`] in a file, for one machine;
//! [`Postgres`], for many; [`Journal`], an append-only file of one process's share of the units,
//! which needs nothing of the file system but appending, and is [merged](merge()) afterwards.
//!
//! A store knows nothing of what a result means: it is a JSON text.
//!
//! Read in this order: this file (what a store promises), `ruling` (what becomes of a report),
//! `sqlite`, `postgres`, `journal`, `merge`; `worker`, `clock`, `schema` and `address` are small.

mod address;
mod clock;
mod journal;
mod merge;
mod postgres;
mod ruling;
mod schema;
mod sqlite;
mod worker;

pub use address::{Address, open};
pub use journal::{Journal, Shard, ShardError};
pub use merge::merge;
pub use postgres::Postgres;
pub use sqlite::Sqlite;

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// The facts of an experiment that a store has to know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// The hash of all that results depend on, in hexadecimal digits.
    pub hash: String,
    /// Its name: that of its file.
    pub name: String,
    /// The file with everything it refers to, as JSON: enough to run it anywhere.
    pub bundle: String,
}

/// A unit as a store sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnitKey {
    /// `SERIES/NUMBER`.
    pub id: String,
    /// The series.
    pub series: String,
    /// Units are handed out in this order.
    pub place: u64,
}

/// The name of a worker: `HOST:PROCESS:START:THREAD`, which no two workers share.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct WorkerName(pub String);

/// The right to work on a unit for a while.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Claim {
    /// The unit.
    pub unit: String,
    /// The number of this attempt, from 1.
    pub attempt: u32,
    /// A number that tells this claim from an earlier one of the same worker on the same unit.
    pub token: u64,
}

/// The outcome of an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Worth {
    /// It counts.
    Counted,
    /// It does not: an engine crashed, hung or broke the protocol. Another attempt follows, unless
    /// this was the last.
    Void {
        /// True if no attempt follows.
        last: bool,
    },
}

/// A worker's report on a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The outcome: whether it counts.
    pub worth: Worth,
    /// The record, as JSON.
    pub body: String,
    /// The game as SGF, if it was one.
    pub sgf: Option<String>,
    /// The key of the manifest under which it was made; see [`Store::keep_manifest`].
    pub manifest: String,
}

/// The store's answer to a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reception {
    /// It is kept.
    Kept,
    /// Another worker was first; nothing has changed.
    TooLate,
}

/// A report as it is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kept {
    /// The unit.
    pub unit: String,
    /// The series.
    pub series: String,
    /// The number of the attempt.
    pub attempt: u32,
    /// The outcome: whether it counts.
    pub worth: Worth,
    /// The record, as JSON.
    pub body: String,
    /// The game as SGF.
    pub sgf: Option<String>,
    /// The key of its manifest.
    pub manifest: String,
    /// The worker that made it.
    pub worker: String,
    /// The time, in seconds since 1970.
    pub at: i64,
}

/// The result of putting in reports that were made elsewhere.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Merged {
    /// Results that are new here.
    pub results: u64,
    /// Void attempts that are new here.
    pub voids: u64,
    /// Reports that were here before, and results of units that had one.
    pub duplicates: u64,
}

impl std::ops::AddAssign for Merged {
    fn add_assign(&mut self, other: Self) {
        self.results += other.results;
        self.voids += other.voids;
        self.duplicates += other.duplicates;
    }
}

/// The number of units in each state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UnitCounts {
    /// Units that nobody works on, or nobody within the lease.
    pub open: u64,
    /// Units that a worker has within the lease.
    pub running: u64,
    /// Units with a result.
    pub done: u64,
    /// All attempts were void.
    pub void: u64,
    /// They are not wanted any more: their series was ended early.
    pub retired: u64,
}

/// A fault of a store.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// It holds the results of another experiment, or of another version of this one.
    #[error("{0}")]
    OtherExperiment(String),
    /// It cannot be opened, read or written; what was asked is named.
    #[error("{0}")]
    Broken(String),
    /// The server does not answer, even after waiting.
    #[error("{0}")]
    Unreachable(String),
}

/// Keeps the units and the results of one experiment.
///
/// Every method is one transaction. Calls may be repeated after an error without harm.
pub trait Store: Send {
    /// Makes the store ready for an experiment: registers it and its units, or finds them there.
    /// More units than before are added to those that are there; then the header and the places
    /// are the new ones. Fewer change nothing.
    ///
    /// # Errors
    /// [`StoreError::OtherExperiment`] if the store is another one's.
    fn prepare(&mut self, header: &Header, units: &[UnitKey]) -> Result<(), StoreError>;

    /// Claims the first open unit, or the first whose lease is over; `None` if there is none now.
    /// Units of other workers that are within their lease may still come back later.
    ///
    /// # Errors
    /// If the store fails.
    fn claim(&mut self, worker: &WorkerName, lease: Duration) -> Result<Option<Claim>, StoreError>;

    /// Renews the leases of claims that still hold, and returns those: the others are lost. A lease
    /// that was over holds again if nobody else took the unit.
    ///
    /// # Errors
    /// If the store fails.
    fn renew(
        &mut self,
        worker: &WorkerName,
        claims: &[Claim],
        lease: Duration,
    ) -> Result<Vec<Claim>, StoreError>;

    /// Hands in what came of a claim, also of one that was lost meanwhile: the first result counts.
    /// A void attempt of a lost claim is too late. The same report again is [`Reception::Kept`]
    /// again.
    ///
    /// # Errors
    /// If the store fails.
    fn finish(
        &mut self,
        worker: &WorkerName,
        claim: &Claim,
        report: &Report,
    ) -> Result<Reception, StoreError>;

    /// Gives a unit back unfinished; somebody else may claim it at once.
    ///
    /// # Errors
    /// If the store fails.
    fn give_back(&mut self, worker: &WorkerName, claim: &Claim) -> Result<(), StoreError>;

    /// Ends a series early: its units are not handed out any more. Those at which somebody works
    /// may still be finished.
    ///
    /// # Errors
    /// If the store fails.
    fn retire(&mut self, series: &str) -> Result<(), StoreError>;

    /// The series that were ended early, by name.
    ///
    /// # Errors
    /// If the store fails.
    fn retired(&mut self) -> Result<Vec<String>, StoreError>;

    /// Opens the units again whose attempts were used up; their void attempts stay on record, and
    /// the next attempt has the next number. Returns how many; those of retired series stay.
    ///
    /// # Errors
    /// If the store fails.
    fn reopen_void(&mut self) -> Result<u64, StoreError>;

    /// Keeps a manifest under the key that is its hash; one that is there stays.
    ///
    /// # Errors
    /// If the store fails.
    fn keep_manifest(&mut self, key: &str, manifest: &str) -> Result<(), StoreError>;

    /// All manifests with their keys.
    ///
    /// # Errors
    /// If the store fails.
    fn manifests(&mut self) -> Result<Vec<(String, String)>, StoreError>;

    /// The results that count, in the order of the units.
    ///
    /// # Errors
    /// If the store fails.
    fn results(&mut self) -> Result<Vec<Kept>, StoreError>;

    /// The attempts that came to nothing, in the order of the units and attempts.
    ///
    /// # Errors
    /// If the store fails.
    fn voids(&mut self) -> Result<Vec<Kept>, StoreError>;

    /// Puts in reports that were made elsewhere, all or none of them. A result counts if its unit
    /// has none; a void attempt gets the next free number if its own is taken. What is here already
    /// is not put in again.
    ///
    /// # Errors
    /// If the store fails, or a unit is not in it.
    fn insert(&mut self, reports: &[Kept]) -> Result<Merged, StoreError>;

    /// The number of units in each state.
    ///
    /// # Errors
    /// If the store fails.
    fn tally(&mut self) -> Result<UnitCounts, StoreError>;

    /// The experiment in the store, if there is one.
    ///
    /// # Errors
    /// If the store fails.
    fn header(&mut self) -> Result<Option<Header>, StoreError>;
}
