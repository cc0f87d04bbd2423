//! Ownership, criticality and scores, counted over the ends of playouts.

use std::sync::{Arc, Mutex, PoisonError};

use tengen_difference::{Half, Sum};
use tengen_game::Outcome;
use tengen_go::board::{Black, Board, Features, Vertex, White};
use tengen_go::{Color, Point, Situation, Size};
use tengen_search::parts::NO_CODE;
use tengen_search::{Observer, Trace};

use crate::Findings;

/// Counts over finished playouts; each thread has its own, and they are added up.
#[derive(Clone, Debug)]
pub(crate) struct OwnershipCounts {
    /// Playouts counted.
    games: u32,
    /// Those that Black won, and those that White won.
    won: [u32; 2],
    /// The sum of scores and of their squares, Black's view.
    score: f64,
    squares: f64,
    points: Vec<PointCounts>,
    /// The same for each move of the root apart, by its code; empty if they are not told apart.
    moves: Vec<MoveCounts>,
}

/// The ends of the playouts that began with a move.
#[derive(Clone, Debug, Default)]
struct MoveCounts {
    games: u32,
    /// For each point how many more of them it ended as Black's than as White's; empty before the first.
    balance: Vec<i32>,
}

/// The counts of a point.
#[derive(Clone, Copy, Debug, Default)]
struct PointCounts {
    /// The playouts that it ended as Black's, and as White's.
    owned: [u32; 2],
    /// The playouts that its owner won.
    with_winner: u32,
}

impl OwnershipCounts {
    /// Counts of no playouts.
    #[must_use]
    pub(crate) fn new(size: Size) -> Self {
        Self {
            games: 0,
            won: [0; 2],
            score: 0.0,
            squares: 0.0,
            points: vec![PointCounts::default(); size.area()],
            moves: Vec::new(),
        }
    }

    /// The same, with the moves of the root told apart.
    #[must_use]
    pub(crate) fn by_move(mut self) -> Self {
        self.moves = vec![MoveCounts::default(); self.points.len() + 1];
        self
    }

    /// The findings made of the counts.
    pub(crate) fn findings(&self) -> Findings {
        Findings {
            score_stdev: self.score_stdev(),
            ownership: self.ownership(),
            moves_ownership: self.moves.iter().map(MoveCounts::ownership).collect(),
            criticality: self.criticality(),
            ..Findings::default()
        }
    }

    /// Forgets all counts.
    pub(crate) fn clear(&mut self) {
        (self.games, self.won) = (0, [0; 2]);
        (self.score, self.squares) = (0.0, 0.0);
        self.points.fill(PointCounts::default());
        self.moves.fill(MoveCounts::default());
    }

    /// Counts the end of a playout, where every empty point is an eye or nobody's.
    pub(crate) fn count<const W: usize, const V: usize, F: Features>(
        &mut self,
        board: &Board<W, V, F>,
        vertices: &[Vertex<W>],
        winner: Option<Color>,
        score: f64,
    ) {
        self.games += 1;
        self.score += score;
        self.squares += score * score;
        let won = match winner {
            Some(color) => {
                self.won[color as usize] += 1;
                color as usize
            }
            None => NOBODY,
        };
        for (counts, &v) in self.points.iter_mut().zip(vertices) {
            let owner = owner(board, v).map_or(NOBODY, |color| color as usize);
            counts.owned[0] += u32::from(owner == 0);
            counts.owned[1] += u32::from(owner == 1);
            counts.with_winner += u32::from((owner == won) & (owner != NOBODY));
        }
    }

    /// Counts the same end for the move that the playout began with.
    fn count_move<const W: usize, const V: usize, F: Features>(
        &mut self,
        code: u16,
        board: &Board<W, V, F>,
        vertices: &[Vertex<W>],
    ) {
        let pass = self.points.len();
        let code = if code == NO_CODE { pass } else { code.into() };
        let Some(counts) = self.moves.get_mut(code) else {
            return;
        };
        counts.games += 1;
        counts.balance.resize(pass, 0);
        for (balance, &v) in counts.balance.iter_mut().zip(vertices) {
            *balance += owner(board, v).map_or(0, Color::sign);
        }
    }

    /// Adds the counts of another thread.
    pub(crate) fn add(&mut self, other: &Self) {
        self.games += other.games;
        self.score += other.score;
        self.squares += other.squares;
        for side in 0..2 {
            self.won[side] += other.won[side];
        }
        for (counts, more) in self.points.iter_mut().zip(&other.points) {
            for side in 0..2 {
                counts.owned[side] += more.owned[side];
            }
            counts.with_winner += more.with_winner;
        }
        if self.moves.len() < other.moves.len() {
            self.moves
                .resize_with(other.moves.len(), MoveCounts::default);
        }
        for (counts, more) in self.moves.iter_mut().zip(&other.moves) {
            counts.add(more);
        }
    }

    /// True if nothing has been counted.
    #[must_use]
    pub(crate) const fn is_empty(&self) -> bool {
        self.games == 0
    }

    /// The certainty of each point's ending as Black's (1) or White's (−1); empty without playouts.
    #[must_use]
    pub(crate) fn ownership(&self) -> Vec<f32> {
        let games = self.games as f32;
        let owned = |counts: &PointCounts| {
            let [black, white] = counts.owned.map(|n| n as f32);
            (black - white) / games
        };
        self.per_point(owned)
    }

    /// The covariance of owning a point and winning: the chance that its owner wins, beyond what it
    /// would be if the two had nothing to do with each other (R. Coulom, "Criticality: a Monte-Carlo
    /// heuristic for Go programs", 2009). Empty without playouts.
    #[must_use]
    pub(crate) fn criticality(&self) -> Vec<f32> {
        let games = self.games as f32;
        let critical = |counts: &PointCounts| {
            let by_chance: f32 = (0..2)
                .map(|side| counts.owned[side] as f32 / games * (self.won[side] as f32 / games))
                .sum();
            counts.with_winner as f32 / games - by_chance
        };
        self.per_point(critical)
    }

    fn per_point(&self, value: impl Fn(&PointCounts) -> f32) -> Vec<f32> {
        if self.is_empty() {
            return Vec::new();
        }
        self.points.iter().map(value).collect()
    }

    /// The mean score, Black's view.
    #[must_use]
    pub(crate) fn mean_score(&self) -> f64 {
        self.score / f64::from(self.games.max(1))
    }

    /// The standard deviation of the score.
    #[must_use]
    pub(crate) fn score_stdev(&self) -> f64 {
        let games = f64::from(self.games.max(1));
        let mean = self.score / games;
        (self.squares / games - mean * mean).max(0.0).sqrt()
    }
}

impl MoveCounts {
    fn add(&mut self, other: &Self) {
        self.games += other.games;
        self.balance
            .resize(self.balance.len().max(other.balance.len()), 0);
        for (balance, more) in self.balance.iter_mut().zip(&other.balance) {
            *balance += more;
        }
    }

    /// As for the counts of all playouts.
    fn ownership(&self) -> Vec<f32> {
        let games = self.games as f32;
        let balances = self.balance.iter();
        balances.map(|&balance| balance as f32 / games).collect()
    }
}

/// Fills counts from the playouts of one thread; reports read them while the search goes on.
pub(crate) struct OwnershipObserver<const W: usize> {
    vertices: Vec<Vertex<W>>,
    counts: Arc<Mutex<OwnershipCounts>>,
}

impl<const W: usize> OwnershipObserver<W> {
    /// An observer on boards like this one.
    pub(crate) fn new<const V: usize, F: Features>(
        board: &Board<W, V, F>,
        counts: Arc<Mutex<OwnershipCounts>>,
    ) -> Self {
        Self {
            vertices: vertices(board),
            counts,
        }
    }
}

impl<const W: usize, const V: usize, F: Features> Observer<Situation<W, V, F>>
    for OwnershipObserver<W>
{
    fn judged(&mut self, position: &Situation<W, V, F>, trace: &Trace, outcome: &Outcome) {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let score = f64::from(outcome.score);
        counts.count(&position.board, &self.vertices, outcome.winner, score);
        if let Some(&first) = trace.codes().first() {
            counts.count_move(first, &position.board, &self.vertices);
        }
    }
}

/// Of a difference game, the original alone is counted: the twin says the same of other colours.
impl<const W: usize, const V: usize, F> Observer<Sum<W, V, F>> for OwnershipObserver<W>
where
    F: Features,
{
    fn judged(&mut self, position: &Sum<W, V, F>, _: &Trace, outcome: &Outcome) {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let score = f64::from(outcome.score);
        let original = position.board(Half::Original);
        counts.count(original, &self.vertices, outcome.winner, score);
    }
}

const NOBODY: usize = 2;

/// The owner of a point at the end of a playout.
#[inline(always)]
pub(crate) fn owner<const W: usize, const V: usize, F: Features>(
    board: &Board<W, V, F>,
    v: Vertex<W>,
) -> Option<Color> {
    board.color(v).or_else(|| {
        let around = board.around(v);
        if around.is_ringed::<Black>() {
            Some(Color::Black)
        } else if around.is_ringed::<White>() {
            Some(Color::White)
        } else {
            None
        }
    })
}

/// The places of all points of a board, in their order.
pub(crate) fn vertices<const W: usize, const V: usize, F: Features>(
    board: &Board<W, V, F>,
) -> Vec<Vertex<W>> {
    Point::all(board.size())
        .filter_map(|point| board.vertex(point))
        .collect()
}

#[cfg(test)]
mod tests {
    use tengen_go::Diagram;
    use tengen_go::board::Full;

    use super::*;

    fn board(diagram: &str) -> Board<10, 112, Full> {
        let stones = Diagram::parse(diagram).unwrap().stones;
        let mut board = Board::new(stones.size());
        for point in Point::all(stones.size()) {
            if let Some(color) = stones.at(point) {
                assert!(board.place(color, point));
            }
        }
        board
    }

    #[test]
    fn ownership_and_criticality_are_as_computed_by_hand() {
        // Black's corner stands in both; the lower right changes hands, and with it the game.
        let first = board(
            ". X X
             X X X
             X X .",
        );
        let second = board(
            ". X O
             X X O
             O O .",
        );
        let mut counts = OwnershipCounts::new(first.size());
        assert!(counts.ownership().is_empty());
        let places = vertices(&first);
        counts.count(&first, &places, Some(Color::Black), 9.0);
        counts.count(&second, &places, Some(Color::White), -1.0);
        let mut both = OwnershipCounts::new(first.size());
        both.add(&counts);
        let ownership = both.ownership();
        assert_eq!(ownership[0], 1.0);
        assert_eq!(ownership[2], 0.0);
        // In the second game C1 lies between both, so it is White's neither.
        assert_eq!(ownership[8], 0.0);
        // C3 always went with the winner; by chance that is 1/2·1/2 + 1/2·1/2.
        assert_eq!(both.criticality()[2], 0.5);
        // A3 is always Black's: with the winner half the time, as by chance.
        assert_eq!(both.criticality()[0], 0.0);
        assert_eq!(both.score_stdev(), 5.0);
        both.clear();
        assert!(both.is_empty());
    }

    #[test]
    fn the_moves_of_the_root_are_told_apart() {
        let black = board(
            ". X
             X X",
        );
        let white = board(
            ". O
             O O",
        );
        let places = vertices(&black);
        let plain = OwnershipCounts::new(black.size());
        let mut threads = [plain.clone().by_move(), plain.clone().by_move()];
        threads[0].count_move(3, &black, &places);
        threads[1].count_move(3, &white, &places);
        threads[1].count_move(3, &white, &places);
        threads[1].count_move(NO_CODE, &white, &places);
        let mut sum = plain.clone();
        threads.iter().for_each(|counts| sum.add(counts));
        let told = sum.findings().moves_ownership;
        assert_eq!(told.len(), 5);
        assert_eq!(told[3], [-1.0 / 3.0; 4]);
        assert_eq!(told[4], [-1.0; 4], "the pass is the last");
        assert!(told[0].is_empty());
        sum.clear();
        assert!(sum.findings().moves_ownership.iter().all(Vec::is_empty));
        threads[0].clear();
        assert!(plain.findings().moves_ownership.is_empty());
    }
}
