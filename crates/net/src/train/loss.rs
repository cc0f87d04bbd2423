//! How far a network is from what it should say, and in which direction its outputs should go.

use super::{Drawing, LossWeights, Sample};

/// A weighted mean.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Mean {
    /// The sum of what was counted, times its weight.
    pub sum: f64,
    /// The sum of the weights.
    pub weight: f64,
}

impl Mean {
    /// Counts a number.
    pub fn add(&mut self, number: f64, weight: f64) {
        self.sum += number * weight;
        self.weight += weight;
    }

    /// The mean; `None` of nothing.
    #[must_use]
    pub fn get(&self) -> Option<f64> {
        (self.weight != 0.0).then(|| self.sum / self.weight)
    }
}

/// The losses of samples, each averaged over those samples that have its target.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Losses {
    /// The samples.
    pub samples: u64,
    /// What is minimised: the weighted sum of the others.
    pub total: Mean,
    /// Cross-entropy of the move that was played.
    pub policy: Mean,
    /// The part of samples whose move is the network's first choice among all points and the pass.
    pub accuracy: Mean,
    /// Cross-entropy of the teacher's moves.
    pub soft: Mean,
    /// Cross-entropy of the reply.
    pub reply: Mean,
    /// Cross-entropy of the game's result.
    pub result: Mean,
    /// Squared error of the probability of a win against the game's result (Brier score).
    pub brier: Mean,
    /// Cross-entropy of the teacher's win probability.
    pub win: Mean,
    /// Huber's loss of the lead.
    pub lead: Mean,
    /// Huber's loss of the score's mean.
    pub score: Mean,
    /// Huber's loss of the score's standard deviation.
    pub deviation: Mean,
    /// Squared error of the ownership.
    pub ownership: Mean,
    /// The norm of the gradient before it was shortened; of steps alone.
    pub gradient: Mean,
    /// The steps that were not made since their gradient was not finite.
    pub skipped: u64,
}

impl Losses {
    /// Adds the losses of other samples.
    pub fn add(&mut self, other: &Self) {
        self.samples += other.samples;
        self.skipped += other.skipped;
        for (mean, other) in self.means().into_iter().zip({ *other }.means()) {
            mean.sum += other.sum;
            mean.weight += other.weight;
        }
    }

    fn means(&mut self) -> [&mut Mean; 13] {
        [
            &mut self.total,
            &mut self.policy,
            &mut self.accuracy,
            &mut self.soft,
            &mut self.reply,
            &mut self.result,
            &mut self.brier,
            &mut self.win,
            &mut self.lead,
            &mut self.score,
            &mut self.deviation,
            &mut self.ownership,
            &mut self.gradient,
        ]
    }
}

/// The raw outputs for one position, or their gradient. Moves are in reading order with the pass behind.
#[derive(Clone, Debug, Default)]
pub(super) struct Outputs {
    pub(super) policy: Vec<f32>,
    pub(super) reply: Vec<f32>,
    pub(super) value: [f32; 3],
    /// Mean, deviation before its softplus, lead, and one that is not trained; without their multipliers.
    pub(super) score: [f32; 4],
    /// Before its tanh.
    pub(super) ownership: Vec<f32>,
}

impl Outputs {
    /// Zeros for a board of so many points.
    pub(super) fn clear(&mut self, area: usize) {
        for (numbers, len) in [
            (&mut self.policy, area + 1),
            (&mut self.reply, area + 1),
            (&mut self.ownership, area),
        ] {
            numbers.clear();
            numbers.resize(len, 0.0);
        }
        self.value = [0.0; 3];
        self.score = [0.0; 4];
    }
}

/// The logarithm of the sum of exponentials; `to` becomes their parts of the sum.
fn soften(logits: &[f32], to: &mut [f32]) -> f32 {
    let largest = logits.iter().copied().fold(f32::MIN, f32::max);
    let mut sum = 0.0;
    for (to, x) in to.iter_mut().zip(logits) {
        *to = libm::expf(x - largest);
        sum += *to;
    }
    for x in to {
        *x /= sum;
    }
    largest + libm::logf(sum)
}

/// Huber's loss and its slope: a square near 0, straight from 1 on (P. J. Huber, 1964).
fn huber(error: f32) -> (f32, f32) {
    let size = error.abs();
    match size <= 1.0 {
        true => (0.5 * error * error, error),
        false => (size - 0.5, error.signum()),
    }
}

/// The points in a unit of the losses of scores.
const UNIT: f32 = 20.0;

/// The cross-entropy of a move under the distribution that it was drawn from; adds the gradient, times what it counts. What
/// could not be drawn has no part in it (R. J. Williams 1992).
fn drawn(logits: &[f32], played: usize, drawing: &Drawing, counts: f32, to: &mut [f32]) -> f32 {
    let cold = |logit: f32| logit / drawing.temperature;
    let some: Vec<f32> = drawing
        .among
        .iter()
        .map(|&at| cold(logits[usize::from(at)]))
        .collect();
    let mut parts = vec![0.0; some.len()];
    let whole = soften(&some, &mut parts);
    for (&at, part) in drawing.among.iter().zip(parts) {
        to[usize::from(at)] += counts * part / drawing.temperature;
    }
    to[played] -= counts / drawing.temperature;
    whole - cold(logits[played])
}

/// Adds the losses of a sample, and writes the gradient of the outputs, which is zero before. Returns the part of it that
/// goes into the scale of the patterns.
///
/// `outputs` are the network's alone, without patterns, whose scale is `scale`.
pub(super) fn judge(
    outputs: &mut Outputs,
    sample: &Sample,
    weights: &LossWeights,
    multipliers: &[f32; 3],
    scale: f32,
    losses: &mut Losses,
    to: &mut Outputs,
) -> f32 {
    let targets = &sample.targets;
    let teacher = targets.teacher.as_ref();
    losses.samples += 1;
    let mut total = 0.0;

    // The moves.
    let mut scales = 0.0;
    if let Some(patterns) = &sample.patterns {
        for (logit, pattern) in outputs.policy.iter_mut().zip(patterns) {
            *logit += scale * pattern;
        }
    }
    let soft = teacher.map_or(&[][..], |teacher| &teacher.policy);
    if targets.played.is_some() || !soft.is_empty() {
        let whole = soften(&outputs.policy, &mut to.policy);
        let counts = weights.policy * targets.played_weight;
        let mass: f32 = soft.iter().map(|x| x.1).sum();
        let of_all = targets.played.filter(|_| targets.drawing.is_none());
        let weight = of_all.map_or(0.0, |_| counts) + weights.soft * mass;
        for x in &mut to.policy {
            *x *= weight;
        }
        if let Some(played) = targets.played {
            let logit = outputs.policy[played];
            let loss = match &targets.drawing {
                None => {
                    to.policy[played] -= counts;
                    whole - logit
                }
                Some(drawing) => drawn(&outputs.policy, played, drawing, counts, &mut to.policy),
            };
            losses.policy.add(f64::from(loss), 1.0);
            total += counts * loss;
            let better = |(other, x): (usize, &f32)| *x > logit || (*x == logit && other < played);
            let first = !outputs.policy.iter().enumerate().any(better);
            losses.accuracy.add(f64::from(u8::from(first)), 1.0);
        }
        if !soft.is_empty() {
            let parts = soft.iter();
            let loss: f32 = parts
                .map(|&(at, part)| part * (whole - outputs.policy[usize::from(at)]))
                .sum();
            losses.soft.add(f64::from(loss), 1.0);
            total += weights.soft * loss;
        }
        for &(at, part) in soft {
            to.policy[usize::from(at)] -= weights.soft * part;
        }
        if let Some(patterns) = &sample.patterns {
            scales = to.policy.iter().zip(patterns).map(|(d, x)| d * x).sum();
        }
    }
    if let Some(reply) = targets.reply {
        let whole = soften(&outputs.reply, &mut to.reply);
        let loss = whole - outputs.reply[reply];
        losses.reply.add(f64::from(loss), 1.0);
        total += weights.reply * loss;
        to.reply[reply] -= 1.0;
        for x in &mut to.reply {
            *x *= weights.reply;
        }
    }

    // The winner.
    let mut parts = [0.0; 3];
    let whole = soften(&outputs.value, &mut parts);
    let mut winner = |win: f32, counts: f32| {
        let loss = whole - win * outputs.value[0] - (1.0 - win) * outputs.value[1];
        for (to, (part, target)) in to
            .value
            .iter_mut()
            .zip(parts.iter().zip([win, 1.0 - win, 0.0]))
        {
            *to += counts * (part - target);
        }
        total += counts * loss;
        f64::from(loss)
    };
    if let Some(result) = targets.result {
        let loss = winner(result, weights.result * targets.result_weight);
        losses.result.add(loss, 1.0);
        let error = f64::from(parts[0] + 0.5 * parts[2] - result);
        losses.brier.add(error * error, 1.0);
    }
    if let Some(teacher) = teacher {
        losses.win.add(winner(teacher.win, weights.win), 1.0);
    }

    // The points.
    let lead = teacher.and_then(|teacher| teacher.lead);
    if let Some(target) = lead {
        let (loss, slope) = huber((outputs.score[2] * multipliers[2] - target) / UNIT);
        losses.lead.add(f64::from(loss), 1.0);
        total += weights.lead * loss;
        to.score[2] = weights.lead * slope * multipliers[2] / UNIT;
    }
    if let Some(target) = targets.score.or(lead) {
        let error = outputs.score[0] * multipliers[0] - target;
        let (loss, slope) = huber(error / UNIT);
        losses.score.add(f64::from(loss), 1.0);
        total += weights.score * loss;
        to.score[0] = weights.score * slope * multipliers[0] / UNIT;
        // The mean size of a normal error is √(2/π) of its deviation.
        let target = error.abs() * std::f32::consts::FRAC_2_PI.sqrt().recip();
        let x = outputs.score[1];
        let e = libm::expf(-x.abs());
        let deviation = (x.max(0.0) + libm::log1pf(e)) * multipliers[1];
        let sigmoid = if x > 0.0 { 1.0 } else { e } / (1.0 + e);
        let (loss, slope) = huber((deviation - target) / UNIT);
        losses.deviation.add(f64::from(loss), 1.0);
        total += weights.deviation * loss;
        to.score[1] = weights.deviation * slope * sigmoid * multipliers[1] / UNIT;
    }
    let owners = teacher.map_or(&[][..], |teacher| &teacher.ownership);
    if !owners.is_empty() {
        let share = 1.0 / owners.len() as f32;
        let mut loss = 0.0;
        for ((to, &x), target) in to.ownership.iter_mut().zip(&outputs.ownership).zip(owners) {
            let owner = libm::tanhf(x);
            let error = owner - target;
            loss += error * error * share;
            *to = weights.ownership * 2.0 * error * (1.0 - owner * owner) * share;
        }
        losses.ownership.add(f64::from(loss), 1.0);
        total += weights.ownership * loss;
    }
    losses.total.add(f64::from(total), 1.0);
    scales
}
