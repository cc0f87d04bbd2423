//! A search of one thread: its memory, and what nodes of all kinds do.

use std::sync::Arc;

use tengen_shogi::{Board, Declaration, PieceMove, Repetition};

use super::history::{History, place};
use super::limits::Watch;
use super::noise::{Noise, Silence};
use super::order::Stack;
use super::table::Table;
use super::value::{DEEPEST, HIGHEST, SUPERIOR, mate_in};
use crate::eval::Evaluate;

/// Plies before the root in which a position counts as come again.
const PAST: usize = 16;

/// What a node of the line being searched leaves for those below.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    /// The place of the move that is tried; none for a turn given away.
    pub(super) place: Option<usize>,
    /// The value without search.
    pub(super) still: i32,
    /// Quiet moves that did well beside this node.
    pub(super) killers: [PieceMove; 2],
    /// The move that is left out, to see if it is the only good one.
    pub(super) excluded: Option<PieceMove>,
}

const FRAME: Frame = Frame {
    place: None,
    still: 0,
    killers: [PieceMove::NONE; 2],
    excluded: None,
};

/// See the module's head.
pub struct Searcher<E: Evaluate, N: Noise = Silence> {
    pub(super) board: Board,
    pub(super) eval: E,
    pub(super) noise: N,
    pub(super) table: Arc<Table>,
    pub(super) history: History,
    pub(super) moves: Stack,
    pub(super) frames: Vec<Frame>,
    /// The best line from each ply on.
    pub(super) lines: Vec<Vec<PieceMove>>,
    /// Positions visited since the search began.
    pub(super) nodes: u64,
    /// Those that the watch has not heard of.
    untold: u64,
    ration: u64,
    /// The deepest ply of an iteration.
    pub(super) deepest: usize,
    pub(super) halted: bool,
    /// The points of a declaration.
    declaration: Declaration,
}

impl<E: Evaluate> Searcher<E> {
    /// A search with this evaluation, which may share its table.
    #[must_use]
    pub fn new(eval: E, table: Arc<Table>) -> Self {
        Self::with_noise(eval, Silence, table)
    }
}

impl<E: Evaluate, N: Noise> Searcher<E, N> {
    /// The same with noise on its evaluations.
    #[must_use]
    pub fn with_noise(eval: E, noise: N, table: Arc<Table>) -> Self {
        Self {
            board: Board::start(),
            eval,
            noise,
            table,
            history: History::default(),
            moves: Stack::default(),
            frames: vec![FRAME; DEEPEST + 8],
            lines: (0..DEEPEST + 8)
                .map(|_| Vec::with_capacity(DEEPEST + 1))
                .collect(),
            nodes: 0,
            untold: 0,
            ration: 0,
            deepest: 0,
            halted: false,
            declaration: Declaration::default(),
        }
    }

    /// The noise, to be changed between searches.
    pub const fn noise_mut(&mut self) -> &mut N {
        &mut self.noise
    }

    /// The points by which games may be declared won.
    pub const fn set_declaration(&mut self, declaration: Declaration) {
        self.declaration = declaration;
    }

    /// The table.
    #[must_use]
    pub const fn table(&self) -> &Arc<Table> {
        &self.table
    }

    /// Another table for the searches to come.
    pub fn set_table(&mut self, table: Arc<Table>) {
        self.table = table;
    }

    /// Forgets which moves did well.
    pub fn forget(&mut self) {
        self.history.clear();
        self.frames.fill(FRAME);
    }

    /// Takes a board to search.
    pub(super) fn begin(&mut self, board: &Board, watch: &Watch) {
        self.board = board.clone();
        self.eval.start(board);
        self.nodes = 0;
        self.untold = 0;
        self.ration = watch.ration();
        self.deepest = 0;
        self.halted = watch.is_stopped();
        for frame in &mut self.frames {
            frame.killers = [PieceMove::NONE; 2];
            frame.excluded = None;
        }
    }

    /// Tells the watch what it has not heard of.
    pub(super) fn tell(&mut self, watch: &Watch) {
        watch.spend(self.untold);
        self.untold = 0;
        self.ration = watch.ration();
        self.halted |= watch.is_stopped();
    }

    /// Counts a position; true if the search is to stop.
    #[inline]
    pub(super) fn visit(&mut self, watch: &Watch) -> bool {
        self.nodes += 1;
        self.untold += 1;
        if self.untold >= self.ration {
            self.tell(watch);
        }
        self.halted
    }

    #[inline]
    pub(super) fn key(&self) -> u64 {
        match N::ON {
            true => self.board.key() ^ self.noise.salt(),
            false => self.board.key(),
        }
    }

    /// The value of the position without search.
    #[inline]
    pub(super) fn still(&mut self) -> i32 {
        let mut value = self.eval.value(&self.board);
        if N::ON {
            value += self.noise.at(self.board.keys());
        }
        value.clamp(-HIGHEST, HIGHEST)
    }

    #[inline]
    pub(super) fn play(&mut self, mv: PieceMove, ply: usize, gives_check: bool) {
        let change = self.board.change(mv);
        self.eval.play(&change);
        self.board.play_checked(mv, gives_check);
        self.table.prefetch(self.key());
        self.frames[ply].place = Some(place(mv));
    }

    #[inline]
    pub(super) fn undo(&mut self, mv: PieceMove) {
        self.board.undo(mv);
        self.eval.undo();
    }

    /// The value of a position that has come before or that may be declared won.
    #[inline]
    pub(super) fn ended(&self, ply: usize) -> Option<i32> {
        if let Some(repetition) = self.board.repetition(ply.max(PAST)) {
            return Some(match repetition {
                Repetition::Draw => 0,
                Repetition::Win => mate_in(ply),
                Repetition::Loss => -mate_in(ply),
                Repetition::Better => SUPERIOR,
                Repetition::Worse => -SUPERIOR,
            });
        }
        let enters = self.board.has_entered(self.board.turn());
        (enters && self.board.may_declare(self.declaration)).then(|| mate_in(ply))
    }

    /// Puts a move before the best line from the next ply on.
    pub(super) fn extend_line(&mut self, ply: usize, mv: PieceMove) {
        let (above, below) = self.lines.split_at_mut(ply + 1);
        let line = &mut above[ply];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&below[0]);
    }

    /// The places of the last moves before a ply.
    #[inline]
    pub(super) fn before(&self, ply: usize) -> [Option<usize>; 3] {
        let at = |back: usize| match ply.checked_sub(back) {
            Some(n) => self.frames[n].place,
            None => None,
        };
        [at(1), at(2), at(4)]
    }
}
