//! The end of a line: captures and promotions until nothing hangs, and every answer to a check.

use tengen_shogi::{Board, Moves, PieceMove};

use super::limits::Watch;
use super::node::{Place, settles};
use super::noise::Noise;
use super::order::{Hints, Stack};
use super::searcher::Searcher;
use super::table::UNKNOWN;
use super::value::{Bound, DEEPEST, INFINITE, MATED, from_root, mate_in};
use crate::eval::Evaluate;

impl<E: Evaluate, N: Noise> Searcher<E, N> {
    /// The value of the position once nothing hangs; `below` counts the plies since the search proper ended.
    pub(super) fn quiesce<const PV: bool>(
        &mut self,
        watch: &Watch,
        (mut alpha, beta): (i32, i32),
        below: i32,
        place: Place<'_>,
    ) -> i32 {
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
        let key = self.key();
        let found = self.table.find(key);
        let known = found.map_or(UNKNOWN, |found| from_root(found.value, ply));
        if let Some(found) = found
            && !PV
            && settles(found.bound, known, beta)
        {
            return known;
        }
        let top = alpha;
        let mut best = -INFINITE;
        let mut still = UNKNOWN;
        if !in_check {
            still = match found {
                Some(found) if found.still != UNKNOWN => found.still,
                _ => self.still(),
            };
            if found.is_none()
                && let Some(mv) = self.board.mate_in_one()
            {
                let value = mate_in(ply + 1);
                self.lines[ply].push(mv);
                self.keep(key, mv, value, Bound::Exact, DEEPEST as i32, still, ply);
                return value;
            }
            best = still;
            if let Some(found) = found
                && settles(found.bound, known, still)
                && known.abs() < MATED
            {
                best = known;
            }
            if best >= beta {
                if found.is_none() {
                    self.keep(key, PieceMove::NONE, best, Bound::Lower, -1, still, ply);
                }
                return best;
            }
            alpha = alpha.max(best);
        }

        let recalled = found.and_then(|found| self.board.recall(found.mv));
        let hints = Hints {
            first: recalled.filter(|&mv| in_check || self.board.is_loud(mv)),
            killers: [PieceMove::NONE; 2],
            before: self.before(ply),
        };
        let mut moves = Moves::default();
        let mut list = Stack::list(place.above);
        let (board, history) = (&self.board, &self.history);
        if in_check {
            board.evasions(&mut moves);
            let loud = moves.iter().filter(|&mv| board.is_loud(mv));
            self.moves.add_loud(&mut list, board, history, &hints, loud);
            let quiet = moves.iter().filter(|&mv| !board.is_loud(mv));
            self.moves
                .add_quiet(&mut list, board, history, &hints, quiet);
        } else {
            board.captures(&mut moves);
            self.moves
                .add_loud(&mut list, board, history, &hints, moves.iter());
        }
        let mut best_move = PieceMove::NONE;
        let mut count = 0;
        let mut quiets = 0;
        let mut next = hints.first;
        while let Some(mv) = next.take().or_else(|| self.moves.next(&mut list, i32::MIN)) {
            if !self.board.is_safe(mv) {
                continue;
            }
            count += 1;
            let gives_check = self.board.gives_check(mv);
            if best > -MATED {
                if in_check {
                    if !self.board.is_loud(mv) {
                        quiets += 1;
                        if quiets > 2 {
                            continue;
                        }
                    }
                } else {
                    if !gives_check {
                        let hope = still + 160 + self.promise(mv);
                        if hope <= alpha {
                            best = best.max(hope);
                            continue;
                        }
                        if below < -6 && count > 3 {
                            continue;
                        }
                    }
                    if !self.board.exchange_wins(mv, 0) {
                        continue;
                    }
                }
            }
            self.play(mv, ply, gives_check);
            let window = (-beta, -alpha);
            let value = -self.quiesce::<PV>(watch, window, below - 1, place.below(&list, false));
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
        }
        if in_check && count == 0 {
            return -mate_in(ply);
        }
        let bound = match best {
            _ if best >= beta => Bound::Lower,
            _ if PV && best > top => Bound::Exact,
            _ => Bound::Upper,
        };
        self.keep(key, best_move, best, bound, 0, still, ply);
        best
    }

    /// The most that a capture or promotion wins at once.
    #[inline]
    fn promise(&self, mv: PieceMove) -> i32 {
        let taken = Board::worth(self.board.at(mv.to()).piece_type());
        match mv.from() {
            Some(from) if mv.is_promotion() => {
                let before = self.board.at(from).piece_type();
                taken + Board::worth(mv.piece().piece_type()) - Board::worth(before)
            }
            _ => taken,
        }
    }
}
