//! The end of a game: the count, the result, and who is told what.

use std::io::Write;
use tengen_go_engine::Counting;

use tengen_go::{Color, PointSet, Score, State};
use tengen_record::{GameResult, Margin};

use super::table::{STRONG, Table};
use crate::count::{counted, labels};
use crate::failure::Failure;
use crate::screen::Screen;

/// A game of the engine with itself is cut off after so many moves a point.
const MOVES_A_POINT: usize = 4;

impl Table<'_> {
    /// Counts the position and says how.
    pub(super) fn tell_count(&mut self, screen: &mut Screen) -> Result<Score, Failure> {
        let dead = if self.session.game().rules().counts_what_stands() {
            PointSet::EMPTY
        } else {
            self.session.dead_stones()
        };
        let game = self.session.game();
        let score = game.score(&dead);
        for color in Color::BOTH {
            let points = counted(game, &dead, color);
            let komi = match color {
                Color::Black => String::new(),
                Color::White => format!(" and {} komi", game.komi()),
            };
            writeln!(screen, "  {color:<5}  {points}{komi}")?;
        }
        writeln!(screen, "  Dead   {}", labels(&dead, game))?;
        writeln!(screen, "  Score  {STRONG}{score}{STRONG:#}")?;
        Ok(score)
    }

    /// Ends the game if both sides have passed, or if it cannot end.
    pub(super) fn look_for_the_end(&mut self, screen: &mut Screen) -> Result<(), Failure> {
        let game = self.session.game();
        let too_long = game.moves().len() >= MOVES_A_POINT * game.size().area();
        match game.state() {
            State::Over => writeln!(screen, "Both sides have passed:")?,
            State::NoResult { first } => {
                writeln!(
                    screen,
                    "The board stood like this after move {first}: by these rules there is no result."
                )?;
                self.result = Some(GameResult::Void);
                return Ok(());
            }
            State::Running if too_long && !self.people.black && !self.people.white => {
                writeln!(
                    screen,
                    "This game does not end; it is counted as it stands:"
                )?;
            }
            State::Running => return Ok(()),
        }
        let score = self.tell_count(screen)?;
        self.result = Some(result(score));
        self.announce(score.winner(), screen)
    }

    /// Ends the game by a resignation.
    pub(super) fn give_up(&mut self, color: Color, screen: &mut Screen) -> Result<(), Failure> {
        self.result = Some(GameResult::Win {
            winner: !color,
            by: Margin::Resignation,
        });
        self.announce(Some(!color), screen)
    }

    fn announce(&self, winner: Option<Color>, screen: &mut Screen) -> Result<(), Failure> {
        let against_the_engine = self.people.black != self.people.white;
        let words = match winner {
            None => "It is a draw.".to_owned(),
            Some(color) if against_the_engine && self.people[color] => {
                format!("{color} wins: congratulations!")
            }
            Some(color) => format!("{color} wins."),
        };
        writeln!(
            screen,
            "{STRONG}{words}{STRONG:#} `save FILE.sgf` keeps the game."
        )?;
        Ok(())
    }
}

fn result(score: Score) -> GameResult {
    score
        .winner()
        .map_or(GameResult::Draw, |winner| GameResult::Win {
            winner,
            by: Margin::Points(score.black().abs() as f32),
        })
}
