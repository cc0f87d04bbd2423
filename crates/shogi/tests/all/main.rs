//! Tests of the rules.

mod board;
mod game;
mod record;
