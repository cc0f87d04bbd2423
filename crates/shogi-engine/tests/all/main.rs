//! Players of Shogi as front ends and the laboratory meet them.

#[path = "../../../go-engine/tests/all/dialogue.rs"]
mod dialogue;
mod kit;
mod usi;
