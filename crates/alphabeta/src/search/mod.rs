//! Alpha-beta search.
//!
//! Read in this order: `value` (what values mean), `limits` (what ends a search), `root` (iterations), `node`, `trial`, `quiescence`,
//! then what they rest on: `order` and `history` (which move first), `table`, `noise`, `searcher` (the memory of a
//! thread), `crew` (several threads).

mod crew;
mod history;
mod limits;
mod node;
mod noise;
mod order;
mod pages;
mod quiescence;
mod root;
mod searcher;
mod table;
mod trial;
mod value;

pub use crew::Crew;
pub use limits::{Limits, Watch};
pub use noise::{Noise, Normal, Silence};
pub use root::{Answer, Line, Request};
pub use searcher::Searcher;
pub use table::Table;
pub use value::{Bound, DEEPEST, INFINITE, MATE, MATED, SUPERIOR, is_mate, mate_in};
