//! The rows of the ladder, by the size of the board.

use tengen_go::Size;

use super::Rank;

/// A level on boards of one kind.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Step {
    /// The playouts of a move.
    pub(super) playouts: u64,
    /// The way a move is chosen.
    pub(super) way: Way,
}

/// The way a move is chosen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Way {
    /// By instinct.
    Instinct { overlook: f32, temperature: f32 },
    /// By a search, with chance in its choice.
    Search { temperature: f32 },
}

const fn instinct(overlook: f32, temperature: f32) -> Step {
    Step {
        playouts: 1,
        way: Way::Instinct {
            overlook,
            temperature,
        },
    }
}

const fn search(playouts: u64, temperature: f32) -> Step {
    Step {
        playouts,
        way: Way::Search { temperature },
    }
}

/// Up to 11×11.
const SMALL: [Step; 9] = [
    instinct(0.44, 1.0),
    instinct(0.22, 1.0),
    instinct(0.0, 0.95),
    instinct(0.0, 0.5),
    instinct(0.0, 0.08),
    search(5, 0.3),
    search(25, 0.3),
    search(95, 0.3),
    search(190, 0.3),
];
/// From 12×12 to 15×15.
const MIDDLE: [Step; 9] = [
    instinct(0.58, 1.0),
    instinct(0.35, 1.0),
    instinct(0.2, 1.0),
    instinct(0.0, 0.86),
    instinct(0.0, 0.7),
    instinct(0.0, 0.52),
    instinct(0.0, 0.12),
    search(5, 0.3),
    search(8, 0.3),
];
/// Beyond.
const LARGE: [Step; 9] = [
    instinct(0.55, 1.0),
    instinct(0.3, 1.0),
    instinct(0.05, 1.0),
    instinct(0.0, 0.8),
    instinct(0.0, 0.64),
    instinct(0.0, 0.46),
    instinct(0.0, 0.1),
    search(6, 0.3),
    search(10, 0.3),
];

/// The row of a rank; none at full strength.
pub(super) fn step(rank: Rank, size: Size) -> Option<Step> {
    let rows = match size.get() {
        0..=11 => &SMALL,
        12..=15 => &MIDDLE,
        _ => &LARGE,
    };
    rows.get(rank as usize).copied()
}
