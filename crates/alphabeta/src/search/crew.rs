//! Several threads on one search (lazy SMP): each searches the whole tree by itself, and they meet in the table alone.

use std::sync::Arc;
use std::thread;

use super::limits::Watch;
use super::noise::{Noise, Silence};
use super::root::{Answer, Line, Request};
use super::searcher::Searcher;
use super::table::Table;
use crate::eval::Evaluate;

/// The threads of a search, with what they remember from move to move.
pub struct Crew<E: Evaluate, N: Noise = Silence> {
    searchers: Vec<Searcher<E, N>>,
}

impl<E: Evaluate> Crew<E> {
    /// So many threads with the same evaluation and one table.
    #[must_use]
    pub fn new(threads: usize, eval: &E, table: &Arc<Table>) -> Self {
        let one = |_| Searcher::new(eval.clone(), Arc::clone(table));
        Self {
            searchers: (0..threads.max(1)).map(one).collect(),
        }
    }
}

impl<E: Evaluate, N: Noise> Crew<E, N> {
    /// The searches of the threads, to be set up.
    pub fn searchers_mut(&mut self) -> &mut [Searcher<E, N>] {
        &mut self.searchers
    }

    /// Searches until the watch says to stop. Lines are told by the first thread, with the positions of all; the answer is
    /// that of the thread that came deepest.
    pub fn think(
        &mut self,
        request: &Request<'_>,
        watch: &Watch,
        mut each: impl FnMut(&Line, usize),
    ) -> Answer {
        let Some((first, others)) = self.searchers.split_first_mut() else {
            return Answer::default();
        };
        first.table().grow_older();
        if others.is_empty() {
            return first.think(request, watch, |line, n, _| each(line, n));
        }
        let mut answers = thread::scope(|scope| {
            let helpers: Vec<_> = (1..)
                .zip(others)
                .map(|(n, searcher)| {
                    let request = Request {
                        // Every other thread is a ply ahead, so that they do not all search the same.
                        from: request.from + n % 2,
                        ..request.clone()
                    };
                    scope.spawn(move || searcher.think(&request, watch, |_, _, _| {}))
                })
                .collect();
            let mut answers = vec![first.think(request, watch, |line, n, _| each(line, n))];
            watch.stop();
            answers.extend(helpers.into_iter().filter_map(|helper| helper.join().ok()));
            answers
        });
        let nodes = answers.iter().map(|answer| answer.nodes).sum();
        let deepest = (0..answers.len())
            .rev()
            .max_by_key(|&n| (answers[n].depth, answers[n].value()));
        let mut best = answers.swap_remove(deepest.unwrap_or(0));
        best.nodes = nodes;
        best
    }
}
