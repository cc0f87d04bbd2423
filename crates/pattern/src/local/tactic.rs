//! Effects of a move on the chains at the last move.

use tengen_go::board::{Board, Features, Moments, Side, Vertex};

/// The effect of a move at the last move, the most urgent first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tactic {
    /// Captures the last move's chain.
    CaptureLast,
    /// Captures a chain beside an own one that the last move put in atari.
    SaveByCapture,
    /// Extends an own chain that the last move put in atari.
    SaveByExtending,
    /// Puts the last move's chain in atari, from the side that leaves it no good way out; like the
    /// next only for tight chains ([`Board::is_tight`]), as nearly all of two liberties are.
    Catch,
    /// Extends an own chain that the last move left two liberties, where one of them is no way out.
    Defend,
}

impl Tactic {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::CaptureLast,
        Self::SaveByCapture,
        Self::SaveByExtending,
        Self::Catch,
        Self::Defend,
    ];
    /// The number of tactics.
    pub const COUNT: usize = Self::ALL.len();

    /// True if it captures, or rescues a chain in atari.
    #[inline(always)]
    #[must_use]
    pub const fn is_urgent(self) -> bool {
        match self {
            Self::CaptureLast | Self::SaveByCapture | Self::SaveByExtending => true,
            Self::Catch | Self::Defend => false,
        }
    }
}

/// The chains in atari at the last move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Threats<const W: usize> {
    /// The only liberty of its own chain, if that has but one.
    pub last: Option<Vertex<W>>,
    /// True if a chain of the side to move beside it is in atari.
    pub beside: bool,
}

impl<const W: usize> Threats<W> {
    /// None.
    pub const NONE: Self = Self {
        last: None,
        beside: false,
    };

    /// True if there are any.
    #[inline(always)]
    #[must_use]
    pub const fn any(self) -> bool {
        self.last.is_some() | self.beside
    }

    /// Those that `S` sees after the last move.
    #[inline(always)]
    #[must_use]
    pub fn at<S: Side, const V: usize, F>(board: &Board<W, V, F>, last: Vertex<W>) -> Self
    where
        F: Features<Liberties = Moments>,
    {
        Self {
            last: board.atari(last),
            beside: board.has_atari_beside::<S>(last),
        }
    }
}

/// Room for the moves of a turn; more are dropped.
const ROOM: usize = 16;

/// The moves that do something at the last move, each once, by the most urgent it does.
#[derive(Clone, Debug)]
pub struct Tactics<const W: usize> {
    moves: [Option<Vertex<W>>; ROOM],
    kinds: [Tactic; ROOM],
    len: usize,
}

impl<const W: usize> Tactics<W> {
    /// The largest number of moves.
    pub const ROOM: usize = ROOM;
    /// None.
    pub const NONE: Self = Self {
        moves: [None; ROOM],
        kinds: [Tactic::Defend; ROOM],
        len: 0,
    };

    /// Those of `S` after the last move.
    #[inline(always)]
    #[must_use]
    pub fn of<S: Side, const V: usize, F>(board: &Board<W, V, F>, last: Option<Vertex<W>>) -> Self
    where
        F: Features<Liberties = Moments>,
    {
        let mut tactics = Self::NONE;
        if let Some(last) = last {
            let threats = Threats::at::<S, V, F>(board, last);
            tactics.find::<S, V, F>(board, last, threats, true);
        }
        tactics
    }

    /// Adds those of `S` after the last move, by which these ataris have begun. (In place: a copy
    /// made at once would have to wait for the single entries to be written.) Chains of two
    /// liberties, which cost the most, are looked for only if `deep`.
    #[inline(always)]
    pub fn find<S: Side, const V: usize, F>(
        &mut self,
        board: &Board<W, V, F>,
        last: Vertex<W>,
        threats: Threats<W>,
        deep: bool,
    ) where
        F: Features<Liberties = Moments>,
    {
        if let Some(liberty) = threats.last {
            self.push(liberty, Tactic::CaptureLast);
        }
        if threats.beside {
            self.find_rescues::<S, V, F>(board, last);
        }
        if deep {
            self.find_deep::<S, V, F>(board, last);
        }
    }

    /// The number of moves, at most [`Tactics::ROOM`].
    #[inline(always)]
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len
    }

    /// True if there are none.
    #[inline(always)]
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The moves.
    #[inline(always)]
    pub fn iter(&self) -> impl Iterator<Item = (Vertex<W>, Tactic)> + '_ {
        (0..self.len).filter_map(|i| Some((self.moves[i % ROOM]?, self.kinds[i % ROOM])))
    }

    /// The tactic of this move.
    #[inline(always)]
    #[must_use]
    pub fn at(&self, v: Vertex<W>) -> Option<Tactic> {
        self.iter().find(|&(at, _)| at == v).map(|(_, kind)| kind)
    }

    #[inline(always)]
    fn push(&mut self, v: Vertex<W>, kind: Tactic) {
        if self.len < ROOM && self.at(v).is_none() {
            self.moves[self.len] = Some(v);
            self.kinds[self.len] = kind;
            self.len += 1;
        }
    }

    #[inline(never)]
    fn find_rescues<S: Side, const V: usize, F>(&mut self, board: &Board<W, V, F>, last: Vertex<W>)
    where
        F: Features<Liberties = Moments>,
    {
        for (stone, _) in board.ataris_beside::<S>(last) {
            for own in board.stones_of(stone) {
                for (_, liberty) in board.ataris_beside::<S::Opponent>(own) {
                    self.push(liberty, Tactic::SaveByCapture);
                }
            }
        }
        for (_, liberty) in board.ataris_beside::<S>(last) {
            self.push(liberty, Tactic::SaveByExtending);
        }
    }

    /// Finds what concerns tight chains that have two liberties. Not inlined: one copy for each side keeps
    /// the code of a turn small.
    #[inline(never)]
    fn find_deep<S: Side, const V: usize, F>(&mut self, board: &Board<W, V, F>, last: Vertex<W>)
    where
        F: Features<Liberties = Moments>,
    {
        if board.is_tight(last)
            && let Some([a, b]) = two_liberties(board, last)
        {
            for (taken, left) in [(a, b), (b, a)] {
                if !is_way_out::<S::Opponent, W, V, F>(board, last, left, taken) {
                    self.push(taken, Tactic::Catch);
                }
            }
        }
        for stone in board.pressed(S::COLOR, last).tight(last) {
            let Some([a, b]) = two_liberties(board, stone) else {
                continue;
            };
            let outs = [(a, b), (b, a)]
                .map(|(at, other)| is_way_out::<S, W, V, F>(board, stone, at, other));
            if outs[0] != outs[1] {
                self.push(if outs[0] { a } else { b }, Tactic::Defend);
            }
        }
    }
}

/// The two liberties of a chain that has just two.
#[inline(never)]
fn two_liberties<const W: usize, const V: usize, F>(
    board: &Board<W, V, F>,
    stone: Vertex<W>,
) -> Option<[Vertex<W>; 2]>
where
    F: Features<Liberties = Moments>,
{
    board.two_liberties(stone)
}

/// Tests if the chain `stone` of `S` gains two liberties by extending from its liberty `at`, `other`
/// being taken or counted already, or joins another chain.
#[inline(always)]
fn is_way_out<S: Side, const W: usize, const V: usize, F: Features>(
    board: &Board<W, V, F>,
    stone: Vertex<W>,
    at: Vertex<W>,
    other: Vertex<W>,
) -> bool {
    let apart = at.cell().abs_diff(other.cell());
    let fresh = board.room(at) - u32::from((apart == 1) | (apart == W));
    fresh >= 2 || board.joins_other::<S>(at, stone)
}
