//! `tengen solve tsumego`: problems of life and death, proved or played.
//!
//! Read in this order: this file (the flags, what is read, the order of work), `told` (what came of a
//! problem, for people), `tally` (what came of a suite), `player` (a recipe in the solver's place).

mod player;
mod tally;
mod told;

use std::io::{Read, Write};
use std::path::PathBuf;
use std::time::Duration;

use serde_json::json;
use tengen_go::Color;
use tengen_problems::{Case, Posed, Ranks, Reply, Selection, Solved};
use tengen_progress::Progress;
use tengen_solver::tsumego::{Goal, Limits, NoProblem, Question, Solver, Threats};

use self::tally::SuiteTally;
use crate::failure::Failure;
use crate::screen::{Screen, tame, thousands};
use crate::source::Source;

/// The longest file that is read.
const LONGEST: u64 = 1 << 28;

/// The end of the long help.
const MEANING: &str = "\
A problem is a board with local stones and a side to move. Who has most of the outer stones attacks; the
other side is enclosed, and the wall around is alive, but for chains with a single liberty outside. How far the
enclosed side may push through gaps is tried with margins from 0 to 3 unless --margin says; the answer names the
margin that it is about. As a rule, who lives with a margin lives with all larger ones, and who kills kills with all
smaller ones: so a kill with margin 0 alone is no answer, and a larger margin that was not decided is told (narrow).
Killed is who has a quarter or less of his stones left; alive is who cannot be brought there, in seki too, or who
connects to stones of his own outside.

The games of an SGF file are problems, solved one after another; so are the lines of a file of problems.
A board with stones in places far from each other is refused: put each problem on a board of its own.

Free points that the enclosed stones do not reach within the margin and one step more are the attacker's.

Verdicts: won (without a ko threat, even if the other side has two), ko (with so many threats if the other side has
none), lost (the other side wins without one, even if the side to move has two), unknown. With --attacker-threats or
--defender-threats it is said who wins with just those.

Where a file has answers, the first move of the proof is compared with them: agrees, contradicts (the
file says that the move is refuted), or elsewhere (the file does not know the move).

Fields of --json, one object a problem: file, name, rank, size, turn, goal, margin, narrow (true: the attacker wins, and with
more free points around it was not found out), open, verdict, exact (false: unknown, or a ko, and whether it can be
done without was not found out in time), threats, first, line, nodes, seconds, agreement, answers; with --all also
moves (move, fate); or refused, which says why it is no problem. The last object of a suite is its summary.

Exit codes: 0 if the side to move is proved to win in all problems (be it narrowly) and none contradicts its file, 1 if not, 2 for wrong usage.";

/// What to solve.
#[derive(clap::Args)]
#[command(after_long_help = MEANING)]
pub(crate) struct Args {
    /// SGF files or files of problems, one JSON object a line; - is standard input, SGF.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Give a problem up after so many seconds.
    #[arg(long, value_name = "S", default_value = "10", value_parser = seconds)]
    time: f64,
    /// Give a problem up after so many positions.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// How many ko threats the attacker has elsewhere.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=20))]
    attacker_threats: Option<u8>,
    /// How many ko threats the defender has elsewhere.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=20))]
    defender_threats: Option<u8>,
    /// Who is to move [default: as the file says].
    #[arg(long, value_name = "B|W", value_parser = color)]
    turn: Option<Color>,
    /// What the side to move is to do: kill or live [default: as the stones say].
    #[arg(long, value_name = "GOAL", value_parser = goal)]
    goal: Option<Goal>,
    /// How far the enclosed stones may push out [default: 0 to 3 are tried].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=3))]
    margin: Option<u8>,
    /// Judge every first move.
    #[arg(long)]
    all: bool,
    /// Only problems of this kind, such as lifeAndDeath.
    #[arg(long, value_name = "KIND")]
    kind: Option<String>,
    /// Only problems of these ranks, such as 15k..5k.
    #[arg(long, value_name = "FROM..TO")]
    ranks: Option<Ranks>,
    /// Draw so many problems [default: all, in the order of the file].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    count: Option<u64>,
    /// From which the draw follows.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Print one JSON object a problem.
    #[arg(long)]
    json: bool,
    /// Let this recipe answer on a framed board, in the region alone, instead of the solver.
    #[arg(long, value_name = "NAME|FILE", conflicts_with_all = ["attacker_threats", "defender_threats", "all", "nodes"])]
    recipe: Option<String>,
    /// Playouts for an answer of the recipe.
    #[arg(long, value_name = "N", requires = "recipe", value_parser = clap::value_parser!(u64).range(1..))]
    playouts: Option<u64>,
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok();
    let seconds = seconds.filter(|s| (0.001..=1_000_000.0).contains(s));
    seconds.ok_or_else(|| "it takes a number of seconds from 0.001 to 1000000".to_owned())
}

fn color(text: &str) -> Result<Color, String> {
    match text {
        "B" | "b" | "black" => Ok(Color::Black),
        "W" | "w" | "white" => Ok(Color::White),
        _ => Err("the side to move is B or W".to_owned()),
    }
}

fn goal(text: &str) -> Result<Goal, String> {
    match text {
        "kill" => Ok(Goal::Kill),
        "live" => Ok(Goal::Live),
        _ => Err("the goal is kill or live".to_owned()),
    }
}

impl Args {
    fn question(&self) -> Question {
        let given = self.attacker_threats.is_some() || self.defender_threats.is_some();
        Question {
            goal: self.goal,
            margin: self.margin.map(usize::from),
            threats: given.then(|| Threats {
                attacker: self.attacker_threats.unwrap_or(0),
                defender: self.defender_threats.unwrap_or(0),
            }),
        }
    }

    fn limits(&self) -> Limits {
        Limits {
            time: Duration::from_secs_f64(self.time),
            nodes: self.nodes.unwrap_or(u64::MAX),
        }
    }

    fn selection(&self) -> Selection {
        Selection {
            kind: self.kind.clone(),
            count: self.count.map(|n| usize::try_from(n).unwrap_or(usize::MAX)),
            seed: self.seed,
            ..Selection::default()
        }
    }

    /// The problems of a file.
    fn posed(&self, source: &Source) -> Result<Vec<Posed>, Failure> {
        let (stream, _) = source.open().map_err(Failure::Failed)?;
        let mut bytes = Vec::new();
        let read = stream.take(LONGEST + 1).read_to_end(&mut bytes);
        read.map_err(|error| Failure::Failed(format!("{source} cannot be read: {error}")))?;
        if bytes.len() as u64 > LONGEST {
            let most = thousands(LONGEST);
            let sentence = format!("{source} has more than {most} bytes: split it into several");
            return Err(Failure::Failed(sentence));
        }
        let name = match source {
            Source::Stdin => "-.sgf".to_owned(),
            Source::File(_) => source.to_string(),
        };
        let posed = Posed::read(&name, &bytes, &self.selection(), self.ranks);
        let mut posed = posed.map_err(|error| Failure::Failed(tame(&error.to_string())))?;
        if let Some(turn) = self.turn {
            for problem in &mut posed {
                problem.figure.turn = turn;
            }
        }
        Ok(posed)
    }

    /// The solver's reply to a problem.
    fn solved(&self, solver: &mut Solver, posed: &Posed) -> Reply {
        match Solved::find(solver, posed, &self.question(), &self.limits(), self.all) {
            Ok(solved) => Reply::Solved(Box::new(solved)),
            Err(error @ NoProblem::Open) => Reply::Refused(format!("{error} (--goal)")),
            Err(error) => Reply::Refused(error.to_string()),
        }
    }
}

/// Solves all problems.
pub(super) fn run(args: &Args, screen: &mut Screen) -> Result<(), Failure> {
    let mut problems = Vec::new();
    for file in &args.files {
        let source = Source::new(file);
        let posed = args.posed(&source)?;
        problems.extend(posed.into_iter().map(|posed| (source.to_string(), posed)));
    }
    let player = match &args.recipe {
        Some(recipe) => Some(player::parameters(recipe, args.playouts, args.time)?),
        None => None,
    };
    let mut solver = Solver::default();
    let mut tally = SuiteTally::default();
    let suite = problems.len() > 1;
    let mut progress = suite.then(|| Progress::new(problems.len() as u64, 0));
    for (number, (file, posed)) in problems.iter().enumerate() {
        let reply = match &player {
            Some(parameters) => player::answer(posed, parameters, args.question().goal),
            None => args.solved(&mut solver, posed),
        };
        let case = Case { posed, reply };
        if args.json {
            let mut object = json!(case);
            object["file"] = json!(file);
            writeln!(screen, "{object}")?;
        } else if !suite || !matches!(case.reply, Reply::Played(_)) {
            told::people(file, &case, suite, screen)?;
        }
        screen.flush()?;
        tally.add(&case);
        if let Some(progress) = &mut progress {
            progress.done(number as u64 + 1, &tally.so_far());
        }
    }
    if let Some(progress) = progress {
        progress.finish();
    }
    if suite {
        match args.json {
            true => writeln!(screen, "{}", json!({ "summary": tally.counts }))?,
            false => tally.people(screen)?,
        }
    }
    match tally.counts.is_well() {
        true => Ok(()),
        false => Err(Failure::Said),
    }
}
