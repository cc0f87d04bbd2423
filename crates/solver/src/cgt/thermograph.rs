//! Thermographs: what a game is worth under every tax on moves.
//!
//! The left wall at `t` is the Left stop of the game cooled by `t`, the right wall the Right stop. A
//! wall is made of the options' opposite walls: Left moves to the option whose right wall is best,
//! and pays `t`. Where the walls meet the game freezes, and the *mast* rises from there: its foot is
//! at the temperature, and its value is the mean. Walls are piecewise linear, of slope 0 or ±1, and
//! the corners are dyadic numbers: nothing is rounded.

use super::{Dyadic, TooLarge};

/// A corner of a wall: from here on upwards it has another slope.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Corner {
    /// The tax on a move.
    pub temperature: Dyadic,
    /// The worth of the game there.
    pub value: Dyadic,
}

/// The walls of a game, from temperature 0 upwards, and its mast.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Thermograph {
    /// The left wall, from temperature 0 to the mast's foot; the last corner is the foot. It falls
    /// at slope −1 or stays.
    pub left: Box<[Corner]>,
    /// The right wall likewise; it rises at slope 1 or stays.
    pub right: Box<[Corner]>,
    /// The place of the mast: the worth of the game on the average.
    pub mean: Dyadic,
    /// The foot of the mast: the worth of a move in the game. Negative for numbers, where a move
    /// costs: −1 for whole numbers, −1/2ᵏ for those of denominator 2ᵏ.
    pub temperature: Dyadic,
}

impl Thermograph {
    /// The thermograph of a number: a mast alone.
    pub(super) fn of_number(x: Dyadic) -> Self {
        let foot = Corner {
            temperature: Dyadic::ZERO,
            value: x,
        };
        Self {
            left: Box::new([foot]),
            right: Box::new([foot]),
            mean: x,
            temperature: x.cost_of_moving(),
        }
    }

    /// The thermograph of a game that is no number, from the right walls of its left options and the
    /// left walls of its right options.
    pub(super) fn of_options<'a>(
        left: impl Iterator<Item = &'a [Corner]>,
        right: impl Iterator<Item = &'a [Corner]>,
    ) -> Result<Self, TooLarge> {
        let left = Scaffold::highest(left, Direction::Left)?;
        let right = Scaffold::highest(right, Direction::Right)?;
        left.meet(&right)
    }

    /// The Left stop and the Right stop.
    pub(super) fn stops(&self) -> (Dyadic, Dyadic) {
        let foot = |wall: &[Corner]| wall.first().map_or(self.mean, |corner| corner.value);
        (foot(&self.left), foot(&self.right))
    }

    /// The Left stop of the game cooled by `t`.
    ///
    /// # Errors
    /// If `t` is so fine, or the value so large, that the result does not fit.
    pub fn left_at(&self, t: Dyadic) -> Result<Dyadic, TooLarge> {
        wall_at(&self.left, t)
    }

    /// The Right stop of the game cooled by `t`.
    ///
    /// # Errors
    /// As [`Self::left_at`].
    pub fn right_at(&self, t: Dyadic) -> Result<Dyadic, TooLarge> {
        wall_at(&self.right, t)
    }
}

/// The value of a wall at `t`; below 0 it is taken as at 0.
fn wall_at(wall: &[Corner], t: Dyadic) -> Result<Dyadic, TooLarge> {
    let next = wall.partition_point(|corner| corner.temperature <= t);
    match (
        next.checked_sub(1).and_then(|i| wall.get(i)),
        wall.get(next),
    ) {
        (Some(from), Some(to)) => {
            let rise = t.minus(from.temperature)?;
            match to.value.cmp(&from.value) {
                std::cmp::Ordering::Less => from.value.minus(rise),
                std::cmp::Ordering::Equal => Ok(from.value),
                std::cmp::Ordering::Greater => from.value.plus(rise),
            }
        }
        (Some(corner), None) | (None, Some(corner)) => Ok(corner.value),
        (None, None) => Ok(Dyadic::ZERO),
    }
}

/// The side whose scaffold is built. Right's is built upside down, as Left's of the negative game.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    Left,
    Right,
}

/// A wall before it meets the other: it falls at slope −1 for ever after its last corner.
struct Scaffold(Vec<Corner>);

impl Scaffold {
    /// The highest of the options' walls at each temperature, less the tax; the lowest, upside down,
    /// for Right.
    fn highest<'a>(
        walls: impl Iterator<Item = &'a [Corner]>,
        direction: Direction,
    ) -> Result<Self, TooLarge> {
        let mut highest: Option<Self> = None;
        for wall in walls {
            let taxed = Self::taxed(wall, direction)?;
            highest = Some(match highest {
                None => taxed,
                Some(so_far) => so_far.max(&taxed)?,
            });
        }
        // Without options a game is a number, and has no scaffold.
        highest.ok_or(TooLarge)
    }

    fn taxed(wall: &[Corner], direction: Direction) -> Result<Self, TooLarge> {
        wall.iter()
            .map(|corner| {
                let value = match direction {
                    Direction::Left => corner.value,
                    Direction::Right => -corner.value,
                };
                Ok(Corner {
                    temperature: corner.temperature,
                    value: value.minus(corner.temperature)?,
                })
            })
            .collect::<Result<_, _>>()
            .map(Self)
    }

    fn at(&self, t: Dyadic) -> Result<Dyadic, TooLarge> {
        match self.0.last() {
            Some(last) if last.temperature < t => last.value.minus(t.minus(last.temperature)?),
            _ => wall_at(&self.0, t),
        }
    }

    /// The temperatures at which either has a corner, rising.
    fn corners(&self, other: &Self) -> Vec<Dyadic> {
        let both = self.0.iter().chain(&other.0);
        let mut temperatures: Vec<Dyadic> = both.map(|corner| corner.temperature).collect();
        temperatures.sort_unstable();
        temperatures.dedup();
        temperatures
    }

    /// The higher of two at each temperature.
    fn max(&self, other: &Self) -> Result<Self, TooLarge> {
        let mut highest = Vec::new();
        let mut before: Option<(Dyadic, Dyadic, Dyadic)> = None;
        for t in self.corners(other) {
            let (a, b) = (self.at(t)?, other.at(t)?);
            if let Some((t0, a0, b0)) = before
                && (a0 < b0 && a > b || a0 > b0 && a < b)
            {
                // One falls and the other stays: they cross where it has fallen by the difference.
                let (high, low) = (a0.max(b0), a0.min(b0));
                highest.push(Corner {
                    temperature: t0.plus(high.minus(low)?)?,
                    value: low,
                });
            }
            highest.push(Corner {
                temperature: t,
                value: a.max(b),
            });
            before = Some((t, a, b));
        }
        Ok(Self(straightened(highest)))
    }

    /// Left's scaffold and Right's, which is upside down, up to where they meet, and the mast there.
    fn meet(&self, right: &Self) -> Result<Thermograph, TooLarge> {
        let (mut left_wall, mut right_wall) = (Vec::new(), Vec::new());
        let mut before: Option<(Dyadic, Dyadic, Dyadic)> = None;
        let mut push = |t: Dyadic, l: Dyadic, r: Dyadic| {
            let corner = |value| Corner {
                temperature: t,
                value,
            };
            left_wall.push(corner(l));
            right_wall.push(corner(r));
        };
        let mut foot = None;
        for t in self.corners(right) {
            let (l, r) = (self.at(t)?, -right.at(t)?);
            if l <= r {
                foot = Some(match before {
                    Some((t0, l0, r0)) => crossing((t0, l0, r0), (l, r))?,
                    None => (t, l),
                });
                break;
            }
            push(t, l, r);
            before = Some((t, l, r));
        }
        let (temperature, mean) = match (foot, before) {
            (Some(foot), _) => foot,
            // Beyond the last corner both walls lean inwards, each by the tax.
            (None, Some((t0, l0, r0))) => {
                let gap = l0.minus(r0)?.half()?;
                (t0.plus(gap)?, l0.minus(gap)?)
            }
            (None, None) => return Err(TooLarge),
        };
        push(temperature, mean, mean);
        Ok(Thermograph {
            left: straightened(left_wall).into(),
            right: straightened(right_wall).into(),
            mean,
            temperature,
        })
    }
}

/// Finds where the walls meet between a temperature at which they are apart and the next corner, at which
/// they have met or crossed: the temperature and the value.
fn crossing(
    (t0, l0, r0): (Dyadic, Dyadic, Dyadic),
    (l, r): (Dyadic, Dyadic),
) -> Result<(Dyadic, Dyadic), TooLarge> {
    let apart = l0.minus(r0)?;
    let (left_leans, right_leans) = (l < l0, r > r0);
    let rise = if left_leans && right_leans {
        apart.half()?
    } else {
        apart
    };
    let mean = if left_leans { l0.minus(rise)? } else { l0 };
    Ok((t0.plus(rise)?, mean))
}

/// Without the corners at which the slope does not change.
fn straightened(corners: Vec<Corner>) -> Vec<Corner> {
    use std::cmp::Ordering;
    let slope = |from: &Corner, to: &Corner| -> Ordering { to.value.cmp(&from.value) };
    let mut straight: Vec<Corner> = Vec::with_capacity(corners.len());
    for corner in corners {
        if straight
            .last()
            .is_some_and(|last| last.temperature == corner.temperature)
        {
            continue;
        }
        if let [.., before, last] = straight[..]
            && slope(&before, &last) == slope(&last, &corner)
        {
            straight.pop();
        }
        straight.push(corner);
    }
    straight
}
