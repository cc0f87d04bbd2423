//! Playouts and searches of difference games, tested from outside.

mod playout;
mod search;
