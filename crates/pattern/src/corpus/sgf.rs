//! A tree of SGF to a game: the setup before the first move, then the moves of the main line.

use tengen_go::Point;
use tengen_record::sgf::{GameTree, replay_to};
use tengen_record::{GameResult, move_from_pair};

use super::Game;

/// The game of a tree, and why it ends before its record does, if so: at a move that cannot be read,
/// or where stones are put or taken by hand.
///
/// # Errors
/// With a sentence, if the tree is no game of Go on a board that we have.
pub(super) fn game(tree: &GameTree, id: String) -> Result<(Game, Option<String>), String> {
    let start = replay_to(tree, 0).map_err(|bad| format!("{} (at {})", bad.message, bad.place))?;
    let size = start.info.size;
    let stones = start.game.stones();
    let setup = Point::all(size)
        .filter_map(|point| stones.at(point).map(|color| (color, point)))
        .collect();
    let mut game = Game {
        id,
        size,
        komi: start.info.komi,
        winner: start.info.result.and_then(GameResult::winner),
        setup,
        moves: Vec::new(),
    };
    let mut begun = false;
    for node in tree.main_line().map(|id| tree.node(id)) {
        let has_move = node.properties().iter().any(|p| p.ident().is_move());
        let setup = node.properties().iter().find(|p| p.ident().is_setup());
        begun |= has_move;
        // Whose turn it is says nothing that the moves do not say too.
        if let Some(setup) = setup.filter(|p| begun && p.ident().as_str() != "PL") {
            let (place, name) = (setup.place(), setup.ident());
            let reason = format!("{name} changes the board after the first move (at {place})");
            return Ok((game, Some(reason)));
        }
        for property in node.properties() {
            let color = match property.ident().as_str() {
                "B" => tengen_go::Color::Black,
                "W" => tengen_go::Color::White,
                _ => continue,
            };
            let text = property.value().trimmed();
            let Some(mv) = move_from_pair(text.as_bytes(), size) else {
                let (place, number) = (property.place(), game.moves.len() + 1);
                let text: String = text.chars().take(20).collect();
                let reason =
                    format!("move {number}, {text:?}, is no point of a {size} board (at {place})");
                return Ok((game, Some(reason)));
            };
            game.moves.push((color, mv));
        }
    }
    Ok((game, None))
}
