//! The date of a game that is played now.

use std::time::{SystemTime, UNIX_EPOCH};

const SECONDS_A_DAY: u64 = 24 * 60 * 60;

/// Today's date as DT spells it, `2026-03-01`, by universal time.
#[must_use]
pub fn today() -> String {
    date(seconds() / SECONDS_A_DAY)
}

/// The present second, `2026-03-01T23:59:59`, by universal time.
#[must_use]
pub fn now() -> String {
    let seconds = seconds();
    let second = seconds % SECONDS_A_DAY;
    format!(
        "{}T{:02}:{:02}:{:02}",
        date(seconds / SECONDS_A_DAY),
        second / 3600,
        second / 60 % 60,
        second % 60
    )
}

/// Seconds since the beginning of 1970.
fn seconds() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs())
}

/// The date so many days after the first of January 1970.
fn date(days: u64) -> String {
    let (mut year, mut left) = (1970, days);
    let is_leap = |year: u64| {
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
    };
    while left >= 365 + u64::from(is_leap(year)) {
        left -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let february = 28 + u64::from(is_leap(year));
    let months = [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 1;
    for length in months {
        if left < length {
            break;
        }
        left -= length;
        month += 1;
    }
    format!("{year:04}-{month:02}-{:02}", left + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_their_dates() {
        for (days, text) in [
            (0, "1970-01-01"),
            (364, "1970-12-31"),
            (789, "1972-02-29"),
            (11_016, "2000-02-29"),
            (11_017, "2000-03-01"),
            (20_776, "2026-11-19"),
            (47_540, "2100-02-28"),
            (47_541, "2100-03-01"),
        ] {
            assert_eq!(date(days), text);
        }
        assert!(now().starts_with(&today()[..8]));
    }
}
