//! Networks: files, the naive forward pass that all others are compared with.

mod files;
mod oracle;
mod reference;
mod script;
mod summary;
