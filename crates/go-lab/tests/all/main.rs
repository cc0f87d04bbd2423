//! Go in the laboratory: recipes at the board, before problems, and measured; their defaults.

mod defaults;
mod measure;
mod own;
mod solve;
