//! `tengen shogi perft`: all lines of legal moves of a length, counted.

use std::io::Write;
use std::time::Instant;

use tengen_shogi::perft::perft;
use tengen_shogi::{Board, Moves, PieceMove};

use crate::failure::Failure;
use crate::screen::{Screen, count, thousands};

/// What to count.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The number of moves of a line.
    #[arg(value_name = "N", value_parser = clap::value_parser!(u32).range(1..=12))]
    depth: u32,
    /// The position, as an SFEN or as USI writes it [default: startpos].
    #[arg(value_name = "SFEN")]
    position: Vec<String>,
    /// Count behind each first move.
    #[arg(long)]
    divide: bool,
}

/// Prints the number of lines, and how fast they were counted.
pub(super) fn run(args: &Args, screen: &mut Screen) -> Result<(), Failure> {
    let text = args.position.join(" ");
    let mut board = match text.as_str() {
        "" => Board::start(),
        text => Board::from_usi(text).map_err(|error| Failure::Usage(error.to_string()))?,
    };
    let begun = Instant::now();
    let mut moves = Moves::default();
    board.legal(&mut moves);
    let mut sum = 0;
    let mut first: Vec<PieceMove> = moves.iter().collect();
    first.sort_by_key(ToString::to_string);
    for mv in first {
        board.play(mv);
        let nodes = perft(&mut board, args.depth - 1);
        board.undo(mv);
        sum += nodes;
        if args.divide {
            writeln!(screen, "{:<6}  {}", mv.to_string(), thousands(nodes))?;
        }
    }
    let seconds = begun.elapsed().as_secs_f64();
    let rate = (sum as f64 / seconds.max(1e-9)) as u64;
    writeln!(
        screen,
        "{} of {} in {seconds:.2} s: {} a second.",
        count(sum, "line"),
        count(args.depth.into(), "move"),
        thousands(rate),
    )?;
    Ok(())
}
