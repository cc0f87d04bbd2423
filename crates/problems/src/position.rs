//! Positions that searches are measured on.

use tengen_go::{Game, Komi, Move, Rules, Size};

use super::problem::{Problem, SuiteError};
use super::tree::{games, replay};

/// A position with a name.
#[derive(Clone, Debug)]
pub struct Position {
    /// Its name.
    pub name: String,
    /// The game up to it, with whose turn it is, komi and rules.
    pub game: Game,
}

impl From<&Problem> for Position {
    fn from(problem: &Problem) -> Self {
        Self {
            name: problem.name.clone(),
            game: problem.game.clone(),
        }
    }
}

impl Position {
    /// The position after so many moves of the main line of the first game of an SGF file. Whoever
    /// moves next in the record is to move. The rules are Chinese and komi is the usual one unless the record
    /// says otherwise.
    ///
    /// # Errors
    /// If the file is not SGF without faults up to there, or has fewer moves.
    pub fn from_sgf(
        name: &str,
        file: &str,
        bytes: &[u8],
        moves: usize,
    ) -> Result<Self, SuiteError> {
        let games = games(file, bytes)?;
        let Some(tree) = games.first() else {
            return Err(SuiteError::new(file, None, "there is no game in it"));
        };
        let now = replay(file, tree, moves)?;
        if now.moves < moves {
            let what = format!(
                "the record has {} moves, so there is no position after {moves}",
                now.moves
            );
            return Err(SuiteError::new(file, None, what));
        }
        let mut game = now.game;
        // What comes next may be anything; only whose it is matters.
        if let Ok(next) = tengen_record::sgf::replay_to(tree, moves.saturating_add(1))
            && next.moves > moves
            && next.illegal == now.illegal
            && let Some((color, _)) = next.game.last_move()
        {
            game.set_turn(color);
        }
        game.set_rules(now.info.rules.unwrap_or_default());
        Ok(Self {
            name: name.to_owned(),
            game,
        })
    }

    /// The position after these moves of a game, such as `D4 Q16 pass`; Black begins, and sides
    /// take turns.
    ///
    /// # Errors
    /// If a move is none, or is illegal, in a sentence that says which.
    pub fn from_moves(
        name: &str,
        moves: &str,
        size: Size,
        komi: Komi,
        rules: Rules,
    ) -> Result<Self, String> {
        let mut game = Game::new(size, rules, komi);
        for (number, label) in (1..).zip(moves.split_whitespace()) {
            let mv = Move::parse(label, size).ok_or_else(|| {
                let label: String = label.chars().take(10).collect();
                format!("move {number}, {label:?}, is no move on a {size} board")
            })?;
            game.play(game.turn(), mv)
                .map_err(|illegal| format!("move {number} is illegal: {illegal}"))?;
        }
        Ok(Self {
            name: name.to_owned(),
            game,
        })
    }
}

#[cfg(test)]
mod tests {
    use tengen_go::Color;

    use super::*;

    const RECORD: &[u8] = b"(;SZ[9]KM[6.5];B[ee];W[cc];B[gg]\n;W[ee])";

    #[test]
    fn a_record_is_followed_to_a_move() {
        let at = |moves| Position::from_sgf("opening", "a.sgf", RECORD, moves);
        let two = at(2).unwrap();
        assert_eq!(two.name, "opening");
        assert_eq!((two.game.turn(), two.game.moves().len()), (Color::Black, 2));
        assert_eq!(
            (two.game.komi().points(), two.game.rules()),
            (6.5, Rules::CHINESE)
        );
        assert_eq!(at(0).unwrap().game.moves().len(), 0);
        // The illegal fourth move does no harm before it is played.
        assert_eq!(at(3).unwrap().game.turn(), Color::White);
        let error = at(4).unwrap_err().to_string();
        assert!(error.starts_with("a.sgf:2: move 4 is illegal"), "{error}");
        let short = Position::from_sgf("x", "a.sgf", b"(;SZ[9];B[ee])", 5);
        assert_eq!(
            short.unwrap_err().to_string(),
            "a.sgf: the record has 1 moves, so there is no position after 5"
        );
        let odd = Position::from_sgf("x", "a.sgf", b"(;SZ[9];W[ee];W[cc])", 1).unwrap();
        assert_eq!(odd.game.turn(), Color::White);
    }

    #[test]
    fn a_list_of_moves_is_played() {
        let of = |moves| {
            let komi = Komi::SEVEN_AND_A_HALF;
            Position::from_moves("list", moves, Size::NINE, komi, Rules::CHINESE)
        };
        let game = of(" E5 c3\npass ").unwrap().game;
        assert_eq!((game.turn(), game.moves().len()), (Color::White, 3));
        assert_eq!(of("").unwrap().game.moves().len(), 0);
        assert_eq!(
            of("E5 Z9").unwrap_err(),
            "move 2, \"Z9\", is no move on a 9×9 board"
        );
        assert_eq!(
            of("E5 E5").unwrap_err(),
            "move 2 is illegal: E5 is occupied: Black has a stone there"
        );
    }
}
