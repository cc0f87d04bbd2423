//! Late endgames of Go, exactly.

mod area;
mod life;
mod patch;
mod settled;

pub use area::{areas, open_points};
pub use settled::Settled;
