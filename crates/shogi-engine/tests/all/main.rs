//! Players of Shogi as front ends and the laboratory meet them.

mod kit;
