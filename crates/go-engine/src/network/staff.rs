//! Who answers whom in one search: networks, the clients of its threads, and where it stands in its game.

use std::sync::{Arc, Mutex, PoisonError};

use tengen_go::board::komi_key;
use tengen_go::{Color, Game, Size};
use tengen_search::{Client, Counter, Evaluate, Service};

use super::adviser::{Adviser, Answer, Head, Request, mixed};
use super::cache::Cache;
use super::guided::When;
use super::stance::{Stance, moment};
use super::{Evaluator, NetMode, NetModel, NetParams, Opinion};
use crate::Models;

/// Makes evaluators, one for each thread that wants one.
pub(crate) type Maker = Box<dyn Fn() -> Option<Box<dyn Evaluator>> + Send + Sync>;

/// A way to the networks, and the counters that go with it.
pub(crate) type Access = (Client<Request, Answer>, Vec<Arc<Counter>>);

/// The networks of one search; see the module's head.
pub(crate) struct Staff {
    params: NetParams,
    policy: Maker,
    /// None if one network does both.
    value: Option<Maker>,
    cache: Arc<Cache>,
    seed: u64,
    pub(crate) stance: Arc<Stance>,
    /// The thread that serves all others, if there is one, and its counters until somebody shows them.
    service: Option<Arc<Service<Request, Answer>>>,
    counters: Mutex<Vec<Arc<Counter>>>,
}

impl Staff {
    /// The networks that parameters want, for boards of this size; none if they want none, or one of them is missing or
    /// cannot play there, or not with this CPU.
    pub(crate) fn new(
        params: &NetParams,
        models: &Models,
        size: Size,
        threads: u32,
        seed: u64,
    ) -> Option<Self> {
        if !params.is_on() {
            return None;
        }
        let isa = params.isa().ok()?;
        let maker = |model: &Arc<NetModel>| -> Option<Maker> {
            model.on(size, isa).ok()?;
            let model = model.clone();
            Some(Box::new(move || {
                let evaluator = model.evaluator(size, isa).ok()?;
                Some(Box::new(evaluator))
            }))
        };
        let policy = maker(models.net(size)?)?;
        let value = match models.value_net() {
            Some(value) if params.mode == NetMode::Queues => Some(maker(value)?),
            _ => None,
        };
        Self::of(params, policy, value, threads, seed)
    }

    /// The same with evaluators of any kind.
    pub(crate) fn of(
        params: &NetParams,
        policy: Maker,
        value: Option<Maker>,
        threads: u32,
        seed: u64,
    ) -> Option<Self> {
        let mut staff = Self {
            params: params.clone(),
            policy,
            value,
            cache: Arc::new(Cache::new(params.cache as usize)),
            seed,
            stance: Arc::default(),
            service: None,
            counters: Mutex::new(Vec::new()),
        };
        // One thread alone evaluates by itself, so that its tree is the same every time.
        if params.mode == NetMode::Queues && threads > 1 {
            let adviser = staff.adviser()?;
            staff.counters = Mutex::new(adviser.counters());
            staff.service = Some(Service::new(adviser, params.queue as usize));
        }
        Some(staff)
    }

    fn adviser(&self) -> Option<Adviser> {
        let value = match &self.value {
            Some(value) => Some(value()?),
            None => None,
        };
        let (cache, symmetries) = (self.cache.clone(), self.params.symmetries as usize);
        let policy = (self.policy)()?;
        Some(Adviser::new(policy, value, cache, symmetries, self.seed))
    }

    /// A way to the networks for one thread, and the counters that it should show.
    pub(crate) fn client(&self) -> Option<Access> {
        if let Some(service) = &self.service {
            let mut counters = self.counters.lock().unwrap_or_else(PoisonError::into_inner);
            return Some((Client::of(service), std::mem::take(&mut counters)));
        }
        let adviser = self.adviser()?;
        let counters = adviser.counters();
        let every = self.params.queue as usize;
        Some((Client::with_own(Box::new(adviser), every), counters))
    }

    /// When nodes are shown to the policy.
    pub(crate) const fn when(&self) -> When {
        match self.params.mode {
            NetMode::Queues => When::AtOnce,
            NetMode::Off | NetMode::Review => When::After(self.params.threshold),
        }
    }

    /// True if the values of nodes are asked for beside playouts.
    pub(crate) fn values(&self) -> bool {
        self.params.mode == NetMode::Queues
    }

    /// What the search that stands here, and those who ask it, see of the networks.
    pub(crate) fn observed(&self) -> Option<Observed> {
        Some(Observed {
            stance: self.stance.clone(),
            adviser: Arc::new(Mutex::new(self.adviser()?)),
        })
    }
}

/// The networks as the session of a search sees them.
#[derive(Clone)]
pub(crate) struct Observed {
    stance: Arc<Stance>,
    /// For questions beside the search.
    adviser: Arc<Mutex<Adviser>>,
}

impl Observed {
    /// The search goes on from here.
    pub(crate) fn stand(&self, game: &Game, turn: Color) {
        self.stance.set(game, turn);
    }

    /// What the network says of the root, if it was asked.
    pub(crate) fn opinion(&self) -> Option<Arc<Opinion>> {
        self.stance.opinion()
    }

    /// The ownership of a search's playouts (Black's view), with what the network says of its root, if it was asked.
    pub(crate) fn share(&self, ownership: &mut [f32], lambda: f32) {
        if let Some(opinion) = self.stance.opinion() {
            agree(ownership, &opinion, lambda);
        }
    }

    /// The ownership of playouts from a game (Black's view), with what the network says of it.
    pub(crate) fn share_of(&self, game: &Game, ownership: &mut [f32], lambda: f32) {
        let Some(moment) = moment(game, game.turn()) else {
            return;
        };
        let request = Request {
            // A network of values alone may know nothing of ownership.
            head: Head::Policy,
            key: mixed(game.hash() ^ komi_key(game.komi())),
            moment,
            is_root: true,
        };
        let mut adviser = self.adviser.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(opinion) = adviser.evaluate(&request) {
            agree(ownership, &opinion, lambda);
        }
    }
}

/// Puts a network's say into the ownership of playouts (Black's view). Where both name the same owner the point is as
/// certain as the surer of them says; where they differ, they are mixed, λ being the share of playouts.
pub(super) fn agree(ownership: &mut [f32], opinion: &Opinion, lambda: f32) {
    for (index, owned) in ownership.iter_mut().enumerate() {
        let network = opinion.black(index);
        // A network that never learned whose points are says exactly this.
        if network == 0.0 {
            continue;
        }
        *owned = match network * *owned > 0.0 {
            true if network.abs() > owned.abs() => network,
            true => *owned,
            false => network + lambda * (*owned - network),
        };
    }
}
