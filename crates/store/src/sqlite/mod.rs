//! A store in an SQLite file: many threads and processes of one machine, each with a connection.
//!
//! The file is in WAL mode, so that readers never wait for the writer. Every commit is synchronised
//! with the disk (`synchronous = FULL`): a process that is killed at any instant loses nothing with
//! any setting, because what it committed is in the operating system; but with `NORMAL` a power cut
//! may take back the last commits, a game of minutes among them, and a synchronisation costs
//! milliseconds. Whatever happens, the file stays whole: a transaction is there or it is not.
//!
//! Whoever writes takes the lock at the beginning of the transaction (`BEGIN IMMEDIATE`), so that
//! nothing that was read in it can change before it ends. Leases are measured by the clock of the
//! machine. Those of processes that have ended end at once.

mod opening;
mod rows;

use std::path::PathBuf;
use std::time::Duration;

use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior, params};

use super::clock::{lease_millis, now_millis, now_seconds};
use super::ruling::{self, Ruling};
use super::{
    Claim, Header, Kept, Merged, Reception, Report, Store, StoreError, UnitCounts, UnitKey,
    WorkerName, Worth,
};

/// A connection to a store in a file. Threads have one each.
#[derive(Debug)]
pub struct Sqlite {
    path: PathBuf,
    connection: Connection,
}

/// The reason why a transaction was not finished.
enum Trouble {
    Sqlite(rusqlite::Error),
    Ours(StoreError),
}

impl From<rusqlite::Error> for Trouble {
    fn from(error: rusqlite::Error) -> Self {
        Self::Sqlite(error)
    }
}

impl From<StoreError> for Trouble {
    fn from(error: StoreError) -> Self {
        Self::Ours(error)
    }
}

impl Sqlite {
    /// One transaction that writes.
    fn write<T>(
        &mut self,
        doing: &str,
        work: impl FnOnce(&Transaction<'_>, &str) -> Result<T, Trouble>,
    ) -> Result<T, StoreError> {
        let store = self.shown();
        let run = || {
            let behavior = TransactionBehavior::Immediate;
            let transaction = self.connection.transaction_with_behavior(behavior)?;
            let value = work(&transaction, &store)?;
            transaction.commit()?;
            Ok(value)
        };
        run().map_err(|trouble| self.sentence(doing, trouble))
    }

    /// One transaction that reads.
    fn read<T>(
        &mut self,
        doing: &str,
        work: impl FnOnce(&Transaction<'_>, &str) -> Result<T, Trouble>,
    ) -> Result<T, StoreError> {
        let store = self.shown();
        let run = || work(&self.connection.transaction()?, &store);
        run().map_err(|trouble| self.sentence(doing, trouble))
    }
}

impl Store for Sqlite {
    fn prepare(&mut self, header: &Header, units: &[UnitKey]) -> Result<(), StoreError> {
        self.write("register the experiment", |transaction, store| {
            match rows::header(transaction)? {
                Some(there) if there.hash != header.hash => {
                    return Err(ruling::other_experiment(store, &there, header).into());
                }
                Some(_) => {}
                None => {
                    transaction.execute(
                        "INSERT INTO experiment (hash, name, bundle, registered)
                         VALUES (?1, ?2, ?3, ?4)",
                        params![header.hash, header.name, header.bundle, now_seconds()],
                    )?;
                }
            }
            if rows::add_units(transaction, &header.hash, units)? {
                transaction.execute(
                    "UPDATE experiment SET name = ?2, bundle = ?3 WHERE hash = ?1",
                    params![header.hash, header.name, header.bundle],
                )?;
            }
            Ok(())
        })
    }

    fn claim(&mut self, worker: &WorkerName, lease: Duration) -> Result<Option<Claim>, StoreError> {
        self.write("claim a unit", |transaction, store| {
            let experiment = rows::experiment(transaction, store)?;
            let now = now_millis();
            rows::release_dead(transaction, now)?;
            let token = ruling::fresh_token();
            let claimed = transaction
                .query_row(
                    "UPDATE unit SET state = 'running', worker = ?3, token = ?4, lease_until = ?5
                     WHERE experiment = ?1 AND unit = (
                         SELECT unit FROM unit
                         WHERE experiment = ?1 AND wanted AND state IN ('open', 'running')
                               AND (state = 'open' OR lease_until <= ?2)
                         ORDER BY place, unit LIMIT 1)
                     RETURNING unit, voids",
                    params![
                        experiment,
                        now,
                        worker.0,
                        token.cast_signed(),
                        now.saturating_add(lease_millis(lease))
                    ],
                    |row| Ok((row.get(0)?, row.get::<_, u32>(1)?)),
                )
                .optional()?;
            Ok(claimed.map(|(unit, voids)| Claim {
                unit,
                attempt: voids.saturating_add(1),
                token,
            }))
        })
    }

    fn renew(
        &mut self,
        worker: &WorkerName,
        claims: &[Claim],
        lease: Duration,
    ) -> Result<Vec<Claim>, StoreError> {
        self.write("renew leases", |transaction, store| {
            let experiment = rows::experiment(transaction, store)?;
            let until = now_millis().saturating_add(lease_millis(lease));
            let mut renew = transaction.prepare(
                "UPDATE unit SET lease_until = ?5
                 WHERE experiment = ?1 AND unit = ?2 AND token = ?3 AND worker = ?4
                       AND state = 'running'",
            )?;
            let mut held = Vec::new();
            for claim in claims {
                let token = claim.token.cast_signed();
                let key = params![experiment, claim.unit, token, worker.0, until];
                if renew.execute(key)? == 1 {
                    held.push(claim.clone());
                }
            }
            Ok(held)
        })
    }

    fn finish(
        &mut self,
        worker: &WorkerName,
        claim: &Claim,
        report: &Report,
    ) -> Result<Reception, StoreError> {
        ruling::check_report(claim, report)?;
        self.write("keep a result", |transaction, store| {
            let experiment = rows::experiment(transaction, store)?;
            let (facts, series) = rows::facts(transaction, &experiment, claim, report.worth)?
                .ok_or_else(|| ruling::no_such_unit(store, &claim.unit))?;
            match ruling::rule(&facts, claim, report.worth) {
                Ruling::TooLate => return Ok(Reception::TooLate),
                Ruling::Known => return Ok(Reception::Kept),
                Ruling::Keep => {}
            }
            let kept = ruling::kept(worker, claim, report, series, now_seconds());
            let state = match report.worth {
                Worth::Counted if !rows::put(transaction, &experiment, &kept, claim.token)? => {
                    return Ok(Reception::TooLate);
                }
                Worth::Counted => "done",
                Worth::Void { last } => {
                    rows::put_void(transaction, &experiment, &kept, claim.token)?;
                    if last { "void" } else { "open" }
                }
            };
            rows::settle(transaction, &experiment, &claim.unit, state)?;
            Ok(Reception::Kept)
        })
    }

    fn give_back(&mut self, worker: &WorkerName, claim: &Claim) -> Result<(), StoreError> {
        self.write("give a unit back", |transaction, store| {
            let experiment = rows::experiment(transaction, store)?;
            transaction.execute(
                "UPDATE unit SET state = 'open', worker = NULL, token = NULL, lease_until = NULL
                 WHERE experiment = ?1 AND unit = ?2 AND token = ?3 AND worker = ?4
                       AND state = 'running'",
                params![experiment, claim.unit, claim.token.cast_signed(), worker.0],
            )?;
            Ok(())
        })
    }

    fn retire(&mut self, series: &str) -> Result<(), StoreError> {
        self.write("end a series", |transaction, store| {
            let experiment = rows::experiment(transaction, store)?;
            transaction.execute(
                "UPDATE unit SET wanted = FALSE
                 WHERE experiment = ?1 AND series = ?2 AND wanted AND state <> 'done'",
                params![experiment, series],
            )?;
            Ok(())
        })
    }

    fn retired(&mut self) -> Result<Vec<String>, StoreError> {
        self.read("read which series ended", |transaction, store| {
            let experiment = rows::experiment(transaction, store)?;
            let mut series = transaction.prepare(
                "SELECT DISTINCT series FROM unit
                 WHERE experiment = ?1 AND NOT wanted ORDER BY series",
            )?;
            let rows = series.query_map([experiment], |row| row.get(0))?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
    }

    fn reopen_void(&mut self) -> Result<u64, StoreError> {
        self.write("open void units again", |transaction, store| {
            let experiment = rows::experiment(transaction, store)?;
            let reopened = transaction.execute(
                "UPDATE unit SET state = 'open'
                 WHERE experiment = ?1 AND state = 'void' AND wanted",
                [experiment],
            )?;
            Ok(reopened as u64)
        })
    }

    fn keep_manifest(&mut self, key: &str, manifest: &str) -> Result<(), StoreError> {
        self.write("keep a manifest", |transaction, store| {
            let experiment = rows::experiment(transaction, store)?;
            transaction.execute(
                "INSERT INTO manifest (experiment, key, body) VALUES (?1, ?2, ?3)
                 ON CONFLICT DO NOTHING",
                [&experiment, key, manifest],
            )?;
            Ok(())
        })
    }

    fn manifests(&mut self) -> Result<Vec<(String, String)>, StoreError> {
        self.read("read the manifests", |transaction, store| {
            let experiment = rows::experiment(transaction, store)?;
            let mut manifests = transaction
                .prepare("SELECT key, body FROM manifest WHERE experiment = ?1 ORDER BY key")?;
            let rows = manifests.query_map([experiment], |row| Ok((row.get(0)?, row.get(1)?)))?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
    }

    fn results(&mut self) -> Result<Vec<Kept>, StoreError> {
        self.read("read the results", |transaction, store| {
            let experiment = rows::experiment(transaction, store)?;
            let mut results = transaction.prepare(
                "SELECT r.* FROM result r JOIN unit u USING (experiment, unit)
                 WHERE experiment = ?1 ORDER BY u.place, r.unit",
            )?;
            let rows = results.query_map([experiment], |row| rows::kept(row, Worth::Counted))?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
    }

    fn voids(&mut self) -> Result<Vec<Kept>, StoreError> {
        self.read("read the void attempts", |transaction, store| {
            let experiment = rows::experiment(transaction, store)?;
            let mut voids = transaction.prepare(
                "SELECT v.* FROM void_attempt v JOIN unit u USING (experiment, unit)
                 WHERE experiment = ?1 ORDER BY u.place, v.unit, v.attempt",
            )?;
            let rows = voids.query_map([experiment], |row| {
                let last = row.get("last")?;
                rows::kept(row, Worth::Void { last })
            })?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
    }

    fn insert(&mut self, reports: &[Kept]) -> Result<Merged, StoreError> {
        self.write("put in results", |transaction, store| {
            let experiment = rows::experiment(transaction, store)?;
            let mut merged = Merged::default();
            for report in reports {
                merged += rows::insert(transaction, &experiment, report, store)?;
            }
            Ok(merged)
        })
    }

    fn tally(&mut self) -> Result<UnitCounts, StoreError> {
        self.read("count the units", |transaction, store| {
            let experiment = rows::experiment(transaction, store)?;
            Ok(rows::tally(transaction, &experiment)?)
        })
    }

    fn header(&mut self) -> Result<Option<Header>, StoreError> {
        self.read("read which experiment it is", |transaction, _| {
            Ok(rows::header(transaction)?)
        })
    }
}
