//! The order of games.

use super::{Games, TooLarge, Value};

/// The relation of one game to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    /// The other one is better for Left: `<`.
    Less,
    /// They are the same value: `=`.
    Equal,
    /// The first is better for Left: `>`.
    Greater,
    /// Neither is: who moves first in the difference wins it. `∥`.
    Confused,
}

impl Relation {
    /// The same seen from the other side.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Less => Self::Greater,
            Self::Greater => Self::Less,
            Self::Equal | Self::Confused => self,
        }
    }

    /// As it is written.
    #[must_use]
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Less => "<",
            Self::Equal => "=",
            Self::Greater => ">",
            Self::Confused => "∥",
        }
    }
}

impl Games {
    /// The relation of `a` to `b`.
    ///
    /// # Errors
    /// If the memory of comparisons does not suffice.
    pub fn compare(&mut self, a: Value, b: Value) -> Result<Relation, TooLarge> {
        self.make_room();
        if a == b {
            return Ok(Relation::Equal);
        }
        Ok(match (self.le(a, b)?, self.le(b, a)?) {
            (true, _) => Relation::Less,
            (_, true) => Relation::Greater,
            _ => Relation::Confused,
        })
    }

    /// Tests if `a ≤ b`: if Left to move loses `a − b`.
    ///
    /// Stops and means decide most cases. In the others `a ≤ b` unless a left option of `a` is `≥ b`
    /// or a right option of `b` is `≤ a`; a number's own options need not be looked at.
    pub(super) fn le(&mut self, a: Value, b: Value) -> Result<bool, TooLarge> {
        if a == b {
            return Ok(true);
        }
        self.step()?;
        if let Some(known) = self.le_at_sight(a, b) {
            return Ok(known);
        }
        if let Some(known) = self.order.get(&(a, b)) {
            return Ok(known);
        }
        let answer = self.no_le(b, &self.left(a))? && self.none_le(&self.right(b), a)?;
        self.order.put((a, b), answer)
    }

    /// The verdict of the walls on `a ≤ b`.
    fn le_at_sight(&self, a: Value, b: Value) -> Option<bool> {
        let (a, b) = (self.form(a), self.form(b));
        let ((a_left, a_right), (b_left, b_right)) = (a.stops, b.stops);
        if let (Some(x), Some(y)) = (a.number, b.number) {
            Some(x <= y)
        } else if a_left < b_right {
            Some(true)
        } else if a_left > b_left || a_right > b_right || a.thermograph.mean > b.thermograph.mean {
            Some(false)
        } else {
            None
        }
    }

    /// Tests if `a` is `≤` none of `others`.
    fn no_le(&mut self, a: Value, others: &[Value]) -> Result<bool, TooLarge> {
        for &other in others {
            if self.le(a, other)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Tests if none of `others` is `≤ a`.
    fn none_le(&mut self, others: &[Value], a: Value) -> Result<bool, TooLarge> {
        for &other in others {
            if self.le(other, a)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
