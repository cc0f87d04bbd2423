//! The few weights that stand above the learned ones.
//!
//! The limits of the numbers that are drawn from: the weights of points have 22 bits, which is about
//! 15 in logarithms of strength from the strongest shape to the weakest. What is further below counts
//! as the least weight, so with a `sharpness` above about 1.5 the weak shapes of the usual model are
//! all alike. What a turn makes of a weight by place and tactic together is at most 4096 times as
//! much and at least a 64th.

tengen_params::params! {
    /// Playouts that draw moves by their learned strengths.
    pub struct GammaParams as gamma {
        /// The model: the name of a built-in one, or else a file; nothing is the usual one.
        model: String = "";
        /// The power to which all strengths are raised: below 1 more random, above 1 less; above
        /// about 1.5 all weak shapes are alike.
        sharpness: f32 = 1.0, 0.0..=4.0;
        /// The power, beside that, of the places next to the last move.
        near: f32 = 1.0, 0.0..=4.0;
        /// The power, beside the first, of what a move does to the chains at the last move.
        tactics: f32 = 1.0, 0.0..=4.0;
        /// The chance that a turn looks at chains of two liberties at the last move, which costs a
        /// fifth of the speed; without it only ataris count there.
        deep: f32 = 0.0, 0.0..=1.0;
        /// The chance that a capture or rescue at the last move is drawn before anything else.
        urgent: f32 = 0.9, 0.0..=1.0;
        /// The chance that a turn gives away no two own stones or more.
        sane: f32 = 0.95, 0.0..=1.0;
        /// The chance to play the vital point of the opponent's small eye space next to the last
        /// move, if that was a capture or begins the playout.
        nakade: f32 = 1.0, 0.0..=1.0;
        /// The chance to play the vital point of an own small eye space next to the own move
        /// before, if that was a capture or begins the playout.
        nakade_own: f32 = 1.0, 0.0..=1.0;
    }
}
