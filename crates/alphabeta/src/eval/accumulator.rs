//! The sums of the network's first layer along a line of moves, brought up to date when a value is wanted.

use std::sync::Arc;

use tengen_game::Color;
use tengen_shogi::{Board, Change};

use super::Evaluate;
use super::features::{Step, of_board};
use super::isa::Isa;
use super::kernel::update;
use super::network::{Network, Row};

/// The sums after a move, and what the move changed.
#[derive(Clone)]
struct Level {
    sums: [Row; 2],
    steps: [Step; 2],
    ready: bool,
}

/// See the module's head.
#[derive(Clone)]
pub struct Accumulator {
    network: Arc<Network>,
    isa: Isa,
    levels: Vec<Level>,
    top: usize,
}

impl Accumulator {
    /// An evaluation by a network, with the best instructions of this CPU.
    #[must_use]
    pub fn new(network: Arc<Network>) -> Self {
        Self::with(network, Isa::best())
    }

    /// The same with these instructions.
    #[must_use]
    pub fn with(network: Arc<Network>, isa: Isa) -> Self {
        let level = Level {
            sums: [network.bias.clone(), network.bias.clone()],
            steps: Default::default(),
            ready: false,
        };
        Self {
            network,
            isa,
            levels: vec![level; 192],
            top: 0,
        }
    }

    fn push(&mut self, steps: [Step; 2]) {
        self.top += 1;
        if self.top == self.levels.len() {
            self.levels.push(self.levels[0].clone());
        }
        let level = &mut self.levels[self.top];
        level.steps = steps;
        level.ready = false;
    }

    /// Brings the sums up to date.
    #[inline]
    fn catch_up(&mut self) {
        let ready = (0..=self.top)
            .rev()
            .find(|&n| self.levels[n].ready)
            .unwrap_or(0);
        for n in ready + 1..=self.top {
            let (below, above) = self.levels.split_at_mut(n);
            let (before, now) = (&below[n - 1], &mut above[0]);
            for view in 0..2 {
                let row = |&feature: &u16| &self.network.rows[usize::from(feature)];
                let rows = |features: &[u16]| {
                    let mut two = features.iter().map(row);
                    [two.next(), two.next()]
                };
                let step = &now.steps[view];
                let (gone, come) = (rows(step.ended()), rows(step.begun()));
                update(
                    self.isa,
                    &before.sums[view],
                    &mut now.sums[view],
                    gone,
                    come,
                );
            }
            now.ready = true;
        }
    }
}

impl Evaluate for Accumulator {
    fn start(&mut self, board: &Board) {
        self.top = 0;
        let level = &mut self.levels[0];
        for (view, sums) in Color::BOTH.into_iter().zip(&mut level.sums) {
            *sums = self.network.bias.clone();
            of_board(board, view, |feature| {
                let row = &self.network.rows[feature];
                for (sum, &weight) in sums.0.iter_mut().zip(&row.0) {
                    *sum = sum.wrapping_add(weight);
                }
            });
        }
        level.ready = true;
    }

    #[inline]
    fn play(&mut self, change: &Change) {
        self.push(Color::BOTH.map(|view| Step::new(change, view)));
    }

    fn play_null(&mut self) {
        self.push(Default::default());
    }

    #[inline]
    fn undo(&mut self) {
        self.top -= 1;
    }

    #[inline]
    fn value(&mut self, board: &Board) -> i32 {
        self.catch_up();
        let [black, white] = &self.levels[self.top].sums;
        let sums = match board.turn() {
            Color::Black => [black, white],
            Color::White => [white, black],
        };
        self.network.value(self.isa, sums)
    }
}

#[cfg(test)]
mod tests {
    use tengen_game::Rng;

    use super::*;
    use crate::chance::walk;
    use crate::eval::network::tests::drawn;

    #[test]
    fn all_instructions_agree_move_by_move_and_from_scratch() {
        let network = Arc::new(drawn(3));
        let all = Isa::all();
        assert_eq!(all.last(), Some(&Isa::Plain));
        let with = |&isa: &Isa| Accumulator::with(network.clone(), isa);
        let mut following: Vec<Accumulator> = all.iter().map(with).collect();
        let mut rng = Rng::new(4);
        let mut values = std::collections::BTreeSet::new();
        walk(12, |board, mv| {
            let change = board.change(mv);
            let mut scratch = Accumulator::with(network.clone(), Isa::Plain);
            scratch.start(board);
            let expected = scratch.value(board);
            let sums = scratch.levels[0].sums.clone();
            values.insert(expected);
            let asked = rng.below(3) > 0;
            for eval in &mut following {
                if board.ply() == 1 {
                    eval.start(board);
                }
                // Values are wanted after some moves only, so that several are caught up with.
                if asked {
                    assert_eq!(eval.value(board), expected, "{:?} {board:?}", eval.isa);
                    assert!(
                        eval.levels[eval.top].sums == sums,
                        "{:?} {board:?}",
                        eval.isa
                    );
                }
                if !board.in_check() {
                    let mut passed = board.clone();
                    passed.play_null();
                    scratch.start(&passed);
                    eval.play_null();
                    assert_eq!(eval.value(&passed), scratch.value(&passed));
                    eval.undo();
                }
                let mut next = board.clone();
                next.play(mv);
                eval.play(&change);
                scratch.start(&next);
                assert_eq!(eval.value(&next), scratch.value(&next), "{:?}", eval.isa);
                eval.undo();
                if asked {
                    assert_eq!(eval.value(board), expected);
                }
                eval.play(&change);
            }
        });
        assert!(values.len() > 500, "the values do not tell boards apart");
    }
}
