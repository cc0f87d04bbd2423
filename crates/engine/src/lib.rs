//! Where parts become players.
//!
//! A [`Recipe`] is a named set of [`Parameters`], a [`Session`] plays a game with it, and front ends
//! ([`gtp`], and the commands of the binary) see nothing below the session.
//!
//! Read in this order: [`parameters`] and [`recipe`] (what can be chosen), [`session`] (a game and
//! its player), [`models`] (what was learned beforehand), [`analysis`] and [`control`] (what a search says and hears), [`clock`], [`review`]
//! (the games of others judged), then [`go`]
//! (how the parts are put together) and [`gtp`].

pub mod analysis;
pub mod clock;
pub mod control;
pub mod go;
pub mod gtp;
pub mod models;
pub mod parameters;
pub mod passing;
pub mod recipe;
pub mod review;
pub mod session;
pub mod thinker;

pub use analysis::{Analysis, Candidate, DynamicKomi, Exact};
pub use clock::{Clock, Moment, TimeSystem};
pub use control::{Ban, Control, Limits, Restriction};
pub use models::{ModelFault, Models, SettingError};
pub use parameters::Parameters;
pub use recipe::{Recipe, RecipeError};
pub use session::{Decision, Session, Verdict};
pub use tengen_search::Shape;
pub use thinker::{Task, Thinker};
