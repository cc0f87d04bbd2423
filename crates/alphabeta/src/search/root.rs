//! The root: iterations of growing depth, the best lines, one after the other.

use tengen_shogi::{Board, Move, Moves, PieceMove};

use super::limits::Watch;
use super::node::Place;
use super::noise::Noise;
use super::order::Stack;
use super::searcher::Searcher;
use super::value::{Bound, INFINITE, is_mate};
use crate::eval::Evaluate;

/// What to search.
#[derive(Clone, Debug)]
pub struct Request<'a> {
    /// The board, with the positions that led to it.
    pub board: &'a Board,
    /// The window: values outside of it are only known to be outside.
    pub window: (i32, i32),
    /// How many of the best moves are wanted, each with its line.
    pub lines: usize,
    /// The moves of the root that are left out.
    pub excluded: &'a [Move],
    /// The first depth that is searched: later threads of a search begin deeper.
    pub from: i32,
}

impl<'a> Request<'a> {
    /// The best line of a board.
    #[must_use]
    pub const fn new(board: &'a Board) -> Self {
        Self {
            board,
            window: (-INFINITE, INFINITE),
            lines: 1,
            excluded: &[],
            from: 1,
        }
    }
}

/// A move of the root with what it leads to.
#[derive(Clone, Debug)]
pub struct Line {
    /// The moves, the root's first.
    pub moves: Vec<Move>,
    /// The value for the side to move at the root.
    pub value: i32,
    /// What is known of the value.
    pub bound: Bound,
    /// The depth of the iteration.
    pub depth: i32,
    /// The deepest ply that was looked at.
    pub deepest: usize,
}

/// What a search found.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    /// The best lines; none if there is no legal move.
    pub lines: Vec<Line>,
    /// Positions that this thread visited.
    pub nodes: u64,
    /// The last depth that was searched to its end.
    pub depth: i32,
}

impl Answer {
    /// The best move.
    #[must_use]
    pub fn best(&self) -> Option<Move> {
        self.lines.first()?.moves.first().copied()
    }

    /// Its value.
    #[must_use]
    pub fn value(&self) -> Option<i32> {
        self.lines.first().map(|line| line.value)
    }
}

/// A move of the root.
#[derive(Clone)]
struct Root {
    mv: PieceMove,
    /// Its value in this iteration.
    value: i32,
    bound: Bound,
    /// Its value in the one before.
    earlier: i32,
    line: Vec<PieceMove>,
    deepest: usize,
    depth: i32,
}

impl<E: Evaluate, N: Noise> Searcher<E, N> {
    /// Searches until the watch says to stop, and tells of each line that is found.
    pub fn think(
        &mut self,
        request: &Request<'_>,
        watch: &Watch,
        mut each: impl FnMut(&Line, usize, u64),
    ) -> Answer {
        self.begin(request.board, watch);
        let mut roots = self.roots(request);
        let mut answer = Answer::default();
        let wanted = request.lines.clamp(1, roots.len().max(1));
        let last = watch.limits().depth.clamp(1, 120);
        let mut depth = request.from.clamp(1, last);
        while depth <= last && !roots.is_empty() {
            for root in &mut roots {
                root.earlier = root.value;
            }
            for first in 0..wanted {
                self.deepest = 0;
                self.aspire(&mut roots, first, depth, request, watch);
                if self.halted {
                    break;
                }
                each(&line(&roots[first]), first, self.nodes);
            }
            let unfinished = self.halted;
            if !unfinished {
                answer.depth = depth;
            }
            if unfinished || !watch.goes_on() {
                break;
            }
            if wanted == 1 && roots[0].bound == Bound::Exact && is_mate(roots[0].value) {
                // A mate that is as near as this depth sees cannot come nearer.
                let plies = super::value::MATE - roots[0].value.abs();
                if plies <= depth {
                    break;
                }
            }
            depth += 1;
        }
        self.tell(watch);
        answer.lines = roots.iter().take(wanted).map(line).collect();
        answer.nodes = self.nodes;
        answer
    }

    /// The moves of the root, in the order of the table and of generation.
    fn roots(&mut self, request: &Request<'_>) -> Vec<Root> {
        let mut moves = Moves::default();
        self.board.legal(&mut moves);
        let table = self.table.find(self.key()).map(|found| found.mv);
        let left = moves
            .iter()
            .filter(|mv| !request.excluded.contains(&mv.bare()));
        let mut roots: Vec<Root> = left
            .map(|mv| Root {
                mv,
                value: -INFINITE,
                bound: Bound::Upper,
                earlier: -INFINITE,
                line: vec![mv],
                deepest: 0,
                depth: 0,
            })
            .collect();
        roots.sort_by_key(|root| Some(root.mv.bare()) != table);
        roots
    }

    /// Searches the roots from `first` on with a window that grows until the value is inside.
    fn aspire(
        &mut self,
        roots: &mut [Root],
        first: usize,
        depth: i32,
        request: &Request<'_>,
        watch: &Watch,
    ) {
        let (least, most) = request.window;
        let expected = roots[first].earlier;
        let mut width = 35;
        let (mut alpha, mut beta) = match depth >= 5 && expected.abs() < 3000 {
            true => ((expected - width).max(least), (expected + width).min(most)),
            false => (least, most),
        };
        if alpha >= beta {
            (alpha, beta) = (least, most);
        }
        loop {
            let value = self.root(roots, first, depth, (alpha, beta), watch);
            roots[first..].sort_by_key(|root| -root.value);
            if self.halted {
                return;
            }
            if value <= alpha && alpha > least {
                beta = (alpha + beta) / 2;
                alpha = (value - width).max(least);
            } else if value >= beta && beta < most {
                beta = (value + width).min(most);
            } else {
                return;
            }
            width += width;
            if width > 1500 {
                (alpha, beta) = (least, most);
            }
        }
    }

    /// Searches the roots from `first` on within a window.
    fn root(
        &mut self,
        roots: &mut [Root],
        first: usize,
        depth: i32,
        (mut alpha, beta): (i32, i32),
        watch: &Watch,
    ) -> i32 {
        let list = Stack::list(None);
        let place = Place {
            ply: 0,
            cut: false,
            above: None,
        };
        self.frames[0].still = match self.board.in_check() {
            true => super::table::UNKNOWN,
            false => self.still(),
        };
        self.visit(watch);
        let mut best = -INFINITE;
        for (n, root) in roots.iter_mut().enumerate().skip(first) {
            let mv = root.mv;
            let gives_check = self.board.gives_check(mv);
            let quiet = !self.board.is_loud(mv) && !gives_check;
            self.play(mv, 0, gives_check);
            let count = (n - first) as i32;
            let mut value = -INFINITE;
            let narrow = (-alpha - 1, -alpha);
            if count > 0 {
                let less = i32::from(depth >= 4 && count > 4 && quiet)
                    * (1 + i32::from(count > 20) + depth / 10);
                value =
                    -self.node::<false>(watch, narrow, depth - 1 - less, place.below(&list, true));
                if value > alpha && less > 0 {
                    let below = place.below(&list, true);
                    value = -self.node::<false>(watch, narrow, depth - 1, below);
                }
            }
            if count == 0 || value > alpha {
                let below = place.below(&list, false);
                value = -self.node::<true>(watch, (-beta, -alpha), depth - 1, below);
            }
            self.undo(mv);
            if self.halted {
                return best;
            }
            if count == 0 || value > alpha {
                root.value = value;
                root.depth = depth;
                root.deepest = self.deepest;
                root.bound = match value {
                    _ if value >= beta => Bound::Lower,
                    _ if value <= alpha => Bound::Upper,
                    _ => Bound::Exact,
                };
                root.line.clear();
                root.line.push(mv);
                root.line.extend_from_slice(&self.lines[1]);
            } else {
                root.value = -INFINITE;
            }
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    if value >= beta {
                        break;
                    }
                }
            }
        }
        best
    }
}

fn line(root: &Root) -> Line {
    Line {
        moves: root.line.iter().map(|mv| mv.bare()).collect(),
        value: root.value,
        bound: root.bound,
        depth: root.depth,
        deepest: root.deepest,
    }
}
