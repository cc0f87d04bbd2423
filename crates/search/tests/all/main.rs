//! Searches on games small enough to know the answer.

mod dynamic_komi;
mod history;
mod mixture;
mod parts;
mod pending;
mod reference;
mod service;
