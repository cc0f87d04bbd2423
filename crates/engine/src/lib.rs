//! A game and its player, whatever the game.
//!
//! A [`Kit`] says what players of a game are made of: the game itself, their parameters, models and
//! searches. A [`Recipe`] is a named set of parameters, a [`Session`] plays a game with it, and front
//! ends (protocols, the commands of the binary) see nothing below the session. Go's kit is in
//! `tengen-go-engine`; [`tictactoe`] has the smallest one there is.
//!
//! Read in this order: [`kit`], [`parameters`] and [`recipe`] (what can be chosen), [`session`] (a game and
//! its player), [`thinker`], [`analysis`] and [`control`] (what a search says and hears), [`clock`],
//! [`review`] (the games of others judged), [`tree_search`] (the Monte-Carlo search as a thinker), [`input`] and [`queue`]
//! (lines as protocols read them).

pub mod admission;
pub mod analysis;
pub mod clock;
pub mod control;
pub mod input;
pub mod kit;
pub mod parameters;
pub mod queue;
pub mod recipe;
pub mod review;
pub mod session;
mod stand;
pub mod thinker;
pub mod tictactoe;
pub mod tree_search;

pub use admission::Admission;
pub use analysis::{Analysis, Candidate};
pub use clock::{Clock, TimeSystem};
pub use control::{Ban, Control, Limits, Restriction};
pub use kit::{GameOf, Kit, MoveOf};
pub use parameters::Groups;
pub use recipe::{Recipe, RecipeError};
pub use session::{Decision, Session, SettingError, Verdict};
pub use stand::Stand;
pub use tengen_search::Shape;
pub use thinker::{Task, Thinker};
