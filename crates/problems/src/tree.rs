//! Problems as SGF: each game of a collection is one.
//!
//! The position is what the nodes before the first move set up; the side to move is that of `PL`,
//! and without it that of the first variation. The rules are Chinese and komi is the usual one unless the
//! root says otherwise. The name is the root's `GN`, and without it the number of the game in the
//! file.
//!
//! Each variation is a first move and what follows. It is right if any node of it is marked so:
//! - its comment has the word `RIGHT`, `Correct` or `CORRECT`, as a word and spelt like this, or is
//!   nothing but `+`;
//! - it is a move of the side that solves, and has the property `TE` (a good move).
//!
//! In a game without any mark, the first variation is right and all others are wrong.

use std::collections::{BTreeMap, BTreeSet};

use tengen_go::{Color, Move};
use tengen_record::sgf::{self, GameTree, Ident, Node, NodeId, Replay};
use tengen_record::{Diagnostic, Severity, move_from_pair};

use super::problem::{Problem, SuiteError};

/// The number of characters of a `GN` that are taken as a name.
const LONGEST: usize = 100;

/// A game that is a problem.
pub(crate) struct Variations {
    pub(crate) name: String,
    tree: GameTree,
}

impl Variations {
    /// The problem.
    pub(crate) fn problem(&self, file: &str) -> Result<Problem, SuiteError> {
        problem(file, self.name.clone(), &self.tree)
    }
}

/// Reads a file whose games are problems; or says which is none, and why.
pub(crate) fn read(file: &str, bytes: &[u8]) -> Result<Vec<Variations>, SuiteError> {
    let mut names = BTreeSet::new();
    let games = (1_usize..).zip(games(file, bytes)?);
    let read = games.map(|(number, tree)| {
        let name = replay(file, &tree, 0)?.info.name;
        let mut name: String = name.chars().take(LONGEST).collect();
        if name.is_empty() {
            name = number.to_string();
        }
        while !names.insert(name.clone()) {
            name = format!("{name} #{number}");
        }
        let variations = Variations { name, tree };
        variations.problem(file)?;
        Ok(variations)
    });
    read.collect()
}

/// The games of a file that has no faults.
pub(crate) fn games(file: &str, bytes: &[u8]) -> Result<Vec<GameTree>, SuiteError> {
    let parsed = sgf::parse(bytes);
    let (collection, found) =
        parsed.map_err(|error| SuiteError::new(file, None, error.to_string()))?;
    sound(file, &found)?;
    Ok(collection.games)
}

/// Plays the main line up to this many moves, which have to be legal.
pub(crate) fn replay(file: &str, game: &GameTree, moves: usize) -> Result<Replay, SuiteError> {
    let replay = sgf::replay_to(game, moves).map_err(|fatal| fault(file, &fatal))?;
    sound(file, &replay.diagnostics)?;
    Ok(replay)
}

fn sound(file: &str, found: &[Diagnostic]) -> Result<(), SuiteError> {
    let worst = found.iter().find(|d| d.severity == Severity::Error);
    worst.map_or(Ok(()), |diagnostic| Err(fault(file, diagnostic)))
}

fn fault(file: &str, diagnostic: &Diagnostic) -> SuiteError {
    let line = diagnostic.place.line as usize;
    SuiteError::new(file, line, diagnostic.message.clone())
}

pub(crate) fn problem(file: &str, name: String, tree: &GameTree) -> Result<Problem, SuiteError> {
    let Replay { info, mut game, .. } = replay(file, tree, 0)?;
    let start = start(tree);
    let wrong = |node: &Node, what: String| {
        let line = node.place().line as usize;
        SuiteError::new(file, line, what)
    };
    let first = tree.children(start).next().ok_or_else(|| {
        let what = "the game has no move, so nothing is right in it";
        wrong(tree.node(start), what.to_owned())
    })?;
    let has_turn = [NodeId::ROOT, start]
        .iter()
        .any(|&id| tree.node(id).get(&Ident::PL).is_some());
    if let Some((color, _)) = played(tree.node(first)).filter(|_| !has_turn) {
        game.set_turn(color);
    }
    game.set_rules(info.rules.unwrap_or_default());
    let marks = marks(tree, game.turn());
    let is_marked = tree.children(start).any(|child| marks[child.index()]);
    let mut right: Vec<Move> = Vec::new();
    for child in tree.children(start) {
        if !(marks[child.index()] || !is_marked && child == first) {
            continue;
        }
        let node = tree.node(child);
        let (color, pair) = played(node).ok_or_else(|| {
            wrong(
                node,
                "a right variation has to begin with a move".to_owned(),
            )
        })?;
        if color != game.turn() {
            let turn = game.turn();
            let what = format!("{turn} is to move, but a right variation begins with {color}");
            return Err(wrong(node, what));
        }
        let mv = move_from_pair(pair.as_bytes(), game.size()).ok_or_else(|| {
            let pair: String = pair.chars().take(10).collect();
            wrong(
                node,
                format!("{pair:?} is no point of a {} board", game.size()),
            )
        })?;
        if !right.contains(&mv) {
            right.push(mv);
        }
    }
    let place = tree.root();
    Problem::new(name, BTreeMap::new(), game, right).map_err(|what| wrong(place, what))
}

/// The node whose children are the first moves: the root, or a later one that has no choice and no
/// move before it.
fn start(tree: &GameTree) -> NodeId {
    let mut start = NodeId::ROOT;
    loop {
        let mut children = tree.children(start);
        match (children.next(), children.next()) {
            (Some(only), None) if played(tree.node(only)).is_none() => start = only,
            _ => return start,
        }
    }
}

/// The move of a node.
fn played(node: &Node) -> Option<(Color, &str)> {
    let moves = [(Color::Black, Ident::B), (Color::White, Ident::W)];
    moves.into_iter().find_map(|(color, ident)| {
        let property = node.get(&ident)?;
        Some((color, property.value().trimmed()))
    })
}

/// For each node whether it or one below it is marked right.
fn marks(tree: &GameTree, solver: Color) -> Vec<bool> {
    let mut marks: Vec<bool> = tree
        .ids()
        .map(|id| is_marked(tree.node(id), solver))
        .collect();
    // A node is added after its parent, so from the end every node is met before its parent.
    let ids: Vec<NodeId> = tree.ids().collect();
    for &id in ids.iter().rev() {
        if let Some(parent) = tree.node(id).parent() {
            marks[parent.index()] |= marks[id.index()];
        }
    }
    marks
}

fn is_marked(node: &Node, solver: Color) -> bool {
    let comment = node.get(&Ident::C).map(|p| p.value().text());
    let says_so = comment.is_some_and(|text| {
        let mut words = text.split(|c: char| !c.is_alphanumeric());
        text.trim() == "+" || words.any(|word| matches!(word, "RIGHT" | "Correct" | "CORRECT"))
    });
    let own = played(node).is_some_and(|(color, _)| color == solver);
    let good = node.properties().iter().any(|p| p.ident().as_str() == "TE");
    says_so || own && good
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_go::{Komi, Rules};

    fn problems(text: &str) -> Result<Vec<Problem>, SuiteError> {
        let read = read("a.sgf", text.as_bytes())?;
        read.iter().map(|game| game.problem("a.sgf")).collect()
    }

    fn right(text: &str) -> Vec<String> {
        let problem = problems(text).unwrap().remove(0);
        let size = problem.game.size();
        problem.right.iter().map(|mv| mv.label(size)).collect()
    }

    fn error(text: &str) -> String {
        problems(text).unwrap_err().to_string()
    }

    #[test]
    fn setup_turn_and_name_are_those_of_the_root() {
        let text = "(;SZ[9]GN[corner]AB[cc][cd]AW[dd]PL[W]KM[5.5]RU[Japanese];W[dc])\n\
                    (;SZ[9];B[ee])(;SZ[9]GN[corner];W[ee])";
        let problems = problems(text).unwrap();
        let game = &problems[0].game;
        assert_eq!((game.turn(), game.komi().points()), (Color::White, 5.5));
        assert_eq!((game.rules(), game.size().get()), (Rules::JAPANESE, 9));
        assert_eq!(game.stones().stones(Color::Black), 2);
        assert_eq!(game.moves().len(), 0);
        let names: Vec<&str> = problems.iter().map(|p| p.name.as_str()).collect();
        assert_eq!(names, ["corner", "2", "corner #3"]);
        assert_eq!(problems[1].game.komi(), Komi::SEVEN_AND_A_HALF);
        assert_eq!(problems[2].game.turn(), Color::White);
    }

    #[test]
    fn marked_variations_are_right() {
        let tree = |a: &str, b: &str, c: &str| {
            format!("(;SZ[9]PL[B](;B[aa];W[ab];B[ac]{a})(;B[bb]{b};W[bc])(;B[cc];W[cd]{c}))")
        };
        assert_eq!(right(&tree("", "C[Incorrect: the right side]", "")), ["A9"]);
        assert_eq!(right(&tree("", "C[RIGHT]", "C[INCORRECT]")), ["B8"]);
        assert_eq!(right(&tree("C[Correct!]", "", "C[CORRECT]")), ["A9", "C7"]);
        assert_eq!(right(&tree("", "C[ + ]", "")), ["B8"]);
        assert_eq!(right(&tree("TE[1]", "", "")), ["A9"]);
        // A good move of the opponent refutes.
        assert_eq!(right(&tree("", "TE[1]", "TE[1]")), ["B8"]);
    }

    #[test]
    fn a_first_move_may_come_after_a_title_page() {
        assert_eq!(
            right("(;SZ[9]C[Problem 1];AB[aa]AW[ab]PL[W](;W[ba])(;W[bb]TE[1]))"),
            ["B8"]
        );
    }

    #[test]
    fn faults_have_their_line() {
        assert!(error("nothing").starts_with("a.sgf: there is no game in it"));
        assert_eq!(
            error("(;SZ[9]\nAB[aa])"),
            "a.sgf:1: the game has no move, so nothing is right in it"
        );
        assert_eq!(
            error("(;SZ[9]\n;B[zz])"),
            "a.sgf:2: \"zz\" is no point of a 9×9 board"
        );
        assert_eq!(
            error("(;SZ[9]PL[B]\n;W[aa])"),
            "a.sgf:2: Black is to move, but a right variation begins with White"
        );
        assert!(error("(;SZ[9]AB[ee]\n;B[ee])").contains("the right move E5 is illegal"));
        assert!(error("(;SZ[9]AB[zz];B[ee])").contains("AB names \"zz\""));
        assert!(error("(;SZ[99];B[ee])").starts_with("a.sgf:1: "));
        assert!(error("(;SZ[9];B[ee]").contains("the file ends inside a game"));
    }
}
