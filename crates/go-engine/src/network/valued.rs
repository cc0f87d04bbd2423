//! A playout at once, and beside the first one of each node the value of a network, when it comes.

use std::sync::Arc;

use tengen_game::{Outcome, Position, Rng};
use tengen_go::board::{Features, komi_key};
use tengen_go::{Move, Situation};
use tengen_search::{Client, Counter, Evaluation, Judgement, Leaf, Ticket, Trace, Visit};

use super::adviser::{Answer, Head, Request};
use super::stance::Stance;

/// See the module's head.
pub(crate) struct Valued<L: ?Sized> {
    leaf: Box<L>,
    client: Client<Request, Answer>,
    stance: Arc<Stance>,
    answers: Vec<(Ticket, Answer)>,
    asked: Arc<Counter>,
    /// All counters, that one among them.
    counters: Vec<Arc<Counter>>,
}

impl<L: ?Sized> Valued<L> {
    /// The playouts of a leaf, with values beside them.
    pub(crate) fn new(
        leaf: Box<L>,
        (client, mut counters): (Client<Request, Answer>, Vec<Arc<Counter>>),
        stance: Arc<Stance>,
    ) -> Self {
        let asked = Counter::new("values asked for");
        counters.push(asked.clone());
        Self {
            leaf,
            client,
            stance,
            answers: Vec::new(),
            asked,
            counters,
        }
    }
}

/// The key of a position, by which a network's opinion on it is remembered.
pub(super) fn key<const W: usize, const V: usize, F: Features>(
    position: &Situation<W, V, F>,
) -> u64 {
    position.hash() ^ komi_key(position.komi).rotate_left(1)
}

impl<const W: usize, const V: usize, F, L> Leaf<Situation<W, V, F>> for Valued<L>
where
    F: Features,
    L: Leaf<Situation<W, V, F>> + ?Sized,
{
    fn judge(
        &mut self,
        position: &mut Situation<W, V, F>,
        visit: Visit<'_, Move>,
        trace: &mut Trace,
        rng: &mut Rng,
    ) -> Judgement {
        let mut follows = false;
        if visit.asks
            && let Some(start) = self.stance.start()
        {
            let (moment, is_root) = start.follow(visit.line);
            let request = Request {
                head: Head::Value,
                moment,
                key: key(position),
                is_root,
            };
            follows = self.client.post(visit.ticket, request);
            self.asked.add(u64::from(follows));
        }
        match self.leaf.judge(position, visit, trace, rng) {
            Judgement::Known(evaluation) if follows => Judgement::Followed(evaluation),
            judgement => judgement,
        }
    }

    fn defers(&self) -> bool {
        true
    }

    fn uses_networks(&self) -> bool {
        true
    }

    fn arrivals(&mut self, wait: bool, arrived: &mut Vec<(Ticket, Evaluation)>) {
        self.client.collect(wait, &mut self.answers);
        let known = |(ticket, answer): (Ticket, Answer)| Some((ticket, answer?.evaluation()));
        arrived.extend(self.answers.drain(..).filter_map(known));
    }

    fn settle(
        &mut self,
        position: &mut Situation<W, V, F>,
        outcome: Outcome,
        rng: &mut Rng,
    ) -> Outcome {
        self.leaf.settle(position, outcome, rng)
    }

    fn rooted(&mut self) {
        self.leaf.rooted();
    }

    fn wants_moves(&self) -> bool {
        self.leaf.wants_moves()
    }

    fn counters(&self) -> Vec<Arc<Counter>> {
        let mut counters = self.leaf.counters();
        counters.extend(self.counters.iter().cloned());
        counters
    }
}
