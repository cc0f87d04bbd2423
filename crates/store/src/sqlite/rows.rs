//! The statements of the store in a file, each within a transaction of its caller.

use rusqlite::{OptionalExtension, Row, Transaction, params};

use super::Trouble;
use crate::clock::now_millis;
use crate::ruling::{self, Facts};
use crate::{Claim, Header, Kept, Merged, UnitCounts, UnitKey, WorkerName, Worth};

/// The experiment in the file.
pub(super) fn header(transaction: &Transaction<'_>) -> rusqlite::Result<Option<Header>> {
    transaction
        .query_row("SELECT hash, name, bundle FROM experiment", [], |row| {
            Ok(Header {
                hash: row.get(0)?,
                name: row.get(1)?,
                bundle: row.get(2)?,
            })
        })
        .optional()
}

/// The hash of the experiment in the file.
pub(super) fn experiment(transaction: &Transaction<'_>, store: &str) -> Result<String, Trouble> {
    let hash = transaction
        .query_row("SELECT hash FROM experiment", [], |row| row.get(0))
        .optional()?;
    hash.ok_or_else(|| ruling::no_experiment(store).into())
}

/// The workers within their lease whose processes have ended.
pub(super) fn dead_workers(
    transaction: &Transaction<'_>,
    now: i64,
) -> rusqlite::Result<Vec<String>> {
    let mut workers = transaction.prepare(
        "SELECT DISTINCT worker FROM unit
         WHERE state = 'running' AND lease_until > ?1",
    )?;
    let names = workers.query_map([now], |row| row.get::<_, String>(0))?;
    let mut dead = names.collect::<rusqlite::Result<Vec<_>>>()?;
    dead.retain(|name| WorkerName(name.clone()).is_dead());
    Ok(dead)
}

/// Opens the units of processes that have ended.
pub(super) fn release_dead(transaction: &Transaction<'_>, now: i64) -> rusqlite::Result<()> {
    for worker in dead_workers(transaction, now)? {
        transaction.execute(
            "UPDATE unit SET state = 'open', worker = NULL, token = NULL, lease_until = NULL
             WHERE state = 'running' AND worker = ?1",
            [worker],
        )?;
    }
    Ok(())
}

/// Adds the units that are not there; says whether there were any. If so, all get their places.
pub(super) fn add_units(
    transaction: &Transaction<'_>,
    experiment: &str,
    units: &[UnitKey],
) -> Result<bool, Trouble> {
    let mut add = transaction.prepare(
        "INSERT INTO unit (experiment, unit, series, place) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT DO NOTHING",
    )?;
    let mut added = 0;
    for unit in units {
        added += add.execute(params![
            experiment,
            unit.id,
            unit.series,
            ruling::place(unit)?
        ])?;
    }
    if added == 0 {
        return Ok(false);
    }
    let mut order = transaction.prepare(
        "UPDATE unit SET place = ?3 WHERE experiment = ?1 AND unit = ?2 AND place <> ?3",
    )?;
    for unit in units {
        order.execute(params![experiment, unit.id, ruling::place(unit)?])?;
    }
    Ok(true)
}

/// The number of units in each state, by the leases of this moment.
pub(super) fn tally(
    transaction: &Transaction<'_>,
    experiment: &str,
) -> rusqlite::Result<UnitCounts> {
    let now = now_millis();
    let dead = dead_workers(transaction, now)?;
    let mut groups = transaction.prepare(
        "SELECT state, wanted, CASE WHEN lease_until > ?2 THEN worker END AS held, COUNT(*)
         FROM unit WHERE experiment = ?1 GROUP BY state, wanted, held",
    )?;
    let mut rows = groups.query(params![experiment, now])?;
    let mut tally = UnitCounts::default();
    while let Some(row) = rows.next()? {
        let state: String = row.get(0)?;
        let worker: Option<String> = row.get(2)?;
        let number: u64 = row.get::<_, i64>(3)?.try_into().unwrap_or(0);
        let works = worker.is_some_and(|worker| !dead.contains(&worker));
        *tally.of(&state, row.get(1)?, works) += number;
    }
    Ok(tally)
}

/// A report as it stands in the table of results or of void attempts.
pub(super) fn kept(row: &Row<'_>, worth: Worth) -> rusqlite::Result<Kept> {
    Ok(Kept {
        unit: row.get("unit")?,
        series: row.get("series")?,
        attempt: row.get("attempt")?,
        worth,
        body: row.get("body")?,
        sgf: row.get("sgf")?,
        manifest: row.get("manifest")?,
        worker: row.get("worker")?,
        at: row.get("at")?,
    })
}

/// Writes a report down; `false` if its key is taken.
pub(super) fn put(
    transaction: &Transaction<'_>,
    experiment: &str,
    kept: &Kept,
    token: u64,
) -> rusqlite::Result<bool> {
    let token = token.cast_signed();
    let rows = match kept.worth {
        Worth::Counted => transaction.execute(
            "INSERT INTO result (experiment, unit, series, attempt, body, sgf, manifest, worker,
                                 at, token)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10) ON CONFLICT DO NOTHING",
            params![
                experiment,
                kept.unit,
                kept.series,
                kept.attempt,
                kept.body,
                kept.sgf,
                kept.manifest,
                kept.worker,
                kept.at,
                token
            ],
        ),
        Worth::Void { last } => transaction.execute(
            "INSERT INTO void_attempt (experiment, unit, series, attempt, body, sgf, manifest,
                                       worker, at, token, last)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11) ON CONFLICT DO NOTHING",
            params![
                experiment,
                kept.unit,
                kept.series,
                kept.attempt,
                kept.body,
                kept.sgf,
                kept.manifest,
                kept.worker,
                kept.at,
                token,
                last
            ],
        ),
    };
    rows.map(|rows| rows == 1)
}

/// Ends a unit's claim, if there is one, and sets its state.
pub(super) fn settle(
    transaction: &Transaction<'_>,
    experiment: &str,
    unit: &str,
    state: &str,
) -> rusqlite::Result<()> {
    transaction.execute(
        "UPDATE unit SET state = ?3, worker = NULL, token = NULL, lease_until = NULL
         WHERE experiment = ?1 AND unit = ?2",
        params![experiment, unit, state],
    )?;
    count_voids(transaction, experiment, unit)
}

/// Brings the number of void attempts of a unit up to date.
fn count_voids(
    transaction: &Transaction<'_>,
    experiment: &str,
    unit: &str,
) -> rusqlite::Result<()> {
    transaction.execute(
        "UPDATE unit SET voids = (SELECT COALESCE(MAX(attempt), 0) FROM void_attempt
                                  WHERE experiment = ?1 AND unit = ?2)
         WHERE experiment = ?1 AND unit = ?2",
        params![experiment, unit],
    )?;
    Ok(())
}

/// Writes a void attempt down, under the next number if its own is taken.
pub(super) fn put_void(
    transaction: &Transaction<'_>,
    experiment: &str,
    kept: &Kept,
    token: u64,
) -> rusqlite::Result<()> {
    if put(transaction, experiment, kept, token)? {
        return Ok(());
    }
    let attempt = transaction.query_row(
        "SELECT MAX(attempt) + 1 FROM void_attempt WHERE experiment = ?1 AND unit = ?2",
        params![experiment, kept.unit],
        |row| row.get(0),
    )?;
    let kept = Kept {
        attempt,
        ..kept.clone()
    };
    put(transaction, experiment, &kept, token)?;
    Ok(())
}

/// The facts of a unit that are known when a report comes in, and its series.
pub(super) fn facts(
    transaction: &Transaction<'_>,
    experiment: &str,
    claim: &Claim,
    worth: Worth,
) -> rusqlite::Result<Option<(Facts, String)>> {
    let brought = match worth {
        Worth::Counted => {
            "SELECT token FROM result WHERE experiment = ?1 AND unit = ?2 AND ?3 = ?3"
        }
        Worth::Void { .. } => {
            "SELECT token FROM void_attempt WHERE experiment = ?1 AND unit = ?2 AND token = ?3"
        }
    };
    let key = params![experiment, claim.unit, claim.token.cast_signed()];
    let token = |row: &Row<'_>| row.get::<_, i64>(0).map(i64::cast_unsigned);
    let brought = transaction.query_row(brought, key, token).optional()?;
    transaction
        .query_row(
            "SELECT state, token, series FROM unit WHERE experiment = ?1 AND unit = ?2",
            params![experiment, claim.unit],
            |row| {
                let state: String = row.get(0)?;
                let holder = row.get::<_, Option<i64>>(1)?.map(i64::cast_unsigned);
                let facts = Facts {
                    holder: holder.filter(|_| state == "running"),
                    brought,
                    done: state == "done",
                };
                Ok((facts, row.get(2)?))
            },
        )
        .optional()
}

/// Puts in one report that was made elsewhere.
pub(super) fn insert(
    transaction: &Transaction<'_>,
    experiment: &str,
    report: &Kept,
    store: &str,
) -> Result<Merged, Trouble> {
    let unit = transaction
        .query_row(
            "SELECT state FROM unit WHERE experiment = ?1 AND unit = ?2",
            params![experiment, report.unit],
            |row| row.get::<_, String>(0),
        )
        .optional()?;
    let state = unit.ok_or_else(|| ruling::no_such_unit(store, &report.unit))?;
    let mut merged = Merged::default();
    let Worth::Void { last } = report.worth else {
        if put(transaction, experiment, report, 0)? {
            settle(transaction, experiment, &report.unit, "done")?;
            merged.results = 1;
        } else {
            merged.duplicates = 1;
        }
        return Ok(merged);
    };
    let known: bool = transaction.query_row(
        "SELECT EXISTS (SELECT 1 FROM void_attempt WHERE experiment = ?1 AND unit = ?2
                        AND worker = ?3 AND at = ?4 AND body = ?5)",
        params![
            experiment,
            report.unit,
            report.worker,
            report.at,
            report.body
        ],
        |row| row.get(0),
    )?;
    if known {
        merged.duplicates = 1;
        return Ok(merged);
    }
    put_void(transaction, experiment, report, 0)?;
    merged.voids = 1;
    if state == "open" {
        let state = if last { "void" } else { "open" };
        settle(transaction, experiment, &report.unit, state)?;
    } else {
        // Somebody works on it, or it has ended: only the number of the next attempt changes.
        count_voids(transaction, experiment, &report.unit)?;
    }
    Ok(merged)
}
