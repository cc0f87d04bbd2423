//! Positions as USI names them.

use tengen_engine::input::quoted;
use tengen_game::Game as _;
use tengen_shogi::{Board, Game, Move, Rules};

/// The most moves of a game.
const MOST: usize = 10_000;

/// The game that follows `position`: `startpos` or `sfen` with its words, then maybe `moves`.
pub(super) fn read(text: &str, rules: Rules) -> Result<Game, String> {
    let mut words = text.split_whitespace();
    let mut start: Vec<&str> = Vec::new();
    for word in words.by_ref() {
        if word == "moves" || start.len() > 5 {
            break;
        }
        start.push(word);
    }
    let board = match start.as_slice() {
        ["startpos"] => Board::start(),
        ["sfen", rest @ ..] if rest.len() <= 4 => {
            Board::from_sfen(&rest.join(" ")).map_err(|error| format!("position: {error}"))?
        }
        _ => {
            let found = quoted(text);
            return Err(format!(
                "position takes `startpos` or `sfen` with a board, a side, hands and a number, then maybe `moves`, not {found}"
            ));
        }
    };
    let mut game = Game::new(board, rules);
    for (number, word) in (1..).zip(words) {
        let wrong = |reason: String| format!("position: move {number}, {}: {reason}", quoted(word));
        if number > MOST {
            return Err(wrong(format!("a game may have {MOST} moves")));
        }
        let mv = Move::parse(word).ok_or_else(|| wrong("this is no move".to_owned()))?;
        let played = game.play(game.turn(), mv);
        played.map_err(|error| wrong(error.to_string()))?;
    }
    Ok(game)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_read_or_refused_with_a_sentence() {
        let read = |text: &str| read(text, Rules::default());
        assert_eq!(read("startpos").unwrap().moves().len(), 0);
        let game = read("startpos  moves 7g7f 3c3d 8h2b+").unwrap();
        assert_eq!(game.moves().len(), 3);
        let sfen = game.board().sfen();
        let again = read(&format!("sfen {sfen} moves 3a2b")).unwrap();
        assert_eq!(again.board().ply(), 5);
        for (text, sentence) in [
            ("", "not \"\""),
            ("startposs", "not \"startposs\""),
            ("startpos 7g7f", "not \"startpos 7g7f\""),
            ("sfen", "is no position"),
            ("sfen 9/9 b - 1", "is no position"),
            ("startpos moves 7g7f 7g7f", "move 2, \"7g7f\": "),
            ("startpos moves e2e4", "this is no move"),
            (
                "startpos moves win",
                "the points of a declaration are not reached",
            ),
        ] {
            let refused = read(text).unwrap_err();
            assert!(refused.contains(sentence), "{text}: {refused}");
            assert!(refused.starts_with("position"), "{refused}");
        }
    }
}
