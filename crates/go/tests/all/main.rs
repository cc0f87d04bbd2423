//! The rules, the boards and what they promise, tested from outside.

mod board;
mod chase;
mod game;
mod ladder;
mod life;
mod lockstep;
mod positions;
mod reference;
mod score;
mod superko;
mod text;
