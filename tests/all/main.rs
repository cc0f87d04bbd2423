//! The program as its users meet it.

mod binary;
mod cli;
mod lab;
mod learn;
mod player;
mod solve;
mod tsumego;
