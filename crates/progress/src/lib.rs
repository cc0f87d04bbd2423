//! Work that takes long: the stop flag that ends it, the line that says how far it is.
//!
//! Nothing here knows of games, searches or the laboratory.

pub mod bar;
pub mod stop;

pub use bar::{Progress, span};
pub use stop::StopFlag;
