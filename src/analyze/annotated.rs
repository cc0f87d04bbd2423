//! A record with its review written into it, for any program that shows SGF.
//!
//! Every node of the main line gets the win rate of Black in percent as Sabaki keeps it (`SBKV`), the score as `FF[4]`
//! has it (`V`), and a comment; a move that has lost much is marked as doubtful (`DO`) or bad (`BM`), and what the
//! search would have played is a variation beside it. What the record says itself stays: its texts come first, and
//! its own marks and variations win. What an earlier review has written does not: this one takes its place.

use std::io::Write;
use std::path::Path;

use tengen_go::{Color, Move, Size};
use tengen_go_engine::Candidate;
use tengen_go_engine::review::{Judged, Searched, Sums, judge};
use tengen_record::pair;
use tengen_record::sgf::{Collection, GameTree, Ident, Node, NodeId, Value};

use super::Record;
use super::earlier::{self, BETTER};
use super::review::{FORESIGHT, NOTEWORTHY, reach, summary};
use crate::failure::Failure;
use crate::learn::output;
use crate::screen::{Screen, count};
use crate::source::Source;
use crate::wording::{lead, line, percent};

/// A move that has lost so much win rate is doubtful.
const DOUBTFUL: f64 = 0.05;
/// A move that has lost so much is bad, and one that has lost twice as much is very bad.
const BAD: f64 = 0.1;

/// Sees to it that the review can be written there before the game is searched. Nothing that is there is replaced
/// unless one has said so.
///
/// # Errors
/// If it cannot.
pub(super) fn check(path: &Path, source: &Path, replace: bool) -> Result<(), Failure> {
    if is_output(path) {
        return Ok(());
    }
    let name = path.display();
    if path.is_file() && !replace {
        let itself = Source::new(source) != Source::Stdin
            && path.canonicalize().ok() == source.canonicalize().ok();
        let what = if itself {
            "is the record itself"
        } else {
            "exists already"
        };
        return Err(Failure::Failed(format!(
            "{name} {what}; --force replaces it"
        )));
    }
    let folder = path.parent();
    if folder.is_some_and(|folder| !folder.as_os_str().is_empty() && !folder.exists()) {
        let sentence = format!("{name} cannot be written: there is no such folder");
        return Err(Failure::Failed(sentence));
    }
    output::check(path)
}

/// Tests if a path means standard output.
pub(super) fn is_output(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Writes the record, its first game with the review by this recipe, and the other games as they are.
///
/// # Errors
/// If it cannot be written.
pub(super) fn write(
    path: &Path,
    record: &Record,
    all: &[Searched],
    recipe: &str,
    screen: &mut Screen,
) -> Result<(), Failure> {
    let mut tree = earlier::without(&record.tree);
    annotate(&mut tree, all, &heading(record, all, recipe));
    let mut games = vec![tree];
    games.extend(record.others.iter().cloned());
    let text = Collection { games }.to_sgf();
    if is_output(path) {
        write!(screen, "{text}")?;
        return Ok(());
    }
    output::replace(path, text.as_bytes())
}

/// Who has reviewed the game how far, and how each side has played.
fn heading(record: &Record, all: &[Searched], recipe: &str) -> String {
    let judged = judge(all);
    let version = env!("CARGO_PKG_VERSION");
    let mut lines = vec![format!(
        "Reviewed by Tengen {version}, recipe {recipe}{}.",
        reach(record, all)
    )];
    for color in Color::BOTH {
        lines.push(format!("{color}: {}", summary(Sums::of(&judged, color))));
    }
    lines.join("\n")
}

/// Writes a review into a record; the heading goes to its root.
fn annotate(tree: &mut GameTree, all: &[Searched], heading: &str) {
    let judged = judge(all);
    let main_line: Vec<NodeId> = tree.main_line().collect();
    let mut number = 0;
    for id in main_line {
        let moves = tree.node(id).properties();
        let moves = moves.iter().filter(|property| property.ident().is_move());
        let moves = moves.count();
        number += moves;
        // Setups between moves are part of the position after them.
        if moves == 0 && id != NodeId::ROOT {
            continue;
        }
        let Some(searched) = all.get(number) else {
            return;
        };
        let now = searched.position.number;
        let judged = judged.iter().find(|judged| judged.number == now);
        let judged = judged.filter(|_| moves == 1);
        let mut lines = Vec::new();
        if id == NodeId::ROOT {
            lines.push(heading.to_owned());
        }
        lines.extend(judged.map(|judged| judgement(judged, searched.analysis.geometry)));
        lines.push(standing(searched));
        let (winrate, score) = searched.value(Color::Black);
        let node = tree.node_mut(id);
        put_value(node, winrate, score);
        add_comment(node, &lines.join("\n"));
        if let Some(judged) = judged {
            mark(node, judged.loss());
            add_better(tree, id, judged);
        }
    }
}

/// What a move has lost, in a sentence.
fn judgement(judged: &Judged<'_>, size: Size) -> String {
    let mv = format!("{} {}", judged.color, judged.mv.label(size));
    match judged.better {
        None => format!("{mv}: the search would play it, too."),
        Some(better) => format!(
            "{mv}: {} of win rate and {:.1} points lost; the search would play {} ({}).",
            percent(judged.loss()),
            judged.points,
            better.mv.label(size),
            line(&better.pv, size, FORESIGHT),
        ),
    }
}

/// What the search thinks of a position.
fn standing(searched: &Searched) -> String {
    let (winrate, score) = searched.value(Color::Black);
    format!(
        "Black {}, White {}, {}; {}.",
        percent(winrate),
        percent(1.0 - winrate),
        lead(score, Color::Black),
        count(searched.analysis.playouts, "playout"),
    )
}

/// The values of Black, rounded; what the record's author thinks of the score stays.
fn put_value(node: &mut Node, winrate: f64, score: f64) {
    let number = |value: f64, digits: usize| {
        let text = format!("{value:.digits$}");
        Value::from_raw(if text.trim_matches(['-', '0', '.']).is_empty() {
            "0"
        } else {
            &text
        })
    };
    set_unless_there(node, &["V"], "V", number(score, 1));
    // Programs write this one over as they analyse.
    if let Some(ident) = Ident::read("SBKV") {
        earlier::set(node, ident, number(100.0 * winrate, 2));
    }
}

/// Puts a comment behind the one that is there.
fn add_comment(node: &mut Node, text: &str) {
    let before = node.get(&Ident::C).map(|comment| comment.value().text());
    let text = match before.filter(|before| !before.trim().is_empty()) {
        Some(before) => format!("{}\n\n{text}", before.trim_end()),
        None => text.to_owned(),
    };
    earlier::set(node, Ident::C, Value::from_text(&text));
}

/// Marks a move by what it has lost, unless the record judges it itself.
fn mark(node: &mut Node, loss: f64) {
    let judgements = ["BM", "DO", "IT", "TE"];
    let (name, value) = match loss {
        loss if loss >= 2.0 * BAD => ("BM", "2"),
        loss if loss >= BAD => ("BM", "1"),
        loss if loss >= DOUBTFUL => ("DO", ""),
        _ => return,
    };
    set_unless_there(node, &judgements, name, Value::from_raw(value));
    if loss >= 2.0 * BAD {
        set_unless_there(node, &["HO"], "HO", Value::from_raw("1"));
    }
}

fn set_unless_there(node: &mut Node, any: &[&str], name: &str, value: Value) {
    let is_there = node
        .properties()
        .iter()
        .any(|p| any.contains(&p.ident().as_str()));
    if let Some(ident) = Ident::read(name).filter(|_| !is_there) {
        earlier::set(node, ident, value);
    }
}

/// Puts the better line beside a move that has lost something, unless the record has that variation.
fn add_better(tree: &mut GameTree, id: NodeId, judged: &Judged<'_>) {
    let Some(better) = judged.better.filter(|_| judged.loss() >= NOTEWORTHY) else {
        return;
    };
    let Some(parent) = tree.node(id).parent() else {
        return;
    };
    let first = step(judged.color, better.mv);
    let has = |id: NodeId| tree.node(id).get(&first.0).map(|p| p.value()) == Some(&first.1);
    if tree.children(parent).any(has) {
        return;
    }
    let (mut last, mut color) = (parent, judged.color);
    for (index, &mv) in better.pv.iter().take(FORESIGHT).enumerate() {
        last = tree.add(last);
        let (ident, value) = step(color, mv);
        let node = tree.node_mut(last);
        earlier::set(node, ident, value);
        if index == 0 {
            let (winrate, score) = of_black(better, color);
            put_value(node, winrate, score);
            let lead = lead(score, Color::Black);
            let visits = count(better.visits, "visit");
            let better = format!("{BETTER}Black {}, {lead}; {visits}.", percent(winrate));
            add_comment(node, &better);
        }
        color = !color;
    }
}

/// The values of a candidate of this side for Black.
fn of_black(candidate: &Candidate, color: Color) -> (f64, f64) {
    match color {
        Color::Black => (candidate.winrate, candidate.score),
        Color::White => (1.0 - candidate.winrate, -candidate.score),
    }
}

/// A move as a property.
fn step(color: Color, mv: Move) -> (Ident, Value) {
    let ident = match color {
        Color::Black => Ident::B,
        Color::White => Ident::W,
    };
    let value = mv
        .point()
        .map_or_else(Value::default, |point| Value::from_raw(&pair(point)));
    (ident, value)
}
