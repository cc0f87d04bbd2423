//! The laboratory as its users meet it: experiments run by the binary, killed, frozen, interrupted,
//! shared out, given engines that break down, and files that are wrong.
//!
//! Boards and budgets are as small as they can be, so that everything takes seconds; nothing here
//! depends on how long it takes. Read first: `trial`, an experiment in a folder of its own.
#![cfg(all(unix, feature = "lab"))]

mod even;
mod growing;
mod interrupted;
mod killed;
mod kinds;
mod learning;
#[path = "../../../crates/pattern/tests/all/made/mod.rs"]
mod made;
mod mistakes;
mod papers;
mod rogues;
mod served;
#[path = "../../../crates/store/tests/all/server.rs"]
mod server;
mod shards;
mod stopping;
mod tampered;
mod trial;
