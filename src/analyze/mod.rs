//! `tengen analyze`: what a search says about one position of a record, or about all of them.
//!
//! Every position is searched afresh, so that a review says the same about it as `--move` does.
//!
//! Read in this order: this file (what is searched; for programs), `report` (one position for
//! people), `review` (a whole game for people), `annotated` (a record with its review), `earlier` (one that is in it already),
//! `ownership`.

mod annotated;
mod earlier;
mod ownership;
mod report;
mod review;

use std::io::Write;
use std::path::{Path, PathBuf};

use indicatif::{ProgressBar, ProgressStyle};
use tengen_go::Size;
use tengen_go_engine::Parameters;
use tengen_go_engine::review::{Position, Searched};
use tengen_progress::StopFlag;
use tengen_record::sgf::{GameTree, replay};
use tengen_record::{Diagnostic, Severity};

use crate::failure::{Failure, say};
use crate::player::{self, tell_left_out};
use crate::screen::{Screen, count, tame};
use crate::sgf::read;
use crate::signals::stop_on_signals;
use crate::source::Source;
use crate::thinking::{Stoppable, Thinking};

/// The end of the long help.
const FIELDS: &str = "\
Fields of --json, one object a line for each position:
  move        how many moves were played before it
  turn        who is to move, B or W; win rates and scores are in the view of this side
  played      the move of the record here, or null
  playouts    the playouts of the search
  full        whether the tree has used up its memory (tree.memory) and could not grow any more
  winrate     the win rate of the position, from 0 to 1
  score       the expected score, komi included
  candidates  the moves, best first: move, visits, winrate, score, lcb (a careful win rate),
              prior (from 0 to 1) and pv (the expected line)
  ownership   for each point, row by row from the upper left corner, 1 if it becomes Black's
              and -1 if White's

With --sgf every node of the main line has SBKV (Black's win rate in percent, as Sabaki shows it), V (the
score for Black), and a comment; moves that have lost 5 % of win rate are marked as doubtful (DO), from 10 %
as bad (BM); the better line is a variation. What the record has itself is kept; what an earlier review has
written, as TGRV says, is replaced. With --sgf - the record is all that is written to standard output.

Ctrl-C ends a review after the positions that have been searched; what they say is told and written.

Exit codes: 0 if all is well, 1 if the record has errors (what could be read is analysed), cannot be read or
was not reviewed to its end, 2 for wrong usage.";

/// What to analyse.
#[derive(clap::Args)]
#[command(after_long_help = FIELDS)]
pub(crate) struct Args {
    /// The SGF file; - is standard input. Of several games the first is taken.
    #[arg(value_name = "FILE.sgf")]
    file: PathBuf,
    /// Only the position after this many moves of the main line [default: a review of the game].
    #[arg(long = "move", value_name = "N")]
    number: Option<usize>,
    /// Print one JSON object a line for each position, as soon as it is searched.
    #[arg(long)]
    json: bool,
    /// Write the record with its review to this file: comments, win rates, marks on bad moves, better lines; - is
    /// standard output.
    #[arg(long, value_name = "FILE.sgf", conflicts_with = "number")]
    sgf: Option<PathBuf>,
    /// Replace the file of --sgf if it is there.
    #[arg(long, requires = "sgf")]
    force: bool,
    #[command(flatten)]
    pub(crate) player: player::Args,
}

/// A record to be analysed.
pub(crate) struct Record {
    /// The title of the record.
    pub(crate) title: String,
    /// The game.
    pub(crate) tree: GameTree,
    /// The other games of the file.
    others: Vec<GameTree>,
    /// The number of moves of its main line.
    pub(crate) moves: usize,
    /// True if it names a komi.
    pub(crate) names_komi: bool,
}

impl Record {
    /// Checks that there is a position after so many moves.
    ///
    /// # Errors
    /// If the main line is shorter.
    pub(crate) fn reach(&self, number: usize) -> Result<(), Failure> {
        if number <= self.moves {
            return Ok(());
        }
        let (title, moves) = (&self.title, count(self.moves as u64, "move"));
        let sentence = format!("{title} has {moves}, so there is no position after move {number}");
        Err(Failure::Failed(sentence))
    }
}

/// Analyses a position or a game.
pub(crate) fn run(args: &Args, screen: &mut Screen) -> Result<(), Failure> {
    let parameters = args.player.eager(args.player.judging()?);
    let (record, well) = open(&args.file, args.player.asked_size(), "analysed")?;
    let sgf_is_output = args.sgf.as_deref().is_some_and(annotated::is_output);
    if sgf_is_output && args.json {
        let sentence =
            "--json and --sgf - would both write to standard output; name a file for the record";
        return Err(Failure::Usage(sentence.to_owned()));
    }
    if let Some(path) = &args.sgf {
        annotated::check(path, &args.file, args.force)?;
    }
    let halt = stop_on_signals(|halt| match halt.ask() {
        true => std::process::exit(130),
        false => say("\nStopping: what was searched is told. Again to stop at once."),
    })?;
    let komi_is_named = record.names_komi || args.player.asked_rules().1.is_some();
    if let Some(number) = args.number {
        let searched = one(args, &parameters, &record, number, &halt)?;
        match args.json {
            true => write(&searched, screen)?,
            false => report::tell(&record.title, &searched, komi_is_named, screen)?,
        }
        if halt.is_asked() {
            let playouts = count(searched.analysis.playouts, "playout");
            return Err(Failure::Failed(format!("stopped after {playouts}")));
        }
    } else {
        let mut all = Vec::new();
        each(args, &parameters, &record, &halt, |searched| {
            if args.json {
                write(&searched, screen)?;
            }
            all.push(searched);
            Ok(())
        })?;
        if !args.json && !sgf_is_output {
            review::tell(&record, &all, komi_is_named, screen)?;
        }
        if let Some(path) = args.sgf.as_ref().filter(|_| !all.is_empty()) {
            annotated::write(path, &record, &all, &parameters.recipe.name, screen)?;
        }
        let positions = record.moves + 1;
        if all.len() < positions {
            let (done, left) = (all.len(), count(positions as u64, "position"));
            return Err(Failure::Failed(format!("stopped after {done} of {left}")));
        }
    }
    if well { Ok(()) } else { Err(Failure::Said) }
}

/// Reads the record and says what is wrong with it; true if nothing is. The size is the one that was
/// asked for, if any was, and `done` is what is done with the first of several games.
///
/// # Errors
/// If there is no game on a board, or not on one of that size.
pub(crate) fn open(
    file: &Path,
    asked: Option<Size>,
    done: &str,
) -> Result<(Record, bool), Failure> {
    let record = read(Source::new(file)).map_err(Failure::Failed)?;
    let title = record.source.to_string();
    let fatal = |what: &str| Failure::Failed(format!("{title}:{}", tame(what)));
    let mut games = record.games.games.into_iter();
    let Some(tree) = games.next() else {
        return Err(Failure::Failed(format!("there is no game in {title}")));
    };
    let whole = replay(&tree).map_err(|error| fatal(&error.to_string()))?;
    let size = whole.game.size();
    if let Some(asked) = asked.filter(|&asked| asked != size) {
        return Err(Failure::Usage(format!(
            "the game in {title} is on {size}, and --size asks for {asked}; leave it out"
        )));
    }
    let mut faults: Vec<Diagnostic> = record.diagnostics;
    faults.extend(whole.diagnostics);
    faults.sort_by_key(|fault| fault.place);
    for fault in &faults {
        say(format!("{title}:{}", tame(&fault.to_string())));
    }
    let others: Vec<GameTree> = games.collect();
    if !others.is_empty() {
        let others = count(others.len() as u64, "other game");
        say(format!("{title} holds {others}; the first one is {done}"));
    }
    let well = faults.iter().all(|fault| fault.severity != Severity::Error);
    let record = Record {
        title,
        tree,
        others,
        moves: whole.moves,
        names_komi: whole.info.komi.is_some(),
    };
    Ok((record, well))
}

/// Analyses one position.
fn one(
    args: &Args,
    parameters: &Parameters,
    record: &Record,
    number: usize,
    halt: &StopFlag,
) -> Result<Searched, Failure> {
    record.reach(number)?;
    let position = position(&record.tree, number, &args.player)?;
    let size = position.game.size();
    tell_left_out(parameters, size);
    Ok(position.search(parameters, |limits| {
        Thinking::new(limits, size, halt.clone())
    }))
}

/// The position after so many moves of the main line.
fn position(tree: &GameTree, number: usize, player: &player::Args) -> Result<Position, Failure> {
    let (rules, komi) = player.asked_rules();
    let position = tengen_go_engine::review::position(tree, number, rules, komi);
    position.map_err(|fatal| Failure::Failed(tame(&fatal.to_string())))
}

/// Writes a line at once, so that it is not lost with those that are still to come.
fn write(searched: &Searched, screen: &mut Screen) -> Result<(), Failure> {
    writeln!(screen, "{}", serde_json::json!(searched))?;
    screen.flush()?;
    Ok(())
}

/// Searches every position, from the start to the last or until the flag asks to stop; a search that was stopped
/// half-way is not a finding.
fn each(
    args: &Args,
    parameters: &Parameters,
    record: &Record,
    halt: &StopFlag,
    mut found: impl FnMut(Searched) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let bar = progress(record.moves as u64 + 1);
    for number in 0..=record.moves {
        bar.set_message(format!("move {number}"));
        let position = position(&record.tree, number, &args.player)?;
        if number == 0 {
            tell_left_out(parameters, position.game.size());
        }
        let searched = position.search(parameters, |_| Stoppable(halt.clone()));
        if halt.is_asked() {
            break;
        }
        found(searched)?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(())
}

/// A bar of positions, on a terminal only.
fn progress(positions: u64) -> ProgressBar {
    let bar = ProgressBar::new(positions);
    let template = "{bar:30} {pos} of {len} positions, {msg}, {eta} left";
    let style = ProgressStyle::with_template(template);
    style.map_or(bar.clone(), |style| bar.with_style(style))
}
