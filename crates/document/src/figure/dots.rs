//! Values with their intervals, one a row, along a common axis: shares with a line at one half,
//! ratings with a line at the mean.

use super::Unit;
use super::axis::Axis;
use super::palette;
use super::scene::{self, Anchor, LETTER, Scene};

/// Values with intervals.
#[derive(Clone, Debug, PartialEq)]
pub struct Dots {
    /// One row each, from the top.
    pub rows: Vec<Dot>,
    /// In what they are written.
    pub unit: Unit,
    /// The title of the axis.
    pub axis: String,
    /// The value of the line that means: no difference.
    pub even: Option<f64>,
}

/// A value with its interval.
#[derive(Clone, Debug, PartialEq)]
pub struct Dot {
    /// The name of its owner.
    pub label: String,
    /// The value.
    pub value: f64,
    /// The interval's lower end; may be infinite.
    pub low: f64,
    /// The interval's upper end; may be infinite.
    pub high: f64,
    /// The number of its colour.
    pub colour: usize,
}

impl Dots {
    pub(super) fn draw(&self, scene: &mut Scene) {
        let stacked = scene.narrow();
        let step = if stacked { 44.0 } else { 30.0 };
        let names = self.rows.iter().map(|row| scene::width(&row.label));
        let names = names.fold(0.0, f64::max).min(scene.width * 0.34);
        let said = |row: &Dot| self.unit.tell(row.value, row.low, row.high);
        let saids = self.rows.iter().map(|row| scene::width(&said(row)));
        let saids = saids.fold(0.0, f64::max);
        let (left, right) = if stacked {
            (18.0, scene.width - 18.0)
        } else {
            (names + 22.0, scene.width - saids - 22.0)
        };
        let (top, bottom) = (8.0, 8.0 + step * self.rows.len() as f64);
        let axis = self.axis(if stacked { 4 } else { 6 });
        let under = axis.draw_across(scene, (left, right), (top, bottom), &self.axis);
        if let Some(even) = self.even {
            let x = axis.place(even, left, right);
            scene.line("even", (x, top - 4.0), (x, bottom));
        }
        for (at, row) in self.rows.iter().enumerate() {
            let from = top + step * at as f64;
            let y = if stacked {
                from + 31.0
            } else {
                from + step / 2.0
            };
            let base = if stacked {
                from + 15.0
            } else {
                y + LETTER * 0.35
            };
            let said = said(row);
            if stacked {
                let room = scene.width - scene::width(&said) - 12.0;
                scene.label("head", (0.0, base), Anchor::Start, &row.label, room);
                scene.text("soft", (scene.width, base), Anchor::End, &said);
            } else {
                scene.label(
                    "name",
                    (left - 16.0, base),
                    Anchor::End,
                    &row.label,
                    names + 4.0,
                );
                scene.text("soft", (right + 16.0, base), Anchor::Start, &said);
            }
            scene.group(&format!("{}: {said}", row.label));
            let reach = |value: f64| axis.place(value, left, right);
            let class = format!("reach c{}", palette::index(row.colour));
            scene.line(&class, (reach(row.low), y), (reach(row.high), y));
            scene.mark(row.colour, (reach(row.value), y));
            scene.ungroup();
        }
        scene.height = bottom + under;
    }

    fn axis(&self, count: usize) -> Axis {
        let ends = |row: &Dot| [row.low, row.value, row.high];
        let values = self.rows.iter().flat_map(ends).chain(self.even);
        Axis::covering(values, count, self.unit)
    }
}
