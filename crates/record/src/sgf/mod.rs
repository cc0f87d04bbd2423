//! SGF, the tree format of Go records (`FF[3]` and `FF[4]`): lenient in, strict out.
//!
//! Read in this order: [`Ident`], [`Value`] and [`Property`] (the words), [`GameTree`] and
//! [`Collection`] (the trees, as flat arenas), [`parse`] (bytes to trees), [`Collection::to_sgf`]
//! (trees to text), and then the meaning for Go: [`Info`] (what the root says), [`replay`] (moves
//! and setup stones onto a board), [`from_game`] (a game to be saved) and [`compressed`]
//! (lists of points with few values).
//!
//! The reader keeps the text of every value as it stands, also of properties that it does not
//! know, so that what it does not understand survives reading and writing. The writer only changes
//! what `FF[4]` spells otherwise, and leaves out what it cannot spell: see [`Collection::strict`].
//!
//! ```
//! use tengen_record::sgf;
//!
//! let (collection, found) = sgf::parse(b"(;SZ[9]KM[7,5]XX[what?];B[ee];W[ee];B[tt]")?;
//! assert_eq!(found[0].to_string(), "1:42: error: the file ends inside a game: 1 closing ) missing");
//! let replay = sgf::replay(&collection.games[0])?;
//! assert_eq!((replay.moves, replay.illegal), (3, 1));
//! assert_eq!(
//!     replay.diagnostics[0].to_string(),
//!     "1:31: error: move 2 is illegal and left out: E5 is occupied: Black has a stone there",
//! );
//! assert_eq!(
//!     collection.to_sgf(),
//!     "(;FF[4]GM[1]CA[UTF-8]SZ[9]KM[7.5]XX[what?];B[ee];W[ee];B[])\n",
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod charset;
mod cursor;
mod date;
mod growth;
mod info;
mod number;
mod parse;
mod property;
mod rectangle;
mod replay;
mod save;
mod text;
mod tree;
mod write;

pub use charset::{Decoded, decode};
pub use date::{now, today};
pub use info::{Info, Player};
pub use parse::{MAX_BYTES, MAX_ITEMS, ParseError, parse, parse_text};
pub use property::{Ident, Property};
pub use rectangle::compressed;
pub use replay::{Replay, replay, replay_to};
pub use save::from_game;
pub use text::Value;
pub use tree::{Children, Collection, GameTree, MainLine, Node, NodeId};
