//! Games between players of every kind, with our referee: what is scored how, what is lost by whom,
//! and what is void.

#[cfg(unix)]
mod engines;
#[cfg(unix)]
mod manners;
mod own;
#[cfg(unix)]
mod problems;
mod scoring;
mod scripted;
#[cfg(unix)]
mod shell;

use scripted::Scripted;
use tengen_go::{Game, Komi, Rules, Size};
use tengen_go_lab::GoBoard;
use tengen_lab::player::Player;
use tengen_lab::record::{GameRecord, PerSide, Side, VoidRecord};
use tengen_lab::referee::{Setting, play};

/// A game on 5×5, with an opening such as `C3 A2`.
fn setting(rules: Rules, opening: &str) -> Setting {
    let size = Size::new(5).unwrap();
    let game = Game::new(size, rules, Komi::new(0.5).unwrap());
    Setting {
        opening: opening.split_whitespace().map(str::to_owned).collect(),
        ..Setting::new(GoBoard::of(game))
    }
}

fn names() -> PerSide<String> {
    PerSide {
        first: "one".to_owned(),
        second: "two".to_owned(),
    }
}

/// The first player, as Black, against one that plays these moves and then passes.
fn against(
    player: &mut dyn Player,
    setting: &Setting,
    moves: &str,
) -> Result<GameRecord, VoidRecord> {
    let mut other = Scripted::new(moves);
    play(setting, player, &mut other, &names(), Side::First)
}
