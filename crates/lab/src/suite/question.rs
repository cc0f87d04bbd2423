//! A problem, put to another program over GTP.

use std::fs;
use std::path::Path;

use tengen_go::{Color, Game, Move, Point};
use tengen_record::sgf::{Info, from_game};

use super::problem::Problem;
use super::stopwatch::Stopwatch;
use crate::player::Failing;
use crate::record::{AnswerRecord, Cause, Spent};

/// A program that takes commands of GTP.
pub trait Asks {
    /// Sends a command and waits for its reply, without `=`.
    ///
    /// # Errors
    /// If the program refuses it, or has no answer.
    fn tell(&mut self, command: &str) -> Result<String, Failing>;

    /// Whether the program has this command.
    ///
    /// # Errors
    /// If it has no answer.
    fn knows(&mut self, command: &str) -> Result<bool, Failing>;
}

/// How much of an answer that is no move is kept.
const KEPT: usize = 40;

/// Puts the position on a program's board and asks for a move.
///
/// The stones come as an SGF file if the program loads such, which leaves no history that a search
/// could look at, and else as moves. `file` is where that file is written, and removed afterwards;
/// a path with a space cannot be said in GTP, so then moves it is. The seconds are those of the
/// answer alone. What is no right move is a wrong answer, whatever else it is.
///
/// # Errors
/// If the program fails or refuses a command, or the file cannot be written.
pub fn ask(
    player: &str,
    program: &mut dyn Asks,
    problem: &Problem,
    file: &Path,
) -> Result<AnswerRecord, Failing> {
    let game = &problem.game;
    let path = file
        .to_str()
        .filter(|path| !path.contains(char::is_whitespace));
    match path {
        Some(path) if program.knows("loadsgf")? => {
            fs::write(path, sgf(game)).map_err(|error| Failing::Void {
                cause: Cause::Fault,
                reason: format!("{path} cannot be written: {error}"),
            })?;
            let told = program.tell(&format!("loadsgf {path}"));
            let _ = fs::remove_file(path);
            told?;
        }
        _ => {
            program.tell(&format!("boardsize {}", game.size().get()))?;
            program.tell("clear_board")?;
            for (point, color) in stones(game) {
                let label = point.label(game.size());
                program.tell(&format!("play {} {label}", color.letter()))?;
            }
        }
    }
    program.tell(&format!("komi {}", game.komi()))?;
    let genmove = match program.knows("reg_genmove")? {
        true => "reg_genmove",
        false => "genmove",
    };
    let watch = Stopwatch::start();
    let said = program.tell(&format!("{genmove} {}", game.turn().letter()))?;
    let spent: Spent = watch.spent(false, None);
    let mv = Move::parse(said.trim(), game.size());
    Ok(AnswerRecord {
        player: player.to_owned(),
        problem: problem.name.clone(),
        groups: problem.groups.clone(),
        answer: match mv {
            Some(mv) => mv.label(game.size()),
            None => said.trim().chars().take(KEPT).collect(),
        },
        right: mv.is_some_and(|mv| problem.right.contains(&mv)),
        winrate: None,
        spent,
    })
}

fn stones(game: &Game) -> impl Iterator<Item = (Point, Color)> + '_ {
    Point::all(game.size()).filter_map(|point| Some((point, game.at(point)?)))
}

/// The position as a record without moves.
fn sgf(game: &Game) -> String {
    let stones = game.stones().clone();
    let start = Game::from_position(stones, game.turn(), game.rules(), game.komi());
    from_game(&start, &Info::new(game.size())).to_sgf()
}

#[cfg(test)]
mod tests {
    use super::super::selection::{Selection, Suite};
    use super::*;

    const LINE: &[u8] = br#"{"name":"one","size":5,"black":["B2","C2"],"white":["B3"],"turn":"W",
        "komi":-3.5,"right":["A2","E5"]}"#;

    fn problem() -> Problem {
        let line: Vec<u8> = LINE.iter().copied().filter(|&b| b != b'\n').collect();
        let suite = Suite::read("a.jsonl", &line, &Selection::default());
        suite.unwrap().problems.remove(0)
    }

    /// Knows these commands, says this for a move, and keeps what it was told and loaded.
    struct Parrot {
        known: &'static [&'static str],
        says: &'static str,
        told: Vec<String>,
        loaded: Option<String>,
    }

    impl Asks for Parrot {
        fn tell(&mut self, command: &str) -> Result<String, Failing> {
            if let Some(path) = command.strip_prefix("loadsgf ") {
                self.loaded = fs::read_to_string(path).ok();
                return Ok(String::new());
            }
            self.told.push(command.to_owned());
            let asked = command.contains("genmove");
            Ok(if asked {
                self.says.to_owned()
            } else {
                String::new()
            })
        }

        fn knows(&mut self, command: &str) -> Result<bool, Failing> {
            Ok(self.known.contains(&command))
        }
    }

    fn parrot(known: &'static [&'static str], says: &'static str) -> Parrot {
        Parrot {
            known,
            says,
            told: Vec::new(),
            loaded: None,
        }
    }

    #[test]
    fn a_program_that_loads_files_gets_one() {
        let name = format!("tengen-question-{}.sgf", std::process::id());
        let file = std::env::temp_dir().join(name);
        let mut program = parrot(&["loadsgf", "reg_genmove"], " a2 ");
        let record = ask("other", &mut program, &problem(), &file).unwrap();
        assert_eq!((record.answer.as_str(), record.right), ("A2", true));
        assert_eq!(program.told, ["komi -3.5", "reg_genmove w"]);
        let text = program.loaded.unwrap();
        assert!(
            text.contains("SZ[5]") && text.contains("KM[-3.5]"),
            "{text}"
        );
        assert!(text.contains("AB[bd][cd]AW[bc]PL[W]"), "{text}");
        assert!(!file.exists());
    }

    #[test]
    fn others_get_moves_and_nonsense_is_a_wrong_answer() {
        let file = Path::new("no file.sgf");
        let mut program = parrot(
            &["loadsgf"],
            "I resign because of many things, all of them sad",
        );
        let record = ask("other", &mut program, &problem(), file).unwrap();
        assert_eq!(
            program.told,
            [
                "boardsize 5",
                "clear_board",
                "play w B3",
                "play b B2",
                "play b C2",
                "komi -3.5",
                "genmove w"
            ]
        );
        assert!(
            !record.right && record.answer.len() == KEPT,
            "{}",
            record.answer
        );
        assert_eq!((record.spent.moves, record.spent.cpu), (1, None));
    }
}
