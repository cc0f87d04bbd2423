//! Replies that are due from an engine, and whether they come: one a command, in order, in time.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use tengen_process::reply::{Event, Replies};
use tengen_process::shorten;

use super::vocabulary::Due;

/// The number of lines that are remembered for the report of a failure.
const REMEMBERED: usize = 16;

/// A command that has been sent.
struct Sent {
    id: Option<u64>,
    text: String,
    due: Due,
    at: Instant,
}

/// The number of each so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    /// Lines sent.
    pub(crate) lines: u64,
    /// Replies that began with `=`.
    pub(crate) successes: u64,
    /// Replies that began with `?`.
    pub(crate) failures: u64,
    /// Analyses that were begun and streamed.
    pub(crate) streams: u64,
    /// The lines of all replies.
    pub(crate) replied_lines: u64,
    /// The longest wait for a reply, in milliseconds.
    pub(crate) slowest_ms: u128,
}

/// The list of what is due.
pub(crate) struct Watch {
    waiting: VecDeque<Sent>,
    replies: Replies,
    counts: Counts,
    last_reply: Instant,
    slowest: String,
    remembered: VecDeque<String>,
}

impl Watch {
    /// Nothing is due.
    pub(crate) fn new(now: Instant) -> Self {
        Self {
            waiting: VecDeque::new(),
            replies: Replies::default(),
            counts: Counts::default(),
            last_reply: now,
            slowest: String::new(),
            remembered: VecDeque::new(),
        }
    }

    /// A line is sent.
    pub(crate) fn sent(&mut self, bytes: &[u8], id: Option<u64>, due: Due, at: Instant) {
        let start = &bytes[..bytes.len().min(400)];
        let text = shorten(&String::from_utf8_lossy(start).escape_debug().to_string());
        if self.remembered.len() == REMEMBERED {
            self.remembered.pop_front();
        }
        self.remembered.push_back(text.clone());
        self.counts.lines += 1;
        if due != Due::Nothing {
            self.waiting.push_back(Sent { id, text, due, at });
        }
    }

    /// A line has come; the error is a sentence about what is wrong with it.
    pub(crate) fn came(&mut self, line: &str, now: Instant) -> Result<(), String> {
        let reply = match self.replies.feed(line) {
            None => return Ok(()),
            Some(Event::Stray(line)) => {
                return Err(format!("a line outside of any reply: {:?}", shorten(&line)));
            }
            Some(Event::Reply(reply)) => reply,
        };
        let text = shorten(&reply.text);
        let Some(sent) = self.waiting.front() else {
            return Err(format!("a reply to nothing: {text:?}"));
        };
        if sent.id != reply.id {
            return Err(format!(
                "`{}` has the id {}, but the reply has {}: {text:?}",
                sent.text,
                name(sent.id),
                name(reply.id)
            ));
        }
        let wait = self.waiting_since().map(|since| now.duration_since(since));
        let wait = wait.unwrap_or_default().as_millis();
        if wait > self.counts.slowest_ms {
            self.counts.slowest_ms = wait;
            self.slowest = sent.text.clone();
        }
        self.counts.streams += u64::from(sent.due == Due::Stream && reply.success);
        self.counts.successes += u64::from(reply.success);
        self.counts.failures += u64::from(!reply.success);
        self.counts.replied_lines += reply.lines as u64;
        self.waiting.pop_front();
        self.last_reply = now;
        Ok(())
    }

    /// Since when the engine has owed the next reply; `None` if it owes none. An analysis is owed
    /// an end only once something has been sent after it.
    fn waiting_since(&self) -> Option<Instant> {
        let first = self.waiting.front()?;
        let since = match first.due {
            Due::Stream => self.waiting.get(1)?.at,
            Due::Reply | Due::Nothing => first.at,
        };
        Some(since.max(self.last_reply))
    }

    /// The sentence for a reply that is owed for longer than this.
    pub(crate) fn overdue(&self, now: Instant, timeout: Duration) -> Option<String> {
        let since = self.waiting_since()?;
        let text = &self.waiting.front()?.text;
        (now.duration_since(since) > timeout)
            .then(|| format!("no reply to `{text}` within {} s", timeout.as_secs()))
    }

    /// The number of replies owed, running analyses included.
    pub(crate) fn owed(&self) -> usize {
        self.waiting.len()
    }

    /// True if all that is owed is the end of an analysis that runs.
    pub(crate) fn is_streaming(&self) -> bool {
        self.waiting.len() == 1 && self.waiting.front().is_some_and(|s| s.due == Due::Stream)
    }

    /// True if a reply has begun and not ended.
    pub(crate) const fn is_open(&self) -> bool {
        self.replies.is_open()
    }

    /// The counts so far.
    pub(crate) const fn counts(&self) -> Counts {
        self.counts
    }

    /// The command that took longest to be answered.
    pub(crate) fn slowest(&self) -> &str {
        &self.slowest
    }

    /// The last lines sent, for the report of a failure.
    pub(crate) fn remembered(&self) -> String {
        let lines: Vec<&str> = self.remembered.iter().map(String::as_str).collect();
        lines.join("\n  ")
    }
}

fn name(id: Option<u64>) -> String {
    id.map_or_else(|| "none".to_owned(), |id| id.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn watch(sent: &[(&str, Option<u64>, Due)]) -> (Watch, Instant) {
        let now = Instant::now();
        let mut watch = Watch::new(now);
        for &(text, id, due) in sent {
            watch.sent(text.as_bytes(), id, due, now);
        }
        (watch, now)
    }

    fn feed(watch: &mut Watch, now: Instant, text: &str) -> Result<(), String> {
        text.split('\n').try_for_each(|line| watch.came(line, now))
    }

    #[test]
    fn replies_in_order_are_counted() {
        let (mut watch, now) = watch(&[
            ("1 name", Some(1), Due::Reply),
            ("# nothing", None, Due::Nothing),
            ("lz-analyze", None, Due::Stream),
            ("3 boardsize x", Some(3), Due::Reply),
        ]);
        feed(&mut watch, now, "=1 x\n\n=\ninfo a\ninfo b\n").unwrap();
        assert_eq!(watch.owed(), 1);
        feed(&mut watch, now, "?3 no\n").unwrap();
        let counts = watch.counts();
        assert_eq!((counts.lines, counts.successes, counts.failures), (4, 2, 1));
        assert_eq!((counts.streams, counts.replied_lines), (1, 5));
        assert_eq!(watch.owed(), 0);
    }

    #[test]
    fn breaches_are_told() {
        let one = [("1 name", Some(1), Due::Reply)];
        let breach = |text: &str| {
            let (mut watch, now) = watch(&one);
            feed(&mut watch, now, text).unwrap_err()
        };
        assert!(breach("=2 x\n").contains("has the id 1, but the reply has 2"));
        assert!(breach("= x\n").contains("has none"));
        assert!(breach("=1\n\n=1\n").contains("a reply to nothing"));
        assert!(breach("=1\n\n\n").contains("outside"));
        assert!(breach("panic!").contains("outside"));
    }

    #[test]
    fn a_stream_is_owed_an_end_once_something_follows() {
        let (mut watch, now) = watch(&[("lz-analyze", None, Due::Stream)]);
        let later = now + Duration::from_secs(100);
        let timeout = Duration::from_secs(30);
        assert!(watch.is_streaming());
        assert_eq!(watch.overdue(later, timeout), None);
        watch.sent(b"name", None, Due::Reply, later);
        assert!(!watch.is_streaming());
        assert_eq!(watch.overdue(later, timeout), None);
        let much_later = later + Duration::from_secs(31);
        assert!(
            watch
                .overdue(much_later, timeout)
                .unwrap()
                .contains("lz-analyze")
        );
    }
}
