//! How well networks foretell the moves of games, alone or with learned patterns.
//!
//! A network's policy and the strengths γ of patterns become one prediction by weights a and b,
//!
//! > P ∝ p^a · γ^b
//!
//! over the legal moves: in the search a is 1/`net.temperature`, and b `net.patterns`. Both are found as those that
//! make the moves of some games likeliest. The logarithm of that likelihood is concave in (a, b), so Newton's method finds
//! the one peak in a few steps.

use std::ops::Range;
use std::sync::Arc;

use tengen_go::board::Stones;
use tengen_go::{Color, Move, Point, Rules, Size};
use tengen_pattern::corpus::Game;
use tengen_pattern::evaluate::{Placing, Predict};
use tengen_pattern::model::Model as Patterns;

use super::games::USUAL_KOMI;
use super::replay::put;
use super::strengths::Strengths;
use crate::features::Features;
use crate::input::{Moment, Scratch, fill};
use crate::kernel::simd::Isa;
use crate::model::Model;
use crate::network::{Evaluator, Network};
use crate::output::Output;

/// The positions that are evaluated at once.
const BATCH: usize = 8;

/// The weights of a prediction; see the module's head.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Blend {
    /// Of the logarithms of the policy's probabilities.
    pub policy: f32,
    /// Of the logarithms of the strengths of patterns.
    pub patterns: f32,
}

impl Blend {
    /// The policy as it is.
    pub const POLICY: Self = Self {
        policy: 1.0,
        patterns: 0.0,
    };

    /// The weights that make the moves of these positions likeliest; `None` without positions, or if what the network says
    /// of them makes no sense.
    #[must_use]
    pub fn fit(views: &[View]) -> Option<Self> {
        if views.is_empty() {
            return None;
        }
        let mut now = Self::POLICY;
        let mut best = Slope::of(views, now);
        if !best.likelihood.is_finite() {
            return None;
        }
        for _ in 0..30 {
            let mut step = best.newton();
            // A step that leads down was too long.
            let mut next = None;
            for _ in 0..20 {
                let blend = Self {
                    policy: now.policy + step[0],
                    patterns: now.patterns + step[1],
                };
                let slope = Slope::of(views, blend);
                if slope.likelihood >= best.likelihood {
                    next = Some((blend, slope));
                    break;
                }
                step = step.map(|x| 0.5 * x);
            }
            let Some((blend, slope)) = next else { break };
            (now, best) = (blend, slope);
            if step.iter().all(|x| x.abs() < 1e-4) {
                break;
            }
        }
        Some(now)
    }

    fn scores(self, view: &View, scores: &mut Vec<f32>) {
        scores.clear();
        let both = view.policy.iter().zip(&view.strengths);
        scores.extend(both.map(|(p, s)| self.policy * p + self.patterns * s));
    }
}

/// The logarithm of the likelihood of moves with its first and second derivatives.
#[derive(Clone, Copy, Debug, Default)]
struct Slope {
    likelihood: f64,
    first: [f64; 2],
    /// Of a twice, of a and b, of b twice; less than nothing.
    second: [f64; 3],
}

impl Slope {
    fn of(views: &[View], blend: Blend) -> Self {
        let mut slope = Self::default();
        let mut scores = Vec::new();
        for view in views {
            blend.scores(view, &mut scores);
            let top = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
            // Sums of the chances, of both logarithms by chance, and of their products.
            let (mut whole, mut mean, mut square) = (0.0, [0.0; 2], [0.0; 3]);
            for (score, (p, s)) in scores.iter().zip(view.policy.iter().zip(&view.strengths)) {
                let chance = libm::exp(f64::from(score - top));
                let [p, s] = [p, s].map(|&x| f64::from(x));
                whole += chance;
                mean[0] += chance * p;
                mean[1] += chance * s;
                square[0] += chance * p * p;
                square[1] += chance * p * s;
                square[2] += chance * s * s;
            }
            let mean = mean.map(|x| x / whole);
            let at = [view.policy[view.played], view.strengths[view.played]];
            slope.likelihood += f64::from(scores[view.played] - top) - libm::log(whole);
            for (slope, (at, mean)) in slope.first.iter_mut().zip(at.into_iter().zip(mean)) {
                *slope += f64::from(at) - mean;
            }
            slope.second[0] -= square[0] / whole - mean[0] * mean[0];
            slope.second[1] -= square[1] / whole - mean[0] * mean[1];
            slope.second[2] -= square[2] / whole - mean[1] * mean[1];
        }
        slope
    }

    /// Where a paraboloid with these derivatives has its peak.
    fn newton(&self) -> [f32; 2] {
        // Without patterns the second weight matters nothing, and stays where it is.
        let [aa, ab, bb] = self.second;
        let [aa, bb] = [aa, bb].map(|x| x.min(-1e-9));
        let determinant = (aa * bb - ab * ab).max(1e-12 * aa * bb);
        let [a, b] = self.first;
        [
            (ab * b - bb * a) / determinant,
            (ab * a - aa * b) / determinant,
        ]
        .map(|x| x as f32)
    }
}

/// As many positions are enough to find weights by.
pub const ENOUGH: usize = 20_000;

/// A position in which a stone was played, as network and patterns see it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct View {
    /// The logarithms of the policy, up to a constant, of the legal points.
    pub policy: Vec<f32>,
    /// Those of the strengths of their patterns.
    pub strengths: Vec<f32>,
    /// The place of the move among them.
    pub played: usize,
}

/// Foretells the moves of games by a network, and patterns beside it if there are some.
pub struct Predictor {
    model: Arc<Model>,
    patterns: Option<Strengths>,
    blend: Blend,
    /// What is ready for boards of one size.
    table: Option<Table>,
    scores: Vec<f32>,
}

impl Predictor {
    /// Memory for one thread.
    #[must_use]
    pub fn new(model: Arc<Model>, patterns: Option<Arc<Patterns>>, blend: Blend) -> Self {
        Self {
            model,
            patterns: patterns.map(Strengths::new),
            blend,
            table: None,
            scores: Vec::new(),
        }
    }

    /// Calls `sink` with every position of these moves of the game (from 0) in which a stone was played: its number, and
    /// how it looks. A game on a board that the network does not know has none.
    pub fn look(&mut self, game: &Game, moves: Range<usize>, sink: &mut dyn FnMut(usize, &View)) {
        if self.table.as_ref().is_none_or(|t| t.size() != game.size) {
            self.table = Table::new(&self.model, game.size);
        }
        if let Some(table) = &mut self.table {
            table.follow(game, moves, &mut self.patterns, sink);
        }
    }
}

impl Predict for Predictor {
    fn replay(&mut self, game: &Game, moves: Range<usize>, sink: &mut dyn FnMut(usize, &Placing)) {
        let (blend, mut scores) = (self.blend, std::mem::take(&mut self.scores));
        self.look(game, moves, &mut |number, view| {
            blend.scores(view, &mut scores);
            if let Some(placing) = Placing::among(&scores, view.played) {
                sink(number, &placing);
            }
        });
        self.scores = scores;
    }

    fn knows(&self, game: &Game) -> bool {
        game.size <= Model::LARGEST
    }
}

/// A game that is followed on a board of one size.
struct Table {
    evaluator: Evaluator,
    scratch: Scratch,
    /// Positions that wait for their evaluation: their numbers, and how they look until then.
    waiting: Vec<(usize, View)>,
    inputs: Vec<Features>,
    outputs: Vec<Output>,
    /// The legal points of each.
    points: Vec<Vec<u16>>,
}

impl Table {
    fn new(model: &Model, size: Size) -> Option<Self> {
        let network = Arc::new(Network::new(model, size, Isa::best()).ok()?);
        Some(Self {
            evaluator: Evaluator::new(network, BATCH),
            scratch: Scratch::new(),
            waiting: vec![(0, View::default()); BATCH],
            inputs: vec![Features::new(size); BATCH],
            outputs: vec![Output::default(); BATCH],
            points: vec![Vec::new(); BATCH],
        })
    }

    fn size(&self) -> Size {
        self.evaluator.network().size()
    }

    fn follow(
        &mut self,
        game: &Game,
        moves: Range<usize>,
        patterns: &mut Option<Strengths>,
        sink: &mut dyn FnMut(usize, &View),
    ) {
        let mut stones = Stones::new(game.size);
        for &(color, point) in &game.setup {
            stones.place(color, point);
        }
        stones.forget_ko();
        let komi = game.komi.map_or(USUAL_KOMI, |komi| komi.points() as f32);
        let first = game.moves.first().map_or(Color::Black, |mv| mv.0);
        let moment = Moment::new(&stones, first, &Rules::CHINESE, f64::from(komi));
        let Ok(mut moment) = moment else { return };
        let mut count = 0;
        // The opponent's last move, and the own one before; none where a side moved twice.
        let (mut last, mut before, mut follows) = (None, None, first);
        for (number, &(color, mv)) in game.moves.iter().enumerate().take(moves.end) {
            if color != follows {
                (last, before) = (None, None);
            }
            moment.give_turn(color);
            if let Move::Play(point) = mv {
                if !stones.is_legal(color, point) {
                    break;
                }
                if number >= moves.start {
                    let strengths = patterns.as_mut();
                    let strengths = strengths.map(|p| p.rate(&stones, color, [last, before]));
                    self.see(count, &stones, &moment, point, strengths);
                    self.waiting[count].0 = number;
                    count += 1;
                    if count == BATCH {
                        self.answer(count, sink);
                        count = 0;
                    }
                }
            }
            put(&mut stones, color, mv);
            moment.play(color, mv);
            (before, last, follows) = (last, mv.point(), !color);
        }
        self.answer(count, sink);
    }

    /// Notes a position to be evaluated.
    fn see(
        &mut self,
        at: usize,
        stones: &Stones,
        moment: &Moment,
        played: Point,
        strengths: Option<&[f32]>,
    ) {
        fill(moment, &mut self.scratch, &mut self.inputs[at]);
        let (points, view) = (&mut self.points[at], &mut self.waiting[at].1);
        let (size, turn) = (stones.size(), moment.turn);
        points.clear();
        view.strengths.clear();
        view.played = 0;
        for (index, point) in Point::all(size).enumerate() {
            if !stones.is_legal(turn, point) {
                continue;
            }
            if point == played {
                view.played = points.len();
            }
            points.push(index as u16);
            let strength = strengths.map_or(0.0, |strengths| strengths[index]);
            view.strengths.push(strength.max(-50.0));
        }
    }

    /// Evaluates the positions that wait.
    fn answer(&mut self, count: usize, sink: &mut dyn FnMut(usize, &View)) {
        self.evaluator
            .evaluate(&self.inputs[..count], &mut self.outputs);
        for at in 0..count {
            let (number, view) = &mut self.waiting[at];
            let policy = &self.outputs[at].policy;
            view.policy.clear();
            let points = self.points[at].iter();
            view.policy
                .extend(points.map(|&index| policy[usize::from(index)]));
            sink(*number, view);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Positions whose moves are drawn from P ∝ exp(a·x + b·y).
    fn drawn(a: f32, b: f32, count: u64) -> Vec<View> {
        let mut rng = tengen_game::Rng::new(5);
        let mut view = || {
            let mut numbers =
                |scale: f64| -> Vec<f32> { (0..12).map(|_| (scale * rng.unit()) as f32).collect() };
            let (policy, strengths) = (numbers(4.0), numbers(6.0));
            let weights: Vec<f64> = policy
                .iter()
                .zip(&strengths)
                .map(|(x, y)| libm::exp(f64::from(a * x + b * y)))
                .collect();
            let mut left = rng.unit() * weights.iter().sum::<f64>();
            let played = weights.iter().position(|weight| {
                left -= weight;
                left < 0.0
            });
            View {
                policy,
                strengths,
                played: played.unwrap_or(0),
            }
        };
        (0..count).map(|_| view()).collect()
    }

    #[test]
    fn weights_are_found_from_the_moves_that_they_made() {
        let blend = Blend::fit(&drawn(0.7, 0.4, 20_000)).unwrap();
        assert!((blend.policy - 0.7).abs() < 0.03, "{blend:?}");
        assert!((blend.patterns - 0.4).abs() < 0.03, "{blend:?}");
        assert_eq!(Blend::fit(&[]), None);
    }

    #[test]
    fn without_patterns_the_policy_alone_is_weighed() {
        let mut views = drawn(1.5, 0.0, 20_000);
        for view in &mut views {
            view.strengths.fill(0.0);
        }
        let blend = Blend::fit(&views).unwrap();
        assert!((blend.policy - 1.5).abs() < 0.05, "{blend:?}");
        assert_eq!(blend.patterns, 0.0);
    }
}
