//! The position made of two, and its rules.
//!
//! As we read the paper:
//!
//! 1. The player to move chooses one of the two boards and moves there. A pass is for the sum; two in
//!    a row end the game.
//! 2. The first move of the first player is on G. It may be a pass instead, which gives up the right
//!    to begin: nothing is banned then, and right play ends in a draw.
//! 3. As long as nobody has moved on −G, the second player may not play the mirror of the first
//!    player's first move there. Neither moves on G nor passes lift the ban. The first player may
//!    always play there, since that would be no mirror.
//! 4. What holds on a board for the next turn only, such as a ko, holds on that board. A turn that is
//!    spent elsewhere is a pass on this board ([`Summand::rest`]). At the beginning the twin's ko is
//!    against the second player, who has not had a turn yet: the first move does not lift it.
//! 5. The scores of both boards are added; komi would cancel, so there is none. A sum of 0 is a draw.
//!
//! Everything that is true of one board alone is a [`Summand`]; nothing here knows Go.

use tengen_game::{Color, Outcome, Position};

/// A game that can be one part of a sum: either side may be the next to move on it.
pub trait Summand: Clone {
    /// A move on this board; there is no pass.
    type Move: Copy + Eq + std::fmt::Debug;

    /// The number of codes of moves; they are dense in `0..codes()`.
    fn codes(&self) -> usize;

    /// The code of a move.
    fn code(&self, mv: Self::Move) -> usize;

    /// The move of a code; `None` from [`Summand::codes`] on.
    fn decode(&self, code: usize) -> Option<Self::Move>;

    /// Calls `each` once for every legal move of `color`, in an order that depends on the position
    /// alone.
    fn moves(&self, color: Color, each: impl FnMut(Self::Move));

    /// Plays a move of `color`; if it is illegal, changes nothing and returns false.
    fn play(&mut self, color: Color, mv: Self::Move) -> bool;

    /// A turn was spent elsewhere: what held for the next move alone holds no more.
    fn rest(&mut self) {}

    /// The same position with all colours reversed; moves keep their codes.
    #[must_use]
    fn reversed(&self) -> Self;

    /// By how much Black is ahead if nobody moves here any more.
    fn score(&self) -> i32;

    /// A hash of everything that decides what can happen on this board.
    fn hash(&self) -> u64;
}

/// One of the two boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Half {
    /// G.
    Original,
    /// −G.
    Twin,
}

impl Half {
    /// G, then −G.
    pub const BOTH: [Self; 2] = [Self::Original, Self::Twin];

    /// The other board.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Original => Self::Twin,
            Self::Twin => Self::Original,
        }
    }

    /// 0 or 1, for arrays of both.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// A move of the sum: it says on which board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SumMove<M> {
    /// A move on one of the boards.
    Play(Half, M),
    /// No move on either.
    Pass,
}

/// The state of the rules of the beginning: how far they still bind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Opening<M> {
    /// Nobody has had a turn: the next move is on G.
    First,
    /// Nobody has moved on −G: this move is banned there to this side.
    Banned(Color, M),
    /// Everything is free.
    Free,
}

/// The sum of a position and its twin; see the module's head.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference<B: Summand> {
    /// G and −G, by [`Half::index`].
    pub boards: [B; 2],
    turn: Color,
    /// The number of passes at the end of the turns so far, at most two.
    passes: u8,
    opening: Opening<B::Move>,
    tax: i32,
    /// Black's moves minus White's since the beginning, passes not counted.
    lead: i32,
    turns: u32,
}

impl<B: Summand> Difference<B> {
    /// The difference game of a position whose `turn` it is. Every move costs whoever makes it `tax`
    /// points: 0, or 1 where scores count a stone that the rules do not pay for.
    #[must_use]
    pub fn new(original: B, turn: Color, tax: i32) -> Self {
        Self {
            opening: Opening::First,
            ..Self::unbound(original, turn, tax)
        }
    }

    /// The same sum without the rules of the beginning: exactly even, and by copying the second
    /// player always draws.
    #[must_use]
    pub fn unbound(original: B, turn: Color, tax: i32) -> Self {
        let twin = original.reversed();
        Self {
            boards: [original, twin],
            turn,
            passes: 0,
            opening: Opening::Free,
            tax,
            lead: 0,
            turns: 0,
        }
    }

    /// One of the boards.
    #[must_use]
    pub const fn board(&self, half: Half) -> &B {
        &self.boards[half.index()]
    }

    /// The rules of the beginning that still bind.
    #[must_use]
    pub const fn opening(&self) -> Opening<B::Move> {
        self.opening
    }

    /// The number of passes at the end of the turns so far, at most two.
    #[must_use]
    pub const fn passes(&self) -> u8 {
        self.passes
    }

    /// The number of turns so far, passes included.
    #[must_use]
    pub const fn turns(&self) -> u32 {
        self.turns
    }

    /// Black's moves minus White's, passes not counted.
    #[must_use]
    pub const fn lead(&self) -> i32 {
        self.lead
    }

    /// True if moves cost something.
    #[must_use]
    pub const fn is_taxed(&self) -> bool {
        self.tax != 0
    }

    /// The outcome if the boards count so much in Black's view and Black has made so many more
    /// moves than White.
    #[must_use]
    pub const fn settle(&self, score: i32, lead: i32) -> Outcome {
        let score = score - self.tax * lead;
        Outcome {
            winner: match score {
                1.. => Some(Color::Black),
                0 => None,
                ..0 => Some(Color::White),
            },
            score: score as f32,
        }
    }

    /// Tests if the rules of the beginning admit a move of the side to move.
    #[must_use]
    pub fn admits(&self, half: Half, mv: B::Move) -> bool {
        match self.opening {
            Opening::First => half == Half::Original,
            Opening::Banned(to, mirror) => !(half == Half::Twin && self.turn == to && mv == mirror),
            Opening::Free => true,
        }
    }

    fn has_opened(&mut self, mv: SumMove<B::Move>) {
        self.opening = match (self.opening, mv) {
            (Opening::First, SumMove::Play(_, first)) => Opening::Banned(!self.turn, first),
            (Opening::First, SumMove::Pass) | (_, SumMove::Play(Half::Twin, _)) => Opening::Free,
            (as_before, _) => as_before,
        };
    }
}

impl<B: Summand> Position for Difference<B> {
    type Move = SumMove<B::Move>;

    /// The moves on G, those on −G, then the pass.
    fn codes(&self) -> usize {
        2 * self.boards[0].codes() + 1
    }

    fn code(&self, mv: Self::Move) -> usize {
        let codes = self.boards[0].codes();
        match mv {
            SumMove::Play(half, mv) => half.index() * codes + self.boards[0].code(mv),
            SumMove::Pass => 2 * codes,
        }
    }

    fn decode(&self, code: usize) -> Self::Move {
        let board = &self.boards[0];
        let (half, rest) = match code.checked_sub(board.codes()) {
            None => (Half::Original, code),
            Some(rest) => (Half::Twin, rest),
        };
        let mv = board.decode(rest);
        mv.map_or(SumMove::Pass, |mv| SumMove::Play(half, mv))
    }

    fn turn(&self) -> Color {
        self.turn
    }

    fn moves(&self, mut each: impl FnMut(Self::Move)) {
        if self.passes >= 2 {
            return;
        }
        for half in Half::BOTH {
            self.board(half).moves(self.turn, |mv| {
                if self.admits(half, mv) {
                    each(SumMove::Play(half, mv));
                }
            });
        }
        each(SumMove::Pass);
    }

    fn play(&mut self, mv: Self::Move) {
        let begins = self.opening == Opening::First;
        match mv {
            SumMove::Play(half, on) => {
                if !self.admits(half, on) || !self.boards[half.index()].play(self.turn, on) {
                    return;
                }
                if !begins {
                    self.boards[half.other().index()].rest();
                }
                self.passes = 0;
                self.lead += self.turn.sign();
            }
            SumMove::Pass => {
                self.boards[0].rest();
                if !begins {
                    self.boards[1].rest();
                }
                self.passes = (self.passes + 1).min(2);
            }
        }
        self.has_opened(mv);
        self.turns += 1;
        self.turn = !self.turn;
    }

    fn outcome(&self) -> Option<Outcome> {
        let score = || self.boards.iter().map(Summand::score).sum();
        (self.passes >= 2).then(|| self.settle(score(), self.lead))
    }

    fn hash(&self) -> u64 {
        let opening = match self.opening {
            Opening::First => 1,
            Opening::Banned(to, mv) => 2 + 2 * self.boards[0].code(mv) as u64 + to as u64,
            Opening::Free => 0,
        };
        let state = u64::from(self.passes) << 1 | self.turn as u64;
        // Taxed, a move more or less is a point more or less.
        let paid = i64::from(self.tax) * i64::from(self.lead);
        let parts = [
            self.boards[0].hash(),
            self.boards[1].hash(),
            opening,
            state,
            paid.cast_unsigned(),
        ];
        parts.into_iter().fold(0, |hash, part| mixed(hash ^ part))
    }
}

/// Spreads every bit over all (the finaliser of splitmix64), so that the order of what is joined
/// matters: the two boards are not to cancel where they are alike.
const fn mixed(word: u64) -> u64 {
    let mut z = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests;
