//! A whole game for people: the worst moves, what was better, and how each side played.

use std::io::Write;

use anstyle::Style;
use tengen_go::{Color, Size};
use tengen_go_engine::review::{Judged, Searched, Sums, judge, worst};

use super::Record;
use crate::failure::Failure;
use crate::screen::{Screen, count};
use crate::wording::{FULL, komi, line, percent};

const STRONG: Style = Style::new().bold();

/// So many moves are named.
const NAMED: usize = 10;
/// Smaller losses of win rate are not worth naming.
pub(super) const NOTEWORTHY: f64 = 0.02;
/// So many moves of a better line are shown.
pub(super) const FORESIGHT: usize = 8;

/// Tells what the searches of all positions of a game say about its moves.
pub(super) fn tell(
    record: &Record,
    all: &[Searched],
    komi_is_named: bool,
    screen: &mut Screen,
) -> Result<(), Failure> {
    let Some(first) = all.first() else {
        return Ok(());
    };
    let game = &first.position.game;
    let size = game.size();
    let judged = judge(all);
    let playouts: u64 = all.iter().map(|searched| searched.analysis.playouts).sum();
    writeln!(
        screen,
        "{STRONG}{}: {size}, {} rules, komi {}, {}{}.{STRONG:#}",
        record.title,
        game.rules(),
        komi(game.komi(), komi_is_named),
        count(record.moves as u64, "move"),
        reach(record, all),
    )?;
    let mean = playouts / all.len() as u64;
    let mean = count(mean, "playout");
    writeln!(
        screen,
        "{} searched, {mean} each.",
        count(all.len() as u64, "position")
    )?;
    let full = all.iter().filter(|searched| searched.analysis.full).count();
    if full > 0 {
        writeln!(screen, "In {full} of them {FULL}.")?;
    }
    writeln!(screen)?;
    name_worst(&judged, size, screen)?;
    writeln!(screen)?;
    for color in Color::BOTH {
        let summary = summary(Sums::of(&judged, color));
        writeln!(screen, "{STRONG}{color:<5}{STRONG:#}  {summary}")?;
    }
    Ok(())
}

/// How far the review has come, if not to the end.
pub(super) fn reach(record: &Record, all: &[Searched]) -> String {
    match all.last() {
        Some(last) if last.position.number < record.moves => {
            format!(", reviewed up to move {}", last.position.number)
        }
        _ => String::new(),
    }
}

fn name_worst(judged: &[Judged<'_>], size: Size, screen: &mut Screen) -> Result<(), Failure> {
    let named = worst(judged, NOTEWORTHY, NAMED);
    if named.is_empty() {
        let most = percent(NOTEWORTHY);
        writeln!(screen, "No move has lost {most} of win rate or more.")?;
        return Ok(());
    }
    writeln!(
        screen,
        "{STRONG}{:>4}  {:<10}  {:>7}  {:>6}  {:>17}  {:<6}  Line{STRONG:#}",
        "Move", "Worst", "Lost", "Points", "Win rate", "Better"
    )?;
    for judged in named {
        let (before, after) = judged.winrates;
        let better = judged.better;
        writeln!(
            screen,
            "{:>4}  {:<10}  {:>7}  {:>6.1}  {:>17}  {:<6}  {}",
            judged.number,
            format!("{} {}", judged.color, judged.mv.label(size)),
            percent(judged.loss()),
            judged.points,
            format!("{} → {}", percent(before), percent(after)),
            better.map_or_else(String::new, |better| better.mv.label(size)),
            better.map_or_else(String::new, |better| line(&better.pv, size, FORESIGHT)),
        )?;
    }
    Ok(())
}

/// A sentence on the play of a side.
pub(super) fn summary(sums: Option<Sums>) -> String {
    let Some(sums) = sums else {
        return "no move to judge.".to_owned();
    };
    format!(
        "{}: {} and {:.1} points lost a move; {} as the search would play.",
        count(sums.moves as u64, "move"),
        percent(sums.loss),
        sums.points,
        sums.same,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_play_of_a_side_is_a_sentence() {
        let sums = Sums {
            moves: 1,
            loss: 0.3,
            points: 9.0,
            same: 0,
        };
        assert_eq!(
            summary(Some(sums)),
            "1 move: 30.0 % and 9.0 points lost a move; 0 as the search would play."
        );
        assert_eq!(summary(None), "no move to judge.");
    }
}
