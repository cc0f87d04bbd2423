//! `tengen solve problems`: endgame problems drawn by chance, or those with names, and their proofs.

use std::io::Write;
use std::path::{Path, PathBuf};

use tengen_progress::Progress;
use tengen_solver::endgame::Limits;
use tengen_solver::problems::{Generator, NAMED, Pair};

use super::{line, tree};
use crate::failure::Failure;
use crate::learn::output;
use crate::screen::{Screen, count};

/// The end of the long help.
const FORMAT: &str = "\
Every pair is one position with one right move in two versions that differ in komi. In version A the right
move wins and all others lose; in version B the same side wins whatever is played, and the right move is
only the largest. Both are lines of FILE.jsonl, in the format of whole positions that `tengen lab` reads;
their groups are version, pair, areas (how many there are), incomparable (whether it depends on the rest
of the board if the right move is better than some other), case (version and incomparable) and stand
(whether the side to move is ahead or behind in version B). Their wrong moves are smaller, incomparable,
or the pass.

A line of the proofs is about a pair: name, right, score (without komi), areas (at, which is the first of
its empty points, value, mean, temperature, open points), moves (all others: loss in points, relation to
the right one by the difference game: < is worse, and ∥ means that it depends), proof (sum, or whole),
nodes, and for pairs that have names the lesson.

The collection has a game for every pair: its position with the right move marked, komi as in version A,
and a comment that says all this in words.

Exit codes: 0 if all was written, 1 if not, 2 for wrong usage.";

/// What to draw.
#[derive(clap::Args)]
#[command(after_long_help = FORMAT)]
pub(crate) struct Args {
    /// How many pairs; each makes two problems.
    #[arg(long, value_name = "N", required_unless_present = "named", value_parser = clap::value_parser!(u64).range(1..=5000))]
    count: Option<u64>,
    /// The pairs that have names and lessons (P1, P2, 1 to 12) instead of ones drawn by chance.
    #[arg(long, conflicts_with_all = ["count", "seed"])]
    named: bool,
    /// Where chance starts. More pairs begin with the same ones.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Where the problems go [default: standard output].
    #[arg(long, value_name = "FILE.jsonl")]
    output: Option<PathBuf>,
    /// Where the proofs go [default: FILE.proofs.jsonl, beside the problems].
    #[arg(long, value_name = "FILE")]
    proofs: Option<PathBuf>,
    /// Where the collection of records goes [default: FILE.sgf, beside the problems].
    #[arg(long, value_name = "FILE.sgf")]
    sgf: Option<PathBuf>,
    /// Replace files that are there.
    #[arg(long)]
    force: bool,
}

/// The limits of work for a position. Larger ones are rare and hardly better problems.
fn limits() -> Limits {
    Limits {
        open: 9,
        positions: 3_000,
        forms: 20_000,
        nodes: 200_000,
        ..Limits::default()
    }
}

/// The texts of all pairs.
#[derive(Default)]
struct Texts {
    problems: String,
    proofs: String,
    records: String,
}

impl Texts {
    fn add(&mut self, name: &str, pair: &Pair, lesson: Option<&str>) {
        self.problems.extend(line::versions(name, pair));
        self.proofs.push_str(&line::summary(name, pair, lesson));
        self.records.push_str(&tree::write(name, pair, lesson));
    }
}

/// Draws pairs and writes them.
pub(super) fn run(args: &Args, screen: &mut Screen) -> Result<(), Failure> {
    let beside = |ending: &str| args.output.as_ref().map(|path| path.with_extension(ending));
    let proofs = args.proofs.clone().or_else(|| beside("proofs.jsonl"));
    let records = args.sgf.clone().or_else(|| beside("sgf"));
    let paths: Vec<&PathBuf> = args.output.iter().chain(&proofs).chain(&records).collect();
    for (number, path) in paths.iter().enumerate() {
        if paths[..number].contains(path) {
            let sentence = "problems, proofs and records cannot go into the same file";
            return Err(Failure::Usage(sentence.to_owned()));
        }
        check(path, args.force)?;
    }
    let (texts, told) = match args.count {
        Some(count) if !args.named => draw(count, args.seed),
        _ => recite()?,
    };
    // The problems last: where they are, all is.
    for (path, text) in [(&proofs, &texts.proofs), (&records, &texts.records)] {
        if let Some(path) = path {
            output::replace(path, text.as_bytes())?;
        }
    }
    let Some(path) = &args.output else {
        write!(screen, "{}", texts.problems)?;
        return Ok(());
    };
    output::replace(path, texts.problems.as_bytes())?;
    writeln!(screen, "{told}")?;
    let written = [
        ("Problems", Some(path)),
        ("Proofs", proofs.as_ref()),
        ("Records", records.as_ref()),
    ];
    for (what, path) in written {
        if let Some(path) = path {
            writeln!(screen, "{what:<8}  {}", path.display())?;
        }
    }
    Ok(())
}

/// Sees to it that a file can be written, before time is spent on it.
pub(super) fn check(path: &Path, force: bool) -> Result<(), Failure> {
    if path.is_file() && !force {
        return Err(Failure::Failed(format!(
            "{} exists already; --force replaces it",
            path.display()
        )));
    }
    output::check(path)
}

/// Pairs drawn by chance, and a sentence about them.
fn draw(pairs: u64, seed: u64) -> (Texts, String) {
    let mut generator = Generator::new(seed, limits());
    let mut progress = Progress::new(pairs, 0);
    let mut texts = Texts::default();
    for number in 1..=pairs {
        // The generator never ends.
        let Some(pair) = generator.next() else {
            break;
        };
        texts.add(&line::name(number), &pair, None);
        let drawn = count(generator.tally.drawn, "position");
        progress.done(number, &format!("pairs from {drawn}"));
    }
    progress.finish();
    let (pairs, drawn) = (
        count(pairs, "pair"),
        count(generator.tally.drawn, "position"),
    );
    (
        texts,
        format!("{pairs} of problems, from {drawn} drawn by chance."),
    )
}

/// The pairs that have names, and a sentence about them.
fn recite() -> Result<(Texts, String), Failure> {
    let mut texts = Texts::default();
    for named in &NAMED {
        let pair = named.pair(&Limits::default());
        let pair = pair.map_err(|refusal| Failure::Failed(format!("{}: {refusal}", named.name)))?;
        texts.add(named.name, &pair, Some(named.lesson));
    }
    let pairs = count(NAMED.len() as u64, "pair");
    Ok((texts, format!("{pairs} of problems that have names.")))
}
