//! The rules of Go, exactly.
//!
//! Sizes from 2 to 25, any komi, free and fixed handicap, and rule sets that are plain values.
//! Nothing here searches; where a question has one right answer (is this legal, who owns this
//! point, does this chain live whatever happens, does this ladder work), it is here.
//!
//! Read in this order:
//! 1. [`Size`], [`Point`], [`Move`], [`PointSet`]: the words.
//! 2. [`board`]: the fast board, which knows stones, captures and the simple ko. [`Stones`] is the
//!    one that games use.
//! 3. [`Rules`] and [`Komi`]: what the players agreed on.
//! 4. [`Game`]: the board, its history, and what is legal; [`Illegal`] says why something is not.
//!    [`handicap`] and [`score`] are its beginning and its end.
//! 5. [`Situation`]: the fast board as a search plays on it.
//! 6. [`symmetry`], [`benson`], [`ladder`], [`chase`]: what is known about a position without searching widely.
//! 7. [`Diagram`] and [`Drawing`]: boards as text, for people and tests.
//!
//! The tests hold a second implementation that is slow and obviously right; the board and the game
//! are compared with it move for move.
//!
//! ```
//! use tengen_go::{Color, Game, Illegal, Komi, Move, PointSet, Rules, Size};
//!
//! let mut game = Game::new(Size::NINE, Rules::CHINESE, Komi::SEVEN_AND_A_HALF);
//! let tengen = Move::parse("E5", game.size()).unwrap();
//! game.play(Color::Black, tengen)?;
//! assert_eq!(game.turn(), Color::White);
//! let refused = game.play(Color::White, tengen).unwrap_err();
//! assert_eq!(refused.to_string(), "E5 is occupied: Black has a stone there");
//! assert_eq!(game.score(&PointSet::EMPTY).to_string(), "B+73.5");
//! # Ok::<(), Illegal>(())
//! ```

pub mod benson;
pub mod board;
pub mod chase;
mod diagram;
mod game;
pub mod grid;
pub mod handicap;
mod history;
mod illegal;
mod komi;
pub mod ladder;
mod playable;
mod point;
mod point_set;
mod region;
mod rules;
pub mod score;
mod setup;
mod situation;
mod size;
mod stand;
pub mod symmetry;

pub use board::Stones;
pub use diagram::{Diagram, DiagramError, Drawing};
pub use game::{Game, State};
pub use handicap::HandicapError;
pub use illegal::Illegal;
pub use komi::{Komi, KomiError};
pub use point::{Move, Point};
pub use point_set::PointSet;
pub use rules::{Compensation, Ko, Rules, Scoring, Suicide, UnknownRules};
pub use score::Score;
pub use situation::Situation;
pub use size::{Size, SizeError};
pub use symmetry::Symmetry;
pub use tengen_game::Color;
