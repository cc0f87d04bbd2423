//! An answer for people: the board with its areas, and tables of areas and moves.

use std::io::Write;

use anstyle::Style;
use tengen_go::{Point, Scoring, Size};
use tengen_solver::endgame::{
    Answer, Area, Choice, Parts, Reading, Unvalued, area_letter, area_name,
};

use crate::board::{Mark, draw_marked};
use crate::failure::Failure;
use crate::position::Position;
use crate::screen::{Screen, count};
use crate::wording::{komi, line};

const STRONG: Style = Style::new().bold();

/// So many characters of a value are shown; those of a large area fill pages.
const LONGEST: usize = 60;

/// Shows the position and its areas.
pub(super) fn introduce(
    position: &Position,
    parts: &Parts,
    screen: &mut Screen,
) -> Result<(), Failure> {
    let game = &position.game;
    let (size, rules) = (game.size(), game.rules());
    let komi = komi(game.komi(), position.komi_is_named);
    let heading = format!("{position}: {size}, {rules} rules, komi {komi}.");
    writeln!(screen, "{STRONG}{heading}{STRONG:#}")?;
    writeln!(screen)?;
    draw_marked(screen, game.stones(), |point| mark(parts, point))?;
    writeln!(screen)?;
    row("To move", &game.turn().to_string(), screen)?;
    let open = count(parts.open() as u64, "open point");
    let areas = count(parts.areas() as u64, "area");
    row("Open", &format!("{open} in {areas}"), screen)
}

/// The mark of an empty point.
fn mark(parts: &Parts, point: Point) -> Option<Mark> {
    match parts.owner(point) {
        Some(color) => Some(Mark::Territory(color)),
        None => parts
            .area(point)
            .map(|area| Mark::Letter(area_letter(area).unwrap_or('*'))),
    }
}

fn row(name: &str, text: &str, screen: &mut Screen) -> Result<(), Failure> {
    writeln!(screen, "{name:<8}  {text}")?;
    Ok(())
}

/// Shows the answer.
pub(super) fn tell(
    position: &Position,
    answer: &Answer,
    screen: &mut Screen,
) -> Result<(), Failure> {
    let game = &position.game;
    let (size, solution) = (game.size(), &answer.solution);
    row("Score", &solution.score.to_string(), screen)?;
    row("Line", &line(&solution.line, size, usize::MAX), screen)?;
    row("Proof", &solution.proof.to_string(), screen)?;
    let nodes = count(solution.nodes, "node");
    let spent = format!("{nodes} in {:.1} s", answer.elapsed.as_secs_f64());
    row("Searched", &spent, screen)?;
    if !answer.areas.is_empty() {
        writeln!(screen)?;
        areas(&answer.areas, game.rules().scoring, screen)?;
    }
    writeln!(screen)?;
    moves(answer, size, screen)
}

fn areas(areas: &[Area], scoring: Scoring, screen: &mut Screen) -> Result<(), Failure> {
    let [mean, temperature] = [|area: &Area| shown(area).0, |area: &Area| shown(area).1]
        .map(|text| areas.iter().map(|area| text(area).len()).max().unwrap_or(0));
    let (mean, temperature) = (mean.max("Mean".len()), temperature.max("Temperature".len()));
    writeln!(
        screen,
        "{STRONG}{:<4}  {:>6}  {:>4}  {:>mean$}  {:>temperature$}  Value{STRONG:#}",
        "Area", "Points", "Open", "Mean", "Temperature",
    )?;
    for (number, area) in areas.iter().enumerate() {
        let (of_mean, of_temperature, value) = shown(area);
        writeln!(
            screen,
            "{:<4}  {:>6}  {:>4}  {of_mean:>mean$}  {of_temperature:>temperature$}  {value}",
            area_name(number),
            area.report.points.len(),
            area.report.open,
        )?;
    }
    let valued = areas.iter().any(|area| area.value.is_ok());
    if valued && scoring == Scoring::Area {
        writeln!(screen, "The values are those by territory.")?;
    }
    Ok(())
}

/// Mean, temperature and value of an area, or why there are none.
fn shown(area: &Area) -> (String, String, String) {
    match &area.value {
        Ok(value) => {
            let mut text: String = value.name.chars().take(LONGEST).collect();
            if text.len() < value.name.len() {
                text.push('…');
            }
            if value.reading == Reading::Score {
                text.push_str(", up to infinitesimals");
            }
            (value.mean.to_string(), value.temperature.to_string(), text)
        }
        Err(why) => ("?".to_owned(), "?".to_owned(), format!("unknown: {why}")),
    }
}

fn moves(answer: &Answer, size: Size, screen: &mut Screen) -> Result<(), Failure> {
    let best = answer.best().map_or_else(String::new, |mv| mv.label(size));
    writeln!(
        screen,
        "{STRONG}{:<4}  {:>7}  {:>9}  {:>5}  Against {best}{STRONG:#}",
        "Move", "Board", "With komi", "Loses",
    )?;
    for choice in &answer.choices {
        let Choice {
            score,
            loss,
            relation,
            ..
        } = choice;
        writeln!(
            screen,
            "{:<4}  {:>7}  {score:>9}  {loss:>5}  {}",
            choice.mv.label(size),
            choice.on_the_board(),
            relation.as_ref().map_or("?", |relation| relation.sign()),
        )?;
    }
    let mut reasons: Vec<&Unvalued> = Vec::new();
    for choice in &answer.choices {
        if let Err(why) = &choice.relation
            && !reasons.contains(&why)
        {
            reasons.push(why);
        }
    }
    for why in reasons {
        writeln!(screen, "?: {why}.")?;
    }
    Ok(())
}
