//! Proofs of mate by checks alone: a depth-first search by proof numbers (df-pn; Nagai, 2002).
//!
//! A number is how many leaves would at least have to be settled to prove a mate, or that there is none. Instead of sums
//! over children the largest number is taken, plus one for each other child that is open (Ueda et al., weak proof numbers,
//! 2008): sums count what transposes many times, and an answer that is put between king and attacker on each of seven
//! squares seven times.
//!
//! A position that comes again on the same line fails its attacker. Such a failure holds on this line alone, so that "no
//! mate" is only claimed where none was met.

use std::sync::atomic::{AtomicBool, Ordering};

use tengen_shogi::{Board, Move, Moves, PieceMove};

/// More than any number.
const ENDLESS: u32 = 100_000_000;
/// The most plies of a line.
const LONGEST: usize = 400;

/// What became of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mate {
    /// The side to move mates, by this line.
    Found(Vec<Move>),
    /// It does not, by checks alone.
    None,
    /// The search was not allowed to find out.
    Open,
}

/// What is known of a position.
#[derive(Clone, Copy, Default)]
struct Entry {
    key: u64,
    proof: u32,
    disproof: u32,
    /// Plies to the mate, where there is one.
    length: u16,
    /// About how many positions the numbers cost.
    effort: u16,
}

/// The numbers of a position.
#[derive(Clone, Copy)]
struct Numbers {
    proof: u32,
    disproof: u32,
    length: u16,
}

impl Numbers {
    const UNKNOWN: Self = Self {
        proof: 1,
        disproof: 1,
        length: 0,
    };
    const NONE: Self = Self {
        proof: ENDLESS,
        disproof: 0,
        length: 0,
    };

    const fn mate(length: u16) -> Self {
        Self {
            proof: 0,
            disproof: ENDLESS,
            length,
        }
    }
}

struct Child {
    mv: PieceMove,
    key: u64,
    /// True if it is on the line already.
    again: bool,
}

/// A solver with its table.
pub struct Solver {
    table: Vec<[Entry; 2]>,
    board: Board,
    path: Vec<u64>,
    nodes: u64,
    most: u64,
    /// True if a position came again on a line.
    cycled: bool,
    halted: bool,
}

impl Solver {
    /// A solver whose table takes so many MiB.
    #[must_use]
    pub fn new(mebibytes: usize) -> Self {
        let count = (mebibytes.max(1) << 20) / size_of::<[Entry; 2]>();
        Self {
            table: vec![Default::default(); count],
            board: Board::start(),
            path: Vec::new(),
            nodes: 0,
            most: 0,
            cycled: false,
            halted: false,
        }
    }

    /// Positions that the last question took.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the side to move mates by checks, with so many positions at most; `stop` ends the search.
    pub fn solve(&mut self, board: &Board, nodes: u64, stop: &AtomicBool) -> Mate {
        self.table.fill(Default::default());
        self.board = board.alone();
        self.nodes = 0;
        self.most = nodes;
        self.cycled = false;
        self.halted = false;
        self.path.clear();
        let numbers = self.search(ENDLESS - 1, ENDLESS - 1, true, stop);
        if numbers.proof == 0 {
            return Mate::Found(self.line(stop));
        }
        match numbers.disproof == 0 && !self.cycled && !self.halted {
            true => Mate::None,
            false => Mate::Open,
        }
    }

    fn slot(&self, key: u64) -> usize {
        ((u128::from(key) * self.table.len() as u128) >> 64) as usize
    }

    fn find(&self, key: u64) -> Option<Numbers> {
        let slot = self.table[self.slot(key)];
        let entry = slot
            .iter()
            .find(|entry| entry.key == key && entry.effort > 0)?;
        Some(Numbers {
            proof: entry.proof,
            disproof: entry.disproof,
            length: entry.length,
        })
    }

    fn keep(&mut self, key: u64, numbers: Numbers, effort: u64) {
        let slot = self.slot(key);
        let slot = &mut self.table[slot];
        let place = match slot.iter().position(|entry| entry.key == key) {
            Some(place) => place,
            None => usize::from(slot[1].effort < slot[0].effort),
        };
        slot[place] = Entry {
            key,
            proof: numbers.proof,
            disproof: numbers.disproof,
            length: numbers.length,
            effort: effort.clamp(1, 65_535) as u16,
        };
    }

    /// What is known of a child at once; the board is that of the child.
    fn look(&mut self, key: u64, attacks: bool) {
        if self.find(key).is_some() {
            return;
        }
        // The side to move is the other one now.
        let numbers = match attacks {
            true if self.board.is_mated() => Numbers::mate(0),
            false if self.board.mate_in_one().is_some() => Numbers::mate(1),
            _ => Numbers::UNKNOWN,
        };
        self.keep(key, numbers, 1);
    }

    /// The children of the position.
    fn children(&mut self, attacks: bool) -> Vec<Child> {
        let mut moves = Moves::default();
        match attacks {
            true => self.board.checks(&mut moves),
            false => self.board.legal(&mut moves),
        }
        let mut children = Vec::with_capacity(moves.len());
        for mv in moves.iter() {
            self.board.play(mv);
            let key = self.board.key();
            let again = self.path.contains(&key);
            if !again {
                self.look(key, attacks);
            }
            self.board.undo(mv);
            children.push(Child { mv, key, again });
        }
        children
    }

    /// Searches until one of the numbers reaches its bound.
    fn search(&mut self, proof: u32, disproof: u32, attacks: bool, stop: &AtomicBool) -> Numbers {
        self.nodes += 1;
        if self.nodes >= self.most || (self.nodes & 255 == 0 && stop.load(Ordering::Relaxed)) {
            self.halted = true;
        }
        let key = self.board.key();
        if self.halted || self.path.len() >= LONGEST {
            return self.find(key).unwrap_or(Numbers::UNKNOWN);
        }
        let start = self.nodes;
        self.path.push(key);
        let children = self.children(attacks);
        let numbers = loop {
            let (numbers, best, second) = self.weigh(&children, attacks);
            let done = numbers.proof >= proof || numbers.disproof >= disproof || self.halted;
            let Some(best) = best.filter(|_| !done) else {
                break numbers;
            };
            let child = &children[best];
            let known = self.find(child.key).unwrap_or(Numbers::UNKNOWN);
            let mv = child.mv;
            // The child is searched until it is no longer the best, with some slack, so that the search does not jump about.
            let slack = |n: u32| n.saturating_add(n / 4).saturating_add(1).min(ENDLESS);
            let rest =
                |bound: u32, all: u32, own: u32| (bound - all).saturating_add(own).min(ENDLESS);
            let (p, d) = match attacks {
                true => (
                    proof.min(slack(second)),
                    rest(disproof, numbers.disproof, known.disproof),
                ),
                false => (
                    rest(proof, numbers.proof, known.proof),
                    disproof.min(slack(second)),
                ),
            };
            self.board.play(mv);
            self.search(
                p.max(known.proof + 1),
                d.max(known.disproof + 1),
                !attacks,
                stop,
            );
            self.board.undo(mv);
        };
        self.path.pop();
        let effort = self.nodes - start + 1;
        self.keep(key, numbers, effort);
        numbers
    }

    /// The numbers of a position by those of its children, the child to search next, and the number of the second best.
    fn weigh(&mut self, children: &[Child], attacks: bool) -> (Numbers, Option<usize>, u32) {
        // For the attacker the easiest proof counts and the hardest disproofs; for the defender it is the other way round.
        let (mut least, mut second, mut most, mut open) = (ENDLESS, ENDLESS, 0, 0);
        let mut best = None;
        let mut shortest = u16::MAX;
        let mut longest = 0;
        for (n, child) in children.iter().enumerate() {
            let numbers = match child.again {
                true => {
                    self.cycled = true;
                    Numbers::NONE
                }
                false => self.find(child.key).unwrap_or(Numbers::UNKNOWN),
            };
            let (easy, hard) = match attacks {
                true => (numbers.proof, numbers.disproof),
                false => (numbers.disproof, numbers.proof),
            };
            if numbers.proof == 0 {
                shortest = shortest.min(numbers.length + 1);
                longest = longest.max(numbers.length + 1);
            }
            if easy < least {
                second = least;
                least = easy;
                best = Some(n);
            } else {
                second = second.min(easy);
            }
            most = most.max(hard);
            open += u32::from(hard > 0);
        }
        let hardest = (most + open.saturating_sub(1)).min(ENDLESS);
        let numbers = match attacks {
            _ if children.is_empty() && attacks => Numbers::NONE,
            _ if children.is_empty() => Numbers::mate(0),
            true if least == 0 => Numbers::mate(shortest),
            true => Numbers {
                proof: least,
                disproof: hardest,
                length: 0,
            },
            false if least == 0 => Numbers::NONE,
            false if most == 0 => Numbers::mate(longest),
            false => Numbers {
                proof: hardest,
                disproof: least,
                length: 0,
            },
        };
        (numbers, best, second)
    }

    /// The line of a proved mate: the shortest that was found against the longest resistance.
    fn line(&mut self, stop: &AtomicBool) -> Vec<Move> {
        let mut line: Vec<PieceMove> = Vec::new();
        let mut attacks = true;
        self.path.clear();
        while line.len() < LONGEST {
            let mv = match (attacks, self.board.mate_in_one()) {
                (true, Some(mv)) => Some(mv),
                _ => self.pick(attacks, stop),
            };
            let Some(mv) = mv else {
                break;
            };
            self.path.push(self.board.key());
            self.board.play(mv);
            line.push(mv);
            attacks = !attacks;
        }
        line.iter().map(|mv| mv.bare()).collect()
    }

    /// The move of a proved position that belongs to its line.
    fn pick(&mut self, attacks: bool, stop: &AtomicBool) -> Option<PieceMove> {
        let children = self.children(attacks);
        let mut best: Option<(u16, PieceMove)> = None;
        for child in children.iter().filter(|child| !child.again) {
            let mut numbers = self.find(child.key).unwrap_or(Numbers::UNKNOWN);
            if numbers.proof != 0 && !attacks {
                // It was proved, and has been forgotten since.
                self.board.play(child.mv);
                (self.halted, self.most) = (false, self.nodes + 1_000_000);
                numbers = self.search(ENDLESS - 1, ENDLESS - 1, true, stop);
                self.board.undo(child.mv);
            }
            if numbers.proof != 0 {
                continue;
            }
            let better = best.is_none_or(|(length, _)| match attacks {
                true => numbers.length < length,
                false => numbers.length > length,
            });
            if better {
                best = Some((numbers.length, child.mv));
            }
        }
        best.map(|(_, mv)| mv)
    }
}
