//! Games in which a move costs.

use super::{Dyadic, Games, TooLarge, Value};

impl Games {
    /// The game cooled by `t`: each move costs its player `t`, until the game freezes to its mean.
    ///
    /// `{Gᴸ cooled − t | Gᴿ cooled + t}` up to the game's temperature, and its mean above. Cooling
    /// by 1 is *chilling*. Cooling respects sums. A negative `t` is taken as 0, which changes nothing.
    ///
    /// # Errors
    /// If the store does not suffice.
    pub fn cool(&mut self, a: Value, t: Dyadic) -> Result<Value, TooLarge> {
        self.make_room();
        if t <= Dyadic::ZERO {
            return Ok(a);
        }
        self.cooled_by(a, t)
    }

    fn cooled_by(&mut self, a: Value, t: Dyadic) -> Result<Value, TooLarge> {
        if t > self.temperature(a) {
            return self.number(self.mean(a));
        }
        if let Some(known) = self.cooled.get(&(a, t)) {
            return Ok(known);
        }
        let (tax, refund) = (self.number(-t)?, self.number(t)?);
        let taxed = |tax: Value| {
            move |games: &mut Self, option: Value| {
                let option = games.cooled_by(option, t)?;
                games.sum(option, tax)
            }
        };
        let left = self.each(a, Self::left, taxed(tax))?;
        let right = self.each(a, Self::right, taxed(refund))?;
        let answer = self.canonical(left, right)?;
        self.cooled.put((a, t), answer)
    }
}
