//! `tengen solve endgame`: what every move of a late endgame is worth.

use std::io::Write;

use serde_json::json;
use tengen_solver::endgame::{Outcome, Parts};

use super::effort::Effort;
use super::report;
use crate::failure::Failure;
use crate::screen::Screen;

/// The end of the long help.
const FIELDS: &str = "\
A late endgame is a position in which living chains stand around the open points. Chains live here if
they do so unconditionally, and what they surround is settled if nobody could live inside. Everything
else is open: it is cut into areas, which are marked with letters.

The value of an area is that of its combinatorial game by territory, Black being Left; its mean is what
it is worth on the average, its temperature what a move there is worth. The difference game compares two
moves whatever else there is: < is worse, = as good, > better, and ∥ means that it depends. There, to
leave everything as it is can be best; so the pass may be ∥ where it loses points on this board.

Fields of --json, which prints one object:
  file, move  the record, and how many moves of it were played
  size, rules, komi
  turn        who is to move, B or W
  solved      whether there is an answer; if not, `unknown` says why, and nothing follows
  points      by how many points Black is ahead at the end, komi apart
  score       the result with komi, such as W+2.5
  settled     by how many points Black is ahead in what is settled, prisoners included
  line        best moves to the end of the game
  moves       the moves, best first: move, points, score, loss (in points against the best), relation
              (to the first of them by the difference game), or why_not
  areas       name, points, open (how many are empty), positions and ko (null if they are not known),
              value, mean, temperature and exact (false: up to infinitesimals), or why_not
  proof       how it was proved: sum, whole, or whole-with-ko
  nodes, seconds

Exit codes: 0 if the position is solved, 1 if it is not, or if the record has errors or cannot be read,
2 for wrong usage.";

/// What to solve.
#[derive(clap::Args)]
#[command(after_long_help = FIELDS)]
pub(crate) struct Args {
    #[command(flatten)]
    position: crate::position::Args,
    #[command(flatten)]
    effort: Effort,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// Solves a position.
pub(super) fn run(args: &Args, screen: &mut Screen) -> Result<(), Failure> {
    let (position, well) = args.position.position("solved")?;
    let limits = args.effort.limits();
    let parts = Parts::of(&position.game);
    if !args.json {
        // Before the work, so that it can be seen what is worked on.
        report::introduce(&position, &parts, screen)?;
        screen.flush()?;
    }
    let outcome = Outcome::find(&position.game, &limits);
    if args.json {
        let mut object = json!(outcome);
        object["file"] = json!(position.title);
        object["move"] = json!(position.number);
        writeln!(screen, "{object}")?;
        screen.flush()?;
    }
    let answer = outcome
        .answer
        .map_err(|fault| Failure::Failed(format!("{position}: the answer is unknown: {fault}")))?;
    if !args.json {
        report::tell(&position, &answer, screen)?;
    }
    if well { Ok(()) } else { Err(Failure::Said) }
}
