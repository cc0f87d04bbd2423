//! One game between two engines.
//!
//! What ends it:
//! - both pass: the scorer counts, or else both players, who have to name the same winner;
//! - a player resigns;
//! - a move that our rules forbid loses, with the reason on record;
//! - an engine that dies, does not answer in time or refuses a legal move makes the game void, and
//!   so does a game of more than three times as many moves as the board has points.

use std::time::Instant;

use tengen_game::{PerColor, Rng};
use tengen_go::{Color, Game, Move, Point};
use tengen_record::{GameResult, Margin};

use super::Match;
use super::record::{Record, Side, forfeit, letters};
use crate::command_line::CommandLine;
use crate::engine::{Engine, Fault, shorten};
use crate::seeds::{Purpose, derive};

/// Plays the game of this number.
pub(crate) fn play(set_up: &Match, number: usize) -> Record {
    let start = Instant::now();
    let n = number as u64;
    let opening = derive(set_up.seed, Purpose::Opening, n.div_ceil(2));
    let mut record = Record {
        number,
        result: GameResult::Void,
        reason: None,
        moves: Vec::new(),
        seconds: [0.0; 2],
        cpu: [None; 2],
        wall: 0.0,
        seeds: [
            derive(set_up.seed, Purpose::First, n),
            derive(set_up.seed, Purpose::Second, n),
            opening,
        ],
    };
    match Table::seat(set_up, &record) {
        Ok(mut table) => {
            let end = table.play(set_up, &mut record);
            record.moves = table.game.moves().map(|(_, mv)| letters(mv)).collect();
            for color in Color::BOTH {
                let side = Side::of(color, number).index();
                record.cpu[side] = table.players[color].cpu_seconds();
            }
            (record.result, record.reason) = match end {
                Ok(end) => end,
                Err(reason) => (GameResult::Void, Some(reason)),
            };
            table.leave();
        }
        Err(reason) => record.reason = Some(reason),
    }
    record.wall = start.elapsed().as_secs_f64();
    record
}

type End = (GameResult, Option<String>);

/// The players at the board.
struct Table {
    game: Game,
    players: PerColor<Engine>,
}

impl Table {
    /// Starts the engines and tells them size, komi and rules; or says why that cannot be.
    fn seat(set_up: &Match, record: &Record) -> Result<Self, String> {
        let start = |color| {
            let side = Side::of(color, record.number);
            let seed = record.seeds[side.index()];
            let game = Game::new(set_up.size, set_up.rules, set_up.komi);
            prepare(&set_up.engines[side.index()], seed, set_up, &game)
                .map_err(|fault| format!("{} ({color}) {fault}", side.name()))
        };
        Ok(Self {
            game: Game::new(set_up.size, set_up.rules, set_up.komi),
            players: PerColor {
                black: start(Color::Black)?,
                white: start(Color::White)?,
            },
        })
    }

    fn play(&mut self, set_up: &Match, record: &mut Record) -> Result<End, String> {
        let number = record.number;
        let blame =
            |color, fault: Fault| format!("{} ({color}) {fault}", Side::of(color, number).name());
        for mv in opening(&self.game, set_up.opening_moves, record.seeds[2]) {
            let color = self.game.turn();
            self.game.play(color, mv).map_err(|e| e.to_string())?;
            for player in Color::BOTH {
                let command = play_command(color, mv, &self.game);
                let told = self.players[player].tell(&command);
                told.map_err(|fault| blame(player, fault))?;
            }
        }
        let cap = 3 * set_up.size.area();
        while !self.game.is_over() {
            if self.game.moves().len() >= cap {
                return Err(format!("the game did not end within {cap} moves"));
            }
            let color = self.game.turn();
            let began = Instant::now();
            let said = self.players[color].tell(&format!("genmove {}", color.letter()));
            record.seconds[Side::of(color, number).index()] += began.elapsed().as_secs_f64();
            let said = said.map_err(|fault| blame(color, fault))?;
            let mv = match answer(&said, &self.game) {
                Ok(Answer::Move(mv)) => mv,
                Ok(Answer::Resignation) => {
                    let by = Margin::Resignation;
                    let winner = !color;
                    return Ok((GameResult::Win { winner, by }, None));
                }
                Err(reason) => return Ok((forfeit(!color), Some(format!("{color}: {reason}")))),
            };
            if let Err(illegal) = self.game.play(color, mv) {
                return Ok((forfeit(!color), Some(format!("{color}: {illegal}"))));
            }
            let command = play_command(color, mv, &self.game);
            let told = self.players[!color].tell(&command);
            told.map_err(|fault| blame(!color, fault))?;
        }
        self.count(set_up, record)
    }

    /// The score after both have passed.
    fn count(&mut self, set_up: &Match, record: &Record) -> Result<End, String> {
        if let Some(line) = &set_up.scorer {
            let seed = derive(set_up.seed, Purpose::Scorer, record.number as u64);
            let said = ask_scorer(line, seed, set_up, &self.game)
                .map_err(|fault| format!("the scorer {fault}"))?;
            return Ok((score(&said)?, None));
        }
        let mut said = Vec::new();
        for color in Color::BOTH {
            let side = Side::of(color, record.number).name();
            let text = self.players[color].tell("final_score");
            said.push(text.map_err(|fault| format!("{side} ({color}) {fault}"))?);
        }
        agreed(&said[0], &said[1])
    }

    fn leave(self) {
        self.players.black.quit();
        self.players.white.quit();
    }
}

/// Starts an engine and puts the moves of a game on its board.
fn prepare(line: &CommandLine, seed: u64, set_up: &Match, game: &Game) -> Result<Engine, Fault> {
    let mut engine = Engine::start(line, seed, set_up.timeout)?;
    engine.tell(&format!("boardsize {}", set_up.size.get()))?;
    engine.tell("clear_board")?;
    engine.tell(&format!("komi {}", set_up.komi))?;
    if engine.knows("kata-set-rules")? {
        engine.tell(&format!("kata-set-rules {}", set_up.rules.name))?;
    }
    for (color, mv) in game.moves() {
        engine.tell(&play_command(color, mv, game))?;
    }
    Ok(engine)
}

fn ask_scorer(line: &CommandLine, seed: u64, set_up: &Match, game: &Game) -> Result<String, Fault> {
    let mut engine = prepare(line, seed, set_up, game)?;
    let said = engine.tell("final_score")?;
    engine.quit();
    Ok(said)
}

fn play_command(color: Color, mv: Move, game: &Game) -> String {
    format!("play {} {}", color.letter(), mv.label(game.size()))
}

/// What a player answers to `genmove`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answer {
    Move(Move),
    Resignation,
}

fn answer(said: &str, game: &Game) -> Result<Answer, String> {
    let word = said.split_whitespace().next().unwrap_or_default();
    if word.eq_ignore_ascii_case("resign") {
        return Ok(Answer::Resignation);
    }
    Move::parse(word, game.size())
        .map(Answer::Move)
        .ok_or_else(|| format!("{:?} is no move on {}", shorten(said), game.size()))
}

/// Reads `B+3.5`, `W+0.5 (something else)` or `0`.
fn score(said: &str) -> Result<GameResult, String> {
    let word = said.split_whitespace().next().unwrap_or_default();
    let result: Option<GameResult> = word.parse().ok();
    result
        .filter(|result| matches!(result, GameResult::Win { .. } | GameResult::Draw))
        .ok_or_else(|| format!("{:?} is no score", shorten(said)))
}

/// What two players say, if they name the same winner; the margin is Black's, and if White counts
/// another that is told.
fn agreed(black: &str, white: &str) -> Result<End, String> {
    let (by_black, by_white) = (score(black)?, score(white)?);
    if by_black.winner() != by_white.winner() {
        return Err(format!(
            "the players do not agree: Black counts {by_black}, White {by_white}"
        ));
    }
    let other = (by_black != by_white).then(|| format!("White counts {by_white}"));
    Ok((by_black, other))
}

/// Random legal stones, as many as there can be.
fn opening(game: &Game, moves: usize, seed: u64) -> Vec<Move> {
    let mut game = game.clone();
    let mut rng = Rng::new(seed);
    let mut drawn = Vec::new();
    while drawn.len() < moves {
        let color = game.turn();
        let mut free: Vec<Point> = Point::all(game.size())
            .filter(|&point| game.at(point).is_none())
            .collect();
        let found = std::iter::from_fn(|| {
            let n = u32::try_from(free.len()).ok().filter(|&n| n > 0)?;
            Some(Move::Play(free.swap_remove(rng.below(n) as usize)))
        })
        .find(|&mv| game.play(color, mv).is_ok());
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
    fn answers_are_moves_passes_and_resignations() {
        let read = |said: &str| answer(said, &game());
        assert_eq!(read("resign"), Ok(Answer::Resignation));
        assert_eq!(read("PASS"), Ok(Answer::Move(Move::Pass)));
        let tengen = Point::parse("E5", Size::NINE).map(|p| Answer::Move(Move::Play(p)));
        assert_eq!(read("e5").ok(), tengen);
        assert!(read("K10").is_err() && read("").is_err() && read("I3").is_err());
    }

    #[test]
    fn scores_have_to_agree_on_the_winner() {
        assert_eq!(agreed("B+3.5", "B+3.5").unwrap().1, None);
        let (result, reason) = agreed("B+3.5", "B+5.5").unwrap();
        assert_eq!(result.to_string(), "B+3.5");
        assert!(reason.unwrap().contains("B+5.5"));
        assert!(agreed("B+3.5", "W+0.5").unwrap_err().contains("agree"));
        assert!(score("W+2.5 (upper bound)").is_ok());
        assert!(score("?").is_err() && score("hello").is_err() && score("Void").is_err());
    }

    #[test]
    fn openings_are_legal_fixed_by_their_seed_and_differ() {
        let first = opening(&game(), 20, 1);
        assert_eq!(first, opening(&game(), 20, 1));
        assert_ne!(first, opening(&game(), 20, 2));
        let mut replay = game();
        for &mv in &first {
            let color = replay.turn();
            replay.play(color, mv).unwrap();
        }
        assert_eq!(first.len(), 20);
    }
}
