//! Players of ours.

use tengen_go::Rules;
use tengen_go_engine::Recipe;
use tengen_go_lab::GoPlayer;
use tengen_lab::player::{Budget, Own};
use tengen_lab::record::{GameRecord, Side};
use tengen_lab::referee::play;

use super::{Scripted, names, setting};

fn own(recipe: &str, seed: u64) -> Own {
    let mut parameters = Recipe::find(recipe).unwrap().parameters;
    let budget = Budget::Playouts(60);
    budget.limit(&mut parameters.budget);
    Own::new(GoPlayer::of(parameters), budget, seed)
}

fn game(seed: u64) -> GameRecord {
    let (mut one, mut two) = (own("rave", seed), own("uct", seed + 1));
    let setting = setting(Rules::CHINESE, "C3");
    play(&setting, &mut one, &mut two, &names(), Side::First).unwrap()
}

#[test]
fn the_same_seeds_play_the_same_game() {
    let (once, again, other) = (game(5), game(5), game(6));
    assert_eq!(once.moves, again.moves);
    assert_eq!(once.result, again.result);
    assert_eq!(once.winrates, again.winrates);
    assert_eq!(once.spent.first.playouts, again.spent.first.playouts);
    assert_ne!(once.moves, other.moves);
    assert_eq!(once.moves.len(), once.opening + once.seconds.len());
    assert!(once.winrates.iter().all(Option::is_some));
    assert!(once.moves.len() > 4, "{:?}", once.moves);
}

/// A player that misjudges a stone which is dead is not the judge of its own game.
#[test]
fn the_word_of_ours_alone_counts_no_more_than_that_of_others() {
    let moves = "C1 D1 C2 D2 C3 D3 C4 D4 C5 D5 B3 A1 B4 E3 pass pass";
    let setting = setting(Rules::CHINESE, moves);
    let mut ours = own("playouts", 1);
    let mut silent = Scripted::new("");
    let record = play(&setting, &mut ours, &mut silent, &names(), Side::First).unwrap();
    assert_eq!(record.result, "B+4.5");
    assert!(record.note.unwrap().contains("since two did not tell: A1"));
    assert_eq!(silent.asked, 1);
}
