//! The moves of a position in a search: what they come to together, and which need no search.

use super::field::{Bits, Field};
use super::state::{Act, Side, State};
use super::table::INFINITE;
use super::zone;

/// A move and what is known of the position that it leads to.
#[derive(Clone, Copy)]
pub(super) struct Child {
    pub(super) act: Act,
    pub(super) state: State,
    pub(super) key: u128,
    pub(super) numbers: Numbers,
    /// The zone that a result rests on (see `zone`).
    pub(super) zone: Bits,
}

/// The numbers of a position on the present path.
#[derive(Clone, Copy, Debug)]
pub(super) struct Numbers {
    pub(super) proof: u32,
    pub(super) disproof: u32,
    /// The first position of the path that a disproof rests on being repeated; none is beyond the path.
    pub(super) rests: usize,
}

impl Numbers {
    pub(super) const PROVED: Self = Self::open(0, INFINITE);
    pub(super) const DISPROVED: Self = Self::open(INFINITE, 0);

    pub(super) const fn open(proof: u32, disproof: u32) -> Self {
        Self {
            proof,
            disproof,
            rests: usize::MAX,
        }
    }

    /// Decided in favour of the prover or against him.
    pub(super) const fn decided(proved: bool) -> Self {
        match proved {
            true => Self::PROVED,
            false => Self::DISPROVED,
        }
    }

    /// True if there is a result.
    pub(super) const fn is_decided(&self) -> bool {
        self.proof == 0 || self.disproof == 0
    }

    /// True if there is a result that no other path would change.
    pub(super) const fn is_firm(&self) -> bool {
        self.is_decided() && self.rests == usize::MAX
    }
}

impl Child {
    const fn bit(&self) -> Bits {
        match self.act {
            Act::Play(bit) => 1 << bit,
            Act::Pass => 0,
        }
    }

    /// The zone that the result of the move rests on, seen from before the move.
    fn reach(&self, field: &Field, before: &State) -> Bits {
        let mover = before.turn;
        let takes = self.state.stones(mover.other()) != before.stones(mover.other());
        match takes {
            true => zone::close(field, &self.state, self.zone | self.bit()) | self.bit(),
            false => self.zone | self.bit(),
        }
    }
}

/// The zone of a position that is decided for a side, from those of its moves.
pub(super) fn zone(
    field: &Field,
    state: &State,
    children: &[Child],
    winner: Side,
    proved: bool,
) -> Bits {
    let joint = if state.turn == winner {
        let wins = |child: &&Child| {
            let decided = match proved {
                true => child.numbers.proof == 0,
                false => child.numbers.disproof == 0,
            };
            decided && child.numbers.is_firm()
        };
        children.iter().find(wins).map(|child| {
            // With the stone that was played, so that it has its liberties in both positions.
            zone::close(field, &child.state, child.zone | child.bit())
        })
    } else {
        refuted(field, state, children, winner)
    };
    joint.map_or(field.mask, |joint| finish(field, state, joint, winner))
}

fn finish(field: &Field, state: &State, zone: Bits, winner: Side) -> Bits {
    match winner {
        Side::Attacker => zone::close(field, state, zone),
        Side::Defender => {
            let guarded = zone::guard(field, state, zone);
            zone::close(field, state, guarded)
        }
    }
}

/// The zone in which all moves of the loser are refuted; `None` if some are still open.
fn refuted(field: &Field, state: &State, children: &[Child], winner: Side) -> Option<Bits> {
    let firm = |child: &&Child| child.numbers.is_firm();
    let pass = children.iter().find(|child| child.act == Act::Pass);
    if let Some(pass) = pass {
        // What does not touch the refutation of a pass is refuted by it.
        let start = Some(pass).filter(firm)?.zone;
        let mut joint = start;
        for child in children {
            if child.bit() & start != 0 {
                joint |= Some(child).filter(firm)?.reach(field, state);
            }
        }
        return Some(joint);
    }
    if winner == Side::Attacker {
        return None;
    }
    let least = children
        .iter()
        .filter(firm)
        .min_by_key(|child| child.zone.count_ones());
    let start = least.map_or(0, |child| child.zone);
    let mut joint = finish(field, state, start, winner);
    loop {
        let mut more = joint;
        for child in children {
            if child.bit() & joint != 0 {
                more |= Some(child).filter(firm)?.reach(field, state);
            }
        }
        if more == joint {
            return Some(joint);
        }
        joint = finish(field, state, more, winner);
    }
}

/// Decides the moves that one of them, just refuted, refutes too.
pub(super) fn prune(field: &Field, state: &State, children: &mut [Child], at: usize, proved: bool) {
    let child = children[at];
    if !child.numbers.is_firm() {
        return;
    }
    let taken = child.state.stones(state.turn.other()) != state.stones(state.turn.other());
    if child.bit() & child.zone == 0 && !taken {
        for other in children.iter_mut() {
            if !other.numbers.is_decided()
                && other.act != Act::Pass
                && other.bit() & child.zone == 0
            {
                other.numbers = Numbers::decided(proved);
                other.zone = child.zone;
            }
        }
    }
    if child.state.turn == Side::Attacker {
        return;
    }
    // The attacker's moves: those outside of a zone in which all are refuted are answered by a pass.
    if children.iter().all(|child| child.numbers.is_decided()) {
        return;
    }
    if let Some(zone) = refuted(field, state, children, Side::Defender) {
        for other in children.iter_mut() {
            if !other.numbers.is_decided() {
                other.numbers = Numbers::decided(proved);
                other.zone = zone;
            }
        }
    }
}

/// The sums of the moves of a position.
pub(super) struct Sums {
    pub(super) numbers: Numbers,
    pub(super) best: Option<usize>,
    pub(super) second: u32,
    pub(super) open: u32,
}

impl Sums {
    /// Of all moves; `own` if they are the prover's.
    pub(super) fn of(children: &[Child], own: bool) -> Self {
        let mut best = None;
        let (mut least, mut second) = (INFINITE, INFINITE);
        let (mut most, mut open) = (0, 0);
        // A disproof rests on those of all moves of the prover, or on one of the other side's.
        let (mut all, mut one) = (usize::MAX, 0);
        for (i, child) in children.iter().enumerate() {
            let numbers = &child.numbers;
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
        Self {
            numbers,
            best,
            second,
            open,
        }
    }
}
