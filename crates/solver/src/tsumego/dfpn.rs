//! Depth-first proof-number search.
//!
//! After A. Nagai, *Df-pn algorithm for searching AND/OR trees and its applications* (2002); with the
//! wider thresholds of J. Pawlewicz and Ł. Lew, *Improving depth-first PN-search: 1 + ε trick* (2006), and
//! with T. Ueda and others' weak proof numbers (*Weak proof-number search*, 2008): where numbers would
//! be added, the largest is taken and each further child counts one, because the children of a position
//! of Go share most of what follows.
//!
//! One side is the *prover*. A repetition counts against him, whoever brought it about. So a proof is a
//! strategy in which no position comes twice: it does not depend on how its positions were reached, holds
//! under superko, and may be kept in the table without further ado. A disproof can depend on the path
//! (the graph-history interaction of A. Kishimoto and M. Müller, *A solution to the GHI problem for
//! depth-first proof-number search*, 2005). One that rests on a repetition of an earlier position of the
//! path is kept with that path and holds for no other. And no disproof is a result: it says that there is
//! no proof without repetitions, and the other side has to prove its own case in a search of its own.

use std::time::Instant;

use super::field::Field;
use super::keys;
use super::life;
use super::order;
use super::state::{Act, Side, State};
use super::table::{INFINITE, Known, Table};

/// No line of play is followed further than this.
const DEEPEST: usize = 160;

/// What a search may cost.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget {
    pub(super) nodes: u64,
    pub(super) until: Instant,
}

/// What a search found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Finding {
    /// The prover wins.
    Proved,
    /// No proof was found, and there is none but perhaps through repetitions.
    Failed,
    /// The budget ran out.
    Unknown,
}

#[derive(Clone, Copy)]
struct Child {
    act: Act,
    state: State,
    key: u128,
    numbers: Numbers,
}

/// What is known of a position on the present path.
#[derive(Clone, Copy, Debug)]
struct Numbers {
    proof: u32,
    disproof: u32,
    /// The first position of the path that a disproof rests on being repeated; none is beyond the path.
    rests: usize,
}

impl Numbers {
    const PROVED: Self = Self::open(0, INFINITE);
    const DISPROVED: Self = Self::open(INFINITE, 0);

    const fn open(proof: u32, disproof: u32) -> Self {
        Self {
            proof,
            disproof,
            rests: usize::MAX,
        }
    }
}

/// A search for one prover.
pub(super) struct Search<'a> {
    field: &'a Field,
    table: &'a mut Table,
    prover: Side,
    budget: Budget,
    nodes: u64,
    path: Vec<u128>,
    /// All keys of the path together.
    trail: u32,
    /// How many positions of the path have each value of some bits of their key.
    marks: Vec<u8>,
    children: Vec<Child>,
    out: bool,
}

/// The proof number of a position that another path disproved.
const DOUBTFUL: u32 = 8;
/// How many positions the simulation of a proof may visit.
const SIMULATED: u32 = 2000;

const MARKS: usize = 1 << 12;

impl<'a> Search<'a> {
    pub(super) fn new(
        field: &'a Field,
        table: &'a mut Table,
        prover: Side,
        budget: Budget,
    ) -> Self {
        Self {
            field,
            table,
            prover,
            budget,
            nodes: 0,
            path: Vec::new(),
            trail: 0,
            marks: vec![0; MARKS],
            children: Vec::new(),
            out: false,
        }
    }

    /// How many positions were searched.
    pub(super) const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the prover wins here.
    pub(super) fn run(&mut self, state: &State) -> Finding {
        match life::winner(self.field, state) {
            Some(side) if side == self.prover => return Finding::Proved,
            Some(_) => return Finding::Failed,
            None => {}
        }
        let key = keys::key(state);
        let found = self.descend(state, key, INFINITE, INFINITE);
        match (found.proof, found.disproof) {
            (0, _) => Finding::Proved,
            (_, 0) => Finding::Failed,
            _ => Finding::Unknown,
        }
    }

    /// Searches a position until its numbers reach a threshold.
    fn descend(&mut self, state: &State, key: u128, proof: u32, disproof: u32) -> Numbers {
        self.nodes += 1;
        let before = self.nodes;
        if self.nodes >= self.budget.nodes
            || (self.nodes & 0x3ff == 0 && Instant::now() >= self.budget.until)
        {
            self.out = true;
            return Numbers::open(1, 1);
        }
        let own = state.turn == self.prover;
        let first = self.children.len();
        let depth = self.path.len();
        let trail = self.trail;
        self.path.push(key);
        self.trail ^= key as u32;
        self.marks[key as usize % MARKS] += 1;
        self.expand(state, key);
        let last = self.children.len();
        let result = loop {
            let sums = self.sums(first, last, own);
            let (mut now, best) = (sums.numbers, sums.best);
            let over = now.proof >= proof || now.disproof >= disproof;
            if now.proof == 0 || now.disproof == 0 || over || self.out {
                // A repetition of this very position happens below it, whatever came before.
                if now.rests >= depth {
                    now.rests = usize::MAX;
                }
                let act = best.map(|i| self.children[i].act);
                let path = if now.rests == usize::MAX {
                    0
                } else {
                    trail | 1
                };
                self.remember(key, now, act, before, path);
                break now;
            }
            let Some(best) = best else { break now };
            let child = self.children[best];
            // 1 + ε: stay with a child until it is clearly worse than the next best.
            let wider = |second: u32| second.saturating_add(1 + second / 4).min(INFINITE);
            let others = sums.open.saturating_sub(1);
            let (p, d) = if own {
                (
                    proof.min(wider(sums.second)),
                    disproof.saturating_sub(others),
                )
            } else {
                (
                    proof.saturating_sub(others),
                    disproof.min(wider(sums.second)),
                )
            };
            let (p, d) = (
                p.max(child.numbers.proof + 1),
                d.max(child.numbers.disproof + 1),
            );
            let found = self.descend(&child.state, child.key, p, d);
            self.children[best].numbers = found;
            if found.proof == 0 && !own {
                self.spread(first, last, &child);
            }
        };
        self.marks[key as usize % MARKS] -= 1;
        self.trail = trail;
        self.path.pop();
        self.children.truncate(first);
        result
    }

    /// Tries to refute the other moves as one was refuted.
    fn spread(&mut self, first: usize, last: usize, proved: &Child) {
        for i in first..last {
            let child = self.children[i];
            let known = child.numbers;
            if known.proof != 0 && known.disproof != 0 && child.act != proved.act {
                let mut left = SIMULATED;
                let [state, model] = [(child.state, child.key), (proved.state, proved.key)];
                if self.simulate(state, model, 0, &mut left) {
                    self.children[i].numbers = Numbers::PROVED;
                }
            }
        }
    }

    /// Whether the proof of a position proves another: the same replies, move by move.
    ///
    /// After Y. Kawano, *Using similar positions to search game trees* (1996). What it finds rests on
    /// proofs that were complete before, so it is a proof as good as any.
    fn simulate(
        &mut self,
        (state, key): (State, u128),
        (model, model_key): (State, u128),
        depth: usize,
        left: &mut u32,
    ) -> bool {
        if let Some(known) = self.table.get(key)
            && (known.proof == 0 || known.disproof == 0)
        {
            return known.proof == 0;
        }
        if let Some(side) = life::winner(self.field, &state) {
            return side == self.prover;
        }
        if *left == 0 || depth > DEEPEST / 2 || self.repeated(key).is_some() {
            return false;
        }
        *left -= 1;
        self.nodes += 1;
        let before = self.nodes;
        let mut played = None;
        if state.turn == self.prover {
            let Some(known) = self.table.get(model_key) else {
                return false;
            };
            let Some(act) = known.act.filter(|_| known.proof == 0) else {
                return false;
            };
            let field = self.field;
            let (Some(next), Some(next_model)) = (state.after(field, act), model.after(field, act))
            else {
                return false;
            };
            let next = (next, keys::next(&state, key, &next));
            let next_model = (next_model, keys::next(&model, model_key, &next_model));
            if !self.simulate(next, next_model, depth + 1, left) {
                return false;
            }
            played = Some(act);
        } else {
            let field = self.field;
            for (act, next) in state.moves(field) {
                let Some(next_model) = model.after(field, act) else {
                    return false;
                };
                let next = (next, keys::next(&state, key, &next));
                let next_model = (next_model, keys::next(&model, model_key, &next_model));
                if !self.simulate(next, next_model, depth + 1, left) {
                    return false;
                }
            }
        }
        self.remember(key, Numbers::PROVED, played, before, 0);
        true
    }

    fn remember(&mut self, key: u128, numbers: Numbers, act: Option<Act>, before: u64, path: u32) {
        if self.out && numbers.proof != 0 {
            return;
        }
        let work = u32::try_from(self.nodes - before + 1).unwrap_or(u32::MAX - 1);
        let earlier = self.table.get(key).map_or(0, |known| known.work);
        self.table.put(
            key,
            Known {
                proof: numbers.proof,
                disproof: numbers.disproof,
                act,
                work: work.saturating_add(earlier).min(u32::MAX - 1),
                path,
            },
        );
    }

    /// Adds the children of a position, which is the last of the path.
    fn expand(&mut self, state: &State, key: u128) {
        let field = self.field;
        let first = self.children.len();
        for (act, next) in state.moves(field) {
            let next_key = keys::next(state, key, &next);
            self.children.push(Child {
                act,
                state: next,
                key: next_key,
                numbers: Numbers::open(1, 1),
            });
        }
        // All reads of the table are begun before the first is needed: they are what takes the time.
        let keys = self.children[first..].iter().map(|child| child.key);
        std::hint::black_box(keys.fold(0, |all, key| all ^ self.table.touch(key)));
        for i in first..self.children.len() {
            let child = self.children[i];
            let numbers = self.first_look(state, child.act, &child.state, child.key);
            self.children[i].numbers = numbers;
            let decides = match state.turn == self.prover {
                true => numbers.proof == 0,
                false => numbers.disproof == 0 && numbers.rests == usize::MAX,
            };
            if decides {
                self.children.swap(first, i);
                self.children.truncate(first + 1);
                return;
            }
        }
    }

    fn first_look(&self, state: &State, act: Act, next: &State, key: u128) -> Numbers {
        if self.path.len() >= DEEPEST {
            return Numbers {
                rests: 0,
                ..Numbers::DISPROVED
            };
        }
        if let Some(rests) = self.repeated(key) {
            return Numbers {
                rests,
                ..Numbers::DISPROVED
            };
        }
        if let Some(known) = self.table.get(key) {
            return match known.path {
                0 => Numbers::open(known.proof, known.disproof),
                // The same positions came before; which of them it rests on is not known any more.
                path if path == self.trail | 1 => Numbers {
                    rests: 0,
                    ..Numbers::DISPROVED
                },
                _ => Numbers::open(DOUBTFUL, 1),
            };
        }
        match life::winner(self.field, next) {
            Some(side) if side == self.prover => Numbers::PROVED,
            Some(_) => Numbers::DISPROVED,
            None => {
                let (proof, disproof) = order::guess(self.field, state, act, next, self.prover);
                Numbers::open(proof, disproof)
            }
        }
    }

    /// Where on the path a position was.
    fn repeated(&self, key: u128) -> Option<usize> {
        if self.marks[key as usize % MARKS] == 0 {
            return None;
        }
        self.path.iter().position(|&other| other == key)
    }

    fn sums(&self, first: usize, last: usize, own: bool) -> Sums {
        let mut best = None;
        let (mut least, mut second) = (INFINITE, INFINITE);
        let (mut most, mut open) = (0, 0);
        // A disproof rests on those of all moves of the prover, or on one of the other side's.
        let (mut all, mut one) = (usize::MAX, 0);
        for i in first..last {
            let numbers = &self.children[i].numbers;
            // The smaller number decides who is looked at, the larger ones add up.
            let (small, large) = match own {
                true => (numbers.proof, numbers.disproof),
                false => (numbers.disproof, numbers.proof),
            };
            if numbers.disproof == 0 {
                all = all.min(numbers.rests);
                one = one.max(numbers.rests);
            }
            if small < least || best.is_none() {
                second = least;
                least = small;
                best = Some(i);
            } else if small < second {
                second = small;
            }
            if large > 0 {
                open += 1;
                most = most.max(large);
            }
        }
        let sum = match (most, open) {
            (_, 0) => 0,
            (INFINITE.., _) => INFINITE,
            (most, open) => (most + open - 1).min(INFINITE - 1),
        };
        let (proof, disproof, rests) = match own {
            true => (least, sum, all),
            false => (sum, least, one),
        };
        let numbers = Numbers {
            proof,
            disproof,
            rests: if disproof == 0 { rests } else { usize::MAX },
        };
        Sums {
            numbers,
            best,
            second,
            open,
        }
    }
}

/// What the children of a position come to.
struct Sums {
    numbers: Numbers,
    best: Option<usize>,
    second: u32,
    open: u32,
}
