//! The evaluation of a leaf, and when it is there.

use tengen_game::{Color, Outcome};

/// The value of a leaf.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Evaluation {
    /// The value for Black, from 0 (lost) to 1 (won).
    pub value: f32,
    /// The score in Black's view, where the game counts points; 0 otherwise.
    pub score: f32,
    /// The method that found it.
    pub source: Source,
}

/// The method behind an evaluation. The tree keeps the sums of the two apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A game played to its end.
    Playout {
        /// The winner; `None` is a draw.
        winner: Option<Color>,
    },
    /// A network, or whatever else guesses without playing on.
    Network,
}

impl Evaluation {
    /// The guess of a network: a value for Black from 0 to 1, and a score in Black's view.
    #[must_use]
    pub const fn network(value: f32, score: f32) -> Self {
        Self {
            value,
            score,
            source: Source::Network,
        }
    }

    /// The end of the game, if it was played to its end.
    #[inline]
    #[must_use]
    pub const fn outcome(&self) -> Option<Outcome> {
        match self.source {
            Source::Playout { winner } => Some(Outcome {
                winner,
                score: self.score,
            }),
            Source::Network => None,
        }
    }
}

impl From<Outcome> for Evaluation {
    #[inline]
    fn from(outcome: Outcome) -> Self {
        Self {
            value: match outcome.winner {
                Some(Color::Black) => 1.0,
                None => 0.5,
                Some(Color::White) => 0.0,
            },
            score: outcome.score,
            source: Source::Playout {
                winner: outcome.winner,
            },
        }
    }
}

/// The answer of a leaf that is asked for its evaluation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Judgement {
    /// The evaluation.
    Known(Evaluation),
    /// The evaluation, and another one to come that counts beside it and is no visit of its own: a
    /// playout, say, with a value network under way.
    Followed(Evaluation),
    /// No evaluation yet: it is to come, and the visit counts when it does.
    Pending,
}

impl From<Evaluation> for Judgement {
    #[inline]
    fn from(evaluation: Evaluation) -> Self {
        Self::Known(evaluation)
    }
}

impl From<Outcome> for Judgement {
    #[inline]
    fn from(outcome: Outcome) -> Self {
        Self::Known(outcome.into())
    }
}

/// The number of a leaf among those whose evaluation is to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ticket(pub(crate) u64);

impl Ticket {
    /// The ticket of this number.
    #[must_use]
    pub const fn new(number: u64) -> Self {
        Self(number)
    }
}
