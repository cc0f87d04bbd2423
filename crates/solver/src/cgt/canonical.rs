//! From options to the canonical form.

use tengen_game::Color;

use super::dyadic::End;
use super::memory::Map;
use super::{Dyadic, Games, TooLarge, Value};

/// A game that has more options than this for one side is not taken.
const MAX_OPTIONS: usize = 1024;

/// A game given by its options, which is known to be no number. Its options change while it is
/// simplified, its value does not, so what was found out about it stays true.
struct Draft {
    left: Vec<Value>,
    right: Vec<Value>,
    left_stop: Dyadic,
    right_stop: Dyadic,
    /// True for a value that is `≤` the draft.
    below: Map<Value, bool>,
    /// True for a value that is `≥` the draft.
    above: Map<Value, bool>,
}

/// The numbers that fit between the options.
enum Fit {
    Number(Dyadic),
    /// None fits: the game is none. Its stops.
    None(Dyadic, Dyadic),
}

impl Games {
    /// The value of `{left | right}`.
    ///
    /// # Errors
    /// If the store is full, or the game too deep or too broad.
    pub fn game(&mut self, left: &[Value], right: &[Value]) -> Result<Value, TooLarge> {
        self.make_room();
        self.canonical(left.to_vec(), right.to_vec())
    }

    /// [`Self::game`], within a question.
    pub(super) fn canonical(
        &mut self,
        mut left: Vec<Value>,
        mut right: Vec<Value>,
    ) -> Result<Value, TooLarge> {
        for side in [&mut left, &mut right] {
            side.sort_unstable();
            side.dedup();
            if side.len() > MAX_OPTIONS {
                return Err(TooLarge);
            }
        }
        let (left_stop, right_stop) = match self.fit(&left, &right)? {
            Fit::Number(x) => return self.number(x),
            Fit::None(left_stop, right_stop) => (left_stop, right_stop),
        };
        let mut draft = Draft {
            left,
            right,
            left_stop,
            right_stop,
            below: Map::default(),
            above: Map::default(),
        };
        loop {
            self.drop_dominated(&mut draft)?;
            if !self.bypass(&mut draft, Color::Black)? && !self.bypass(&mut draft, Color::White)? {
                break;
            }
        }
        self.intern(draft.left, draft.right)
    }

    /// The simplest number `x` such that no left option is `≥ x` and no right option is `≤ x`: if
    /// there is one, that is the game.
    ///
    /// A left option whose Right stop is below `x` is not `≥ x`, one whose Right stop is above is,
    /// and only one that stops at `x` itself has to be compared.
    fn fit(&mut self, left: &[Value], right: &[Value]) -> Result<Fit, TooLarge> {
        let mut lower: End = None;
        for &option in left {
            let stop = self.form(option).stops.1;
            if lower.is_none_or(|(highest, _)| highest <= stop) {
                let x = self.number(stop)?;
                let open = self.le(x, option)?;
                let others = lower.is_none_or(|(highest, closed)| highest < stop || closed);
                lower = Some((stop, others && !open));
            }
        }
        let mut upper: End = None;
        for &option in right {
            let stop = self.form(option).stops.0;
            if upper.is_none_or(|(lowest, _)| stop <= lowest) {
                let x = self.number(stop)?;
                let open = self.le(option, x)?;
                let others = upper.is_none_or(|(lowest, closed)| stop < lowest || closed);
                upper = Some((stop, others && !open));
            }
        }
        if let Some(x) = Dyadic::simplest(lower, upper)? {
            return Ok(Fit::Number(x));
        }
        match (lower, upper) {
            (Some((left_stop, _)), Some((right_stop, _))) => Ok(Fit::None(left_stop, right_stop)),
            // Something fits wherever an end is missing.
            _ => Err(TooLarge),
        }
    }

    /// Leaves only the best options of each side.
    fn drop_dominated(&mut self, draft: &mut Draft) -> Result<(), TooLarge> {
        self.leave_best(&mut draft.left, Self::le)?;
        self.leave_best(&mut draft.right, |games, a, b| games.le(b, a))
    }

    /// Leaves the options that are not `worse` than another. No two are equal.
    fn leave_best(
        &mut self,
        options: &mut Vec<Value>,
        worse: impl Fn(&mut Self, Value, Value) -> Result<bool, TooLarge>,
    ) -> Result<(), TooLarge> {
        let mut best: Vec<Value> = Vec::with_capacity(options.len());
        'option: for &a in &*options {
            let mut i = 0;
            while i < best.len() {
                if worse(self, a, best[i])? {
                    continue 'option;
                }
                if worse(self, best[i], a)? {
                    best.swap_remove(i);
                } else {
                    i += 1;
                }
            }
            best.push(a);
        }
        *options = best;
        Ok(())
    }

    /// Replaces the options of a side that the opponent would answer by a move that leaves the side no
    /// better off than the game: by what the side may move to after the answer. Says whether there were
    /// any.
    ///
    /// A number that is not dominated is never reversible: if the game is `≥` the number's right
    /// option, then all of Right's options stop above that, and so does some option of Left, or else
    /// a number would fit; and that option dominates the number. So it is for Right, too.
    fn bypass(&mut self, draft: &mut Draft, side: Color) -> Result<bool, TooLarge> {
        let before = match side {
            Color::Black => draft.left.clone(),
            Color::White => draft.right.clone(),
        };
        let mut options = Vec::with_capacity(before.len());
        let mut found = false;
        for option in before {
            let Some(reply) = self.reversal(draft, option, side)? else {
                options.push(option);
                continue;
            };
            found = true;
            match self.as_number(reply) {
                None => options.extend_from_slice(self.options(reply, side)),
                Some(x) => {
                    let (left, right) = x.options();
                    let next = match side {
                        Color::Black => left,
                        Color::White => right,
                    };
                    if let Some(y) = next {
                        options.push(self.number(y)?);
                    }
                }
            }
        }
        options.sort_unstable();
        options.dedup();
        match side {
            Color::Black => draft.left = options,
            Color::White => draft.right = options,
        }
        Ok(found)
    }

    /// The answer to an option after which the side is no better off than in the draft.
    fn reversal(
        &mut self,
        draft: &mut Draft,
        option: Value,
        side: Color,
    ) -> Result<Option<Value>, TooLarge> {
        let replies = match side {
            Color::Black => self.right(option),
            Color::White => self.left(option),
        };
        for &reply in replies.iter() {
            let reverses = match side {
                Color::Black => self.below(reply, draft)?,
                Color::White => self.above(reply, draft)?,
            };
            if reverses {
                return Ok(Some(reply));
            }
        }
        Ok(None)
    }

    /// Tests if `x ≤` the draft.
    fn below(&mut self, x: Value, draft: &mut Draft) -> Result<bool, TooLarge> {
        let (left_stop, right_stop) = self.form(x).stops;
        if left_stop < draft.right_stop {
            return Ok(true);
        }
        if left_stop > draft.left_stop || right_stop > draft.right_stop {
            return Ok(false);
        }
        if let Some(&known) = draft.below.get(&x) {
            return Ok(known);
        }
        let mut answer = true;
        for i in 0..draft.right.len() {
            answer = answer && !self.le(draft.right[i], x)?;
        }
        for &option in self.left(x).iter() {
            answer = answer && !self.above(option, draft)?;
        }
        draft.below.insert(x, answer);
        Ok(answer)
    }

    /// Tests if `x ≥` the draft.
    fn above(&mut self, x: Value, draft: &mut Draft) -> Result<bool, TooLarge> {
        let (left_stop, right_stop) = self.form(x).stops;
        if right_stop > draft.left_stop {
            return Ok(true);
        }
        if left_stop < draft.left_stop || right_stop < draft.right_stop {
            return Ok(false);
        }
        if let Some(&known) = draft.above.get(&x) {
            return Ok(known);
        }
        let mut answer = true;
        for i in 0..draft.left.len() {
            answer = answer && !self.le(x, draft.left[i])?;
        }
        for &option in self.right(x).iter() {
            answer = answer && !self.below(option, draft)?;
        }
        draft.above.insert(x, answer);
        Ok(answer)
    }
}
