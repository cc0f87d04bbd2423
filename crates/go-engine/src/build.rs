//! Puts the parts of a recipe together.
//!
//! Everything that runs for every move of a playout is fixed when the program is compiled: the grid,
//! the features of the board, the policy. This is the only place where those types are chosen from
//! parameters.

use std::sync::{Arc, Mutex};

use tengen_difference::{Difference, Everywhere, OnEach, SumMoves, SumPlayout, SumPolicy};
use tengen_game::Position;
use tengen_go::board::{Board, Features, Full, Hashed, Moments};
use tengen_go::grid::{OnGrid, on_grid};
use tengen_go::{Color, Komi, Move, Situation, Size};
use tengen_pattern::local::LocalModel;
use tengen_pattern::scene::Rater;
use tengen_playout::{Cascade, Gamma, Lgrf, Patterns, Policy, Tabu, Uniform};
use tengen_search::{Expand, Leaf, Mcts, Parts};

use crate::difference::DifferenceSearch;
use crate::duplicates::{Seen, Watched};
use crate::endgame::EndgameSearch;
use crate::expand::{Best, Moves};
use crate::history::HistorySearch;
use crate::knowledge::Knowledge;
use crate::leaf::Playout;
use crate::network::{Guided, NetMode, Staff, Valued};
use crate::ownership::{OwnershipCounts, OwnershipObserver};
use crate::parameters::PlayoutPolicy;
use crate::prior::Prior;
use crate::tree_search::{GoCounts, TreeSearch};
use crate::{GoThinker, Models, Parameters, Recipe};

/// The search of these parameters and their models, on boards of this size, whose random numbers
/// start at `seed`. Parts whose model is missing are left out. On boards that are too
/// large for the network of a search that is made for one, the best player without takes its place.
#[must_use]
pub fn thinker(
    parameters: &Parameters,
    models: &Models,
    size: Size,
    seed: u64,
) -> Box<dyn GoThinker> {
    if parameters.net.mode == NetMode::Review
        && size.get() > parameters.net.largest()
        && let Some((parameters, models)) = without_networks(parameters)
    {
        return thinker(&parameters, &models, size, seed);
    }
    let search = |parameters: &Parameters, seed| {
        let Parameters { net, budget, .. } = parameters;
        let build = Build {
            parameters,
            models,
            staff: Staff::new(net, models, size, budget.threads, seed),
            size,
            seed,
        };
        on_grid(size, build)
    };
    let endgame = &parameters.endgame;
    let plain = search(parameters, seed);
    if !endgame.on {
        return plain;
    }
    let mut shifted = parameters.clone();
    shifted.search.ucb.exploration = endgame.exploration;
    Box::new(EndgameSearch::new(endgame, plain, search(&shifted, !seed)))
}

/// The recipe `playouts` with the budget and the memory of these parameters and what they count, and its models.
fn without_networks(parameters: &Parameters) -> Option<(Parameters, Models)> {
    let mut playouts = Recipe::find("playouts").ok()?.parameters;
    playouts.budget = parameters.budget.clone();
    playouts.measure = parameters.measure.clone();
    playouts.search.tree.memory = parameters.search.tree.memory;
    let models = Models::load(&playouts).ok()?;
    Some((playouts, models))
}

struct Build<'a> {
    parameters: &'a Parameters,
    models: &'a Models,
    /// Networks, if they take part.
    staff: Option<Staff>,
    size: Size,
    seed: u64,
}

impl OnGrid for Build<'_> {
    type Output = Box<dyn GoThinker>;

    fn run<const W: usize, const V: usize>(self) -> Box<dyn GoThinker> {
        let Parameters {
            playout,
            cascade,
            gamma,
            knowledge,
            prior,
            difference,
            ..
        } = self.parameters;
        match playout.policy {
            PlayoutPolicy::Uniform if !knowledge.on && !prior.on && self.staff.is_none() => {
                let moves = |board: &Board<W, V, Hashed>| self.moves(board);
                self.with_policies::<W, V, _, _>(
                    Uniform::<Hashed>::new(),
                    Everywhere::new(difference.board),
                    moves,
                )
            }
            PlayoutPolicy::Uniform => {
                let everywhere = Everywhere::new(difference.board);
                self.with_policies::<W, V, _, _>(Uniform::<Full>::new(), everywhere, self.known())
            }
            PlayoutPolicy::Cascade => {
                let policy = Cascade::<W, Full>::new(cascade);
                self.with_policies::<W, V, _, _>(policy.clone(), self.on_each(policy), self.known())
            }
            PlayoutPolicy::Gamma => {
                let plain = LocalModel::even;
                let model = self.models.gamma().map_or_else(plain, |m| (**m).clone());
                let policy = Gamma::<W, Full>::new(gamma, &model);
                self.with_policies::<W, V, _, _>(policy.clone(), self.on_each(policy), self.known())
            }
        }
    }
}

/// The expansion of a node: the moves that enter the tree.
pub(crate) type Expansion<const W: usize, const V: usize, F> = Box<dyn Expand<Situation<W, V, F>>>;

impl Build<'_> {
    fn moves<const W: usize, const V: usize, F: Features + 'static>(
        &self,
        board: &Board<W, V, F>,
    ) -> Expansion<W, V, F> {
        self.best(board, self.plain(board))
    }

    /// Every move that may enter the tree.
    fn plain<const W: usize, const V: usize, F: Features>(
        &self,
        board: &Board<W, V, F>,
    ) -> Expansion<W, V, F> {
        Box::new(Moves::new(&self.parameters.expansion, board))
    }

    /// The best of the moves, if not all of them are wanted.
    fn best<const W: usize, const V: usize, F: Features + 'static>(
        &self,
        board: &Board<W, V, F>,
        moves: Expansion<W, V, F>,
    ) -> Expansion<W, V, F> {
        let params = &self.parameters.expansion;
        match params.best as usize {
            0 => moves,
            best => Box::new(Best::new(moves, best, Moves::new(params, board).pass())),
        }
    }

    /// Moves with knowledge by rules and priors by a model, where the parameters want them.
    fn known<const W: usize, const V: usize, F>(
        &self,
    ) -> impl Fn(&Board<W, V, F>) -> Expansion<W, V, F>
    where
        F: Features<Liberties = Moments> + Send + Sync + 'static,
    {
        let shapes = Arc::new(Patterns::standard());
        let Parameters {
            knowledge,
            prior,
            net,
            ..
        } = self.parameters;
        let rules = move |board: &Board<W, V, F>| -> Expansion<W, V, F> {
            if knowledge.on {
                let plain = Moves::new(&self.parameters.expansion, board);
                Box::new(Knowledge::new(knowledge.clone(), plain, shapes.clone()))
            } else {
                self.plain(board)
            }
        };
        let rater = |wanted: bool| {
            let model = self.models.prior().filter(|_| wanted);
            model.map(|model| Rater::new(model.clone(), self.size))
        };
        move |board| {
            let mut moves = rules(board);
            if let Some(rater) = rater(prior.on) {
                moves = Box::new(Prior::new(prior.clone(), moves, rater));
            }
            let guides = self.staff.as_ref().and_then(|s| Some((s, s.client()?)));
            if let Some((staff, client)) = guides {
                moves = Box::new(Guided::new(
                    net.clone(),
                    staff.when(),
                    moves,
                    rules(board),
                    rater(net.patterns > 0.0),
                    client,
                    staff.stance.clone(),
                ));
            }
            self.best(board, moves)
        }
    }

    /// A policy of one board on each of two.
    fn on_each<P: Clone>(&self, policy: P) -> OnEach<P> {
        let params = &self.parameters.difference;
        OnEach::new(policy, params.board, params.follow)
    }

    /// The search with a policy of one board, or with one of two where difference games are on.
    fn with_policies<const W: usize, const V: usize, P, Q>(
        &self,
        policy: P,
        pair: Q,
        expand: impl Fn(&Board<W, V, P::Features>) -> Expansion<W, V, P::Features>,
    ) -> Box<dyn GoThinker>
    where
        P: Policy<W, V> + Clone + Send + 'static,
        Q: SumPolicy<W, V, Features = P::Features> + Clone + Send + 'static,
        P::Features: Send + Sync + 'static,
        Situation<W, V, P::Features>: Position<Move = Move> + Send + Sync,
        Board<W, V, P::Features>: Send + Sync,
    {
        let plain = self.with_policy(policy, &expand);
        match self.parameters.difference.on {
            true => self.difference(pair, expand, plain),
            false => plain,
        }
    }

    fn with_policy<const W: usize, const V: usize, P>(
        &self,
        policy: P,
        expand: impl Fn(&Board<W, V, P::Features>) -> Expansion<W, V, P::Features>,
    ) -> Box<dyn GoThinker>
    where
        P: Policy<W, V> + Clone + Send + 'static,
        P::Features: Send + Sync + 'static,
        Situation<W, V, P::Features>: Position<Move = Move> + Send + Sync,
    {
        let Parameters {
            playout,
            lgrf,
            tabu,
            ..
        } = self.parameters;
        let tabu = Tabu::new(tabu, self.size);
        if playout.lgrf {
            let lgrf = Lgrf::<P, W>::new(policy, lgrf);
            self.search(expand, |board| {
                Box::new(Playout::new(lgrf.clone(), tabu.clone(), board))
            })
        } else {
            self.search(expand, |board| {
                Box::new(Playout::new(policy.clone(), tabu.clone(), board))
            })
        }
    }

    fn search<const W: usize, const V: usize, F>(
        &self,
        expand: impl Fn(&Board<W, V, F>) -> Expansion<W, V, F>,
        leaf: impl Fn(&Board<W, V, F>) -> Box<dyn Leaf<Situation<W, V, F>>>,
    ) -> Box<dyn GoThinker>
    where
        F: Features + Send + Sync + 'static,
        Situation<W, V, F>: Position<Move = Move> + Send + Sync,
    {
        let Parameters {
            search,
            budget,
            history,
            ..
        } = self.parameters;
        let board = Board::<W, V, F>::new(self.size);
        let apart = self.parameters.measure.moves_ownership;
        let counts = || match OwnershipCounts::new(self.size) {
            counts if apart => counts.by_move(),
            counts => counts,
        };
        let threads: Vec<_> = (0..budget.threads)
            .map(|_| Arc::new(Mutex::new(counts())))
            .collect();
        let watched = self.parameters.measure.duplicates as usize;
        let seen = (watched > 0).then(Seen::default);
        let valued = || -> Box<dyn Leaf<Situation<W, V, F>>> {
            let staff = self.staff.as_ref().filter(|staff| staff.values());
            match staff.and_then(|staff| Some((staff, staff.client()?))) {
                Some((staff, client)) => {
                    Box::new(Valued::new(leaf(&board), client, staff.stance.clone()))
                }
                None => leaf(&board),
            }
        };
        let leaf = || match &seen {
            Some(seen) => Box::new(Watched::new(valued(), watched, seen.clone())),
            None => valued(),
        };
        let parts = threads.iter().map(|counts| Parts {
            expand: expand(&board),
            leaf: leaf(),
            observers: vec![Box::new(OwnershipObserver::new(&board, counts.clone()))],
        });
        let parts = parts.collect();
        let root = Situation::new(board.clone(), Color::Black, Komi::ZERO);
        let pass = u16::try_from(self.size.area()).ok();
        let seed = self.seed;
        let mcts = Mcts::new(search, root, pass, parts, seed);
        let reuse = search.tree.reuse;
        let counts = GoCounts {
            threads,
            seen: seen.clone(),
            networks: self.staff.as_ref().and_then(Staff::observed),
        };
        let plain = Box::new(TreeSearch::new(mcts, counts, reuse, seed));
        if !history.on {
            return plain;
        }
        let (expand, leaf) = (expand(&board), leaf());
        let search = HistorySearch::new(history, search, board, expand, leaf, plain, seed);
        Box::new(search)
    }

    /// The search of difference games; what they do not answer is asked of the plain one.
    fn difference<const W: usize, const V: usize, Q>(
        &self,
        pair: Q,
        expand: impl Fn(&Board<W, V, Q::Features>) -> Expansion<W, V, Q::Features>,
        plain: Box<dyn GoThinker>,
    ) -> Box<dyn GoThinker>
    where
        Q: SumPolicy<W, V> + Clone + Send + 'static,
        Q::Features: Send + Sync + 'static,
        Board<W, V, Q::Features>: Send + Sync,
    {
        let Parameters {
            search,
            budget,
            difference,
            ..
        } = self.parameters;
        let board = Board::<W, V, Q::Features>::new(self.size);
        let threads: Vec<_> = (0..budget.threads)
            .map(|_| Arc::new(Mutex::new(OwnershipCounts::new(self.size))))
            .collect();
        let parts = threads.iter().map(|counts| Parts {
            expand: Box::new(SumMoves::new(expand(&board))),
            leaf: Box::new(SumPlayout::new(pair.clone(), difference.stones, &board)),
            observers: vec![Box::new(OwnershipObserver::new(&board, counts.clone()))],
        });
        let parts = parts.collect();
        // No position of one difference game is one of the next.
        let mut search = search.clone();
        search.tree.reuse = false;
        let root = Difference::new(board, Color::Black, 0);
        let pass = u16::try_from(root.codes() - 1).ok();
        let mcts = Mcts::new(&search, root, pass, parts, self.seed);
        let counts = GoCounts {
            threads,
            seen: None,
            networks: None,
        };
        Box::new(DifferenceSearch::new(mcts, counts, plain))
    }
}
