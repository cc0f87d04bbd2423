//! Searches of the empty board, counted and timed.
//!
//! A search slows down as its tree grows, so a rate needs a length: that of one move of
//! [`LENGTH`] playouts, from nothing, over and over.

use std::time::Instant;

use tengen_go::{Color, Game, Komi, Rules, Size};
use tengen_go_engine::{Limits, Parameters, Recipe, Restriction, Session};

use super::clock::time;
use super::work::PlayoutTotals;

/// The number of playouts of a search.
pub(super) const LENGTH: u64 = 10_000;

/// A recipe as it is measured: so many threads, and no end before the last playout.
pub(super) fn recipe(name: &str, threads: u32, seed: u64) -> Parameters {
    let recipe = Recipe::find(name).expect("the recipes that are measured are built in");
    let mut parameters = recipe.parameters;
    parameters.budget.threads = threads;
    parameters.budget.seed = seed;
    parameters.search.choice.early_stop = false;
    parameters
}

/// So many playouts in searches of [`LENGTH`], by the CPU time of one thread.
pub(super) fn count(parameters: Parameters, size: Size, playouts: u64) -> PlayoutTotals {
    let mut session = session(parameters, size);
    let (mut moves, mut bytes) = (0, 0);
    let (seconds, ()) = time(|| {
        let mut left = playouts;
        while left > 0 {
            let now = left.min(LENGTH);
            session.new_game(session.game().clone());
            let counters = search(&mut session, Color::Black, now);
            let counter = |wanted: &str| counters.iter().find(|(name, _)| *name == wanted);
            moves += counter("playout moves").map_or(0, |&(_, n)| n);
            bytes = counter("tree bytes").map_or(0, |&(_, n)| n as usize);
            left -= now;
        }
    });
    PlayoutTotals {
        seconds,
        moves,
        bytes,
    }
}

/// The seconds of wall time that one search of so many playouts takes.
pub(super) fn wall_seconds(parameters: Parameters, size: Size, playouts: u64) -> f64 {
    let mut session = session(parameters, size);
    // The first search touches the memory of the tree. The second is for the other side, so that it
    // takes over nothing but the memory.
    search(&mut session, Color::Black, playouts);
    let start = Instant::now();
    search(&mut session, Color::White, playouts);
    start.elapsed().as_secs_f64()
}

fn session(parameters: Parameters, size: Size) -> Session {
    Session::new(
        parameters,
        Game::new(size, Rules::CHINESE, Komi::SEVEN_AND_A_HALF),
    )
}

/// Searches for a move of `color`.
fn search(session: &mut Session, color: Color, playouts: u64) -> Vec<(&'static str, u64)> {
    let limits = Limits {
        playouts: Some(playouts),
        ..Limits::default()
    };
    let free = Restriction::default();
    session.analyze(color, limits, &free, &mut ()).counters
}
