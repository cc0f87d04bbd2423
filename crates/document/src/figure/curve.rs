//! Values over a parameter, with a band where their intervals lie.

use super::Unit;
use super::axis::Axis;
use super::bars::legend;
use super::palette;
use super::scene::{Anchor, Scene};

/// Values over a parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// The lines, in the order of their colours.
    pub lines: Vec<Line>,
    /// The places where values of the parameter are written.
    pub places: Places,
    /// In what the values are written.
    pub unit: Unit,
    /// The name of the parameter.
    pub across: String,
    /// The name of the values.
    pub up: String,
    /// The value of the line that means: no difference.
    pub even: Option<f64>,
}

/// The ticks of the horizontal axis.
#[derive(Clone, Debug, PartialEq)]
pub enum Places {
    /// At these values; logarithmic where they span much.
    Values(Vec<(f64, String)>),
    /// At round numbers.
    Round,
}

/// A line.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The name of its owner.
    pub label: String,
    /// Its values, from left to right.
    pub nodes: Vec<Node>,
}

/// A value on a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Node {
    /// The parameter.
    pub at: f64,
    /// The value.
    pub value: f64,
    /// The interval's lower end.
    pub low: f64,
    /// The interval's upper end.
    pub high: f64,
}

/// The number of values from which on a line has no marks.
const MARKS: usize = 40;

impl Curve {
    pub(super) fn draw(&self, scene: &mut Scene) {
        let nodes = || self.lines.iter().flat_map(|line| &line.nodes);
        let values = nodes().flat_map(|node| [node.low, node.value, node.high]);
        let up = Axis::covering(values.chain(self.even), 5, self.unit);
        let across = match &self.places {
            Places::Values(values) => Axis::through(values),
            Places::Round => Axis::covering(nodes().map(|node| node.at), 6, Unit::Number),
        };
        let (left, right) = (up.text_width() + 14.0, scene.width - 18.0);
        let names: Vec<String> = self.lines.iter().map(|line| line.label.clone()).collect();
        let head = legend(scene, &names, left);
        scene.label(
            "soft",
            (0.0, head + 14.0),
            Anchor::Start,
            &self.up,
            scene.width,
        );
        let top = head + 32.0;
        let bottom = top + if scene.narrow() { 200.0 } else { 260.0 };
        up.draw_up(scene, (left, right), (top, bottom));
        // A little room at both sides, so that marks do not sit on the edge.
        let inner = (left + 14.0, right - 14.0);
        let under = across.draw_across(scene, inner, (bottom, bottom + 4.0), &self.across);
        scene.line("axis", (left, bottom), (right, bottom));
        if let Some(even) = self.even {
            let y = up.place(even, bottom, top);
            scene.line("even", (left, y), (right, y));
        }
        let place = |at: f64, value: f64| {
            let x = across.place(at, inner.0, inner.1);
            (x, up.place(value, bottom, top))
        };
        for (colour, line) in self.lines.iter().enumerate() {
            let class = palette::index(colour);
            let high = line.nodes.iter().map(|node| place(node.at, node.high));
            let low = line.nodes.iter().rev().map(|node| place(node.at, node.low));
            let band: Vec<(f64, f64)> = high.chain(low).collect();
            scene.path(&format!("band c{class}"), &band, true);
        }
        for (colour, line) in self.lines.iter().enumerate() {
            let class = palette::index(colour);
            let through: Vec<_> = line.nodes.iter().map(|n| place(n.at, n.value)).collect();
            scene.path(&format!("curve c{class}"), &through, false);
            if line.nodes.len() > MARKS {
                continue;
            }
            for node in &line.nodes {
                let said = self.unit.tell(node.value, node.low, node.high);
                scene.group(&format!("{} at {}: {said}", line.label, self.name(node.at)));
                if line.nodes.len() == 1 {
                    let ends = (place(node.at, node.low), place(node.at, node.high));
                    scene.line(&format!("reach c{class}"), ends.0, ends.1);
                }
                scene.mark(colour, place(node.at, node.value));
                scene.ungroup();
            }
        }
        scene.height = bottom + 4.0 + under;
    }

    /// A value of the parameter as it is written.
    fn name(&self, at: f64) -> String {
        let Places::Values(values) = &self.places else {
            return crate::cell::measure(at);
        };
        let name = values.iter().find(|(value, _)| *value == at);
        name.map_or_else(|| at.to_string(), |(_, text)| text.clone())
    }
}
