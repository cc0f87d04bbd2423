//! How games begin: from the empty board, by random moves, or from given lines.

use tengen_game::Rng;
use tengen_go::{Game, Move, Point, State};
use tengen_record::sgf;

use super::bundle::Files;
use super::form::Form;

/// Where the two games of a pair begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Openings {
    /// At the empty board.
    None,
    /// After so many random legal moves, other ones for every pair.
    Random(usize),
    /// After one of these lines, in turn.
    Lines(Vec<Vec<Move>>),
}

impl Openings {
    /// Reads `[openings]`, for games like this one.
    pub(super) fn read(form: &Form<'_>, game: &Game, files: &mut dyn Files) -> Self {
        let Some(form) = form.form("openings") else {
            return Self::None;
        };
        let points = game.size().area() as u64;
        let random = form.whole("random", 0..=points / 2);
        let lines = form.texts("lines");
        let file = form.text("file");
        let moves = form.whole("moves", 1..=points);
        let given = [form.has("random"), form.has("lines"), form.has("file")];
        if given.iter().filter(|there| **there).count() != 1 {
            form.faults().add(
                form.place(),
                "openings are one of `random` (a number of moves), `lines` (texts such as \
                 \"D4 F6\") and `file` (an SGF collection, with `moves` of each)",
            );
        }
        if moves.is_some() && file.is_none() {
            form.wrong("moves", "`openings.moves` goes with `openings.file`");
        }
        let moves = moves.map_or(usize::MAX, |n| n as usize);
        form.close();
        if let Some(n) = random {
            return if n == 0 {
                Self::None
            } else {
                Self::Random(n as usize)
            };
        }
        let read = match (lines, file) {
            (Some(lines), _) => given_lines(&lines, game).map_err(|error| ("lines", error)),
            (None, Some(file)) => files
                .text(&file)
                .and_then(|text| collection(&text, &file, game, moves))
                .map_err(|error| ("file", error)),
            (None, None) => return Self::None,
        };
        match read {
            Ok(lines) => Self::Lines(lines),
            Err((key, sentence)) => {
                form.wrong(key, sentence);
                Self::None
            }
        }
    }

    /// The moves that the pair of this number, from 0, begins with; `seed` is for random ones.
    #[must_use]
    pub fn of_pair(&self, pair: u64, game: &Game, seed: u64) -> Vec<Move> {
        match self {
            Self::None => Vec::new(),
            Self::Random(moves) => random(game, *moves, seed),
            Self::Lines(lines) => {
                let place = pair % lines.len().max(1) as u64;
                lines.get(place as usize).cloned().unwrap_or_default()
            }
        }
    }

    /// In a few words.
    #[must_use]
    pub fn words(&self) -> String {
        match self {
            Self::None => "empty board".to_owned(),
            Self::Random(1) => "one random move".to_owned(),
            Self::Random(n) => format!("{n} random moves"),
            Self::Lines(lines) => format!("{} given lines", lines.len()),
        }
    }

    /// What results depend on, for the hash.
    pub(super) fn description(&self, game: &Game) -> serde_json::Value {
        let line = |moves: &Vec<Move>| -> String {
            let labels: Vec<String> = moves.iter().map(|mv| mv.label(game.size())).collect();
            labels.join(" ")
        };
        match self {
            Self::None => serde_json::json!("none"),
            Self::Random(n) => serde_json::json!({ "random": n }),
            Self::Lines(lines) => lines.iter().map(line).collect::<Vec<_>>().into(),
        }
    }
}

fn given_lines(lines: &[String], game: &Game) -> Result<Vec<Vec<Move>>, String> {
    if lines.is_empty() {
        return Err("`openings.lines` has no lines".to_owned());
    }
    lines.iter().map(|line| moves(line, game)).collect()
}

/// Reads `D4 F6 pass`, moves of Black and White in turn that have to be legal and do not end the
/// game.
///
/// # Errors
/// With a sentence that names the word.
pub fn moves(line: &str, game: &Game) -> Result<Vec<Move>, String> {
    let mut game = game.clone();
    let mut moves = Vec::new();
    for word in line.split_whitespace() {
        let mv = Move::parse(word, game.size())
            .ok_or_else(|| format!("{word:?} in {line:?} is no move on {}", game.size()))?;
        play(&mut game, mv).map_err(|error| format!("in {line:?}: {error}"))?;
        moves.push(mv);
    }
    still_runs(&game).map_err(|error| format!("{line:?} {error}"))?;
    Ok(moves)
}

/// After an opening there has to be something left to play.
fn still_runs(game: &Game) -> Result<(), &'static str> {
    match game.state() {
        State::Running => Ok(()),
        State::Over => Err("ends the game by passes; an opening has to leave it running"),
        State::NoResult { .. } => {
            Err("ends the game by repeating the board; an opening has to leave it running")
        }
    }
}

fn play(game: &mut Game, mv: Move) -> Result<(), String> {
    let color = game.turn();
    game.play(color, mv).map_err(|error| error.to_string())
}

fn collection(text: &str, file: &str, game: &Game, most: usize) -> Result<Vec<Vec<Move>>, String> {
    let (collection, _) =
        sgf::parse_text(text).map_err(|error| format!("{file} is no SGF: {error}"))?;
    let mut lines = Vec::new();
    for (number, tree) in collection.games.iter().enumerate() {
        let of = |what: &str| format!("game {} of {file} {what}", number + 1);
        let replay = sgf::replay_to(tree, most.min(game.size().area()))
            .map_err(|error| of(&format!("cannot be replayed: {error}")))?;
        let recorded = &replay.game;
        if recorded.size() != game.size() {
            return Err(of(&format!(
                "is on {}, not on {}",
                recorded.size(),
                game.size()
            )));
        }
        if Point::all(game.size()).any(|point| recorded.start().at(point).is_some()) {
            return Err(of(
                "begins with stones that are set up; openings are moves from the empty board",
            ));
        }
        let mut fresh = game.clone();
        let mut line = Vec::new();
        for (color, mv) in recorded.moves() {
            if color != fresh.turn() {
                return Err(of("has two moves of one side in a row"));
            }
            play(&mut fresh, mv).map_err(|error| of(&format!("is not legal here: {error}")))?;
            line.push(mv);
        }
        still_runs(&fresh)
            .map_err(|error| of(&format!("{error} (`openings.moves` takes fewer moves)")))?;
        lines.push(line);
    }
    match lines.is_empty() {
        true => Err(format!("{file} has no games")),
        false => Ok(lines),
    }
}

/// Random legal stones, as many as there can be.
fn random(game: &Game, moves: usize, seed: u64) -> Vec<Move> {
    let mut game = game.clone();
    let mut rng = Rng::new(seed);
    let mut drawn = Vec::new();
    while drawn.len() < moves {
        let mut free: Vec<Point> = Point::all(game.size())
            .filter(|&point| game.at(point).is_none())
            .collect();
        let found = std::iter::from_fn(|| {
            let n = u32::try_from(free.len()).ok().filter(|&n| n > 0)?;
            Some(Move::Play(free.swap_remove(rng.below(n) as usize)))
        })
        .find(|&mv| play(&mut game, mv).is_ok());
        match found {
            Some(mv) => drawn.push(mv),
            None => break,
        }
    }
    drawn
}

#[cfg(test)]
mod tests {
    use tengen_go::{Komi, Rules, Size};

    use super::*;

    fn game() -> Game {
        Game::new(Size::NINE, Rules::CHINESE, Komi::SEVEN_AND_A_HALF)
    }

    #[test]
    fn random_openings_are_legal_fixed_by_their_seed_and_differ() {
        let openings = Openings::Random(20);
        let first = openings.of_pair(0, &game(), 1);
        assert_eq!(first, openings.of_pair(7, &game(), 1));
        assert_ne!(first, openings.of_pair(0, &game(), 2));
        let mut replay = game();
        for &mv in &first {
            play(&mut replay, mv).unwrap();
        }
        assert_eq!(first.len(), 20);
    }

    #[test]
    fn lines_are_taken_in_turn_and_wrong_ones_are_named() {
        let lines = given_lines(&["D4 F6".to_owned(), "E5".to_owned()], &game()).unwrap();
        let openings = Openings::Lines(lines);
        assert_eq!(openings.of_pair(0, &game(), 0).len(), 2);
        assert_eq!(openings.of_pair(1, &game(), 0).len(), 1);
        assert_eq!(
            openings.of_pair(2, &game(), 0),
            openings.of_pair(0, &game(), 0)
        );
        assert!(moves("D4 Z9", &game()).unwrap_err().contains("\"Z9\""));
        assert!(moves("D4 D4", &game()).unwrap_err().contains("D4"));
    }

    #[test]
    fn an_opening_that_ends_the_game_is_none() {
        let over = moves("D4 pass pass", &game()).unwrap_err();
        assert_eq!(
            over,
            "\"D4 pass pass\" ends the game by passes; an opening has to leave it running"
        );
        assert_eq!(moves("D4 pass F6 pass", &game()).unwrap().len(), 4);
        let read = |most| collection("(;SZ[9];B[dd];W[];B[])", "o.sgf", &game(), most);
        let over = read(usize::MAX).unwrap_err();
        assert!(
            over.starts_with("game 1 of o.sgf ends the game by passes"),
            "{over}"
        );
        assert_eq!(read(2).unwrap()[0].len(), 2);
    }

    #[test]
    fn collections_give_the_first_moves_of_their_games() {
        let read = |text: &str, most| collection(text, "o.sgf", &game(), most);
        let two = "(;SZ[9];B[dd];W[ff];B[ee])(;SZ[9];B[gg])";
        let lines = read(two, 2).unwrap();
        assert_eq!(lines.iter().map(Vec::len).collect::<Vec<_>>(), [2, 1]);
        assert!(read("(;SZ[13];B[dd])", 2).unwrap_err().contains("13×13"));
        assert!(
            read("(;SZ[9]AB[dd];W[ee])", 2)
                .unwrap_err()
                .contains("set up")
        );
        assert!(
            read("(;SZ[9];B[dd];B[ee])", 2)
                .unwrap_err()
                .contains("in a row")
        );
        assert!(read("hello", 2).is_err());
    }
}
