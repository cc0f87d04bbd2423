//! Networks: what they see of a position and what their outputs mean.

mod areas;
mod globals;
mod history;
mod ladders;
mod output;
mod planes;
mod positions;
mod walk;
