//! `tengen solve draw`: problems of life and death drawn by chance, each with one right first move.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde_json::json;
use tengen_go::{Color, Point, PointSet};
use tengen_progress::Progress;
use tengen_record::pair;
use tengen_record::sgf::{Collection, GameTree, Ident, NodeId, Property, Value, compressed};
use tengen_solver::tsumego::{Drawing, Drawn, Limits};

use super::line::object;
use super::problems;
use crate::failure::Failure;
use crate::learn::output;
use crate::screen::{Screen, count};

/// The end of the long help.
const FORMAT: &str = "\
Black is to kill White in the upper right corner, on a board of 19×19 with nothing else on it. One first move kills
without a ko threat, even if White has two; every other move of the region, which has a free point around the
stones, is proved to fail even if Black has two.

A problem is a line of FILE.jsonl, as `tengen solve tsumego` and `tengen lab` read it: id, name, rank (its name again, so
that reports count by it), type, size, to_play, the stones B and W as SGF pairs, answers and forced (the right move), wrong (all
others), nodes (positions searched to prove the right one). The collection has a game for each.

One seed and one number of --nodes give the same problems everywhere. Files are written every few seconds, so that a drawing
that is cut short leaves what it has.

Exit codes: 0 if all was written, 1 if not, 2 for wrong usage.";

/// What to draw.
#[derive(clap::Args)]
#[command(after_long_help = FORMAT)]
pub(crate) struct Args {
    /// How many problems.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=5000))]
    count: u64,
    /// Where chance starts. More problems begin with the same ones.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// How many positions may be searched for the fate of a move: with more, harder problems are among them.
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1000..))]
    nodes: u64,
    /// Where the problems go [default: standard output].
    #[arg(long, value_name = "FILE.jsonl")]
    output: Option<PathBuf>,
    /// Where the collection of records goes [default: FILE.sgf, beside the problems].
    #[arg(long, value_name = "FILE.sgf")]
    sgf: Option<PathBuf>,
    /// Replace files that are there.
    #[arg(long)]
    force: bool,
}

/// Draws problems and writes them.
pub(super) fn run(args: &Args, screen: &mut Screen) -> Result<(), Failure> {
    let beside = args.output.as_ref().map(|path| path.with_extension("sgf"));
    let records = args.sgf.clone().or(beside);
    for path in args.output.iter().chain(&records) {
        problems::check(path, args.force)?;
    }
    let places = [&args.output, &records].map(|path| place(path.as_deref()?));
    if places[0].is_some() && places[0] == places[1] {
        let sentence = "problems and records cannot go into the same file";
        return Err(Failure::Usage(sentence.to_owned()));
    }
    // No clock, so that what is drawn depends on the seed alone.
    let limits = Limits {
        time: Duration::from_secs(u64::from(u32::MAX)),
        nodes: args.nodes,
    };
    let mut drawing = Drawing::new(args.seed, limits);
    let mut progress = Progress::new(args.count, 0);
    let mut texts = Texts::default();
    let mut written = Instant::now();
    for number in 1..=args.count {
        // The drawing never ends.
        let Some(drawn) = drawing.next() else { break };
        let line = line(number, &drawn);
        texts.games.push_str(&game(number, &drawn));
        match args.output {
            Some(_) => texts.lines.push_str(&line),
            None => {
                write!(screen, "{line}")?;
                screen.flush()?;
            }
        }
        let looked = count(drawing.looked, "figure");
        progress.done(number, &format!("problems from {looked}"));
        if written.elapsed() >= KEPT {
            texts.keep(args.output.as_deref(), records.as_deref())?;
            written = Instant::now();
        }
    }
    progress.finish();
    texts.keep(args.output.as_deref(), records.as_deref())?;
    let Some(path) = &args.output else {
        return Ok(());
    };
    let (problems, looked) = (
        count(args.count, "problem"),
        count(drawing.looked, "figure"),
    );
    writeln!(screen, "{problems}, from {looked} drawn by chance.")?;
    for (what, path) in [("Problems", Some(path)), ("Records", records.as_ref())] {
        if let Some(path) = path {
            writeln!(screen, "{what:<8}  {}", path.display())?;
        }
    }
    Ok(())
}

/// The time between two writes of what was drawn so far: a drawing may take hours.
const KEPT: Duration = Duration::from_secs(5);

/// The contents of the files.
#[derive(Default)]
struct Texts {
    lines: String,
    games: String,
}

impl Texts {
    /// Writes it down, the problems last: what they have, the records have.
    fn keep(&self, problems: Option<&Path>, records: Option<&Path>) -> Result<(), Failure> {
        for (path, text) in [(records, &self.games), (problems, &self.lines)] {
            if let Some(path) = path {
                output::replace(path, text.as_bytes())?;
            }
        }
        Ok(())
    }
}

/// The canonical path of a file that is or will be there, however it is named.
fn place(path: &Path) -> Option<PathBuf> {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new(".")).canonicalize().ok()?;
    let place = folder.join(path.file_name()?);
    Some(place.canonicalize().unwrap_or(place))
}

/// The name of a problem, from 1 on.
fn name(number: u64) -> String {
    format!("d{number:03}")
}

/// The stones of a colour.
fn stones(drawn: &Drawn, color: Color) -> impl Iterator<Item = Point> + '_ {
    let own = drawn
        .figure
        .stones
        .iter()
        .filter(move |(_, of)| *of == color);
    own.map(|&(point, _)| point)
}

fn line(number: u64, drawn: &Drawn) -> String {
    let pairs = |points: &mut dyn Iterator<Item = Point>| points.map(pair).collect::<Vec<_>>();
    let right = [pair(drawn.right)];
    object(&[
        ("id", json!(number)),
        ("name", json!(name(number))),
        ("rank", json!(name(number))),
        ("type", json!("lifeAndDeath")),
        ("size", json!(drawn.figure.size.get())),
        ("to_play", json!("B")),
        ("B", json!(pairs(&mut stones(drawn, Color::Black)))),
        ("W", json!(pairs(&mut stones(drawn, Color::White)))),
        ("answers", json!(right)),
        ("forced", json!(right)),
        ("wrong", json!(pairs(&mut drawn.wrong.iter().copied()))),
        ("nodes", json!(drawn.nodes)),
    ])
}

/// The problem as a record, the answer marked and played.
fn game(number: u64, drawn: &Drawn) -> String {
    let mut tree = GameTree::new();
    let answer = tree.add(NodeId::ROOT);
    let mut put = |node: NodeId, ident: &str, values: Vec<Value>| {
        if let Some(ident) = Ident::read(ident) {
            let property = Property::with_values(ident, values);
            tree.node_mut(node).properties_mut().push(property);
        }
    };
    let text = |text: &str| vec![Value::from_text(text)];
    let root = NodeId::ROOT;
    put(root, "SZ", text(&drawn.figure.size.get().to_string()));
    put(root, "GN", text(&name(number)));
    for (ident, color) in [("AB", Color::Black), ("AW", Color::White)] {
        let own: PointSet = stones(drawn, color).collect();
        put(root, ident, compressed(&own));
    }
    put(root, "PL", text("B"));
    let words = format!("{}: Black to kill. One first move does it.", name(number));
    put(root, "C", text(&words));
    put(answer, "B", vec![Value::from_raw(&pair(drawn.right))]);
    put(answer, "C", text("RIGHT"));
    Collection { games: vec![tree] }.to_sgf()
}
