//! A network as the engine sees it: a moment of a game goes in, an opinion comes out.

use std::sync::Arc;

use tengen_go::{Color, Point, Size, Symmetry};
use tengen_net::input::{Moment, Scratch, fill};
use tengen_net::{Features, Network, Output};
use tengen_search::Evaluation;
use tengen_search::portable::{exp, ln};

/// What a network says of a moment, in the view of the side to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Opinion {
    /// The side to move.
    pub turn: Color,
    /// The logarithm of how likely each move is, by its code, up to a constant; the pass is the last. Moves that
    /// are not legal are among them.
    pub policy: Box<[f32]>,
    /// What the side to move may expect, from 0 (lost) to 1 (won).
    pub win_rate: f32,
    /// By how many points it leads.
    pub lead: f32,
    /// Whose each point will be, from −1 (the opponent's) to 1 (the side to move's), by the index of the point.
    pub ownership: Box<[f32]>,
}

impl Opinion {
    /// The value and the score as the tree counts them, in Black's view.
    #[must_use]
    pub fn evaluation(&self) -> Evaluation {
        match self.turn {
            Color::Black => Evaluation::network(self.win_rate, self.lead),
            Color::White => Evaluation::network(1.0 - self.win_rate, -self.lead),
        }
    }

    /// Whose a point will be, from −1 (White's) to 1 (Black's).
    #[must_use]
    pub fn black(&self, index: usize) -> f32 {
        let own = self.ownership.get(index).copied().unwrap_or(0.0);
        own * self.turn.sign() as f32
    }
}

/// Judges moments of games.
pub trait Evaluator: Send {
    /// The opinion on a moment, averaged over these images of the board, of which there is at least one. None if it
    /// has none that makes sense.
    fn evaluate(&mut self, moment: &Moment, symmetries: &[Symmetry]) -> Option<Opinion>;
}

/// A network with the memory that one thread computes in.
pub struct OnNetwork {
    evaluator: tengen_net::Evaluator,
    scratch: Scratch,
    features: Features,
    /// The images that are evaluated together, and what the network says of them.
    turned: Vec<Features>,
    outputs: Vec<Output>,
    /// Sums of probabilities, where several images are averaged.
    sums: Vec<f32>,
}

impl OnNetwork {
    /// Memory to evaluate one image at a time; it grows for those who ask for more.
    #[must_use]
    pub fn new(network: Arc<Network>) -> Self {
        let size = network.size();
        Self {
            evaluator: tengen_net::Evaluator::new(network, 1),
            scratch: Scratch::new(),
            features: Features::new(size),
            turned: Vec::new(),
            outputs: vec![Output::default()],
            sums: vec![0.0; size.area() + 1],
        }
    }

    /// Evaluates these images of the position at once.
    fn look(&mut self, symmetries: &[Symmetry]) {
        let images = symmetries.len();
        if self.outputs.len() < images {
            let network = Arc::clone(self.evaluator.network());
            self.evaluator = tengen_net::Evaluator::new(network, images);
            self.outputs.resize(images, Output::default());
        }
        self.turned.clear();
        let turned = symmetries.iter().map(|&way| self.features.turned(way));
        self.turned.extend(turned);
        self.evaluator.evaluate(&self.turned, &mut self.outputs);
    }

    /// Adds the probabilities of all moves, as seen in an image; `None` if they are no numbers.
    fn add_policy(&mut self, size: Size, image: usize, symmetry: Symmetry) -> Option<()> {
        let output = &self.outputs[image];
        let logits = &output.policy[..size.area()];
        let largest = logits.iter().fold(output.pass, |a, &b| a.max(b));
        let weight = |logit: f32| exp(logit - largest);
        let sum: f32 = weight(output.pass) + logits.iter().map(|&l| weight(l)).sum::<f32>();
        // A logit that is no number makes the sum none, and infinite ones make it 0 or none.
        if !(sum.is_finite() && sum > 0.0 && largest.is_finite()) {
            return None;
        }
        for (place, point) in self.sums.iter_mut().zip(Point::all(size)) {
            let there = symmetry.point(point, size).index(size);
            *place += weight(logits[there]) / sum;
        }
        self.sums[size.area()] += weight(output.pass) / sum;
        Some(())
    }
}

impl Evaluator for OnNetwork {
    fn evaluate(&mut self, moment: &Moment, symmetries: &[Symmetry]) -> Option<Opinion> {
        let size = self.evaluator.network().size();
        if moment.size != size || symmetries.is_empty() {
            return None;
        }
        fill(moment, &mut self.scratch, &mut self.features);
        self.sums.fill(0.0);
        let mut opinion = Opinion {
            turn: moment.turn,
            policy: Box::new([]),
            win_rate: 0.0,
            lead: 0.0,
            ownership: vec![0.0; size.area()].into(),
        };
        let share = 1.0 / symmetries.len() as f32;
        self.look(symmetries);
        for (image, &symmetry) in symmetries.iter().enumerate() {
            self.add_policy(size, image, symmetry)?;
            let output = &self.outputs[image];
            let [win, _, none] = output.results(&moment.terms);
            opinion.win_rate += share * (win + 0.5 * none);
            opinion.lead += share * output.lead * (1.0 - none);
            for (owned, point) in opinion.ownership.iter_mut().zip(Point::all(size)) {
                *owned += share * output.ownership[symmetry.point(point, size).index(size)];
            }
        }
        let likely = self.sums.iter().map(|&sum| ln((share * sum).max(LEAST)));
        opinion.policy = likely.collect();
        opinion.makes_sense().then_some(opinion)
    }
}

/// The smallest probability that is told from none.
const LEAST: f32 = 1e-12;

impl Opinion {
    /// Weights can be such that sums exceed all numbers, whatever is read from a file.
    fn makes_sense(&self) -> bool {
        let finite = |numbers: &[f32]| numbers.iter().all(|number| number.is_finite());
        let value = (-0.001..=1.001).contains(&self.win_rate) && self.lead.is_finite();
        value && finite(&self.policy) && finite(&self.ownership)
    }
}
