//! What a network says of a position.

use tengen_go::{Move, Point, Size};

use crate::features::POINTS;
use crate::input::Terms;

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

/// What a network's outputs mean under the rules, in the view of the side to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// The probabilities of the points in reading order; `None` where the move is illegal, and behind the board.
    pub moves: [Option<f32>; POINTS],
    /// The probability of the pass.
    pub pass: f32,
    /// The probability of a win.
    pub win: f32,
    /// The probability of a loss.
    pub loss: f32,
    /// The probability that the game ends without result.
    pub no_result: f32,
    /// By how many points the side to move leads; a game without result counts as a draw.
    pub lead: f32,
}

impl Judgement {
    /// What the side to move may expect, from 0 to 1: a game without result is half a win.
    #[must_use]
    pub fn win_rate(&self) -> f32 {
        self.win + 0.5 * self.no_result
    }

    /// The probability of a move; `None` if it is illegal.
    #[must_use]
    pub fn of(&self, mv: Move, size: Size) -> Option<f32> {
        match mv {
            Move::Pass => Some(self.pass),
            Move::Play(point) if point.is_on(size) => {
                self.moves.get(point.index(size)).copied().flatten()
            }
            Move::Play(_) => None,
        }
    }
}

impl Output {
    /// What the outputs mean where these moves are legal. A pass always is.
    #[must_use]
    pub fn judge(&self, size: Size, terms: &Terms, legal: impl Fn(Move) -> bool) -> Judgement {
        let mut moves = [None; POINTS];
        for ((probability, &logit), point) in
            moves.iter_mut().zip(&self.policy).zip(Point::all(size))
        {
            *probability = legal(Move::Play(point)).then_some(logit);
        }
        let pass = self.normalise(&mut moves);
        let [win, loss, no_result] = self.results(terms);
        Judgement {
            moves,
            pass,
            win,
            loss,
            no_result,
            lead: self.lead * (1.0 - no_result),
        }
    }

    /// Turns the logits of legal moves into probabilities, and returns that of the pass.
    fn normalise(&self, moves: &mut [Option<f32>; POINTS]) -> f32 {
        let largest = moves.iter().flatten().fold(self.pass, |a, &b| a.max(b));
        let mut sum = libm::expf(self.pass - largest);
        let pass = sum;
        for logit in moves.iter_mut().flatten() {
            *logit = libm::expf(*logit - largest);
            sum += *logit;
        }
        moves.iter_mut().flatten().for_each(|weight| *weight /= sum);
        pass / sum
    }

    /// The probabilities of a win, a loss and no result. Where repetition is forbidden every game has a result.
    #[must_use]
    pub fn results(&self, terms: &Terms) -> [f32; 3] {
        let [win, loss, none] = self.value;
        let none = if terms.may_void() {
            none
        } else {
            f32::NEG_INFINITY
        };
        let largest = win.max(loss).max(none);
        let weights = [win, loss, none].map(|logit| libm::expf(logit - largest));
        let sum: f32 = weights.iter().sum();
        weights.map(|weight| weight / sum)
    }

    /// What the side to move may expect, from 0 to 1: a game without result is half a win.
    #[must_use]
    pub fn win_rate(&self, terms: &Terms) -> f32 {
        let [win, _, none] = self.results(terms);
        win + 0.5 * none
    }
}
