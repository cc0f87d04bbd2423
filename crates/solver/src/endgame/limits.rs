//! Limits of the work on a question, and reasons that it was not answered.

use std::time::Instant;

use super::patch::MOST;

/// Bounds of the work. Whatever is reached first ends it with a [`Fault`].
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The most open points of an area that is searched.
    pub open: usize,
    /// The most positions of an area that are listed for its game.
    pub positions: usize,
    /// The most forms (simplified games) kept.
    pub forms: usize,
    /// The most nodes searched.
    pub nodes: u64,
    /// The time to stop at the latest.
    pub deadline: Option<Instant>,
    /// True if the areas are valued as combinatorial games, too.
    pub values: bool,
    /// True if there is no answer where the rules of people may say otherwise: where it depends on what a
    /// side may claim in the end, which nobody gets by the definition, or on dead stones that count.
    pub claims: bool,
}

/// A few seconds and a few hundred megabytes at most.
impl Default for Limits {
    fn default() -> Self {
        Self {
            open: 24,
            positions: 10_000,
            forms: 50_000,
            nodes: 1_500_000,
            deadline: None,
            values: true,
            claims: true,
        }
    }
}

/// A reason that a position was not solved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// Nothing is settled.
    #[error(
        "no stone on the board lives unconditionally, so nothing is settled; a late endgame has chains \
         with two eyes each around the open points"
    )]
    NothingSettled,
    /// The game has ended.
    #[error("the game is over: both sides have passed, and there is nothing left to play")]
    Over,
    /// An area that is too large.
    #[error(
        "an area at {at} has {open} open points; at most {bound} can be solved, so play on until more \
         of it is settled"
    )]
    TooManyOpen {
        /// Its first point.
        at: String,
        /// The number of them.
        open: usize,
        /// The number that there may be.
        bound: usize,
    },
    /// An area, or several that affect each other by ko, that is too large to be searched.
    #[error("{points} points have to be searched together, and at most {MOST} can be")]
    TooManyPoints {
        /// The number of them.
        points: usize,
    },
    /// The number of nodes is used up.
    #[error("no answer within {limit} nodes; a higher limit may find one")]
    Nodes {
        /// The limit.
        limit: u64,
    },
    /// A line of play that does not end.
    #[error("a line of play is longer than {moves} moves, so ko keeps the answer from being found")]
    Long {
        /// The limit.
        moves: usize,
    },
    /// The memory is used up.
    #[error("the positions that may not be repeated take more memory than allowed")]
    Memory,
    /// The time is used up.
    #[error("no answer within the time allowed")]
    Time,
    /// Territory that is not divided, or stones that are neither alive nor dead by what is proved here.
    #[error(
        "the result depends on whose the points around {at} are, which is not settled; play on until \
         groups there have two eyes or are taken"
    )]
    Undivided {
        /// The first point of an area of which it depends.
        at: String,
    },
    /// Dead stones that count.
    #[error(
        "the stone at {at} is dead, but by these rules it counts until it is taken; take it first, or solve by \
         rules that take dead stones off"
    )]
    DeadCount {
        /// One of them.
        at: String,
    },
    /// A repetition that the rules leave without a result.
    #[error(
        "play may repeat the position, and under simple ko that game has no result; superko rules \
         decide it"
    )]
    Ko,
}

/// Counts nodes and watches the clock.
#[derive(Clone, Debug)]
pub(super) struct Budget {
    pub(super) limits: Limits,
    pub(super) nodes: u64,
}

impl Budget {
    pub(super) const fn new(limits: Limits) -> Self {
        Self { limits, nodes: 0 }
    }

    /// One node more.
    pub(super) fn spend(&mut self) -> Result<(), Fault> {
        self.nodes += 1;
        if self.nodes > self.limits.nodes {
            return Err(Fault::Nodes {
                limit: self.limits.nodes,
            });
        }
        if self.nodes.is_multiple_of(512) {
            self.check_time()?;
        }
        Ok(())
    }

    pub(super) fn check_time(&self) -> Result<(), Fault> {
        match self.limits.deadline {
            Some(deadline) if Instant::now() >= deadline => Err(Fault::Time),
            _ => Ok(()),
        }
    }
}
