//! The program as its users meet it.

mod analyze;
mod binary;
mod cli;
mod clients;
mod documents;
mod lab;
mod learn;
mod net;
mod player;
mod recipes;
mod records;
mod solve;
mod train;
mod tsumego;
