//! Solvers, and the slow and obviously right ones that they are held against.

mod brute;
mod cgt;
mod cgt_brute_force;
mod cgt_notation;
mod cgt_theorems;
mod endgame_brute;
mod endgame_json;
mod endgame_positions;
mod endgame_values;
mod named;
mod problems;
mod tsumego;
