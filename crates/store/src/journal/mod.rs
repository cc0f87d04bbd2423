//! A store in an append-only file of one process: for arrays of jobs on clusters, where a database
//! cannot be reached and the file system's locks cannot be trusted.
//!
//! The process works on its [`Shard`] of the units, so nobody has to be asked. All of its threads
//! share the file: a [`Journal`] is cloned, not opened twice. Afterwards the journals are
//! [merged](super::merge()) into another store, as often as one likes.

mod book;
mod lines;
mod shard;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

pub(super) use self::lines::{Entry, Stamped, read};
pub use self::shard::{Shard, ShardError};

use self::book::{Book, Holder, Unit};
use self::lines::Lines;
use super::clock::{lease_millis, now_seconds};
use super::ruling::{self, Ruling};
use super::{
    Claim, Header, Kept, Merged, Reception, Report, Store, StoreError, UnitCounts, UnitKey,
    WorkerName, Worth,
};

/// A store in an append-only file of one process. Clones share it.
#[derive(Clone, Debug)]
pub struct Journal {
    path: PathBuf,
    shard: Shard,
    pages: Arc<Mutex<Pages>>,
}

/// The file, and what it says.
#[derive(Debug)]
struct Pages {
    lines: Lines,
    book: Book,
}

impl Pages {
    /// Writes a line, and goes by it.
    fn enter(&mut self, entry: Entry) -> Result<(), StoreError> {
        self.lines.append(&entry)?;
        self.book.apply(entry).map_err(StoreError::Broken)
    }
}

impl Journal {
    /// Opens the journal of a share, which is created if it is not there. A last line that was not
    /// written to its end is dropped.
    ///
    /// # Errors
    /// If the file cannot be opened, is something else, is another share's, or is in use.
    pub fn open(path: &Path, shard: Shard) -> Result<Self, StoreError> {
        let mut book = Book::new(shard);
        let lines = Lines::open(path, shard, &mut |entry| book.apply(entry))?;
        Ok(Self {
            path: path.to_owned(),
            shard,
            pages: Arc::new(Mutex::new(Pages { lines, book })),
        })
    }

    /// The pages. What a thread that panicked left is whole: a line is written before it is gone by.
    fn pages(&self) -> MutexGuard<'_, Pages> {
        self.pages.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The pages, if an experiment was prepared.
    fn started(&self) -> Result<MutexGuard<'_, Pages>, StoreError> {
        let pages = self.pages();
        if pages.book.header.is_none() {
            return Err(ruling::no_experiment(&self.shown()));
        }
        Ok(pages)
    }

    fn shown(&self) -> String {
        self.path.display().to_string()
    }
}

impl Store for Journal {
    fn prepare(&mut self, header: &Header, units: &[UnitKey]) -> Result<(), StoreError> {
        let mut pages = self.pages();
        let book = &pages.book;
        if let Some(there) = &book.header
            && there.hash != header.hash
        {
            return Err(ruling::other_experiment(&self.shown(), there, header));
        }
        let ours =
            |unit: &&UnitKey| self.shard.has(unit.place) || book.units.contains_key(&unit.id);
        let units: Vec<_> = units.iter().filter(ours).cloned().collect();
        let new = units.iter().any(|unit| !book.units.contains_key(&unit.id));
        if !new && book.header.is_some() {
            return Ok(());
        }
        pages.enter(Entry::Prepared {
            header: header.clone(),
            units,
        })
    }

    fn claim(&mut self, worker: &WorkerName, lease: Duration) -> Result<Option<Claim>, StoreError> {
        let mut pages = self.started()?;
        let now = Instant::now();
        let Some(unit) = pages.book.first_open(now) else {
            return Ok(None);
        };
        let token = ruling::fresh_token();
        unit.holder = Some(Holder {
            worker: worker.clone(),
            token,
            until: end_of(now, lease),
        });
        Ok(Some(Claim {
            unit: unit.key.id.clone(),
            attempt: unit.next_attempt(),
            token,
        }))
    }

    fn renew(
        &mut self,
        worker: &WorkerName,
        claims: &[Claim],
        lease: Duration,
    ) -> Result<Vec<Claim>, StoreError> {
        let mut pages = self.started()?;
        let until = end_of(Instant::now(), lease);
        let mut held = Vec::new();
        for claim in claims {
            let unit = pages.book.units.get_mut(&claim.unit);
            if let Some(unit) = unit.filter(|unit| unit.is_held(worker, claim))
                && let Some(holder) = &mut unit.holder
            {
                holder.until = until;
                held.push(claim.clone());
            }
        }
        Ok(held)
    }

    fn finish(
        &mut self,
        worker: &WorkerName,
        claim: &Claim,
        report: &Report,
    ) -> Result<Reception, StoreError> {
        ruling::check_report(claim, report)?;
        let mut pages = self.started()?;
        let Some(unit) = pages.book.units.get(&claim.unit) else {
            return Err(ruling::no_such_unit(&self.shown(), &claim.unit));
        };
        match ruling::rule(&unit.facts(claim, report.worth), claim, report.worth) {
            Ruling::TooLate => return Ok(Reception::TooLate),
            Ruling::Known => return Ok(Reception::Kept),
            Ruling::Keep => {}
        }
        let series = unit.key.series.clone();
        let kept = ruling::kept(worker, claim, report, series, now_seconds());
        let report = Stamped {
            token: claim.token,
            ends: report.worth == Worth::Void { last: true },
            kept,
        };
        pages.enter(Entry::Reports(vec![report]))?;
        Ok(Reception::Kept)
    }

    fn give_back(&mut self, worker: &WorkerName, claim: &Claim) -> Result<(), StoreError> {
        let mut pages = self.started()?;
        let unit = pages.book.units.get_mut(&claim.unit);
        if let Some(unit) = unit.filter(|unit| unit.is_held(worker, claim)) {
            unit.holder = None;
        }
        Ok(())
    }

    fn retire(&mut self, series: &str) -> Result<(), StoreError> {
        let series = series.to_owned();
        self.started()?.enter(Entry::Retired { series })
    }

    fn retired(&mut self) -> Result<Vec<String>, StoreError> {
        let pages = self.started()?;
        let unwanted = pages.book.units.values().filter(|unit| !unit.wanted);
        let series: BTreeSet<String> = unwanted.map(|unit| unit.key.series.clone()).collect();
        Ok(series.into_iter().collect())
    }

    fn reopen_void(&mut self) -> Result<u64, StoreError> {
        let mut pages = self.started()?;
        let void = |unit: &&Unit| unit.wanted && unit.ended == Some(book::Ended::Void);
        let number = pages.book.units.values().filter(void).count() as u64;
        if number > 0 {
            pages.enter(Entry::Reopened {})?;
        }
        Ok(number)
    }

    fn keep_manifest(&mut self, key: &str, manifest: &str) -> Result<(), StoreError> {
        let mut pages = self.started()?;
        if pages.book.manifests.contains_key(key) {
            return Ok(());
        }
        pages.enter(Entry::Manifest {
            key: key.to_owned(),
            body: manifest.to_owned(),
        })
    }

    fn manifests(&mut self) -> Result<Vec<(String, String)>, StoreError> {
        let pages = self.started()?;
        let manifests = pages.book.manifests.iter();
        Ok(manifests
            .map(|(key, body)| (key.clone(), body.clone()))
            .collect())
    }

    fn results(&mut self) -> Result<Vec<Kept>, StoreError> {
        let pages = self.started()?;
        let units = pages.book.in_order().into_iter();
        let results = units.filter_map(|unit| unit.result.as_ref());
        Ok(results.map(|result| result.kept.clone()).collect())
    }

    fn voids(&mut self) -> Result<Vec<Kept>, StoreError> {
        let pages = self.started()?;
        let units = pages.book.in_order().into_iter();
        let voids = units.flat_map(|unit| &unit.voids);
        Ok(voids.map(|void| void.kept.clone()).collect())
    }

    fn insert(&mut self, reports: &[Kept]) -> Result<Merged, StoreError> {
        let mut pages = self.started()?;
        let mut merged = Merged::default();
        let mut new: Vec<Stamped> = Vec::new();
        for report in reports {
            let Some(unit) = pages.book.units.get(&report.unit) else {
                return Err(ruling::no_such_unit(&self.shown(), &report.unit));
            };
            let mut others = new.iter().filter(|other| other.kept.unit == report.unit);
            let known = match report.worth {
                Worth::Counted => {
                    unit.result.is_some() || others.any(|other| other.kept.worth == report.worth)
                }
                Worth::Void { .. } => unit.voids.iter().chain(others).any(|void| {
                    let void = &void.kept;
                    void.worth != Worth::Counted
                        && (&void.worker, void.at, &void.body)
                            == (&report.worker, report.at, &report.body)
                }),
            };
            let number = match report.worth {
                _ if known => &mut merged.duplicates,
                Worth::Counted => &mut merged.results,
                Worth::Void { .. } => &mut merged.voids,
            };
            *number += 1;
            if !known {
                let last = report.worth == Worth::Void { last: true };
                new.push(Stamped {
                    token: 0,
                    ends: last && unit.holder.is_none(),
                    kept: report.clone(),
                });
            }
        }
        if !new.is_empty() {
            pages.enter(Entry::Reports(new))?;
        }
        Ok(merged)
    }

    fn tally(&mut self) -> Result<UnitCounts, StoreError> {
        Ok(self.started()?.book.tally(Instant::now()))
    }

    fn header(&mut self) -> Result<Option<Header>, StoreError> {
        Ok(self.pages().book.header.clone())
    }
}

fn end_of(now: Instant, lease: Duration) -> Instant {
    now + Duration::from_millis(lease_millis(lease).unsigned_abs())
}
