//! Whose the points are if the game ended now, as networks are shown it.
//!
//! Unconditionally living chains (D. Benson, "Life in the game of Go", 1976) own themselves and the regions
//! between them in which nothing can live; other stones own themselves; and an empty region belongs to
//! the one colour around it, unless it lies inside the other's living territory.

use tengen_game::{Color, PerColor};

use super::bits::Bits;
use super::cells::{Cell, NOWHERE, around};
use super::chains::Chains;
use crate::features::POINTS;

/// One value for every cell, a power of two of them.
const CELLS: usize = 512;
/// A region of one colour's has at most four chains that it is vital to, and so has every region.
const VITAL: usize = 4;
/// No region.
const NONE: u16 = u16::MAX;

/// Room for the regions of a colour.
#[derive(Clone, Debug)]
pub(crate) struct Areas {
    /// The region of a cell.
    region: [u16; CELLS],
    regions: Vec<Region>,
    /// The cells of the regions, one region behind the other.
    cells: Vec<Cell>,
    /// The vital regions of a chain, by its head.
    vital: [u16; CELLS],
    heads: Vec<Cell>,
}

#[derive(Clone, Copy, Debug)]
struct Region {
    start: usize,
    end: usize,
    /// The chains of whose liberties the region is made.
    vital: [Cell; VITAL],
    /// True if more than one point is next to no stone of the colour.
    roomy: bool,
    /// True if the opponent has a stone inside.
    contested: bool,
    /// True if a chain around it does not live unconditionally.
    leaky: bool,
}

impl Areas {
    pub(crate) fn new() -> Self {
        Self {
            region: [NONE; CELLS],
            regions: Vec::with_capacity(POINTS),
            cells: Vec::with_capacity(POINTS),
            vital: [0; CELLS],
            heads: Vec::with_capacity(POINTS),
        }
    }

    /// Whose the points are. `suicide` says if chains may be given up by filling their last liberty,
    /// which makes life harder.
    pub(crate) fn of(&mut self, chains: &Chains, suicide: bool) -> PerColor<Bits> {
        let mut area = PerColor::<Bits>::default();
        for color in Color::BOTH {
            self.of_color(chains, color, suicide, &mut area);
        }
        for cell in chains.cells() {
            let place = chains.place(cell);
            if let Some(color) = chains.color(cell)
                && !area[!color].contains(place)
            {
                area[color].insert(place);
            }
        }
        area
    }

    fn of_color(
        &mut self,
        chains: &Chains,
        color: Color,
        suicide: bool,
        area: &mut PerColor<Bits>,
    ) {
        self.find(chains, color, suicide);
        if self.heads.is_empty() {
            return;
        }
        self.strike_out(chains);
        let mut give = |cell: Cell, always: bool| {
            let place = chains.place(cell);
            if always {
                area[!color].remove(place);
            }
            if !area[!color].contains(place) {
                area[color].insert(place);
            }
        };
        for &head in &self.heads {
            let mut stone = head;
            loop {
                give(stone, true);
                stone = chains.next(stone);
                if stone == head {
                    break;
                }
            }
        }
        for region in &self.regions {
            let safe = !region.leaky && (!region.roomy || !region.contested);
            if safe || !region.contested {
                for &cell in &self.cells[region.start..region.end] {
                    give(cell, safe);
                }
            }
        }
    }

    /// Finds the chains of a colour and the regions without its stones.
    fn find(&mut self, chains: &Chains, color: Color, suicide: bool) {
        self.region.fill(NONE);
        self.regions.clear();
        self.cells.clear();
        self.heads.clear();
        for cell in chains.cells() {
            if chains.color(cell) == Some(color) {
                if chains.head(cell) == cell {
                    self.heads.push(cell);
                    self.vital[usize::from(cell) % CELLS] = 0;
                }
            } else if chains.is_empty(cell) && self.region[usize::from(cell) % CELLS] == NONE {
                self.trace(chains, cell, color, suicide);
            }
        }
        for region in &self.regions {
            for head in region.vital.into_iter().filter(|&head| head != NOWHERE) {
                self.vital[usize::from(head) % CELLS] += 1;
            }
        }
    }

    /// Finds the region of an empty cell.
    fn trace(&mut self, chains: &Chains, first: Cell, color: Color, suicide: bool) {
        let index = self.regions.len() as u16;
        let start = self.cells.len();
        let mut region = Region {
            start,
            end: start,
            vital: [NOWHERE; VITAL],
            roomy: false,
            contested: false,
            leaky: false,
        };
        for (i, near) in around(first).into_iter().enumerate() {
            if chains.color(near) == Some(color) && !region.vital.contains(&chains.head(near)) {
                region.vital[i] = chains.head(near);
            }
        }
        self.region[usize::from(first) % CELLS] = index;
        self.cells.push(first);
        let mut at = start;
        let mut inner = 0;
        while let Some(&cell) = self.cells.get(at) {
            at += 1;
            let empty = chains.is_empty(cell);
            region.contested |= !empty;
            let mut beside = [NOWHERE; 4];
            for (i, near) in around(cell).into_iter().enumerate() {
                match chains.color(near) {
                    Some(there) if there == color => beside[i] = chains.head(near),
                    None if !chains.is_empty(near) => {}
                    _ => {
                        let known = &mut self.region[usize::from(near) % CELLS];
                        if *known == NONE {
                            *known = index;
                            self.cells.push(near);
                        }
                    }
                }
            }
            inner += usize::from(beside == [NOWHERE; 4]);
            if empty || suicide {
                for head in &mut region.vital {
                    if !beside.contains(head) {
                        *head = NOWHERE;
                    }
                }
            }
        }
        region.end = self.cells.len();
        region.roomy = inner > 1;
        self.regions.push(region);
    }

    /// Strikes out the chains with fewer than two vital regions, and the regions next to them, until the
    /// rest lives.
    fn strike_out(&mut self, chains: &Chains) {
        loop {
            let before = self.heads.len();
            let (vital, region, regions) = (&mut self.vital, &self.region, &mut self.regions);
            self.heads.retain(|&head| {
                if vital[usize::from(head) % CELLS] >= 2 {
                    return true;
                }
                let mut stone = head;
                loop {
                    for near in around(stone) {
                        let index = region[usize::from(near) % CELLS];
                        if let Some(region) = regions.get_mut(usize::from(index))
                            && !region.leaky
                        {
                            region.leaky = true;
                            for lost in region.vital.into_iter().filter(|&lost| lost != NOWHERE) {
                                vital[usize::from(lost) % CELLS] -= 1;
                            }
                        }
                    }
                    stone = chains.next(stone);
                    if stone == head {
                        return false;
                    }
                }
            });
            if self.heads.len() == before {
                return;
            }
        }
    }
}
