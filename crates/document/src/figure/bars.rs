//! Amounts as horizontal bars from nought, in groups of those that belong together.

use super::Unit;
use super::axis::Axis;
use super::palette;
use super::scene::{self, Anchor, LETTER, Scene};
use crate::cell::measure;

/// Amounts.
#[derive(Clone, Debug, PartialEq)]
pub struct Bars {
    /// The bars, from the top.
    pub bars: Vec<Bar>,
    /// The meanings of the colours; none where there is one colour.
    pub legend: Vec<String>,
    /// The title of the axis.
    pub axis: String,
}

/// An amount, or several of the same thing.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    /// The name of its owner.
    pub label: String,
    /// The amounts in the order of the legend, those that are known.
    pub values: Vec<Option<f64>>,
}

impl Bars {
    pub(super) fn draw(&self, scene: &mut Scene) {
        let stacked = scene.narrow();
        let names = self.bars.iter().map(|bar| scene::width(&bar.label));
        let names = names.fold(0.0, f64::max).min(scene.width * 0.34);
        let left = if stacked { 4.0 } else { names + 22.0 };
        let right = scene.width - 70.0;
        let amounts = || self.bars.iter().flat_map(|bar| bar.values.iter().flatten());
        let axis = Axis::covering(amounts().copied().chain([0.0]), 5, Unit::Number);
        let mut y = 4.0 + legend(scene, &self.legend, left);
        let top = y;
        let head = if stacked { 20.0 } else { 0.0 };
        let heights: Vec<f64> = self
            .bars
            .iter()
            .map(|bar| head + 17.0 * bar.values.len() as f64 + 10.0)
            .collect();
        let bottom = top + heights.iter().sum::<f64>();
        let under = axis.draw_across(scene, (left, right), (top, bottom), &self.axis);
        for (bar, height) in self.bars.iter().zip(heights) {
            if stacked {
                scene.label(
                    "head",
                    (left, y + 15.0),
                    Anchor::Start,
                    &bar.label,
                    scene.width,
                );
            } else {
                let base = y + height / 2.0 + LETTER * 0.35;
                scene.label(
                    "name",
                    (left - 12.0, base),
                    Anchor::End,
                    &bar.label,
                    names + 8.0,
                );
            }
            let mut at = y + 5.0 + head;
            for (nth, value) in bar.values.iter().enumerate() {
                if let Some(value) = *value {
                    let end = axis.place(value, left, right);
                    let what = self.legend.get(nth).map_or("", String::as_str);
                    scene.group(&format!("{} {what}: {}", bar.label, measure(value)));
                    let class = format!("bar c{}", palette::index(nth));
                    scene.rect(&class, (left, at + 1.0), ((end - left).max(1.0), 13.0));
                    scene.ungroup();
                    let base = at + 7.5 + LETTER * 0.35;
                    scene.text("soft", (end + 7.0, base), Anchor::Start, &measure(value));
                }
                at += 17.0;
            }
            y += height;
        }
        scene.line("axis", (left, top), (left, bottom));
        scene.height = bottom + under;
    }
}

/// Writes what the marks of each colour mean, in as many lines as it takes; returns their height.
pub(super) fn legend(scene: &mut Scene, names: &[String], left: f64) -> f64 {
    if names.len() < 2 {
        return 0.0;
    }
    let (mut x, mut y) = (left, 12.0);
    for (at, name) in names.iter().enumerate() {
        let name = scene::cut(name, scene.width - left - 40.0);
        let wide = 14.0 + scene::width(&name) + 18.0;
        if x > left && x + wide > scene.width {
            x = left;
            y += 20.0;
        }
        scene.mark(at, (x + 6.0, y));
        scene.text("name", (x + 17.0, y + LETTER * 0.35), Anchor::Start, &name);
        x += wide;
    }
    y + 14.0
}
