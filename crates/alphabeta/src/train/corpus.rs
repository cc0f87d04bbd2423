//! Positions to learn from: games of one a line with a value beside each move.
//!
//! A line has five columns: the result (`b`, `w` or `d`), the reason, the number of moves, the start as USI names positions, and the
//! moves as `usi,score` pairs; a score is in hundredths of a pawn for the side to move, or `M` and `-M` for a mate. A line that
//! begins with `#` is a remark.
//! Positions in check are left out, those where a piece is taken, and those that are decided.

use tengen_game::Color;
use tengen_shogi::Board;

/// Values beyond this are no longer learned from.
const DECIDED: i32 = 3000;

/// Calls `each` with the positions of a line: the board, its value for the side to move, and the result for it (2 for a win,
/// 1 for a draw). False if the line is a remark.
///
/// # Errors
/// The reason if it is none: a column is missing, the start is no position, a move is illegal, a score is none.
pub fn read_line(line: &str, mut each: impl FnMut(&Board, i16, u8)) -> Result<bool, String> {
    if line.starts_with('#') {
        return Ok(false);
    }
    let columns: Vec<&str> = line.trim_end_matches(['\n', '\r']).split('\t').collect();
    let &[winner, _, _, start, moves] = columns.as_slice() else {
        return Err(format!(
            "a game has five columns with tabs between them, and this line has {}",
            columns.len()
        ));
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
        let value = match score {
            "" | "M" | "-M" => None,
            score => Some(score.parse::<i32>().map_err(|_| {
                format!(
                    "the score of move {}, {score:?}, is neither a whole number nor M or -M",
                    n + 1
                )
            })?),
        };
        let quiet = !board.in_check() && !board.takes(mv);
        if let Some(value) = value
            && quiet
            && value.abs() <= DECIDED
        {
            let result = match winner {
                None => 1,
                Some(color) => 2 * u8::from(color == board.turn()),
            };
            each(&board, value as i16, result);
        }
        board.play(mv);
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = "w\tadj\t5\tstartpos\t7g7f,31 3c3d,-20 8h2b+,150 3a2b,-M 9g9f,5000 9c9d";

    #[test]
    fn quiet_positions_are_read_with_what_became_of_them() {
        let mut found = Vec::new();
        let each = |board: &Board, value, result| found.push((board.ply(), value, result));
        assert_eq!(read_line(LINE, each), Ok(true));
        assert_eq!(found, [(1, 31, 0), (2, -20, 2)]);
        let each = |_: &Board, _, _| panic!("a remark has no positions");
        assert_eq!(read_line("# remark", each), Ok(false));
    }

    #[test]
    fn what_is_wrong_with_a_line_is_said() {
        let wrong = |line: &str| read_line(line, |_, _, _| ()).unwrap_err();
        assert!(wrong("b\tadj").contains("this line has 2"));
        assert!(wrong(&LINE.replace("w\t", "x\t")).contains("\"x\" is none of b, w and d"));
        assert!(wrong(&LINE.replace("startpos", "8/9 b")).contains("is no position"));
        assert!(wrong(&LINE.replace("7g7f", "7g7e")).contains("move 1, 7g7e, is illegal"));
        assert!(wrong(&LINE.replace("-20", "x")).contains("the score of move 2, \"x\""));
    }
}
