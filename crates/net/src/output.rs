//! What a network says of a position.

use crate::features::POINTS;

/// The raw outputs for one position, in the view of the side to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Output {
    /// The logits of the moves in reading order. Behind the points of the board they mean nothing.
    pub policy: [f32; POINTS],
    /// The logit of the pass.
    pub pass: f32,
    /// The logits of a win, a loss and no result.
    pub value: [f32; 3],
    /// The score of self-play: its mean and standard deviation in points.
    pub score: [f32; 2],
    /// By how many points the side to move leads.
    pub lead: f32,
    /// Whose each point will be, from −1 (the opponent's) to 1 (the side to move's), in reading order.
    pub ownership: [f32; POINTS],
}

impl Default for Output {
    fn default() -> Self {
        Self {
            policy: [0.0; POINTS],
            pass: 0.0,
            value: [0.0; 3],
            score: [0.0; 2],
            lead: 0.0,
            ownership: [0.0; POINTS],
        }
    }
}
