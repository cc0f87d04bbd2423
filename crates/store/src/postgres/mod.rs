//! A store in a PostgreSQL server: many machines, many experiments.
//!
//! A claim is one statement: it takes the first open unit that no other transaction is just taking
//! (`FOR UPDATE SKIP LOCKED`), so that workers do not queue for the same row. A report goes in by
//! primary key in the transaction that ends the unit. Leases are measured by the clock of the server
//! alone; the clocks of the workers may be wrong.
//!
//! The tables are in the schema `tengen` of the database. Connections are not encrypted: across a
//! network that others listen to, use a tunnel.

mod connection;
mod rows;

use std::time::Duration;

use postgres::Transaction;

use self::connection::{Connection, Trouble};
use super::clock::lease_millis;
use super::ruling::{self, Ruling};
use super::{
    Claim, Header, Kept, Merged, Reception, Report, Store, StoreError, UnitCounts, UnitKey,
    WorkerName, Worth, schema,
};

pub(super) use self::connection::shown;

/// A connection to a store in a server, and the experiment that is worked on. Threads have one
/// each.
#[derive(Debug)]
pub struct Postgres {
    connection: Connection,
    experiment: Option<String>,
}

impl Postgres {
    /// Connects to a server: `postgres://USER:PASSWORD@HOST:PORT/DATABASE`. The tables are made if
    /// they are not there. No experiment is chosen yet: [`Store::prepare`] or [`Postgres::choose`]
    /// does that.
    ///
    /// # Errors
    /// If the server does not answer within ten seconds, or refuses.
    pub fn open(url: &str) -> Result<Self, StoreError> {
        let mut connection = Connection::open(url)?;
        let store = connection.to_string();
        connection.run("set up the tables", |client| {
            let version = rows::make_tables(client)?;
            match schema::refuse_version(&store, version) {
                None => Ok(()),
                Some(sentence) => Err(StoreError::Broken(sentence).into()),
            }
        })?;
        Ok(Self {
            connection,
            experiment: None,
        })
    }

    /// The experiments that a server has, the oldest first.
    ///
    /// # Errors
    /// If the server does not answer, or refuses.
    pub fn experiments(url: &str) -> Result<Vec<Header>, StoreError> {
        let mut store = Self::open(url)?;
        store.connection.run("list the experiments", |client| {
            let found = client.query(
                "SELECT hash, name, bundle FROM experiment ORDER BY registered, hash",
                &[],
            )?;
            Ok(found.iter().map(rows::header).collect())
        })
    }

    /// Sets the time for which a server that went away is waited for; ten minutes unless this is
    /// called.
    pub fn set_patience(&mut self, patience: Duration) {
        self.connection.patience = patience;
    }

    /// Turns to an experiment that the server has.
    ///
    /// # Errors
    /// [`StoreError::OtherExperiment`] if the server does not have it.
    pub fn choose(&mut self, hash: &str) -> Result<(), StoreError> {
        let found = self.connection.run("look for the experiment", |client| {
            let sql = "SELECT 1 FROM experiment WHERE hash = $1";
            Ok(client.query_opt(sql, &[&hash])?.is_some())
        })?;
        if !found {
            return Err(StoreError::OtherExperiment(format!(
                "The experiment {hash} has not been started in {}.",
                self.connection
            )));
        }
        self.experiment = Some(hash.to_owned());
        Ok(())
    }

    /// One transaction on the experiment.
    fn transact<T>(
        &mut self,
        doing: &str,
        mut work: impl FnMut(&mut Transaction<'_>, &str) -> Result<T, Trouble>,
    ) -> Result<T, StoreError> {
        let Some(experiment) = &self.experiment else {
            return Err(ruling::no_experiment(&self.connection.to_string()));
        };
        self.connection.run(doing, |client| {
            let mut transaction = client.transaction()?;
            let value = work(&mut transaction, experiment)?;
            transaction.commit()?;
            Ok(value)
        })
    }
}

impl Store for Postgres {
    fn prepare(&mut self, header: &Header, units: &[UnitKey]) -> Result<(), StoreError> {
        let columns = rows::Columns::new(units)?;
        self.connection.run("register the experiment", |client| {
            let mut transaction = client.transaction()?;
            rows::register(&mut transaction, header, &columns)?;
            transaction.commit()?;
            Ok(())
        })?;
        self.experiment = Some(header.hash.clone());
        Ok(())
    }

    fn claim(&mut self, worker: &WorkerName, lease: Duration) -> Result<Option<Claim>, StoreError> {
        let token = ruling::fresh_token();
        let mut again = false;
        self.transact("claim a unit", |transaction, experiment| {
            let mut claimed = None;
            // If the answer to the first try was lost, the unit is ours already.
            if std::mem::replace(&mut again, true) {
                claimed = transaction.query_opt(
                    "SELECT unit, voids FROM unit
                     WHERE experiment = $1 AND token = $2 AND state = 'running'",
                    &[&experiment, &token.cast_signed()],
                )?;
            }
            if claimed.is_none() {
                claimed = transaction.query_opt(
                    rows::CLAIM,
                    &[
                        &experiment,
                        &worker.0,
                        &token.cast_signed(),
                        &lease_millis(lease),
                    ],
                )?;
            }
            Ok(claimed.map(|row| Claim {
                unit: row.get(0),
                attempt: rows::number(&row, 1).saturating_add(1),
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
        let units: Vec<&str> = claims.iter().map(|claim| claim.unit.as_str()).collect();
        let tokens: Vec<i64> = claims
            .iter()
            .map(|claim| claim.token.cast_signed())
            .collect();
        self.transact("renew leases", |transaction, experiment| {
            let renewed = transaction.query(
                rows::RENEW,
                &[
                    &experiment,
                    &units,
                    &tokens,
                    &worker.0,
                    &lease_millis(lease),
                ],
            )?;
            let tokens: Vec<i64> = renewed.iter().map(|row| row.get(0)).collect();
            let held = |claim: &&Claim| tokens.contains(&claim.token.cast_signed());
            Ok(claims.iter().filter(held).cloned().collect())
        })
    }

    fn finish(
        &mut self,
        worker: &WorkerName,
        claim: &Claim,
        report: &Report,
    ) -> Result<Reception, StoreError> {
        ruling::check_report(claim, report)?;
        let store = self.connection.to_string();
        self.transact("keep a result", |transaction, experiment| {
            let (facts, series, now) = rows::facts(transaction, experiment, claim, report.worth)?
                .ok_or_else(|| ruling::no_such_unit(&store, &claim.unit))?;
            match ruling::rule(&facts, claim, report.worth) {
                Ruling::TooLate => return Ok(Reception::TooLate),
                Ruling::Known => return Ok(Reception::Kept),
                Ruling::Keep => {}
            }
            let kept = ruling::kept(worker, claim, report, series, now);
            let state = match report.worth {
                Worth::Counted if !rows::put(transaction, experiment, &kept, claim.token)? => {
                    return Ok(Reception::TooLate);
                }
                Worth::Counted => "done",
                Worth::Void { last } => {
                    rows::put_void(transaction, experiment, &kept, claim.token)?;
                    if last { "void" } else { "open" }
                }
            };
            rows::settle(transaction, experiment, &claim.unit, state)?;
            Ok(Reception::Kept)
        })
    }

    fn give_back(&mut self, worker: &WorkerName, claim: &Claim) -> Result<(), StoreError> {
        self.transact("give a unit back", |transaction, experiment| {
            transaction.execute(
                "UPDATE unit SET state = 'open', worker = NULL, token = NULL, lease_until = NULL
                 WHERE experiment = $1 AND unit = $2 AND token = $3 AND worker = $4
                       AND state = 'running'",
                &[
                    &experiment,
                    &claim.unit,
                    &claim.token.cast_signed(),
                    &worker.0,
                ],
            )?;
            Ok(())
        })
    }

    fn retire(&mut self, series: &str) -> Result<(), StoreError> {
        self.transact("end a series", |transaction, experiment| {
            transaction.execute(
                "UPDATE unit SET wanted = FALSE
                 WHERE experiment = $1 AND series = $2 AND wanted AND state <> 'done'",
                &[&experiment, &series],
            )?;
            Ok(())
        })
    }

    fn retired(&mut self) -> Result<Vec<String>, StoreError> {
        self.transact("read which series ended", |transaction, experiment| {
            let found = transaction.query(
                "SELECT DISTINCT series FROM unit
                 WHERE experiment = $1 AND NOT wanted ORDER BY series",
                &[&experiment],
            )?;
            Ok(found.iter().map(|row| row.get(0)).collect())
        })
    }

    fn reopen_void(&mut self) -> Result<u64, StoreError> {
        // If the answer is lost, the second try finds nothing to open: the number is then too small.
        self.transact("open void units again", |transaction, experiment| {
            Ok(transaction.execute(
                "UPDATE unit SET state = 'open'
                 WHERE experiment = $1 AND state = 'void' AND wanted",
                &[&experiment],
            )?)
        })
    }

    fn keep_manifest(&mut self, key: &str, manifest: &str) -> Result<(), StoreError> {
        let manifest = rows::text(manifest);
        self.transact("keep a manifest", |transaction, experiment| {
            transaction.execute(
                "INSERT INTO manifest (experiment, key, body) VALUES ($1, $2, $3)
                 ON CONFLICT DO NOTHING",
                &[&experiment, &key, &manifest],
            )?;
            Ok(())
        })
    }

    fn manifests(&mut self) -> Result<Vec<(String, String)>, StoreError> {
        self.transact("read the manifests", |transaction, experiment| {
            let found = transaction.query(
                "SELECT key, body FROM manifest WHERE experiment = $1 ORDER BY key COLLATE \"C\"",
                &[&experiment],
            )?;
            Ok(found.iter().map(|row| (row.get(0), row.get(1))).collect())
        })
    }

    fn results(&mut self) -> Result<Vec<Kept>, StoreError> {
        self.transact("read the results", |transaction, experiment| {
            let found = transaction.query(
                "SELECT r.unit, r.series, r.attempt, r.body::TEXT, r.sgf, r.manifest, r.worker, r.at
                 FROM result r JOIN unit u USING (experiment, unit)
                 WHERE experiment = $1 ORDER BY u.place, r.unit",
                &[&experiment],
            )?;
            let kept = |row| rows::kept(row, Worth::Counted);
            Ok(found.iter().map(kept).collect())
        })
    }

    fn voids(&mut self) -> Result<Vec<Kept>, StoreError> {
        self.transact("read the void attempts", |transaction, experiment| {
            let found = transaction.query(
                "SELECT v.unit, v.series, v.attempt, v.body::TEXT, v.sgf, v.manifest, v.worker, v.at,
                        v.last
                 FROM void_attempt v JOIN unit u USING (experiment, unit)
                 WHERE experiment = $1 ORDER BY u.place, v.unit, v.attempt",
                &[&experiment],
            )?;
            let kept = |row: &postgres::Row| rows::kept(row, Worth::Void { last: row.get(8) });
            Ok(found.iter().map(kept).collect())
        })
    }

    fn insert(&mut self, reports: &[Kept]) -> Result<Merged, StoreError> {
        let store = self.connection.to_string();
        self.transact("put in results", |transaction, experiment| {
            let mut merged = Merged::default();
            for report in reports {
                merged += rows::insert(transaction, experiment, report, &store)?;
            }
            Ok(merged)
        })
    }

    fn tally(&mut self) -> Result<UnitCounts, StoreError> {
        self.transact("count the units", |transaction, experiment| {
            let groups = transaction.query(rows::TALLY, &[&experiment])?;
            let mut tally = UnitCounts::default();
            for row in groups {
                let state: String = row.get(0);
                let number: i64 = row.get(3);
                *tally.of(&state, row.get(1), row.get(2)) += number.unsigned_abs();
            }
            Ok(tally)
        })
    }

    fn header(&mut self) -> Result<Option<Header>, StoreError> {
        if self.experiment.is_none() {
            return Ok(None);
        }
        self.transact("read which experiment it is", |transaction, experiment| {
            let sql = "SELECT hash, name, bundle FROM experiment WHERE hash = $1";
            let found = transaction.query_opt(sql, &[&experiment])?;
            Ok(found.as_ref().map(rows::header))
        })
    }
}
