//! Problems of life and death as they are posed: local stones, before any frame is put around them.
//!
//! They come from the same files as a [`Suite`](super::Suite) and are drawn in the same way, so that the
//! solver and the players are asked about the same problems. Besides, an SGF game without a move is a
//! problem here: the solver needs no answer to compare its own with.

use std::str::FromStr;

use tengen_go::{Move, Point};
use tengen_solver::tsumego::Figure;

use super::problem::SuiteError;
use super::rank::strength;
use super::selection::{Draft, Selection, draw, is_sgf, lines};
use super::{plain, tree};

/// A problem.
#[derive(Clone, Debug)]
pub struct Posed {
    /// Its name.
    pub name: String,
    /// The difficulty, as a rank.
    pub rank: Option<String>,
    /// The stones and whose turn it is.
    pub figure: Figure,
    /// First moves that are right by the file; none if it does not say.
    pub answers: Vec<Point>,
    /// First moves that are refuted by the file.
    pub wrong: Vec<Point>,
}

/// A range of ranks, from either end: `15k..5k`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ranks {
    weakest: i32,
    strongest: i32,
}

impl FromStr for Ranks {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("ranks are written like 15k..5k, not {text:?}");
        let (from, to) = text.split_once("..").ok_or_else(wrong)?;
        let from = strength(from).ok_or_else(wrong)?;
        let to = strength(to).ok_or_else(wrong)?;
        Ok(Self {
            weakest: from.min(to),
            strongest: from.max(to),
        })
    }
}

impl Ranks {
    /// Tests if a rank is among them.
    #[must_use]
    pub fn contain(&self, rank: &str) -> bool {
        strength(rank).is_some_and(|rank| (self.weakest..=self.strongest).contains(&rank))
    }
}

impl Posed {
    /// Reads the content of a file and takes what is selected.
    ///
    /// # Errors
    /// If the file is not as it should be anywhere, or has nothing of what is wanted.
    pub fn read(
        file: &str,
        bytes: &[u8],
        selection: &Selection,
        ranks: Option<Ranks>,
    ) -> Result<Vec<Self>, SuiteError> {
        if is_sgf(file) {
            // The games of a record have no kinds and ranks to be chosen by, and are all that is asked.
            let chooses = ranks.is_some() || selection.kind.is_some() || selection.count.is_some();
            return match chooses {
                true => Err(SuiteError::new(
                    file,
                    None,
                    "the games of an SGF file have no kinds or ranks and are not drawn from; leave the selection out",
                )),
                false => games(file, bytes),
            };
        }
        let mut drafts = lines(file, bytes)?;
        if let Some(ranks) = ranks {
            drafts.retain(|draft| match draft {
                Draft::Local(problem) => ranks.contain(&problem.rank),
                Draft::Plain(_) | Draft::Tree(_) => false,
            });
            if drafts.is_empty() {
                return Err(SuiteError::new(
                    file,
                    None,
                    "there is no problem of these ranks",
                ));
            }
        }
        let drawn = draw(file, drafts, selection)?;
        let posed = drawn.into_iter().map(|draft| {
            let name = draft.name();
            match draft {
                Draft::Local(problem) => Ok(Self {
                    name,
                    rank: Some(problem.rank.clone()),
                    figure: problem.figure(),
                    answers: problem.answers,
                    wrong: problem.wrong,
                }),
                Draft::Plain(line) => {
                    let problem = plain::problem(&line);
                    let problem = problem.map_err(|what| SuiteError::new(file, None, what))?;
                    Ok(Self {
                        name,
                        rank: None,
                        figure: Figure::of(problem.game.stones(), problem.game.turn()),
                        answers: problem.right.iter().filter_map(|mv| mv.point()).collect(),
                        wrong: Vec::new(),
                    })
                }
                Draft::Tree(_) => Err(SuiteError::new(file, None, "this is no line of problems")),
            }
        });
        posed.collect()
    }
}

/// Each game of an SGF file is a problem; its right first moves, where it has moves, are those of
/// [`tree`].
fn games(file: &str, bytes: &[u8]) -> Result<Vec<Posed>, SuiteError> {
    let games = (1_usize..).zip(tree::games(file, bytes)?);
    let read = games.map(|(number, game)| {
        let start = tree::replay(file, &game, 0)?;
        let name = match start.info.name.as_str() {
            "" => number.to_string(),
            name => name.chars().take(100).collect(),
        };
        let problem = tree::problem(file, name.clone(), &game).ok();
        let (turn, right) = match &problem {
            Some(problem) => (problem.game.turn(), problem.right.clone()),
            None => (start.game.turn(), Vec::new()),
        };
        Ok(Posed {
            name,
            rank: None,
            figure: Figure::of(start.game.stones(), turn),
            answers: right.iter().copied().filter_map(Move::point).collect(),
            wrong: Vec::new(),
        })
    });
    read.collect()
}

#[cfg(test)]
mod tests {
    use tengen_go::Color;

    use super::*;

    fn line(id: u32, rank: &str) -> String {
        format!(
            r#"{{"id":{id},"rank":"{rank}","type":"lifeAndDeath","size":19,"to_play":"B","B":["pa","pb"],"W":["qa","qb"],"answers":["ra","rb"],"forced":["rb"],"wrong":["sa"]}}"#
        ) + "\n"
    }

    #[test]
    fn ranks_are_a_range_from_either_end() {
        let ranks: Ranks = "5k..15k".parse().unwrap();
        assert!(ranks.contain("15k") && ranks.contain("5k") && ranks.contain("9k"));
        assert!(!ranks.contain("4k") && !ranks.contain("1d") && !ranks.contain("?"));
        for wrong in ["", "5k", "5k..", "a..b"] {
            assert!(wrong.parse::<Ranks>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn only_the_ranks_asked_for_are_drawn() {
        let text = line(1, "5k") + &line(2, "1d") + &line(3, "15k");
        let read = |ranks: &str| {
            let ranks = Some(ranks.parse().unwrap());
            Posed::read("a.jsonl", text.as_bytes(), &Selection::default(), ranks)
        };
        let posed = read("15k..5k").unwrap();
        let names: Vec<&str> = posed.iter().map(|posed| posed.name.as_str()).collect();
        assert_eq!(names, ["1", "3"]);
        assert_eq!((posed[0].answers.len(), posed[0].wrong.len()), (2, 1));
        let error = read("7d..9d").unwrap_err();
        assert!(error.to_string().contains("no problem of these ranks"));
    }

    #[test]
    fn a_game_without_moves_is_a_problem() {
        let text = b"(;SZ[9]GN[bare]AB[aa]AW[bb]PL[W])(;SZ[9]AB[aa]AW[bb];B[ba])";
        let posed = Posed::read("a.sgf", text, &Selection::default(), None).unwrap();
        assert_eq!(
            (posed[0].name.as_str(), posed[0].figure.turn),
            ("bare", Color::White)
        );
        assert!(posed[0].answers.is_empty());
        assert_eq!((posed[1].name.as_str(), posed[1].answers.len()), ("2", 1));
    }
}
