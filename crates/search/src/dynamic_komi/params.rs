//! The parameters of dynamic komi.

use tengen_params::{choice, params};

choice! {
    /// Where the extra komi of dynamic komi comes from.
    pub enum KomiKind {
        /// There is none.
        Off = "off",
        /// From the handicap or a given number; it falls evenly to 0.
        Linear = "linear",
        /// From the mean score of playouts.
        Score = "score",
        /// From the win rate of playouts, which is kept within a band.
        Value = "value",
    }
}

choice! {
    /// Which move's number the linear kind goes by.
    pub enum KomiClock {
        /// That of the leaf from which the playout starts.
        Leaf = "leaf",
        /// That of the root: one extra komi for a whole search.
        Root = "root",
    }
}

choice! {
    /// How the rate of the kind `score` depends on the phase of the game.
    pub enum KomiSchedule {
        /// Not at all.
        Constant = "constant",
        /// By 1 / (1 + exp(slope·(phase − middle))).
        Sigmoid = "sigmoid",
    }
}

params! {
    /// Dynamic komi: points that are given or taken in the search alone, so that it stays close.
    pub struct DynamicKomiParams as dynamic_komi {
        /// Where the extra komi comes from.
        kind: KomiKind = KomiKind::Off;
        /// Points that Black gives at the beginning of a game, whatever the handicap: for the kind
        /// `linear`, and during `lead`.
        points: f32 = 0.0, -1000.0..=1000.0;
        /// Points that Black gives besides for each handicap stone.
        stone: f32 = 7.0, 0.0..=100.0;
        /// Kind `linear`: the move of the game from which on nothing is given.
        moves: u32 = 200, 1..=10_000;
        /// Kind `linear`: which move's number counts.
        clock: KomiClock = KomiClock::Leaf;
        /// Kinds `score` and `value`: how many playouts lie between two adjustments.
        interval: u32 = 200, 1..=1_000_000_000, Log;
        /// Kinds `score` and `value`: up to this move of the game the points of the handicap are
        /// given and nothing is adjusted.
        lead: u32 = 0, 0..=10_000;
        /// Kinds `score` and `value`: from this phase of the game (0 to 1) on there is no extra
        /// komi; at 1 there always is.
        end: f32 = 1.0, 0.0..=1.0;
        /// Kinds `score` and `value`: the most points that the side to move pretends to be given.
        losing: f32 = 30.0, 0.0..=1000.0;
        /// Kind `score`: how the rate depends on the phase of the game.
        schedule: KomiSchedule = KomiSchedule::Sigmoid;
        /// Kind `score`: the part of the mean score that an adjustment takes over, at most.
        rate: f32 = 0.9, 0.0..=1.0;
        /// Kind `score`: c of the sigmoid; the rate falls with the phase, or grows if c is negative.
        slope: f32 = 18.0, -1000.0..=1000.0;
        /// Kind `score`: the phase of the game at which the sigmoid is a half.
        middle: f32 = 0.65, 0.0..=1.0;
        /// Kind `value`: below this win rate points are taken.
        red: f32 = 0.45, 0.0..=1.0;
        /// Kind `value`: at this win rate and above points are given.
        green: f32 = 0.5, 0.0..=1.0;
        /// Kind `value`: how many points an adjustment gives or takes.
        step: f32 = 1.0, 0.1..=100.0;
        /// Kind `value`: this part of the mean score instead, where that is more; 0 does without.
        share: f32 = 0.0, 0.0..=1.0;
        /// Kind `value`: whether points that once were too many to give are not given again.
        ratchet: bool = true;
        /// Kind `value`: after so many playouts they may be tried again; 0 is never.
        ratchet_age: u64 = 0, 0..=1_000_000_000_000;
    }
}
