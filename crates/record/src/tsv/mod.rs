//! Files of one game a line, for hundreds of thousands of games.
//!
//! Eight fields parted by tabs: result (`B+3.5`, `W+R`), komi (`?` or `0` if unknown), Black's rank,
//! White's rank, source and number there, date, number of moves, and the moves as pairs of letters
//! (`dp`, `tt` is a pass), Black first, on 19×19. Plain, gzip and zstd files are told apart by
//! their first bytes.
//!
//! Read in this order: [`GameRecord`] and [`parse_line`] (a line to a game), [`Lines`] (a stream to
//! lines), [`Reader`] (a stream to games) and [`Lines::batches`] (the same for many threads: one
//! reads, the others parse).
//!
//! A bad line is an item of the iterator that says what is wrong and where; it never ends the
//! reading. Only a broken stream does, as the last item.

mod lines;
mod record;

pub use lines::{Batch, Batches, Line, Lines, MAX_LINE, Reader};
pub use record::{BadLine, GameRecord, parse_line};
