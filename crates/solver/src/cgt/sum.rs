//! Games played side by side, and the other side of the board.

use super::{Dyadic, Games, TooLarge, Value};

impl Games {
    /// The sum: both games side by side, one move in one of them a turn.
    ///
    /// # Errors
    /// If the store does not suffice.
    pub fn add(&mut self, a: Value, b: Value) -> Result<Value, TooLarge> {
        self.make_room();
        self.sum(a, b)
    }

    /// The game with the sides exchanged: `a + negative(a)` is 0.
    ///
    /// # Errors
    /// If the store does not suffice.
    pub fn negative(&mut self, a: Value) -> Result<Value, TooLarge> {
        self.make_room();
        self.mirror(a)
    }

    /// [`Self::add`], within a question.
    pub(super) fn sum(&mut self, a: Value, b: Value) -> Result<Value, TooLarge> {
        match (self.as_number(a), self.as_number(b)) {
            (Some(x), Some(y)) => return self.number(x.plus(y)?),
            (Some(x), None) if x == Dyadic::ZERO => return Ok(b),
            (None, Some(y)) if y == Dyadic::ZERO => return Ok(a),
            _ => {}
        }
        self.step()?;
        let question = (a.min(b), a.max(b));
        if let Some(known) = self.sums.get(&question) {
            return Ok(known);
        }
        let answer = match (self.as_number(a), self.as_number(b)) {
            (Some(_), _) => self.translated(b, a)?,
            (_, Some(_)) => self.translated(a, b)?,
            _ => match (self.form(a).ups, self.form(b).ups) {
                (Some(a), Some(b)) => self.sum_of_ups(a, b)?,
                _ => {
                    let left = self.moves(a, b, Self::left)?;
                    let right = self.moves(a, b, Self::right)?;
                    self.canonical(left, right)?
                }
            },
        };
        self.sums.put(question, answer)
    }

    /// A number added to a game that is none: each option is moved by it, and the form stays
    /// canonical.
    fn translated(&mut self, a: Value, number: Value) -> Result<Value, TooLarge> {
        let left = self.each(a, Self::left, |games, option| games.sum(option, number))?;
        let right = self.each(a, Self::right, |games, option| games.sum(option, number))?;
        self.intern(left, right)
    }

    /// The options of a side in `a + b`.
    fn moves(
        &mut self,
        a: Value,
        b: Value,
        side: impl Fn(&Self, Value) -> std::sync::Arc<[Value]>,
    ) -> Result<Vec<Value>, TooLarge> {
        let mut options = self.each(a, &side, |games, option| games.sum(option, b))?;
        options.extend(self.each(b, &side, |games, option| games.sum(a, option))?);
        Ok(options)
    }

    /// The options of a side, each changed.
    pub(super) fn each(
        &mut self,
        a: Value,
        side: impl Fn(&Self, Value) -> std::sync::Arc<[Value]>,
        mut change: impl FnMut(&mut Self, Value) -> Result<Value, TooLarge>,
    ) -> Result<Vec<Value>, TooLarge> {
        let options = side(self, a);
        options.iter().map(|&option| change(self, option)).collect()
    }

    /// [`Self::negative`], within a question.
    pub(super) fn mirror(&mut self, a: Value) -> Result<Value, TooLarge> {
        if let Some(x) = self.as_number(a) {
            return self.number(-x);
        }
        if let Some(known) = self.negatives.get(&a) {
            return Ok(known);
        }
        let left = self.each(a, Self::right, Self::mirror)?;
        let right = self.each(a, Self::left, Self::mirror)?;
        let answer = self.intern(left, right)?;
        self.negatives.put(a, answer)
    }
}
