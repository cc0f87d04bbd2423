//! What a move does to the chains at the last move.

use tengen_go::board::{Board, Features, Moments, Side, Vertex};

/// What a move does at the last move, the most urgent first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tactic {
    /// Captures the last move's chain.
    CaptureLast,
    /// Captures a chain beside an own one that the last move put in atari.
    SaveByCapture,
    /// Extends an own chain that the last move put in atari.
    SaveByExtending,
    /// Puts the last move's chain in atari, from the side that leaves it no good way out.
    Catch,
    /// Puts the last move's chain in atari.
    Threaten,
    /// Extends an own chain that the last move left two liberties, where one of them is no way out.
    Defend,
    /// Takes a liberty of an own chain that the last move left two.
    Brace,
}

impl Tactic {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::CaptureLast,
        Self::SaveByCapture,
        Self::SaveByExtending,
        Self::Catch,
        Self::Threaten,
        Self::Defend,
        Self::Brace,
    ];
    /// How many there are.
    pub const COUNT: usize = Self::ALL.len();
}

/// Room for the moves of a turn; more are dropped.
const ROOM: usize = 16;

/// The moves that do something at the last move, each once, by the most urgent it does.
#[derive(Clone, Copy, Debug)]
pub struct Tactics<const W: usize> {
    moves: [Option<(Vertex<W>, Tactic)>; ROOM],
    len: usize,
}

impl<const W: usize> Tactics<W> {
    /// None.
    pub const NONE: Self = Self {
        moves: [None; ROOM],
        len: 0,
    };

    /// Those of `S` after the last move.
    #[inline(always)]
    #[must_use]
    pub fn of<S: Side, const V: usize, F>(board: &Board<W, V, F>, last: Option<Vertex<W>>) -> Self
    where
        F: Features<Liberties = Moments>,
    {
        let mut found = Self::NONE;
        if let Some(last) = last {
            found.find_ataris::<S, V, F>(board, last);
            found.find_attacks::<S, V, F>(board, last);
            found.find_defences::<S, V, F>(board, last);
        }
        found
    }

    /// The moves.
    #[inline(always)]
    pub fn iter(&self) -> impl Iterator<Item = (Vertex<W>, Tactic)> + '_ {
        self.moves[..self.len.min(ROOM)].iter().copied().flatten()
    }

    /// What this move does.
    #[inline(always)]
    #[must_use]
    pub fn at(&self, v: Vertex<W>) -> Option<Tactic> {
        self.iter().find(|&(at, _)| at == v).map(|(_, kind)| kind)
    }

    #[inline(always)]
    fn push(&mut self, v: Vertex<W>, kind: Tactic) {
        if self.len < ROOM && self.at(v).is_none() {
            self.moves[self.len] = Some((v, kind));
            self.len += 1;
        }
    }

    #[inline(always)]
    fn find_ataris<S: Side, const V: usize, F>(&mut self, board: &Board<W, V, F>, last: Vertex<W>)
    where
        F: Features<Liberties = Moments>,
    {
        if let Some(liberty) = board.atari(last) {
            self.push(liberty, Tactic::CaptureLast);
        }
        if board.has_atari_beside::<S>(last) {
            self.find_rescues::<S, V, F>(board, last);
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

    #[inline(always)]
    fn find_attacks<S: Side, const V: usize, F>(&mut self, board: &Board<W, V, F>, last: Vertex<W>)
    where
        F: Features<Liberties = Moments>,
    {
        let Some([a, b]) = board.liberty_pair(last) else {
            return;
        };
        for (taken, left) in [(a, b), (b, a)] {
            let way_out = gain::<S::Opponent, W, V, F>(board, last, left, taken);
            self.push(
                taken,
                if way_out <= 1 {
                    Tactic::Catch
                } else {
                    Tactic::Threaten
                },
            );
        }
    }

    #[inline(always)]
    fn find_defences<S: Side, const V: usize, F>(&mut self, board: &Board<W, V, F>, last: Vertex<W>)
    where
        F: Features<Liberties = Moments>,
    {
        for stone in board.neighbours_of::<S>(last) {
            let Some([a, b]) = board.liberty_pair(stone) else {
                continue;
            };
            let gains =
                [(a, b), (b, a)].map(|(at, other)| gain::<S, W, V, F>(board, stone, at, other));
            let pressed = gains[0].min(gains[1]) < 2;
            for (liberty, gained) in [a, b].into_iter().zip(gains) {
                let good = pressed && gained >= 2;
                self.push(liberty, if good { Tactic::Defend } else { Tactic::Brace });
            }
        }
    }
}

/// What the chain `stone` of `S` gains by extending from its liberty `at`, `other` being taken or
/// counted already. Joining another chain counts as two.
#[inline(always)]
fn gain<S: Side, const W: usize, const V: usize, F: Features>(
    board: &Board<W, V, F>,
    stone: Vertex<W>,
    at: Vertex<W>,
    other: Vertex<W>,
) -> u32 {
    let apart = at.cell().abs_diff(other.cell());
    let fresh = board.room(at) - u32::from((apart == 1) | (apart == W));
    fresh + 2 * u32::from(board.joins_other::<S>(at, stone))
}
