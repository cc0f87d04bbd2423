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
//! under superko, and may be kept in the table as it is. A disproof can depend on the path
//! (the graph-history interaction of A. Kishimoto and M. Müller, *A solution to the GHI problem for
//! depth-first proof-number search*, 2005). One that rests on a repetition of an earlier position of the
//! path is kept with that path and holds for no other. And no disproof is a result: it says that there is
//! no proof without repetitions, and the other side has to prove its own case in a search of its own.

use std::time::Instant;

use super::children::{self, Child, Numbers, Sums};
use super::field::{Bits, Field};
use super::keys;
use super::life;
use super::order;
use super::state::{Act, Side, State};
use super::table::{INFINITE, Known, Table};

/// No line of play is followed further than this.
pub(super) const DEEPEST: usize = 160;

/// The budget of a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget {
    pub(super) nodes: u64,
    pub(super) until: Instant,
}

/// The finding of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Finding {
    /// The prover wins.
    Proved,
    /// No proof was found, and there is none but perhaps through repetitions.
    Failed,
    /// The budget ran out.
    Unknown,
}

/// A search for one prover.
pub(super) struct Search<'a> {
    pub(super) field: &'a Field,
    pub(super) table: &'a mut Table,
    pub(super) prover: Side,
    budget: Budget,
    pub(super) nodes: u64,
    path: Vec<u128>,
    /// All keys of the path together.
    trail: u16,
    /// The number of positions of the path that have each value of some bits of their key.
    marks: Vec<u8>,
    pub(super) children: Vec<Child>,
    out: bool,
}

/// The proof number of a position that another path disproved.
const DOUBTFUL: u32 = 8;

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

    /// The number of positions that were searched.
    pub(super) const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Tests if the prover wins here.
    pub(super) fn run(&mut self, state: &State) -> Finding {
        match life::winner(self.field, state) {
            Some(side) if side == self.prover => return Finding::Proved,
            Some(_) => return Finding::Failed,
            None => {}
        }
        let key = keys::key(self.field, self.prover, state);
        let (found, _) = self.descend(state, key, INFINITE, INFINITE);
        match (found.proof, found.disproof) {
            (0, _) => Finding::Proved,
            (_, 0) => Finding::Failed,
            _ => Finding::Unknown,
        }
    }

    /// Searches a position until its numbers reach a threshold.
    fn descend(&mut self, state: &State, key: u128, proof: u32, disproof: u32) -> (Numbers, Bits) {
        self.nodes += 1;
        let before = self.nodes;
        if self.nodes >= self.budget.nodes
            || (self.nodes & 0x3ff == 0 && Instant::now() >= self.budget.until)
        {
            self.out = true;
            return (Numbers::open(1, 1), 0);
        }
        let own = state.turn == self.prover;
        let first = self.children.len();
        let depth = self.path.len();
        let trail = self.trail;
        self.path.push(key);
        self.trail ^= key as u16;
        self.marks[key as usize % MARKS] += 1;
        self.expand(state, key);
        let last = self.children.len();
        let result = loop {
            let sums = Sums::of(&self.children[first..last], own);
            let (mut now, best) = (sums.numbers, sums.best.map(|i| first + i));
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
                let zone = self.zone(state, first, last, &now);
                self.remember(key, (now, zone), act, before, path);
                break (now, zone);
            }
            let Some(best) = best else { break (now, 0) };
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
            let (found, zone) = self.descend(&child.state, child.key, p, d);
            self.children[best].numbers = found;
            self.children[best].zone = zone;
            let refuted = match own {
                true => found.disproof == 0,
                false => found.proof == 0,
            };
            if refuted {
                let children = &mut self.children[first..last];
                children::prune(self.field, state, children, best - first, !own);
                if !own {
                    self.spread(first, last, best);
                }
            }
        };
        self.marks[key as usize % MARKS] -= 1;
        self.trail = trail;
        self.path.pop();
        self.children.truncate(first);
        result
    }

    /// The zone that the result of a position rests on, if there is one.
    fn zone(&self, state: &State, first: usize, last: usize, now: &Numbers) -> Bits {
        if !now.is_decided() {
            return 0;
        }
        let winner = match now.proof == 0 {
            true => self.prover,
            false => self.prover.other(),
        };
        let children = &self.children[first..last];
        children::zone(self.field, state, children, winner, now.proof == 0)
    }

    pub(super) fn remember(
        &mut self,
        key: u128,
        (numbers, zone): (Numbers, Bits),
        act: Option<Act>,
        before: u64,
        path: u16,
    ) {
        if self.out && numbers.proof != 0 {
            return;
        }
        let work = u32::try_from(self.nodes - before + 1).unwrap_or(u32::MAX - 1);
        let earlier = self.table.get(key).map_or(0, |known| known.work);
        self.table.put(
            key,
            &Known {
                proof: numbers.proof,
                disproof: numbers.disproof,
                zone,
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
                zone: 0,
            });
        }
        // All reads of the table are begun before the first is needed: they are what takes the time.
        let keys = self.children[first..].iter().map(|child| child.key);
        std::hint::black_box(keys.fold(0, |all, key| all ^ self.table.touch(key)));
        let own = state.turn == self.prover;
        let mut refuted = false;
        for i in first..self.children.len() {
            let child = self.children[i];
            let (numbers, zone) = self.first_look(state, child.act, &child.state, child.key);
            self.children[i].numbers = numbers;
            self.children[i].zone = zone;
            let (wins, loses) = match own {
                true => (numbers.proof == 0, numbers.disproof == 0),
                false => (numbers.disproof == 0, numbers.proof == 0),
            };
            if wins && numbers.is_firm() {
                self.children.swap(first, i);
                self.children.truncate(first + 1);
                return;
            }
            refuted |= loses && numbers.is_firm();
        }
        if refuted {
            let children = &mut self.children[first..];
            for i in 0..children.len() {
                if children[i].numbers.is_firm() {
                    children::prune(field, state, children, i, !own);
                }
            }
        }
    }

    fn first_look(&mut self, state: &State, act: Act, next: &State, key: u128) -> (Numbers, Bits) {
        let everything = self.field.mask;
        let repeats = |rests: usize| {
            let numbers = Numbers {
                rests,
                ..Numbers::DISPROVED
            };
            (numbers, everything)
        };
        if self.path.len() >= DEEPEST {
            return repeats(0);
        }
        if let Some(rests) = self.repeated(key) {
            return repeats(rests);
        }
        if let Some(known) = self.table.get(key) {
            return match known.path {
                0 => (Numbers::open(known.proof, known.disproof), known.zone),
                // The same positions came before; which of them it rests on is not known any more.
                path if path == self.trail | 1 => repeats(0),
                _ => (Numbers::open(DOUBTFUL, 1), 0),
            };
        }
        if let Some(glance) = self.table.glance(key) {
            return (Numbers::open(glance.proof, glance.disproof), glance.zone());
        }
        let (numbers, zone) = match life::settled(self.field, next) {
            Some((side, zone)) => (Numbers::decided(side == self.prover), zone),
            None => {
                let (proof, disproof) = order::guess(self.field, state, act, next, self.prover);
                (Numbers::open(proof, disproof), 0)
            }
        };
        let Numbers {
            proof, disproof, ..
        } = numbers;
        self.table.notice(key, proof, disproof, zone);
        (numbers, zone)
    }

    /// The place on the path of a position that was there before.
    pub(super) fn repeated(&self, key: u128) -> Option<usize> {
        if self.marks[key as usize % MARKS] == 0 {
            return None;
        }
        self.path.iter().position(|&other| other == key)
    }
}
