//! One position for people: the board, the candidates, and who owns what.

use std::io::Write;

use anstyle::Style;
use tengen_go::{Color, Game, Size};
use tengen_go_engine::Candidate;
use tengen_go_engine::review::Searched;

use super::ownership;
use crate::board::draw;
use crate::failure::Failure;
use crate::screen::{Screen, count, thousands};
use crate::wording::{FULL, komi, lead, line, percent};

const STRONG: Style = Style::new().bold();

/// So many candidates are shown.
const SHOWN: usize = 10;
/// So many moves of an expected line are shown.
const FORESIGHT: usize = 10;

/// Shows a position.
pub(super) fn tell(
    title: &str,
    searched: &Searched,
    komi_is_named: bool,
    screen: &mut Screen,
) -> Result<(), Failure> {
    let Searched { position, analysis } = searched;
    let game = &position.game;
    let size = game.size();
    let heading = heading(title, searched, komi_is_named);
    writeln!(screen, "{STRONG}{heading}{STRONG:#}")?;
    writeln!(screen)?;
    draw(screen, game.stones(), last_point(game, position.number))?;
    writeln!(screen)?;
    let rows = [
        ("To move", analysis.turn.to_string()),
        ("Win rate", percent(analysis.winrate)),
        (
            "Score",
            format!(
                "{} ± {:.1}",
                lead(analysis.score, analysis.turn),
                analysis.findings.score_stdev
            ),
        ),
        (
            "Searched",
            format!(
                "{} in {:.1} s{}",
                count(analysis.playouts, "playout"),
                analysis.elapsed.as_secs_f64(),
                if analysis.full {
                    format!("; {FULL}")
                } else {
                    String::new()
                }
            ),
        ),
        (
            "Played",
            position
                .played
                .map_or_else(|| "nothing".to_owned(), |(_, mv)| mv.label(size)),
        ),
    ];
    for (name, text) in rows {
        writeln!(screen, "{name:<8}  {text}")?;
    }
    writeln!(screen)?;
    let played = position.played.map(|(_, mv)| mv);
    let shown = analysis.candidates.iter().enumerate();
    let shown = shown.filter(|(rank, c)| *rank < SHOWN || Some(c.mv) == played);
    table(shown, analysis.turn, size, screen)?;
    if !analysis.findings.ownership.is_empty() {
        writeln!(screen)?;
        ownership::draw(game, &analysis.findings.ownership, screen)?;
    }
    Ok(())
}

fn heading(title: &str, searched: &Searched, komi_is_named: bool) -> String {
    let game = &searched.position.game;
    let after = match searched.position.number {
        0 => "at the start".to_owned(),
        number => format!("after move {number}"),
    };
    let (size, rules) = (game.size(), game.rules());
    let komi = komi(game.komi(), komi_is_named);
    format!("{title} {after}: {size}, {rules} rules, komi {komi}.")
}

/// The point of the last move, unless a setup came after it.
fn last_point(game: &Game, number: usize) -> Option<tengen_go::Point> {
    let last = game.last_move().filter(|_| number > 0);
    last.and_then(|(_, mv)| mv.point())
}

fn table<'a>(
    candidates: impl Iterator<Item = (usize, &'a Candidate)>,
    turn: Color,
    size: Size,
    screen: &mut Screen,
) -> Result<(), Failure> {
    writeln!(
        screen,
        "{STRONG}{:>4}  {:<4}  {:>10}  {:>8}  {:>7}  Line{STRONG:#}",
        "Rank", "Move", "Visits", "Win rate", "Score"
    )?;
    for (rank, candidate) in candidates {
        writeln!(
            screen,
            "{:>4}  {:<4}  {:>10}  {:>8}  {:>7}  {}",
            rank + 1,
            candidate.mv.label(size),
            thousands(candidate.visits),
            percent(candidate.winrate),
            lead(candidate.score, turn),
            line(&candidate.pv, size, FORESIGHT),
        )?;
    }
    Ok(())
}
