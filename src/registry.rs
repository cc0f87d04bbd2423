//! The games that experiments may be about.

use tengen_go_lab::Go;
use tengen_lab::game::Games;
use tengen_shogi_lab::Shogi;

/// The games there are; Go is meant where a file names none.
pub(crate) const GAMES: Games = Games(&[&Go, &Shogi]);
