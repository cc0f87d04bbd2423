//! Ladders as KataGo reads them: which chains are caught, and by which moves.
//!
//! The defender, in atari, extends or captures a chain in atari next to its own; the attacker gives
//! atari on one of two liberties. Three liberties are an escape, and so is an atari that leaves a ko,
//! since a ladder that hangs on a ko is none. Two kos from which the chain cannot get away catch it.
//! A search that takes too long has found no ladder.

use tengen_game::Color;

use super::bits::Bits;
use super::cells::{Cell, NOWHERE, around};
use super::chains::Chains;

/// The moves of one search.
const NODES: usize = 25_000;

/// The ladders of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ladders {
    /// The stones that are caught: in atari without escape, or with two liberties and an atari that
    /// leaves no escape.
    pub caught: Bits,
    /// The moves that catch black chains of two liberties.
    pub against_black: Bits,
    /// The moves that catch white chains of two liberties.
    pub against_white: Bits,
}

impl Ladders {
    /// The moves that catch chains of a colour.
    #[must_use]
    pub const fn against(&self, color: Color) -> &Bits {
        match color {
            Color::Black => &self.against_black,
            Color::White => &self.against_white,
        }
    }
}

/// Reads all ladders of a position.
pub(crate) fn read(chains: &mut Chains, moves: &mut Vec<Cell>) -> Ladders {
    let mut ladders = Ladders::default();
    for stone in chains.cells() {
        if !chains.is_stone(stone) || chains.head(stone) != stone {
            continue;
        }
        let caught = match chains.count(stone) {
            1 => search(chains, moves, stone),
            2 => {
                let working = working_moves(chains, moves, stone);
                for cell in working.into_iter().filter(|&cell| cell != NOWHERE) {
                    let place = chains.place(cell);
                    match chains.color(stone) {
                        Some(Color::Black) => ladders.against_black.insert(place),
                        _ => ladders.against_white.insert(place),
                    }
                }
                working != [NOWHERE; 2]
            }
            _ => false,
        };
        if caught {
            ladders.caught = ladders.caught.union(&chains.stones_of(stone));
        }
    }
    ladders
}

/// The ataris on a chain of two liberties that catch it; nowhere for one that does not.
fn working_moves(chains: &mut Chains, moves: &mut Vec<Cell>, stone: Cell) -> [Cell; 2] {
    let attacker = 3 - chains.code(stone);
    let liberties = chains.first_liberties(stone);
    let mut working = liberties;
    for (i, cell) in liberties.into_iter().enumerate() {
        // The other liberty gives room enough: whatever the atari takes off only adds to it.
        let escape = liberties[1 - i];
        let hopeless = chains.room(escape) >= 3 + u16::from(around(cell).contains(&escape));
        if hopeless || !chains.allows(cell, attacker) {
            working[i] = NOWHERE;
            continue;
        }
        let record = chains.play(cell, attacker);
        if !search(chains, moves, stone) {
            working[i] = NOWHERE;
        }
        chains.undo(&record);
    }
    working
}

/// True if the chain of `target`, whose side is to move, is caught.
fn search(chains: &mut Chains, moves: &mut Vec<Cell>, target: Cell) -> bool {
    if chains.count(target) > 1 {
        return false;
    }
    let ko = std::mem::replace(&mut chains.ko, NOWHERE);
    let defender = chains.code(target);
    moves.clear();
    let depth = chains.side() * chains.side() * 3 / 2;
    let mut search = Search {
        chains,
        moves,
        target,
        defender,
        attacker: 3 - defender,
        depth,
        left: NODES,
    };
    let caught = search.defend(0) && search.left > 0;
    chains.ko = ko;
    caught
}

struct Search<'a> {
    chains: &'a mut Chains,
    /// The moves of all levels, one behind the other.
    moves: &'a mut Vec<Cell>,
    target: Cell,
    defender: u8,
    attacker: u8,
    /// The longest line that is followed.
    depth: usize,
    /// The moves that may still be tried.
    left: usize,
}

impl Search<'_> {
    /// True if the chain is caught with its side to move.
    fn defend(&mut self, depth: usize) -> bool {
        if depth >= self.depth {
            return true;
        }
        if self.chains.count(self.target) >= 2 || self.chains.ko != NOWHERE {
            return false;
        }
        let [liberty, _] = self.chains.first_liberties(self.target);
        let (least, most) = self.bounds(liberty);
        if least >= 3 {
            return false;
        }
        let start = self.moves.len();
        self.find_captures(start);
        if self.moves.len() == start && most <= 1 {
            return true;
        }
        if !self.moves[start..].contains(&liberty) {
            self.moves.push(liberty);
        }
        let end = self.moves.len();
        let mut caught = true;
        for i in start..end {
            let cell = self.moves[i];
            if !self.chains.allows(cell, self.defender) {
                continue;
            }
            let record = self.chains.play(cell, self.defender);
            self.left -= 1;
            caught = self.left > 0 && self.attack(depth + 1);
            self.chains.undo(&record);
            if !caught || self.left == 0 {
                caught = false;
                break;
            }
        }
        self.moves.truncate(start);
        caught
    }

    /// True if the chain is caught with the attacker to move.
    fn attack(&mut self, depth: usize) -> bool {
        if depth >= self.depth {
            return true;
        }
        match self.chains.count(self.target) {
            0 | 1 => return true,
            2 => {}
            _ => return false,
        }
        let [mut first, mut second] = self.chains.first_liberties(self.target);
        let [mut room1, mut room2] = [first, second].map(|cell| self.chains.room(cell));
        if room1 == 0 && room2 == 0 && self.is_dead_by_two_kos(first, second) {
            return true;
        }
        let mut both = true;
        if !around(first).contains(&second) {
            match (room1 >= 3, room2 >= 3) {
                (true, true) => return false,
                // The chain must not get to the roomier of the two.
                (true, false) => both = false,
                (false, true) => {
                    first = second;
                    both = false;
                }
                (false, false) => {}
            }
        }
        if both {
            room1 = 2 * room1 + self.connections(first);
            room2 = 2 * room2 + self.connections(second);
            if room2 > room1 {
                std::mem::swap(&mut first, &mut second);
            }
        }
        for cell in [first, second].into_iter().take(1 + usize::from(both)) {
            if !self.chains.allows(cell, self.attacker) {
                continue;
            }
            let record = self.chains.play(cell, self.attacker);
            self.left -= 1;
            let caught = self.left > 0 && self.defend(depth + 1);
            self.chains.undo(&record);
            if self.left == 0 {
                return false;
            }
            if caught {
                return true;
            }
        }
        false
    }

    /// Adds the moves that capture chains in atari next to the target, each once.
    fn find_captures(&mut self, start: usize) {
        let mut stone = self.target;
        loop {
            for near in around(stone) {
                if self.chains.code(near) == self.attacker && self.chains.count(near) == 1 {
                    let [liberty, _] = self.chains.first_liberties(near);
                    if !self.moves[start..].contains(&liberty) {
                        self.moves.push(liberty);
                    }
                }
            }
            stone = self.chains.next(stone);
            if stone == self.target {
                break;
            }
        }
    }

    /// True if a chain in atari touches the target.
    fn has_captures(&self) -> bool {
        let mut stone = self.target;
        loop {
            let hit = |near: Cell| {
                self.chains.code(near) == self.attacker && self.chains.count(near) == 1
            };
            if around(stone).into_iter().any(hit) {
                return true;
            }
            stone = self.chains.next(stone);
            if stone == self.target {
                return false;
            }
        }
    }

    /// The least and the most liberties that a stone of the defender's would have on a cell.
    fn bounds(&self, cell: Cell) -> (u16, u16) {
        let (mut room, mut captures, mut taken, mut joined, mut largest) = (0, 0, 0, 0, 0);
        for near in around(cell) {
            if self.chains.is_empty(near) {
                room += 1;
                continue;
            }
            let code = self.chains.code(near);
            if code == self.attacker {
                if self.chains.count(near) == 1 {
                    captures += 1;
                    taken += self.chains.size(near);
                }
            } else if code == self.defender {
                let rest = self.chains.count(near) - 1;
                joined += rest;
                largest = largest.max(rest);
            }
        }
        (captures + room.max(largest), room + taken + joined)
    }

    /// How much the defender would gain by joining chains at a cell.
    fn connections(&self, cell: Cell) -> u16 {
        around(cell)
            .into_iter()
            .filter(|&near| self.chains.code(near) == self.defender)
            .map(|near| self.chains.count(near))
            .filter(|&count| count > 1)
            .map(|count| 2 * count - 3)
            .sum()
    }

    /// True if both liberties are kos that the attacker may take, and neither connecting one nor a
    /// capture helps the defender.
    fn is_dead_by_two_kos(&self, first: Cell, second: Cell) -> bool {
        [first, second]
            .into_iter()
            .all(|cell| self.is_ko_capture(cell))
            && [first, second]
                .into_iter()
                .all(|cell| self.liberties_after(cell) <= 2)
            && !self.has_captures()
    }

    /// True if a stone of the attacker's on a cell would take a single stone in a ko.
    fn is_ko_capture(&self, cell: Cell) -> bool {
        let mut stones = 0;
        let mut single = false;
        for near in around(cell) {
            let code = self.chains.code(near);
            if code == self.defender {
                if self.chains.count(near) == 1 {
                    stones += 1;
                    single = self.chains.size(near) == 1;
                }
            } else if self.chains.is_empty(near) || code == self.attacker {
                return false;
            }
        }
        stones == 1 && single
    }

    /// The liberties of the defender's chain behind a stone on a cell that captures nothing, at most 3.
    fn liberties_after(&self, cell: Cell) -> usize {
        let mut found = [NOWHERE; 3];
        let mut len = 0;
        let mut add = |point: Cell| {
            if len < 3 && point != cell && !found[..len].contains(&point) {
                found[len] = point;
                len += 1;
            }
        };
        for near in around(cell) {
            if self.chains.is_empty(near) {
                add(near);
            } else if self.chains.code(near) == self.defender {
                let mut stone = near;
                loop {
                    around(stone)
                        .into_iter()
                        .filter(|&point| self.chains.is_empty(point))
                        .for_each(&mut add);
                    stone = self.chains.next(stone);
                    if stone == near {
                        break;
                    }
                }
            }
        }
        len
    }
}
