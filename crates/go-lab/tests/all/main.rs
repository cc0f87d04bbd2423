//! Go in the laboratory: recipes at the board, before problems, and measured.

mod measure;
mod own;
mod solve;
