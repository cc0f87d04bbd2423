//! The result of a problem, for people.

use std::io::Write;

use anstyle::Style;
use tengen_go::{Move, Point, Size};
use tengen_problems::{Agreement, Case, Played, Reply, Solved};
use tengen_solver::tsumego::solve::Why;
use tengen_solver::tsumego::{Fate, Goal, Status, Threats};

use crate::board::{Mark, draw_marked};
use crate::failure::Failure;
use crate::screen::{Screen, count, tame};
use crate::wording::{line, percent};

const STRONG: Style = Style::new().bold();

fn row(name: &str, text: &str, screen: &mut Screen) -> Result<(), Failure> {
    writeln!(screen, "{name:<9} {text}")?;
    Ok(())
}

/// Tells people; of a suite, in a few lines a problem.
pub(super) fn people(
    file: &str,
    case: &Case<'_>,
    suite: bool,
    screen: &mut Screen,
) -> Result<(), Failure> {
    let posed = case.posed;
    let rank = posed
        .rank
        .as_ref()
        .map_or_else(String::new, |rank| format!(", {rank}"));
    let heading = tame(&format!("{file}, problem {}{rank}", posed.name));
    writeln!(screen, "{STRONG}{heading}{STRONG:#}")?;
    match &case.reply {
        Reply::Refused(why) => row("Refused", why, screen)?,
        Reply::Solved(solved) => solved_for_people(case, solved, screen)?,
        Reply::Played(played) => played_for_people(case, played, screen)?,
    }
    if suite {
        writeln!(screen)?;
    }
    Ok(())
}

fn solved_for_people(case: &Case<'_>, solved: &Solved, screen: &mut Screen) -> Result<(), Failure> {
    let problem = &solved.problem;
    let size = problem.board.size();
    let own = |point: Point| solved.line.iter().position(|mv| mv.point() == Some(point));
    draw_marked(screen, &problem.board, |point| match own(point) {
        Some(number) => Some(Mark::Letter(numeral(number))),
        None => problem.region.contains(point).then_some(Mark::Letter(',')),
    })?;
    let wanted = format!("{} to {}", problem.turn, problem.goal().word());
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
                let name = format!("Moves: {}", wanted.word());
                row(&name, &line(&moves, size, usize::MAX), screen)?;
            }
        }
    }
    agreement(case, size, screen)?;
    let seconds = solved.time.as_secs_f64();
    let nodes = count(solved.nodes, "node");
    row("Searched", &format!("{nodes} in {seconds:.2} s"), screen)
}

fn played_for_people(case: &Case<'_>, played: &Played, screen: &mut Screen) -> Result<(), Failure> {
    let size = case.posed.figure.size;
    row(
        "Answer",
        &format!("{} to {}", played.mv.label(size), played.goal.word()),
        screen,
    )?;
    if let Some(rate) = played.winrate {
        row("Win rate", &percent(rate), screen)?;
    }
    agreement(case, size, screen)?;
    let seconds = played.time.as_secs_f64();
    let playouts = count(played.playouts, "playout");
    row("Searched", &format!("{playouts} in {seconds:.2} s"), screen)
}

fn agreement(case: &Case<'_>, size: Size, screen: &mut Screen) -> Result<(), Failure> {
    let posed = case.posed;
    if posed.answers.is_empty() {
        return Ok(());
    }
    let answers: Vec<Move> = posed.answers.iter().copied().map(Move::Play).collect();
    let answers = line(&answers, size, usize::MAX);
    let text = match case.agreement() {
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

/// A verdict in words.
fn words(solved: &Solved) -> String {
    let mut text = sentence_of(solved.verdict, solved.problem.goal());
    if matches!(solved.verdict, Status::Ko(_)) && !solved.exact {
        text.push_str("; whether it can be done without was not found out in time");
    }
    if solved.narrow {
        text.push_str("; with more free points around it was not found out");
    }
    text
}

fn sentence_of(verdict: Status, goal: Goal) -> String {
    let (does, fails) = match goal {
        Goal::Kill => ("kills", "the defender lives"),
        Goal::Live => ("lives", "the defender dies"),
    };
    let given = |threats: Threats| {
        format!(
            "with {} for the attacker and {} for the defender",
            threats.attacker, threats.defender
        )
    };
    match verdict {
        Status::Won => format!("{does}, even if the other side has two ko threats"),
        Status::Ko(0) => format!("{does} by ko, if the other side has no ko threats"),
        Status::Ko(1) => format!("{does} by ko, with 1 ko threat if the other side has none"),
        Status::Ko(n) => format!("{does} by ko, with {n} ko threats if the other side has none"),
        Status::WonWith(threats) => format!("{does} {}", given(threats)),
        Status::Lost => format!("{fails}, even if the side to move has two ko threats"),
        Status::LostWith(threats) => format!("{fails} {}", given(threats)),
        Status::Unknown(Why::Limit) => "unknown: time or nodes ran out".to_owned(),
        Status::Unknown(Why::Repetition) => {
            "unknown: neither side has a proof without repeating a position".to_owned()
        }
    }
}
