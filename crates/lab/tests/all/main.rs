//! The laboratory: experiments, games and reports.

mod crew;
mod experiment;
mod learning;
mod openings;
mod referee;
mod report;
mod reproduce;
mod toy;
