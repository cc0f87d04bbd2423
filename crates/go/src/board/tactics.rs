//! Tactical questions of playouts with knowledge: chains, liberties, atari, self-atari.

use tengen_game::Color;

use super::cell::Cell;
use super::neighbourhood::{ONES, SIGNS};
use super::side::{Black, EDGE, EMPTY, Side};
use super::{Board, Features, Liberties, Moments, Neighbourhood, Vertex};

/// The points next to `v` in the directions `d` whose bits `2d` are set.
#[inline(always)]
fn beside<const W: usize>(v: Vertex<W>, mut fields: u16) -> impl Iterator<Item = Vertex<W>> {
    std::iter::from_fn(move || {
        while fields != 0 {
            let d = fields.trailing_zeros() as usize / 2;
            fields &= fields - 1;
            if let Some(there) = v.step(d).vertex() {
                return Some(there);
            }
        }
        None
    })
}

/// The ones of the four stones of one side next to a point that belong to chains of few liberties,
/// as [`Board::pressed`] finds them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pressed {
    /// Sign bits of the lanes of stones in atari.
    ataris: u64,
    /// Sign bits of the lanes of the other tight ones.
    tight: u64,
}

impl Pressed {
    /// None of them.
    pub const NONE: Self = Self {
        ataris: 0,
        tight: 0,
    };

    /// True if one is in atari.
    #[inline(always)]
    #[must_use]
    pub const fn has_ataris(self) -> bool {
        self.ataris != 0
    }

    /// True if one is tight, but not in atari.
    #[inline(always)]
    #[must_use]
    pub const fn has_tight(self) -> bool {
        self.tight != 0
    }

    /// The tight stones next to `v`, the point that was asked about, that are not in atari.
    #[inline(always)]
    pub fn tight<const W: usize>(self, v: Vertex<W>) -> impl Iterator<Item = Vertex<W>> {
        in_lanes(v, self.tight)
    }

    /// The stones in atari next to `v`, the point that was asked about.
    #[inline(always)]
    pub fn ataris<const W: usize>(self, v: Vertex<W>) -> impl Iterator<Item = Vertex<W>> {
        in_lanes(v, self.ataris)
    }
}

/// The neighbours of `v` in the lanes whose sign bits are set.
#[inline(always)]
fn in_lanes<const W: usize>(v: Vertex<W>, mut signs: u64) -> impl Iterator<Item = Vertex<W>> {
    std::iter::from_fn(move || {
        while signs != 0 {
            let there = v.step(signs.trailing_zeros() as usize / 16).vertex();
            signs &= signs - 1;
            if there.is_some() {
                return there;
            }
        }
        None
    })
}

impl<const W: usize, const V: usize, F: Features> Board<W, V, F> {
    /// The neighbours of `v` that hold a stone of `S`.
    #[inline(always)]
    pub fn neighbours_of<S: Side>(
        &self,
        v: Vertex<W>,
    ) -> impl Iterator<Item = Vertex<W>> + use<S, W, V, F> {
        // A field equals the code of `S` where it differs from the other colour's in both bits.
        let differs = self.codes.at(v) ^ S::Opponent::CODE.wrapping_mul(0x55);
        beside(v, differs & differs >> 1 & 0x55)
    }

    /// The empty points among the eight around `v`.
    #[inline(always)]
    pub fn empties_around(&self, v: Vertex<W>) -> impl Iterator<Item = Vertex<W>> + '_ {
        (0..8)
            .map(move |d| v.step(d))
            .filter(|&n| u16::from(self.colors.get(n)) == EMPTY)
            .filter_map(Cell::vertex)
    }

    /// The empty points next to `v`.
    #[inline(always)]
    pub fn empties_beside(&self, v: Vertex<W>) -> impl Iterator<Item = Vertex<W>> + use<W, V, F> {
        let code = self.codes.at(v);
        beside(v, !(code | code >> 1) & 0x55)
    }

    /// The number of empty points next to `v`.
    #[inline(always)]
    #[must_use]
    pub fn room(&self, v: Vertex<W>) -> u32 {
        u32::from(self.look::<Black>(v).empty)
    }

    /// Tests if a stone of `S` stands next to `v`.
    #[inline(always)]
    #[must_use]
    pub fn touches<S: Side>(&self, v: Vertex<W>) -> bool {
        self.look::<S>(v).own != 0
    }

    /// The directions (bit `d` for [`Board::towards`]) in which an empty point lies around `v`
    /// whose pattern is `wanted`; without a branch, which a draw among few points needs.
    #[inline(always)]
    #[must_use]
    pub fn empties_like(&self, v: Vertex<W>, wanted: impl Fn(Neighbourhood) -> bool) -> u32 {
        let bit = |d: usize| u32::from(self.is_empty_like(v.step(d), &wanted)) << d;
        bit(0) | bit(1) | bit(2) | bit(3) | bit(4) | bit(5) | bit(6) | bit(7)
    }

    /// The same for the four points next to `v`.
    #[inline(always)]
    #[must_use]
    pub fn empties_like_beside(&self, v: Vertex<W>, wanted: impl Fn(Neighbourhood) -> bool) -> u32 {
        let bit = |d: usize| u32::from(self.is_empty_like(v.step(d), &wanted)) << d;
        bit(0) | bit(1) | bit(2) | bit(3)
    }

    #[inline(always)]
    fn is_empty_like(&self, at: Cell<W>, wanted: &impl Fn(Neighbourhood) -> bool) -> bool {
        (u16::from(self.colors.get(at)) == EMPTY) & wanted(Neighbourhood(self.codes.get(at)))
    }

    /// Shows the eight cells around `v`: the cell's number, what stands there in two bits (0 for an
    /// empty point), and its pattern, which means something where it is empty. Bits instead of a
    /// condition, so that a caller can do without a branch for each.
    #[inline(always)]
    pub fn each_around(&self, v: Vertex<W>, mut see: impl FnMut(usize, u8, Neighbourhood)) {
        for d in 0..8 {
            let at = v.step(d);
            let around = Neighbourhood(self.codes.get(at));
            see(at.get() as usize, self.colors.get(at), around);
        }
    }

    /// The point in direction `d`, counted modulo eight, from `v`; `None` off the board.
    #[inline(always)]
    #[must_use]
    pub fn towards(&self, v: Vertex<W>, d: u32) -> Option<Vertex<W>> {
        let there = v.step(d as usize);
        if u16::from(self.colors.get(there)) == EDGE {
            None
        } else {
            there.vertex()
        }
    }

    /// The stones of the chain at `v`, from `v` on; `v` alone if it is empty.
    #[inline(always)]
    pub fn stones_of(&self, v: Vertex<W>) -> impl Iterator<Item = Vertex<W>> + '_ {
        std::iter::successors(Some(v), move |&stone| {
            let next = self.next.at(stone);
            (next != v).then_some(next)
        })
    }

    /// Tests if two stones belong to one chain.
    #[inline(always)]
    #[must_use]
    pub fn same_chain(&self, a: Vertex<W>, b: Vertex<W>) -> bool {
        self.names.at(a) == self.names.at(b)
    }

    /// Tests if a stone of `S` at `v` would touch another chain of `S` than that of `stone`.
    #[inline(always)]
    #[must_use]
    pub fn joins_other<S: Side>(&self, v: Vertex<W>, stone: Vertex<W>) -> bool {
        let names = self.names_around(v);
        let lane = |i: usize| u64::from(names[i].get()) << (16 * i);
        let packed = lane(0) | lane(1) | lane(2) | lane(3);
        let name = u64::from(self.names.at(stone).get()).wrapping_mul(ONES);
        (packed ^ name) & self.look::<S>(v).own != 0
    }

    /// The number that names the chain of a stone: equal for stones of one chain, below
    /// [`Vertex::CELLS`].
    #[inline(always)]
    #[must_use]
    pub fn chain_name(&self, v: Vertex<W>) -> usize {
        self.names.at(v).get() as usize
    }

    /// The two liberties of the chain at `v`, if it has exactly two.
    #[inline]
    #[must_use]
    pub fn liberty_pair(&self, v: Vertex<W>) -> Option<[Vertex<W>; 2]> {
        // Each liberty counts at most four times.
        if self.liberties.get(self.names.at(v)).count() > 8 {
            return None;
        }
        let (mut first, mut second) = (None, None);
        for stone in self.stones_of(v) {
            for liberty in self.empties_beside(stone) {
                if first.is_none() || first == Some(liberty) {
                    first = Some(liberty);
                } else if second.is_none() || second == Some(liberty) {
                    second = Some(liberty);
                } else {
                    return None;
                }
            }
        }
        Some([first?, second?])
    }

    /// Writes the liberties of the chain at `v` into `out` and returns how many there are; one more
    /// than fits if they are too many, found as early as possible.
    #[inline]
    pub fn liberties_up_to<const N: usize>(
        &self,
        v: Vertex<W>,
        out: &mut [Option<Vertex<W>>; N],
    ) -> usize {
        // Each liberty counts at most four times.
        if self.liberties.get(self.names.at(v)).count() as usize > 4 * N {
            return N + 1;
        }
        let mut found = 0;
        for stone in self.stones_of(v) {
            for liberty in self.empties_beside(stone) {
                if out[..found].contains(&Some(liberty)) {
                    continue;
                }
                if found == N {
                    return N + 1;
                }
                out[found] = Some(liberty);
                found += 1;
            }
        }
        found
    }
}

/// Legality without playing.
impl<const W: usize, const V: usize, F: Features> Board<W, V, F> {
    /// The sign bits of the lanes of neighbours that would lose their last liberty to a stone at
    /// `v`.
    #[inline]
    fn last_liberty_lanes(&self, v: Vertex<W>) -> u64 {
        let names = self.names_around(v);
        F::Liberties::dead(names.map(|name| {
            let touching = names.into_iter().filter(|&other| other == name);
            touching.fold(self.liberties.get(name), |liberties, _| {
                liberties.without(v)
            })
        }))
    }

    /// Tests if `S` may play at `v`: the point is empty, the move no suicide and no retaking of a
    /// ko.
    #[inline]
    #[must_use]
    pub fn allows<S: Side>(&self, v: Vertex<W>) -> bool {
        let around = self.look::<S>(v);
        self.is_empty(v)
            && self.ko != v.here()
            && (self.last_liberty_lanes(v) ^ around.want) & around.care != 0
    }

    /// The hash of the stones after `S` has played at `v`, which it must be allowed to.
    #[inline]
    #[must_use]
    pub fn hash_after<S: Side>(&self, v: Vertex<W>) -> u64 {
        const { assert!(F::HASH, "this board keeps no hash") }
        let mut hash = self.hash ^ Self::key_of::<S>(v);
        let mut captured = self.last_liberty_lanes(v) & self.look::<S>(v).opposing_signs();
        let names = self.names_around(v);
        while captured != 0 {
            let lane = captured.trailing_zeros() as usize / 16;
            captured &= captured - 1;
            // A chain that touches the move twice is taken once.
            if names[..lane].contains(&names[lane]) {
                continue;
            }
            let chain = v
                .step(lane)
                .vertex()
                .into_iter()
                .flat_map(|stone| self.stones_of(stone));
            hash = chain.fold(hash, |hash, stone| {
                hash ^ Self::key_of::<S::Opponent>(stone)
            });
        }
        hash
    }
}

impl<const W: usize, const V: usize, F: Features<Liberties = Moments>> Board<W, V, F> {
    /// The only liberty of the chain at `v`, if it has but one.
    #[inline(always)]
    #[must_use]
    pub fn atari(&self, v: Vertex<W>) -> Option<Vertex<W>> {
        let liberties = self.liberties.get(self.names.at(v));
        if liberties.is_single() {
            Cell::inner(liberties.single())
        } else {
            None
        }
    }

    /// Tests if the chain at `v` is tight: two liberties or more, but no more than four
    /// pseudo-liberties.
    #[inline(always)]
    #[must_use]
    pub fn is_tight(&self, v: Vertex<W>) -> bool {
        self.liberties.get(self.names.at(v)).is_tight()
    }

    /// The stones of a colour next to `v` whose chains are in atari or tight. The colour need not be
    /// known when this is compiled.
    #[inline(always)]
    #[must_use]
    pub fn pressed(&self, color: Color, v: Vertex<W>) -> Pressed {
        let liberties = self.liberties_around(v);
        let lane = |i: usize| u64::from(liberties[i].is_single()) << (16 * i + 15);
        let ataris = lane(0) | lane(1) | lane(2) | lane(3);
        let lane = |i: usize| u64::from(liberties[i].count() <= Moments::TIGHT) << (16 * i + 15);
        let few = lane(0) | lane(1) | lane(2) | lane(3);
        let looked = &Self::AROUND[usize::from(color == Color::White)];
        let own = looked[usize::from(self.codes.at(v) as u8)].own & SIGNS;
        Pressed {
            ataris: ataris & own,
            tight: few & own & !ataris,
        }
    }

    /// The two liberties of the chain at `v`, if it has exactly two: as [`Board::liberty_pair`], but
    /// mostly without a walk over its stones.
    #[inline(always)]
    #[must_use]
    pub fn two_liberties(&self, v: Vertex<W>) -> Option<[Vertex<W>; 2]> {
        let name = self.names.at(v);
        // Each liberty counts at most four times.
        if self.liberties.get(name).count() > 8 {
            return None;
        }
        let Some(first) = self.empties_beside(v).next() else {
            return self.liberty_pair(v);
        };
        // Take away what is counted for one liberty; is the rest one point?
        let beside = self
            .names_around(first)
            .map(|beside| u64::from(beside == name));
        let rest = self
            .liberties
            .get(name)
            .without_times(first, beside.iter().sum());
        if rest.is_single() & (rest.count() != 0) {
            Some([first, Cell::inner(rest.single())?])
        } else {
            None
        }
    }

    /// Tests if the chain at `v` has but one liberty.
    #[inline(always)]
    #[must_use]
    pub fn is_in_atari(&self, v: Vertex<W>) -> bool {
        self.liberties.get(self.names.at(v)).is_single()
    }

    /// Tests if a stone of `S` next to `v` belongs to a chain with but one liberty.
    #[inline(always)]
    #[must_use]
    pub fn has_atari_beside<S: Side>(&self, v: Vertex<W>) -> bool {
        self.atari_lanes::<S>(v) != 0
    }

    /// The sign bits of the lanes of neighbours of `S` with but one liberty.
    #[inline(always)]
    fn atari_lanes<S: Side>(&self, v: Vertex<W>) -> u64 {
        let names = self.names_around(v);
        let lane = |i: usize| u64::from(self.liberties.get(names[i]).is_single()) << (16 * i + 15);
        (lane(0) | lane(1) | lane(2) | lane(3)) & self.look::<S>(v).own_signs()
    }

    /// The stones of `S` next to `v` whose chains have but one liberty, with that liberty.
    #[inline(always)]
    pub fn ataris_beside<S: Side>(
        &self,
        v: Vertex<W>,
    ) -> impl Iterator<Item = (Vertex<W>, Vertex<W>)> + '_ {
        let mut found = self.atari_lanes::<S>(v);
        std::iter::from_fn(move || {
            while found != 0 {
                let stone = v.step(found.trailing_zeros() as usize / 16).vertex();
                found &= found - 1;
                if let Some(stone) = stone
                    && let Some(liberty) = self.atari(stone)
                {
                    return Some((stone, liberty));
                }
            }
            None
        })
    }

    /// Tests if a stone of `S` at the empty point `v` would capture nothing and leave its chain at
    /// most one liberty.
    #[inline(always)]
    #[must_use]
    pub fn is_self_atari<S: Side>(&self, v: Vertex<W>) -> bool {
        // Most points have room, which ends the question; the rest is without a branch.
        self.look::<S>(v).empty < 2
            && (self.is_short::<S>(v) & !self.has_atari_beside::<S::Opponent>(v))
    }

    /// Tests if a stone of `S` at the empty point `v` would leave its chain at most one liberty, if
    /// it captures nothing.
    #[inline(always)]
    #[must_use]
    pub fn is_short<S: Side>(&self, v: Vertex<W>) -> bool {
        let around = self.look::<S>(v);
        if around.empty >= 2 {
            return false;
        }
        // Without a branch for each neighbour: what they are is hard to predict.
        let names = self.names_around(v);
        let mut left = around.added_to(Moments::NONE, v);
        for i in 0..4 {
            let own = around.own_signs() >> (16 * i + 15) & 1 != 0;
            let counted = (0..i).fold(false, |counted, j| counted | (names[j] == names[i]));
            let liberties = self.liberties.get(names[i]);
            left = left.joined(if own & !counted {
                liberties
            } else {
                Moments::NONE
            });
            left = if own { left.without(v) } else { left };
        }
        left.is_single()
    }

    /// Tests if `S` would capture something by playing at the empty point `v`.
    #[inline(always)]
    #[must_use]
    pub fn captures<S: Side>(&self, v: Vertex<W>) -> bool {
        self.has_atari_beside::<S::Opponent>(v)
    }
}
