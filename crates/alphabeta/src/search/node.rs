//! The nodes of the search: a principal variation search that prunes and reduces by what moves have been worth.

use tengen_shogi::{Moves, PieceMove};

use super::limits::Watch;
use super::noise::Noise;
use super::order::{Hints, List, Stack};
use super::searcher::Searcher;
use super::table::{Found, UNKNOWN};
use super::trial::{Blamed, Stage};
use super::value::{
    Bound, DEEPEST, HIGHEST, INFINITE, MATED, from_here, from_root, is_mate, mate_in,
};
use crate::eval::Evaluate;

/// What kind of node is searched, besides its window.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    /// Plies from the root.
    pub(super) ply: usize,
    /// Whether some move is expected to refute the one before.
    pub(super) cut: bool,
    /// The moves of the node above.
    pub(super) above: Option<&'a List>,
}

impl<'a> Place<'a> {
    /// The place of a child.
    pub(super) const fn below(self, list: &'a List, cut: bool) -> Self {
        Self {
            ply: self.ply + 1,
            cut,
            above: Some(list),
        }
    }
}

/// How much less deep late moves are searched, in 1/1024 of a ply.
fn reduction(depth: i32, count: i32) -> i32 {
    // ln in 1/1024, good enough, and the same everywhere.
    const fn log(n: i32) -> i32 {
        let n = if n < 1 { 1 } else { n };
        let whole = 31 - n.leading_zeros() as i32;
        let part = ((n << 10) >> whole) - 1024;
        (whole * 1024 + part) * 710 / 1024
    }
    log(depth) * log(count) / 1024 * 450 / 1000 + 300
}

impl<E: Evaluate, N: Noise> Searcher<E, N> {
    /// The value of the position within a window, at this depth.
    pub(super) fn node<const PV: bool>(
        &mut self,
        watch: &Watch,
        (mut alpha, mut beta): (i32, i32),
        mut depth: i32,
        place: Place<'_>,
    ) -> i32 {
        if depth <= 0 {
            return self.quiesce::<PV>(watch, (alpha, beta), 0, place);
        }
        let ply = place.ply;
        self.lines[ply].clear();
        if self.visit(watch) {
            return 0;
        }
        if PV {
            self.deepest = self.deepest.max(ply);
        }
        if let Some(value) = self.ended(ply) {
            return value;
        }
        let in_check = self.board.in_check();
        if ply >= DEEPEST {
            return if in_check { 0 } else { self.still() };
        }
        alpha = alpha.max(-mate_in(ply));
        beta = beta.min(mate_in(ply + 1));
        if alpha >= beta {
            return alpha;
        }

        let excluded = self.frames[ply].excluded;
        let key = self.key();
        let found = match excluded {
            None => self.table.find(key),
            Some(_) => None,
        };
        let first = found.and_then(|found| self.board.recall(found.mv));
        let known = found.map_or(UNKNOWN, |found| from_root(found.value, ply));
        if let Some(found) = found
            && !PV
            && found.depth >= depth
            && settles(found.bound, known, beta)
        {
            if known >= beta
                && let Some(mv) = first
                && !self.board.is_loud(mv)
            {
                let before = self.before(ply);
                let turn = self.board.turn();
                self.history
                    .credit_quiet(turn, mv, &before, bonus(depth) / 2);
            }
            return known;
        }

        let still = match (in_check, found) {
            (true, _) => UNKNOWN,
            (false, Some(found)) if found.still != UNKNOWN => found.still,
            (false, _) => match excluded {
                Some(_) => self.frames[ply].still,
                None => self.still(),
            },
        };
        self.frames[ply].still = still;
        if !in_check
            && excluded.is_none()
            && (found.is_none() || first.is_none())
            && let Some(mv) = self.board.mate_in_one()
        {
            let value = mate_in(ply + 1);
            self.lines[ply].push(mv);
            self.keep(key, mv, value, Bound::Exact, DEEPEST as i32, still, ply);
            return value;
        }
        let earlier = if ply >= 2 {
            self.frames[ply - 2].still
        } else {
            UNKNOWN
        };
        let improving = !in_check && (earlier == UNKNOWN || still > earlier);
        let estimate = match found {
            Some(found) if !in_check && !is_mate(known) => match found.bound {
                Bound::Exact => known,
                Bound::Lower => known.max(still),
                Bound::Upper => known.min(still),
            },
            _ => still,
        };

        if !PV && !in_check && excluded.is_none() && !is_mate(beta) {
            if depth <= 3 && estimate + 180 + 220 * depth <= alpha {
                let value = self.quiesce::<false>(watch, (alpha, alpha + 1), 0, place);
                if value <= alpha || self.halted {
                    return value;
                }
            }
            let margin = 95 * depth - 60 * i32::from(improving);
            if depth <= 8 && estimate - margin >= beta && estimate < HIGHEST {
                return beta + (estimate - beta) / 3;
            }
            let moved = ply > 0 && self.frames[ply - 1].place.is_some();
            if depth >= 3
                && moved
                && place.cut
                && estimate >= beta
                && still + 20 * depth >= beta + 60
            {
                let less = 3 + depth / 4 + ((estimate - beta) / 220).min(3);
                self.board.play_null();
                self.eval.play_null();
                self.frames[ply].place = None;
                let list = Stack::list(place.above);
                let window = (-beta, -beta + 1);
                let below = place.below(&list, false);
                let value = -self.node::<false>(watch, window, depth - less, below);
                self.eval.undo();
                self.board.undo_null();
                if self.halted {
                    return 0;
                }
                if value >= beta {
                    return if is_mate(value) { beta } else { value };
                }
            }
            if depth >= 5
                && let Some(value) = self.probe(watch, beta, depth, still, place)
            {
                return value;
            }
        }
        if first.is_none() && depth >= 4 && (PV || place.cut) {
            depth -= 1;
        }

        let turn = self.board.turn();
        self.frames[ply + 1].killers = [PieceMove::NONE; 2];
        let hints = Hints {
            first,
            killers: self.frames[ply].killers,
            before: self.before(ply),
        };
        let mut list = Stack::list(place.above);
        let mut stage = Stage::First;
        let mut best = -INFINITE;
        let mut best_move = PieceMove::NONE;
        let mut count = 0;
        // Where a quiet move can hardly reach the window, none is generated.
        let mut skips_quiets =
            !PV && !in_check && depth <= 2 && alpha > -MATED && still + 120 + 140 * depth <= alpha;
        let mut blamed_quiets = Blamed::default();
        let mut blamed_loud = Blamed::default();
        let top = alpha;
        while let Some(mv) = self.next_move(&mut stage, &mut list, &hints, in_check, skips_quiets) {
            if excluded == Some(mv) || !self.board.is_safe(mv) {
                continue;
            }
            count += 1;
            let loud = self.board.is_loud(mv);
            let gives_check = self.board.gives_check(mv);
            let score = match loud {
                true => self
                    .history
                    .capture(mv, self.board.at(mv.to()).piece_type()),
                false => self.history.quiet(turn, mv, &hints.before),
            };
            let mut less = reduction(depth, count);
            if best > -MATED {
                let left = (depth - less / 1024).max(0);
                if !loud && !gives_check {
                    let most = (4 + depth * depth) / if improving { 1 } else { 2 };
                    if count > most {
                        skips_quiets = true;
                    }
                    if left < 6 && score < -3500 * depth {
                        continue;
                    }
                    let hope = still + 90 + 110 * left + score / 64;
                    if !in_check && left < 8 && hope <= alpha {
                        best = best.max(hope);
                        skips_quiets = true;
                        continue;
                    }
                    if left < 8 && !self.board.exchange_wins(mv, -35 * left * left) {
                        continue;
                    }
                } else if depth <= 8 && !self.board.exchange_wins(mv, -110 * depth) {
                    continue;
                }
            }

            let mut longer = 0;
            if let Some(found) = found
                && first == Some(mv)
                && depth >= 7
                && found.depth >= depth - 3
                && found.bound != Bound::Upper
                && !is_mate(known)
            {
                let bar = known - 2 * depth;
                self.frames[ply].excluded = Some(mv);
                let beside = Place {
                    above: Some(&list),
                    ..place
                };
                let value = self.node::<false>(watch, (bar - 1, bar), (depth - 1) / 2, beside);
                self.frames[ply].excluded = None;
                if self.halted {
                    return 0;
                }
                if value < bar {
                    longer = 1 + i32::from(!PV && value < bar - 40);
                } else if bar >= beta {
                    return bar;
                } else if known >= beta {
                    longer = -1;
                }
            } else if gives_check && depth <= 12 && self.board.exchange_wins(mv, 0) {
                longer = 1;
            }
            let deeper = depth - 1 + longer;

            self.play(mv, ply, gives_check);
            let mut value = -INFINITE;
            let tries = depth >= 2 && count > 1 + i32::from(PV);
            if tries {
                less += if PV { -1000 } else { 0 };
                less += if place.cut { 1100 } else { 0 };
                less += if improving { 0 } else { 500 };
                less -= if gives_check || in_check { 900 } else { 0 };
                less -= if hints.killers.contains(&mv) { 900 } else { 0 };
                less -= score / 10;
                less -= if loud { 700 } else { 0 };
                let reduced = (deeper - less / 1024).clamp(1.min(deeper), deeper.max(1));
                let window = (-alpha - 1, -alpha);
                value = -self.node::<false>(watch, window, reduced, place.below(&list, true));
                if value > alpha && reduced < deeper {
                    let below = place.below(&list, !place.cut);
                    value = -self.node::<false>(watch, window, deeper, below);
                }
            } else if !PV || count > 1 {
                let window = (-alpha - 1, -alpha);
                let below = place.below(&list, !place.cut);
                value = -self.node::<false>(watch, window, deeper, below);
            }
            if PV && (count == 1 || value > alpha) {
                let below = place.below(&list, false);
                value = -self.node::<true>(watch, (-beta, -alpha), deeper, below);
            }
            self.undo(mv);
            if self.halted {
                return 0;
            }

            if value > best {
                best = value;
                if value > alpha {
                    best_move = mv;
                    if PV {
                        self.extend_line(ply, mv);
                    }
                    if value >= beta {
                        break;
                    }
                    alpha = value;
                }
            }
            if mv != best_move {
                match loud {
                    true => blamed_loud.push(mv),
                    false => blamed_quiets.push(mv),
                }
            }
        }
        if count == 0 {
            return match excluded {
                Some(_) => alpha,
                None => -mate_in(ply),
            };
        }
        if best_move != PieceMove::NONE {
            self.credit(
                best_move,
                depth,
                ply,
                &hints.before,
                &blamed_quiets,
                &blamed_loud,
            );
        }
        if excluded.is_none() {
            let bound = match best {
                _ if best >= beta => Bound::Lower,
                _ if best > top => Bound::Exact,
                _ => Bound::Upper,
            };
            self.keep(key, best_move, best, bound, depth, still, ply);
        }
        best
    }

    /// Tries captures that promise more than the window's upper end, less deep; their value if one keeps the promise.
    fn probe(
        &mut self,
        watch: &Watch,
        beta: i32,
        depth: i32,
        still: i32,
        place: Place<'_>,
    ) -> Option<i32> {
        let bar = beta + 170;
        let hints = Hints {
            first: None,
            killers: [PieceMove::NONE; 2],
            before: [None; 3],
        };
        let mut captures = Moves::default();
        self.board.captures(&mut captures);
        let mut list = Stack::list(place.above);
        let (board, history) = (&self.board, &self.history);
        let wins = |mv: &PieceMove| board.exchange_wins(*mv, bar - still);
        let worthy = captures.iter().filter(wins);
        self.moves
            .add_loud(&mut list, board, history, &hints, worthy);
        while let Some(mv) = self.moves.next(&mut list, i32::MIN) {
            if !self.board.is_safe(mv) {
                continue;
            }
            let gives_check = self.board.gives_check(mv);
            self.play(mv, place.ply, gives_check);
            let window = (-bar, -bar + 1);
            let below = place.below(&list, !place.cut);
            let mut value = -self.quiesce::<false>(watch, window, 0, below);
            if value >= bar {
                value = -self.node::<false>(watch, window, depth - 4, below);
            }
            self.undo(mv);
            if self.halted {
                return Some(0);
            }
            if value >= bar && !is_mate(value) {
                return Some(value);
            }
        }
        None
    }

    /// Keeps what was found out in the table.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn keep(
        &self,
        key: u64,
        mv: PieceMove,
        value: i32,
        bound: Bound,
        depth: i32,
        still: i32,
        ply: usize,
    ) {
        let found = Found {
            mv: mv.bare(),
            value: from_here(value, ply),
            bound,
            depth,
            still,
        };
        self.table.keep(key, found);
    }
}

/// What a success at this depth is worth.
pub(super) const fn bonus(depth: i32) -> i32 {
    let bonus = 150 * depth - 50;
    if bonus > 1800 { 1800 } else { bonus }
}

/// Tests if a value of this kind is all that a node needs.
pub(super) const fn settles(bound: Bound, value: i32, beta: i32) -> bool {
    match bound {
        Bound::Exact => true,
        Bound::Lower => value >= beta,
        Bound::Upper => value < beta,
    }
}
