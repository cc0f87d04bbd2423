//! Figures: what they show, and how they are drawn as SVG.
//!
//! A figure is laid out for a width, so that a page can hold one for wide and one for narrow
//! screens with letters of the same size. Colours are classes: a page gives them by its style, in
//! light and dark; a file of its own brings them along (see [`palette`]). Series differ in the shape
//! of their marks as well as in colour.

mod axis;
mod bars;
mod curve;
mod dots;
mod histogram;
pub mod palette;
mod scene;

pub use bars::{Bar, Bars};
pub use curve::{Curve, Line, Node, Places};
pub use dots::{Dot, Dots};
pub use histogram::{Histogram, Panel};
pub use scene::xml;

use super::cell::{measure, number};
use scene::Scene;

/// The width of a figure on pages and in files.
pub const WIDE: f64 = 720.0;
/// The width of a figure on narrow screens.
pub const NARROW: f64 = 360.0;

/// A figure with its caption.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// Its file's name without an ending.
    pub name: String,
    /// A sentence that says what it shows.
    pub caption: String,
    /// The drawing.
    pub plot: Plot,
}

/// The drawing of a figure.
#[derive(Clone, Debug, PartialEq)]
pub enum Plot {
    /// Values with intervals, one a row: shares, ratings.
    Dots(Dots),
    /// Values over a parameter, with bands.
    Curve(Curve),
    /// Histograms, one above the other.
    Histogram(Histogram),
    /// Amounts.
    Bars(Bars),
}

/// In what a value is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// A share, as a percentage.
    Share,
    /// A number.
    Number,
}

/// The surroundings of an SVG.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// In a page that has the style.
    Page,
    /// In a file of its own.
    File,
}

impl Plot {
    /// True if there is nothing to draw.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        match self {
            Self::Dots(dots) => dots.rows.is_empty(),
            Self::Curve(curve) => curve.lines.iter().all(|line| line.nodes.is_empty()),
            Self::Histogram(histogram) => histogram.panels.iter().all(Panel::is_empty),
            Self::Bars(bars) => bars.bars.is_empty(),
        }
    }
}

impl Figure {
    /// The figure as SVG, laid out for a width.
    #[must_use]
    pub fn svg(&self, width: f64, setting: Setting) -> String {
        let mut scene = Scene::new(width);
        match &self.plot {
            Plot::Dots(dots) => dots.draw(&mut scene),
            Plot::Curve(curve) => curve.draw(&mut scene),
            Plot::Histogram(histogram) => histogram.draw(&mut scene),
            Plot::Bars(bars) => bars.draw(&mut scene),
        }
        scene.finish(&self.caption, setting)
    }
}

impl Unit {
    /// A value in words.
    fn write(self, value: f64, digits: usize) -> String {
        match self {
            Self::Share => format!("{} %", number(value * 100.0, digits)),
            Self::Number => number(value, digits),
        }
    }

    /// A value with its interval, with as many digits as the interval bears.
    fn tell(self, value: f64, low: f64, high: f64) -> String {
        let bounded = low.is_finite() && high.is_finite() && low < high;
        let digits = match self {
            Self::Share => Some(1),
            Self::Number if bounded => Some((2.0 - (high - low).log10()).clamp(0.0, 8.0) as usize),
            Self::Number => None,
        };
        let show = |value: f64| match (self, digits) {
            (Self::Share, _) => number(value * 100.0, 1),
            (Self::Number, Some(digits)) => number(value, digits),
            (Self::Number, None) => measure(value),
        };
        let sign = if self == Self::Share { " %" } else { "" };
        if bounded {
            format!("{}{sign} ({} to {})", show(value), show(low), show(high))
        } else {
            format!("{}{sign}", show(value))
        }
    }
}
