//! The engine as front ends and the laboratory meet it.

mod analysis_json;
mod dialogue;
mod difference;
mod dynamic_komi;
mod endgame;
mod gtp;
mod history;
mod network;
mod priors;
mod recipes;
mod session;
mod tabu;
