//! Where a search stands in its game, for those who have to show a network what is below its root.
//!
//! A position of the tree has no past; a network wants to see the last moves, and the boards before them. So the
//! moment at the root is kept here, and the moves of a path are played from it.

use std::sync::{Arc, Mutex, PoisonError};

use tengen_engine::tree_search::recent;
use tengen_go::{Color, Game, Move};
use tengen_net::input::Moment;

use super::Opinion;

/// The root of a search, shared by its threads.
#[derive(Default)]
pub(crate) struct Stance(Mutex<Root>);

#[derive(Clone, Default)]
struct Root {
    start: Option<Arc<Start>>,
    /// What the network says of it, once it has been asked.
    opinion: Option<Arc<Opinion>>,
}

/// The moment at the root.
pub(crate) struct Start {
    moment: Moment,
    /// How many moves of a line are from before the root.
    before: usize,
}

impl Stance {
    /// The search goes on from here; without effect on boards that networks do not know.
    pub(crate) fn set(&self, game: &Game, turn: Color) {
        let start = moment(game, turn).map(|moment| {
            let before = recent(game, turn).len();
            Arc::new(Start { moment, before })
        });
        *self.lock() = Root {
            start,
            opinion: None,
        };
    }

    /// The moment at the root, if a network can be shown it.
    pub(crate) fn start(&self) -> Option<Arc<Start>> {
        self.lock().start.clone()
    }

    /// Keeps what the network says of the root.
    pub(crate) fn put_opinion(&self, opinion: &Arc<Opinion>) {
        self.lock().opinion = Some(opinion.clone());
    }

    /// What the network says of the root, if it has been asked.
    pub(crate) fn opinion(&self) -> Option<Arc<Opinion>> {
        self.lock().opinion.clone()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Root> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Start {
    /// The moment that a line leads to, and whether it is the root's. A line begins with the last moves of the game.
    pub(crate) fn follow(&self, line: &[Move]) -> (Moment, bool) {
        let path = line.get(self.before..).unwrap_or(&[]);
        let mut moment = self.moment.clone();
        for &mv in path {
            moment.play(moment.turn, mv);
        }
        (moment, path.is_empty())
    }
}

/// The moment that a game has reached, this side to move; none on boards that networks do not know.
pub(crate) fn moment(game: &Game, turn: Color) -> Option<Moment> {
    let mut moment = Moment::of_game(game).ok()?;
    moment.give_turn(turn);
    Some(moment)
}
