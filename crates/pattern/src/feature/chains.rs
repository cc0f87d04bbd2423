//! The chains of a position: what is found out once, before its candidates are looked at.
//!
//! Every chain has a liberty, so a single pass over the empty points meets all of them, and counts
//! their liberties exactly as it goes. Ladders are read here too, at most twice a chain, and only of
//! chains with one or two liberties.

use tengen_go::board::{Board, Features, Moments, Side, Vertex};
use tengen_go::chase;
use tengen_go::ladder::Ladder;

use super::View;

/// Words of a set of cells on the largest grid.
pub(super) const WORDS: usize = 11;

/// A set of cells; a smaller grid uses the first words.
pub(super) type CellSet = [u64; WORDS];

/// The words of a set that a grid of `V` cells uses.
#[inline(always)]
pub(super) const fn words(v: usize) -> usize {
    if v.div_ceil(64) < WORDS {
        v.div_ceil(64)
    } else {
        WORDS
    }
}

/// Stones of a chain are counted up to this.
pub(super) const SIZE: usize = 3;

/// A chain.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Chain {
    /// The position that this was found in.
    epoch: u32,
    /// The number of its liberties.
    pub(super) liberties: u16,
    /// The cells of the first two of them.
    first: [u16; 2],
    /// One of its stones.
    stone: u16,
    /// The number of its stones, at most [`SIZE`].
    pub(super) size: u8,
    /// True if the side to move owns it.
    own: bool,
    /// It holds the opponent's last move, or is an own chain that this move touches.
    pub(super) last: bool,
    /// It holds the own move before the last.
    pub(super) before: bool,
    /// An opposing chain in atari that touches an own one in atari.
    pub(super) threatens: bool,
    /// In atari, and a ladder catches it even if it extends.
    pub(super) caught: bool,
    /// Two liberties, and a ladder works that begins at the first or the second.
    works: [bool; 2],
}

impl Chain {
    /// A chain that is none.
    pub(super) const NOBODY: &Self = &Self {
        epoch: 0,
        liberties: 0,
        first: [0; 2],
        stone: 0,
        size: 0,
        own: false,
        last: false,
        before: false,
        threatens: false,
        caught: false,
        works: [false; 2],
    };

    /// True if it has two liberties and a ladder that begins at this one catches it.
    #[inline]
    pub(super) fn falls_to<const W: usize>(&self, v: Vertex<W>) -> bool {
        let at = v.cell() as u16;
        (self.works[0] & (self.first[0] == at)) | (self.works[1] & (self.first[1] == at))
    }

    /// True if it has two liberties and a ladder catches it unless it moves.
    #[inline]
    pub(super) const fn is_threatened(&self) -> bool {
        self.works[0] | self.works[1]
    }
}

/// All chains of a position, by their names.
#[derive(Clone, Debug, Default)]
pub(super) struct Chains {
    epoch: u32,
    chains: Vec<Chain>,
    liberties: Vec<CellSet>,
    /// The names of those with one or two liberties are among these.
    names: Vec<u16>,
}

impl Chains {
    /// The chain of a stone.
    #[inline(always)]
    pub(super) fn of<const W: usize, const V: usize, F: Features>(
        &self,
        board: &Board<W, V, F>,
        stone: Vertex<W>,
    ) -> &Chain {
        let found = self.chains.get(board.chain_name(stone));
        found.unwrap_or(Chain::NOBODY)
    }

    /// The liberties of the chain of this name.
    #[inline(always)]
    pub(super) fn liberties(&self, name: usize) -> &CellSet {
        const NONE: CellSet = [0; WORDS];
        self.liberties.get(name).unwrap_or(&NONE)
    }

    /// Finds the chains of a position with `S` to move; ladders are read within `nodes` moves each,
    /// not at all for 0.
    pub(super) fn find<
        S: Side,
        const W: usize,
        const V: usize,
        F: Features<Liberties = Moments>,
    >(
        &mut self,
        view: &View<'_, W, V, F>,
        nodes: u32,
    ) {
        self.prepare(V);
        let board = view.board;
        for i in 0..board.empty_count() {
            let Some(v) = board.empty(i) else { break };
            if !super::touches_stone(board.around(v)) {
                continue;
            }
            for stone in board.neighbours_of::<S>(v) {
                self.count(board, stone, v, true);
            }
            for stone in board.neighbours_of::<S::Opponent>(v) {
                self.count(board, stone, v, false);
            }
        }
        self.note_moves::<S, W, V, F>(view);
        for i in 0..self.names.len() {
            let name = usize::from(self.names[i]);
            let Some(stone) = vertex(usize::from(self.chains[name].stone)) else {
                continue;
            };
            if self.chains[name].liberties == 1 && !self.chains[name].own {
                self.chains[name].threatens = touches_atari::<S, W, V, F>(board, stone);
            }
            let Chain {
                liberties,
                own,
                last,
                ..
            } = self.chains[name];
            // An older threat to an own chain was left alone, and is not worth the reading.
            if nodes > 0 && (liberties == 1 || liberties == 2 && (last || !own)) {
                if own {
                    read::<S, W, V, F>(board, stone, nodes, &mut self.chains[name]);
                } else {
                    read::<S::Opponent, W, V, F>(board, stone, nodes, &mut self.chains[name]);
                }
            }
        }
    }

    /// Makes room for a grid, and forgets the position before.
    fn prepare(&mut self, cells: usize) {
        if self.chains.len() < cells {
            self.chains.resize(cells, Chain::default());
            self.liberties.resize(cells, [0; WORDS]);
            self.names.reserve(cells);
        }
        self.names.clear();
        self.epoch = self.epoch.wrapping_add(1);
        if self.epoch == 0 {
            self.chains.fill(Chain::default());
            self.epoch = 1;
        }
    }

    /// Counts a liberty of the chain of a stone.
    #[inline(always)]
    fn count<const W: usize, const V: usize, F: Features>(
        &mut self,
        board: &Board<W, V, F>,
        stone: Vertex<W>,
        liberty: Vertex<W>,
        own: bool,
    ) {
        let name = board.chain_name(stone);
        let (Some(chain), Some(set)) = (self.chains.get_mut(name), self.liberties.get_mut(name))
        else {
            return;
        };
        if chain.epoch != self.epoch {
            *chain = Chain {
                epoch: self.epoch,
                stone: stone.cell() as u16,
                size: board.stones_of(stone).take(SIZE).count() as u8,
                own,
                ..Chain::default()
            };
            set[..words(V)].fill(0);
            self.names.push(name as u16);
        }
        let (word, bit) = (liberty.cell() / 64, 1 << (liberty.cell() % 64));
        if set[word] & bit == 0 {
            set[word] |= bit;
            if let Some(place) = chain.first.get_mut(usize::from(chain.liberties)) {
                *place = liberty.cell() as u16;
            }
            chain.liberties += 1;
        }
    }

    /// Marks the chains that the last two moves concern.
    fn note_moves<S: Side, const W: usize, const V: usize, F: Features>(
        &mut self,
        view: &View<'_, W, V, F>,
    ) {
        let board = view.board;
        if let Some(last) = view.last.and_then(|point| board.vertex(point)) {
            if board.color(last) == Some(S::Opponent::COLOR) {
                self.chains[board.chain_name(last)].last = true;
            }
            for stone in board.neighbours_of::<S>(last) {
                self.chains[board.chain_name(stone)].last = true;
            }
        }
        if let Some(before) = view.before.and_then(|point| board.vertex(point))
            && board.color(before) == Some(S::COLOR)
        {
            self.chains[board.chain_name(before)].before = true;
        }
    }
}

/// Tests if the chain of an opposing stone touches a chain of `S` in atari.
fn touches_atari<S: Side, const W: usize, const V: usize, F: Features<Liberties = Moments>>(
    board: &Board<W, V, F>,
    stone: Vertex<W>,
) -> bool {
    board
        .stones_of(stone)
        .any(|stone| board.has_atari_beside::<S>(stone))
}

/// The vertex of a cell.
fn vertex<const W: usize>(cell: usize) -> Option<Vertex<W>> {
    let point = tengen_go::Point::new((cell % W).checked_sub(1)?, (cell / W).checked_sub(1)?)?;
    Vertex::new(point)
}

/// Reads the ladders of a chain of `D` with one or two liberties.
fn read<D: Side, const W: usize, const V: usize, F: Features<Liberties = Moments>>(
    board: &Board<W, V, F>,
    stone: Vertex<W>,
    nodes: u32,
    chain: &mut Chain,
) {
    if chain.liberties == 1 {
        chain.caught = chase::extend::<D, W, V, F>(board, stone, nodes) == Ladder::Captured;
        return;
    }
    let [Some(a), Some(b)] = chain.first.map(|cell| vertex(usize::from(cell))) else {
        return;
    };
    let works =
        |pair| chase::begin::<D::Opponent, W, V, F>(board, stone, pair, nodes) == Ladder::Captured;
    chain.works = [works([a, b]), works([b, a])];
}
