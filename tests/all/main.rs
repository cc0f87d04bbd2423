//! The program as its users meet it.

mod analyze;
mod annotated;
mod archive;
mod binary;
mod cli;
mod clients;
mod completions;
mod configuration;
#[cfg(unix)]
mod documents;
mod keeping;
mod lab;
mod learn;
mod levels;
mod net;
mod player;
mod recipes;
mod records;
mod shogi;
mod solve;
#[cfg(unix)]
mod terminal;
mod train;
mod tsumego;
