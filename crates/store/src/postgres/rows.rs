//! The statements of the store in a server, each within a transaction of its caller.

use std::borrow::Cow;

use postgres::{Client, Row, Transaction};

use super::Trouble;
use crate::ruling::{self, Facts};
use crate::{Claim, Header, Kept, Merged, StoreError, UnitKey, Worth, schema};

/// Milliseconds since 1970 by the clock of the server.
macro_rules! now {
    () => {
        "(EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::BIGINT"
    };
}

/// Claims a unit: experiment, worker, token, lease.
pub(super) const CLAIM: &str = concat!(
    "WITH next AS MATERIALIZED (
         SELECT experiment, unit FROM unit
         WHERE experiment = $1 AND wanted AND state IN ('open', 'running')
               AND (state = 'open' OR lease_until <= ",
    now!(),
    ")
         ORDER BY place, unit LIMIT 1 FOR UPDATE SKIP LOCKED)
     UPDATE unit SET state = 'running', worker = $2, token = $3, lease_until = $4 + ",
    now!(),
    " FROM next WHERE unit.experiment = next.experiment AND unit.unit = next.unit
     RETURNING unit.unit, unit.voids"
);

/// Renews claims: experiment, units, tokens, worker, lease. Gives back the tokens that hold.
pub(super) const RENEW: &str = concat!(
    "UPDATE unit SET lease_until = $5 + ",
    now!(),
    " FROM UNNEST($2::TEXT[], $3::BIGINT[]) AS held (unit, token)
     WHERE unit.experiment = $1 AND unit.unit = held.unit AND unit.token = held.token
           AND unit.worker = $4 AND unit.state = 'running'
     RETURNING unit.token"
);

/// Counts units by state, whether they are wanted, and whether somebody works within the lease.
pub(super) const TALLY: &str = concat!(
    "SELECT state, wanted, COALESCE(lease_until > ",
    now!(),
    ", FALSE) AS works, COUNT(*) FROM unit WHERE experiment = $1 GROUP BY state, wanted, works"
);

/// The lock of whoever makes tables or registers an experiment: any number that nobody else uses.
const LOCK: &str = "SELECT pg_advisory_xact_lock(7408364101)";

/// Units as columns, which go to the server in one piece.
pub(super) struct Columns<'a> {
    units: Vec<&'a str>,
    series: Vec<&'a str>,
    places: Vec<i64>,
}

impl<'a> Columns<'a> {
    pub(super) fn new(units: &'a [UnitKey]) -> Result<Self, StoreError> {
        Ok(Self {
            units: units.iter().map(|unit| unit.id.as_str()).collect(),
            series: units.iter().map(|unit| unit.series.as_str()).collect(),
            places: units.iter().map(ruling::place).collect::<Result<_, _>>()?,
        })
    }
}

/// Makes the tables if they are not there; returns their version.
pub(super) fn make_tables(client: &mut Client) -> Result<i64, Trouble> {
    const THERE: &str = "SELECT EXISTS (SELECT 1 FROM pg_catalog.pg_tables
                                        WHERE schemaname = 'tengen' AND tablename = 'store')";
    // Without the lock at first: most find the tables there, and some may only read.
    if !client.query_one(THERE, &[])?.get::<_, bool>(0) {
        // In a transaction of its own: one that looked before it waited would not see what others
        // made meanwhile.
        let mut transaction = client.transaction()?;
        transaction.batch_execute(LOCK)?;
        if !transaction.query_one(THERE, &[])?.get::<_, bool>(0) {
            transaction.batch_execute("CREATE SCHEMA IF NOT EXISTS tengen")?;
            transaction.batch_execute(schema::POSTGRES)?;
            let version = "INSERT INTO store (version) VALUES ($1)";
            transaction.execute(version, &[&schema::VERSION])?;
        }
        transaction.commit()?;
    }
    let version = client.query_one("SELECT MAX(version) FROM store", &[])?;
    Ok(version.get::<_, Option<i64>>(0).unwrap_or_default())
}

/// Registers an experiment and its units.
pub(super) fn register(
    transaction: &mut Transaction<'_>,
    header: &Header,
    columns: &Columns<'_>,
) -> Result<(), Trouble> {
    transaction.batch_execute(LOCK)?;
    transaction.execute(
        "INSERT INTO experiment (hash, name, bundle, registered)
         VALUES ($1, $2, $3, EXTRACT(EPOCH FROM clock_timestamp())::BIGINT) ON CONFLICT DO NOTHING",
        &[&header.hash, &header.name, &header.bundle],
    )?;
    let added = transaction.execute(
        "INSERT INTO unit (experiment, unit, series, place)
         SELECT $1, new.unit, new.series, new.place
         FROM UNNEST($2::TEXT[], $3::TEXT[], $4::BIGINT[]) AS new (unit, series, place)
         ON CONFLICT DO NOTHING",
        &[
            &header.hash,
            &columns.units,
            &columns.series,
            &columns.places,
        ],
    )?;
    if added == 0 {
        return Ok(());
    }
    transaction.execute(
        "UPDATE unit SET place = new.place
         FROM UNNEST($2::TEXT[], $3::BIGINT[]) AS new (unit, place)
         WHERE unit.experiment = $1 AND unit.unit = new.unit AND unit.place <> new.place",
        &[&header.hash, &columns.units, &columns.places],
    )?;
    transaction.execute(
        "UPDATE experiment SET name = $2, bundle = $3 WHERE hash = $1",
        &[&header.hash, &header.name, &header.bundle],
    )?;
    Ok(())
}

/// A header: hash, name, bundle.
pub(super) fn header(row: &Row) -> Header {
    Header {
        hash: row.get(0),
        name: row.get(1),
        bundle: row.get(2),
    }
}

/// A small number.
pub(super) fn number(row: &Row, column: usize) -> u32 {
    u32::try_from(row.get::<_, i64>(column)).unwrap_or(u32::MAX)
}

/// A report: unit, series, attempt, body, sgf, manifest, worker, at.
pub(super) fn kept(row: &Row, worth: Worth) -> Kept {
    Kept {
        unit: row.get(0),
        series: row.get(1),
        attempt: number(row, 2),
        worth,
        body: row.get(3),
        sgf: row.get(4),
        manifest: row.get(5),
        worker: row.get(6),
        at: row.get(7),
    }
}

/// A text as the server can keep it: it cannot keep the character 0.
pub(super) fn text(text: &str) -> Cow<'_, str> {
    if text.contains('\0') {
        text.replace('\0', "\u{fffd}").into()
    } else {
        text.into()
    }
}

/// The facts of a unit that are known when a report comes in, its series, and the time by the
/// server's clock. Nobody else can change the unit until the transaction ends.
pub(super) fn facts(
    transaction: &mut Transaction<'_>,
    experiment: &str,
    claim: &Claim,
    worth: Worth,
) -> Result<Option<(Facts, String, i64)>, Trouble> {
    let unit = transaction.query_opt(
        "SELECT state, token, series, EXTRACT(EPOCH FROM clock_timestamp())::BIGINT FROM unit
         WHERE experiment = $1 AND unit = $2 FOR UPDATE",
        &[&experiment, &claim.unit],
    )?;
    let Some(unit) = unit else {
        return Ok(None);
    };
    let brought = match worth {
        Worth::Counted => transaction.query_opt(
            "SELECT token FROM result WHERE experiment = $1 AND unit = $2",
            &[&experiment, &claim.unit],
        )?,
        Worth::Void { .. } => transaction.query_opt(
            "SELECT token FROM void_attempt WHERE experiment = $1 AND unit = $2 AND token = $3",
            &[&experiment, &claim.unit, &claim.token.cast_signed()],
        )?,
    };
    let state: String = unit.get(0);
    let holder = unit.get::<_, Option<i64>>(1).map(i64::cast_unsigned);
    let facts = Facts {
        holder: holder.filter(|_| state == "running"),
        brought: brought.map(|row| row.get::<_, i64>(0).cast_unsigned()),
        done: state == "done",
    };
    Ok(Some((facts, unit.get(2), unit.get(3))))
}

/// Writes a report down; `false` if its key is taken.
pub(super) fn put(
    transaction: &mut Transaction<'_>,
    experiment: &str,
    kept: &Kept,
    token: u64,
) -> Result<bool, Trouble> {
    let attempt = i64::from(kept.attempt);
    let token = token.cast_signed();
    let (body, sgf) = (text(&kept.body), kept.sgf.as_deref().map(text));
    let rows = match kept.worth {
        Worth::Counted => transaction.execute(
            "INSERT INTO result (experiment, unit, series, attempt, body, sgf, manifest, worker,
                                 at, token)
             VALUES ($1, $2, $3, $4, $5::TEXT::JSON, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING",
            &[
                &experiment,
                &kept.unit,
                &kept.series,
                &attempt,
                &body,
                &sgf,
                &kept.manifest,
                &kept.worker,
                &kept.at,
                &token,
            ],
        )?,
        Worth::Void { last } => transaction.execute(
            "INSERT INTO void_attempt (experiment, unit, series, attempt, body, sgf, manifest,
                                       worker, at, token, last)
             VALUES ($1, $2, $3, $4, $5::TEXT::JSON, $6, $7, $8, $9, $10, $11)
             ON CONFLICT DO NOTHING",
            &[
                &experiment,
                &kept.unit,
                &kept.series,
                &attempt,
                &body,
                &sgf,
                &kept.manifest,
                &kept.worker,
                &kept.at,
                &token,
                &last,
            ],
        )?,
    };
    Ok(rows == 1)
}

/// Writes a void attempt down, under the next number if its own is taken.
pub(super) fn put_void(
    transaction: &mut Transaction<'_>,
    experiment: &str,
    kept: &Kept,
    token: u64,
) -> Result<(), Trouble> {
    if put(transaction, experiment, kept, token)? {
        return Ok(());
    }
    let next = transaction.query_one(
        "SELECT MAX(attempt) + 1 FROM void_attempt WHERE experiment = $1 AND unit = $2",
        &[&experiment, &kept.unit],
    )?;
    let kept = Kept {
        attempt: number(&next, 0),
        ..kept.clone()
    };
    put(transaction, experiment, &kept, token)?;
    Ok(())
}

/// Ends a unit's claim, if there is one, and sets its state.
pub(super) fn settle(
    transaction: &mut Transaction<'_>,
    experiment: &str,
    unit: &str,
    state: &str,
) -> Result<(), Trouble> {
    transaction.execute(
        "UPDATE unit SET state = $3, worker = NULL, token = NULL, lease_until = NULL
         WHERE experiment = $1 AND unit = $2",
        &[&experiment, &unit, &state],
    )?;
    count_voids(transaction, experiment, unit)
}

/// Brings the number of void attempts of a unit up to date.
fn count_voids(
    transaction: &mut Transaction<'_>,
    experiment: &str,
    unit: &str,
) -> Result<(), Trouble> {
    transaction.execute(
        "UPDATE unit SET voids = (SELECT COALESCE(MAX(attempt), 0) FROM void_attempt
                                  WHERE experiment = $1 AND unit = $2)
         WHERE experiment = $1 AND unit = $2",
        &[&experiment, &unit],
    )?;
    Ok(())
}

/// Puts in one report that was made elsewhere.
pub(super) fn insert(
    transaction: &mut Transaction<'_>,
    experiment: &str,
    report: &Kept,
    store: &str,
) -> Result<Merged, Trouble> {
    let unit = transaction.query_opt(
        "SELECT state FROM unit WHERE experiment = $1 AND unit = $2 FOR UPDATE",
        &[&experiment, &report.unit],
    )?;
    let state: String = unit
        .ok_or_else(|| ruling::no_such_unit(store, &report.unit))?
        .get(0);
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
    let known = transaction.query_opt(
        "SELECT 1 FROM void_attempt WHERE experiment = $1 AND unit = $2
                AND worker = $3 AND at = $4 AND body::TEXT = $5 LIMIT 1",
        &[
            &experiment,
            &report.unit,
            &report.worker,
            &report.at,
            &text(&report.body),
        ],
    )?;
    if known.is_some() {
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
