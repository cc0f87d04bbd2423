//! The figures of many moves, before they are divided.

use super::Placing;
use crate::corpus::RecordTally;

/// The length of the curve of the first k.
pub const TOP: usize = 50;

/// Move numbers from here on are counted together.
const LAST_MOVE: usize = 500;

/// The sums of some positions.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sums {
    /// The number of positions.
    pub positions: u64,
    /// The sum of the parts of the played moves that match.
    pub matched: f64,
    /// The sum of their ranks.
    pub rank: f64,
    /// The sum of the parts that are among the first twenty.
    pub top20: f64,
    /// The sum of the logarithms of their chances.
    pub log_likelihood: f64,
}

impl Sums {
    /// Counts a position.
    pub fn count(&mut self, placing: &Placing) {
        self.positions += 1;
        self.matched += placing.matched();
        self.rank += placing.rank();
        self.top20 += placing.within(20);
        self.log_likelihood += placing.log_likelihood;
    }

    /// Adds other positions.
    pub fn add(&mut self, other: &Self) {
        self.positions += other.positions;
        self.matched += other.matched;
        self.rank += other.rank;
        self.top20 += other.top20;
        self.log_likelihood += other.log_likelihood;
    }

    /// Match rate, mean rank, top-20 rate and mean log-likelihood; NaN without positions.
    #[must_use]
    pub fn means(&self) -> [f64; 4] {
        let n = self.positions as f64;
        [self.matched, self.rank, self.top20, self.log_likelihood].map(|sum| sum / n)
    }
}

/// The sums of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GameSums {
    /// The number of its record.
    pub index: u64,
    /// The sums of its positions.
    pub sums: Sums,
}

/// The worth of a model on a corpus.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation {
    /// The games that have positions, in order.
    pub games: Vec<GameSums>,
    /// All of them together.
    pub all: Sums,
    /// The sums of the parts of the played moves that are among the first 1, 2, …, [`TOP`].
    pub top: [f64; TOP],
    /// The sums by move number, from 0.
    pub by_move: Vec<Sums>,
    /// The records that were read, and the faults among them.
    pub tally: RecordTally,
    /// The games on boards that the model does not know: nothing else here counts them.
    pub unknown: u64,
}

impl Default for Evaluation {
    fn default() -> Self {
        Self {
            games: Vec::new(),
            all: Sums::default(),
            top: [0.0; TOP],
            by_move: Vec::new(),
            tally: RecordTally::default(),
            unknown: 0,
        }
    }
}

impl Evaluation {
    /// Begins a game.
    pub fn begin(&mut self, index: u64) {
        self.games.push(GameSums {
            index,
            sums: Sums::default(),
        });
    }

    /// Counts a position of the game that was begun last.
    pub fn count(&mut self, number: usize, placing: &Placing) {
        if let Some(game) = self.games.last_mut() {
            game.sums.count(placing);
        }
        self.all.count(placing);
        for (k, sum) in self.top.iter_mut().enumerate() {
            *sum += placing.within(k + 1);
        }
        let number = number.min(LAST_MOVE);
        if self.by_move.len() <= number {
            self.by_move.resize(number + 1, Sums::default());
        }
        self.by_move[number].count(placing);
    }

    /// Forgets the game that was begun last if it has no positions.
    pub fn end(&mut self) {
        self.games.pop_if(|game| game.sums.positions == 0);
    }

    /// Adds the games that follow. Sums depend on the order to the last bits, so whoever has parts
    /// from several threads adds them in the order of the corpus.
    pub fn add(&mut self, other: Self) {
        self.games.extend(other.games);
        self.all.add(&other.all);
        for (sum, other) in self.top.iter_mut().zip(other.top) {
            *sum += other;
        }
        if self.by_move.len() < other.by_move.len() {
            self.by_move.resize(other.by_move.len(), Sums::default());
        }
        for (sums, other) in self.by_move.iter_mut().zip(&other.by_move) {
            sums.add(other);
        }
        self.tally.add(other.tally);
        self.unknown += other.unknown;
    }

    /// The rate of played moves among the first k, for k from 1 to [`TOP`].
    #[must_use]
    pub fn top_rates(&self) -> [f64; TOP] {
        self.top.map(|sum| sum / self.all.positions as f64)
    }
}
