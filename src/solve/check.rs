//! `tengen solve check`: the answers of a file of problems proved again.

use std::io::{Read, Write};
use std::path::PathBuf;

use tengen_go::{Color, Game, Move};
use tengen_problems::{Problem, Selection, Suite};
use tengen_progress::Progress;
use tengen_solver::cgt::Relation;
use tengen_solver::endgame::{Limits, Valuation};
use tengen_solver::problems::Stand;

use super::effort::Effort;
use super::line;
use super::scores::Scores;
use crate::failure::Failure;
use crate::screen::{Screen, count, tame, thousands};
use crate::source::Source;

/// The longest file that is read.
const LONGEST: u64 = 1 << 28;

/// The end of the long help.
const MEANING: &str = "\
An answer holds if it is one move, and every other one, the pass included, loses points against it. Where
a problem has a group `version`, in A it alone must win; in B the same side must win whatever is played.
Where it has groups `areas`, `stand` and `incomparable`, as `tengen solve problems` writes them, they must
be true as well.

With --brute the scores come from plain minimax over the whole board, which shares nothing with the
solver but the rules and Benson's theorem on unconditional life. It lists all positions of the board, so
that it is slow and takes small problems only (--nodes is how many positions there may be); and it looks
at scores alone, so that `areas` and `incomparable` are not checked.

Exit codes: 0 if all answers hold, 1 if some do not, or could not be proved, 2 for wrong usage.";

/// What to check.
#[derive(clap::Args)]
#[command(after_long_help = MEANING)]
pub(crate) struct Args {
    /// The problems, as `tengen solve problems` writes them; - is standard input.
    #[arg(value_name = "FILE.jsonl")]
    file: PathBuf,
    /// Prove them by plain minimax over the whole board, as a second opinion on the solver.
    #[arg(long)]
    brute: bool,
    #[command(flatten)]
    effort: Effort,
}

/// The outcome of checking an answer.
enum Finding {
    Holds,
    /// It does not, since …
    Fails(String),
    /// It is not known, since …
    Unknown(String),
}

/// Proves all answers.
pub(super) fn run(args: &Args, screen: &mut Screen) -> Result<(), Failure> {
    let source = Source::new(&args.file);
    let suite = read(&source)?;
    let total = (suite.problems.len() + suite.left_out.len()) as u64;
    let (mut hold, mut fail, mut unknown) = (0, 0, 0);
    let mut lines = Vec::new();
    for left_out in &suite.left_out {
        unknown += 1;
        lines.push(format!("{}: unknown: {}", left_out.name, left_out.reason));
    }
    let mut progress = Progress::new(total, 0);
    let mut last = None;
    for (done, problem) in suite.problems.iter().enumerate() {
        let verdict = match args.brute {
            true => verdict_by_brute(problem, &args.effort, &mut last),
            false => verdict(problem, &args.effort.limits()),
        };
        match verdict {
            Finding::Holds => hold += 1,
            Finding::Fails(why) => {
                fail += 1;
                lines.push(format!("{}: wrong: {why}", problem.name));
            }
            Finding::Unknown(why) => {
                unknown += 1;
                lines.push(format!("{}: unknown: {why}", problem.name));
            }
        }
        progress.done(done as u64 + 1, "problems");
    }
    progress.finish();
    for line in lines {
        writeln!(screen, "{}", tame(&line))?;
    }
    writeln!(
        screen,
        "{}: {} hold, {} wrong, {} unknown.",
        count(total, "answer"),
        thousands(hold),
        thousands(fail),
        thousands(unknown)
    )?;
    match hold == total {
        true => Ok(()),
        false => Err(Failure::Said),
    }
}

fn read(source: &Source) -> Result<Suite, Failure> {
    let (stream, _) = source.open().map_err(Failure::Failed)?;
    let mut bytes = Vec::new();
    let read = stream.take(LONGEST + 1).read_to_end(&mut bytes);
    read.map_err(|error| Failure::Failed(format!("{source} cannot be read: {error}")))?;
    if bytes.len() as u64 > LONGEST {
        let most = thousands(LONGEST);
        let sentence = format!("{source} has more than {most} bytes: split it into several");
        return Err(Failure::Failed(sentence));
    }
    let suite = Suite::read(&source.to_string(), &bytes, &Selection::default());
    suite.map_err(|error| Failure::Failed(tame(&error.to_string())))
}

/// Tests if the answer of a problem holds.
fn verdict(problem: &Problem, limits: &Limits) -> Finding {
    match Scores::solved(&problem.game, limits) {
        Ok(scores) => match claims(problem, &scores) {
            Ok(right) => incomparable(problem, right, &scores, limits),
            Err(why) => Finding::Fails(why),
        },
        Err(fault) => Finding::Unknown(fault.to_string()),
    }
}

/// A position that was put to plain minimax, and what came of it.
type Listed = (Game, Result<Scores, String>);

/// Tests if the answer of a problem holds by plain minimax. The versions of a pair come one after
/// the other and are the same but for komi, so the last answer is kept.
fn verdict_by_brute(problem: &Problem, effort: &Effort, last: &mut Option<Listed>) -> Finding {
    let game = &problem.game;
    let key = |game: &Game| {
        (
            game.stones().clone(),
            game.turn(),
            game.rules(),
            game.moves().len(),
        )
    };
    if last
        .as_ref()
        .is_none_or(|(other, _)| key(other) != key(game))
    {
        let listed = Scores::listed(game, &effort.bounds());
        *last = Some((
            game.clone(),
            listed.map_err(|given_up| given_up.to_string()),
        ));
    }
    match last {
        Some((_, Ok(scores))) => match claims(problem, scores) {
            Ok(_) => Finding::Holds,
            Err(why) => Finding::Fails(why),
        },
        Some((_, Err(why))) => Finding::Unknown(why.clone()),
        None => Finding::Unknown("it was not looked at".to_owned()),
    }
}

/// Tests if what a problem claims agrees with the scores; if so, returns its right move.
fn claims(problem: &Problem, scores: &Scores) -> Result<Move, String> {
    let [right] = problem.right[..] else {
        let number = problem.right.len();
        return Err(format!(
            "there are {number} right moves, and one is asked for"
        ));
    };
    best(problem, right, scores)?;
    version(problem, right, scores)?;
    areas(problem, scores)?;
    Ok(right)
}

/// The right move alone is best.
fn best(problem: &Problem, right: Move, scores: &Scores) -> Result<(), String> {
    let label = |mv: Move| mv.label(problem.game.size());
    if !scores.has(right) {
        return Err(format!("{} is played into what is settled", label(right)));
    }
    let best: Vec<Move> = scores.best().collect();
    match best[..] {
        [only] if only == right => Ok(()),
        [only] => Err(format!("{} is better than {}", label(only), label(right))),
        _ => {
            let best: Vec<String> = best.into_iter().map(label).collect();
            Err(format!("these are equally good: {}", best.join(" ")))
        }
    }
}

/// Tests if the winner is as the version says.
fn version(problem: &Problem, right: Move, scores: &Scores) -> Result<(), String> {
    let game = &problem.game;
    let winner = |points: i32| game.agreed().settle(points).winner();
    let turn = game.turn();
    let by_right = winner(scores.points);
    let mut others = scores.moves.iter().filter(|&&(mv, _)| mv != right);
    match problem.groups.get("version").map(String::as_str) {
        None => Ok(()),
        Some("A") if by_right != Some(turn) => Err("the right move does not win".to_owned()),
        Some("A") => match others.find(|&&(_, points)| winner(points) == Some(turn)) {
            Some((mv, _)) => Err(format!("{} wins as well", mv.label(game.size()))),
            None => Ok(()),
        },
        Some("B") => match others.find(|&&(_, points)| winner(points) != by_right) {
            Some((mv, _)) => Err(format!("{} changes who wins", mv.label(game.size()))),
            None => stand(problem, turn, by_right),
        },
        Some(other) => Err(format!("the version is A or B, not {other:?}")),
    }
}

/// Tests if the winner of version B is who was said to win.
fn stand(problem: &Problem, turn: Color, winner: Option<Color>) -> Result<(), String> {
    let truth = match winner {
        Some(winner) if winner == turn => line::stand(Stand::Ahead),
        Some(_) => line::stand(Stand::Behind),
        None => return Err("nobody wins".to_owned()),
    };
    agree(problem, "stand", truth)
}

/// Tests if there are as many areas as was said.
fn areas(problem: &Problem, scores: &Scores) -> Result<(), String> {
    match scores.areas {
        Some(number) => agree(problem, "areas", &number.to_string()),
        None => Ok(()),
    }
}

/// The right move is incomparable with some other if that was said, and else with none.
fn incomparable(problem: &Problem, right: Move, scores: &Scores, limits: &Limits) -> Finding {
    if !problem.groups.contains_key("incomparable") {
        return Finding::Holds;
    }
    let mut values = match Valuation::new(&problem.game, limits) {
        Ok(values) => values,
        Err(fault) => return Finding::Unknown(fault.to_string()),
    };
    let mut confused = false;
    for &(mv, _) in &scores.moves {
        if [right, Move::Pass].contains(&mv) {
            continue;
        }
        match values.compare(problem.game.turn(), right, mv) {
            Ok(relation) => confused |= relation == Relation::Confused,
            Err(fault) => return Finding::Unknown(fault.to_string()),
        }
    }
    match agree(problem, "incomparable", if confused { "yes" } else { "no" }) {
        Ok(()) => Finding::Holds,
        Err(why) => Finding::Fails(why),
    }
}

/// Tests if a group, if the problem has it, is what it should be.
fn agree(problem: &Problem, group: &str, truth: &str) -> Result<(), String> {
    match problem.groups.get(group) {
        Some(said) if said != truth => Err(format!(
            "its group `{group}` says {said:?}, and {truth:?} is true"
        )),
        _ => Ok(()),
    }
}
