//! The contacts of a stone on a candidate point, and its effects there: found once a candidate, asked
//! by every tactical feature.

use tengen_go::board::{Board, Features, Moments, Side, Vertex};

use super::View;
use super::chains::{CellSet, Chain, Chains, SIZE, WORDS, words};

/// The names of the chains of one colour around a point, each once.
#[derive(Clone, Copy, Default)]
struct Names {
    /// As many as there are, and then 0, which is no chain's.
    names: [u16; 4],
    count: usize,
}

impl Names {
    /// Tests if this chain is new; it is not afterwards.
    #[inline(always)]
    fn meet(&mut self, name: usize) -> bool {
        let name = name as u16;
        let [a, b, c, _] = self.names;
        let new = (name != a) & (name != b) & (name != c);
        if new {
            self.names[self.count % 4] = name;
            self.count += 1;
        }
        new
    }

    #[inline(always)]
    fn iter(&self) -> impl Iterator<Item = usize> {
        self.names.into_iter().take(self.count).map(usize::from)
    }
}

/// Stones that a move captures.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Captured {
    /// The number of stones, each chain counted up to [`SIZE`]; 0 if none.
    pub(super) stones: u32,
    /// A chain that touches an own chain in atari.
    pub(super) threat: bool,
    /// The chain of the last move.
    pub(super) last: bool,
    /// A chain that could have got away.
    pub(super) loose: bool,
}

/// Chains that a move puts into atari, or an own one that it takes out of it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pressed {
    /// The number of chains.
    pub(super) chains: u32,
    /// The stones of the largest, up to [`SIZE`].
    pub(super) size: u32,
    /// The last move concerns one of them.
    pub(super) last: bool,
    /// A ladder catches one of them.
    pub(super) caught: bool,
}

impl Pressed {
    #[inline(always)]
    fn add(&mut self, chain: &Chain, caught: bool) {
        self.chains += 1;
        self.size = self.size.max(u32::from(chain.size));
        self.last |= chain.last;
        self.caught |= caught;
    }
}

/// The contacts and effects of a stone here; see the module's head.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Contact {
    /// Own chains beside.
    pub(super) own: u32,
    /// The liberties of the weakest of them; 0 if there is none.
    pub(super) own_before: u32,
    /// The liberties of the own chain that results; only at least so many if that is [`MANY`] or more,
    /// and by [`GAIN`] or more above those before.
    pub(super) own_after: u32,
    /// Its stones, each chain counted up to [`SIZE`].
    pub(super) own_stones: u32,
    /// Opposing chains beside.
    pub(super) theirs: u32,
    /// The liberties that the move leaves the weakest of them, and the next weakest.
    pub(super) theirs_after: [u32; 2],
    /// The stones that are captured.
    pub(super) captured: Captured,
    /// Opposing chains that are put into atari.
    pub(super) atari: Pressed,
    /// Own chains in atari that are extended.
    pub(super) escape: Pressed,
    /// One of these holds the own move before.
    pub(super) escape_before: bool,
    /// An own chain is extended that a ladder threatens.
    pub(super) guards: bool,
    /// All neighbours are opposing stones, or the edge.
    pub(super) in_theirs: bool,
    /// All neighbours are own stones, or the edge.
    pub(super) in_own: bool,
    /// The opponent has just taken a ko, which may not be retaken yet.
    pub(super) during_ko: bool,
}

impl Contact {
    /// Looks at a point with a stone beside it.
    #[inline(always)]
    pub(super) fn new<S: Side, const W: usize, const V: usize, F: Features<Liberties = Moments>>(
        chains: &Chains,
        view: &View<'_, W, V, F>,
        v: Vertex<W>,
    ) -> Self {
        let board = view.board;
        let around = board.around(v);
        let mut contact = Self {
            own_before: u32::MAX,
            own_stones: 1,
            theirs_after: [u32::MAX; 2],
            in_theirs: around.is_ringed::<S::Opponent>(),
            in_own: around.is_ringed::<S>(),
            during_ko: board.ko_vertex().is_some(),
            ..Self::default()
        };
        let mut theirs = Names::default();
        for stone in board.neighbours_of::<S::Opponent>(v) {
            if theirs.meet(board.chain_name(stone)) {
                contact.meet_theirs(chains.of(board, stone), v);
            }
        }
        let mut own = Names::default();
        let mut strongest = 0;
        for stone in board.neighbours_of::<S>(v) {
            if own.meet(board.chain_name(stone)) {
                let chain = chains.of(board, stone);
                strongest = strongest.max(u32::from(chain.liberties));
                contact.meet_own(chain);
            }
        }
        (contact.own, contact.theirs) = (own.count as u32, theirs.count as u32);
        if own.count == 0 {
            contact.own_before = 0;
        }
        contact.own_after = if contact.captured.stones > 0 {
            freed_liberties::<S, W, V, F>(chains, board, v, &own)
        } else if own.count > 1 && strongest > MANY.max(contact.own_before + GAIN) {
            strongest - 1
        } else {
            joined_liberties(chains, board, v, &own, strongest)
        };
        contact
    }

    #[inline(always)]
    fn meet_theirs<const W: usize>(&mut self, chain: &Chain, v: Vertex<W>) {
        let left = u32::from(chain.liberties.saturating_sub(1));
        let [weakest, next] = self.theirs_after;
        self.theirs_after = [weakest.min(left), next.min(left.max(weakest))];
        if left == 0 {
            self.captured.stones += u32::from(chain.size);
            self.captured.threat |= chain.threatens;
            self.captured.last |= chain.last;
            self.captured.loose |= !chain.caught;
        } else if left == 1 {
            self.atari.add(chain, chain.falls_to(v));
        }
    }

    #[inline(always)]
    fn meet_own(&mut self, chain: &Chain) {
        self.own_before = self.own_before.min(u32::from(chain.liberties));
        self.own_stones += u32::from(chain.size);
        self.guards |= chain.is_threatened();
        if chain.liberties == 1 {
            self.escape.add(chain, chain.caught);
            self.escape_before |= chain.before;
        }
    }

    /// The class of a number of stones: 0 for one, 1 for two, 2 for [`SIZE`] or more.
    #[inline(always)]
    pub(super) fn size_class(stones: u32) -> u32 {
        stones.clamp(1, SIZE as u32) - 1
    }
}

/// From so many liberties of the own chain on no feature tells them apart.
pub(super) const MANY: u32 = 6;

/// From so many liberties above those of the weakest own chain before the move on no feature tells
/// the gain apart.
pub(super) const GAIN: u32 = 4;

/// The liberties of the chain that a stone at `v` makes with its own neighbours, of which the strongest
/// has so many.
#[inline(always)]
fn joined_liberties<const W: usize, const V: usize, F: Features>(
    chains: &Chains,
    board: &Board<W, V, F>,
    v: Vertex<W>,
    own: &Names,
    strongest: u32,
) -> u32 {
    match own.count {
        0 => board.room(v),
        1 => {
            let set = chains.liberties(usize::from(own.names[0]));
            let new = board
                .empties_beside(v)
                .filter(|next| set[next.cell() / 64] >> (next.cell() % 64) & 1 == 0);
            strongest.saturating_sub(1) + new.count() as u32
        }
        _ => size(&union(chains, board, v, own), V),
    }
}

/// The liberties of the own chains together with the empty points beside `v`, without `v`.
#[inline]
fn union<const W: usize, const V: usize, F: Features>(
    chains: &Chains,
    board: &Board<W, V, F>,
    v: Vertex<W>,
    own: &Names,
) -> CellSet {
    let mut set = [0; WORDS];
    for name in own.iter() {
        let liberties = chains.liberties(name);
        for word in 0..words(V) {
            set[word] |= liberties[word];
        }
    }
    for next in board.empties_beside(v) {
        set[next.cell() / 64] |= 1 << (next.cell() % 64);
    }
    set[v.cell() / 64] &= !(1 << (v.cell() % 64));
    set
}

#[inline]
fn size(set: &CellSet, cells: usize) -> u32 {
    set[..words(cells)]
        .iter()
        .map(|word| word.count_ones())
        .sum()
}

/// The same if chains are captured: the points that they leave beside the own chain count too.
#[inline(never)]
fn freed_liberties<S: Side, const W: usize, const V: usize, F: Features<Liberties = Moments>>(
    chains: &Chains,
    board: &Board<W, V, F>,
    v: Vertex<W>,
    own: &Names,
) -> u32 {
    let mut set = union(chains, board, v, own);
    let captured = board
        .neighbours_of::<S::Opponent>(v)
        .filter(|&stone| chains.of(board, stone).liberties == 1);
    for stone in captured {
        for freed in board.stones_of(stone) {
            let beside_own = board
                .neighbours_of::<S>(freed)
                .any(|next| own.names.contains(&(board.chain_name(next) as u16)));
            if beside_own || board.empties_beside(freed).any(|next| next == v) {
                set[freed.cell() / 64] |= 1 << (freed.cell() % 64);
            }
        }
    }
    size(&set, V)
}
