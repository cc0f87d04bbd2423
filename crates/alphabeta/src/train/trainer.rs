//! A training: steps over samples in an order of their own in each epoch, and the state to go on from.
//!
//! The loss is the squared error of the chance of winning. Half of the samples have left and right exchanged. A batch
//! is cut into two halves whose gradients are added in order, so that the result does not depend on the number of threads.

use tengen_game::Rng;

use super::Learner;
use super::adam::Adam;
use crate::eval::Isa;
use crate::eval::network::SCALE;
use crate::eval::seal::{NetworkError, Seal, take};

/// How to learn.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How often each sample is seen.
    pub epochs: usize,
    /// Samples a step.
    pub batch: usize,
    /// The size of a step at first; it falls to a hundredth of it along a cosine.
    pub rate: f32,
    /// What is learned.
    pub target: Target,
    /// Where the random numbers start.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            epochs: 5,
            batch: 4096,
            rate: 5e-3,
            target: Target::default(),
            seed: 1,
        }
    }
}

/// How targets are made.
#[derive(Clone, Copy, Debug, Default)]
pub struct Target {
    /// The share of the result beside the value. With much of it, games are learned by heart.
    pub result: f32,
}

impl Target {
    /// The chance of winning of a value, and of a result: 2 for a win, 1 for a draw.
    pub(super) fn of(self, value: i16, result: u8) -> f32 {
        let value = sigmoid(f32::from(value) / SCALE as f32);
        let result = f32::from(result) / 2.0;
        value + self.result * (result - value)
    }
}

pub(super) fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + libm::expf(-x))
}

/// How far values are off.
#[derive(Clone, Copy, Debug, Default)]
pub struct Loss {
    samples: usize,
    squares: f64,
}

impl Loss {
    /// Adds the error of a sample.
    #[inline(always)]
    pub(super) fn count(&mut self, error: f32) {
        self.samples += 1;
        self.squares += f64::from(error * error);
    }

    /// Adds the error of another evaluation's value of a sample.
    pub fn judge(&mut self, found: i32, target: Target, value: i16, result: u8) {
        self.count(sigmoid(found as f32 / SCALE as f32) - target.of(value, result));
    }

    /// Adds the errors of other samples.
    pub fn add(&mut self, other: &Self) {
        self.samples += other.samples;
        self.squares += other.squares;
    }

    /// The mean squared error of the chance of winning.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.squares / self.samples.max(1) as f64
    }
}

/// Half of a batch, with its gradient.
struct Half<L: Learner> {
    gradient: Vec<f32>,
    scratch: L::Scratch,
    loss: Loss,
}

impl<L: Learner> Half<L> {
    fn new(weights: usize) -> Self {
        Self {
            gradient: vec![0.0; weights],
            scratch: L::Scratch::default(),
            loss: Loss::default(),
        }
    }

    fn learn(&mut self, isa: Isa, learner: &L, batch: &[(&L::Sample, bool)], target: Target) {
        self.gradient.fill(0.0);
        let (scratch, gradient) = (&mut self.scratch, &mut self.gradient);
        self.loss = learner.learn(isa, batch, target, scratch, gradient);
    }
}

/// See the module's head.
pub struct Trainer<L: Learner> {
    learner: L,
    settings: Settings,
    isa: Isa,
    adam: Adam,
    /// Steps taken.
    steps: usize,
    halves: [Half<L>; 2],
    /// The order of an epoch: twice the number of a sample, and one more if left and right are exchanged.
    order: (usize, Vec<u32>),
}

impl<L: Learner> Trainer<L> {
    /// A training that begins.
    #[must_use]
    pub fn new(learner: L, settings: Settings) -> Self {
        let weights = learner.weights().len();
        Self {
            learner,
            settings,
            isa: Isa::best(),
            adam: Adam::new(weights),
            steps: 0,
            halves: [Half::new(weights), Half::new(weights)],
            order: (usize::MAX, Vec::new()),
        }
    }

    /// What has been learned.
    pub const fn learner(&self) -> &L {
        &self.learner
    }

    /// The steps of an epoch of so many samples.
    fn epoch(&self, samples: usize) -> usize {
        samples.div_ceil(self.settings.batch).max(1)
    }

    /// How many samples have been learned from, of so many that are seen again in each epoch.
    #[must_use]
    pub fn seen(&self, samples: usize) -> usize {
        let epoch = self.epoch(samples);
        let within = (self.steps % epoch * self.settings.batch).min(samples);
        self.steps / epoch * samples + within
    }

    /// Tests if all epochs are over.
    #[must_use]
    pub fn is_done(&self, samples: usize) -> bool {
        self.steps >= self.epoch(samples) * self.settings.epochs
    }

    /// Takes a step.
    pub fn step(&mut self, samples: &[L::Sample]) -> Loss {
        let per_epoch = self.epoch(samples.len());
        let (epoch, n) = (self.steps / per_epoch, self.steps % per_epoch);
        if self.order.0 != epoch || self.order.1.len() != samples.len() {
            self.order = (epoch, self.shuffled(samples.len(), epoch));
        }
        let batch = self.order.1.chunks(self.settings.batch).nth(n);
        let batch: Vec<(&L::Sample, bool)> = batch
            .unwrap_or_default()
            .iter()
            .map(|&coded| (&samples[coded as usize / 2], coded % 2 == 1))
            .collect();
        let (left, right) = batch.split_at(batch.len() / 2);
        let [a, b] = &mut self.halves;
        let (isa, learner, target) = (self.isa, &self.learner, self.settings.target);
        rayon::join(
            || a.learn(isa, learner, left, target),
            || b.learn(isa, learner, right, target),
        );
        let mut loss = a.loss;
        loss.add(&b.loss);
        let progress = self.steps as f32 / (per_epoch * self.settings.epochs) as f32;
        let cosine = (1.0 + libm::cosf(std::f32::consts::PI * progress)) / 2.0;
        let rate = self.settings.rate * (0.01 + 0.99 * cosine);
        self.steps += 1;
        self.adam.step(
            isa,
            self.learner.weights_mut(),
            [&a.gradient, &b.gradient],
            batch.len().max(1),
            (self.steps, rate),
        );
        self.learner.bound();
        loss
    }

    /// The order of an epoch.
    fn shuffled(&self, samples: usize, epoch: usize) -> Vec<u32> {
        let seed = Rng::new(self.settings.seed).bits();
        let mut rng = Rng::new(seed.wrapping_add(epoch as u64));
        let mut order: Vec<u32> = (0..samples as u32).map(|n| 2 * n + rng.below(2)).collect();
        for n in (1..order.len()).rev() {
            order.swap(n, rng.below(n as u32 + 1) as usize);
        }
        order
    }

    /// The mean squared error on samples.
    #[must_use]
    pub fn judge(&self, samples: &[L::Sample]) -> f64 {
        let (left, right) = samples.split_at(samples.len() / 2);
        let (isa, learner, target) = (self.isa, &self.learner, self.settings.target);
        let judge = |samples| learner.judge(isa, samples, target, &mut L::Scratch::default());
        let (mut loss, other) = rayon::join(|| judge(left), || judge(right));
        loss.add(&other);
        loss.mean()
    }

    /// The file of a checkpoint.
    const fn seal(weights: usize) -> Seal {
        Seal {
            what: "checkpoint of a training",
            head: "tengen shogi training 1\n",
            bytes: 8 + 3 * 4 * weights,
        }
    }

    /// Everything to go on from.
    #[must_use]
    pub fn checkpoint(&self) -> Vec<u8> {
        let mut bytes = (self.steps as u64).to_le_bytes().to_vec();
        let parts = [self.learner.weights(), &*self.adam.mean, &*self.adam.square];
        for part in parts {
            bytes.extend(part.iter().flat_map(|x| x.to_le_bytes()));
        }
        Self::seal(self.learner.weights().len()).close(&bytes)
    }

    /// Goes on from a checkpoint of the same training.
    ///
    /// # Errors
    /// If it is none.
    pub fn resume(&mut self, bytes: &[u8]) -> Result<(), NetworkError> {
        let weights = self.learner.weights_mut();
        let mut rest = Self::seal(weights.len()).open(bytes)?;
        self.steps = u64::from_le_bytes(take(&mut rest)) as usize;
        for part in [weights, &mut *self.adam.mean, &mut *self.adam.square] {
            for x in part {
                *x = f32::from_le_bytes(take(&mut rest));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::boards;
    use crate::train::{Float, Sums};

    /// Boards of games by chance, with values and results of chance.
    pub(crate) fn samples<L: Learner>(games: u64) -> Vec<L::Sample> {
        let mut rng = Rng::new(5);
        boards(games, 5)
            .iter()
            .map(|board| L::sample(board, rng.below(1601) as i16 - 800, rng.below(3) as u8))
            .collect()
    }

    fn settings() -> Settings {
        Settings {
            epochs: 3,
            batch: 32,
            target: Target { result: 0.2 },
            ..Settings::default()
        }
    }

    fn trained<L: Learner>(samples: &[L::Sample], threads: usize) -> Vec<f32> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.unwrap().install(|| {
            let mut trainer = Trainer::new(L::new(1), settings());
            while !trainer.is_done(samples.len()) {
                trainer.step(samples);
            }
            trainer.learner().weights().to_vec()
        })
    }

    #[test]
    fn the_number_of_threads_changes_nothing() {
        let network = samples::<Float>(4);
        assert_eq!(trained::<Float>(&network, 1), trained::<Float>(&network, 2));
        let linear = samples::<Sums>(4);
        assert_eq!(trained::<Sums>(&linear, 1), trained::<Sums>(&linear, 2));
    }

    #[test]
    fn a_training_goes_on_in_the_middle_of_an_epoch() {
        let samples = samples::<Float>(4);
        let mut whole = Trainer::new(Float::new(1), settings());
        for _ in 0..5 {
            whole.step(&samples);
        }
        assert!(whole.seen(samples.len()) > samples.len());
        let mut resumed = Trainer::new(Float::new(9), settings());
        resumed.resume(&whole.checkpoint()).unwrap();
        assert_eq!(resumed.seen(samples.len()), whole.seen(samples.len()));
        while !whole.is_done(samples.len()) {
            assert_eq!(whole.step(&samples).mean(), resumed.step(&samples).mean());
        }
        assert!(resumed.is_done(samples.len()));
        assert!(whole.learner().weights() == resumed.learner().weights());
        let mut cut = whole.checkpoint();
        cut.pop();
        assert!(
            resumed
                .resume(&cut)
                .unwrap_err()
                .to_string()
                .contains("bytes instead of")
        );
        let other = Trainer::new(Sums::new(1), settings()).checkpoint();
        assert!(resumed.resume(&other).is_err());
    }

    #[test]
    fn every_epoch_sees_every_sample_once() {
        let trainer = Trainer::new(Sums::new(1), settings());
        let orders = [0, 1].map(|epoch| trainer.shuffled(100, epoch));
        assert_ne!(orders[0], orders[1]);
        for mut order in orders {
            order.sort_unstable();
            assert!(order.iter().zip(0..).all(|(&coded, n)| coded / 2 == n));
            assert!((20..80).contains(&order.iter().filter(|&&coded| coded % 2 == 1).count()));
        }
    }

    #[test]
    fn the_learning_of_both_kinds_is_downhill() {
        fn gradient<L: Learner>(samples: &[L::Sample], learner: &L, isa: Isa) -> (f64, Vec<f32>) {
            let batch: Vec<_> = samples
                .iter()
                .zip([true, false].into_iter().cycle())
                .collect();
            let mut gradient = vec![0.0; learner.weights().len()];
            let target = Target { result: 0.1 };
            let scratch = &mut L::Scratch::default();
            let loss = learner.learn(isa, &batch, target, scratch, &mut gradient);
            (loss.squares, gradient)
        }
        let samples = samples::<Float>(1);
        let mut learner = Float::new(3);
        let (_, down) = gradient(&samples, &learner, Isa::Plain);
        for isa in Isa::all() {
            assert!(gradient(&samples, &learner, isa).1 == down, "{isa:?}");
        }
        for part in crate::train::float::PARTS {
            let mut steepest: Vec<usize> = part.collect();
            steepest.sort_by(|&a, &b| down[b].abs().total_cmp(&down[a].abs()));
            for &n in steepest.iter().take(4) {
                let before = learner.weights()[n];
                let [up, below] = [1e-3, -1e-3].map(|step| {
                    learner.weights_mut()[n] = before + step;
                    gradient(&samples, &learner, Isa::best()).0
                });
                learner.weights_mut()[n] = before;
                let found = ((up - below) / 2e-3) as f32;
                let off = (found - down[n]).abs();
                assert!(
                    down[n].abs() > 1e-4 && off < 0.05 * down[n].abs() + 1e-3,
                    "{n}: {found} {}",
                    down[n]
                );
            }
        }
    }
}
