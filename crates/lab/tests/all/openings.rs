//! Openings of games.

use tengen_go_lab::Go;
use tengen_lab::experiment::{Openings, moves};
use tengen_lab::game::{Board, Discipline};

fn board() -> Box<dyn Board> {
    Go.usual_board()
}

#[test]
fn random_openings_are_legal_fixed_by_their_seed_and_differ() {
    let openings = Openings::Random(20);
    let first = openings.of_pair(0, &*board(), 1);
    assert_eq!(first, openings.of_pair(7, &*board(), 1));
    assert_ne!(first, openings.of_pair(0, &*board(), 2));
    let mut replay = board();
    for mv in &first.moves {
        replay.play(replay.turn(), mv).unwrap();
    }
    assert_eq!(first.moves.len(), 20);
}

#[test]
fn lines_are_taken_in_turn_and_wrong_ones_are_named() {
    let lines = ["D4 F6", "E5"].map(|line| moves(line, &*board()).unwrap().into());
    let openings = Openings::Lines(lines.into());
    assert_eq!(openings.of_pair(0, &*board(), 0).moves.len(), 2);
    assert_eq!(openings.of_pair(1, &*board(), 0).moves.len(), 1);
    assert_eq!(
        openings.of_pair(2, &*board(), 0),
        openings.of_pair(0, &*board(), 0)
    );
    assert!(moves("D4 Z9", &*board()).unwrap_err().contains("\"Z9\""));
    assert!(moves("D4 D4", &*board()).unwrap_err().contains("D4"));
}
