//! Openings from a collection of games in SGF.

use tengen_go::{Game, Point};
use tengen_lab::experiment::{Opening, still_runs};
use tengen_lab::game::Board;
use tengen_record::sgf;

use crate::GoBoard;

/// The first moves of all games of a collection.
///
/// # Errors
/// With a sentence, if it is none, or a game cannot be played here.
pub(crate) fn collection(
    text: &str,
    file: &str,
    game: &Game,
    most: usize,
) -> Result<Vec<Opening>, String> {
    let (collection, _) =
        sgf::parse_text(text).map_err(|error| format!("{file} is no SGF: {error}"))?;
    let mut lines = Vec::new();
    for (number, tree) in collection.games.iter().enumerate() {
        let of = |what: &str| format!("game {} of {file} {what}", number + 1);
        let replay = sgf::replay_to(tree, most.min(game.size().area()))
            .map_err(|error| of(&format!("cannot be replayed: {error}")))?;
        let recorded = &replay.game;
        if recorded.size() != game.size() {
            return Err(of(&format!(
                "is on {}, not on {}",
                recorded.size(),
                game.size()
            )));
        }
        if Point::all(game.size()).any(|point| recorded.start().at(point).is_some()) {
            return Err(of(
                "begins with stones that are set up; openings are moves from the empty board",
            ));
        }
        let mut fresh = GoBoard(game.clone());
        let mut line = Vec::new();
        for (color, mv) in recorded.moves() {
            if color != fresh.turn() {
                return Err(of("has two moves of one side in a row"));
            }
            let label = mv.label(game.size());
            fresh
                .play(color, &label)
                .map_err(|error| of(&format!("is not legal here: {error}")))?;
            line.push(label);
        }
        still_runs(&fresh)
            .map_err(|error| of(&format!("{error} (`openings.moves` takes fewer moves)")))?;
        lines.push(line.into());
    }
    match lines.is_empty() {
        true => Err(format!("{file} has no games")),
        false => Ok(lines),
    }
}

#[cfg(test)]
mod tests {
    use tengen_go::{Komi, Rules, Size};
    use tengen_lab::experiment::moves;

    use super::*;

    fn game() -> Game {
        Game::new(Size::NINE, Rules::CHINESE, Komi::SEVEN_AND_A_HALF)
    }

    #[test]
    fn an_opening_that_ends_the_game_is_none() {
        let moves = |line: &str| moves(line, &GoBoard(game()));
        let over = moves("D4 pass pass").unwrap_err();
        assert_eq!(
            over,
            "\"D4 pass pass\" ends the game by passes; an opening has to leave it running"
        );
        assert_eq!(moves("D4 pass F6 pass").unwrap().len(), 4);
        let read = |most| collection("(;SZ[9];B[dd];W[];B[])", "o.sgf", &game(), most);
        let over = read(usize::MAX).unwrap_err();
        assert!(
            over.starts_with("game 1 of o.sgf ends the game by passes"),
            "{over}"
        );
        assert_eq!(read(2).unwrap()[0].moves.len(), 2);
    }

    #[test]
    fn collections_give_the_first_moves_of_their_games() {
        let read = |text: &str, most| collection(text, "o.sgf", &game(), most);
        let two = "(;SZ[9];B[dd];W[ff];B[ee])(;SZ[9];B[gg])";
        let lines = read(two, 2).unwrap();
        let lengths: Vec<usize> = lines.iter().map(|line| line.moves.len()).collect();
        assert_eq!(lengths, [2, 1]);
        assert!(read("(;SZ[13];B[dd])", 2).unwrap_err().contains("13×13"));
        assert!(
            read("(;SZ[9]AB[dd];W[ee])", 2)
                .unwrap_err()
                .contains("set up")
        );
        assert!(
            read("(;SZ[9];B[dd];B[ee])", 2)
                .unwrap_err()
                .contains("in a row")
        );
        assert!(read("hello", 2).is_err());
    }
}
