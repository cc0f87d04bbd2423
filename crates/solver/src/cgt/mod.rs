//! Combinatorial games: what a part of the board is worth, exactly.
//!
//! A *game* is two sets of games: what Left may move to, and what Right may. Who cannot move loses.
//! Games are added by playing them side by side, one move in one of them a turn, which is what the
//! separate areas of a late endgame are. `G ≥ H` says that Left, playing second, wins `G − H`: that
//! Left never minds having `G` in place of `H`. Games that are `≥` both ways are equal, and the
//! *value* of a game is what all its equals share. Each value has one smallest form, the *canonical
//! form*, in which no option is dominated (another is as good) and none is reversible (some answer to
//! it leaves the opponent at least as well off as before it). A [`Value`] is such a form, kept once
//! in a [`Games`], so that equal games are equal values.
//!
//! Some values are *numbers*: moves that are safely one's own, and nobody wants to spend one. Others
//! are *hot*: `{1|0}` is a point for Left if Left moves and nothing otherwise. *Cooling* by `t` taxes
//! every move by `t`, until moving is not worth the tax; what is left then is the *mean*, what the
//! game is worth on the average over many copies, and the tax at which it happens is the
//! *temperature*, what the move is worth. `{1|0}` has mean 1/2 and temperature 1/2. The whole course
//! of it is the [`Thermograph`]. Cooling by 1, *chilling*, loses next to nothing in Go, whose values
//! become numbers, ups and stars by it.
//!
//! Left is [`Black`](tengen_game::Color::Black), and Right is White. Values that are small enough
//! have names, see [`Games::show`]; [`Games::parse`] reads them.
//!
//! Numbers are kept as such, not as games of numbers: 1000 is one form, not a thousand. What is lost
//! is only that a number lists no options. Three theorems make up for them: a number is the simplest
//! one that fits between the options; nobody moves in a number while there is a move elsewhere
//! (number avoidance); and a number added to a game that is none moves the options by it (number
//! translation).
//!
//! Read in this order: [`Dyadic`], the store, the order, canonical forms, sums, thermographs and
//! cooling, and the notation.
//!
//! The theory is that of J. H. Conway, *On Numbers and Games*, E. Berlekamp, J. H. Conway and R. Guy,
//! *Winning Ways for your Mathematical Plays*, and A. Siegel, *Combinatorial Game Theory*; that Go's
//! endgames are such games, and what chilling does to them, is E. Berlekamp and D. Wolfe,
//! *Mathematical Go*.

mod canonical;
mod cooling;
mod dyadic;
mod fault;
mod memory;
mod notation;
mod order;
mod parse;
mod store;
mod sum;
mod thermograph;
mod ups;

pub use dyadic::Dyadic;
pub use fault::{Fault, ParseError};
pub use order::Relation;
pub use store::{Games, Value};
pub use thermograph::{Corner, Thermograph};

/// The answer does not fit.
///
/// It would take more forms, or more comparisons, than the store's limit allows, games of greater
/// depth than it takes, or numbers that leave 64 bits. The store remains usable, and what is in it
/// remains right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the game is too large to be valued exactly: it takes more canonical forms or comparisons than \
     the store allows, a depth of more than {} moves, or numbers beyond 64 bits",
    store::MAX_DEPTH
)]
pub struct TooLarge;
