//! Networks: files, the naive forward pass that all others are compared with.

mod files;
mod oracle;
mod reference;
mod script;
mod summary;
//! Networks: what they see of a position and what their outputs mean.
mod areas;
mod globals;
mod history;
mod ladders;
mod output;
mod planes;
mod positions;
mod walk;
