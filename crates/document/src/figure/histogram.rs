//! Histograms: one panel above the other on common axes.

use super::Unit;
use super::axis::{Axis, nice};
use super::scene::{Anchor, Scene};
use crate::cell::{grouped, measure};

/// Distributions of the same thing.
#[derive(Clone, Debug, PartialEq)]
pub struct Histogram {
    /// One each, from the top.
    pub panels: Vec<Panel>,
    /// The title of the axis.
    pub axis: String,
}

/// A distribution.
#[derive(Clone, Debug, PartialEq)]
pub struct Panel {
    /// The name of its owner.
    pub label: String,
    /// The lower edge of the first bin.
    pub start: f64,
    /// The width of a bin.
    pub width: f64,
    /// The number of values in each bin.
    pub counts: Vec<u64>,
}

impl Panel {
    pub(super) fn is_empty(&self) -> bool {
        self.counts.iter().all(|&count| count == 0)
    }

    fn end(&self) -> f64 {
        self.start + self.width * self.counts.len() as f64
    }
}

impl Histogram {
    pub(super) fn draw(&self, scene: &mut Scene) {
        let tall = if self.panels.len() == 1 { 150.0 } else { 84.0 };
        let counts = self.panels.iter().flat_map(|panel| &panel.counts);
        let most = counts.copied().max().unwrap_or(1).max(1) as f64;
        let step = nice(most / 2.0).max(1.0);
        let up = Axis::covering([0.0, (most / step).ceil() * step], 2, Unit::Number);
        let (left, right) = (up.text_width() + 12.0, scene.width - 14.0);
        let ends = self.panels.iter().flat_map(|p| [p.start, p.end()]);
        let across = Axis::covering(ends, if scene.narrow() { 5 } else { 8 }, Unit::Number);
        let mut y = 0.0;
        for panel in &self.panels {
            if !panel.label.is_empty() {
                let room = right - left;
                scene.label("head", (left, y + 15.0), Anchor::Start, &panel.label, room);
                y += 20.0;
            }
            let (top, bottom) = (y + 8.0, y + tall);
            up.draw_up(scene, (left, right), (top, bottom));
            for (nth, &count) in panel.counts.iter().enumerate() {
                if count == 0 {
                    continue;
                }
                let from = panel.start + panel.width * nth as f64;
                let (a, b) = (
                    across.place(from, left, right),
                    across.place(from + panel.width, left, right),
                );
                let high = up.place(count as f64, bottom, top);
                let (from, to) = (measure(from), measure(from + panel.width));
                scene.group(&format!("{from} to {to}: {}", grouped(count)));
                scene.rect(
                    "bar c0",
                    (a + 0.5, high),
                    ((b - a - 1.0).max(0.5), bottom - high),
                );
                scene.ungroup();
            }
            scene.line("axis", (left, bottom), (right, bottom));
            y = bottom + 12.0;
        }
        let bottom = y - 12.0;
        let under = across.draw_across(scene, (left, right), (bottom, bottom + 4.0), &self.axis);
        scene.height = bottom + 4.0 + under;
    }
}
