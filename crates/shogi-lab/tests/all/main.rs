//! Shogi in the laboratory: matches, problems and measurements, programs that speak USI; the defaults of recipes.

mod defaults;
mod experiments;
#[cfg(unix)]
mod programs;
