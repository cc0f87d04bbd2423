//! Networks: files, what they see of a position, what their outputs mean, and the naive forward pass that all others are
//! compared with.

mod files;
mod oracle;
mod reference;
mod script;
mod summary;
mod areas;
mod globals;
mod history;
mod ladders;
mod output;
mod planes;
mod positions;
mod walk;
