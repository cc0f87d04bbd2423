//! Ladders read in the midst of a search: the question of [`ladder`](crate::ladder) on any board of
//! exact atari, without allocation.
//!
//! The moves and the ends are those of [`ladder::read`](crate::ladder::read), and where neither
//! gives up the outcomes agree. What makes it quick is that most of a ladder has no choice. An
//! atari that leaves the chain a way to three liberties is not tried; where one move is left it is
//! played in place, and only where there are several the board is copied. And while the chain only
//! extends, its liberties are the empty points beside its newest stone, and an attacker can come
//! into atari only beside the newest two, so nothing walks along the chain.

use crate::board::{Board, Features, Moments, Side, Vertex};
use crate::ladder::Ladder;

/// The number of choices that a line may be deep: each holds a copy of the board on the stack.
const CHOICES: u32 = 16;

/// Attackers in atari that are told apart; a chain beside more of them is given up.
const CAPTURES: usize = 8;

/// Tests if `A` captures the chain at `target`, whose two liberties are `first` and `other`, in a
/// ladder that begins with its move at `first`, playing no more than `limit` moves in thought.
#[must_use]
pub fn begin<A: Side, const W: usize, const V: usize, F: Features<Liberties = Moments>>(
    board: &Board<W, V, F>,
    target: Vertex<W>,
    [first, other]: [Vertex<W>; 2],
    limit: u32,
) -> Ladder {
    if !is_promising::<A, W, V, F>(board, target, first, other) || !board.allows::<A>(first) {
        return Ladder::Escapes;
    }
    if is_trapped::<A, W, V, F>(board, target, first, other) {
        return Ladder::Captured;
    }
    let mut reader = Reader { left: limit };
    if !reader.spend() {
        return Ladder::Unknown;
    }
    let mut after = board.clone();
    after.try_play::<A>(first);
    let turn = Turn::Defend {
        attack: first,
        news: None,
    };
    reader.follow::<A, W, V, F>(&mut after, target, turn, 0)
}

/// The fate of the chain of `D` at `target`, which is in atari, if it extends at once.
#[must_use]
pub fn extend<D: Side, const W: usize, const V: usize, F: Features<Liberties = Moments>>(
    board: &Board<W, V, F>,
    target: Vertex<W>,
    limit: u32,
) -> Ladder {
    let Some(liberty) = board.atari(target) else {
        return Ladder::Escapes;
    };
    if !board.allows::<D>(liberty) {
        return Ladder::Captured;
    }
    if board.room(liberty) >= 3 {
        return Ladder::Escapes;
    }
    if board.is_self_atari::<D>(liberty) {
        return Ladder::Captured;
    }
    let mut reader = Reader { left: limit };
    if !reader.spend() {
        return Ladder::Unknown;
    }
    let mut after = board.clone();
    after.try_play::<D>(liberty);
    let turn = Turn::Attack { news: None };
    reader.follow::<D::Opponent, W, V, F>(&mut after, target, turn, 0)
}

/// Tests if an atari of `A` at `a` leaves the chain at `target` no plain way to three liberties at
/// `b`: by the room there, or by a chain that it joins there.
#[inline]
fn is_promising<A: Side, const W: usize, const V: usize, F: Features>(
    board: &Board<W, V, F>,
    target: Vertex<W>,
    a: Vertex<W>,
    b: Vertex<W>,
) -> bool {
    if board.empties_beside(b).filter(|&next| next != a).count() >= 3 {
        return false;
    }
    if !board.joins_other::<A::Opponent>(b, target) {
        return true;
    }
    // Three liberties beside `a` and `b` are enough.
    board.neighbours_of::<A::Opponent>(b).all(|stone| {
        let mut liberties = [None; 4];
        let count = board.liberties_up_to(stone, &mut liberties);
        let spoilt = liberties
            .iter()
            .filter(|&&at| at == Some(a) || at == Some(b));
        board.same_chain(stone, target) || count < 3 + spoilt.count()
    })
}

/// Tests if an atari of `A` at `a` ends the matter at once: the chain has no room at `b`, joins
/// nothing there, and no attacker is in atari or comes out of a capture with few liberties.
#[inline]
fn is_trapped<A: Side, const W: usize, const V: usize, F: Features<Liberties = Moments>>(
    board: &Board<W, V, F>,
    target: Vertex<W>,
    a: Vertex<W>,
    b: Vertex<W>,
) -> bool {
    board.empties_beside(b).filter(|&next| next != a).count() <= 1
        && !board.joins_other::<A::Opponent>(b, target)
        && !board.captures::<A>(a)
        && !board.is_self_atari::<A>(a)
        && !board.has_atari_beside::<A>(b)
        && !board
            .stones_of(target)
            .any(|stone| board.has_atari_beside::<A>(stone))
}

/// The side that moves next, and what is known.
///
/// `news` is the chain's newest stone, if its liberties are the empty points beside it and no
/// attacker elsewhere is in atari beside the chain.
#[derive(Clone, Copy)]
enum Turn<const W: usize> {
    Attack {
        news: Option<Vertex<W>>,
    },
    Defend {
        attack: Vertex<W>,
        news: Option<Vertex<W>>,
    },
}

struct Reader {
    /// Moves that may still be played.
    left: u32,
}

impl Reader {
    #[inline]
    const fn spend(&mut self) -> bool {
        let may = self.left > 0;
        self.left = self.left.saturating_sub(1);
        may
    }

    /// Follows the line to its end; uses the board up.
    fn follow<A: Side, const W: usize, const V: usize, F: Features<Liberties = Moments>>(
        &mut self,
        board: &mut Board<W, V, F>,
        target: Vertex<W>,
        mut turn: Turn<W>,
        depth: u32,
    ) -> Ladder {
        loop {
            let step = match turn {
                Turn::Attack { news } => self.attack::<A, W, V, F>(board, target, news, depth),
                Turn::Defend { attack, news } => {
                    self.defend::<A, W, V, F>(board, target, attack, news, depth)
                }
            };
            match step {
                Ok(next) => turn = next,
                Err(end) => return end,
            }
        }
    }

    /// The attacker's move in place, or how the ladder ends.
    #[inline]
    fn attack<A: Side, const W: usize, const V: usize, F: Features<Liberties = Moments>>(
        &mut self,
        board: &mut Board<W, V, F>,
        target: Vertex<W>,
        news: Option<Vertex<W>>,
        depth: u32,
    ) -> Result<Turn<W>, Ladder> {
        if let Some(liberty) = board.atari(target) {
            return Err(if board.allows::<A>(liberty) {
                Ladder::Captured
            } else {
                Ladder::Escapes
            });
        }
        let pair = match news {
            Some(newest) => pair_beside(board, newest),
            None => board.liberty_pair(target),
        };
        let Some([a, b]) = pair else {
            return Err(Ladder::Escapes);
        };
        // The chain wants to extend where there is room, so that is where to stop it.
        let (a, b) = if board.room(a) >= board.room(b) {
            (a, b)
        } else {
            (b, a)
        };
        let may = |board: &Board<W, V, F>, first, other| {
            is_promising::<A, W, V, F>(board, target, first, other) && board.allows::<A>(first)
        };
        let chosen = match (may(board, a, b), may(board, b, a)) {
            (false, false) => return Err(Ladder::Escapes),
            (true, false) => a,
            (false, true) => b,
            (true, true) => {
                let turn = Turn::Defend { attack: a, news };
                match self.aside::<A, A, W, V, F>(board, a, target, turn, depth) {
                    Ladder::Escapes => b,
                    end => return Err(end),
                }
            }
        };
        if !self.spend() {
            return Err(Ladder::Unknown);
        }
        board.try_play::<A>(chosen);
        Ok(Turn::Defend {
            attack: chosen,
            news,
        })
    }

    /// The defender's move in place, or how the ladder ends.
    #[inline]
    fn defend<A: Side, const W: usize, const V: usize, F: Features<Liberties = Moments>>(
        &mut self,
        board: &mut Board<W, V, F>,
        target: Vertex<W>,
        attack: Vertex<W>,
        news: Option<Vertex<W>>,
        depth: u32,
    ) -> Result<Turn<W>, Ladder> {
        let Some(liberty) = board.atari(target) else {
            return Err(Ladder::Escapes);
        };
        if board.room(liberty) >= 3 {
            return Err(Ladder::Escapes);
        }
        let mut captures = Captures::default();
        match news {
            Some(newest) => {
                captures.beside::<A, V, F>(board, newest);
                captures.add(board.atari(attack));
            }
            None => {
                for stone in board.stones_of(target) {
                    captures.beside::<A, V, F>(board, stone);
                }
            }
        }
        for capture in captures.points()? {
            if capture != liberty && board.allows::<A::Opponent>(capture) {
                let turn = Turn::Attack { news: None };
                match self.aside::<A, A::Opponent, W, V, F>(board, capture, target, turn, depth) {
                    Ladder::Captured => {}
                    end => return Err(end),
                }
            }
        }
        if !self.spend() {
            return Err(Ladder::Unknown);
        }
        let grows = captures.count == 0 && !board.joins_other::<A::Opponent>(liberty, target);
        if !board.try_play::<A::Opponent>(liberty) {
            return Err(Ladder::Captured);
        }
        Ok(Turn::Attack {
            news: grows.then_some(liberty),
        })
    }

    /// The end of the line that begins with a move of `S` and goes on with `turn`, on a copy.
    #[inline(never)]
    fn aside<A: Side, S: Side, const W: usize, const V: usize, F: Features<Liberties = Moments>>(
        &mut self,
        board: &Board<W, V, F>,
        at: Vertex<W>,
        target: Vertex<W>,
        turn: Turn<W>,
        depth: u32,
    ) -> Ladder {
        if depth >= CHOICES || !self.spend() {
            return Ladder::Unknown;
        }
        let mut after = board.clone();
        after.try_play::<S>(at);
        self.follow::<A, W, V, F>(&mut after, target, turn, depth + 1)
    }
}

/// The two empty points beside `v`, if there are two.
#[inline]
fn pair_beside<const W: usize, const V: usize, F: Features>(
    board: &Board<W, V, F>,
    v: Vertex<W>,
) -> Option<[Vertex<W>; 2]> {
    let mut empties = board.empties_beside(v);
    let pair = [empties.next()?, empties.next()?];
    empties.next().is_none().then_some(pair)
}

/// The points where attackers can be captured.
struct Captures<const W: usize> {
    at: [Option<Vertex<W>>; CAPTURES],
    count: usize,
}

impl<const W: usize> Default for Captures<W> {
    fn default() -> Self {
        Self {
            at: [None; CAPTURES],
            count: 0,
        }
    }
}

impl<const W: usize> Captures<W> {
    #[inline]
    fn add(&mut self, at: Option<Vertex<W>>) {
        let known = &self.at[..self.count.min(CAPTURES)];
        if at.is_some() && !known.contains(&at) {
            if let Some(place) = self.at.get_mut(self.count) {
                *place = at;
            }
            self.count = (self.count + 1).min(CAPTURES + 1);
        }
    }

    #[inline]
    fn beside<A: Side, const V: usize, F: Features<Liberties = Moments>>(
        &mut self,
        board: &Board<W, V, F>,
        stone: Vertex<W>,
    ) {
        for (_, liberty) in board.ataris_beside::<A>(stone) {
            self.add(Some(liberty));
        }
    }

    /// The points, unless they are too many.
    #[inline]
    fn points(&self) -> Result<impl Iterator<Item = Vertex<W>>, Ladder> {
        if self.count > CAPTURES {
            return Err(Ladder::Unknown);
        }
        Ok(self.at.into_iter().take(self.count).flatten())
    }
}
