//! From a moment of a game to the inputs of a network: KataGo's inputs, version 7.
//!
//! Planes, bit by bit: 0 the board; 1, 2 own and opposing stones; 3–5 chains of one, two and three
//! liberties; 6 points that ko or superko forbid; 9–13 the last five moves; 14–16 stones caught in ladders now,
//! one and two moves ago; 17 moves that catch an opposing chain in a ladder; 18, 19 the areas of both sides
//! where areas count. 7, 8, 20 and 21 belong to a phase of the game after passing that is not played here.
//! Definitions follow D. J. Wu, "Accelerating self-play learning in Go", 2019, and KataGo's program.
//!
//! Read in this order: `moment` (what is known of a game), `cells` (places), `chains` (a board that takes moves back), `ladders`,
//! `area`, `globals`, and this file, which puts them together.

mod area;
mod bits;
mod cells;
mod chains;
mod globals;
mod ladders;
mod memory;
mod moment;

use tengen_go::{Move, Scoring, Suicide};

pub use bits::Bits;
pub use ladders::Ladders;
pub use moment::{InputError, Moment, RECENT, Snapshot, Terms};

use crate::features::{Features, POINTS};
use area::Areas;
use cells::Cell;
use chains::Chains;
use memory::Memory;

/// The plane of the first of the last moves.
const MOVES: usize = 9;
/// The plane of the ladders now.
const LADDERS: usize = 14;
/// The plane of the moves that catch.
const CATCHING: usize = 17;
/// The planes of the areas.
const AREAS: [usize; 2] = [18, 19];

/// Room to work in, and the ladders of positions seen before: most positions follow one that was seen, whose
/// ladders are then known.
#[derive(Clone, Debug)]
pub struct Scratch {
    chains: Chains,
    areas: Areas,
    moves: Vec<Cell>,
    memory: Memory,
}

impl Scratch {
    /// Room that remembers the ladders of about a thousand positions.
    #[must_use]
    pub fn new() -> Self {
        Self::with_memory(1024)
    }

    /// Room that remembers the ladders of so many positions (rounded up to a power of two).
    #[must_use]
    pub fn with_memory(positions: usize) -> Self {
        Self {
            chains: Chains::new(),
            areas: Areas::new(),
            moves: Vec::with_capacity(4 * POINTS),
            memory: Memory::new(positions),
        }
    }

    /// The ladders of the position that the chains hold.
    fn ladders_here(&mut self, side: usize, board: &Snapshot) -> Ladders {
        if let Some(known) = self.memory.get(side, board) {
            return known;
        }
        let ladders = ladders::read(&mut self.chains, &mut self.moves);
        self.memory.put(side, board, ladders);
        ladders
    }

    /// The ladders of any position.
    fn ladders(&mut self, side: usize, board: &Snapshot) -> Ladders {
        if let Some(known) = self.memory.get(side, board) {
            return known;
        }
        self.chains.set(side, board);
        self.ladders_here(side, board)
    }
}

impl Default for Scratch {
    fn default() -> Self {
        Self::new()
    }
}

/// The inputs of a network for a moment of a game.
#[must_use]
pub fn features(moment: &Moment, scratch: &mut Scratch) -> Features {
    let mut features = Features::new(moment.size);
    fill(moment, scratch, &mut features);
    features
}

/// Puts the inputs of a network into `features`, whatever was there.
pub fn fill(moment: &Moment, scratch: &mut Scratch, features: &mut Features) {
    let (size, turn) = (moment.size, moment.turn);
    let side = size.get();
    let board = &moment.boards[0];
    features.size = size;
    features.globals = globals::globals(moment);
    features.planes.fill(0);
    features.planes[..size.area()].fill(1);
    let planes = &mut features.planes;

    scratch.chains.set(side, board);
    let chains = &scratch.chains;
    for (bits, cell) in planes.iter_mut().zip(chains.cells()) {
        if let Some(color) = chains.color(cell) {
            let stone = if color == turn { 1 } else { 2 };
            let count = chains.count(cell);
            *bits |= 1 << stone | u32::from(count <= 3) << (2 + count.min(3));
        }
    }
    let ko = board.ko.map(usize::from);
    ko.into_iter()
        .chain(moment.bans.iter())
        .for_each(|place| mark_one(planes, place, 6));

    let mut seen = 0;
    for (i, mv) in moment.seen().enumerate() {
        seen = i + 1;
        if let Move::Play(point) = mv {
            mark_one(planes, point.index(size), MOVES + i);
        }
    }

    if moment.terms.scoring == Scoring::Area {
        let suicide = moment.terms.strict_life || moment.terms.suicide == Suicide::Allowed;
        let area = scratch.areas.of(&scratch.chains, suicide);
        mark(planes, &area[turn], AREAS[0]);
        mark(planes, &area[!turn], AREAS[1]);
    }

    let now = scratch.ladders_here(side, board);
    mark(planes, &now.caught, LADDERS);
    mark(planes, now.against(!turn), CATCHING);
    let mut past = now;
    for ago in 1..=2 {
        if seen >= ago {
            past = scratch.ladders(side, &moment.boards[ago]);
        }
        mark(planes, &past.caught, LADDERS + ago);
    }
}

fn mark(planes: &mut [u32; POINTS], bits: &Bits, plane: usize) {
    bits.iter().for_each(|place| mark_one(planes, place, plane));
}

fn mark_one(planes: &mut [u32; POINTS], place: usize, plane: usize) {
    if let Some(bits) = planes.get_mut(place) {
        *bits |= 1 << plane;
    }
}
