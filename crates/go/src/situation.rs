//! A position of Go as a search sees it: the fast board with what decides the future.

use tengen_game::{Color, Outcome, Position};

use crate::board::{Board, Features, Vertex, ko_key, komi_key, passes_key, turn_key};
use crate::{Komi, Move, Point, Scoring};

/// Stones, side to move and passes. Superko is not seen here but by [`Game`](crate::Game): inside a
/// search the simple ko is enough, and the root's moves are checked by the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Situation<const W: usize, const V: usize, F: Features> {
    /// The stones.
    pub board: Board<W, V, F>,
    /// The side to move.
    pub turn: Color,
    /// White's points when areas are counted here.
    pub komi: Komi,
    /// The number of passes at the end of the moves so far, at most two.
    passes: u8,
    /// True if stones cost a point: see [`Situation::taxed`].
    taxed: bool,
}

impl<const W: usize, const V: usize, F: Features> Situation<W, V, F> {
    /// The position of this board, no pass just played.
    #[must_use]
    pub const fn new(board: Board<W, V, F>, turn: Color, komi: Komi) -> Self {
        Self {
            board,
            turn,
            komi,
            passes: 0,
            taxed: false,
        }
    }

    /// The same where every stone costs whoever plays it a point, which goes into the komi.
    ///
    /// That counts territory by area: a side's area exceeds its territory and prisoners by the
    /// stones that it has played, each of which is on the board or a prisoner of the other side. With
    /// the stones played before in the komi that it begins with, a pass is worth what it should be.
    #[must_use]
    pub fn taxed(mut self, scoring: Scoring) -> Self {
        self.taxed = scoring == Scoring::Territory;
        self
    }

    /// True if stones cost a point.
    #[must_use]
    pub const fn is_taxed(&self) -> bool {
        self.taxed
    }

    /// The number of passes at the end of the moves so far, at most two.
    #[must_use]
    pub const fn passes(&self) -> u8 {
        self.passes
    }

    fn vertices(&self) -> impl Iterator<Item = Vertex<W>> + '_ {
        Point::all(self.board.size()).filter_map(|point| self.board.vertex(point))
    }
}

impl<const W: usize, const V: usize, F: Features> Position for Situation<W, V, F> {
    type Move = Move;

    /// The points in reading order, then the pass.
    fn codes(&self) -> usize {
        self.board.size().area() + 1
    }

    fn code(&self, mv: Move) -> usize {
        let size = self.board.size();
        mv.point().map_or(size.area(), |point| point.index(size))
    }

    fn decode(&self, code: usize) -> Move {
        Point::from_index(code, self.board.size()).map_or(Move::Pass, Move::Play)
    }

    fn turn(&self) -> Color {
        self.turn
    }

    fn moves(&self, mut each: impl FnMut(Move)) {
        if self.passes >= 2 {
            return;
        }
        for v in self.vertices() {
            if self.board.is_legal(self.turn, v.point()) {
                each(Move::Play(v.point()));
            }
        }
        each(Move::Pass);
    }

    fn play(&mut self, mv: Move) {
        match mv {
            Move::Play(point) if self.board.play(self.turn, point) => {
                self.passes = 0;
                if self.taxed {
                    self.komi = self.komi.raised(self.turn.sign());
                }
            }
            Move::Play(_) => return,
            Move::Pass => {
                self.board.pass();
                self.passes = (self.passes + 1).min(2);
            }
        }
        self.turn = !self.turn;
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.passes < 2 {
            return None;
        }
        let score = self.komi.settle(self.board.area_score());
        Some(Outcome {
            winner: score.winner(),
            score: score.black() as f32,
        })
    }

    fn hash(&self) -> u64 {
        let ko = self.board.ko().map_or(0, ko_key);
        // Where stones cost a point, the same stones may be worth more or less than they were.
        let paid = match self.taxed {
            true => komi_key(self.komi),
            false => 0,
        };
        self.board.hash() ^ turn_key(self.turn) ^ passes_key(self.passes.into()) ^ ko ^ paid
    }
}

#[cfg(test)]
mod tests {
    use tengen_game::conformance;

    use super::*;
    use crate::board::{Board9, Full, Hashed};
    use crate::{Diagram, Game, Rules, Size, Stones};

    #[test]
    fn go_conforms() {
        for side in [2, 3, 5] {
            let board = Board9::<Full>::new(Size::new(side).unwrap());
            let start = Situation::new(board, Color::Black, Komi::SEVEN_AND_A_HALF);
            assert_eq!(conformance::check(&start, 30, 1).games, 30);
        }
    }

    /// Where stones cost a point, two more of Black's and a pass of White's between them are worth the
    /// same as they were, as territory is; and every position knows its own komi.
    #[test]
    fn taxed_stones_are_paid_for() {
        let board = Board9::<Full>::new(Size::new(5).unwrap());
        let start = Situation::new(board, Color::Black, Komi::ZERO).taxed(Scoring::Territory);
        assert_eq!(conformance::check(&start, 30, 2).games, 30);
        let play = |position: &mut Situation<10, 112, Full>, label: &str| {
            position.play(Move::parse(label, position.board.size()).unwrap());
        };
        let mut alone = start.clone();
        for label in ["C3", "pass", "D3", "pass", "pass"] {
            play(&mut alone, label);
        }
        // 25 points, two of them stones.
        assert_eq!(alone.outcome().map(|o| o.score), Some(23.0));
        let mut untaxed = start.taxed(Scoring::Area);
        for label in ["C3", "pass", "D3", "pass", "pass"] {
            play(&mut untaxed, label);
        }
        assert_eq!(untaxed.outcome().map(|o| o.score), Some(25.0));
        assert_ne!(alone.hash(), untaxed.hash());
    }

    /// The area without allocation is the area of the rules.
    #[test]
    fn the_area_is_that_of_the_rules() {
        let size = Size::new(7).unwrap();
        let mut rng = tengen_game::Rng::new(2);
        let (mut fast, mut slow) = (Board9::<Hashed>::new(size), Stones::new(size));
        let mut color = Color::Black;
        for _ in 0..300 {
            let point = Point::from_index(rng.below(49) as usize, size).unwrap();
            fast.play(color, point);
            slow.play(color, point);
            color = !color;
            let area = crate::score::area(&slow, &crate::PointSet::EMPTY);
            let difference = area.black.len() as i32 - area.white.len() as i32;
            assert_eq!(fast.area_score(), difference);
        }
    }

    #[test]
    fn turn_passes_and_ko_change_the_hash() {
        let board = Board9::<Full>::new(Size::NINE);
        let black = Situation::new(board.clone(), Color::Black, Komi::SEVEN_AND_A_HALF);
        let white = Situation::new(board, Color::White, Komi::SEVEN_AND_A_HALF);
        let mut passed = black.clone();
        passed.play(Move::Pass);
        let mut passed_twice = passed.clone();
        passed_twice.play(Move::Pass);
        let hashes = [&black, &white, &passed, &passed_twice].map(Position::hash);
        assert_eq!(
            black.hash(),
            Game::new(Size::NINE, Rules::JAPANESE, black.komi).hash()
        );
        for (i, a) in hashes.iter().enumerate() {
            assert!(hashes[..i].iter().all(|b| a != b));
        }
        assert_eq!(
            passed_twice.outcome().map(|o| o.winner),
            Some(Some(Color::White))
        );
    }

    /// The same stones hash differently where one of them may not be retaken.
    #[test]
    fn a_ko_changes_the_hash() {
        let diagram = Diagram::parse(
            ". X O . .
             X . X O .
             . X O . .
             . . . . .
             . . . . .",
        )
        .unwrap();
        let mut board = Board9::<Full>::new(diagram.stones.size());
        for point in Point::all(board.size()) {
            if let Some(color) = diagram.stones.at(point) {
                assert!(board.place(color, point));
            }
        }
        let mut fought = Situation::new(board, Color::White, Komi::SEVEN_AND_A_HALF);
        fought.play(Move::Play(Point::new(1, 1).unwrap()));
        assert!(fought.board.ko().is_some());
        let mut quiet = fought.clone();
        quiet.board.forget_ko();
        assert_ne!(fought.hash(), quiet.hash());
        assert!(conformance::check(&fought, 3, 1).positions > 10);
    }
}
