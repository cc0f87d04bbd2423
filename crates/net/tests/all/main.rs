//! Networks: files, what they see of a position, what their outputs mean, and the naive forward pass that all others are
//! compared with.

mod areas;
mod data;
mod files;
mod globals;
mod history;
mod ladders;
mod network;
mod oracle;
mod output;
mod planes;
mod positions;
mod reference;
mod script;
mod summary;
mod walk;
