//! The program as its users meet it.

mod analyze;
mod archive;
mod binary;
mod cli;
mod clients;
mod completions;
mod configuration;
mod documents;
mod keeping;
mod lab;
mod learn;
mod net;
mod player;
mod recipes;
mod records;
mod shogi;
mod solve;
mod terminal;
mod train;
mod tsumego;
