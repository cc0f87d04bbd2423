//! Joining the journals of shards in one store.

use std::collections::BTreeMap;
use std::path::Path;

use super::journal::{self, Entry};
use super::ruling;
use super::{Header, Kept, Merged, Store, StoreError, UnitKey};

/// The contents of a journal.
#[derive(Default)]
struct Brought {
    header: Option<Header>,
    units: BTreeMap<String, UnitKey>,
    manifests: Vec<(String, String)>,
    reports: Vec<Kept>,
}

/// Puts the results, void attempts and manifests of journals into a store. An empty store takes the
/// experiment from the journals.
///
/// A unit that two of them finished counts once: the result that is there first. To merge the same
/// again changes nothing, so journals may be merged while their shards still run, or after an error.
///
/// # Errors
/// If a journal cannot be read or is of another experiment than the store or the other journals;
/// then nothing has been changed. If the store fails; then some journals may be in it.
pub fn merge<P: AsRef<Path>>(into: &mut dyn Store, journals: &[P]) -> Result<Merged, StoreError> {
    // All are looked at before anything changes.
    let mut experiment = into.header()?;
    for path in journals {
        let Some(header) = read(path.as_ref())?.header else {
            continue;
        };
        match &experiment {
            Some(there) if there.hash != header.hash => {
                let journal = path.as_ref().display().to_string();
                return Err(ruling::other_experiment(&journal, &header, there));
            }
            Some(_) => {}
            None => experiment = Some(header),
        }
    }
    let mut merged = Merged::default();
    for path in journals {
        let brought = read(path.as_ref())?;
        let Some(header) = &brought.header else {
            continue;
        };
        let units: Vec<_> = brought.units.into_values().collect();
        into.prepare(header, &units)?;
        for (key, manifest) in &brought.manifests {
            into.keep_manifest(key, manifest)?;
        }
        merged += into.insert(&brought.reports)?;
    }
    Ok(merged)
}

/// Reads a journal. One that was killed before it could begin brings nothing.
fn read(path: &Path) -> Result<Brought, StoreError> {
    let mut brought = Brought::default();
    journal::read(path, &mut |entry| {
        match entry {
            Entry::Prepared { header, units } => {
                let units = units.into_iter().map(|unit| (unit.id.clone(), unit));
                brought.units.extend(units);
                brought.header = Some(header);
            }
            Entry::Manifest { key, body } => brought.manifests.push((key, body)),
            Entry::Reports(reports) => {
                let reports = reports.into_iter().map(|report| report.kept);
                brought.reports.extend(reports);
            }
            Entry::Journal { .. } | Entry::Retired { .. } | Entry::Reopened {} => {}
        }
        Ok(())
    })?;
    Ok(brought)
}
