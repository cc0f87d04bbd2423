//! Priors of a new node's moves from a learned model.
//!
//! The model gives each move a strength; its share P of the total strength of the node is how likely
//! a strong player plays it (R. Coulom, "Computing Elo ratings of move patterns in the game of Go",
//! ICGA Journal 30(4), 2007). The search may use P in several ways, which combine:
//!
//! - as the order in which moves are opened (`widening`),
//! - as virtual playouts, by `prior.playouts` here: the more likely, the more of them are won,
//! - as a bonus in selection that fades (`bias`), or that follows it for ever (`action`).
//!
//! Virtual playouts come on top of those of [`knowledge`](super::knowledge), if that is on. A model
//! knows nothing of passes: a pass has a small share by rule, and when it answers a pass that of the
//! best move.

use tengen_go::board::{Black, Features, Moments, White};
use tengen_go::{Color, Move, Situation};
use tengen_params::{choice, params};
use tengen_pattern::portable::exp;
use tengen_pattern::scene::Rater;
use tengen_search::portable::ln;
use tengen_search::{Expand, Seedling};

use crate::build::Expansion;

choice! {
    /// How shares become virtual playouts.
    pub enum PriorForm {
        /// The more likely a move, the more playouts it has, all of them won: playouts·P^exponent.
        Won = "won",
        /// Every move has the same playouts, won at the rate (P / P of the best)^exponent.
        Rate = "rate",
    }
}

params! {
    /// What a learned model makes of moves before they are searched.
    pub struct PriorParams as prior {
        /// Whether a model gives the moves of a node their priors.
        on: bool = false;
        /// The model: the name of a built-in one, or else a file; nothing is the usual one.
        model: String = "";
        /// Strengths are taken to the power of 1 / temperature before they are compared: below 1 the
        /// best moves stand out more, above less.
        temperature: f32 = 1.0, 0.05..=20.0, Log;
        /// Virtual playouts of a move; 0 leaves the prior to widening, bias and action value.
        playouts: f32 = 40.0, 0.0..=500.0;
        /// Which of them are won.
        form: PriorForm = PriorForm::Won;
        /// The exponent of the form.
        exponent: f32 = 0.5, 0.0..=10.0;
        /// Even playouts that every move starts with beside them.
        even: f32 = 0.0, 0.0..=200.0;
        /// The share of a pass, unless it answers one.
        pass: f32 = 0.005, 0.000_001..=0.5, Log;
    }
}

/// The most virtual playouts that a move can have.
const MOST: f32 = 2000.0;

/// Moves with the priors of a model.
pub(crate) struct Prior<const W: usize, const V: usize, F: Features> {
    params: PriorParams,
    moves: Expansion<W, V, F>,
    rater: Rater<W>,
}

impl<const W: usize, const V: usize, F: Features> Prior<W, V, F> {
    /// The same moves with priors.
    pub(crate) fn new(params: PriorParams, moves: Expansion<W, V, F>, rater: Rater<W>) -> Self {
        Self {
            params,
            moves,
            rater,
        }
    }
}

impl<const W: usize, const V: usize, F> Expand<Situation<W, V, F>> for Prior<W, V, F>
where
    F: Features<Liberties = Moments>,
    Situation<W, V, F>: Sync,
{
    fn expand(&mut self, position: &Situation<W, V, F>, line: &[Move], moves: &mut Vec<Seedling>) {
        self.moves.expand(position, line, moves);
        let mut recent = line.iter().rev().map(|mv| mv.point());
        let last = recent.next().flatten();
        let before = recent.next().flatten();
        let board = &position.board;
        let strengths = match position.turn {
            Color::Black => self.rater.rate::<Black, V, F>(board, last, before),
            Color::White => self.rater.rate::<White, V, F>(board, last, before),
        };
        let answers = line.last() == Some(&Move::Pass);
        weigh(&self.params, strengths, answers, moves);
    }
}

/// Gives moves their shares and virtual playouts. `strengths` are logarithms by code; a code beyond
/// them is the pass, which `answers` another or not.
fn weigh(params: &PriorParams, strengths: &[f32], answers: bool, moves: &mut [Seedling]) {
    let strength = |m: &Seedling| strengths.get(usize::from(m.code)).copied();
    let best = moves
        .iter()
        .filter_map(strength)
        .fold(f32::MIN, |a, b| a.max(b));
    let scale = 1.0 / params.temperature;
    // The logarithm of a share relative to that of the best, which is the prior until the sum is
    // known. What is no move to the model is as weak as can be.
    let mut sum = 0.0;
    for m in moves.iter_mut() {
        m.prior = strength(m).map_or(0.0, |s| (scale * (s - best)).max(WEAKEST));
        sum += strength(m).map_or(0.0, |_| exp(m.prior));
    }
    let pass = match answers || sum == 0.0 {
        true => 1.0,
        false => sum * params.pass / (1.0 - params.pass),
    };
    sum += pass;
    let (pass, total) = (ln(pass), ln(sum));
    for m in moves {
        let relative = strength(m).map_or(pass, |_| m.prior);
        m.prior = exp(relative - total);
        m.virtual_visits += params.even;
        m.virtual_wins += params.even / 2.0;
        let credit = Credit {
            playouts: params.playouts,
            form: params.form,
            exponent: params.exponent,
        };
        credit.give(m, relative, total);
    }
}

/// Virtual playouts for shares.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Credit {
    pub(crate) playouts: f32,
    pub(crate) form: PriorForm,
    pub(crate) exponent: f32,
}

impl Credit {
    /// Gives a move its virtual playouts on top of those that it has, by the logarithm of its share relative to the
    /// best, and that of the sum of all shares so measured.
    pub(crate) fn give(&self, m: &mut Seedling, relative: f32, total: f32) {
        if self.playouts > 0.0 {
            let (visits, wins) = match self.form {
                PriorForm::Won => {
                    let won = self.playouts * exp(self.exponent * (relative - total));
                    (won, won)
                }
                PriorForm::Rate => {
                    let rate = exp(self.exponent * relative.min(0.0));
                    (self.playouts, self.playouts * rate)
                }
            };
            m.virtual_visits += visits;
            m.virtual_wins += wins;
        }
        let excess = (m.virtual_visits / MOST).max(1.0);
        m.virtual_visits /= excess;
        m.virtual_wins /= excess;
    }
}

/// The logarithm of the smallest share, relative to the best.
pub(crate) const WEAKEST: f32 = -50.0;

#[cfg(test)]
mod tests {
    use super::*;

    /// Three moves of strengths 4, 1 and 3 (and one that is none to the model), and the pass.
    fn weighed(params: &PriorParams, answers: bool) -> Vec<Seedling> {
        let strengths = [4.0_f32, 1.0, 3.0, 0.0].map(f32::ln);
        let mut moves: Vec<Seedling> = (0..5).map(Seedling::new).collect();
        weigh(params, &strengths, answers, &mut moves);
        moves
    }

    fn assert_near(found: f32, expected: f32) {
        assert!((found - expected).abs() < 1e-4, "{found}, not {expected}");
    }

    #[test]
    fn priors_are_shares_of_strength() {
        let mut params = PriorParams {
            pass: 0.2,
            ..PriorParams::default()
        };
        let shares = |params: &PriorParams, answers| {
            let moves = weighed(params, answers);
            assert_near(moves.iter().map(|m| m.prior).sum(), 1.0);
            [0, 1, 2, 3, 4].map(|i: usize| moves[i].prior)
        };
        let expect = |found: [f32; 5], expected: [f32; 5]| {
            for (found, expected) in found.into_iter().zip(expected) {
                assert_near(found, expected);
            }
        };
        expect(shares(&params, false), [0.4, 0.1, 0.3, 0.0, 0.2]);
        // In answer to a pass it is as likely as the best move.
        expect(
            shares(&params, true),
            [4.0 / 12.0, 1.0 / 12.0, 3.0 / 12.0, 0.0, 4.0 / 12.0],
        );
        // Squares: 16, 1 and 9 of 26.
        params.temperature = 0.5;
        let squares = [16.0, 1.0, 9.0].map(|s| 0.8 * s / 26.0);
        expect(
            shares(&params, false),
            [squares[0], squares[1], squares[2], 0.0, 0.2],
        );
    }

    #[test]
    fn virtual_playouts_follow_the_shares() {
        let mut params = PriorParams {
            pass: 0.2,
            playouts: 10.0,
            exponent: 0.5,
            ..PriorParams::default()
        };
        let known = |params: &PriorParams, i: usize| {
            let m = weighed(params, false)[i];
            (m.virtual_visits, m.virtual_wins)
        };
        // All won: 10·sqrt(0.4) and 10·sqrt(0.1).
        assert_near(known(&params, 0).0, 6.324_555);
        assert_near(known(&params, 0).1, 6.324_555);
        assert_near(known(&params, 1).1, 3.162_278);
        // At a rate: 10·sqrt(0.1 / 0.4) of 10.
        params.form = PriorForm::Rate;
        assert_near(known(&params, 0).1, 10.0);
        assert_near(known(&params, 1).1, 5.0);
        assert_near(known(&params, 1).0, 10.0);
        // And even ones beside them.
        params.even = 6.0;
        assert_near(known(&params, 1).0, 16.0);
        assert_near(known(&params, 1).1, 8.0);
        // None of either.
        params.even = 0.0;
        params.playouts = 0.0;
        assert_eq!(known(&params, 0), (0.0, 0.0));
    }

    #[test]
    fn virtual_playouts_add_up_within_their_limit() {
        let params = PriorParams {
            playouts: 500.0,
            form: PriorForm::Rate,
            ..PriorParams::default()
        };
        let mut moves = [Seedling {
            virtual_visits: 2000.0,
            virtual_wins: 1500.0,
            ..Seedling::new(0)
        }];
        weigh(&params, &[0.0], false, &mut moves);
        assert_near(moves[0].virtual_visits, MOST);
        assert_near(moves[0].virtual_wins, MOST * 0.8);
    }

    #[test]
    fn a_pass_that_is_the_only_move_has_it_all() {
        let mut moves = [Seedling::new(1)];
        weigh(&PriorParams::default(), &[1.0], false, &mut moves);
        assert_near(moves[0].prior, 1.0);
    }
}
