//! Selection of problems from a file.
//!
//! A file is SGF if its name ends in `.sgf` (see [`super::tree`]), and otherwise one JSON object a
//! line: those with a field `to_play` are local stones of a collection (see [`super::local`]),
//! others are whole positions (see [`super::plain`]). Local stones get a frame that makes their
//! result decide the game (see [`tengen_solver::tsumego::frame`]), unless none is wanted; whole positions never do.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use tengen_game::Rng;
use tengen_go::{Game, Komi, Move, Rules};
use tengen_solver::tsumego::{Framed, arrange};

use super::local::LocalProblem;
use super::problem::{Problem, SuiteError};
use super::{plain, tree};

/// The problems that are taken from a file, and how they are put on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection {
    /// Only those whose group `kind` is this.
    pub kind: Option<String>,
    /// The number that is drawn; all, in the order of the file, if there is no number.
    pub count: Option<usize>,
    /// The seed of the draw. A larger draw begins with the problems of a smaller one.
    pub seed: u64,
    /// The number of free points around local stones, inside of their frame: at most
    /// [`Selection::MOST_MARGIN`].
    pub margin: u8,
    /// True if local stones get a frame.
    pub frame: bool,
}

impl Selection {
    /// The widest margin.
    pub const MOST_MARGIN: u8 = 3;
}

impl Default for Selection {
    fn default() -> Self {
        Self {
            kind: None,
            count: None,
            seed: 1,
            margin: 1,
            frame: true,
        }
    }
}

/// The problems of a file that were selected.
#[derive(Clone, Debug, Default)]
pub struct Suite {
    /// Those that can be put to a player.
    pub problems: Vec<Problem>,
    /// Those that were selected but cannot.
    pub left_out: Vec<LeftOut>,
}

/// A problem that cannot be put on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// Its name.
    pub name: String,
    /// The reason.
    pub reason: String,
}

impl Suite {
    /// Reads the content of a file and takes what is selected.
    ///
    /// # Errors
    /// If the file is not as it should be anywhere, or has nothing of the wanted kind.
    pub fn read(file: &str, bytes: &[u8], selection: &Selection) -> Result<Self, SuiteError> {
        if selection.margin > Selection::MOST_MARGIN {
            let most = Selection::MOST_MARGIN;
            let what = format!(
                "a margin is from 0 to {most} points, not {}",
                selection.margin
            );
            return Err(SuiteError::new(file, None, what));
        }
        let drafts = if is_sgf(file) {
            let games = tree::read(file, bytes)?;
            games.into_iter().map(Draft::Tree).collect()
        } else {
            lines(file, bytes)?
        };
        let drawn = draw(file, drafts, selection)?;
        if drawn.len() > MOST {
            let number = drawn.len();
            let what = format!("{number} problems are too many for a suite: draw at most {MOST}");
            return Err(SuiteError::new(file, None, what));
        }
        let mut suite = Self::default();
        for draft in drawn {
            match draft.problem(file, selection) {
                Ok(problem) => suite.problems.push(problem),
                Err(reason) => suite.left_out.push(LeftOut {
                    name: draft.name(),
                    reason,
                }),
            }
        }
        Ok(suite)
    }
}

/// Tests if a file is SGF by its name.
pub(crate) fn is_sgf(file: &str) -> bool {
    file.len() >= 4 && file.as_bytes()[file.len() - 4..].eq_ignore_ascii_case(b".sgf")
}

/// The number of problems that a suite holds at most: a position takes some 30 kB.
const MOST: usize = 10_000;

/// A problem as it was read.
pub(crate) enum Draft {
    Plain(plain::Line),
    Tree(tree::Variations),
    Local(LocalProblem),
}

impl Draft {
    pub(crate) fn name(&self) -> String {
        match self {
            Self::Plain(line) => line.name.clone(),
            Self::Tree(game) => game.name.clone(),
            Self::Local(problem) => problem.id.to_string(),
        }
    }

    fn kind(&self) -> Option<&str> {
        match self {
            Self::Plain(line) => line.groups.get("kind").map(String::as_str),
            Self::Tree(_) => None,
            Self::Local(problem) => Some(&problem.kind),
        }
    }

    fn problem(&self, file: &str, selection: &Selection) -> Result<Problem, String> {
        match self {
            Self::Plain(line) => plain::problem(line),
            Self::Tree(game) => game.problem(file).map_err(|error| error.what),
            Self::Local(problem) => set_up(problem, selection),
        }
    }
}

/// Local stones on a board: with their frame, or alone at a komi of 7.5.
fn set_up(problem: &LocalProblem, selection: &Selection) -> Result<Problem, String> {
    let groups = [("rank", &problem.rank), ("kind", &problem.kind)];
    let groups = groups.map(|(name, group)| (name.to_owned(), group.clone()));
    let forced = problem.forced.iter();
    let (stones, komi, right) = if selection.frame {
        let framed = Framed::new(&problem.figure(), selection.margin.into());
        let framed = framed.map_err(|error| error.to_string())?;
        let right: Option<Vec<Move>> = forced
            .map(|&point| framed.here(point).map(Move::Play))
            .collect();
        let right = right.ok_or("a right move is outside of the frame")?;
        (framed.stones, framed.komi, right)
    } else {
        let stones = arrange(problem.size, &problem.stones);
        let stones = stones.map_err(|illegal| format!("the problem cannot stand: {illegal}"))?;
        let right = forced.copied().map(Move::Play).collect();
        (stones, Komi::SEVEN_AND_A_HALF, right)
    };
    let game = Game::from_position(stones, problem.turn, Rules::CHINESE, komi);
    Problem::new(problem.id.to_string(), groups.into(), game, right)
}

/// The problems of a file of JSON objects, one a line.
pub(crate) fn lines(file: &str, bytes: &[u8]) -> Result<Vec<Draft>, SuiteError> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let line = bytes[..error.valid_up_to()].split(|&b| b == b'\n').count();
        SuiteError::new(file, line, "the file is not UTF-8")
    })?;
    let mut drafts = Vec::new();
    let mut names = BTreeMap::new();
    for (line, text) in (1..).zip(text.lines()) {
        if text.trim().is_empty() {
            continue;
        }
        let wrong = |what: String| SuiteError::new(file, line, what);
        let value: Value = serde_json::from_str(text)
            .map_err(|error| wrong(format!("this is no JSON: {error}")))?;
        if !value.is_object() {
            return Err(wrong("a problem is a JSON object, in braces".to_owned()));
        }
        let draft = if value.get("to_play").is_some() {
            LocalProblem::read(&value).map(Draft::Local)
        } else {
            plain::read(&value).map(Draft::Plain)
        };
        let draft = draft.map_err(wrong)?;
        if let Some(earlier) = names.insert(draft.name(), line) {
            let name = draft.name();
            return Err(wrong(format!(
                "line {earlier} has a problem {name:?} already"
            )));
        }
        drafts.push(draft);
    }
    Ok(drafts)
}

/// Draws without putting back; a larger count begins with the same problems.
pub(crate) fn draw(
    file: &str,
    all: Vec<Draft>,
    selection: &Selection,
) -> Result<Vec<Draft>, SuiteError> {
    let kinds: BTreeSet<String> = all
        .iter()
        .filter_map(|d| d.kind().map(str::to_owned))
        .collect();
    let solvable = |draft: &Draft| match draft {
        Draft::Local(problem) => !problem.forced.is_empty(),
        Draft::Plain(_) | Draft::Tree(_) => true,
    };
    let mut left: Vec<Draft> = all
        .into_iter()
        .filter(|draft| selection.kind.is_none() || draft.kind() == selection.kind.as_deref())
        .filter(solvable)
        .collect();
    if left.is_empty() {
        let what = match &selection.kind {
            Some(kind) if !kinds.is_empty() => {
                let kinds: Vec<String> = kinds.into_iter().take(20).collect();
                format!(
                    "there is no problem of the kind {kind:?}, only of {}",
                    kinds.join(", ")
                )
            }
            Some(_) => "the problems of this file are of no kind; ask for none".to_owned(),
            None => "there is no problem with a right move in it".to_owned(),
        };
        return Err(SuiteError::new(file, None, what));
    }
    if let Some(count) = selection.count {
        let mut rng = Rng::new(selection.seed);
        for i in 0..count.min(left.len()) {
            let rest = u32::try_from(left.len() - i).unwrap_or(u32::MAX);
            left.swap(i, i + rng.below(rest) as usize);
        }
        left.truncate(count);
    }
    Ok(left)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, proptest};
    use tengen_go::Color;

    use super::*;

    fn collection() -> String {
        let kinds = ["lifeAndDeath", "tesuji"].into_iter().cycle();
        let line = |(id, kind): (usize, &str)| {
            format!(
                r#"{{"id":{id},"rank":"5k","type":"{kind}","size":19,"to_play":"W","B":["pa","pb","pc","pd","qd","rd","sd"],"W":["qa","qb","qc","rc","sc"],"forced":["rb"]}}"#
            ) + "\n"
        };
        (0..100).zip(kinds).map(line).collect()
    }

    fn names(selection: &Selection) -> Vec<u64> {
        let suite = Suite::read("made-up.jsonl", collection().as_bytes(), selection).unwrap();
        assert_eq!(suite.left_out, []);
        let names = suite.problems.iter().map(|problem| &problem.name);
        names.map(|name| name.parse().unwrap()).collect()
    }

    fn life_and_death(count: usize) -> Selection {
        Selection {
            kind: Some("lifeAndDeath".to_owned()),
            count: Some(count),
            ..Selection::default()
        }
    }

    #[test]
    fn a_draw_follows_from_its_seed_and_a_larger_one_begins_alike() {
        let ten = names(&life_and_death(10));
        assert_eq!(ten.len(), 10);
        assert!(ten.iter().all(|id| id % 2 == 0), "only the kind asked for");
        assert_eq!(names(&life_and_death(20))[..10], ten);
        let other = Selection {
            seed: 2,
            ..life_and_death(10)
        };
        assert_ne!(names(&other), ten);
        let mut all = names(&life_and_death(1000));
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 50);
        let in_order: Vec<u64> = (0..100).collect();
        assert_eq!(names(&Selection::default()), in_order);
    }

    #[test]
    fn local_stones_get_a_frame_or_stand_alone() {
        let read = |selection| {
            let suite = Suite::read("made-up.jsonl", collection().as_bytes(), &selection);
            suite.unwrap().problems.remove(0)
        };
        let framed = read(Selection::default());
        assert_eq!(framed.game.size().get(), 9);
        assert_eq!(framed.game.turn(), Color::White);
        assert_eq!(framed.right[0].label(framed.game.size()), "H8");
        assert_eq!(framed.groups["rank"], "5k");
        assert_eq!(framed.groups["kind"], "lifeAndDeath");
        let bare = read(Selection {
            frame: false,
            ..Selection::default()
        });
        assert_eq!(bare.game.size().get(), 19);
        assert_eq!(bare.game.komi(), Komi::SEVEN_AND_A_HALF);
        assert_eq!(bare.right[0].label(bare.game.size()), "S18");
    }

    #[test]
    fn games_of_a_tree_file_are_problems() {
        let text = b"(;SZ[9]GN[one];B[ee])(;SZ[9];B[cc](;W[dd])(;W[ee]))";
        let suite = Suite::read("dir/a.SGF", text, &Selection::default()).unwrap();
        let names: Vec<&str> = suite.problems.iter().map(|p| p.name.as_str()).collect();
        assert_eq!(names, ["one", "2"]);
        assert!(Suite::read("sgf", text, &Selection::default()).is_err());
    }

    proptest! {
        /// Whatever is in a file, reading it ends without a panic.
        #[test]
        fn any_file_is_read_or_refused(
            noise in proptest::collection::vec(any::<u8>(), 0..40),
            at in 0_usize..400,
            frame in any::<bool>(),
        ) {
            let sgf = "(;SZ[9]AB[aa][cc]AW[bb]PL[W](;W[ba]C[RIGHT])(;W[bb];B[cc]TE[1]))";
            let selection = Selection {
                frame,
                ..Selection::default()
            };
            for (file, text) in [("a.jsonl", collection()), ("a.sgf", sgf.to_owned())] {
                let mut bytes = text.into_bytes();
                let end = bytes.len();
                let range = at.min(end)..(at + noise.len() / 2).min(end);
                bytes.splice(range, noise.iter().copied());
                let _ = Suite::read(file, &bytes, &selection);
            }
        }
    }

    #[test]
    fn what_has_no_frame_is_left_out_with_its_reason() {
        let text = r#"{"id":7,"rank":"1d","type":"x","size":5,"to_play":"B","B":["aa","ee","cc"],"W":[],"forced":["ab"]}"#;
        let suite = Suite::read("a.jsonl", text.as_bytes(), &Selection::default()).unwrap();
        assert!(suite.problems.is_empty());
        assert_eq!(suite.left_out[0].name, "7");
        assert_eq!(
            suite.left_out[0].reason,
            "no living frame fits around the problem"
        );
    }

    #[test]
    fn faults_have_their_file_and_line() {
        let error = |text: &str, selection: &Selection| {
            let read = Suite::read("a.jsonl", text.as_bytes(), selection);
            read.unwrap_err().to_string()
        };
        let fault = |text: &str| error(text, &Selection::default());
        let good = r#"{"name":"one","size":9,"black":["C3"],"white":[],"turn":"B","right":["D4"]}"#;
        assert!(fault(&format!("{good}\n\n{{")).starts_with("a.jsonl:3: this is no JSON: "));
        assert_eq!(
            fault(&format!("{good}\n[1]")),
            "a.jsonl:2: a problem is a JSON object, in braces"
        );
        assert_eq!(
            fault(&format!("{good}\n{good}")),
            "a.jsonl:2: line 1 has a problem \"one\" already"
        );
        assert_eq!(
            fault(""),
            "a.jsonl: there is no problem with a right move in it"
        );
        let poetry = Selection {
            kind: Some("poetry".to_owned()),
            ..Selection::default()
        };
        assert_eq!(
            error(&collection(), &poetry),
            "a.jsonl: there is no problem of the kind \"poetry\", only of lifeAndDeath, tesuji"
        );
        assert!(error(good, &poetry).contains("of no kind"));
        let wide = Selection {
            margin: 9,
            ..Selection::default()
        };
        assert!(error(good, &wide).contains("from 0 to 3 points, not 9"));
        let many: String = (0..=MOST)
            .map(|n| good.replace("one", &n.to_string()) + "\n")
            .collect();
        assert_eq!(
            fault(&many),
            "a.jsonl: 10001 problems are too many for a suite: draw at most 10000"
        );
        let bytes = [good.as_bytes(), b"\n\xff\n"].concat();
        let read = Suite::read("a.jsonl", &bytes, &Selection::default());
        assert_eq!(read.unwrap_err().line, Some(2));
    }
}
