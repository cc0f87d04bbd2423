//! The laboratory: experiments, games and reports.

mod defaults;
mod experiment;
mod learning;
mod referee;
mod report;
