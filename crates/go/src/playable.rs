//! Go as a [`tengen_game::Game`], for all that knows no game in particular.

use std::hash::{DefaultHasher, Hash, Hasher};

use tengen_game::{Color, Outcome, Progress, Status};

use crate::{Game, Illegal, Move, Size, State};

impl tengen_game::Game for Game {
    type Move = Move;
    type Illegal = Illegal;
    type Geometry = Size;

    fn geometry(&self) -> Size {
        self.size()
    }

    fn label(mv: Move, size: Size) -> String {
        mv.label(size)
    }

    fn parse(text: &str, size: Size) -> Option<Move> {
        Move::parse(text, size)
    }

    fn pass() -> Option<Move> {
        Some(Move::Pass)
    }

    fn turn(&self) -> Color {
        self.turn()
    }

    fn moves(&self) -> impl DoubleEndedIterator<Item = (Color, Move)> + ExactSizeIterator + '_ {
        self.moves()
    }

    fn check(&self, color: Color, mv: Move) -> Result<(), Illegal> {
        self.check(color, mv)
    }

    fn legal_moves(&self, color: Color) -> Vec<Move> {
        self.legal_moves(color)
    }

    fn play(&mut self, color: Color, mv: Move) -> Result<(), Illegal> {
        self.play(color, mv)
    }

    fn undo(&mut self) -> Option<(Color, Move)> {
        self.undo()
    }

    /// After passes the stones have to be counted; a repetition without result is a draw.
    fn status(&self) -> Status {
        match self.state() {
            State::Running => Status::Running,
            State::Over => Status::ToBeCounted,
            State::NoResult { .. } => Status::Ended(Outcome {
                winner: None,
                score: 0.0,
            }),
        }
    }

    fn hash(&self) -> u64 {
        self.hash()
    }

    fn terms(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.start().hash(), self.rules(), self.agreed()).hash(&mut hasher);
        hasher.finish()
    }

    /// A game takes about seven moves for every ten points; every eighteen points are good for one
    /// more own move.
    fn progress(&self) -> Progress {
        let area = self.size().area() as f64;
        Progress {
            moves: self.moves().len(),
            length: area * 0.7,
            reserve: area / 18.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use tengen_game::conformance::check_game;

    use super::*;
    use crate::{Komi, Rules};

    #[test]
    fn go_keeps_the_promises_of_a_game() {
        for rules in [Rules::CHINESE, Rules::JAPANESE, Rules::TROMP_TAYLOR] {
            let start = Game::new(Size::new(5).unwrap(), rules, Komi::ZERO);
            let report = check_game(&start, 3, 120, 1);
            assert_eq!(report.games, 3);
            assert!(report.moves > 1000, "{report:?}");
        }
    }

    #[test]
    fn the_terms_are_start_rules_and_komi() {
        use tengen_game::Game as _;
        let game = Game::new(Size::NINE, Rules::CHINESE, Komi::ZERO);
        let mut other = game.clone();
        assert!(other.play(Color::Black, Move::Pass).is_ok());
        assert_eq!(other.terms(), game.terms());
        other.set_komi(Komi::SEVEN_AND_A_HALF);
        assert_ne!(other.terms(), game.terms());
        let other = Game::new(Size::NINE, Rules::JAPANESE, Komi::ZERO);
        assert_ne!(other.terms(), game.terms());
    }
}
