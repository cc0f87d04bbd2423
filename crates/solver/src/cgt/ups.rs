//! The smallest games: nimbers, ups and tinies, and their names.

use super::store::Ups;
use super::{Dyadic, Games, TooLarge, Value};

impl Games {
    /// The nimber `*k`: either side may move to every smaller one. `*1` is `*`, and `*0` is 0.
    ///
    /// # Errors
    /// If the store does not suffice.
    pub fn nimber(&mut self, k: u32) -> Result<Value, TooLarge> {
        let mut smaller = vec![self.integer(0)?];
        for _ in 0..k {
            let next = self.intern(smaller.clone(), smaller.clone())?;
            smaller.push(next);
        }
        smaller.pop().ok_or(TooLarge)
    }

    /// `n·↑ + *k`, where `↑ = {0|*}` is positive and smaller than every positive number; `−n` is so
    /// many ↓.
    ///
    /// # Errors
    /// If the store does not suffice.
    pub fn ups(&mut self, n: i32, k: u32) -> Result<Value, TooLarge> {
        let zero = self.integer(0)?;
        let star = self.nimber(1)?;
        let mut sum = self.nimber(k ^ (n.unsigned_abs() & 1))?;
        for _ in 0..n.unsigned_abs() {
            // ↑* alone is an exception to the rule, see `ups_of`.
            sum = if sum == zero {
                self.intern(vec![zero, star], vec![zero])?
            } else {
                self.intern(vec![zero], vec![sum])?
            };
        }
        if n < 0 { self.mirror(sum) } else { Ok(sum) }
    }

    /// The sum of two values that are numbers but for ups and stars: ups add, and `*j + *k` is
    /// `*(j⊕k)`.
    pub(super) fn sum_of_ups(&mut self, a: Ups, b: Ups) -> Result<Value, TooLarge> {
        let ups = a.ups.checked_add(b.ups).ok_or(TooLarge)?;
        let small = self.ups(ups, a.star ^ b.star)?;
        let number = self.number(a.number.plus(b.number)?)?;
        self.sum(number, small)
    }

    /// Tiny-`g`, `{0||0|−g}`: positive for a positive `g`, and smaller than ↑. The larger `g` is, the
    /// smaller is tiny-`g`.
    ///
    /// # Errors
    /// If the store does not suffice.
    pub fn tiny(&mut self, g: Value) -> Result<Value, TooLarge> {
        let zero = self.integer(0)?;
        let threat = self.negative(g)?;
        let right = self.game(&[zero], &[threat])?;
        self.game(&[zero], &[right])
    }

    /// The name of the canonical form of these options as a number, ups and a star, if it has one.
    ///
    /// `n·↑ + *k` is `{0 | (n−1)·↑ + *(k⊕1)}`, but for `↑* = {0,*|0}`; and all is moved by a number.
    pub(super) fn ups_of(&self, left: &[Value], right: &[Value]) -> Option<Ups> {
        let names = |options: &[Value]| -> Option<Vec<Ups>> {
            let mut names: Vec<Ups> = options
                .iter()
                .map(|&a| self.form(a).ups)
                .collect::<Option<_>>()?;
            names.sort_unstable_by_key(|name| name.star);
            Some(names)
        };
        let (left, right) = (names(left)?, names(right)?);
        let number = left.first()?.number;
        nimber_of(&left, &right, number)
            .or_else(|| ups_up(&left, &right, number))
            .or_else(|| ups_up(&negated(&right), &negated(&left), -right.first()?.number).map(neg))
    }
}

fn neg(name: Ups) -> Ups {
    Ups {
        number: -name.number,
        ups: -name.ups,
        star: name.star,
    }
}

fn negated(names: &[Ups]) -> Vec<Ups> {
    names.iter().copied().map(neg).collect()
}

/// The number itself, or with a star.
fn is_star(name: &Ups, number: Dyadic, star: usize) -> bool {
    name.number == number && name.ups == 0 && name.star as usize == star
}

fn nimber_of(left: &[Ups], right: &[Ups], number: Dyadic) -> Option<Ups> {
    let all = |names: &[Ups]| {
        names
            .iter()
            .enumerate()
            .all(|(k, name)| is_star(name, number, k))
    };
    (left.len() == right.len() && all(left) && all(right)).then_some(Ups {
        number,
        ups: 0,
        star: u32::try_from(left.len()).ok()?,
    })
}

fn ups_up(left: &[Ups], right: &[Ups], number: Dyadic) -> Option<Ups> {
    let [right] = right else { return None };
    match left {
        [zero, star]
            if is_star(zero, number, 0)
                && is_star(star, number, 1)
                && is_star(right, number, 0) =>
        {
            Some(Ups {
                number,
                ups: 1,
                star: 1,
            })
        }
        [zero]
            if is_star(zero, number, 0)
                && right.number == number
                && right.ups >= 0
                && (right.ups, right.star) != (0, 0) =>
        {
            Some(Ups {
                number,
                ups: right.ups + 1,
                star: right.star ^ 1,
            })
        }
        _ => None,
    }
}
