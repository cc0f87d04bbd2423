//! A worker: searches one position after the other, each with the tree of the last as far as it holds.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::Sender;
use std::time::Duration;

use serde_json::Value;

use super::letter::Letter;
use super::policy::policy;
use super::queue::{Position, Queue};
use super::reply;
use crate::{Analysis, Control, Go, Limits, Session};

/// Searches positions until no more come.
pub(super) fn work(mut session: Session, queue: &Queue, replies: &Sender<Letter>) {
    let mut clearings = queue.clearings();
    while let Some(position) = queue.take() {
        if clearings != queue.clearings() {
            clearings = queue.clearings();
            session.forget();
        }
        let found = catch_unwind(AssertUnwindSafe(|| {
            search(&mut session, &position, replies)
        }));
        let reply = found.unwrap_or_else(|_| {
            session.forget();
            reply::failure(&position)
        });
        queue.done(&position);
        if replies.send(reply.into()).is_err() {
            return;
        }
    }
}

/// The final reply of a position.
fn search(session: &mut Session, position: &Position, replies: &Sender<Letter>) -> Value {
    if position.is_stopped() {
        return reply::nothing(position);
    }
    session.edit(|game| *game = position.game());
    let turn = session.game().turn();
    let limits = position.query.limits.unwrap_or_else(|| Limits {
        early_stop: false,
        ..session.limits(turn)
    });
    let wanted = position.query.content.policy;
    let policy = wanted.then(|| policy(session)).flatten();
    let mut watch = Watch {
        position,
        policy: policy.as_deref(),
        replies,
        reported: false,
        underway: Arc::default(),
    };
    let restriction = &position.query.restriction;
    let found = session.analyze(turn, limits, restriction, &mut watch);
    match found.visits {
        0 => reply::nothing(position),
        _ => reply::analysis(position, &found, policy.as_deref(), false),
    }
}

/// Reports on a search, and ends it when its position is terminated.
struct Watch<'a> {
    position: &'a Position,
    policy: Option<&'a [f32]>,
    replies: &'a Sender<Letter>,
    reported: bool,
    /// True while a report is on its way out.
    underway: Arc<AtomicBool>,
}

impl Control<Go> for Watch<'_> {
    fn interrupted(&mut self) -> bool {
        self.position.is_stopped()
    }

    fn interval(&self) -> Option<Duration> {
        let (first, every) = self.position.query.reports?;
        Some(if self.reported { every } else { first })
    }

    fn report(&mut self, analysis: &Analysis) {
        self.reported = true;
        if analysis.visits == 0 {
            return;
        }
        let reply = || reply::analysis(self.position, analysis, self.policy, true);
        if let Some(letter) = Letter::report(&self.underway, reply) {
            // Who does not read any more is noticed by those who write.
            let _unheard = self.replies.send(letter);
        }
    }
}
