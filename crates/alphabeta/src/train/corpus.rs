//! Positions to learn from: games of one a line with a value beside each move.
//!
//! A line has five columns: the result (`b`, `w` or `d`), the reason, the number of moves, the start as USI names positions, and the
//! moves as `usi,score` pairs; a score is in hundredths of a pawn for the side to move, or `M` and `-M` for a mate.
//! Positions in check are left out, those where a piece is taken, and those that are decided.

use tengen_game::Color;
use tengen_shogi::Board;

use crate::eval::features::{self, MOST};

/// Values beyond this are no longer learned from.
const DECIDED: i32 = 3000;
/// No feature.
const NONE: u16 = u16::MAX;

/// A position with what it is worth.
#[derive(Clone, Debug)]
pub struct Sample {
    /// Its features in the view of the side to move.
    pub features: [u16; MOST],
    /// Its value for the side to move.
    pub value: i16,
    /// The result for the side to move: 2 for a win, 1 for a draw.
    pub result: u8,
}

impl Sample {
    /// The sample of a board.
    #[must_use]
    pub fn new(board: &Board, value: i16, result: u8) -> Self {
        let mut features = [NONE; MOST];
        let mut count = 0;
        features::of_board(board, board.turn(), |feature| {
            if let Some(place) = features.get_mut(count) {
                *place = feature as u16;
                count += 1;
            }
        });
        Self {
            features,
            value,
            result,
        }
    }

    /// The features that hold.
    pub fn holding(&self) -> impl Iterator<Item = usize> + '_ {
        let held = self.features.iter().take_while(|&&feature| feature != NONE);
        held.map(|&feature| usize::from(feature))
    }
}

/// Adds the samples of a line; the reason if it is none.
///
/// # Errors
/// If a column is missing, the start is no position, or a move is illegal.
pub fn read_line(line: &str, samples: &mut Vec<Sample>) -> Result<(), String> {
    let columns: Vec<&str> = line.split('\t').collect();
    let &[winner, _, _, start, moves] = columns.as_slice() else {
        return Err(format!("{} columns, not five", columns.len()));
    };
    let winner = match winner {
        "b" => Some(Color::Black),
        "w" => Some(Color::White),
        "d" => None,
        other => return Err(format!("the result {other:?} is none of b, w and d")),
    };
    let mut board = Board::from_usi(start).map_err(|error| error.to_string())?;
    for (n, pair) in moves.split_whitespace().enumerate() {
        let (text, score) = pair.split_once(',').unwrap_or((pair, ""));
        let Some(mv) = board.parse(text) else {
            return Err(format!("move {}, {text}, is illegal", n + 1));
        };
        let quiet = !board.in_check() && !board.takes(mv);
        if let Ok(value) = score.parse::<i32>()
            && quiet
            && value.abs() <= DECIDED
        {
            let result = match winner {
                None => 1,
                Some(color) => 2 * u8::from(color == board.turn()),
            };
            samples.push(Sample::new(&board, value as i16, result));
        }
        board.play(mv);
    }
    Ok(())
}
