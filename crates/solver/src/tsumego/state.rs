//! A position inside of a field, and its moves.
//!
//! The rules are those of Go with the simple ko; suicide is forbidden. A side that may not retake a ko
//! may do so at the price of one of its threats from elsewhere: the threat and its answer are played
//! and change nothing here. Longer repetitions are the search's business (see `dfpn`).
//!
//! The end: if the attacker passes while stones of the defender are there, the defender passes
//! too and lives, in seki if in no other way; so the attacker has no such pass. He has one when a ko may
//! not be retaken (then the pass is a move elsewhere that lifts the ban), and when there is no stone of
//! the defender. If the defender passes without a stone, all is over: he is dead.

use super::field::{Bits, Field, each};

/// A role in a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The side whose wall it is: he wants to kill.
    Attacker,
    /// The side that is enclosed: he wants to live.
    Defender,
}

impl Side {
    /// The other side.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Attacker => Self::Defender,
            Self::Defender => Self::Attacker,
        }
    }
}

/// The numbers of ko threats that each side has elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Threats {
    /// Those of the attacker.
    pub attacker: u8,
    /// Those of the defender.
    pub defender: u8,
}

impl Threats {
    /// The number that stands for any number of threats.
    ///
    /// It decides a ko of one or two stages, as problems have them. They are not without number: a side
    /// that would have to retake the same ko over and over, and never comes to end it, has lost it.
    pub const MANY: u8 = 2;

    /// Those of a side.
    #[must_use]
    pub const fn of(self, side: Side) -> u8 {
        match side {
            Side::Attacker => self.attacker,
            Side::Defender => self.defender,
        }
    }

    /// With one fewer for a side.
    const fn spend(mut self, side: Side) -> Self {
        let left = match side {
            Side::Attacker => &mut self.attacker,
            Side::Defender => &mut self.defender,
        };
        *left = left.saturating_sub(1);
        self
    }
}

/// A move: a point of the field, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Act {
    /// A stone on this bit.
    Play(u8),
    /// None.
    Pass,
}

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The stones of the defender.
    pub defender: Bits,
    /// The stones of the attacker in the field.
    pub attacker: Bits,
    /// The side to move.
    pub turn: Side,
    /// The point of a ko that may not be retaken without a threat.
    pub ko: Option<u8>,
    /// The threats left.
    pub threats: Threats,
}

impl State {
    /// The empty points.
    #[inline]
    #[must_use]
    pub const fn empty(&self, field: &Field) -> Bits {
        field.mask & !self.defender & !self.attacker
    }

    /// The stones of a side.
    #[inline]
    #[must_use]
    pub const fn stones(&self, side: Side) -> Bits {
        match side {
            Side::Attacker => self.attacker,
            Side::Defender => self.defender,
        }
    }

    /// True if a chain of a side has no liberty among these points.
    #[inline]
    const fn is_taken(field: &Field, chain: Bits, side: Side, empty: Bits) -> bool {
        !field.is_held(chain, side) && field.beside(chain) & empty == 0
    }

    /// The position after a stone of the side to move; `None` if that is illegal.
    #[must_use]
    pub fn play(&self, field: &Field, bit: u8) -> Option<Self> {
        let (side, stone) = (self.turn, 1 << bit);
        let empty = self.empty(field);
        if stone & empty == 0 {
            return None;
        }
        let threats = match self.ko {
            Some(ko) if ko == bit => match self.threats.of(side) {
                0 => return None,
                _ => self.threats.spend(side),
            },
            _ => self.threats,
        };
        let own = self.stones(side) | stone;
        let mut others = self.stones(side.other());
        let left = empty & !stone;
        let mut taken = 0;
        let mut near = field.beside(stone) & others;
        while near != 0 {
            let chain = field.flood(near & near.wrapping_neg(), others);
            near &= !chain;
            if Self::is_taken(field, chain, side.other(), left) {
                taken |= chain;
            }
        }
        others &= !taken;
        let left = left | taken;
        let mut ko = None;
        // Most stones have a liberty of their own, and then nothing else needs to be known.
        if field.beside(stone) & left == 0 || taken.count_ones() == 1 {
            let chain = field.flood(stone, own);
            if Self::is_taken(field, chain, side, left) {
                return None;
            }
            let held = field.is_held(stone, side);
            if taken.count_ones() == 1
                && chain == stone
                && !held
                && field.beside(stone) & left == taken
            {
                ko = Some(taken.trailing_zeros() as u8);
            }
        }
        let (defender, attacker) = match side {
            Side::Attacker => (others, own),
            Side::Defender => (own, others),
        };
        Some(Self {
            defender,
            attacker,
            turn: side.other(),
            ko,
            threats,
        })
    }

    /// The position after a pass, if the side to move has a pass that does not end everything.
    #[must_use]
    pub const fn pass(&self) -> Option<Self> {
        let has = match self.turn {
            Side::Attacker => self.defender == 0 || self.ko.is_some(),
            Side::Defender => self.defender != 0,
        };
        let next = Self {
            turn: self.turn.other(),
            ko: None,
            ..*self
        };
        if has { Some(next) } else { None }
    }

    /// The position after a move; `None` if there is no such move.
    #[must_use]
    pub fn after(&self, field: &Field, act: Act) -> Option<Self> {
        match act {
            Act::Play(bit) => self.play(field, bit),
            Act::Pass => self.pass(),
        }
    }

    /// All moves and what comes of them.
    pub fn moves<'a>(&'a self, field: &'a Field) -> impl Iterator<Item = (Act, Self)> + 'a {
        let plays = each(self.empty(field))
            .filter_map(move |bit| Some((Act::Play(bit), self.play(field, bit)?)));
        plays.chain(self.pass().map(|next| (Act::Pass, next)))
    }
}
