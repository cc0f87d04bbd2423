//! The laboratory.

pub mod statistics;
pub mod store;
