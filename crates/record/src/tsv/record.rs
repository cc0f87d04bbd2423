//! One line, one game.

use tengen_go::{Color, Komi, Move, Size};

use crate::{GameResult, excerpt::shorten, move_from_pair};

/// A game on 19×19 without handicap.
#[derive(Clone, Debug, PartialEq)]
pub struct GameRecord {
    /// The result.
    pub result: GameResult,
    /// White's compensation, if it is known.
    pub komi: Option<Komi>,
    /// Black's rank, if it is known.
    pub black_rank: Option<String>,
    /// White's rank, if it is known.
    pub white_rank: Option<String>,
    /// The source of the game, and which one it is there.
    pub source: String,
    /// The date on which it was played, as the source writes it.
    pub date: String,
    /// The moves, Black first, each side in turn.
    pub moves: Vec<Move>,
}

impl GameRecord {
    /// The size of every board in such files.
    pub const SIZE: Size = Size::NINETEEN;

    /// The moves with who played them.
    pub fn played(&self) -> impl ExactSizeIterator<Item = (Color, Move)> + '_ {
        self.moves.iter().enumerate().map(|(n, &mv)| {
            let color = if n % 2 == 0 {
                Color::Black
            } else {
                Color::White
            };
            (color, mv)
        })
    }
}

/// A fault of a line, or of the stream behind it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{line}:{column}: {what}")]
pub struct BadLine {
    /// The line, from 1.
    pub line: u64,
    /// The byte in the line, from 1.
    pub column: usize,
    /// The fault there, as a sentence without a full stop.
    pub what: String,
}

const FIELDS: [&str; 8] = [
    "the result",
    "the komi",
    "Black's rank",
    "White's rank",
    "the source",
    "the date",
    "the number of moves",
    "the moves",
];

/// Reads one line, given without its line break.
///
/// # Errors
/// If a field is missing or says nothing that makes sense; `number` is the line it then names.
pub fn parse_line(line: &[u8], number: u64) -> Result<GameRecord, BadLine> {
    let bad = |column: usize, what: String| BadLine {
        line: number,
        column: column + 1,
        what,
    };
    let text = std::str::from_utf8(line)
        .map_err(|error| bad(error.valid_up_to(), "this is not UTF-8".to_owned()))?;
    let (fields, starts) = fields(text).map_err(|(at, what)| bad(at, what))?;
    let field = |n: usize, what: String| bad(starts[n], what);
    let result = fields[0]
        .parse()
        .map_err(|error: crate::ResultError| field(0, error.to_string()))?;
    let komi = match known(fields[1]).filter(|&komi| komi != "0") {
        None => None,
        Some(komi) => Some(
            komi.parse()
                .map_err(|error: tengen_go::KomiError| field(1, error.to_string()))?,
        ),
    };
    let count: usize = fields[6].parse().map_err(|_| {
        let given = shorten(fields[6]);
        field(6, format!("the number of moves is a number, not {given:?}"))
    })?;
    let moves = moves(fields[7]).map_err(|(at, what)| bad(starts[7] + at, what))?;
    if moves.len() != count {
        let there = moves.len();
        return Err(field(
            6,
            format!("the line says {count} moves and has {there}"),
        ));
    }
    Ok(GameRecord {
        result,
        komi,
        black_rank: known(fields[2]).map(str::to_owned),
        white_rank: known(fields[3]).map(str::to_owned),
        source: fields[4].to_owned(),
        date: fields[5].to_owned(),
        moves,
    })
}

type Fields<'a> = ([&'a str; 8], [usize; 8]);

/// The eight fields and where each begins.
fn fields(line: &str) -> Result<Fields<'_>, (usize, String)> {
    if line.is_empty() {
        return Err((0, "the line is empty".to_owned()));
    }
    let mut texts = [""; 8];
    let mut starts = [0; 8];
    let mut start = 0;
    let mut parts = line.split('\t');
    for (n, name) in FIELDS.iter().enumerate() {
        let Some(part) = parts.next() else {
            let what =
                format!("the line ends before {name}: a game has eight fields parted by tabs");
            return Err((line.len(), what));
        };
        texts[n] = part;
        starts[n] = start;
        start += part.len() + 1;
    }
    match parts.next() {
        None => Ok((texts, starts)),
        Some(_) => Err((start, "a ninth field: a game has eight".to_owned())),
    }
}

fn known(field: &str) -> Option<&str> {
    (!matches!(field, "" | "?")).then_some(field)
}

fn moves(text: &str) -> Result<Vec<Move>, (usize, String)> {
    let mut moves = Vec::with_capacity(text.len() / 2);
    for (n, pair) in text.as_bytes().chunks(2).enumerate() {
        let Some(mv) = move_from_pair(pair, GameRecord::SIZE) else {
            let pair = String::from_utf8_lossy(pair);
            let what = format!(
                "move {} is two letters from a to s, or tt for a pass, not {pair:?}",
                n + 1
            );
            return Err((2 * n, what));
        };
        moves.push(mv);
    }
    Ok(moves)
}

#[cfg(test)]
mod tests {
    use tengen_go::Point;

    use super::*;

    const GOOD: &str = "W+R\t6.5\t?\t8d\tclub:17\t2017-04-13\t3\tdppptt";

    #[test]
    fn a_good_line_is_a_game() {
        let record = parse_line(GOOD.as_bytes(), 1).unwrap();
        assert_eq!(record.result.to_string(), "W+R");
        assert_eq!(record.komi, Some(Komi::SIX_AND_A_HALF));
        assert_eq!(record.black_rank, None);
        assert_eq!(record.white_rank.as_deref(), Some("8d"));
        assert_eq!(record.source, "club:17");
        assert_eq!(record.date, "2017-04-13");
        let point = |column, row| Move::Play(Point::new(column, row).unwrap());
        assert_eq!(record.moves, [point(3, 15), point(15, 15), Move::Pass]);
        let colors: Vec<Color> = record.played().map(|(color, _)| color).collect();
        assert_eq!(colors, [Color::Black, Color::White, Color::Black]);
        for unknown in ["?", "0", ""] {
            let line = GOOD.replace("6.5", unknown);
            assert_eq!(parse_line(line.as_bytes(), 1).unwrap().komi, None);
        }
    }

    #[test]
    fn a_bad_line_says_what_and_where() {
        for (from, to, said) in [
            (GOOD, "", "7:1: the line is empty"),
            ("W+R", "W-R", "7:1: a result is written"),
            ("6.5", "much", "7:5: komi is a number"),
            (
                "\t3\t",
                "\tthree\t",
                "7:33: the number of moves is a number, not \"three\"",
            ),
            ("\t3\t", "\t4\t", "7:33: the line says 4 moves and has 3"),
            (
                "pptt",
                "pp\u{e9}",
                "7:39: move 3 is two letters from a to s",
            ),
            ("dppptt", "dppzt", "7:37: move 2 is two letters from a to s"),
            ("dppptt", "dpppt", "7:39: move 3 is two letters from a to s"),
            ("\tdppptt", "", "7:34: the line ends before the moves"),
            ("tt", "tt\tx", "7:42: a ninth field"),
        ] {
            let line = GOOD.replacen(from, to, 1);
            let error = parse_line(line.as_bytes(), 7).unwrap_err().to_string();
            assert!(error.starts_with(said), "{error}");
        }
        let error = parse_line(b"W+R\t\xff", 7).unwrap_err().to_string();
        assert_eq!(error, "7:5: this is not UTF-8");
    }
}
