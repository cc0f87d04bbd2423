//! The laboratory: experiments as files, matches with real statistics, one machine or many.

pub mod findings;
pub mod outline;
pub mod player;
pub mod record;
pub mod report;
pub mod statistics;
pub mod store;
