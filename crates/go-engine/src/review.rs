//! Reviews of game records in SGF. The review itself is [`tengen_engine::review`].

use tengen_engine::review;
use tengen_go::{Game, Komi, Rules};
use tengen_record::Diagnostic;
use tengen_record::sgf::{GameTree, Info, replay_to};

pub use tengen_engine::review::{Sums, judge, worst};

use crate::Go;

/// A position of a record.
pub type Position = review::Position<Go>;
/// A position that was searched.
pub type Searched = review::Searched<Go>;
/// A move and what it has lost.
pub type Judged<'a> = review::Judged<'a, Go>;

/// The position after so many moves of the main line of a record, under the rules and the komi that
/// were asked for ([`adopt`]).
///
/// # Errors
/// If the record is of no game on a board.
pub fn position(
    tree: &GameTree,
    number: usize,
    rules: Option<Rules>,
    komi: Option<Komi>,
) -> Result<Position, Diagnostic> {
    let now = replay_to(tree, number)?;
    let next = replay_to(tree, number.saturating_add(1))?;
    let legal = next.moves > now.moves && next.illegal == now.illegal;
    let mut game = adopt(now.game, &now.info, rules, komi);
    let played = next.game.last_move().filter(|_| legal);
    if let Some((color, _)) = played {
        game.set_turn(color);
    }
    Ok(Position {
        number,
        game,
        played,
    })
}

/// The game of a record, with the rules and the komi that were asked for, those of the record where
/// none were, and the usual ones where it has none either ([`Info::komi_under`]).
#[must_use]
pub fn adopt(mut game: Game, info: &Info, rules: Option<Rules>, komi: Option<Komi>) -> Game {
    game.set_rules(rules.or(info.rules).unwrap_or_default());
    game.set_komi(komi.unwrap_or_else(|| info.komi_under(game.rules())));
    game
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tengen_go::{Color, Move, Size};

    use super::*;
    use crate::{Analysis, Candidate, Findings};

    /// A position whose best move is `best`, with its win rate and score for the side to move.
    fn searched(number: usize, played: &str, best: &str, winrate: f64, score: f64) -> Searched {
        let size = Size::NINE;
        let turn = Color::BOTH[number % 2];
        let mv = |text: &str| Move::parse(text, size);
        let mut game = Game::new(size, Rules::CHINESE, Komi::ZERO);
        game.set_turn(turn);
        let candidates = mv(best).into_iter().map(|mv| Candidate {
            mv,
            visits: 10,
            winrate,
            score,
            lcb: winrate,
            prior: 0.0,
            rave: (0, 0.0),
            pv: vec![mv],
            pv_visits: vec![10],
        });
        let candidates = candidates.collect();
        Searched {
            position: Position {
                number,
                game,
                played: mv(played).map(|mv| (turn, mv)),
            },
            analysis: Analysis {
                geometry: size,
                turn,
                candidates,
                playouts: 10,
                visits: 10,
                winrate,
                score,
                findings: Findings::default(),
                counters: Vec::new(),
                elapsed: Duration::ZERO,
                full: false,
            },
        }
    }

    #[test]
    fn a_move_has_lost_what_the_best_one_was_worth_more() {
        let game = [
            searched(0, "A1", "E5", 0.6, 4.0),
            // After Black's A1 White has 0.7, so Black is left with 0.3.
            searched(1, "C3", "C3", 0.7, 5.0),
            searched(2, "", "D4", 0.4, -1.0),
        ];
        let judged = judge(&game);
        assert_eq!(judged.len(), 2);
        assert_eq!((judged[0].number, judged[0].color), (1, Color::Black));
        assert!((judged[0].loss() - 0.3).abs() < 1e-9);
        assert!((judged[0].points - 9.0).abs() < 1e-9);
        assert_eq!(
            judged[0].better.map(|c| c.mv),
            Move::parse("E5", Size::NINE)
        );
        // What the search would play itself has lost nothing.
        assert!(judged[1].better.is_none());
        assert!(judged[1].loss() == 0.0 && judged[1].points == 0.0);
        let black = Sums::of(&judged, Color::Black).unwrap();
        assert_eq!((black.moves, black.same), (1, 0));
        assert!((black.loss - 0.3).abs() < 1e-9 && (black.points - 9.0).abs() < 1e-9);
        let told = serde_json::to_value(&judged[0]).unwrap();
        assert_eq!(
            (&told["turn"], &told["played"]),
            (&"B".into(), &"A1".into())
        );
        assert_eq!((&told["loss"], &told["points"]), (&0.3.into(), &9.0.into()));
        assert_eq!(told["better"]["move"], "E5");
        assert!(Sums::of::<Go>(&[], Color::Black).is_none());
    }

    #[test]
    fn a_position_is_serialized_with_its_search() {
        let told = serde_json::json!(searched(0, "A1", "E5", 0.600_04, 4.0));
        assert_eq!(
            told.to_string(),
            r#"{"candidates":[{"lcb":0.6,"move":"E5","prior":0.0,"pv":["E5"],"score":4.0,"visits":10,"winrate":0.6}],"full":false,"move":0,"ownership":[],"played":"A1","playouts":10,"score":4.0,"turn":"B","winrate":0.6}"#
        );
    }

    #[test]
    fn a_move_that_ends_the_game_is_not_judged() {
        let mut game = [
            searched(0, "pass", "E5", 0.6, 4.0),
            searched(1, "pass", "E5", 0.7, 5.0),
            searched(2, "", "E5", 0.9, 9.0),
        ];
        assert_eq!(judge(&game).len(), 2);
        for color in Color::BOTH {
            game[2].position.game.play(color, Move::Pass).unwrap();
        }
        let judged = judge(&game);
        assert_eq!(judged.len(), 1, "the second pass is not judged");
        assert_eq!(judged[0].number, 1);
    }

    #[test]
    fn moves_that_are_illegal_or_last_are_not_judged() {
        let game = [
            searched(0, "", "E5", 0.6, 4.0),
            searched(1, "C3", "", 0.5, 0.0),
            searched(2, "C3", "D4", 0.5, 0.0),
        ];
        assert!(judge(&game).is_empty());
        assert!(judge::<Go>(&[]).is_empty());
    }
}
