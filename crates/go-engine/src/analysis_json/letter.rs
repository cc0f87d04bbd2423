//! A letter: a reply on its way out.
//!
//! Reports may come faster than a client reads them, so that one is left out while the last of its position has not
//! gone out. All other replies wait, however many.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::Value;

/// A reply on its way out.
#[derive(Debug)]
pub(super) struct Letter {
    reply: Value,
    /// True while it has not gone out, for whoever sends the next of its kind.
    underway: Option<Arc<AtomicBool>>,
}

impl From<Value> for Letter {
    fn from(reply: Value) -> Self {
        Self {
            reply,
            underway: None,
        }
    }
}

impl Letter {
    /// A report, unless the last that shares the mark is still under way.
    pub(super) fn report(
        underway: &Arc<AtomicBool>,
        reply: impl FnOnce() -> Value,
    ) -> Option<Self> {
        let last = underway.swap(true, Ordering::AcqRel);
        (!last).then(|| Self {
            reply: reply(),
            underway: Some(underway.clone()),
        })
    }

    /// Writes it as a line.
    pub(super) fn write(self, output: &mut impl Write) -> io::Result<()> {
        writeln!(output, "{}", self.reply)?;
        output.flush()?;
        if let Some(underway) = self.underway {
            underway.store(false, Ordering::Release);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_report_is_left_out_while_the_last_one_is_under_way() {
        let [one, other] = [(); 2].map(|()| Arc::default());
        let report = |underway| Letter::report(underway, || json!(1));
        let first = report(&one).unwrap();
        assert!(report(&one).is_none());
        assert!(report(&other).is_some());
        let mut output = Vec::new();
        first.write(&mut output).unwrap();
        assert_eq!(output, b"1\n");
        assert!(report(&one).is_some());
    }
}
