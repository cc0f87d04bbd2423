//! The chains of a position with their liberties, on a board that takes moves back.
//!
//! A ladder is read by playing and taking back a few hundred moves, and each step asks for the last
//! one or two liberties of a chain. So every chain keeps its liberties as a set, and a move keeps
//! what it takes to undo it in a [`Record`]; nothing is copied, nothing is allocated.

use tengen_game::Color;

use super::bits::Bits;
use super::cells::{CELLS, Cell, NOWHERE, PerCell, STRIDE, Set, WORDS, around, bit};
use super::moment::Snapshot;

const EMPTY: u8 = 0;
const BLACK: u8 = 1;
const WHITE: u8 = 2;
const EDGE: u8 = 4;

/// The colour of the other side.
#[inline(always)]
const fn other(color: u8) -> u8 {
    color ^ (BLACK | WHITE)
}

/// What a move changed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Record {
    cell: Cell,
    ko: Cell,
    /// What the cell held of an earlier chain that was taken off there.
    head: Cell,
    next: Cell,
    size: u16,
    /// The chain that the stone joined, and a stone of it next to the cell; the cell if none.
    kept: Cell,
    anchor: Cell,
    kept_size: u16,
    kept_count: u16,
    kept_liberties: Set,
    /// The other chains that it joined, and their stones next to the cell.
    merged: [(Cell, Cell); 3],
    merges: u8,
    /// A stone of every chain that it took off.
    captured: [Cell; 4],
    captures: u8,
}

/// A position: stones, chains, liberties, the ko.
#[derive(Clone, Debug)]
pub(crate) struct Chains {
    side: usize,
    colors: PerCell<u8>,
    /// A chain is known by one of its stones.
    heads: PerCell<Cell>,
    /// The next stone of a chain, in a circle.
    next: PerCell<Cell>,
    /// The stones of a chain, at its head; its liberties, and how many they are.
    sizes: PerCell<u16>,
    counts: PerCell<u16>,
    liberties: PerCell<Set>,
    /// The point that may not be retaken.
    pub(crate) ko: Cell,
}

impl Chains {
    /// An empty board.
    pub(crate) fn new() -> Self {
        Self {
            side: 0,
            colors: PerCell([EDGE; CELLS]),
            heads: PerCell([NOWHERE; CELLS]),
            next: PerCell([NOWHERE; CELLS]),
            sizes: PerCell([0; CELLS]),
            counts: PerCell([0; CELLS]),
            liberties: PerCell([[0; WORDS]; CELLS]),
            ko: NOWHERE,
        }
    }

    /// The cell of a place in reading order.
    #[inline(always)]
    pub(crate) fn cell(&self, place: usize) -> Cell {
        ((place / self.side + 1) * STRIDE + place % self.side + 1) as Cell
    }

    /// The place of a cell in reading order.
    #[inline(always)]
    pub(crate) fn place(&self, cell: Cell) -> usize {
        let cell = usize::from(cell);
        (cell / STRIDE - 1) * self.side + cell % STRIDE - 1
    }

    /// The number of points in a row.
    pub(crate) const fn side(&self) -> usize {
        self.side
    }

    /// The cells of the board in reading order.
    pub(crate) fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let side = self.side;
        (1..=side).flat_map(move |row| (1..=side).map(move |x| (row * STRIDE + x) as Cell))
    }

    /// Sets up a position.
    pub(crate) fn set(&mut self, side: usize, snapshot: &Snapshot) {
        if self.side != side {
            self.side = side;
            self.colors.0.fill(EDGE);
        }
        for (place, cell) in self.cells().enumerate() {
            let [black, white] = [&snapshot.black, &snapshot.white].map(|b| b.contains(place));
            self.colors
                .put(cell, u8::from(black) | u8::from(white) << 1);
            self.heads.put(cell, NOWHERE);
        }
        self.ko = snapshot.ko.map_or(NOWHERE, |p| self.cell(usize::from(p)));
        for cell in self.cells() {
            if self.is_stone(cell) && self.heads.at(cell) == NOWHERE {
                self.trace(cell);
            }
        }
    }

    /// Finds the chain of a stone.
    fn trace(&mut self, head: Cell) {
        let color = self.colors.at(head);
        let (mut size, mut count) = (1, 0);
        let mut liberties = [0; WORDS];
        self.heads.put(head, head);
        self.next.put(head, head);
        // The circle grows behind the stone that is looked at, so it is its own queue: `last` is the
        // stone whose successor is the head again.
        let (mut cell, mut last) = (head, head);
        loop {
            for near in around(cell) {
                let there = self.colors.at(near);
                if there == EMPTY {
                    let (word, mask) = bit(near);
                    count += u16::from(liberties[word] & mask == 0);
                    liberties[word] |= mask;
                } else if there == color && self.heads.at(near) == NOWHERE {
                    self.heads.put(near, head);
                    self.next.put(last, near);
                    self.next.put(near, head);
                    last = near;
                    size += 1;
                }
            }
            cell = self.next.at(cell);
            if cell == head {
                break;
            }
        }
        self.sizes.put(head, size);
        self.counts.put(head, count);
        self.liberties.put(head, liberties);
    }

    /// The colour of a cell.
    #[inline(always)]
    pub(crate) fn color(&self, cell: Cell) -> Option<Color> {
        match self.colors.at(cell) {
            BLACK => Some(Color::Black),
            WHITE => Some(Color::White),
            _ => None,
        }
    }

    /// True if there is a stone.
    #[inline(always)]
    pub(crate) fn is_stone(&self, cell: Cell) -> bool {
        matches!(self.colors.at(cell), BLACK | WHITE)
    }

    /// True if it is an empty point of the board.
    #[inline(always)]
    pub(crate) fn is_empty(&self, cell: Cell) -> bool {
        self.colors.at(cell) == EMPTY
    }

    /// The chain of a stone.
    #[inline(always)]
    pub(crate) fn head(&self, stone: Cell) -> Cell {
        self.heads.at(stone)
    }

    /// The next stone of the chain, in a circle.
    #[inline(always)]
    pub(crate) fn next(&self, stone: Cell) -> Cell {
        self.next.at(stone)
    }

    /// The number of liberties of a stone's chain.
    #[inline(always)]
    pub(crate) fn count(&self, stone: Cell) -> u16 {
        self.counts.at(self.heads.at(stone))
    }

    /// The number of stones of a stone's chain.
    #[inline(always)]
    pub(crate) fn size(&self, stone: Cell) -> u16 {
        self.sizes.at(self.heads.at(stone))
    }

    /// The first two liberties of a stone's chain in reading order; nowhere if there are fewer.
    #[inline]
    pub(crate) fn first_liberties(&self, stone: Cell) -> [Cell; 2] {
        let liberties = self.liberties.entry_of(self.heads.at(stone));
        let mut found = [NOWHERE; 2];
        let mut n = 0;
        for (i, &word) in liberties.iter().enumerate() {
            let mut rest = word;
            while rest != 0 {
                found[n] = (64 * i) as Cell + rest.trailing_zeros() as Cell;
                n += 1;
                if n == 2 {
                    return found;
                }
                rest &= rest - 1;
            }
        }
        found
    }

    /// The empty points next to a cell.
    #[inline(always)]
    pub(crate) fn room(&self, cell: Cell) -> u16 {
        around(cell)
            .into_iter()
            .map(|near| u16::from(self.is_empty(near)))
            .sum()
    }

    /// True if a stone of this colour may stand on the cell: it is empty, and neither the ko nor suicide.
    #[inline]
    pub(crate) fn allows(&self, cell: Cell, color: u8) -> bool {
        self.is_empty(cell)
            && cell != self.ko
            && around(cell).into_iter().any(|near| {
                let there = self.colors.at(near);
                there == EMPTY
                    || there == color && self.count(near) > 1
                    || there == other(color) && self.count(near) == 1
            })
    }

    /// The colour of a stone as [`Chains::play`] takes it.
    #[inline(always)]
    pub(crate) fn code(&self, stone: Cell) -> u8 {
        self.colors.at(stone)
    }

    #[inline(always)]
    fn add_liberty(&mut self, head: Cell, cell: Cell) {
        let (word, mask) = bit(cell);
        let words = self.liberties.entry(head);
        let new = words[word] & mask == 0;
        words[word] |= mask;
        *self.counts.entry(head) += u16::from(new);
    }

    #[inline(always)]
    fn take_liberty(&mut self, head: Cell, cell: Cell) -> bool {
        let (word, mask) = bit(cell);
        let words = self.liberties.entry(head);
        let was = words[word] & mask != 0;
        words[word] &= !mask;
        *self.counts.entry(head) -= u16::from(was);
        was
    }

    /// Plays a stone that [`Chains::allows`].
    pub(crate) fn play(&mut self, cell: Cell, color: u8) -> Record {
        let near = around(cell);
        // The largest own chain keeps its name.
        let (mut kept, mut anchor) = (cell, cell);
        for stone in near {
            if self.colors.at(stone) == color {
                let head = self.heads.at(stone);
                if kept == cell || self.sizes.at(head) > self.sizes.at(kept) {
                    (kept, anchor) = (head, stone);
                }
            }
        }
        let mut record = Record {
            cell,
            ko: self.ko,
            head: self.heads.at(cell),
            next: self.next.at(cell),
            size: self.sizes.at(cell),
            kept,
            anchor,
            kept_size: self.sizes.at(kept),
            kept_count: self.counts.at(kept),
            kept_liberties: self.liberties.at(kept),
            merged: [(NOWHERE, NOWHERE); 3],
            merges: 0,
            captured: [NOWHERE; 4],
            captures: 0,
        };
        self.colors.put(cell, color);
        self.heads.put(cell, kept);
        if kept == cell {
            self.next.put(cell, cell);
            self.sizes.put(cell, 1);
            self.counts.put(cell, 0);
            self.liberties.put(cell, [0; WORDS]);
        } else {
            self.next.put(cell, self.next.at(anchor));
            self.next.put(anchor, cell);
            *self.sizes.entry(kept) += 1;
            self.take_liberty(kept, cell);
        }
        for stone in near {
            let there = self.colors.at(stone);
            if there == EMPTY {
                self.add_liberty(kept, stone);
            } else if there == color && self.heads.at(stone) != kept {
                let head = self.heads.at(stone);
                record.merged[usize::from(record.merges)] = (head, stone);
                record.merges += 1;
                self.merge(cell, stone, kept, head);
            }
        }
        let mut taken = 0;
        for stone in near {
            if self.colors.at(stone) == other(color) {
                let head = self.heads.at(stone);
                if self.take_liberty(head, cell) && self.counts.at(head) == 0 {
                    record.captured[usize::from(record.captures)] = stone;
                    record.captures += 1;
                    taken += self.sizes.at(head);
                    self.take_off(stone, color);
                }
            }
        }
        self.ko = NOWHERE;
        if taken == 1 && self.sizes.at(kept) == 1 && self.counts.at(kept) == 1 {
            self.ko = record.captured[0];
        }
        record
    }

    /// Joins the chain `head` of `stone` to the chain `kept` of `cell`.
    fn merge(&mut self, cell: Cell, stone: Cell, kept: Cell, head: Cell) {
        let mut at = stone;
        loop {
            self.heads.put(at, kept);
            at = self.next.at(at);
            if at == stone {
                break;
            }
        }
        self.swap_next(cell, stone);
        *self.sizes.entry(kept) += self.sizes.at(head);
        let theirs = self.liberties.at(head);
        let ours = self.liberties.entry(kept);
        let mut new = 0;
        for (own, their) in ours.iter_mut().zip(theirs) {
            let mut fresh = their & !*own;
            *own |= their;
            while fresh != 0 {
                fresh &= fresh - 1;
                new += 1;
            }
        }
        *self.counts.entry(kept) += new;
        // The cell was a liberty of that chain too.
        self.take_liberty(kept, cell);
    }

    fn swap_next(&mut self, a: Cell, b: Cell) {
        let (after_a, after_b) = (self.next.at(a), self.next.at(b));
        self.next.put(a, after_b);
        self.next.put(b, after_a);
    }

    /// Takes a chain off; `by` is the colour that gains liberties.
    fn take_off(&mut self, stone: Cell, by: u8) {
        let mut at = stone;
        loop {
            self.colors.put(at, EMPTY);
            for near in around(at) {
                if self.colors.at(near) == by {
                    self.add_liberty(self.heads.at(near), at);
                }
            }
            at = self.next.at(at);
            if at == stone {
                break;
            }
        }
    }

    /// Puts a chain of `color` back that was taken off.
    fn put_back(&mut self, stone: Cell, color: u8) {
        let by = other(color);
        let mut at = stone;
        loop {
            self.colors.put(at, color);
            for near in around(at) {
                if self.colors.at(near) == by {
                    self.take_liberty(self.heads.at(near), at);
                }
            }
            at = self.next.at(at);
            if at == stone {
                break;
            }
        }
    }

    /// Takes the last move back.
    pub(crate) fn undo(&mut self, record: &Record) {
        let cell = record.cell;
        let color = self.colors.at(cell);
        let their = other(color);
        for &stone in record.captured[..usize::from(record.captures)].iter().rev() {
            self.put_back(stone, their);
        }
        for near in around(cell) {
            if self.colors.at(near) == their {
                self.add_liberty(self.heads.at(near), cell);
            }
        }
        for &(head, stone) in record.merged[..usize::from(record.merges)].iter().rev() {
            self.swap_next(cell, stone);
            let mut at = stone;
            loop {
                self.heads.put(at, head);
                at = self.next.at(at);
                if at == stone {
                    break;
                }
            }
        }
        if record.kept != cell {
            self.next.put(record.anchor, self.next.at(cell));
        }
        self.heads.put(cell, record.head);
        self.next.put(cell, record.next);
        self.sizes.put(cell, record.size);
        self.sizes.put(record.kept, record.kept_size);
        self.counts.put(record.kept, record.kept_count);
        self.liberties.put(record.kept, record.kept_liberties);
        self.colors.put(cell, EMPTY);
        self.ko = record.ko;
    }

    /// The stones of a stone's chain, by places.
    pub(crate) fn stones_of(&self, stone: Cell) -> Bits {
        let mut bits = Bits::EMPTY;
        let mut at = stone;
        loop {
            bits.insert(self.place(at));
            at = self.next.at(at);
            if at == stone {
                return bits;
            }
        }
    }
}
