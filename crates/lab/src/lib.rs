//! The laboratory: experiments as files, matches with real statistics, one machine or many.

pub mod player;
pub mod process;
pub mod record;
pub mod referee;
pub mod statistics;
pub mod store;
