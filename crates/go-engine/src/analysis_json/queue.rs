//! The positions that wait for their searches, and those that are being searched.
//!
//! Whoever takes a position out, a worker or one that terminates it, owes the final reply: so there is exactly one.
//! As much may wait as there is room for. Who has more waits, too, as with a full pipe, and whatever comes after it is
//! read later, be it to terminate.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::mem::size_of;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use tengen_go::Game;

use super::query::Query;

/// A position to be searched.
#[derive(Clone, Debug)]
pub(super) struct Position {
    /// The query that it belongs to.
    pub(super) query: Arc<Query>,
    /// The number of moves before it.
    pub(super) turn: usize,
    /// True if its search is to end.
    stop: Arc<AtomicBool>,
    /// Its place among all positions there ever were.
    number: u64,
    /// The load of its query.
    load: Arc<Load>,
}

/// The memory that a query takes as long as one of its positions waits.
#[derive(Debug)]
struct Load {
    bytes: usize,
    /// The number of positions that wait.
    waiting: AtomicUsize,
}

impl Position {
    /// True if its search is to end.
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Acquire)
    }

    /// The game up to here. One that is over goes on as if nobody had passed.
    pub(super) fn game(&self) -> Game {
        let mut game = self.query.game.clone();
        let later = game.moves().len() - self.turn;
        game.undo_many(later);
        if game.is_over() {
            let turn = game.turn();
            game.undo_many(game.passes());
            game.set_turn(turn);
        }
        game
    }

    fn belongs(&self, id: Option<&str>, turns: Option<&[i64]>) -> bool {
        let turn = i64::try_from(self.turn).unwrap_or(i64::MAX);
        id.is_none_or(|id| id == self.query.id) && turns.is_none_or(|turns| turns.contains(&turn))
    }
}

/// The bytes that may wait.
const ROOM: usize = 256 << 20;
/// The memory of a position beside its query, in bytes; rather too much than too little.
const OVERHEAD: usize = 256;
/// The memory of a move in a game's history, in bytes; rather too much than too little.
const MOVE: usize = 128;

/// See the module's head.
#[derive(Debug, Default)]
pub(super) struct Queue {
    state: Mutex<State>,
    changed: Condvar,
    /// The number of times that everything learned was to be forgotten.
    clearings: AtomicU64,
}

#[derive(Debug, Default)]
struct State {
    /// The most urgent first, among equals the oldest.
    waiting: BTreeMap<(Reverse<i64>, u64), Position>,
    running: Vec<Position>,
    bytes: usize,
    count: u64,
    /// True if no more will come.
    ended: bool,
}

impl State {
    /// A position waits no more.
    fn leave(&mut self, position: &Position) {
        self.bytes -= OVERHEAD;
        if position.load.waiting.fetch_sub(1, Ordering::Relaxed) == 1 {
            self.bytes -= position.load.bytes;
        }
    }
}

impl Queue {
    /// Puts all positions of a query in, which was read from so many bytes.
    pub(super) fn put(&self, query: Query, line: usize) {
        if query.turns.is_empty() {
            return;
        }
        // The boards of the game are within the query.
        let bytes = size_of::<Query>() + query.game.moves().len() * MOVE + line;
        let load = Arc::new(Load {
            bytes,
            waiting: AtomicUsize::new(query.turns.len()),
        });
        let query = Arc::new(query);
        let full = |state: &mut State| {
            !state.ended && state.bytes > 0 && state.bytes.saturating_add(bytes) > ROOM
        };
        let state = self.changed.wait_while(self.state(), full);
        let mut state = state.unwrap_or_else(PoisonError::into_inner);
        state.bytes += bytes + query.turns.len() * OVERHEAD;
        for &(turn, priority) in &query.turns {
            let position = Position {
                query: query.clone(),
                turn,
                stop: Arc::default(),
                number: state.count,
                load: load.clone(),
            };
            let key = (Reverse(priority), state.count);
            state.waiting.insert(key, position);
            state.count += 1;
        }
        drop(state);
        self.changed.notify_all();
    }

    /// Waits for a position and takes it to be searched; `None` when no more will come.
    pub(super) fn take(&self) -> Option<Position> {
        let empty = |state: &mut State| !state.ended && state.waiting.is_empty();
        let state = self.changed.wait_while(self.state(), empty);
        let mut state = state.unwrap_or_else(PoisonError::into_inner);
        let (_, position) = state.waiting.pop_first()?;
        state.leave(&position);
        state.running.push(position.clone());
        drop(state);
        self.changed.notify_all();
        Some(position)
    }

    /// The search of a position is over.
    pub(super) fn done(&self, position: &Position) {
        let mut state = self.state();
        state
            .running
            .retain(|other| other.number != position.number);
    }

    /// Ends the searches of these positions, all of them if nothing is said, and takes those out that wait.
    pub(super) fn terminate(&self, id: Option<&str>, turns: Option<&[i64]>) -> Vec<Position> {
        let mut state = self.state();
        for position in &state.running {
            if position.belongs(id, turns) {
                position.stop.store(true, Ordering::Release);
            }
        }
        let (out, kept) = std::mem::take(&mut state.waiting)
            .into_iter()
            .partition(|(_, position)| position.belongs(id, turns));
        let out: BTreeMap<_, Position> = out;
        state.waiting = kept;
        for position in out.values() {
            state.leave(position);
        }
        drop(state);
        self.changed.notify_all();
        out.into_values().collect()
    }

    /// No more will come; what waits is still searched.
    pub(super) fn end(&self) {
        self.state().ended = true;
        self.changed.notify_all();
    }

    /// Everything that searches have learned is to be forgotten.
    pub(super) fn clear(&self) {
        self.clearings.fetch_add(1, Ordering::AcqRel);
    }

    /// The number of times that it was.
    pub(super) fn clearings(&self) -> u64 {
        self.clearings.load(Ordering::Acquire)
    }

    /// The state, which no panic leaves half changed.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis_json::Settings;
    use serde_json::json;

    fn query(id: &str, fields: serde_json::Value) -> Query {
        let mut object = json!({
            "boardXSize": 5, "boardYSize": 5, "rules": "chinese",
            "moves": [["B", "C3"], ["W", "pass"], ["B", "pass"]], "analyzeTurns": [0, 1, 3]
        });
        let whole = object.as_object_mut().unwrap();
        whole.extend(fields.as_object().unwrap().clone());
        let (query, _) = Query::read(id.to_owned(), whole.clone(), &Settings::default()).unwrap();
        query
    }

    fn name(position: &Position) -> String {
        format!("{}{}", position.query.id, position.turn)
    }

    #[test]
    fn the_most_urgent_come_first_and_then_the_oldest() {
        let queue = Queue::default();
        queue.put(query("a", json!({})), 10);
        queue.put(query("b", json!({"priorities": [0, 2, 1]})), 10);
        queue.end();
        let order: Vec<String> = std::iter::from_fn(|| queue.take())
            .map(|p| name(&p))
            .collect();
        assert_eq!(order, ["b1", "b3", "a0", "a1", "a3", "b0"]);
        assert_eq!(queue.state().bytes, 0);
    }

    #[test]
    fn what_is_terminated_is_taken_out_or_stopped_but_never_both() {
        let queue = Queue::default();
        queue.put(query("a", json!({})), 10);
        queue.put(query("b", json!({})), 10);
        let running = queue.take().unwrap();
        assert_eq!(name(&running), "a0");
        let out = queue.terminate(Some("a"), Some(&[0, 3]));
        assert_eq!(out.iter().map(name).collect::<Vec<_>>(), ["a3"]);
        assert!(running.is_stopped());
        queue.done(&running);
        let next = queue.take().unwrap();
        assert_eq!(name(&next), "a1");
        assert!(queue.terminate(Some("c"), None).is_empty() && !next.is_stopped());
        let rest = queue.terminate(None, None);
        assert_eq!(
            rest.iter().map(name).collect::<Vec<_>>(),
            ["b0", "b1", "b3"]
        );
        assert!(next.is_stopped());
        assert_eq!(queue.state().bytes, 0);
        queue.end();
        assert!(queue.take().is_none());
    }

    #[test]
    fn positions_are_those_of_the_game_and_a_game_that_is_over_goes_on() {
        let queue = Queue::default();
        queue.put(query("a", json!({})), 10);
        let games: Vec<Game> = (0..3).map(|_| queue.take().unwrap().game()).collect();
        assert_eq!(games[0].moves().len(), 0);
        assert_eq!(games[1].moves().len(), 1);
        // Both passes are taken back, and it is White's turn as it was.
        assert_eq!(games[2].moves().len(), 1);
        assert_eq!(games[2].turn(), tengen_go::Color::White);
        assert!(!games[2].is_over());
    }

    #[test]
    fn a_query_counts_with_its_game_until_its_last_position_is_taken() {
        let queue = Queue::default();
        queue.put(query("a", json!({"priorities": [0, 2, 1]})), 10);
        let bytes = || queue.state().bytes;
        assert!(bytes() > size_of::<Game>());
        for _ in 0..2 {
            queue.take().unwrap();
            assert!(bytes() > size_of::<Game>());
        }
        queue.take().unwrap();
        assert_eq!(bytes(), 0);
        queue.put(query("b", json!({"analyzeTurns": []})), 10);
        assert_eq!(bytes(), 0);
    }

    #[test]
    fn who_has_more_than_there_is_room_for_waits_until_some_is_taken() {
        let queue = Arc::new(Queue::default());
        queue.put(query("a", json!({"analyzeTurns": [0]})), ROOM);
        let other = queue.clone();
        let putting = std::thread::spawn(move || other.put(query("b", json!({})), 1));
        assert_eq!(name(&queue.take().unwrap()), "a0");
        putting.join().unwrap();
        assert_eq!(name(&queue.take().unwrap()), "b0");
    }
}
