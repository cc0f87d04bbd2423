//! Wall clock and leases in the integers in which stores keep them.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Longer leases are cut to this: a year.
const LONGEST: Duration = Duration::from_secs(366 * 24 * 3600);

/// Milliseconds since 1970.
pub(crate) fn now_millis() -> i64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    i64::try_from(now.unwrap_or_default().as_millis()).unwrap_or(i64::MAX / 2)
}

/// Seconds since 1970.
pub(crate) fn now_seconds() -> i64 {
    now_millis() / 1000
}

/// A lease, in milliseconds.
pub(crate) fn lease_millis(lease: Duration) -> i64 {
    i64::try_from(lease.min(LONGEST).as_millis()).unwrap_or(i64::MAX / 2)
}
