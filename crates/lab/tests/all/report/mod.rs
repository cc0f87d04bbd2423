//! Findings and reports, from made-up results to files.

mod comparisons;
mod files;
mod games;
mod rendering;
mod samples;
mod warnings;
