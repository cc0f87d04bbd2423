//! Axes: from values to places, with ticks at round numbers.

use super::Unit;
use super::scene::{self, Anchor, LETTER, Scene};

/// The ticks of an axis: their places and texts.
#[derive(Clone, Debug)]
pub(super) struct Axis {
    pub(super) low: f64,
    pub(super) high: f64,
    log: bool,
    pub(super) ticks: Vec<(f64, String)>,
}

/// Values that span more than this factor are drawn on a logarithmic axis.
const LOG: f64 = 30.0;

impl Axis {
    /// An axis that holds all values, with about `count` ticks; its ends are ticks.
    pub(super) fn covering(
        values: impl IntoIterator<Item = f64>,
        count: usize,
        unit: Unit,
    ) -> Self {
        let (low, high) = span(values).unwrap_or((0.0, 1.0));
        let (low, high) = if high - low > low.abs().max(high.abs()) * 1e-9 {
            (low, high)
        } else {
            let room = if low == 0.0 { 1.0 } else { low.abs() * 0.1 };
            (low - room, high + room)
        };
        let step = nice((high - low) / count.max(1) as f64);
        let (first, last) = ((low / step + 1e-9).floor(), (high / step - 1e-9).ceil());
        let scale = if unit == Unit::Share { 100.0 } else { 1.0 };
        let digits = decimals(step * scale);
        let steps = (last - first).clamp(1.0, 100.0) as usize;
        let ticks = (0..=steps)
            .map(|at| (first + at as f64) * step)
            .map(|value| (value, unit.write(value, digits)))
            .collect();
        Self {
            low: first * step,
            high: (first + steps as f64) * step,
            log: false,
            ticks,
        }
    }

    /// An axis with ticks at the values themselves, logarithmic where they span much.
    pub(super) fn through(values: &[(f64, String)]) -> Self {
        let numbers = || values.iter().map(|&(value, _)| value);
        let (low, high) = span(numbers()).unwrap_or((0.0, 1.0));
        let log = low > 0.0 && high / low > LOG;
        let (low, high) = if high > low {
            (low, high)
        } else {
            (low - 1.0, high + 1.0)
        };
        Self {
            low,
            high,
            log,
            ticks: values.to_vec(),
        }
    }

    /// The place of a value between two places.
    pub(super) fn place(&self, value: f64, from: f64, to: f64) -> f64 {
        let part = if self.log {
            (value.max(self.low) / self.low).ln() / (self.high / self.low).ln()
        } else {
            (value - self.low) / (self.high - self.low)
        };
        from + part.clamp(0.0, 1.0) * (to - from)
    }

    /// Draws lines up from a horizontal axis and writes its ticks below, as many as there is room
    /// for. Returns the height that the writing takes.
    pub(super) fn draw_across(
        &self,
        scene: &mut Scene,
        (left, right): (f64, f64),
        (top, bottom): (f64, f64),
        title: &str,
    ) -> f64 {
        let mut free = f64::NEG_INFINITY;
        for (value, text) in &self.ticks {
            let x = self.place(*value, left, right);
            let half = scene::width(text) / 2.0;
            let at = x.min(scene.width - half).max(half);
            scene.line("grid", (x, top), (x, bottom));
            if at - half > free {
                scene.text("soft", (at, bottom + LETTER + 5.0), Anchor::Middle, text);
                free = at + half + 6.0;
            }
        }
        if title.is_empty() {
            return LETTER + 10.0;
        }
        let title = scene::cut(title, right.max(left) - 4.0);
        let middle = f64::midpoint(left, right);
        scene.text(
            "soft",
            (middle, bottom + 2.0 * LETTER + 12.0),
            Anchor::Middle,
            &title,
        );
        2.0 * LETTER + 18.0
    }

    /// Draws lines across from a vertical axis and writes its ticks to the left.
    pub(super) fn draw_up(
        &self,
        scene: &mut Scene,
        (left, right): (f64, f64),
        (top, bottom): (f64, f64),
    ) {
        for (value, text) in &self.ticks {
            let y = self.place(*value, bottom, top);
            scene.line("grid", (left, y), (right, y));
            scene.text("soft", (left - 7.0, y + LETTER * 0.35), Anchor::End, text);
        }
    }

    /// The width of the ticks' texts.
    pub(super) fn text_width(&self) -> f64 {
        self.ticks
            .iter()
            .map(|(_, text)| scene::width(text))
            .fold(0.0, f64::max)
    }
}

/// The least and the greatest of the finite values.
fn span(values: impl IntoIterator<Item = f64>) -> Option<(f64, f64)> {
    values
        .into_iter()
        .filter(|value| value.is_finite())
        .fold(None, |span, value| {
            let (low, high) = span.unwrap_or((value, value));
            Some((low.min(value), high.max(value)))
        })
}

/// The least of 1, 2, 5 times a power of ten that is not less.
pub(super) fn nice(step: f64) -> f64 {
    if !step.is_finite() || step <= 0.0 {
        return 1.0;
    }
    let power = 10f64.powf(step.log10().floor());
    let factor = [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .find(|factor| factor * power >= step * (1.0 - 1e-9));
    factor.unwrap_or(10.0) * power
}

/// The number of digits after the point that tell multiples of a step apart.
fn decimals(step: f64) -> usize {
    let digits = -(step.abs().log10() + 1e-9).floor();
    digits.clamp(0.0, 12.0) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_hold_the_values() {
        let axis = Axis::covering([0.41, 0.63, f64::NAN], 5, Unit::Share);
        let texts: Vec<&str> = axis.ticks.iter().map(|(_, text)| text.as_str()).collect();
        assert_eq!(texts, ["40 %", "45 %", "50 %", "55 %", "60 %", "65 %"]);
        assert!((axis.place(0.525, 0.0, 100.0) - 50.0).abs() < 1e-9);
    }

    #[test]
    fn one_value_or_none_still_makes_an_axis() {
        for values in [vec![], vec![3.0], vec![0.0, 0.0], vec![f64::INFINITY]] {
            let axis = Axis::covering(values, 4, Unit::Number);
            assert!(axis.low < axis.high && axis.ticks.len() >= 2);
        }
    }

    #[test]
    fn steps_are_one_two_or_five() {
        assert_eq!(nice(0.3), 0.5);
        assert_eq!(nice(0.02), 0.02);
        assert_eq!(nice(7.0), 10.0);
        assert_eq!(decimals(0.05), 2);
        assert_eq!(decimals(20.0), 0);
    }

    #[test]
    fn values_that_span_much_are_drawn_by_their_logarithm() {
        let values: Vec<(f64, String)> = [1.0, 10.0, 100.0].map(|v| (v, v.to_string())).into();
        let axis = Axis::through(&values);
        assert!((axis.place(10.0, 0.0, 100.0) - 50.0).abs() < 1e-9);
        let near: Vec<(f64, String)> = [1.0, 2.0, 3.0].map(|v| (v, v.to_string())).into();
        assert!((Axis::through(&near).place(2.0, 0.0, 100.0) - 50.0).abs() < 1e-9);
    }
}
