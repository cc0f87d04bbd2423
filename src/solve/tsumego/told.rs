//! What came of a problem, for people and for programs.

use std::io::Write;

use anstyle::Style;
use serde_json::{Value, json};
use tengen_go::{Color, Move, Point, Size};
use tengen_problems::Posed;
use tengen_solver::tsumego::{Fate, Goal, Status};

use super::case::{Agreement, Case, Played, Solved, fate, word, words};
use crate::board::{Mark, draw_marked};
use crate::failure::Failure;
use crate::screen::{Screen, count, tame};
use crate::wording::{line, percent};

const STRONG: Style = Style::new().bold();

/// What the side to move is to do, in a word.
pub(super) const fn goal(goal: Goal) -> &'static str {
    match goal {
        Goal::Kill => "kill",
        Goal::Live => "live",
    }
}

fn row(name: &str, text: &str, screen: &mut Screen) -> Result<(), Failure> {
    writeln!(screen, "{name:<9} {text}")?;
    Ok(())
}

/// Tells people; of a suite, in a few lines a problem.
pub(super) fn people(
    file: &str,
    posed: &Posed,
    case: &Case,
    suite: bool,
    screen: &mut Screen,
) -> Result<(), Failure> {
    let rank = posed
        .rank
        .as_ref()
        .map_or_else(String::new, |rank| format!(", {rank}"));
    let heading = tame(&format!("{file}, problem {}{rank}", posed.name));
    writeln!(screen, "{STRONG}{heading}{STRONG:#}")?;
    match case {
        Case::Refused(why) => row("Refused", why, screen)?,
        Case::Solved(solved) => solved_for_people(posed, case, solved, screen)?,
        Case::Played(played) => played_for_people(posed, case, played, screen)?,
    }
    if suite {
        writeln!(screen)?;
    }
    Ok(())
}

fn solved_for_people(
    posed: &Posed,
    case: &Case,
    solved: &Solved,
    screen: &mut Screen,
) -> Result<(), Failure> {
    let problem = &solved.problem;
    let size = problem.board.size();
    let own = |point: Point| solved.line.iter().position(|mv| mv.point() == Some(point));
    draw_marked(screen, &problem.board, |point| match own(point) {
        Some(number) => Some(Mark::Letter(numeral(number))),
        None => problem.region.contains(point).then_some(Mark::Letter(',')),
    })?;
    let wanted = format!("{} to {}", problem.turn, goal(problem.goal()));
    let open = count(problem.open() as u64, "open point");
    row(
        "Question",
        &format!("{wanted}; {open}, margin {}", solved.margin),
        screen,
    )?;
    row("Answer", &words(solved), screen)?;
    if !solved.line.is_empty() {
        row("Line", &line(&solved.line, size, usize::MAX), screen)?;
    }
    if !solved.fates.is_empty() {
        for wanted in [Fate::Wins, Fate::Ko, Fate::Fails, Fate::Unknown] {
            let moves = solved.fates.iter().filter(|&&(_, fate)| fate == wanted);
            let moves: Vec<Move> = moves.map(|&(mv, _)| mv).collect();
            if !moves.is_empty() {
                let name = format!("Moves: {}", fate(wanted));
                row(&name, &line(&moves, size, usize::MAX), screen)?;
            }
        }
    }
    agreement(posed, case, size, screen)?;
    let seconds = solved.time.as_secs_f64();
    let nodes = count(solved.nodes, "node");
    row("Searched", &format!("{nodes} in {seconds:.2} s"), screen)
}

fn played_for_people(
    posed: &Posed,
    case: &Case,
    played: &Played,
    screen: &mut Screen,
) -> Result<(), Failure> {
    let size = posed.figure.size;
    row(
        "Answer",
        &format!("{} to {}", played.mv.label(size), goal(played.goal)),
        screen,
    )?;
    if let Some(rate) = played.winrate {
        row("Win rate", &percent(rate), screen)?;
    }
    agreement(posed, case, size, screen)?;
    let seconds = played.time.as_secs_f64();
    let playouts = count(played.playouts, "playout");
    row("Searched", &format!("{playouts} in {seconds:.2} s"), screen)
}

fn agreement(posed: &Posed, case: &Case, size: Size, screen: &mut Screen) -> Result<(), Failure> {
    if posed.answers.is_empty() {
        return Ok(());
    }
    let answers: Vec<Move> = posed.answers.iter().copied().map(Move::Play).collect();
    let answers = line(&answers, size, usize::MAX);
    let text = match case.agreement(posed) {
        Agreement::Agrees => format!("agrees: {answers}"),
        Agreement::Contradicts => format!("contradicts: it has {answers}, and a refutation"),
        Agreement::Elsewhere => format!("does not know the move: it has {answers}"),
        Agreement::Silent => format!("has {answers}"),
    };
    row("The file", &text, screen)
}

/// The digits, then letters that are no stones.
fn numeral(number: usize) -> char {
    let signs = ('1'..='9').chain(('a'..='z').filter(|c| !"xo".contains(*c)));
    signs.clone().nth(number).unwrap_or('*')
}

const fn letter(color: Color) -> &'static str {
    match color {
        Color::Black => "B",
        Color::White => "W",
    }
}

/// Tells programs: one object on one line.
pub(super) fn json(
    file: &str,
    posed: &Posed,
    case: &Case,
    screen: &mut Screen,
) -> Result<(), Failure> {
    let size = posed.figure.size;
    let labels =
        |moves: &[Move]| -> Vec<String> { moves.iter().map(|mv| mv.label(size)).collect() };
    let answers: Vec<String> = posed
        .answers
        .iter()
        .map(|point| point.label(size))
        .collect();
    let mut object = json!({
        "file": file,
        "name": posed.name,
        "rank": posed.rank,
        "size": size.get(),
        "turn": letter(posed.figure.turn),
    });
    let more = match case {
        Case::Refused(why) => json!({ "refused": why }),
        Case::Solved(solved) => {
            let fates = solved
                .fates
                .iter()
                .map(|&(mv, of)| json!({ "move": mv.label(size), "fate": fate(of) }));
            json!({
                "goal": goal(solved.problem.goal()),
                "margin": solved.margin,
                "narrow": solved.narrow,
                "open": solved.problem.open(),
                "verdict": word(solved.verdict),
                "exact": solved.exact,
                "threats": match solved.verdict {
                    Status::Ko(threats) => Some(threats),
                    _ => None,
                },
                "first": solved.first.map(|mv| mv.label(size)),
                "line": labels(&solved.line),
                "nodes": solved.nodes,
                "seconds": solved.time.as_secs_f64(),
                "moves": match solved.fates.is_empty() {
                    true => Value::Null,
                    false => fates.collect(),
                },
            })
        }
        Case::Played(played) => json!({
            "goal": goal(played.goal),
            "first": played.mv.label(size),
            "winrate": played.winrate,
            "playouts": played.playouts,
            "seconds": played.time.as_secs_f64(),
        }),
    };
    if let (Some(object), Value::Object(more)) = (object.as_object_mut(), more) {
        object.extend(more);
        object.insert("agreement".to_owned(), json!(case.agreement(posed).name()));
        object.insert("answers".to_owned(), json!(answers));
    }
    writeln!(screen, "{object}")?;
    Ok(())
}
