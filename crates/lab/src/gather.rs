//! From a store to findings.

use std::time::Duration;

use tengen_store::{Kept, Store, StoreError, Worth};

use crate::experiment::{Experiment, Work};
use crate::findings::{self, Done, Facts, Findings, Voided};
use crate::record::{Body, Record};
use crate::reproduce::judge;

/// All that the results in a store say.
///
/// # Errors
/// If the store cannot be read, or holds what is no record.
pub fn findings(
    experiment: &Experiment,
    store: &mut dyn Store,
    mut facts: Facts,
) -> Result<Findings, StoreError> {
    let results = store.results()?;
    let mut done = results.iter().map(done).collect::<Result<Vec<_>, _>>()?;
    let voids = store.voids()?;
    let voided = voids.iter().map(voided).collect::<Result<Vec<_>, _>>()?;
    for (key, text) in store.manifests()? {
        let manifest = serde_json::from_str(&text).unwrap_or(serde_json::Value::String(text));
        facts.manifests.push((key, manifest));
    }
    facts.ended = store.retired()?;
    let outline = experiment.outline();
    let counted = findings::counted(&outline, &done);
    let records = counted
        .iter()
        .map(|done| (done.series.as_str(), &done.record));
    let claims = experiment.claims.iter();
    let judged = claims
        .map(|claim| judge(claim, records.clone(), &facts.ended))
        .collect();
    if let Work::Measure(task) = &experiment.work {
        for done in &mut done {
            if let Body::Measurement(measured) = &mut done.record.body {
                task.trim(measured);
            }
        }
    }
    let mut findings = Findings::new(&outline, &done, &voided, &facts);
    findings.paper = experiment.paper.clone();
    findings.claims = judged;
    Ok(findings)
}

fn record(kept: &Kept) -> Result<Record, StoreError> {
    serde_json::from_str(&kept.body).map_err(|error| {
        StoreError::Broken(format!(
            "the record of {} cannot be read: {error}",
            kept.unit
        ))
    })
}

/// A result that counts, read.
///
/// # Errors
/// If it is no record.
pub fn done(kept: &Kept) -> Result<Done, StoreError> {
    Ok(Done {
        unit: kept.unit.clone(),
        series: kept.series.clone(),
        record: record(kept)?,
        manifest: kept.manifest.clone(),
    })
}

fn voided(kept: &Kept) -> Result<Voided, StoreError> {
    let Body::Void(record) = record(kept)?.body else {
        let sentence = format!("an attempt at {} is void and counts", kept.unit);
        return Err(StoreError::Broken(sentence));
    };
    Ok(Voided {
        unit: kept.unit.clone(),
        series: kept.series.clone(),
        attempt: kept.attempt,
        last: kept.worth == Worth::Void { last: true },
        record,
    })
}

/// The number of units left, and the work they are if they take as long as those before; `None` if
/// none are left or none are done.
///
/// # Errors
/// If the store cannot be read.
pub fn work_left(store: &mut dyn Store) -> Result<Option<(u64, Duration)>, StoreError> {
    let tally = store.tally()?;
    let left = tally.open + tally.running;
    let mut seconds = 0.0;
    let mut n = 0;
    for kept in store.results()? {
        seconds += record(&kept)?.wall;
        n += 1;
    }
    if left == 0 || n == 0 {
        return Ok(None);
    }
    let work = seconds / f64::from(n) * left as f64;
    Ok(Some((left, Duration::from_secs_f64(work))))
}
