//! The laboratory: experiments, games, stores and reports.

mod defaults;
mod experiment;
mod learning;
mod referee;
mod report;
mod store;
