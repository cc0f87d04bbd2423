//! A request to a network and its answer: which image of the board it is shown, what is remembered.

use std::sync::Arc;

use tengen_go::Symmetry;
use tengen_net::input::Moment;
use tengen_search::{Counter, Evaluate};

use super::cache::Cache;
use super::{Evaluator, Opinion};

/// The network that is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Head {
    /// The one whose policy is wanted.
    Policy,
    /// The one whose value is wanted, if that is another.
    Value,
}

/// A moment that a network is to judge.
pub(crate) struct Request {
    pub(crate) head: Head,
    pub(crate) moment: Moment,
    /// The key of the position, which decides the image that is shown.
    pub(crate) key: u64,
    /// True for the root of a search, which is shown from several sides.
    pub(crate) is_root: bool,
}

/// The answer to a request, if the network has one.
pub(crate) type Answer = Option<Arc<Opinion>>;

/// Answers requests, on one thread.
pub(crate) struct Adviser {
    policy: Box<dyn Evaluator>,
    /// None if one network does both.
    value: Option<Box<dyn Evaluator>>,
    cache: Arc<Cache>,
    /// The number of symmetries of the root; 0 turns no board at all.
    symmetries: usize,
    seed: u64,
    asked: Arc<Counter>,
    known: Arc<Counter>,
}

impl Adviser {
    pub(crate) fn new(
        policy: Box<dyn Evaluator>,
        value: Option<Box<dyn Evaluator>>,
        cache: Arc<Cache>,
        symmetries: usize,
        seed: u64,
    ) -> Self {
        Self {
            policy,
            value,
            cache,
            symmetries,
            seed,
            asked: Counter::new("network evaluations"),
            known: Counter::new("network cache hits"),
        }
    }

    /// Its counters.
    pub(crate) fn counters(&self) -> Vec<Arc<Counter>> {
        vec![self.asked.clone(), self.known.clone()]
    }

    /// The images that are shown of a position.
    fn images(&self, key: u64, is_root: bool) -> &'static [Symmetry] {
        match (self.symmetries, is_root) {
            (0, _) => &Symmetry::ALL[..1],
            (n, true) if n > 1 => &Symmetry::ALL[..n.min(8)],
            _ => {
                let drawn = (mixed(key ^ mixed(self.seed)) >> 61) as usize;
                &Symmetry::ALL[drawn..=drawn]
            }
        }
    }
}

impl Evaluate<Request, Answer> for Adviser {
    fn evaluate(&mut self, request: &Request) -> Answer {
        let images = self.images(request.key, request.is_root);
        let apart = request.head == Head::Value && self.value.is_some();
        // Another network and another number of images give other answers.
        let key = mixed(request.key ^ (images.len() as u64) << 1 ^ u64::from(apart));
        if let Some(known) = self.cache.get(key) {
            self.known.add(1);
            return Some(known);
        }
        let evaluator = match (&mut self.value, apart) {
            (Some(value), true) => value,
            _ => &mut self.policy,
        };
        self.asked.add(images.len() as u64);
        let opinion = Arc::new(evaluator.evaluate(&request.moment, images)?);
        self.cache.put(key, &opinion);
        Some(opinion)
    }
}

/// A number in which every bit depends on every bit (the finisher of `SplitMix64`).
pub(crate) const fn mixed(mut x: u64) -> u64 {
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}
