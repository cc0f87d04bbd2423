//! Replies of GTP, put together from lines.
//!
//! A reply begins with `=` (done) or `?` (failed), at once followed by the id of the command if it
//! had one, and ends with an empty line. Whatever stands outside of a reply is a breach of the
//! protocol, which is reported and not passed over.

/// The longest text that is kept of a reply; the rest of a longer one is dropped.
const KEPT: usize = 1 << 20;

/// A whole reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// True if it began with `=`.
    pub success: bool,
    /// The id.
    pub id: Option<u64>,
    /// All after the id, without the empty line.
    pub text: String,
    /// The number of its lines.
    pub lines: usize,
}

/// A reading of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// It ended a reply.
    Reply(Reply),
    /// It was outside of a reply.
    Stray(String),
}

/// Puts replies together.
#[derive(Clone, Debug, Default)]
pub struct Replies {
    open: Option<Reply>,
}

impl Replies {
    /// Takes a line, without its end.
    pub fn feed(&mut self, line: &str) -> Option<Event> {
        let line = line.trim_end_matches('\r');
        match self.open.take() {
            Some(reply) if line.is_empty() => Some(Event::Reply(reply)),
            Some(mut reply) => {
                reply.lines += 1;
                if reply.text.len() + line.len() < KEPT {
                    reply.text.push('\n');
                    reply.text.push_str(line);
                }
                self.open = Some(reply);
                None
            }
            None => match first_line(line) {
                Some(reply) => {
                    self.open = Some(reply);
                    None
                }
                None => Some(Event::Stray(line.to_owned())),
            },
        }
    }

    /// True if a reply has begun and not ended.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        self.open.is_some()
    }
}

fn first_line(line: &str) -> Option<Reply> {
    let success = line.starts_with('=');
    let rest = line.strip_prefix(['=', '?'])?;
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let (id, text) = rest.split_at(digits);
    if !(text.is_empty() || text.starts_with([' ', '\t'])) {
        return None;
    }
    let id = match id {
        "" => None,
        id => Some(id.parse().ok()?),
    };
    Some(Reply {
        success,
        id,
        text: text.trim().to_owned(),
        lines: 1,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn events(text: &str) -> Vec<Event> {
        let mut replies = Replies::default();
        text.split('\n')
            .filter_map(|line| replies.feed(line))
            .collect()
    }

    fn reply(success: bool, id: Option<u64>, text: &str, lines: usize) -> Event {
        Event::Reply(Reply {
            success,
            id,
            text: text.to_owned(),
            lines,
        })
    }

    #[test]
    fn replies_of_one_and_of_many_lines_are_read() {
        assert_eq!(
            events("= D4\n\n=12\n\n?3 no such thing\r\n\r\n=4 a\nb\n=c\n"),
            [
                reply(true, None, "D4", 1),
                reply(true, Some(12), "", 1),
                reply(false, Some(3), "no such thing", 1),
                reply(true, Some(4), "a\nb\n=c", 3),
            ]
        );
    }

    #[test]
    fn what_is_outside_of_replies_is_told() {
        let stray = |text: &str| Event::Stray(text.to_owned());
        assert_eq!(events("hello"), [stray("hello")]);
        assert_eq!(events("= \n\n\n="), [reply(true, None, "", 1), stray("")]);
        assert_eq!(events("=x"), [stray("=x")]);
        assert_eq!(events("=1x"), [stray("=1x")]);
        assert_eq!(events("=99999999999999999999999 x").len(), 1);
    }

    #[test]
    fn an_open_reply_is_known_and_an_endless_one_takes_no_endless_memory() {
        let mut replies = Replies::default();
        assert!(!replies.is_open());
        replies.feed("=");
        let line = "x".repeat(1000);
        for _ in 0..5_000 {
            assert_eq!(replies.feed(&line), None);
        }
        assert!(replies.is_open());
        let Some(Event::Reply(reply)) = replies.feed("") else {
            panic!("the reply did not end");
        };
        assert!(reply.text.len() <= KEPT);
        assert_eq!(reply.lines, 5_001);
    }
}
