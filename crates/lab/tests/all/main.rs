//! The laboratory: experiments, games and reports.

mod crew;
mod defaults;
mod experiment;
mod learning;
mod openings;
mod referee;
mod report;
mod reproduce;
